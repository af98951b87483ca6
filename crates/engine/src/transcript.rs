//! A record of every line to and from engines, with its direction and its time.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use passant_files::open_already;
use passant_query::Escaped;

use crate::excerpt::Excerpt;

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
    /// Where the first lines are kept, too.
    excerpt: Option<Excerpt>,
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
    /// A transcript that writes nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// A transcript in a new file, or at the end of one that is [open already](open_already).
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

    /// The same transcript, the first lines of which are kept in memory, too.
    pub(crate) fn with_excerpt(&self, excerpt: &Excerpt) -> Self {
        Self {
            excerpt: Some(excerpt.clone()),
            ..self.clone()
        }
    }

    /// The same transcript with the number of a new process.
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
