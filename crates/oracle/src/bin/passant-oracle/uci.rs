//! The Universal Chess Interface.

use std::io::{self, Write};

use passant_oracle::Engine;
use passant_rules::Move;

use crate::dialect::Dialect;
use crate::quirk::Quirk;
use crate::session::{Next, Refusal, Session};

/// The state between commands, apart from the game.
pub(crate) struct Uci {
    dialect: &'static Dialect,
    quirks: Vec<Quirk>,
    /// How many searches there were.
    searches: usize,
    /// The `position` command before the last one.
    former: String,
    /// How many moves `go` lists.
    lines: usize,
    /// The result of `go infinite`, printed at `stop`.
    pending: Option<String>,
}

impl Uci {
    pub(crate) fn new(dialect: &'static Dialect, quirks: &[Quirk]) -> Self {
        Self {
            dialect,
            quirks: quirks.to_vec(),
            searches: 0,
            former: "startpos".to_owned(),
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
                if !self.has(Quirk::MultiPvAbsent) {
                    writeln!(out, "option name MultiPV type spin default 1 min 1 max 500")?;
                }
                writeln!(out, "option name UCI_Chess960 type check default false")?;
                writeln!(out, "uciok")?;
            }
            "isready" => writeln!(out, "readyok")?,
            "ucinewgame" => session.restart(),
            "setoption" => self.set_option(rest),
            "position" => self.position(session, rest, out)?,
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

    fn has(&self, quirk: Quirk) -> bool {
        self.quirks.contains(&quirk)
    }

    fn position(
        &mut self,
        session: &mut Session,
        text: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let former = std::mem::replace(&mut self.former, text.to_owned());
        let text = if self.has(Quirk::FormerPosition) {
            &former
        } else {
            text
        };
        match session.set_position(text) {
            Ok(()) => Ok(()),
            Err(Refusal::Fen(why)) => writeln!(out, "info string invalid position: {why}"),
            Err(Refusal::Move(mv)) => writeln!(out, "info string illegal move: {mv}"),
        }
    }

    fn set_option(&mut self, text: &str) {
        let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
        if name.eq_ignore_ascii_case("name MultiPV") {
            self.lines = value.trim().parse().unwrap_or(self.lines).clamp(1, 500);
        }
    }

    /// Searches, and lists the best move first, then the others, all with the same score.
    fn go(&mut self, session: &Session, limits: &str, out: &mut impl Write) -> io::Result<()> {
        let words: Vec<_> = limits.split_whitespace().collect();
        let depth = words.iter().skip_while(|word| **word != "depth").nth(1);
        let depth = depth.and_then(|depth| depth.parse().ok()).unwrap_or(1);
        let mut moves = session.moves();
        if let Some((_, requested)) = limits.split_once("searchmoves")
            && self.honors_search_moves(depth)
        {
            let requested: Vec<_> = requested.split_whitespace().collect();
            moves.retain(|(_, text)| requested.contains(&text.as_str()));
        }
        self.searches += 1;
        let best = best(&session.engine, &moves, depth);
        put_first(&mut moves, best);
        let lines = if self.has(Quirk::MultiPvCapped) {
            self.lines.min(16)
        } else {
            self.lines
        };
        for (number, (_, text)) in (1..=lines).zip(&moves) {
            writeln!(
                out,
                "info depth {depth} seldepth 1 multipv {number} score cp 0 nodes {} nps 1000 time 1 pv {text}",
                moves.len()
            )?;
        }
        let best = moves.first().map_or("(none)", |(_, text)| text);
        let best = format!("bestmove {best}");
        if words.contains(&"infinite") {
            self.pending = Some(best);
            Ok(())
        } else {
            writeln!(out, "{best}")
        }
    }

    fn honors_search_moves(&self, depth: u32) -> bool {
        let is_late = self.has(Quirk::SearchMovesOnce) && self.searches != 0
            || self.has(Quirk::SearchMovesAtFirst) && 25 <= self.searches;
        let is_shallow = self.has(Quirk::SearchMovesDeeper) && depth < 2;
        !self.has(Quirk::SearchMovesIgnored) && !is_late && !is_shallow
    }
}

/// The best of some moves.
fn best(engine: &Engine, moves: &[(Move, String)], depth: u32) -> Option<Move> {
    engine.best_of(moves.iter().map(|(mv, _)| *mv).collect(), depth)
}

fn put_first(moves: &mut [(Move, String)], best: Option<Move>) {
    let at = best.and_then(|best| moves.iter().position(|(mv, _)| *mv == best));
    if let Some(at) = at {
        moves[..=at].rotate_right(1);
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
