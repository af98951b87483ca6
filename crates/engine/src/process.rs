//! A running program: lines in, lines out, and limits for everything it may do.
//!
//! An engine cannot hang or fill this process, whatever it prints or fails to do. Lines and answers have a greatest
//! length, answers have a time limit, unread output stays in the pipe, and the engine is killed when the [`Process`] is
//! dropped. So is what the engine has started, as far as the system can: everything where it has a
//! [guard](crate::guard), otherwise its process group or job object.

mod child;
mod line_splitter;
mod nonblocking;
mod stderr_tail;

pub use crate::clock::Deadline;
pub use child::Limits;

use std::io::ErrorKind;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use passant_query::{EngineError, Escaped, Interrupt};

use crate::clock::Clock;
use crate::command::Command;
use crate::transcript::{Direction, Transcript};
use child::EngineChild;
use line_splitter::{LineSplitter, SplitLine};
use nonblocking::{Input, Output};
use stderr_tail::StderrTail;

/// The silence after which a program is tested for being alive.
const SILENCE: Duration = Duration::from_millis(50);

/// The time for an engine to exit after it closes its output or is killed.
const EXIT: Duration = Duration::from_millis(500);

/// The size of the batch of commands that is written at once, in bytes, although no answer is expected yet.
const COLLECTED: usize = 1 << 12;

/// The size of the read buffer, in bytes.
const READ: usize = 1 << 13;

/// The shortest pause between two reads, where the system does not wake a reader up.
///
/// The pauses grow with the time of the answer: few reads find nothing, and every answer is noticed soon.
const SHORTEST: Duration = Duration::from_micros(100);

/// The longest pause between two reads.
const LONGEST: Duration = Duration::from_millis(2);

/// A running program that reads and prints lines.
#[derive(Debug)]
pub struct Process {
    child: EngineChild,
    /// `None` once it is closed.
    input: Option<Box<dyn Input>>,
    /// Commands that are not written yet. They are written together when an answer is expected.
    unsent: Vec<u8>,
    /// `None` once it has ended.
    output: Option<Box<dyn Output>>,
    /// Bytes that were read, but not yet returned as lines.
    unread: LineSplitter,
    stderr: StderrTail,
    /// The pause before the next read.
    pause: Duration,
    /// The time at which the program last printed something, or was seen running.
    last_sign: Instant,
    /// The time at which reading ends after the program has exited. Its last output may still be in the pipe.
    exit_deadline: Option<Instant>,
    /// Bytes of the current answer.
    answered: usize,
    limits: Limits,
    transcript: Transcript,
    interrupt: Interrupt,
}

impl Process {
    /// Starts a program in a process group of its own, below a [guard](crate::guard) if this process has guards.
    pub fn start(
        command: &Command,
        limits: Limits,
        transcript: &Transcript,
        interrupt: &Interrupt,
    ) -> Result<Self, EngineError> {
        let (child, streams) = EngineChild::start(command, limits, interrupt)?;
        let transcript = transcript.next_process();
        transcript.line(Direction::Event, &format!("started {command}"));
        Ok(Self {
            input: streams.input,
            unsent: Vec::new(),
            output: streams.output,
            unread: LineSplitter::up_to(limits.line),
            stderr: StderrTail::new(streams.errors, limits.line),
            child,
            pause: SHORTEST,
            last_sign: Instant::now(),
            exit_deadline: None,
            answered: 0,
            limits,
            transcript,
            interrupt: interrupt.clone(),
        })
    }

