//! Where a user's files are kept.

use std::env;
use std::path::PathBuf;

/// Where this user keeps what can be found out again: `$XDG_CACHE_HOME/passant` or `~/.cache/passant`, on Windows
/// `%LOCALAPPDATA%\passant`; `None` where none of them is known.
pub(crate) fn user_folder() -> Option<PathBuf> {
    let named = |name| env::var_os(name).map(PathBuf::from);
    let home = || Some(named("HOME")?.join(".cache"));
    let local = || named("LOCALAPPDATA").filter(|_| cfg!(windows));
    let folder = named("XDG_CACHE_HOME").filter(|folder| folder.is_absolute());
    Some(folder.or_else(local).or_else(home)?.join("passant"))
}
