//! Installs each library into its own folder below `target/zoo`, and builds its adapter.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::library::{Library, ZooPaths};

/// The command of an adapter.
pub(crate) struct Adapter {
    pub(crate) command: Vec<String>,
    pub(crate) environment: Vec<(&'static str, OsString)>,
}

/// Installs a library, unless it is installed already, and builds its adapter.
pub(crate) fn install(zoo: &ZooPaths, library: &Library) -> Result<Adapter> {
    let folder = zoo.target.join(library.package());
    let mut adapter = match library.adapter.split_once('/') {
        Some(("python", _)) => python_adapter(zoo, library, &folder),
        Some(("javascript", script)) => javascript(zoo, library, script, &folder),
        Some(("rust", source)) => rust(zoo, library, source, &folder),
        _ => bail!("no language is known for {}", library.adapter),
    }?;
    adapter.command.extend(library.mode.clone());
    Ok(adapter)
}

fn python_adapter(zoo: &ZooPaths, library: &Library, folder: &Path) -> Result<Adapter> {
    let python = find_python(library.python.as_deref())?;
    if !folder.exists() {
        let mut command = Command::new(&python);
        command
            .args(["-m", "pip", "install", "--quiet", "--target"])
            .arg(folder);
        run(command.args(&library.needs))?;
    }
    let script = zoo.folder.join(&library.adapter);
    // The adapters speak the line protocol with the module of the wheel.
    let module = zoo.folder.join("../../crates/passant/python/src");
    let paths = std::env::join_paths([folder, &module])?;
    Ok(Adapter {
        command: vec![text(&python), text(&script)],
        environment: vec![
            ("PYTHONPATH", paths),
            ("PYTHONDONTWRITEBYTECODE", "1".into()),
        ],
    })
}

fn javascript(zoo: &ZooPaths, library: &Library, script: &str, folder: &Path) -> Result<Adapter> {
    if !folder.join("node_modules").exists() {
        let mut command = Command::new("npm");
        command
            .args(["install", "--silent", "--prefix"])
            .arg(folder);
        run(command.args(&library.needs))?;
    }
    // Node looks for packages in the folder of the script.
    for file in ["core.mjs", script] {
        std::fs::copy(zoo.folder.join("javascript").join(file), folder.join(file))?;
    }
    Ok(Adapter {
        command: vec!["node".to_owned(), text(&folder.join(script))],
        environment: Vec::new(),
    })
}

fn rust(zoo: &ZooPaths, library: &Library, source: &str, folder: &Path) -> Result<Adapter> {
    std::fs::create_dir_all(folder)?;
    let name = format!("zoo-{}", library.package().replace(['.', '_'], "-"));
    let source = text(&zoo.folder.join("rust").join(source));
    // Without optimization, some libraries need minutes to build their tables. Users run them without overflow checks.
    let manifest = format!(
        "[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
        [[bin]]\nname = \"{name}\"\npath = {source:?}\n\n[dependencies]\n{}\n\n\
        [profile.dev]\nopt-level = 1\ndebug = false\noverflow-checks = false\n\
        debug-assertions = false\n\n[profile.dev.build-override]\nopt-level = 2\n\n[workspace]\n",
        library.needs.join("\n"),
    );
    let path = folder.join("Cargo.toml");
    // Writing an unchanged file would make cargo build again.
    if !std::fs::read_to_string(&path).is_ok_and(|old| old == manifest) {
        std::fs::write(&path, manifest)?;
    }
    let target = zoo.target.join("rust");
    let mut command = Command::new(xtask::cargo());
    command
        .args(["build", "--quiet", "--manifest-path"])
        .arg(&path);
    command
        .arg("--target-dir")
        .arg(&target)
        .env("ZOO_VERSION", &library.version);
    run(&mut command)?;
    Ok(Adapter {
        command: vec![text(&target.join("debug").join(name))],
        // Some libraries panic; printing a backtrace takes longer than answering.
        environment: vec![("RUST_BACKTRACE", "0".into())],
    })
}

fn run(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("cannot start {command:?}"))?;
    if !status.success() {
        bail!("{command:?} failed ({status})");
    }
    Ok(())
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// Finds a Python of this version, or any Python, from `PATH` or from the folder of pyenv.
fn find_python(version: Option<&str>) -> Result<PathBuf> {
    let Some(version) = version else {
        return Ok("python3".into());
    };
    let mut candidates = vec![PathBuf::from(format!("python{version}"))];
    let home = std::env::home_dir().unwrap_or_default();
    for entry in home
        .join(".pyenv/versions")
        .read_dir()
        .into_iter()
        .flatten()
    {
        candidates.push(entry?.path().join("bin/python3"));
    }
    let is_right = |candidate: &PathBuf| {
        let output = Command::new(candidate).arg("--version").output();
        let wanted = format!("Python {version}.");
        output.is_ok_and(|output| output.stdout.starts_with(wanted.as_bytes()))
    };
    let found = candidates.into_iter().find(is_right);
    found.with_context(|| format!("there is no Python {version}"))
}
