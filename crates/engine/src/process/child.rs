//! The process of an engine, and everything that it starts: below a guard where there is one, otherwise in a process
//! group or a job object of its own.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};
use std::sync::Arc;
use std::time::Duration;

use passant_query::{EngineError, Interrupt};
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::nonblocking::{self, Input, Output};
use crate::command::Command;

/// The limits of time, length and memory of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The timeout of the start, including the handshake.
    pub start: Duration,
    /// The timeout of an answer.
    pub reply: Duration,
    /// The longest line, in bytes.
    pub line: usize,
    /// The longest answer, in bytes.
    pub output: usize,
    /// The most memory of the program and everything that it has started, in bytes. Programs without a
    /// [guard](crate::guard) are not limited.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            reply: Duration::from_secs(20),
            line: 1 << 16,
            output: 1 << 22,
            memory: 4 << 30,
        }
    }
}

/// A running engine.
#[derive(Debug)]
pub(super) enum EngineChild {
    /// It is killed with its process group or job object.
    Grouped(Box<dyn ChildWrapper>),
    /// A guard kills it and everything below it.
    #[cfg(target_os = "linux")]
    Guarded(crate::guard::GuardedChild),
    /// It has ended, and only what it has printed is there.
    Recorded,
}

/// The pipes to an engine. A missing one is treated like a closed one.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) input: Option<Box<dyn Input>>,
    pub(super) output: Option<Box<dyn Output>>,
    pub(super) errors: Option<Box<dyn Output>>,
}

impl EngineChild {
    pub(super) fn start(
        command: &Command,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<(Self, Streams), EngineError> {
        if let Some(output) = &command.recorded {
            return Ok((Self::Recorded, Streams::from_recording(output.clone())));
        }
        #[cfg(target_os = "linux")]
        if crate::guard::has_guards() {
            return Self::start_guarded(command, limits, interrupt);
        }
        let _ = (limits, interrupt);
        Self::start_grouped(command).map_err(|error| start_error(command, &error))
    }

    #[cfg(target_os = "linux")]
    fn start_guarded(
        command: &Command,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<(Self, Streams), EngineError> {
        let piped = command.with_pipes();
        let started =
            crate::guard::GuardedChild::start(&piped, limits.memory, limits.start, interrupt);
        let mut child = started.map_err(|error| match error {
            EngineError::NotStarted(why) => EngineError::NotStarted(format!("{command}: {why}")),
            error => error,
        })?;
        let guard = child.guard();
        let ends = (guard.stdin.take(), guard.stdout.take(), guard.stderr.take());
        let streams = Streams::of(ends).map_err(|error| start_error(command, &error))?;
        Ok((Self::Guarded(child), streams))
    }

    fn start_grouped(command: &Command) -> io::Result<(Self, Streams)> {
        let mut wrapped = CommandWrap::from(command.with_pipes());
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        {
            use process_wrap::std::{CreationFlags, JobObject};
            use windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

            // Ctrl-C reaches this program alone, which ends the engine.
            let flags = CreationFlags(CREATE_NEW_PROCESS_GROUP);
            wrapped.wrap(flags).wrap(JobObject);
        }
        let mut child = wrapped.spawn()?;
        let ends = (
            child.stdin().take(),
            child.stdout().take(),
            child.stderr().take(),
        );
        Ok((Self::Grouped(child), Streams::of(ends)?))
    }

    /// Returns the status of the engine, if it has ended. What it has started may still run.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        match self {
            Self::Grouped(child) => child.try_wait(),
            #[cfg(target_os = "linux")]
            Self::Guarded(child) => child.try_wait(),
            Self::Recorded => Ok(Some(ExitStatus::default())),
        }
    }

    /// Tells whether the engine was killed because it used too much memory, as far as its end is known.
    pub(super) fn is_out_of_memory(&self) -> bool {
        match self {
            Self::Grouped(_) | Self::Recorded => false,
            #[cfg(target_os = "linux")]
            Self::Guarded(child) => child.is_out_of_memory(),
        }
    }

    /// Begins to kill the engine and what it has started.
    pub(super) fn start_kill(&mut self) {
        match self {
            // A process that has ended needs no killing.
            Self::Grouped(child) => drop(child.start_kill()),
            #[cfg(target_os = "linux")]
            Self::Guarded(child) => child.kill(),
            Self::Recorded => {}
        }
    }

    /// Tells whether the engine is gone after it was killed. Below a guard, so is everything that it has started.
    pub(super) fn is_gone(&mut self) -> bool {
        match self {
            Self::Grouped(child) => matches!(child.try_wait(), Ok(Some(_)) | Err(_)),
            #[cfg(target_os = "linux")]
            Self::Guarded(child) => child.is_gone(),
            Self::Recorded => true,
        }
    }
}

impl Streams {
    fn of(
        (input, output, errors): (Option<ChildStdin>, Option<ChildStdout>, Option<ChildStderr>),
    ) -> io::Result<Self> {
        Ok(Self {
            input: input.map(nonblocking::input).transpose()?,
            output: output.map(nonblocking::output).transpose()?,
            errors: errors.map(nonblocking::output).transpose()?,
        })
    }

    /// Returns streams that discard their input and have this output.
    fn from_recording(output: Arc<[u8]>) -> Self {
        Self {
            input: Some(Box::new(io::sink())),
            output: Some(Box::new(io::Cursor::new(output))),
            errors: None,
        }
    }
}

fn start_error(command: &Command, error: &io::Error) -> EngineError {
    EngineError::NotStarted(format!("{command}: {error}"))
}
