//! The compiler for chips and for the page: a rustup target, or the Debian packages that contain the source of `core`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use passant_test_tools::{Missing, find_program};
use xtask::{Step, has_command};

/// The environment variables that name a cargo and a rustc that build `core` from source, for systems without rustup:
/// on Debian `/usr/bin/cargo` and `/usr/bin/rustc` of the packages cargo-web, rustc-web and rust-web-src.
pub(crate) const CHIP_CARGO: &str = "PASSANT_CHIP_CARGO";
pub(crate) const CHIP_RUSTC: &str = "PASSANT_CHIP_RUSTC";

/// The environment variable that names the linker for WebAssembly.
const WASM_LINKER: &str = "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER";

/// The folder for everything that is built for chips, below the root: one, so that build scripts and macros, which run
/// on the host, are built once for all chips.
const CHIPS: &str = "target/chip";

/// The folder for what is built for the page, below the root.
const PAGE: &str = "target/page-build";

/// The folder with what [`ChipCompiler::page_step`] built for a target.
pub(crate) fn page_artifacts(root: &Path, target: &str) -> PathBuf {
    root.join(PAGE).join(target).join("page")
}

/// The folder with what [`ChipCompiler::step`] and [`ChipCompiler::library_step`] built for a target.
pub(crate) fn artifacts(root: &Path, target: &str) -> PathBuf {
    root.join(CHIPS).join(target).join("release")
}

/// The folder for what is built for other operating systems, below the root.
pub(crate) const SYSTEMS: &str = "target/systems";

/// The libraries of programs and of their tests.
const SYSTEM_LIBRARIES: &str = "std,panic_abort,test";

/// Builds the standard library without what reads the names of functions for backtraces, which no test needs.
const WITHOUT_BACKTRACES: &str = "-Z build-std-features=panic-unwind";

/// Builds the standard library with algorithms that are small, not fast.
const SMALL_STD: &str = "-Z build-std-features=optimize_for_size";

/// A compiler for a chip.
#[derive(Clone)]
pub(crate) enum ChipCompiler {
    /// The cargo and rustc in use; the target is installed.
    Installed,
    /// Another cargo and rustc, which build `core` first.
    FromSource { cargo: OsString, rustc: OsString },
}

impl ChipCompiler {
    /// A compiler for a target, if one is installed.
    pub(crate) fn find(target: &str) -> Option<Self> {
        if let Some((cargo, rustc)) = std::env::var_os(CHIP_CARGO).zip(std::env::var_os(CHIP_RUSTC))
        {
            return Some(Self::FromSource { cargo, rustc });
        }
        is_installed(target).then_some(Self::Installed)
    }

    /// The same, or the report that `what` does not run without one.
    pub(crate) fn require(target: &str, what: &str) -> Result<Self, Missing> {
        Self::find(target).ok_or_else(|| Missing {
            tool: format!("a compiler for {target}"),
            install: Self::advice(target),
            what: what.to_owned(),
        })
    }

    /// A compiler that lints, or the report that `what` does not run without one. That of the host comes first, because it
    /// builds no library.
    pub(crate) fn require_lints(target: &str, what: &str) -> Result<Self, Missing> {
        let compiler = if is_installed(target) {
            Self::Installed
        } else {
            Self::require(target, what)?
        };
        let (cargo, install) = match &compiler {
            Self::Installed => (xtask::cargo(), "rustup component add clippy"),
            Self::FromSource { cargo, .. } => {
                (clippy_beside(cargo), "apt-get install rust-web-clippy")
            }
        };
        if has_command(&cargo, "clippy") {
            return Ok(compiler);
        }
        Err(Missing {
            tool: format!("clippy for {target}"),
            install: install.to_owned(),
            what: what.to_owned(),
        })
    }

    /// Tells whether it must build the libraries of a target first.
    pub(crate) fn builds_libraries(&self, target: &str) -> bool {
        match self {
            Self::FromSource { rustc, .. } => !has_libraries(rustc, target),
            Self::Installed => false,
        }
    }

    /// Returns the command that installs one.
    pub(crate) fn advice(target: &str) -> String {
        // rustup has no library for AVR.
        if target.starts_with("avr") {
            format!(
                "apt-get install cargo-web rustc-web rust-web-src; then {CHIP_CARGO}=/usr/bin/cargo \
                 {CHIP_RUSTC}=/usr/bin/rustc"
            )
        } else {
            format!("rustup target add {target}")
        }
    }

    /// A step that builds a module of WebAssembly for the page: with the profile `page`, in a folder of its own.
    pub(crate) fn page_step(&self, title: &str, target: &str, arguments: &str) -> Step {
        let build = format!(
            "rustc --quiet --profile page --target {target} --target-dir {PAGE} {arguments}"
        );
        let step = match self {
            Self::Installed => self.build(title, &build, ""),
            Self::FromSource { cargo, .. } => {
                let build = format!("{build} {SMALL_STD}{}", abort_option(cargo));
                let step = self.build(title, &build, "std,panic_abort");
                // Debian has no rust-lld; the package lld has this one.
                step.env(WASM_LINKER, "wasm-ld")
            }
        };
        // Otherwise every call and every address takes five bytes.
        step.argument("--")
            .argument("-Clink-arg=--compress-relocations")
    }

