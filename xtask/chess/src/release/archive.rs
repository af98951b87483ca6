//! The archive for a system: programs, pages, man pages, completions and licenses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use xtask::Step;

use super::programs::{PROGRAMS, Programs};
use super::systems::{Runner, is_windows};
use super::{contents, pages, trial, zip_file};
use crate::tarball;

const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Packs the programs into an archive in a folder.
pub(super) fn build(
    root: &Path,
    programs: &Programs,
    licenses: &str,
    folder: &Path,
) -> Result<PathBuf> {
    let contents = folder.join(name(&programs.target));
    for program in PROGRAMS {
        contents::copy(&programs.path(program), &contents)?;
    }
    pages::copy_readme(root, &contents)?;
    pages::copy(root, &contents)?;
    contents::add_licenses(root, licenses, &contents)?;
    generate(root, &contents)?;
    pack(folder, &programs.target)
}

/// The name of the archive for a target without its ending, which is also that of the folder in it.
fn name(target: &str) -> String {
    format!("passant-{}-{target}", env!("CARGO_PKG_VERSION"))
}

/// Packs what a folder has for a target, and returns the path of the archive.
fn pack(folder: &Path, target: &str) -> Result<PathBuf> {
    let name = name(target);
    if is_windows(target) {
        zip_file::write(folder, &name)
    } else {
        tarball::write(folder, &name)
    }
}

/// Man pages and completions, which are the same for all targets: the program of this host writes them.
fn generate(root: &Path, contents: &Path) -> Result<()> {
    Step::cargo("passant for this host", "build --quiet --package passant").run()?;
    let name = format!("passant{}", std::env::consts::EXE_SUFFIX);
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root.join("target"), PathBuf::from);
    let program = target.join("debug").join(name);
    let mut man = Command::new(&program);
    man.args(["generate", "man"]).arg(contents.join("man/man1"));
    Step::of("man pages", man).run()?;
    let folder = contents.join("completions");
    fs::create_dir_all(&folder)?;
    for shell in SHELLS {
        let mut command = Command::new(&program);
        let output = command.args(["generate", "completions", shell]).output()?;
        ensure!(output.status.success(), "no completions for {shell}");
        fs::write(folder.join(format!("passant.{shell}")), output.stdout)?;
    }
    Ok(())
}

/// Unpacks an archive where nothing else is, and checks the oracle in it.
pub(super) fn try_it(archive: &Path, programs: &Programs, runner: &Runner) -> Result<()> {
    let folder = tempfile::tempdir()?;
    if is_windows(&programs.target) {
        zip_file::unpack(archive, folder.path())?;
    } else {
        tarball::unpack(archive, folder.path())?;
    }
    let passant = || {
        let program = folder.path().join(programs.file_name("passant"));
        let mut command = runner.command(&program);
        command.current_dir(folder.path());
        command
    };
    if matches!(runner, Runner::Emulator(_)) {
        // Beside an engine `passant` starts itself, which only works without an emulator.
        let mut perft = passant();
        perft.args(["perft", "perft", "en-passant", "--max-nodes", "30000"]);
        return trial::exits_with(&mut perft, 0);
    }
    if matches!(runner, Runner::Directly) {
        trial::names_its_pages(&mut passant())?;
    }
    let oracle = Path::new(".").join(programs.file_name("passant-oracle"));
    trial::tells_engines_apart(passant, &oracle)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::super::metadata::Metadata;
    use super::super::programs::PROGRAMS;
    use super::super::systems::SYSTEMS;
    use super::{name, pack};

    /// Windows has archives of another kind, and cargo-binstall fails if a manifest names a file that is not there.
    #[test]
    fn cargo_binstall_finds_every_archive() {
        let metadata = Metadata::read_here();
        for program in PROGRAMS {
            let package = metadata.packages.iter().find(|it| it.name == program);
            let binstall = &package.expect("it is in the workspace").metadata["binstall"];
            let targets = SYSTEMS.iter().map(|system| system.target);
            for target in targets.chain(["x86_64-pc-windows-msvc", "x86_64-unknown-linux-gnu"]) {
                let text = |key: &str| {
                    let own = binstall["overrides"][target][key].as_str();
                    let text = own.or_else(|| binstall[key].as_str()).unwrap_or_default();
                    text.replace("{ version }", env!("CARGO_PKG_VERSION"))
                        .replace("{ target }", target)
                };
                let folder = tempfile::tempdir().unwrap();
                fs::create_dir(folder.path().join(name(target))).unwrap();
                let archive = pack(folder.path(), target).unwrap();
                let url = text("pkg-url");
                let file = archive.file_name().unwrap().to_str().unwrap();
                assert_eq!(url.rsplit('/').next(), Some(file), "{program}: {url}");
                let is_zip = text("pkg-fmt") == "zip";
                let ending = if is_zip { "zip" } else { "gz" };
                assert_eq!(archive.extension(), Some(ending.as_ref()), "{url}");
                let folder = Path::new(&text("bin-dir")).parent().map(Path::to_owned);
                assert_eq!(folder.as_deref(), Some(Path::new(&name(target))));
            }
        }
    }
}
