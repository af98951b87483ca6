//! The archives: the rules as a static library, for this host and for families of chips.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use flate2::{Compression, GzBuilder};
use object::read::archive::ArchiveFile;
use passant_test_tools::Missing;
use tar::{Builder, HeaderMode};
use walkdir::WalkDir;
use xtask::Step;

use crate::compiler::{ChipCompiler, artifacts, is_program};
use crate::firmware::chip::{ARM_OR_RISCV, AVR, Toolchain};
use crate::firmware::library::panics;

/// The library and what makes it an archive.
const BUILD: &str = "-p passant-c --lib --crate-type staticlib";
const CONFIGURATION: &str = "--cfg=passant_archive";

/// The file that cargo makes of it.
const BUILT: &str = "libpassant_c.a";

/// An archive for a family of chips.
pub(crate) struct Archive {
    /// Its name, which is also that of its folder.
    pub(crate) name: &'static str,
    /// The target of the Rust compiler.
    pub(crate) target: &'static str,
    /// Needs of the compiler: those of the firmware, so that `core` is built once for both.
    toolchain: Toolchain,
    /// The archive program of the C compiler, for an archive without what Rust's own library brings.
    ar: Option<&'static str>,
}

const fn archive(name: &'static str, target: &'static str) -> Archive {
    Archive {
        name,
        target,
        toolchain: ARM_OR_RISCV,
        ar: None,
    }
}

/// Rust's functions for arithmetic have the names of those of avr-gcc, but take some arguments in more registers. Code in C
/// that was linked with them would get wrong results, and so they are left out. `libgcc` has them.
const fn avr(name: &'static str, toolchain: Toolchain) -> Archive {
    Archive {
        name,
        target: "avr-none",
        toolchain,
        ar: Some("avr-ar"),
    }
}

pub(crate) const ARCHIVES: &[Archive] = &[
    archive("cortex-m0plus", "thumbv6m-none-eabi"),
    archive("cortex-m3", "thumbv7m-none-eabi"),
    archive("cortex-m4", "thumbv7em-none-eabi"),
    archive("cortex-m4f", "thumbv7em-none-eabihf"),
    archive("rv32imc", "riscv32imc-unknown-none-elf"),
    archive("rv32imac", "riscv32imac-unknown-none-elf"),
    avr("atmega328p", AVR),
    avr(
        "atmega2560",
        Toolchain {
            options: "-C target-cpu=atmega2560",
            ..AVR
        },
    ),
];

/// Builds the archive for this host, with the options and in the folder of the one that the tests link with, which is then
/// built already.
pub(crate) fn host(root: &Path, folder: &Path) -> Result<PathBuf> {
    let build = format!("rustc --quiet --release --target-dir target/c-build {BUILD}");
    Step::cargo("archive for this host", &build)
        .argument("--")
        .argument(CONFIGURATION)
        .run()?;
    let name = if cfg!(target_env = "msvc") {
        "passant_c.lib"
    } else {
        BUILT
    };
    let library = root.join("target/c-build/release").join(name);
    keep(&library, &folder.join("host"))
}

impl Archive {
    /// Builds the archive.
    pub(crate) fn build(
        &self,
        root: &Path,
        folder: &Path,
        compiler: &ChipCompiler,
    ) -> Result<PathBuf> {
        let title = format!("archive for {}", self.name);
        let step = compiler.library_step(&title, self.target, BUILD, CONFIGURATION);
        self.toolchain.prepare(step, self.target, compiler).run()?;
        let library = keep(
            &artifacts(root, self.target).join(BUILT),
            &folder.join(self.name),
        )?;
        if let Some(ar) = self.ar {
            leave_out_others(ar, &library)?;
        }
        Ok(library)
    }

    /// Returns the compiler or another program, if it is not installed.
    pub(crate) fn missing_tool(&self) -> Option<Missing> {
        let what = format!("archive for {}", self.name);
        if let Err(missing) = ChipCompiler::require(self.target, &what) {
            return Some(missing);
        }
        let ar = self.ar.filter(|ar| !is_program(ar))?;
        Some(Missing {
            tool: ar.to_owned(),
            install: "apt-get install gcc-avr avr-libc".to_owned(),
            what,
        })
    }
}

