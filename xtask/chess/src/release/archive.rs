//! The archive for a system: programs, man pages, completions and licenses.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use xtask::Step;

use super::licenses;
use super::metadata::Metadata;
use crate::tarball;

/// The most bytes of an archive.
pub(super) const MOST_BYTES: usize = 6_000_000;

const PROGRAMS: [&str; 2] = ["passant", "passant-oracle"];
const FILES: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT"];
/// Folders of the source with pages and adapters, and where they are in the archive.
const FOLDERS: [(&str, &str); 3] = [
    ("crates/passant/docs", "docs"),
    ("crates/passant/adapters", "adapters"),
    ("crates/passant/adapters/short", "adapters/short"),
];
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Builds the archive for a target, twice if that is wanted.
pub(super) fn build(
    root: &Path,
    folder: &Path,
    metadata: &Metadata,
    target: &str,
    twice: bool,
) -> Result<PathBuf> {
    let path = build_once(root, folder, metadata, target, "target/dist")?;
    if twice {
        let again = folder.join("again");
        let second = build_once(root, &again, metadata, target, "target/dist-again")?;
        if fs::read(&path)? != fs::read(&second)? {
            let (path, second) = (path.display(), second.display());
            bail!("two builds differ: {path} and {second}");
        }
        fs::remove_dir_all(&again)?;
        println!("two builds have the same bytes");
    }
    Ok(path)
}

fn build_once(
    root: &Path,
    folder: &Path,
    metadata: &Metadata,
    target: &str,
    target_folder: &str,
) -> Result<PathBuf> {
    let title = format!("programs for {target}");
    let arguments = format!(
        "build --quiet --locked --profile dist --package passant --package passant-oracle --target {target} \
         --target-dir {target_folder}"
    );
    // No path of this machine is in the programs.
    let home =
        std::env::var("CARGO_HOME").or_else(|_| std::env::var("HOME").map(|home| home + "/.cargo"));
    let paths = format!(
        "--remap-path-prefix={}=passant --remap-path-prefix={}=cargo",
        root.display(),
        home.unwrap_or_default(),
    );
    let variable = target.to_uppercase().replace('-', "_");
    Step::cargo(&title, &arguments)
        .env(&format!("CARGO_TARGET_{variable}_RUSTFLAGS"), paths)
        .run()?;

    let version = env!("CARGO_PKG_VERSION");
    let name = format!("passant-{version}-{target}");
    let contents = folder.join(&name);
    let built = root.join(target_folder).join(target).join("dist");
    let suffix = if target.contains("windows") {
        ".exe"
    } else {
        ""
    };
    for program in PROGRAMS {
        copy(&built, &contents, &format!("{program}{suffix}"))?;
    }
    for file in FILES {
        copy(root, &contents, file)?;
    }
    for (from, to) in FOLDERS {
        copy_files(&root.join(from), &contents.join(to))?;
    }
    let licenses = licenses::text(root, metadata, target)?;
    fs::write(contents.join("LICENSES-OF-PARTS.txt"), licenses)?;
    generate(root, &contents)?;
    tarball::write(folder, &name)
}

fn copy(from: &Path, to: &Path, name: &str) -> Result<()> {
    fs::create_dir_all(to)?;
    let from = from.join(name);
    fs::copy(&from, to.join(name)).with_context(|| format!("cannot copy {}", from.display()))?;
    Ok(())
}

/// Copies the files of a folder, without its folders.
fn copy_files(from: &Path, to: &Path) -> Result<()> {
    let entries = fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))?;
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            copy(from, to, &entry.file_name().to_string_lossy())?;
        }
    }
    Ok(())
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

/// Unpacks an archive where nothing else is, and checks the oracle in it: a correct engine passes, a faulty one does not.
pub(super) fn try_it(archive: &Path) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let mut tar = Command::new("tar");
    tar.arg("-xzf").arg(archive).arg("--strip-components=1");
    tar.arg("-C").arg(folder.path());
    Step::of("unpack", tar).run()?;
    for (engine, expected) in [
        ("./passant-oracle", 0),
        ("./passant-oracle --fault rank-pin-ignored", 1),
    ] {
        let mut check = Command::new(folder.path().join("passant"));
        check.args(["check", engine, "--suite", "en-passant/rejected-rank"]);
        check.current_dir(folder.path()).env_clear();
        let output = check.output()?;
        let code = output.status.code();
        let printed = String::from_utf8_lossy(&output.stdout);
        ensure!(
            code == Some(expected),
            "{engine}: exit code {code:?}\n{printed}"
        );
    }
    Ok(())
}
