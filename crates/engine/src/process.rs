//! A running engine: lines in, lines out, and bounds to everything it may do.
//!
//! Nothing that an engine prints, and nothing that it fails to do, can hang or fill this process: lines have a
//! greatest length, answers a greatest size and a time, what is not read stays in the pipe, and the engine with all
//! its children is killed when the [`Process`] is dropped.

use std::io::ErrorKind;
use std::process::ExitStatus;
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::complaints::Complaints;
use super::lines::{Lines, Piece};
use super::transcript::{Direction, Spelled};
use super::unblocked::{self, Input, Output};
use super::{Launch, Transcript};
use passant_query::{EngineError, Interrupt};

/// What an engine may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long it may take to say who it is.
    pub start: Duration,
    /// How long it may take to answer.
    pub reply: Duration,
    /// The longest line, in bytes.
    pub line: usize,
    /// The most bytes between two things said to it.
    pub output: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            reply: Duration::from_secs(20),
            line: 1 << 16,
            output: 1 << 22,
        }
    }
}

/// How long a program may be silent before it is looked whether it is still there.
const SILENCE: Duration = Duration::from_millis(50);

/// How long an engine that closes its output, or was killed, may take to be gone.
const FAREWELL: Duration = Duration::from_millis(500);

/// How many bytes are said before they are written although no answer is waited for.
const UNSAID: usize = 1 << 12;

/// How many bytes are read at a time.
const READ: usize = 1 << 13;

/// The shortest and the longest time between two looks at what has been printed.
///
/// Engines flush each line: who reads at once is woken for each, and what is woken costs more than what is read. Waiting
/// grows with the time that an answer takes, so that few looks are in vain, and none is much too late.
const SHORTEST: Duration = Duration::from_micros(100);
const LONGEST: Duration = Duration::from_millis(2);

/// A running program that is spoken to in lines.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    /// `None` once it is closed.
    input: Option<Box<dyn Input>>,
    /// What was said and not yet written: it goes out at once when an answer is waited for.
    unsaid: Vec<u8>,
    /// `None` once it has ended.
    output: Option<Box<dyn Output>>,
    /// What was read and has not been looked at.
    unread: Lines,
    complaints: Complaints,
    /// The time until the next look at what has been printed.
    pause: Duration,
    /// When it was last heard of, or seen to be alive.
    heard_of: Instant,
    /// How long what it has printed before it ended may take to come.
    farewell: Option<Instant>,
    /// Bytes read since something was said.
    heard: usize,
    limits: Limits,
    transcript: Transcript,
    interrupt: Interrupt,
}

impl Process {
    /// Starts a program in a process group of its own.
    pub fn start(
        launch: &Launch,
        limits: Limits,
        transcript: &Transcript,
        interrupt: &Interrupt,
    ) -> Result<Self, EngineError> {
        let mut command = CommandWrap::from(launch.command());
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut child = command
            .spawn()
            .map_err(|error| EngineError::NotStarted(format!("{launch}: {error}")))?;
        let transcript = transcript.next_process();
        transcript.line(Direction::Event, &format!("started {launch}"));
        let not_started = |error| EngineError::NotStarted(format!("{launch}: {error}"));
        // All three are piped by `Launch::command`; a missing one only means that nothing comes.
        let output = child.stdout().take().map(unblocked::output).transpose();
        let complaints = child.stderr().take().map(unblocked::output).transpose();
        let input = child.stdin().take().map(unblocked::input).transpose();
        Ok(Self {
            input: input.map_err(not_started)?,
            unsaid: Vec::new(),
            output: output.map_err(not_started)?,
            unread: Lines::up_to(limits.line),
            complaints: Complaints::new(complaints.map_err(not_started)?, limits.line),
            child,
            pause: SHORTEST,
            heard_of: Instant::now(),
            farewell: None,
            heard: 0,
            limits,
            transcript,
            interrupt: interrupt.clone(),
        })
    }

    /// What the program may use.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Says a line, which must not contain a line end. Returns at once unless the program has stopped listening.
    pub fn send(&mut self, line: &str) -> Result<(), EngineError> {
        self.transcript.line(Direction::To, line);
        self.heard = 0;
        self.unsaid.extend_from_slice(line.as_bytes());
        self.unsaid.push(b'\n');
        if UNSAID < self.unsaid.len() {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Writes what was said, without waiting for an answer.
    pub fn flush(&mut self) -> Result<(), EngineError> {
        self.pause = SHORTEST;
        let deadline = self.reply_deadline();
        while !self.write()? {
            if self.interrupt.is_raised() {
                return Err(EngineError::Interrupted);
            }
            // Who waits for us to read does not listen.
            if self.unread.waiting() < self.limits.output {
                self.read();
            }
            if self.rest(deadline) {
                return Err(self.timed_out(self.limits.reply));
            }
        }
        Ok(())
    }

    /// Closes the program's standard input, for programs that answer at its end.
    pub fn close_input(&mut self) {
        // A program that does not listen is found out when its answer is waited for.
        let _ = self.flush();
        self.input = None;
    }

    /// The next line, without its end.
    pub fn line(&mut self, deadline: Deadline) -> Result<String, EngineError> {
        if !self.unsaid.is_empty() {
            self.flush()?;
        }
        let mut is_late = false;
        loop {
            if self.interrupt.is_raised() {
                return Err(EngineError::Interrupted);
            }
            match self.unread.next() {
                Some(Piece::Line(line)) => return self.count(line),
                Some(Piece::TooLong) => {
                    let what = format!("a line of more than {} bytes", self.limits.line);
                    return Err(self.note(EngineError::Flooded(what)));
                }
                None if self.output.is_none() => return Err(self.crashed()),
                None if is_late => return Err(self.timed_out(deadline.patience)),
                None => {}
            }
            // What is there when the time is up has come in time.
            is_late = self.rest(deadline);
            if !self.read() {
                self.expect_alive()?;
            }
        }
    }

    /// All lines up to the first for which `is_last` holds, which is included.
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

    /// A deadline for an answer.
    #[must_use]
    pub fn reply_deadline(&self) -> Deadline {
        Deadline::after(self.limits.reply)
    }

    /// What the program has printed on standard error lately, a line each.
    pub fn complaints(&mut self) -> Vec<String> {
        self.complaints.read(&self.transcript);
        self.complaints.kept().iter().cloned().collect()
    }

    /// Waits for the program to end by itself; `None` if it does not.
    pub fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= deadline || self.interrupt.is_raised() {
                return None;
            }
            self.complaints.read(&self.transcript);
            thread::sleep(LONGEST);
        }
    }