    /// A step that builds for targets; the arguments are separated by spaces. What they do not name is optimized for size.
    pub(crate) fn step(&self, title: &str, targets: &[&str], arguments: &str) -> Step {
        self.chip_step(title, "build", targets, arguments)
    }

    /// The same for one library, with an option for the compiler. What the library needs is built as in other steps, and
    /// so only once.
    pub(crate) fn library_step(
        &self,
        title: &str,
        target: &str,
        arguments: &str,
        option: &str,
    ) -> Step {
        self.chip_step(title, "rustc", &[target], arguments)
            .argument("--")
            .argument(option)
    }

    /// A step that runs a command of cargo for another operating system. The standard library is built first unless it is
    /// installed.
    pub(crate) fn system_step(&self, title: &str, target: &str, arguments: &str) -> Step {
        let build = format!("{arguments} --target {target} --target-dir {SYSTEMS}");
        match self {
            Self::FromSource { .. } if self.builds_libraries(target) => {
                let build = format!("{build} {WITHOUT_BACKTRACES}");
                self.build(title, &build, SYSTEM_LIBRARIES)
            }
            _ => self.build(title, &build, ""),
        }
    }

    /// A step that lints for another operating system. A warning is an error.
    pub(crate) fn system_lints(&self, title: &str, target: &str, arguments: &str) -> Step {
        let arguments = format!("clippy {arguments}");
        let step = match self {
            Self::Installed => self.system_step(title, target, &arguments),
            Self::FromSource { cargo, rustc } => {
                let compiler = Self::FromSource {
                    cargo: clippy_beside(cargo),
                    rustc: rustc.clone(),
                };
                let step = compiler.system_step(title, target, &arguments);
                step.env("CARGO", cargo)
            }
        };
        step.argument("--").argument("-Dwarnings")
    }

    fn chip_step(&self, title: &str, command: &str, targets: &[&str], arguments: &str) -> Step {
        let targets = targets.join(" --target ");
        let build = format!(
            "{command} --quiet --release --target {targets} --target-dir {CHIPS} \
             --config profile.release.opt-level=\"s\" {arguments}"
        );
        self.build(title, &build, "core")
    }

    /// A step that runs a build command; `libraries` are those of the compiler that it may have to build first, none if they
    /// are installed.
    fn build(&self, title: &str, build: &str, libraries: &str) -> Step {
        match self {
            Self::Installed => Step::cargo(title, build),
            // The variables that cargo sets for this program belong to another toolchain.
            Self::FromSource { cargo, rustc } => {
                let from_source = if libraries.is_empty() {
                    String::new()
                } else {
                    format!(" -Z build-std={libraries}")
                };
                Step::new(title, cargo, &format!("{build}{from_source}"))
                    .env("RUSTC", rustc)
                    .env("RUSTC_BOOTSTRAP", "1")
                    .env_remove("RUSTUP_TOOLCHAIN")
                    .env_remove("CARGO")
            }
        }
    }

    /// Tells whether it accepts unstable options.
    pub(crate) fn takes_unstable(&self) -> bool {
        matches!(self, Self::FromSource { .. })
    }
}

/// The options by which a panic stops a program without a message, which a page could not show. None for a cargo that does
/// not know them: then the program is larger.
fn abort_option(cargo: &OsStr) -> &'static str {
    let options = Command::new(cargo)
        .args(["-Z", "help"])
        .env("RUSTC_BOOTSTRAP", "1")
        .env_remove("RUSTUP_TOOLCHAIN")
        .output();
    let options = options.map_or_else(|_| Vec::new(), |output| output.stdout);
    if String::from_utf8_lossy(&options).contains("panic-immediate-abort") {
        " -Z panic-immediate-abort --config profile.page.panic=\"immediate-abort\""
    } else {
        ""
    }
}

/// The clippy of another cargo, which itself would look for one among the programs of the user first.
fn clippy_beside(cargo: &OsStr) -> OsString {
    Path::new(cargo).with_file_name("cargo-clippy").into()
}

/// Tells whether the compiler in use has the libraries for a target.
fn is_installed(target: &str) -> bool {
    has_libraries(&rustc(), target)
}

/// Tells whether a compiler has the libraries for a target.
fn has_libraries(rustc: &OsStr, target: &str) -> bool {
    let mut compiler = Command::new(rustc);
    compiler.args(["--print", "target-libdir", "--target", target]);
    let folder = compiler
        .output()
        .map(|output| output.stdout)
        .unwrap_or_default();
    !folder.is_empty() && Path::new(String::from_utf8_lossy(&folder).trim()).is_dir()
}

/// Tells whether a program of this name is installed.
pub(crate) fn is_program(name: &str) -> bool {
    find_program(name).is_some()
}

/// Returns the target of the host.
pub(crate) fn host() -> Result<String> {
    let output = Command::new(rustc()).arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc -vV names no host")?.to_owned())
}

/// Returns the compiler in use.
fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}
