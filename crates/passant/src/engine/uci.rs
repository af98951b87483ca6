//! The Universal Chess Interface, as far as perft and single moves need it.

use std::time::Duration;

use super::dialect::{self, Answer, Reading};
use super::process::Deadline;
use super::starter::Starter;
use super::{Place, Process, Trouble};

/// How long an engine that searches may take to notice that it should stop.
const STOP: Duration = Duration::from_secs(3);

/// How long lines may come after the engine has said that it is ready: some say so while they still count.
const AFTERTHOUGHT: Duration = Duration::from_millis(500);

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct Uci {
    process: Process,
    /// What it calls itself.
    pub name: String,
    /// The names of its options, with what it says about each.
    pub options: Vec<(String, String)>,
    is_chess960: bool,
}

impl Uci {
    /// Starts an engine and waits for `uciok`.
    ///
    /// [`Trouble::Unsupported`] if it says that it does not know the word `uci`.
    pub fn start(starter: &Starter) -> Result<Self, Trouble> {
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
                _ if is_refusal(&line) => return Err(Trouble::Unsupported(line)),
                _ => {}
            }
        }
        let mut uci = Self {
            process,
            name,
            options,
            is_chess960: false,
        };
        // Little memory and one thread: counting needs neither, and several engines run side by side.
        uci.set_to_least("Threads")?;
        uci.set_to_least("Hash")?;
        uci.ready(deadline)?;
        Ok(uci)
    }

    /// The process.
    pub fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    /// What the engine says about an option.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter();
        options
            .find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, about)| about.as_str())
    }

    /// Sets an option.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Trouble> {
        self.process
            .send(&format!("setoption name {name} value {value}"))
    }

    /// Sets a number to the least that the engine says it can be.
    fn set_to_least(&mut self, name: &str) -> Result<(), Trouble> {
        match self.option(name).and_then(|about| bound(about, "min")) {
            Some(least) => self.set_option(name, &least.to_string()),
            None => Ok(()),
        }
    }

    /// Waits until the engine has done everything it was told; the lines until then.
    pub fn ready(&mut self, deadline: Deadline) -> Result<Vec<String>, Trouble> {
        self.process.send("isready")?;
        self.process
            .lines_until(deadline, |line| line.trim_end().ends_with("readyok"))
    }

    /// Tells the engine a position. UCI has no answer to that.
    pub fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        if place.is_chess960 != self.is_chess960 {
            if self.option("UCI_Chess960").is_none() {
                return Err(Trouble::Unsupported("Chess960".to_owned()));
            }
            self.set_option("UCI_Chess960", &place.is_chess960.to_string())?;
            self.is_chess960 = place.is_chess960;
        }
        self.process.send(&format!("position {place}"))
    }

    /// Gives a command that counts, and reads until a total, a complaint or a search comes, or the time is up.
    ///
    /// Waits for the total first: `readyok` may come before it.
    pub fn perft(
        &mut self,
        command: &str,
        depth: u32,
        deadline: Deadline,
    ) -> Result<Answer, Trouble> {
        self.process.send(command)?;
        let mut answer = Answer::to_depth(depth);
        while !answer.has_total() {
            answer.add(&self.process.line(deadline)?);
            if answer.is_search {
                self.stop(&mut answer)?;
                return Ok(answer);
            }
            if answer.complaint.is_some() && !answer.has_moves() {
                break;
            }
        }
        for line in self.ready(deadline)? {
            answer.add(&line);
        }
        Ok(answer)
    }

    /// Tries a command that the engine may not know: it gets no more time than an engine that knows it needs.
    pub fn try_perft(&mut self, command: &str, depth: u32) -> Result<Answer, Trouble> {
        self.process.send(command)?;
        self.process.send("isready")?;
        let mut answer = Answer::to_depth(depth);
        let mut deadline = Deadline::after(self.process.limits().start);
        let mut is_ready = false;
        while !(is_ready && answer.has_total()) {
            match self.process.line(deadline) {
                Ok(line) if line.trim_end().ends_with("readyok") => {
                    is_ready = true;
                    deadline = Deadline::after(AFTERTHOUGHT);
                }
                Ok(line) => answer.add(&line),
                Err(Trouble::TimedOut(_)) if is_ready => break,
                Err(trouble) => return Err(trouble),
            }
            if answer.is_search {
                self.stop(&mut answer)?;
                break;
            }
        }
        self.ready(Deadline::after(STOP))?;
        Ok(answer)
    }

    /// Ends a search that nobody wanted, unless it has ended.
    fn stop(&mut self, answer: &mut Answer) -> Result<(), Trouble> {
        self.process.send("stop")?;
        let deadline = Deadline::after(STOP);
        while answer.best_move.is_none() {
            answer.add(&self.process.line(deadline)?);
        }
        Ok(())
    }

    /// Searches; the lines up to `bestmove`, which is the last.
    pub fn search(&mut self, command: &str, deadline: Deadline) -> Result<Vec<String>, Trouble> {
        self.process.send(command)?;
        let is_end = |line: &str| matches!(dialect::read(line), Reading::BestMove(_));
        self.process.lines_until(deadline, is_end)
    }

    /// The lines that the engine prints when it is asked to show its position.
    pub fn show(&mut self) -> Result<Vec<String>, Trouble> {
        self.process.send("d")?;
        let deadline = self.process.reply_deadline();
        self.ready(deadline)
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

/// Whether a line says that the word `uci` means nothing: `Illegal move: uci`, `error unsupported uci`.
fn is_refusal(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    line.contains("uci")
        && [
            "illegal",
            "invalid",
            "unknown",
            "unkown",
            "unsupported",
            "error",
            "bad move",
        ]
        .iter()
        .any(|word| line.contains(word))
}