    /// Writes what the program takes of what was said; whether that is all.
    fn write(&mut self) -> Result<bool, EngineError> {
        while !self.unsaid.is_empty() {
            let Some(input) = &mut self.input else {
                return Err(self.crashed());
            };
            match input.write(&self.unsaid) {
                Ok(written) => drop(self.unsaid.drain(..written)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // If its input is closed, what it said before may still be read, and says why.
                Err(_) => self.unsaid.clear(),
            }
        }
        Ok(true)
    }

    /// Reads what has been printed; whether there was anything.
    fn read(&mut self) -> bool {
        let mut buffer = [0; READ];
        let Some(output) = &mut self.output else {
            return false;
        };
        match output.read(&mut buffer) {
            Ok(read) if read != 0 => {
                self.unread.push(&buffer[..read]);
                if read == READ {
                    // There is more already.
                    self.pause = Duration::ZERO;
                }
                self.heard_of = Instant::now();
                self.farewell = None;
                true
            }
            Err(error)
                if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) =>
            {
                self.complaints.read(&self.transcript);
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

    /// Lets the program work, longer than the time before; whether the time is up.
    fn rest(&mut self, deadline: Deadline) -> bool {
        let left = deadline.at.saturating_duration_since(Instant::now());
        thread::sleep(left.min(self.pause));
        self.pause = (self.pause * 2).clamp(SHORTEST, LONGEST);
        left.is_zero()
    }

    /// A program that has ended says no more, though a child of its own may keep the pipe open.
    fn expect_alive(&mut self) -> Result<(), EngineError> {
        match self.farewell {
            None if self.heard_of.elapsed() < SILENCE => {}
            None if matches!(self.child.try_wait(), Ok(Some(_))) => {
                self.farewell = Some(Instant::now() + FAREWELL);
            }
            None => self.heard_of = Instant::now(),
            Some(end) if end <= Instant::now() => return Err(self.crashed()),
            Some(_) => {}
        }
        Ok(())
    }

    /// Counts a line against what one answer may have.
    fn count(&mut self, line: String) -> Result<String, EngineError> {
        self.transcript.line(Direction::From, &line);
        self.heard += line.len() + 1;
        if self.limits.output < self.heard {
            let what = format!("more than {} bytes in one answer", self.limits.output);
            return Err(self.note(EngineError::Flooded(what)));
        }
        Ok(line)
    }

    /// What is known of a program that has closed its output.
    fn crashed(&mut self) -> EngineError {
        let how = match self.wait(FAREWELL) {
            Some(status) => {
                // What it said last may still be on its way; a child of its own may keep the pipe open.
                let end = Instant::now() + FAREWELL;
                while !self.complaints.is_over() && Instant::now() < end {
                    self.complaints.read(&self.transcript);
                    thread::sleep(SHORTEST);
                }
                format!("ended ({status})")
            }
            None => "closed its output".to_owned(),
        };
        let how = match self.complaints().last() {
            Some(last) => format!("{how}: {}", Spelled(last)),
            None => how,
        };
        self.note(EngineError::Crashed(how))
    }

    fn timed_out(&self, patience: Duration) -> EngineError {
        self.note(EngineError::TimedOut(patience))
    }

    fn note(&self, trouble: EngineError) -> EngineError {
        self.transcript.line(Direction::Event, &trouble.to_string());
        trouble
    }
}

impl Drop for Process {
    /// Kills the program and all its children, and waits until it is gone.
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.start_kill();
        let deadline = Instant::now() + FAREWELL;
        // One that cannot be killed at once is waiting for a disk; it dies when that answers.
        while Instant::now() < deadline && !matches!(self.child.try_wait(), Ok(Some(_)) | Err(_)) {
            thread::sleep(Duration::from_millis(1));
        }
        self.complaints.read(&self.transcript);
        self.transcript.line(Direction::Event, "stopped");
    }
}

/// When waiting ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    at: Instant,
    patience: Duration,
}

impl Deadline {
    /// Waits this long from now.
    #[must_use]
    pub fn after(patience: Duration) -> Self {
        Self {
            at: Instant::now() + patience,
            patience,
        }
    }

    /// The end of waiting this long from now, if that is earlier.
    #[must_use]
    pub fn within(self, patience: Duration) -> Self {
        let sooner = Self::after(patience);
        if sooner.at < self.at { sooner } else { self }
    }
}
