//! The folder of the user's cache.

use std::env;
use std::path::PathBuf;

/// The folder for files that can be found out again: `$XDG_CACHE_HOME/passant` or `~/.cache/passant`, on Windows
/// `%LOCALAPPDATA%\passant`. `None` if none of these variables is set.
pub(super) fn cache_folder() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from);
    let home = || Some(named("HOME")?.join(".cache"));
    let local = || named("LOCALAPPDATA").filter(|_| cfg!(windows));
    let folder = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
    Some(folder.or_else(local).or_else(home)?.join("passant"))
}
