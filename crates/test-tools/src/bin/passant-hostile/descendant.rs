//! The processes that a hostile engine starts, and behavior of theirs that only something else ends.

use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;
use std::{io, thread};

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
    for _ in 0..10_000 {
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
        make_sign(sign)?;
    }
    if how == Some(Descendant::Hog) {
        hog();
    }
    remain();
    Ok(())
}

/// Longer than any test waits.
const FOREVER: Duration = Duration::from_secs(1000);

/// The size of the memory that is taken at a time, and the most that is taken if nothing ends the engine: a test that
/// fails must not fill the machine.
const BLOCK: usize = 16 << 20;
const BLOCKS: u8 = 128;

/// Takes memory and writes to it, so that it is really used.
pub(crate) fn hog() {
    let mut taken = Vec::new();
    for round in 1..=BLOCKS {
        taken.push(vec![round; BLOCK]);
        thread::sleep(Duration::from_millis(10));
    }
    remain();
    drop(taken);
}

/// Does nothing for a long time.
pub(crate) fn remain() {
    thread::sleep(FOREVER);
}

/// The open file.
static HELD: Mutex<Option<File>> = Mutex::new(None);

/// Makes the file that shows that the engine misbehaves. On Windows no other process can open it before this one ends, which shows a test that it has ended.
pub(crate) fn make_sign(sign: &Path) -> io::Result<()> {
    let mut held = HELD.lock().map_err(|_| io::Error::other("a panic"))?;
    if held.is_none() {
        let mut options = File::options();
        options.write(true).create(true);
        #[cfg(windows)]
        std::os::windows::fs::OpenOptionsExt::share_mode(&mut options, 0);
        *held = Some(options.open(sign)?);
    }
    Ok(())
}
