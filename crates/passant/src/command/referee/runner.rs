//! Runs a match runner, within limits of time, output and memory.

use std::fmt::{self, Write as _};
use std::fs;
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use passant_engine::process::Deadline;
use passant_engine::{Command, Limits, Process, Transcript};
use passant_judge::check::Verdict;
use passant_pgn::read_games;
use passant_query::{EngineError, Escaped};
use passant_referee::PLACEHOLDERS;

use super::files::Files;
use crate::CliError;
use crate::command::engines;

/// The number of lines that are shown of what a runner printed last.
const SHOWN: usize = 8;

/// The number of lines about illegal moves that are kept.
const KEPT: usize = 1000;

/// The most that a runner may print, in bytes.
const PRINTED: usize = 64 << 20;

/// The pause between two looks at the games.
const LOOK: Duration = Duration::from_secs(1);

/// The number of looks without any change after which a runner that has saved all games is stopped.
const IDLE: usize = 3;

/// The output of a runner, and its end.
pub(super) struct Output {
    /// The last lines of standard output and standard error.
    last: Vec<String>,
    /// The lines about illegal moves.
    warnings: Vec<String>,
    pub(super) end: End,
    pub(super) time: Duration,
}

/// The end of a run.
pub(super) enum End {
    /// The runner ended by itself.
    Ended(Option<ExitStatus>),
    /// It was stopped because it printed nothing more after it had saved all games.
    Idle,
    /// It was stopped when the time was up.
    OutOfTime(Duration),
    /// It was stopped for another reason.
    Failed(EngineError),
}

impl End {
    /// Returns the verdict on games that are missing; `None` if the run had no failure.
    pub(super) fn failure(&self) -> Option<Verdict> {
        match self {
            Self::Ended(Some(status)) if !status.success() => Some(Verdict::Crash),
            Self::Ended(_) | Self::Idle => None,
            Self::OutOfTime(_) => Some(Verdict::Timeout),
            Self::Failed(_) => Some(Verdict::Crash),
        }
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended(Some(status)) => write!(f, "it ended ({status})"),
            Self::Ended(None) => f.write_str("it closed its output"),
            Self::Idle => f.write_str("it was stopped because it did not end after the last game"),
            Self::OutOfTime(time) => {
                write!(f, "it was stopped after {} s (--time)", time.as_secs())
            }
            Self::Failed(error) => write!(f, "it was stopped: {error}"),
        }
    }
}

impl Output {
    /// Returns how the runner ended, and what it printed last.
    pub(super) fn last_words(&self) -> String {
        let mut text = format!("{}\n", self.end);
        if self.last.is_empty() {
            text += "It printed nothing.\n";
        } else {
            text += "It printed last:\n";
            for line in &self.last {
                let _ = writeln!(text, "  {}", Escaped(line));
            }
        }
        text
    }

    /// Returns the lines that show whether the runner checks the lines of engines.
    pub(super) fn lines(&self) -> Vec<String> {
        self.warnings.iter().chain(&self.last).cloned().collect()
    }

    fn add(&mut self, line: String) {
        if self.warnings.len() < KEPT && line.to_lowercase().contains("illegal") {
            self.warnings.push(line.clone());
        }
        if self.last.len() == SHOWN {
            self.last.remove(0);
        }
        self.last.push(line);
    }
}

/// Tells what is missing in a line without the placeholders that every runner needs.
pub(super) fn check_placeholders(line: &[String]) -> Result<(), String> {
    let has = |name: &str| line.iter().any(|word| word.contains(name));
    let missing = |name: &str| {
        let listed = PLACEHOLDERS.iter().find(|(it, _)| *it == name);
        let what = listed.map_or("", |(_, what)| what);
        Err(format!(
            "expected {name} in the line, {what}; passant referee --template fastchess prints an example"
        ))
    };
    match () {
        () if !has("{engine}") => missing("{engine}"),
        () if !has("{epd}") && !has("{book}") => missing("{epd}"),
        () if !has("{pgn}") => missing("{pgn}"),
        () => Ok(()),
    }
}

/// Runs the line once.
pub(super) fn run(
    line: &[String],
    files: &Files,
    games: usize,
    time: Duration,
) -> Result<Output, CliError> {
    let interrupt = engines::listen_for_interrupt()?;
    let limits = Limits {
        output: PRINTED,
        ..Limits::default()
    };
    let mut words = line.iter().map(|word| fill(word, files, games));
    let program = words.next().unwrap_or_default();
    let command = Command::new(program, words);
    let start = Instant::now();
    let mut process = Process::start(&command, limits, &Transcript::none(), &interrupt)
        .map_err(|error| CliError::Engine(format!("error: the runner {error}\n")))?;
    process.close_input();
    let mut output = Output {
        last: Vec::new(),
        warnings: Vec::new(),
        end: End::Idle,
        time: Duration::ZERO,
    };
    let mut idle = 0;
    output.end = loop {
        match process.line(Deadline::after(LOOK)) {
            Ok(line) => {
                idle = 0;
                output.add(line);
            }
            Err(EngineError::Interrupted) => return Err(CliError::interruption()),
            Err(EngineError::Crashed(_)) => break End::Ended(process.wait(Duration::ZERO)),
            Err(EngineError::TimedOut(_)) if has_games(&files.pgn, games) => {
                idle += 1;
                if idle == IDLE {
                    break End::Idle;
                }
            }
            Err(EngineError::TimedOut(_)) => {}
            Err(error) => break End::Failed(error),
        }
        if time <= start.elapsed() {
            break End::OutOfTime(time);
        }
    };
    for line in process.stderr_tail() {
        output.add(line);
    }
    output.time = start.elapsed();
    Ok(output)
}

/// Returns a word of the line with files in place of the placeholders.
fn fill(word: &str, files: &Files, games: usize) -> String {
    word.replace("{engine}", &files.engine.to_string_lossy())
        .replace("{epd}", &files.epd.to_string_lossy())
        .replace("{book}", &files.book.to_string_lossy())
        .replace("{pgn}", &files.pgn.to_string_lossy())
        .replace("{games}", &games.to_string())
}

/// Tells whether a file has so many games with a result.
fn has_games(pgn: &Path, games: usize) -> bool {
    let text = fs::read_to_string(pgn).unwrap_or_default();
    let (saved, _) = read_games(&text);
    games <= saved.iter().filter(|game| game.result.is_some()).count()
}
