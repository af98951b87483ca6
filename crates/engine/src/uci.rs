//! The Universal Chess Interface, as far as perft and single moves need it.

use std::time::Duration;

use super::Process;
use super::counting::Counter;
use super::dialect::{self, PerftOutput, Reading};
use super::process::Deadline;
use super::starter::Starter;
use super::told::position_text;
use passant_query::{EngineError, Line, decoy};

/// How long an engine that searches may take to notice that it should stop.
const STOP: Duration = Duration::from_secs(3);

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    /// What it calls itself.
    pub name: String,
    /// The names of its options, with what it says about each.
    pub options: Vec<(String, String)>,
    is_chess960: bool,
    /// What it was told of last.
    told: Option<Line>,
}

impl Uci {
    /// What the engine says about an option.
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

    /// Sets a number to the least that the engine says it can be.
    fn set_to_least(&mut self, name: &str) -> Result<(), EngineError> {
        match self.option(name).and_then(|about| bound(about, "min")) {
            Some(least) => self.set_option(name, &least.to_string()),
            None => Ok(()),
        }
    }

    /// Searches; the lines up to `bestmove`, which is the last.
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

impl Counter for Uci {
    /// Starts an engine and waits for `uciok`.
    ///
    /// [`EngineError::Unsupported`] if it says that it does not know the word `uci`.
    fn start(starter: &Starter) -> Result<Self, EngineError> {
        let mut process = starter.process()?;
        process.send("uci")?;
        let deadline = Deadline::after(starter.limits.start);
        let (mut name, mut options) = (String::new(), Vec::new());
        loop {
            let line = process.line(deadline)?;
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
            is_chess960: false,
            told: None,
        };
        // Little memory and one thread: counting needs neither, and several engines run side by side.
        uci.set_to_least("Threads")?;
        uci.set_to_least("Hash")?;
        for (name, value) in &starter.hints.options {
            uci.set_option(name, value)?;
        }
        for line in &starter.hints.setup {
            uci.process.send(line)?;
        }
        uci.ready(deadline)?;
        Ok(uci)
    }

    /// Tells the engine a position. UCI has no answer to that: who does not take it shall not keep one that is alike.
    fn position(&mut self, line: &Line) -> Result<(), EngineError> {
        let position = position_text(line)?;
        if line.is_chess960 != self.is_chess960 {
            if self.option("UCI_Chess960").is_none() {
                return Err(EngineError::Unsupported("Chess960".to_owned()));
            }
            self.set_option("UCI_Chess960", &line.is_chess960.to_string())?;
            self.is_chess960 = line.is_chess960;
        }
        if self.told.as_ref() != Some(line) {
            self.process
                .send(&format!("position {}", position_text(&decoy())?))?;
            self.told = Some(line.clone());
        }
        self.process.send(&format!("position {position}"))
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

    fn show(&mut self) -> Result<Vec<String>, EngineError> {
        self.process.send("d")?;
        let deadline = self.process.reply_deadline();
        self.ready(deadline)
    }

    fn stop(&mut self, answer: &mut PerftOutput) -> Result<(), EngineError> {
        self.process.send("stop")?;
        let deadline = Deadline::after(STOP);
        while answer.best_move.is_none() {
            answer.add(&self.process.line(deadline)?);
        }
        Ok(())
    }
}

/// The number behind `min` or `max` in what an engine says about an option.
pub(super) fn bound(about: &str, which: &str) -> Option<u32> {
    let mut words = about.split_whitespace().skip_while(|&word| word != which);
    words.nth(1)?.parse().ok()
}

/// `Hash type spin default 16` as name and the rest.
fn option(words: &[&str]) -> (String, String) {
    let at = words.iter().position(|&word| word == "type");
    let (name, about) = words.split_at(at.unwrap_or(words.len()));
    (name.join(" "), about.join(" "))
}

/// Whether a line says that the word `uci` means nothing: `Illegal move: uci`, `error unsupported uci`, or the latter
/// without the word. Not so what an engine tells of itself: `info string error: no book, uci option Book ignored`.
fn is_refusal(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    let words = line.split(|letter: char| !letter.is_ascii_alphanumeric());
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
    line == "error unsupported"
        || is_about_uci && (words.clone().any(is_no) || line.starts_with("bad move"))
}

#[cfg(test)]
mod tests {
    use super::is_refusal;

    #[test]
    fn a_refusal_is_told_from_what_an_engine_says_of_itself() {
        // GNU Chess, Sjeng, Sjaak II, Phalanx and adapters; the spelling is theirs.
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
