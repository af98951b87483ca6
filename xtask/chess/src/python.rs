//! Interpreters of Python.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

/// A Python of this version, or any Python, from `PATH` or from the folder of pyenv.
pub(crate) fn interpreter(version: Option<&str>) -> Result<PathBuf> {
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
