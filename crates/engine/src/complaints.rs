//! What a program prints on standard error.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};

use super::Transcript;
use super::lines::{Lines, Piece};
use super::transcript::Direction;
use super::unblocked::Output;

/// How many lines are kept, and how many of them go into the transcript.
const KEPT: usize = 20;
const WRITTEN: usize = 200;

/// How many reads there are at a time: complaints without end must not keep us from the answer.
const READS: usize = 8;

/// The last lines of standard error, however much there is.
#[derive(Debug)]
pub(super) struct Complaints {
    /// `None` once it is closed.
    stream: Option<Box<dyn Output>>,
    lines: Lines,
    kept: VecDeque<String>,
    written: usize,
    /// Whether nothing more is kept.
    is_full: bool,
}

impl Complaints {
    /// The length of a line is bounded. After one that is longer nothing is kept.
    pub(super) fn new(stream: Option<Box<dyn Output>>, longest: usize) -> Self {
        Self {
            stream,
            lines: Lines::up_to(longest),
            kept: VecDeque::new(),
            written: 0,
            is_full: false,
        }
    }

    /// Takes what has come. A pipe that nobody empties would stop the program.
    pub(super) fn read(&mut self, transcript: &Transcript) {
        let mut buffer = [0; 8192];
        for _ in 0..READS {
            let Some(stream) = &mut self.stream else {
                return;
            };
            match stream.read(&mut buffer) {
                Ok(read) if read != 0 && self.is_full => {}
                Ok(read) if read != 0 => self.lines.push(&buffer[..read]),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Ok(_) | Err(_) => {
                    self.stream = None;
                    self.lines.end();
                }
            }
            self.keep(transcript);
        }
    }

    /// Whether standard error was read to its end.
    pub(super) fn is_over(&self) -> bool {
        self.stream.is_none()
    }

    /// The lines that are kept.
    pub(super) fn kept(&self) -> &VecDeque<String> {
        &self.kept
    }

    fn keep(&mut self, transcript: &Transcript) {
        while let Some(piece) = self.lines.next() {
            let Piece::Line(line) = piece else {
                self.lines = Lines::up_to(0);
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
