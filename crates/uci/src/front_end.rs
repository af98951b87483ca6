//! Reads commands and prints answers.

use std::io::{self, Write};

use passant_query::Escaped;

use crate::dialect::{Dialect, PerftRequest};
use crate::uci_engine::Limits;
use crate::uci_engine::Stop;
use crate::uci_engine::{NoCount, UciEngine};

/// The next step after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// Read the next one.
    Go,
    /// The command does not belong to UCI. Nothing was printed.
    Unknown,
    /// End the program.
    Quit,
}

/// An engine that speaks UCI.
#[derive(Debug)]
pub struct FrontEnd<E> {
    /// The engine without its protocol.
    pub engine: E,
    dialect: &'static Dialect,
    stop: Stop,
    /// The result of `go infinite`, and of a search that is late, printed at `stop`.
    pending: Option<String>,
}

impl<E: UciEngine> FrontEnd<E> {
    /// Gives an engine a front end that counts with the command of this dialect.
    pub fn new(engine: E, dialect: &'static Dialect) -> Self {
        Self {
            engine,
            dialect,
            stop: Stop::default(),
            pending: None,
        }
    }

    /// Returns the handle that ends a count.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Answers a command, which has no space before or after it. What a command quotes is printed escaped.
    ///
    /// # Errors
    ///
    /// If the answer cannot be written.
    pub fn answer(&mut self, command: &str, out: &mut impl Write) -> io::Result<Next> {
        if let Some(request) = self.dialect.request(command) {
            self.count(request, out)?;
            return Ok(Next::Go);
        }
        let (word, rest) = command
            .split_once(char::is_whitespace)
            .unwrap_or((command, ""));
        match word {
            "uci" => self.introduce(out)?,
            "isready" => writeln!(out, "readyok")?,
            "ucinewgame" => self.engine.new_game(),
            "setoption" => self.set_option(rest, out)?,
            "position" => match self.engine.set_position(rest.trim()) {
                Ok(notes) => {
                    for note in notes {
                        writeln!(out, "info string {}", Escaped(&note))?;
                    }
                }
                Err(why) => error(&why, out)?,
            },
            "go" => self.go(rest, out)?,
            "stop" => {
                self.stop.lower();
                if let Some(best) = self.pending.take() {
                    writeln!(out, "{best}")?;
                }
            }
            "d" => writeln!(out, "{}", self.engine.display())?,
            "quit" => return Ok(Next::Quit),
            "ponderhit" | "debug" | "register" => {}
            _ => return Ok(Next::Unknown),
        }
        Ok(Next::Go)
    }

    fn introduce(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "id name {}", self.engine.name())?;
        writeln!(out, "id author the passant authors\n")?;
        for option in self.engine.options() {
            writeln!(out, "option name {option}")?;
        }
        writeln!(out, "uciok")
    }

    /// Sets an option: `name <words> value <words>`. Names are the same in lower and upper case.
    fn set_option(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        let Some(text) = text.trim().strip_prefix("name ") else {
            return error("expected setoption name NAME value VALUE", out);
        };
        let (name, value) = text.split_once(" value").unwrap_or((text, ""));
        match self.engine.set_option(name.trim(), value.trim()) {
            Ok(()) => Ok(()),
            Err(why) => error(&why, out),
        }
    }

    fn count(&mut self, request: PerftRequest, out: &mut impl Write) -> io::Result<()> {
        let PerftRequest { depth, is_typed } = request;
        if E::MAX_DEPTH < depth {
            let why = format!("expected a depth of at most {}, got {depth}", E::MAX_DEPTH);
            return error(&why, out);
        }
        let counted = if is_typed {
            self.tally(depth, out)
        } else {
            let (engine, stop) = (&mut self.engine, &self.stop);
            let divide = |depth| match depth {
                0 => Ok(Vec::new()),
                depth => engine.divide(depth, stop),
            };
            self.dialect.count(depth, divide, out)
        };
        match counted? {
            Ok(()) => Ok(()),
            Err(NoCount::Stopped) => {
                writeln!(out, "info string stopped before the count was complete")
            }
            Err(NoCount::Refused(why)) => error(&why, out),
        }
    }

    /// Prints a line for each column, and the total as the dialect does.
    fn tally(&mut self, depth: u32, out: &mut impl Write) -> io::Result<Result<(), NoCount>> {
        if depth == 0 {
            let why = "expected a depth of at least 1: a leaf that no move led to has no kind";
            return Ok(Err(NoCount::Refused(why.to_owned())));
        }
        let columns = match self.engine.tally(depth, &self.stop) {
            Ok(columns) => columns,
            Err(why) => return Ok(Err(why)),
        };
        for (name, count) in &columns {
            writeln!(out, "info string {name} {count}")?;
        }
        let nodes = columns.first().map_or(0, |(_, nodes)| *nodes);
        self.dialect.total(depth, nodes, out)?;
        Ok(Ok(()))
    }

    fn go(&mut self, text: &str, out: &mut impl Write) -> io::Result<()> {
        if text.split_whitespace().next() == Some("perft") && self.dialect.has_go_perft() {
            let why = "expected a depth and nothing or the word typed, as in go perft 5 typed";
            return error(why, out);
        }
        let limits = match Limits::parse(text) {
            Ok(limits) => limits,
            Err(why) => return error(&why, out),
        };
        let search = self.engine.search(&limits);
        for line in search.lines {
            writeln!(out, "info {line}")?;
        }
        let best = format!("bestmove {}", search.best.as_deref().unwrap_or("(none)"));
        if limits.is_infinite || search.is_late {
            self.pending = Some(best);
            Ok(())
        } else {
            writeln!(out, "{best}")
        }
    }
}

/// Says what is wrong, in words that test tools take for an error.
pub(crate) fn error(why: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "info string error: {}", Escaped(why))
}
