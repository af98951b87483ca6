//! The process of an engine, and everything that it starts: below a guard where there is one, otherwise in a process
//! group or a job object of its own.

use std::io;
use std::process::{ChildStderr, ChildStdin, ChildStdout, ExitStatus};

use passant_query::{EngineError, Interrupt};
use process_wrap::std::{ChildWrapper, CommandWrap};

use super::limits::Limits;
use crate::command::Command;

/// A running engine.
#[derive(Debug)]
pub(super) enum EngineChild {
    /// It is killed with its process group or job object.
    Grouped(Box<dyn ChildWrapper>),
    /// A guard kills it and everything below it.
    #[cfg(target_os = "linux")]
    Guarded(crate::guard::GuardedChild),
}

/// The pipes to an engine. A missing one is treated like a closed one.
#[derive(Debug)]
pub(super) struct Streams {
    pub(super) input: Option<ChildStdin>,
    pub(super) output: Option<ChildStdout>,
    pub(super) errors: Option<ChildStderr>,
}

impl EngineChild {
    pub(super) fn start(
        command: &Command,
        limits: Limits,
        interrupt: &Interrupt,
    ) -> Result<(Self, Streams), EngineError> {
        #[cfg(target_os = "linux")]
        if crate::guard::has_guards() {
            return Self::start_guarded(command, limits, interrupt);
        }
        let _ = (limits, interrupt);
        Self::start_grouped(command)
            .map_err(|error| EngineError::NotStarted(format!("{command}: {error}")))
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
        let streams = Streams {
            input: guard.stdin.take(),
            output: guard.stdout.take(),
            errors: guard.stderr.take(),
        };
        Ok((Self::Guarded(child), streams))
    }

    fn start_grouped(command: &Command) -> io::Result<(Self, Streams)> {
        let mut wrapped = CommandWrap::from(command.with_pipes());
        #[cfg(unix)]
        wrapped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        wrapped.wrap(process_wrap::std::JobObject);
        let mut child = wrapped.spawn()?;
        let streams = Streams {
            input: child.stdin().take(),
            output: child.stdout().take(),
            errors: child.stderr().take(),
        };
        Ok((Self::Grouped(child), streams))
    }

    /// The status of the engine, if it has ended. What it has started may still run.
    pub(super) fn try_wait(&mut self) -> io::Result<Option<ExitStatus>> {
        match self {
            Self::Grouped(child) => child.try_wait(),
            #[cfg(target_os = "linux")]
            Self::Guarded(child) => child.try_wait(),
        }
    }

    /// Whether the engine was killed because it used too much memory, as far as its end is known.
    pub(super) fn is_out_of_memory(&self) -> bool {
        match self {
            Self::Grouped(_) => false,
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
        }
    }

    /// Whether the engine is gone after it was killed. Below a guard, so is everything that it has started.
    pub(super) fn is_gone(&mut self) -> bool {
        match self {
            Self::Grouped(child) => matches!(child.try_wait(), Ok(Some(_)) | Err(_)),
            #[cfg(target_os = "linux")]
            Self::Guarded(child) => child.is_gone(),
        }
    }
}
