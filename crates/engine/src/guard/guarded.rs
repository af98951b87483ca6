//! An engine below a guard, as the process sees it that has started the guard.

use std::io::{self, ErrorKind, Read};
use std::os::fd::AsRawFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{self, Child, ExitStatus};
use std::time::{Duration, Instant};
use std::{fs, thread};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::signal::{self, Signal};
use nix::unistd::Pid;
use passant_query::{EngineError, Interrupt};

use super::descendants;
use super::watch::{Message, own_path};

/// The program of this process, even if its file has been replaced or removed.
pub(super) const PROGRAM: &str = "/proc/self/exe";

/// The first argument of a guard. The others: the path of the pipe, its name, the memory limit in bytes, and the
/// command of the engine.
pub(super) const OPTION: &str = "--guard-an-engine";

/// The name of guards in lists of processes, so that ending programs by the name of this one leaves them alone.
const NAME: &str = "engine-guard";

/// The pauses while a guard starts its engine.
const PAUSES: [Duration; 2] = [Duration::from_micros(100), Duration::from_millis(2)];

/// An engine and its guard.
#[derive(Debug)]
pub(crate) struct GuardedChild {
    guard: Child,
    /// The source of the messages; `None` once it is closed, which makes the guard end everything.
    pipe: Option<io::PipeReader>,
    /// Bytes of messages that were read.
    heard: Vec<u8>,
    engine: Option<Pid>,
    ended: Option<ExitStatus>,
    is_out_of_memory: bool,
}

impl GuardedChild {
    /// Starts an engine below a guard.
    ///
    /// `limit` is the time that this may take, and `memory` the most bytes that the engine may use.
    pub(crate) fn start(
        engine: &process::Command,
        memory: u64,
        limit: Duration,
        interrupt: &Interrupt,
    ) -> Result<Self, EngineError> {
        let start_error = |error: io::Error| EngineError::NotStarted(error.to_string());
        let (pipe, writer) = io::pipe().map_err(start_error)?;
        let flags = fcntl(&pipe, FcntlArg::F_GETFL).map(OFlag::from_bits_retain);
        flags
            .and_then(|flags| fcntl(&pipe, FcntlArg::F_SETFL(flags | OFlag::O_NONBLOCK)))
            .map_err(|error| start_error(error.into()))?;
        let mut guard = below_guard(engine, &writer, memory).map_err(start_error)?;
        let mut started = Self {
            guard: guard.spawn().map_err(start_error)?,
            pipe: Some(pipe),
            heard: Vec::new(),
            engine: None,
            ended: None,
            is_out_of_memory: false,
        };
        started.wait_for_engine(limit, interrupt)?;
        // The guard has opened the pipe itself by now.
        drop(writer);
        Ok(started)
    }

    /// Returns the guard, which hands the pipes down to the engine.
    pub(crate) fn guard(&mut self) -> &mut Child {
        &mut self.guard
    }

