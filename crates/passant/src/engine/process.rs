//! A running engine: lines in, lines out, and bounds to everything it may do.
//!
//! Nothing that an engine prints, and nothing that it fails to do, can hang or fill this process: lines have a
//! greatest length, answers a greatest size and a time, what is not read stays in the pipe, and the engine with all
//! its children is killed when the [`Process`] is dropped.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::ExitStatus;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::lines::{self, Piece};
use super::transcript::{Direction, Spelled};
use super::{Interrupt, Launch, Transcript, Trouble};

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

/// How often a wait looks whether it was interrupted.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// How long an engine that closes its output, or was killed, may take to be gone.
const FAREWELL: Duration = Duration::from_millis(500);

/// How many reads wait to be looked at; the engine waits at its pipe then.
const WAITING: usize = 64;

/// How many bytes are said before they are written although no answer is waited for.
const UNSAID: usize = 1 << 12;

/// How many lines of standard error are kept, and how many of them go into the transcript.
const COMPLAINTS: usize = 20;
const COMPLAINTS_WRITTEN: usize = 200;

/// A running program that is spoken to in lines.
#[derive(Debug)]
pub struct Process {
    child: Box<dyn ChildWrapper>,
    /// `None` once it is closed.
    input: Option<SyncSender<String>>,
    output: Receiver<Vec<Piece>>,
    /// What was read and has not been looked at.
    unread: VecDeque<Piece>,
    /// What was said and not yet written: it goes out at once when an answer is waited for.
    unsaid: String,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected once standard error is read to its end.
    complaints_end: Receiver<()>,
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
    ) -> Result<Self, Trouble> {
        let mut command = CommandWrap::from(launch.command());
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut child = command
            .spawn()
            .map_err(|error| Trouble::NotStarted(format!("{launch}: {error}")))?;
        let transcript = transcript.next_process();
        transcript.line(Direction::Event, &format!("started {launch}"));
        let complaints = Arc::default();
        let (to_reader, output) = sync_channel(WAITING);
        let (input, to_write) = sync_channel(WAITING);
        let (open, complaints_end) = sync_channel(0);
        // All three are piped by `Launch::command`; a missing one only means that nothing comes.
        if let Some(stream) = child.stdout().take() {
            thread::spawn(move || {
                lines::read(stream, limits.line, |pieces| to_reader.send(pieces).is_ok());
            });
        }
        if let Some(stream) = child.stderr().take() {
            let (kept, transcript) = (Arc::clone(&complaints), transcript.clone());
            thread::spawn(move || {
                keep_complaints(stream, limits.line, &kept, &transcript);
                drop::<SyncSender<()>>(open);
            });
        }
        if let Some(stream) = child.stdin().take() {
            thread::spawn(move || write_lines(stream, &to_write));
        }
        Ok(Self {
            child,
            input: Some(input),
            output,
            unread: VecDeque::new(),
            unsaid: String::new(),
            complaints,
            complaints_end,
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
    pub fn send(&mut self, line: &str) -> Result<(), Trouble> {
        self.transcript.line(Direction::To, line);
        self.heard = 0;
        self.unsaid += line;
        self.unsaid.push('\n');
        if UNSAID < self.unsaid.len() {
            self.flush()
        } else {
            Ok(())
        }
    }

    /// Hands what was said to the thread that writes, without waiting for an answer.
    pub fn flush(&mut self) -> Result<(), Trouble> {
        if self.unsaid.is_empty() {
            return Ok(());
        }
        let deadline = Instant::now() + self.limits.reply;
        let mut line = std::mem::take(&mut self.unsaid);
        let Some(input) = &self.input else {
            return Err(self.crashed());
        };
        loop {
            match input.try_send(line) {
                // If its input is closed, what it said before may still be read, and says why.
                Ok(()) | Err(TrySendError::Disconnected(_)) => return Ok(()),
                Err(TrySendError::Full(back)) => line = back,
            }
            if self.interrupt.is_raised() {
                return Err(Trouble::Interrupted);
            }
            if Instant::now() >= deadline {
                return Err(self.timed_out(self.limits.reply));
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Closes the program's standard input, for programs that answer at its end.
    pub fn close_input(&mut self) {
        // A program that does not listen is found out when its answer is waited for.
        let _ = self.flush();
        self.input = None;
    }

    /// The next line, without its end.
    pub fn line(&mut self, deadline: Deadline) -> Result<String, Trouble> {
        self.flush()?;
        loop {
            if self.interrupt.is_raised() {
                return Err(Trouble::Interrupted);
            }
            match self.unread.pop_front() {
                Some(Piece::Line(line)) => return self.count(line),
                Some(Piece::TooLong) => {
                    let what = format!("a line of more than {} bytes", self.limits.line);
                    return Err(self.note(Trouble::Flooded(what)));
                }
                None => {}
            }
            let left = deadline.at.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(HEARTBEAT)) {
                Ok(pieces) => self.unread.extend(pieces),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crashed()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(self.timed_out(deadline.patience));
                }
                Err(RecvTimeoutError::Timeout) => self.expect_alive()?,
            }
        }
    }

    /// All lines up to the first for which `is_last` holds, which is included.
    pub fn lines_until(
        &mut self,
        deadline: Deadline,
        mut is_last: impl FnMut(&str) -> bool,
    ) -> Result<Vec<String>, Trouble> {
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
    #[must_use]
    pub fn complaints(&self) -> Vec<String> {
        let kept = self
            .complaints
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        kept.iter().cloned().collect()
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
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// A program that has ended says no more, though a child of its own may keep the pipe open.
    fn expect_alive(&mut self) -> Result<(), Trouble> {
        if !matches!(self.child.try_wait(), Ok(Some(_))) {
            return Ok(());
        }
        match self.output.recv_timeout(FAREWELL) {
            Ok(pieces) => {
                self.unread.extend(pieces);
                Ok(())
            }
            Err(_) => Err(self.crashed()),
        }
    }

    /// Counts a line against what one answer may have.
    fn count(&mut self, line: String) -> Result<String, Trouble> {
        self.transcript.line(Direction::From, &line);
        self.heard += line.len() + 1;
        if self.limits.output < self.heard {
            let what = format!("more than {} bytes in one answer", self.limits.output);
            return Err(self.note(Trouble::Flooded(what)));
        }
        Ok(line)
    }

    /// What is known of a program that has closed its output.
    fn crashed(&mut self) -> Trouble {
        let how = match self.wait(FAREWELL) {
            Some(status) => {
                // What it said last may still be on its way; a child of its own may keep the pipe open.
                let _ = self.complaints_end.recv_timeout(FAREWELL);
                format!("ended ({status})")
            }
            None => "closed its output".to_owned(),
        };
        let how = match self.complaints().last() {
            Some(last) => format!("{how}: {}", Spelled(last)),
            None => how,
        };
        self.note(Trouble::Crashed(how))
    }

    fn timed_out(&self, patience: Duration) -> Trouble {
        self.note(Trouble::TimedOut(patience))
    }

    fn note(&self, trouble: Trouble) -> Trouble {
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
}

/// Writes lines as they come; a program that does not read blocks this thread and nobody else.
fn write_lines(mut stream: impl Write, lines: &Receiver<String>) {
    for line in lines {
        if stream.write_all(line.as_bytes()).is_err() || stream.flush().is_err() {
            return;
        }
    }
}

/// Keeps the last lines of standard error, however much there is.
fn keep_complaints(
    mut stream: impl Read,
    longest: usize,
    kept: &Mutex<VecDeque<String>>,
    transcript: &Transcript,
) {
    let mut written = 0;
    lines::read(&mut stream, longest, |pieces| {
        for line in pieces.into_iter().filter_map(Piece::into_line) {
            if written < COMPLAINTS_WRITTEN {
                transcript.line(Direction::Error, &line);
                written += 1;
            }
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.len() == COMPLAINTS {
                kept.pop_front();
            }
            kept.push_back(line);
        }
        true
    });
    // After a line that is too long nothing is kept, but a pipe that nobody empties would stop the program.
    let _ = io::copy(&mut stream, &mut io::sink());
}
