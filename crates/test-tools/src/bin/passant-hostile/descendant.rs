//! The processes that a hostile engine starts. They remain until something ends them.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use std::{io, thread};

use crate::endless::{hog, remain};
use crate::sign;

/// The first argument of a process that an engine starts.
const OPTION: &str = "--descendant";

/// The relation of a process to the engine that starts it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descendant {
    /// Keeps the pipes of the engine.
    Orphan,
    /// Takes memory.
    Hog,
    /// Makes a process group of its own.
    #[cfg(unix)]
    Group,
    /// Makes a session of its own.
    #[cfg(unix)]
    Session,
    /// Makes a session of its own, and its parent ends.
    #[cfg(unix)]
    Daemon,
}

const NAMES: &[(&str, Descendant)] = &[
    ("orphan", Descendant::Orphan),
    ("hog", Descendant::Hog),
    #[cfg(unix)]
    ("group", Descendant::Group),
    #[cfg(unix)]
    ("session", Descendant::Session),
    #[cfg(unix)]
    ("daemon", Descendant::Daemon),
];

/// Tells whether these are the arguments of a process that an engine has started.
pub(crate) fn is_one(arguments: &[OsString]) -> bool {
    arguments.first().is_some_and(|first| first == OPTION)
}

/// Starts a process, and waits until it is what it is to be, if there is a sign to wait for.
pub(crate) fn start(how: Descendant, sign: Option<&Path>) -> io::Result<()> {
    let known = NAMES.iter().find(|(_, known)| *known == how);
    let mut command = Command::new(std::env::current_exe()?);
    command.arg(OPTION).args(known.map(|(name, _)| name));
    command.args(sign);
    if how != Descendant::Orphan {
        let streams = [Stdio::null(), Stdio::null(), Stdio::null()];
        let [input, output, errors] = streams;
        command.stdin(input).stdout(output).stderr(errors);
    }
    command.spawn()?;
    let is_there = || sign.is_none_or(Path::exists);
    for _ in 0..2000 {
        if is_there() {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(5));
    }
    Err(io::Error::other("the descendant does not start"))
}

/// The life of such a process.
pub(crate) fn run(arguments: &[OsString]) -> io::Result<()> {
    let name = arguments.get(1).and_then(|name| name.to_str());
    let known = NAMES.iter().find(|(known, _)| Some(*known) == name);
    let sign = arguments.get(2).map(Path::new);
    let how = known.map(|(_, how)| *how);
    match how {
        #[cfg(unix)]
        Some(Descendant::Group) => {
            nix::unistd::setpgid(nix::unistd::Pid::from_raw(0), nix::unistd::Pid::from_raw(0))?;
        }
        #[cfg(unix)]
        Some(Descendant::Session) => {
            nix::unistd::setsid()?;
        }
        #[cfg(unix)]
        Some(Descendant::Daemon) => {
            nix::unistd::setsid()?;
            // This process ends, and nobody waits for the other.
            return start(Descendant::Group, sign);
        }
        Some(Descendant::Hog | Descendant::Orphan) | None => {}
    }
    if let Some(sign) = sign {
        sign::make(sign)?;
    }
    if how == Some(Descendant::Hog) {
        hog();
    }
    remain();
    Ok(())
}