    /// Returns the status of the engine, if it has ended. Its descendants may still run.
    pub(crate) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        self.listen();
        if self.ended.is_none()
            && let Some(status) = self.guard.try_wait()?
        {
            // The last message may have come in between. A guard that was killed has left none.
            self.listen();
            self.ended.get_or_insert(status);
        }
        Ok(self.ended)
    }

    /// Tells whether the engine was killed because it used too much memory, as far as its end is known.
    pub(crate) fn is_out_of_memory(&self) -> bool {
        self.is_out_of_memory
    }

    /// Lets the guard kill the engine and everything that the engine has started.
    pub(crate) fn kill(&mut self) {
        self.listen();
        self.pipe = None;
        let guard = Pid::from_raw(self.guard.id().cast_signed());
        match self.guard.try_wait() {
            // An engine can stop its guard, which is a process of the same user.
            Ok(None) => drop(signal::kill(guard, Signal::SIGCONT)),
            // It can also kill its guard, now or later.
            _ => drop(self.is_gone()),
        }
    }

    /// Tells whether the guard has ended, and with it everything that it guarded. If the guard was killed, kills the
    /// process group of the engine.
    pub(crate) fn is_gone(&mut self) -> bool {
        match self.guard.try_wait() {
            Ok(None) => false,
            // A guard ends by itself when nothing is left.
            Ok(Some(status)) if status.success() => true,
            _ => self.engine.is_none_or(descendants::kill_group),
        }
    }

    fn wait_for_engine(
        &mut self,
        limit: Duration,
        interrupt: &Interrupt,
    ) -> Result<(), EngineError> {
        let (start, mut pause) = (Instant::now(), PAUSES[0]);
        loop {
            let guard = self.guard.try_wait();
            match self.listen() {
                Some(Message::NotStarted(error)) => {
                    let error = io::Error::from_raw_os_error(error);
                    return Err(EngineError::NotStarted(error.to_string()));
                }
                _ if self.engine.is_some() => return Ok(()),
                _ => {}
            }
            if let Ok(Some(status)) = guard {
                self.kill_untold();
                let why = format!("its guard ended ({status})");
                return Err(EngineError::NotStarted(why));
            }
            if interrupt.is_raised() {
                return Err(EngineError::Interrupted);
            }
            if limit < start.elapsed() {
                return Err(EngineError::TimedOut(limit));
            }
            thread::sleep(pause);
            pause = (2 * pause).min(PAUSES[1]);
        }
    }

    /// Kills an engine that has killed its guard before it could tell who the engine is: it reads from this pipe.
    fn kill_untold(&self) {
        let input = self.guard.stdin.as_ref();
        let pipe = input.and_then(|input| fs::read_link(own_path(input)).ok());
        if let Some(engine) = pipe.and_then(|pipe| descendants::group_that_reads(&pipe)) {
            descendants::kill_group(engine);
        }
    }

    /// Reads all messages that have come, and returns the last one.
    fn listen(&mut self) -> Option<Message> {
        let mut buffer = [0; 256];
        let pipe = self.pipe.as_mut()?;
        loop {
            match pipe.read(&mut buffer) {
                Ok(read) if read != 0 => self.heard.extend_from_slice(&buffer[..read]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => break,
            }
        }
        let mut last = None;
        while let Some(end) = self.heard.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.heard.drain(..=end).collect();
            last = String::from_utf8_lossy(&line).trim_end().parse().ok();
            match last {
                Some(Message::Started(id)) => self.engine = Some(Pid::from_raw(id)),
                Some(Message::Ended(status)) => self.ended = Some(ExitStatus::from_raw(status)),
                Some(Message::OutOfMemory) => self.is_out_of_memory = true,
                Some(Message::NotStarted(_)) | None => {}
            }
        }
        last
    }
}

/// Returns the command of the guard, with the streams and the folder of the engine, in a process group of its own:
/// Ctrl-C on the terminal does not reach it.
///
/// The guard opens the pipe by its path. Handing the pipe down would also hand it to other engines, which other threads
/// start at the same time. It knows the pipe by its name: once nobody waits for the guard, another pipe can have the
/// path.
fn below_guard(
    engine: &process::Command,
    pipe: &io::PipeWriter,
    memory: u64,
) -> io::Result<process::Command> {
    let name = fs::read_link(own_path(pipe))?;
    let path = format!("/proc/{}/fd/{}", process::id(), pipe.as_raw_fd());
    let mut guard = process::Command::new(PROGRAM);
    guard.arg0(NAME).args([OPTION, &path]).arg(name);
    guard.arg(memory.to_string());
    guard.arg(engine.get_program()).args(engine.get_args());
    if let Some(folder) = engine.get_current_dir() {
        guard.current_dir(folder);
    }
    let piped = || process::Stdio::piped();
    guard.stdin(piped()).stdout(piped()).stderr(piped());
    guard.process_group(0);
    Ok(guard)
}
