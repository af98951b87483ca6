//! The last lines that a program prints on standard error.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};

use super::line_splitter::{LineSplitter, SplitLine};
use super::nonblocking::Output;
use crate::transcript::{Direction, Transcript};

/// The number of lines that are kept.
const KEPT: usize = 20;

/// The number of lines that are written to the transcript.
const WRITTEN: usize = 200;

/// The number of reads at a time, so that endless errors do not delay the answer.
const READS: usize = 8;

/// The last lines of standard error.
#[derive(Debug)]
pub(super) struct StderrTail {
    /// `None` once it is closed.
    stream: Option<Box<dyn Output>>,
    splitter: LineSplitter,
    kept: VecDeque<String>,
    written: usize,
    /// True if a line was too long. All later output is discarded.
    is_full: bool,
}

impl StderrTail {
    /// Keeps lines of at most `longest` bytes. All output after a longer line is discarded.
    pub(super) fn new(stream: Option<Box<dyn Output>>, longest: usize) -> Self {
        Self {
            stream,
            splitter: LineSplitter::up_to(longest),
            kept: VecDeque::new(),
            written: 0,
            is_full: false,
        }
    }

    /// Reads what has been printed. A full pipe would stop the program, so this must be called often.
    pub(super) fn read(&mut self, transcript: &Transcript) {
        let mut buffer = [0; 8192];
        for _ in 0..READS {
            let Some(stream) = &mut self.stream else {
                return;
            };
            match stream.read(&mut buffer) {
                Ok(read) if read != 0 && self.is_full => {}
                Ok(read) if read != 0 => self.splitter.push(&buffer[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(_) | Err(_) => {
                    self.stream = None;
                    self.splitter.end();
                }
            }
            self.keep(transcript);
        }
    }

    /// Tells whether standard error was read to its end.
    pub(super) fn has_ended(&self) -> bool {
        self.stream.is_none()
    }

    /// Returns the last lines.
    pub(super) fn lines(&self) -> &VecDeque<String> {
        &self.kept
    }

    fn keep(&mut self, transcript: &Transcript) {
        while let Some(split) = self.splitter.next() {
            let SplitLine::Line(line) = split else {
                self.splitter = LineSplitter::up_to(0);
                self.is_full = true;
                return;
            };
            if self.written < WRITTEN {
                transcript.line(Direction::Error, &line);
                self.written += 1;
            }
            if self.kept.len() == KEPT {
                self.kept.pop_front();
            }
            self.kept.push_back(line);
        }
    }
}