/// Fails if the rules in an archive refer to the function that nobody defines: the panic handler calls it. A program would not
/// link if it used that part of the archive; here every part is looked at.
fn refuse_panics(library: &Path) -> Result<()> {
    let found = panics(&std::fs::read(library)?, is_own)
        .with_context(|| format!("cannot check {}", library.display()))?;
    let is_free = found.is_empty();
    ensure!(is_free, "{} can panic: {found:?}", library.display());
    Ok(())
}

/// Returns whether a member of an archive comes from `passant-c` and the crates that were linked into it.
fn is_own(member: &[u8]) -> bool {
    member.starts_with(b"passant_c")
}

/// Copies an archive to its folder, under the name by which `-lpassant` finds it, and checks it.
fn keep(from: &Path, folder: &Path) -> Result<PathBuf> {
    std::fs::create_dir_all(folder)?;
    let to = folder.join("libpassant.a");
    std::fs::copy(from, &to).with_context(|| format!("cannot copy {}", from.display()))?;
    refuse_panics(&to)?;
    Ok(to)
}

/// Removes the members that do not belong to this crate.
fn leave_out_others(ar: &str, library: &Path) -> Result<()> {
    let bytes = std::fs::read(library)?;
    let mut command = Command::new(ar);
    command.arg("d").arg(library);
    for member in ArchiveFile::parse(&*bytes)?.members() {
        let member = member?;
        if !is_own(member.name()) {
            command.arg(String::from_utf8_lossy(member.name()).into_owned());
        }
    }
    Step::of("without Rust's arithmetic", command).run()
}

/// The files of the bundle besides archives: the path of each below the root, and its name in the bundle.
const FILES: [(&str, &str); 9] = [
    ("crates/c/include/passant.h", "include/passant.h"),
    ("crates/c/README.md", "README.md"),
    ("crates/c/example/board.cpp", "example/board.cpp"),
    ("crates/c/example/engine.c", "example/engine.c"),
    ("crates/c/example/engine.h", "example/engine.h"),
    ("crates/c/example/engine_test.c", "example/engine_test.c"),
    ("crates/c/example/why_not.c", "example/why_not.c"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

/// Writes the bundle and returns its path.
pub(crate) fn write(root: &Path, folder: &Path, archives: &[PathBuf]) -> Result<PathBuf> {
    let name = concat!("passant-c-", env!("CARGO_PKG_VERSION"));
    let bundle = folder.join(name);
    // The files of an earlier run are not part of this bundle.
    let _ = std::fs::remove_dir_all(&bundle);
    for (from, to) in FILES {
        copy(&root.join(from), &bundle.join(to))?;
    }
    for archive in archives {
        let target = archive
            .parent()
            .and_then(Path::file_name)
            .context("archives have a folder")?;
        copy(
            archive,
            &bundle.join("lib").join(target).join("libpassant.a"),
        )?;
    }
    pack(folder, name)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let context = || format!("cannot copy {} to {}", from.display(), to.display());
    std::fs::copy(from, to).with_context(context)?;
    Ok(())
}

/// Packs a folder, with its name, into `<name>.tar.gz` beside it, and returns the path of that. The bytes depend on names and
/// contents only: files have no time and no owner, and permissions depend on no settings of this user.
fn pack(parent: &Path, name: &str) -> Result<PathBuf> {
    let path = parent.join(format!("{name}.tar.gz"));
    let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut tar = Builder::new(GzBuilder::new().write(file, Compression::best()));
    tar.mode(HeaderMode::Deterministic);
    for entry in WalkDir::new(parent.join(name)).sort_by_file_name() {
        let path = entry?.into_path();
        if path.is_file() {
            tar.append_path_with_name(&path, path.strip_prefix(parent)?)?;
        }
    }
    tar.into_inner()?.finish()?;
    Ok(path)
}
