//! The Universal Chess Interface, as far as perft and questions about moves need it.

use std::time::Duration;

use passant_query::{EngineError, Line, decoy};

use crate::connection::{Connection, EngineSpec};
use crate::dialect::{self, PerftOutput, Reading};
use crate::position_command::position_text;
use crate::process::{Deadline, Process};
use crate::variants::refuse_variants_of_option;

/// The time for an engine to stop a search.
const STOP_TIME: Duration = Duration::from_secs(3);

/// The time after which a search is stopped.
const PATIENCE: Duration = Duration::from_secs(2);

/// What is said of an engine that waits for more input although a line is left in a buffer, for example in that of `fgets` after
/// `select`. GUIs send several lines together, as `position` and `go`.
const ONE_LINE_AT_A_TIME: &str = "of several lines sent together it reads one, and the next only when more comes; \
                                  does it wait for input while lines are in a buffer?";

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    /// The name that the engine gives itself.
    pub name: String,
    /// The names of its options, each with its type and limits as text.
    pub options: Vec<(String, String)>,
    /// Tells whether `uciok` came only after the time that a start may take.
    pub(crate) starts_late: bool,
    is_chess960: bool,
    /// The number of lines that its searches print.
    lines: u32,
    /// The last line that was sent after the decoy.
    sent: Option<Line>,
}

/// The output of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Printed {
    /// The lines up to and including `bestmove`.
    pub lines: Vec<String>,
    /// True if it was stopped because it took long.
    pub was_stopped: bool,
}

impl Uci {
    /// Returns the type and limits of an option, as text.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter();
        options
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, about)| about.as_str())
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.process
            .send(&format!("setoption name {name} value {value}"))
    }

    /// Returns the number of lines that its searches can print.
    #[must_use]
    pub fn most_lines(&self) -> u32 {
        let spin = self
            .option("MultiPV")
            .filter(|about| about.starts_with("type spin"));
        spin.and_then(|about| limit_of_option(about, "max"))
            .map_or(1, |most| most.max(1))
    }

    /// Sets the number of lines that its searches print, up to the maximum of the engine.
    pub(crate) fn print_lines(&mut self, lines: u32) -> Result<(), EngineError> {
        let possible = lines.min(self.most_lines());
        if possible != self.lines {
            self.set_option("MultiPV", &possible.to_string())?;
            self.lines = possible;
        }
        Ok(())
    }

    /// Tells the engine that a new game begins, so that it forgets what its searches have found.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.process.send("ucinewgame")
    }

    /// Sets a number to its minimum.
    fn set_to_minimum(&mut self, name: &str) -> Result<(), EngineError> {
        match self
            .option(name)
            .and_then(|about| limit_of_option(about, "min"))
        {
            Some(minimum) => self.set_option(name, &minimum.to_string()),
            None => Ok(()),
        }
    }

    /// Searches, and returns the lines up to and including `bestmove`. A search that takes long is stopped, so that the
    /// engine plays the best move that it has found.
    pub fn search_or_stop(
        &mut self,
        command: &str,
        deadline: Deadline,
    ) -> Result<Printed, EngineError> {
        self.process.send(command)?;
        let mut until = deadline.within(PATIENCE);
        let (mut lines, mut was_stopped) = (Vec::new(), false);
        loop {
            match self.process.line(until) {
                Ok(line) => lines.push(line),
                Err(EngineError::TimedOut(_)) if until != deadline => {
                    self.process.send("stop")?;
                    (until, was_stopped) = (deadline, true);
                }
                Err(error) => return Err(error),
            }
            let is_end = |line: &String| matches!(dialect::read(line), Reading::BestMove(_));
            if lines.last().is_some_and(is_end) {
                return Ok(Printed { lines, was_stopped });
            }
        }
    }

    /// Tells whether an engine that has not answered `isready` within a time answers it when another line comes, and answers only
    /// one of two that come together. An engine that is slow answers both, the second as late as the first.
    fn reads_one_line_at_a_time(&mut self, limit: Duration) -> bool {
        let is_answered = self.ready(Deadline::after(limit)).is_ok();
        if !is_answered || self.count_ready(PATIENCE).is_err() {
            return false;
        }
        // Both are written together when the answers are waited for.
        let is_sent = self.ask_ready().and_then(|()| self.ask_ready()).is_ok();
        is_sent && self.count_ready(3 * limit) == Ok(1)
    }

    /// The number of answers to `isready` that come within a time.
    fn count_ready(&mut self, limit: Duration) -> Result<usize, EngineError> {
        let deadline = Deadline::after(limit);
        let mut number = 0;
        loop {
            match self.process.line(deadline) {
                Ok(line) => number += usize::from(self.is_ready(&line)),
                Err(EngineError::TimedOut(_)) => return Ok(number),
                Err(error) => return Err(error),
            }
        }
    }

    /// Searches, and returns the lines up to and including `bestmove`.
    pub fn search(
        &mut self,
        command: &str,
        deadline: Deadline,
    ) -> Result<Vec<String>, EngineError> {
        self.process.send(command)?;
        let is_end = |line: &str| matches!(dialect::read(line), Reading::BestMove(_));
        self.process.lines_until(deadline, is_end)
    }
}

