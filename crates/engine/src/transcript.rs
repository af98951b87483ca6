//! A record of every line to and from engines, with its direction and its time.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use std::{fmt, io};

use passant_files::open_already;
use passant_query::{Escaped, shorten};

use crate::calibration::{Conversation, Protocol};

/// A file that lines are written to, or nothing. Clones write to the same file.
///
/// ```text
///     0.003 1 > uci
///     0.021 1 < uciok
///     0.022 1 ! warning: no book
///     0.025 1 = started /usr/games/stockfish
/// ```
///
/// Each line has the seconds since the start of the run, the number of the process, and a direction: `>` to the engine,
/// `<` from it, `!` on its standard error, `=` for events such as its start. Control characters are escaped.
#[derive(Clone, Default, Debug)]
pub struct Transcript {
    shared: Option<Arc<Shared>>,
    process: u32,
    /// A second place for the first lines.
    excerpt: Option<Excerpt>,
    /// True if any line has come from the engine.
    has_heard: Arc<AtomicBool>,
}

#[derive(Debug)]
struct Shared {
    start: Instant,
    file: Mutex<Written>,
}

#[derive(Debug)]
struct Written {
    out: BufWriter<File>,
    processes: u32,
    /// The first error. After it nothing more is written.
    outcome: io::Result<()>,
}

/// The direction of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Direction {
    /// To the engine.
    To,
    /// From its standard output.
    From,
    /// From its standard error.
    Error,
    /// An event: the process started, stopped or failed.
    Event,
}

impl Transcript {
    /// Returns a transcript that writes nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Returns a transcript in a new file, or at the end of one that is [open already](open_already).
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref();
        let file = open_already(path)?.map_or_else(|| File::create(path), Ok)?;
        let written = Written {
            out: BufWriter::new(file),
            processes: 0,
            outcome: Ok(()),
        };
        let shared = Shared {
            start: Instant::now(),
            file: Mutex::new(written),
        };
        Ok(Self {
            shared: Some(Arc::new(shared)),
            ..Self::default()
        })
    }

    /// Tells whether a line has come from the engine, on either of its outputs, since the transcript was created or
    /// [`listen_anew`](Self::listen_anew) was called.
    #[must_use]
    pub fn has_heard(&self) -> bool {
        self.has_heard.load(Ordering::Relaxed)
    }

    /// Returns the same transcript for another engine, from which no line has come yet.
    #[must_use]
    pub fn listen_anew(&self) -> Self {
        Self {
            has_heard: Arc::default(),
            ..self.clone()
        }
    }

    /// Returns the same transcript, which also keeps its first lines in memory.
    pub(crate) fn with_excerpt(&self, excerpt: &Excerpt) -> Self {
        Self {
            excerpt: Some(excerpt.clone()),
            ..self.clone()
        }
    }

    /// Returns the same transcript with the number of a new process.
    #[must_use]
    pub(crate) fn next_process(&self) -> Self {
        let mut next = self.clone();
        if let Some(shared) = &self.shared {
            let mut written = shared.file.lock().unwrap_or_else(PoisonError::into_inner);
            written.processes += 1;
            next.process = written.processes;
        }
        next
    }

    /// Ends the transcript: what comes later need not be in the file.
    ///
    /// # Errors
    ///
    /// The first error in writing a line, such as a full disk. The lines after it are not in the file.
    pub fn end(&self) -> io::Result<()> {
        let Some(shared) = &self.shared else {
            return Ok(());
        };
        let mut written = shared.file.lock().unwrap_or_else(PoisonError::into_inner);
        let outcome = std::mem::replace(&mut written.outcome, Ok(()));
        outcome.and_then(|()| written.out.flush())
    }

    /// Writes a line. [`end`](Self::end) returns the first error.
    pub(crate) fn line(&self, direction: Direction, line: &str) {
        if matches!(direction, Direction::From | Direction::Error) {
            self.has_heard.store(true, Ordering::Relaxed);
        }
        if let Some(excerpt) = &self.excerpt
            && direction != Direction::Event
        {
            excerpt.add(direction, line);
        }
        if let Some(shared) = &self.shared {
            let seconds = shared.start.elapsed().as_secs_f64();
            let mut written = shared.file.lock().unwrap_or_else(PoisonError::into_inner);
            let (process, line) = (self.process, Escaped(line));
            if written.outcome.is_ok() {
                let line = format_args!("{seconds:9.3} {process} {direction} {line}");
                written.outcome = written.line(direction, line);
            }
        }
    }
}

impl Written {
    fn line(&mut self, direction: Direction, line: fmt::Arguments<'_>) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        if direction == Direction::Event {
            self.out.flush()?;
        }
        Ok(())
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::To => ">",
            Self::From => "<",
            Self::Error => "!",
            Self::Event => "=",
        })
    }
}

/// The most lines of each direction that are kept.
const EXCERPT_LINES: usize = 6;

/// The most characters of a line that are kept.
const EXCERPT_CHARACTERS: usize = 100;

/// The first lines of each direction. Clones share them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Excerpt {
    kept: Arc<Mutex<KeptLines>>,
}

#[derive(Default, Debug)]
struct KeptLines {
    /// The lines, each with the sign of its direction.
    lines: Vec<String>,
    left_out: usize,
}

impl Excerpt {
    /// Adds a line if there are few of its direction.
    pub(crate) fn add(&self, direction: impl fmt::Display, line: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let sign = format!("{direction} ");
        let same = kept.lines.iter().filter(|it| it.starts_with(&sign)).count();
        if same < EXCERPT_LINES {
            let start = shorten(line, EXCERPT_CHARACTERS);
            kept.lines.push(format!("{sign}{}", Escaped(&start)));
        } else {
            kept.left_out += 1;
        }
    }

    /// Returns the lines that were kept; `None` if no line was sent or received.
    pub(crate) fn conversation(&self, protocol: Protocol, completed: bool) -> Option<Conversation> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        (!kept.lines.is_empty()).then(|| Conversation {
            protocol,
            completed,
            lines: kept.lines.clone(),
            left_out: kept.left_out,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{EXCERPT_CHARACTERS, EXCERPT_LINES, Excerpt};
    use crate::calibration::Protocol;

    #[test]
    fn is_bounded_and_escaped() {
        let excerpt = Excerpt::default();
        assert_eq!(excerpt.conversation(Protocol::Uci, false), None);
        excerpt.add('>', "uci");
        for _ in 0..1000 {
            excerpt.add('<', &"\u{1b}".repeat(1 << 10));
        }
        let found = excerpt.conversation(Protocol::Uci, false).unwrap();
        assert_eq!(
            (found.lines.len(), found.left_out),
            (1 + EXCERPT_LINES, 1000 - EXCERPT_LINES)
        );
        assert_eq!(found.lines[0], "> uci");
        let escaped = format!("< {}…", "\\u{1b}".repeat(EXCERPT_CHARACTERS));
        assert_eq!(found.lines[1], escaped);
    }
}
