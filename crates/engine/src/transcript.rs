//! A record of every line to and from engines, with its direction and its time.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::escaped::Escaped;

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

    /// A transcript in a new file.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let written = Written {
            out: BufWriter::new(File::create(path)?),
            processes: 0,
        };
        let shared = Shared {
            start: Instant::now(),
            file: Mutex::new(written),
        };
        Ok(Self {
            shared: Some(Arc::new(shared)),
            process: 0,
        })
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

    /// Writes a line. Errors, such as a full disk, are ignored.
    pub(crate) fn line(&self, direction: Direction, line: &str) {
        if let Some(shared) = &self.shared {
            let seconds = shared.start.elapsed().as_secs_f64();
            let mut written = shared.file.lock().unwrap_or_else(PoisonError::into_inner);
            let (process, line) = (self.process, Escaped(line));
            let _ = writeln!(written.out, "{seconds:9.3} {process} {direction} {line}");
            if direction == Direction::Event {
                let _ = written.out.flush();
            }
        }
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
