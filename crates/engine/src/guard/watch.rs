//! The life of a guard: starts an engine, reports to the process that has started the guard, and ends the engine.

use std::ffi::OsString;
use std::fs::File;
use std::io::Write;
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitCode};
use std::str::FromStr;
use std::time::{Duration, Instant};
use std::{fmt, fs, io, thread};

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal, killpg};
use nix::sys::signalfd::{SfdFlags, SignalFd};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::Pid;

use super::descendants;

/// The shortest time between two looks at the memory, in milliseconds. The end of a process wakes the guard up before.
const SHORTEST_TICK: u64 = 100;

/// The longest time between two looks, in milliseconds.
const LONGEST_TICK: u64 = 500;

/// The most bytes that a program writes to in a millisecond, about: 8 GiB per second.
const GROWTH: u64 = 8 << 20;

/// The pauses between two attempts to kill.
const PAUSES: [Duration; 2] = [Duration::from_millis(1), Duration::from_millis(50)];

/// Guards an engine until the process that has started the guard is gone or wants the engine to end.
pub(super) fn run(arguments: &[OsString]) -> ExitCode {
    let [path, name, memory, program, arguments @ ..] = arguments else {
        return ExitCode::FAILURE;
    };
    let limit = memory.to_str().and_then(|memory| memory.parse().ok());
    let (Ok(pipe), Some(limit)) = (open(path, name), limit) else {
        return ExitCode::FAILURE;
    };
    let _ = prctl::set_name(c"engine-guard");
    // Linux before 3.4 has no subreapers: a process that leaves the process group is then not found.
    let _ = prctl::set_child_subreaper(true);
    let mut command = Command::new(program);
    let started = open_child_signals().and_then(|child_signals| {
        let engine = command.args(arguments).process_group(0).spawn()?;
        Ok((engine, child_signals))
    });
    match started {
        Ok((engine, child_signals)) => {
            let mut watch = Watch {
                pipe,
                child_signals,
                engine,
                has_ended: false,
                memory: limit,
            };
            // The message is sent at once, because an engine that kills its guard before is harder to find.
            watch.say(Message::Started(watch.engine().as_raw()));
            close_standard_streams();
            watch.until_the_end();
            watch.end_all();
            ExitCode::SUCCESS
        }
        Err(error) => {
            let message = Message::NotStarted(error.raw_os_error().unwrap_or(0));
            // The message has no reader if the other process is gone.
            let _ = writeln!(&pipe, "{message}");
            ExitCode::FAILURE
        }
    }
}

/// Opens the pipe to the process that has started the guard. Fails if that process is gone, or no longer waits: another
/// pipe may have the path by now.
fn open(path: &OsString, name: &OsString) -> io::Result<File> {
    let pipe = File::options().write(true).open(path)?;
    if fs::read_link(own_path(&pipe))?.as_os_str() == name {
        Ok(pipe)
    } else {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// Returns a path that leads to the name of an open file.
pub(super) fn own_path(file: &impl AsRawFd) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}

/// Opens a stream of signals about children that end from now on. The engine does not inherit that the signal is
/// blocked: programs are started with all signals open.
fn open_child_signals() -> io::Result<SignalFd> {
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGCHLD);
    signals.thread_block()?;
    let flags = SfdFlags::SFD_NONBLOCK | SfdFlags::SFD_CLOEXEC;
    Ok(SignalFd::with_flags(&signals, flags)?)
}

/// The engine has these streams, and its output must end when the engine closes it.
fn close_standard_streams() {
    for stream in 0..=2 {
        // A stream that is not open needs no closing.
        let _ = nix::unistd::close(stream);
    }
}

/// Returns the milliseconds until the next look at the memory if this many bytes are left: looking costs as much as an
/// engine needs for many an answer.
fn next_tick(left: u64) -> u64 {
    (left / GROWTH).clamp(SHORTEST_TICK, LONGEST_TICK)
}

struct Watch {
    pipe: File,
    child_signals: SignalFd,
    engine: Child,
    has_ended: bool,
    /// The most bytes that the engine and its descendants may use.
    memory: u64,
}

impl Watch {
    fn engine(&self) -> Pid {
        Pid::from_raw(self.engine.id().cast_signed())
    }