impl Connection for Uci {
    /// Starts an engine and waits for `uciok`.
    ///
    /// Fails with [`EngineError::Unsupported`] if the engine says that it does not know the command `uci`.
    fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        let mut process = spec.process()?;
        process.send("uci")?;
        let start = Deadline::after(spec.limits.start);
        let mut deadline = start;
        let (mut name, mut options, mut has_printed) = (String::new(), Vec::new(), false);
        loop {
            let line = match process.line(deadline) {
                // On a busy machine an engine that has printed its banner may still be starting.
                Err(EngineError::TimedOut(_)) if has_printed && deadline == start => {
                    deadline = Deadline::after(spec.limits.start);
                    continue;
                }
                line => line?,
            };
            has_printed = true;
            let line = dialect::clean(&line);
            let words: Vec<_> = line.split_whitespace().collect();
            match words[..] {
                ["uciok", ..] => break,
                ["id", "name", ..] => name = words[2..].join(" "),
                ["option", "name", ..] => options.push(option(&words[2..])),
                _ if is_refusal(&line) => return Err(EngineError::Unsupported(line.into_owned())),
                _ => {}
            }
        }
        let mut uci = Self {
            process,
            name,
            options,
            starts_late: deadline != start,
            is_chess960: false,
            lines: 1,
            sent: None,
        };
        if let Some(variants) = uci.option("UCI_Variant") {
            refuse_variants_of_option(variants)?;
        }
        // Counting needs neither memory nor threads, and several engines run at the same time.
        uci.set_to_minimum("Threads")?;
        uci.set_to_minimum("Hash")?;
        for (name, value) in &spec.overrides.options {
            uci.set_option(name, value)?;
        }
        for line in &spec.overrides.setup {
            uci.process.send(line)?;
        }
        // On a busy machine `uciok` may come at the last moment.
        let limit = spec.limits.start;
        let is_ready = uci.ready(Deadline::after(limit));
        let is_late = matches!(is_ready, Err(EngineError::TimedOut(_)));
        if is_late && uci.reads_one_line_at_a_time(limit) {
            return Err(EngineError::Unsupported(ONE_LINE_AT_A_TIME.to_owned()));
        }
        is_ready?;
        Ok(uci)
    }

    /// Sends a position, after the [decoy].
    ///
    /// UCI has no answer to a position. Because of the decoy an engine that ignores the position cannot keep a similar
    /// one.
    fn position(&mut self, line: &Line) -> Result<(), EngineError> {
        let position = position_text(line)?;
        if line.is_chess960 != self.is_chess960 {
            if self.option("UCI_Chess960").is_none() {
                return Err(EngineError::Unsupported("Chess960".to_owned()));
            }
            self.set_option("UCI_Chess960", &line.is_chess960.to_string())?;
            self.is_chess960 = line.is_chess960;
        }
        if self.sent.as_ref() != Some(line) {
            self.process
                .send(&format!("position {}", position_text(&decoy())?))?;
            self.sent = Some(line.clone());
        }
        self.process.send(&format!("position {position}"))
    }

    /// Sends a position without the [decoy]. The option for Chess960 is not changed.
    fn position_ahead(&mut self, line: &Line) -> Result<bool, EngineError> {
        let Ok(position) = position_text(line) else {
            return Ok(false);
        };
        if line.is_chess960 != self.is_chess960 {
            return Ok(false);
        }
        self.sent = None;
        self.process.send(&format!("position {position}"))?;
        Ok(true)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn ask_ready(&mut self) -> Result<(), EngineError> {
        self.process.send("isready")
    }

    fn is_ready(&mut self, line: &str) -> bool {
        dialect::clean(line).trim_end().ends_with("readyok")
    }

    /// `sd`, the depth of a search, is a word of xboard.
    fn may_count(command: &str) -> bool {
        !command.starts_with("sd ")
    }

    fn show(&mut self) -> Result<Vec<String>, EngineError> {
        self.process.send("d")?;
        let deadline = self.process.reply_deadline();
        self.ready(deadline)
    }

    fn stop(&mut self, output: &mut PerftOutput) -> Result<(), EngineError> {
        self.process.send("stop")?;
        let deadline = Deadline::after(STOP_TIME);
        while output.best_move.is_none() {
            output.add(&self.process.line(deadline)?);
        }
        Ok(())
    }
}

