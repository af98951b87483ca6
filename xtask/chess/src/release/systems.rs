//! The systems for which a release has programs, and how programs for them run here.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use passant_test_tools::{Missing, find_tool};

use crate::compiler::host;
use crate::windows::wine::Wine;

/// A system.
pub(super) struct System {
    /// The target of the compiler. The programs for Linux contain the C library, and so run on every distribution.
    pub(super) target: &'static str,
    /// The words of npm: operating system and processor.
    pub(super) npm: [&'static str; 2],
}

pub(super) const SYSTEMS: [System; 5] = [
    system("aarch64-apple-darwin", ["darwin", "arm64"]),
    system("x86_64-apple-darwin", ["darwin", "x64"]),
    system("aarch64-unknown-linux-musl", ["linux", "arm64"]),
    system("x86_64-unknown-linux-musl", ["linux", "x64"]),
    system("x86_64-pc-windows-gnu", ["win32", "x64"]),
];

const fn system(target: &'static str, npm: [&'static str; 2]) -> System {
    System { target, npm }
}

impl System {
    /// Whether this host can build for it: for macOS only macOS can, which has the libraries of its frameworks.
    pub(super) fn is_built_here(&self) -> bool {
        cfg!(target_os = "macos") || !is_macos(self.target)
    }
}

/// Whether programs for a target are for Windows.
pub(super) fn is_windows(target: &str) -> bool {
    target.contains("-windows")
}

/// Whether programs for a target are for Linux.
pub(super) fn is_linux(target: &str) -> bool {
    target.contains("-linux-")
}

/// Whether programs for a target are for macOS.
pub(super) fn is_macos(target: &str) -> bool {
    target.ends_with("-apple-darwin")
}

/// How programs for a system are run here.
pub(super) enum Runner {
    /// As every other program.
    Directly,
    /// By a program that emulates the processor.
    Emulator(PathBuf),
    /// By Wine.
    Wine(Wine),
}

impl Runner {
    /// A way to run the programs for a target, what is missing for it, or `None` if none is known.
    pub(super) fn find(root: &Path, target: &str) -> Result<Result<Option<Self>, Missing>> {
        let what = format!("trial of the programs for {target}");
        Ok(match [family(&host()?), family(target)] {
            [host, target] if host == target => Ok(Some(Self::Directly)),
            [[_, "linux"], ["aarch64", "linux"]] => {
                find_tool("qemu-aarch64", &what).map(|program| Some(Self::Emulator(program)))
            }
            [["x86_64", "linux"], ["x86_64", "windows"]] => match find_tool("wine", &what) {
                Ok(_) => Ok(Some(Self::Wine(Wine::prepare(root)?))),
                Err(missing) => Err(missing),
            },
            _ => Ok(None),
        })
    }

    /// A command that starts a program. It sees nothing of the environment that it does not need.
    pub(super) fn command(&self, program: &Path) -> Command {
        let mut command = match self {
            Self::Directly => Command::new(program),
            Self::Emulator(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(program);
                command
            }
            Self::Wine(wine) => return wine.program(program),
        };
        command.env_clear();
        command
    }
}

/// The processor and the operating system of a target. The C library does not matter: programs for Linux contain it, or need
/// that of the host for which they were built.
fn family(target: &str) -> [&str; 2] {
    let mut words = target.split('-');
    let processor = words.next().unwrap_or_default();
    [processor, words.nth(1).unwrap_or_default()]
}