    /// Sends a message. One that cannot be sent has no reader any more.
    fn say(&mut self, message: Message) {
        let _ = self.pipe.write_all(format!("{message}\n").as_bytes());
    }

    /// Returns when the other process is gone, when it wants everything to end, or when memory runs out.
    fn until_the_end(&mut self) {
        let (mut looked, mut tick) = (Instant::now(), SHORTEST_TICK);
        while self.is_heard(tick) {
            if !self.has_ended
                && let Ok(Some(status)) = self.engine.try_wait()
            {
                self.has_ended = true;
                self.say(Message::Ended(status.into_raw()));
            }
            if looked.elapsed() < Duration::from_millis(tick) {
                continue;
            }
            looked = Instant::now();
            let Some(left) = self.memory.checked_sub(descendants::memory()) else {
                self.say(Message::OutOfMemory);
                return;
            };
            tick = next_tick(left);
        }
    }

    /// Waits for a tick, in milliseconds, or the end of a child. Returns whether the pipe still has a reader.
    fn is_heard(&self, tick: u64) -> bool {
        let mut seen = [
            PollFd::new(self.pipe.as_fd(), PollFlags::empty()),
            PollFd::new(self.child_signals.as_fd(), PollFlags::POLLIN),
        ];
        let _ = poll(&mut seen, u16::try_from(tick).unwrap_or(u16::MAX));
        // `try_wait` shows which child has ended.
        while let Ok(Some(_)) = self.child_signals.read_signal() {}
        let gone = PollFlags::POLLERR | PollFlags::POLLHUP | PollFlags::POLLNVAL;
        !seen[0].revents().is_some_and(|seen| seen.intersects(gone))
    }

    /// Kills the engine and everything below this process, and waits until all of it is gone.
    ///
    /// Only children are killed, because only their numbers cannot have passed to another process. When a child is
    /// gone, its children are children of this process.
    fn end_all(&mut self) {
        if !self.has_ended {
            let _ = killpg(self.engine(), Signal::SIGKILL);
        }
        let mut pause = PAUSES[0];
        loop {
            match waitpid(None, Some(WaitPidFlag::WNOHANG)) {
                Err(Errno::ECHILD) => return,
                Ok(WaitStatus::StillAlive) => {
                    thread::sleep(pause);
                    pause = (2 * pause).min(PAUSES[1]);
                    if !descendants::kill_children() {
                        return;
                    }
                }
                _ => {}
            }
        }
    }
}

/// A message of a guard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Message {
    /// The engine runs, as the process with this number.
    Started(i32),
    /// The engine could not be started; the error number of the system, 0 if there is none.
    NotStarted(i32),
    /// The engine has ended; the status as the system encodes it.
    Ended(i32),
    /// The engine and its descendants use more memory than they may, and are killed.
    OutOfMemory,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Started(id) => write!(f, "started {id}"),
            Self::NotStarted(error) => write!(f, "not-started {error}"),
            Self::Ended(status) => write!(f, "ended {status}"),
            Self::OutOfMemory => f.write_str("out-of-memory"),
        }
    }
}

impl FromStr for Message {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let (word, number) = line.split_once(' ').unwrap_or((line, "0"));
        let number = number.parse().map_err(drop)?;
        match word {
            "started" => Ok(Self::Started(number)),
            "not-started" => Ok(Self::NotStarted(number)),
            "ended" => Ok(Self::Ended(number)),
            "out-of-memory" => Ok(Self::OutOfMemory),
            _ => Err(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Message, next_tick};

    #[test]
    fn memory_is_looked_at_more_often_the_less_of_it_is_left() {
        const GIB: u64 = 1 << 30;
        let ticks = [0, GIB / 2, GIB, 2 * GIB, 3 * GIB, 4 * GIB, 100 * GIB].map(next_tick);
        assert_eq!(ticks, [100, 100, 128, 256, 384, 500, 500]);
    }

    #[test]
    fn messages_are_read_as_they_were_written() {
        for message in [
            Message::Started(17),
            Message::NotStarted(2),
            Message::Ended(9),
            Message::OutOfMemory,
        ] {
            assert_eq!(message.to_string().parse(), Ok(message));
        }
        assert_eq!("started soon".parse::<Message>(), Err(()));
        assert_eq!("".parse::<Message>(), Err(()));
    }
}