    /// Returns the limits of the program.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sends a line, which must not contain a line end. Returns at once unless the program has stopped reading.
    pub fn send(&mut self, line: &str) -> Result<(), EngineError> {
        self.transcript.line(Direction::To, line);
        self.answered = 0;
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
        if COLLECTED < self.unsent.len() {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Writes all lines that were sent, without waiting for an answer.
    pub fn flush(&mut self) -> Result<(), EngineError> {
        self.pause = SHORTEST;
        let deadline = self.reply_deadline();
        let mut clock = Clock::new();
        while !self.write()? {
            if self.interrupt.is_raised() {
                return Err(EngineError::Interrupted);
            }
            // A program whose output pipe is full does not read its input.
            if self.unread.waiting() < self.limits.output {
                self.read();
            }
            let (pause, is_last) = self.next_pause(deadline, &mut clock);
            thread::sleep(pause);
            if is_last {
                return Err(self.timeout_error(self.limits.reply));
            }
        }
        Ok(())
    }

    /// Closes the program's standard input, for programs that answer at its end.
    pub fn close_input(&mut self) {
        // An error comes up again when the answer is read.
        let _ = self.flush();
        self.input = None;
    }

    /// Waits for the next line, and returns it without its end.
    pub fn line(&mut self, deadline: Deadline) -> Result<String, EngineError> {
        if !self.unsent.is_empty() {
            self.flush()?;
        }
        let mut clock = Clock::new();
        let mut is_late = false;
        loop {
            if self.interrupt.is_raised() {
                return Err(EngineError::Interrupted);
            }
            match self.unread.next() {
                Some(SplitLine::Line(line)) => return self.count(line),
                Some(SplitLine::TooLong) => {
                    let what = format!("a line of more than {} bytes", self.limits.line);
                    return Err(self.note(EngineError::Flooded(what)));
                }
                None if self.output.is_none() => return Err(self.crash_error()),
                None if is_late => return Err(self.timeout_error(deadline.timeout)),
                None => {}
            }
            // Output that is in the pipe when the time is up is still in time.
            let (pause, is_last) = self.next_pause(deadline, &mut clock);
            is_late = is_last;
            if let Some(output) = &mut self.output {
                output.wait(pause);
            }
            if !self.read() {
                self.expect_alive()?;
            }
        }
    }

    /// Returns all lines up to and including the first one for which `is_last` holds.
    pub fn lines_until(
        &mut self,
        deadline: Deadline,
        mut is_last: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, EngineError> {
        let mut lines = Vec::new();
        loop {
            let line = self.line(deadline)?;
            let ends = is_last(&line);
            lines.push(line);
            if ends {
                return Ok(lines);
            }
        }
    }

    /// Returns the deadline of an answer that is asked for now.
    #[must_use]
    pub fn reply_deadline(&self) -> Deadline {
        Deadline::after(self.limits.reply)
    }

    /// Returns the last lines that the program printed on standard error.
    pub fn stderr_tail(&mut self) -> Vec<String> {
        self.stderr.read(&self.transcript);
        self.stderr.lines().iter().cloned().collect()
    }

    /// Waits for the program to exit by itself; `None` if it does not within the time.
    pub fn wait(&mut self, timeout: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline || self.interrupt.is_raised() {
                return None;
            }
            self.stderr.read(&self.transcript);
            thread::sleep(LONGEST);
        }
    }

    /// Writes as much of the unsent lines as the pipe takes. Returns whether that is everything.
    fn write(&mut self) -> Result<bool, EngineError> {
        while !self.unsent.is_empty() {
            let Some(input) = &mut self.input else {
                return Err(self.crash_error());
            };
            match input.write(&self.unsent) {
                Ok(written) => drop(self.unsent.drain(..written)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // The input is closed, but output from before can still be read, and says why.
                Err(_) => self.unsent.clear(),
            }
        }
        Ok(true)
    }

    /// Reads from the output. Returns whether there was anything to read.
    fn read(&mut self) -> bool {
        let mut buffer = [0; READ];
        let Some(output) = &mut self.output else {
            return false;
        };
        match output.read(&mut buffer) {
            Ok(read) if read != 0 => {
                self.unread.push(&buffer[..read]);
                if read == READ {
                    // The buffer is full, so there is more.
                    self.pause = Duration::ZERO;
                }
                self.last_sign = Instant::now();
                self.exit_deadline = None;
                true
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                self.stderr.read(&self.transcript);
                false
            }
            // A terminal or pipe that breaks ends like one that closes.
            Ok(_) | Err(_) => {
                self.unread.end();
                self.output = None;
                true
            }
        }
    }

    /// Returns the next pause, which is twice as long as the one before, and whether the time is up.
    fn next_pause(&mut self, deadline: Deadline, clock: &mut Clock) -> (Duration, bool) {
        let left = deadline.at.saturating_duration_since(clock.look());
        let pause = left.min(self.pause);
        self.pause = (self.pause * 2).clamp(SHORTEST, LONGEST);
        (pause, left.is_zero())
    }

    /// Fails if the program has exited. A child process of the program may keep the pipe open.
    fn expect_alive(&mut self) -> Result<(), EngineError> {
        match self.exit_deadline {
            None if self.last_sign.elapsed() < SILENCE => {}
            None if matches!(self.child.try_wait(), Ok(Some(_))) => {
                self.exit_deadline = Some(Instant::now() + EXIT);
            }
            None => self.last_sign = Instant::now(),
            Some(end) if end <= Instant::now() => return Err(self.crash_error()),
            Some(_) => {}
        }
        Ok(())
    }

    /// Adds a line to the length of the answer, which is limited.
    fn count(&mut self, line: String) -> Result<String, EngineError> {
        self.transcript.line(Direction::From, &line);
        self.answered += line.len() + 1;
        if self.limits.output < self.answered {
            let what = format!("more than {} bytes in one answer", self.limits.output);
            return Err(self.note(EngineError::Flooded(what)));
        }
        Ok(line)
    }

    /// Returns the error for a program that has closed its output.
    fn crash_error(&mut self) -> EngineError {
        let how = match self.wait(EXIT) {
            Some(status) => {
                // The last errors may still be in the pipe, which a child of the program may keep open.
                let end = Instant::now() + EXIT;
                while !self.stderr.has_ended() && Instant::now() < end {
                    self.stderr.read(&self.transcript);
                    thread::sleep(SHORTEST);
                }
                format!("ended ({status})")
            }
            None => "closed its output".to_owned(),
        };
        if self.child.is_out_of_memory() {
            return self.note(EngineError::OutOfMemory(self.limits.memory));
        }
        let how = match self.stderr_tail().last() {
            Some(last) => format!("{how}: {}", Escaped(last)),
            None => how,
        };
        self.note(EngineError::Crashed(how))
    }

    fn timeout_error(&self, timeout: Duration) -> EngineError {
        self.note(EngineError::TimedOut(timeout))
    }

    fn note(&self, error: EngineError) -> EngineError {
        self.transcript.line(Direction::Event, &error.to_string());
        error
    }
}

impl Drop for Process {
    /// Kills the program and what it has started, and waits until it is gone.
    fn drop(&mut self) {
        self.input = None;
        self.child.start_kill();
        let deadline = Instant::now() + EXIT;
        // A program that is not killed at once waits for a disk, and is killed when that answers.
        while Instant::now() < deadline && !self.child.is_gone() {
            thread::sleep(Duration::from_millis(1));
        }
        self.stderr.read(&self.transcript);
        self.transcript.line(Direction::Event, "stopped");
    }
}
