//! The Universal Chess Interface, as far as an engine that does not search can speak it.

use std::io::{self, Write};

use crate::dialect::Dialect;
use crate::session::{Next, Refusal, Session};

/// The state between commands, apart from the game.
pub(crate) struct Uci {
    dialect: &'static Dialect,
    /// How many moves `go` lists.
    lines: usize,
    /// The result of `go infinite`, printed at `stop`.
    pending: Option<String>,
}

impl Uci {
    pub(crate) fn new(dialect: &'static Dialect) -> Self {
        Self {
            dialect,
            lines: 1,
            pending: None,
        }
    }

    pub(crate) fn answer(
        &mut self,
        session: &mut Session,
        command: &str,
        out: &mut impl Write,
    ) -> io::Result<Next> {
        if let Some(depth) = self.dialect.depth(command) {
            self.dialect.count(&session.engine, depth, out)?;
            return Ok(Next::Go);
        }
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        match word {
            "uci" => {
                writeln!(out, "id name passant-oracle {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(out, "id author the passant authors\n")?;
                writeln!(out, "option name MultiPV type spin default 1 min 1 max 500")?;
                writeln!(out, "option name UCI_Chess960 type check default false")?;
                writeln!(out, "uciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "ucinewgame" => session.restart(),
            "setoption" => self.set_option(rest),
            "position" => match session.set_position(rest) {
                Ok(()) => {}
                Err(Refusal::Fen(why)) => writeln!(out, "info string invalid position: {why}")?,
                Err(Refusal::Move(mv)) => writeln!(out, "info string illegal move: {mv}")?,
            },
            "go" => self.go(session, rest, out)?,
            "stop" => {
                if let Some(best) = self.pending.take() {
                    writeln!(out, "{best}")?;
                }
            }
            "d" => draw(session, out)?,
            "quit" => return Ok(Next::Quit),
            "ponderhit" | "debug" | "register" => {}
            _ => return Ok(Next::Unknown),
        }
        Ok(Next::Go)
    }

    fn set_option(&mut self, text: &str) {
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        if name.eq_ignore_ascii_case("name MultiPV") {
            self.lines = value.trim().parse().unwrap_or(self.lines).clamp(1, 500);
        }
    }

    /// Lists moves like a search of one ply in which all have the same score.
    fn go(&mut self, session: &Session, limits: &str, out: &mut impl Write) -> io::Result<()> {
        let requested: Option<Vec<_>> = limits
            .split_once("searchmoves")
            .map(|(_, moves)| moves.split_whitespace().collect());
        let mut moves = session.moves();
        moves.retain(|(_, text)| {
            requested
                .as_ref()
                .is_none_or(|requested| requested.contains(&text.as_str()))
        });
        for (number, (_, text)) in (1..=self.lines).zip(&moves) {
            writeln!(
                out,
                "info depth 1 seldepth 1 multipv {number} score cp 0 nodes {} nps 1000 time 1 pv {text}",
                moves.len()
            )?;
        }
        let best = moves.first().map_or("(none)", |(_, text)| text);
        let best = format!("bestmove {best}");
        if limits.split_whitespace().any(|word| word == "infinite") {
            self.pending = Some(best);
            Ok(())
        } else {
            writeln!(out, "{best}")
        }
    }
}

/// The board, the FEN and the key, in the order of Stockfish.
fn draw(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let setup = session.engine.setup();
    writeln!(out, "\n{}", setup.board)?;
    writeln!(out, "Fen: {}", setup.fen())?;
    writeln!(out, "Key: {:016X}", session.engine.key())?;
    let checkers: Vec<_> = session
        .engine
        .checkers()
        .into_iter()
        .map(|at| at.to_string())
        .collect();
    writeln!(out, "Checkers: {}", checkers.join(" "))
}
