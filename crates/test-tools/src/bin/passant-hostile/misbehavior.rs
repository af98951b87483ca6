//! The misbehavior of a hostile engine.

use std::io::{self, Write};
use std::path::Path;
use std::thread;
use std::time::Duration;

#[cfg(unix)]
use nix::{
    sys::signal::{Signal, kill, raise},
    unistd::{close, getppid},
};

use crate::descendant::{self, Descendant, hog, make_sign, remain};

/// A way to misbehave.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misbehavior {
    /// Says nothing more.
    Hang,
    /// Ends with a message.
    Die,
    /// Prints a line without an end.
    EndlessLine,
    /// Prints lines without an end.
    EndlessLines,
    /// Prints errors without an end.
    EndlessErrors,
    /// Prints errors without an end, and goes on meanwhile.
    Noisy,
    /// Prints what is no text, and says nothing more.
    Garbage,
    /// Ends, and leaves a process that keeps its pipes open.
    Orphan,
    /// Answers after a quarter of a minute.
    Late,
    /// Takes more and more memory, in two processes.
    Hog,
    /// Starts a process that leaves it in some way, and goes on.
    #[cfg(unix)]
    Leave(Descendant),
    /// Stops itself, as Ctrl-Z does.
    #[cfg(unix)]
    Stop,
    /// Closes its standard input, and says nothing more.
    #[cfg(unix)]
    CloseInput,
    /// Stops its parent.
    #[cfg(unix)]
    StopParent,
    /// Kills its parent.
    #[cfg(unix)]
    KillParent,
    /// Kills its parent, and says nothing more.
    #[cfg(unix)]
    KillParentAndHang,
    /// Kills its parent and ends, and leaves a process that keeps its pipes open.
    #[cfg(unix)]
    KillParentAndLeave,
    /// Prints bytes that are no text between its answers.
    Dirt,
    /// Calls itself by a name with control characters.
    EvilName,
    /// Ignores positions that matter.
    Deaf,
    /// Ignores moves after a position.
    DeafToMoves,
    /// Answers about the previous position.
    Previous,
    /// Answers about the initial position.
    Elsewhere,
    /// Answers two questions at a time.
    Twice,
    /// Answers another question every second time.
    Changing,
}

/// Every way that this system has, by name.
const NAMES: &[(&str, Misbehavior)] = &[
    ("hang", Misbehavior::Hang),
    ("die", Misbehavior::Die),
    ("endless-line", Misbehavior::EndlessLine),
    ("endless-lines", Misbehavior::EndlessLines),
    ("endless-errors", Misbehavior::EndlessErrors),
    ("noisy", Misbehavior::Noisy),
    ("garbage", Misbehavior::Garbage),
    ("orphan", Misbehavior::Orphan),
    ("late", Misbehavior::Late),
    ("hog", Misbehavior::Hog),
    #[cfg(unix)]
    ("group", Misbehavior::Leave(Descendant::Group)),
    #[cfg(unix)]
    ("session", Misbehavior::Leave(Descendant::Session)),
    #[cfg(unix)]
    ("daemon", Misbehavior::Leave(Descendant::Daemon)),
    #[cfg(unix)]
    ("stop", Misbehavior::Stop),
    #[cfg(unix)]
    ("close-input", Misbehavior::CloseInput),
    #[cfg(unix)]
    ("stop-parent", Misbehavior::StopParent),
    #[cfg(unix)]
    ("kill-parent", Misbehavior::KillParent),
    #[cfg(unix)]
    ("kill-parent-and-hang", Misbehavior::KillParentAndHang),
    #[cfg(unix)]
    ("kill-parent-and-leave", Misbehavior::KillParentAndLeave),
    ("dirt", Misbehavior::Dirt),
    ("evil-name", Misbehavior::EvilName),
    ("deaf", Misbehavior::Deaf),
    ("deaf-to-moves", Misbehavior::DeafToMoves),
    ("previous", Misbehavior::Previous),
    ("elsewhere", Misbehavior::Elsewhere),
    ("twice", Misbehavior::Twice),
    ("changing", Misbehavior::Changing),
];

impl Misbehavior {
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, misbehavior)| *misbehavior)
    }

    /// Tells whether another process makes the sign.
    fn starts_another(self) -> bool {
        #[cfg(unix)]
        if self == Self::KillParentAndLeave {
            return true;
        }
        matches!(self, Self::Orphan | Self::Hog)
    }

    /// Misbehaves now. Returns if the engine then goes on.
    pub(crate) fn begin(self, sign: Option<&Path>) -> io::Result<()> {
        #[cfg(unix)]
        if let Self::Leave(how) = self {
            return descendant::start(how, sign);
        }
        if let Some(sign) = sign.filter(|_| !self.starts_another()) {
            make_sign(sign)?;
        }
        match self {
            Self::Hang => remain(),
            Self::Die => die(),
            Self::EndlessLine => loop {
                say(&[b'a'; 8192])?;
            },
            Self::EndlessLines => loop {
                say(&b"e2e4: 1\n".repeat(1000))?;
            },
            Self::EndlessErrors => complain()?,
            Self::Noisy => drop(thread::spawn(complain)),
            Self::Garbage => {
                let text = b"\x00\xff\xc3(\n\x1b[31mNodes searched: many\nperft perft perft\n";
                say(&text.repeat(10))?;
                remain();
            }
            Self::Orphan => {
                descendant::start(Descendant::Orphan, sign)?;
                die();
            }
            Self::Late => thread::sleep(Duration::from_secs(15)),
            Self::Hog => {
                descendant::start(Descendant::Hog, sign)?;
                hog();
            }
            #[cfg(unix)]
            Self::Stop => raise(Signal::SIGSTOP)?,
            #[cfg(unix)]
            Self::StopParent => kill(getppid(), Signal::SIGSTOP)?,
            #[cfg(unix)]
            Self::KillParent => kill(getppid(), Signal::SIGKILL)?,
            #[cfg(unix)]
            Self::KillParentAndHang => {
                kill(getppid(), Signal::SIGKILL)?;
                remain();
            }
            #[cfg(unix)]
            Self::KillParentAndLeave => {
                descendant::start(Descendant::Orphan, sign)?;
                kill(getppid(), Signal::SIGKILL)?;
                die();
            }
            #[cfg(unix)]
            Self::CloseInput => {
                close(0)?;
                remain();
            }
            _ => {}
        }
        Ok(())
    }
}

/// Prints at once.
pub(crate) fn say(bytes: &[u8]) -> io::Result<()> {
    let mut output = io::stdout();
    output.write_all(bytes)?;
    output.flush()
}

/// Prints errors as fast as they are read.
fn complain() -> io::Result<()> {
    let errors = b"error: \x1b[31mtoo many pawns\n".repeat(1000);
    loop {
        io::stderr().write_all(&errors)?;
    }
}

fn die() {
    eprintln!("out of luck");
    std::process::exit(7);
}