/// Returns the number after `min` or `max` in the text of an option.
pub(crate) fn limit_of_option(about: &str, which: &str) -> Option<u32> {
    let mut words = about.split_whitespace().skip_while(|&word| word != which);
    words.nth(1)?.parse().ok()
}

/// Returns the name and the rest of `Hash type spin default 16`.
fn option(words: &[&str]) -> (String, String) {
    let at = words.iter().position(|&word| word == "type");
    let (name, about) = words.split_at(at.unwrap_or(words.len()));
    (name.join(" "), about.join(" "))
}

/// Tells whether a line says that the command `uci` is unknown, such as `Illegal move: uci` or `error unsupported`.
///
/// Other messages with these words are not refusals: `info string error: no book, uci option Book ignored`.
fn is_refusal(line: &str) -> bool {
    let lower = line.trim().to_ascii_lowercase();
    let words = lower.split(|letter: char| !letter.is_ascii_alphanumeric());
    let first = words.clone().next().unwrap_or_default();
    if matches!(first, "info" | "id" | "option") {
        return false;
    }
    let is_no = |word: &str| {
        [
            "illegal",
            "invalid",
            "unknown",
            "unkown",
            "unsupported",
            "error",
        ]
        .contains(&word)
    };
    let is_about_uci = words.clone().any(|word| word == "uci");
    lower == "error unsupported"
        || is_about_uci && (words.clone().any(is_no) || lower.starts_with("bad move"))
}

#[cfg(test)]
mod tests {
    use super::is_refusal;

    #[test]
    fn a_refusal_is_distinguished_from_other_messages() {
        // The messages of GNU Chess, Sjeng, Sjaak II, Phalanx and adapters, as they spell them.
        for line in [
            "Illegal move: uci",
            "Invalid move: uci",
            "Error (unkown command): uci",
            "Error (Illegal move or unknown command): uci",
            "Unknown command 'uci'",
            "Bad move: uci",
            "error unsupported uci",
            "error unsupported",
        ] {
            assert!(is_refusal(line), "{line}");
        }
        for line in [
            "info string error: no book, uci option Book ignored",
            "id name Unknown UCI engine",
            "id author bad uci",
            "Not a bad UCI engine",
            "option name UCI_Unknown type check default false",
            "Acuciter 1.0, errors excepted",
            "Invalidator 2 speaks UCI",
            "Unknown author",
            "",
        ] {
            assert!(!is_refusal(line), "{line}");
        }
    }
}
