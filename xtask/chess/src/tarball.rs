//! Archives that have the same bytes whenever and wherever they are made.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use xtask::Step;

/// Names in order, no time and no owner, permissions that depend on no settings of this user; gzip without a time.
const SAME_BYTES: [&str; 7] = [
    "--sort=name",
    "--mtime=@0",
    "--owner=0",
    "--group=0",
    "--numeric-owner",
    "--mode=u=rwX,go=rX",
    "--use-compress-program=gzip -n9",
];

/// Packs a folder, with its name, into `<name>.tar.gz` beside it, and returns the path of that.
pub(crate) fn write(parent: &Path, name: &str) -> Result<PathBuf> {
    let path = parent.join(format!("{name}.tar.gz"));
    let mut command = Command::new("tar");
    command.args(SAME_BYTES).arg("-cf").arg(&path);
    command.arg("-C").arg(parent).arg(name);
    Step::of(&format!("{name}.tar.gz"), command).run()?;
    Ok(path)
}
