//! The Chess Engine Communication Protocol, version 2, for an engine that follows a game.

use std::io::{self, Write};

use passant_oracle::uci::{Manner, Quirk, Session, Thinker, setup};
use passant_query::{SearchLimit, SearchScore};
use passant_rules::Move;
use passant_uci::{Dialect, Next};

/// The state between commands, apart from the game.
pub(crate) struct Xboard {
    dialect: &'static Dialect,
    quirks: Vec<Quirk>,
    /// True if the engine only follows the game.
    is_forced: bool,
    /// The `setboard` command before the last one.
    former: Option<String>,
    /// The number of illegal moves so far.
    illegal: usize,
    /// The depth of the search; `None` if the engine plays its first move.
    search_depth: Option<u32>,
    /// True if the engine prints its lines of thought.
    is_posting: bool,
    thinker: Thinker,
    /// An answer that comes late: after the next command, and after the one that follows.
    late: [Option<String>; 2],
}

/// The number of illegal moves that are answered at once by an engine that answers the others late.
const IN_TIME: usize = 25;

/// The number that the protocol adds to the number of moves of a mate.
const MATE: i32 = 100_000;

impl Xboard {
    pub(crate) fn new(dialect: &'static Dialect, quirks: &[Quirk], manners: &[Manner]) -> Self {
        Self {
            dialect,
            quirks: quirks.to_vec(),
            is_forced: false,
            former: None,
            illegal: 0,
            search_depth: None,
            is_posting: false,
            thinker: Thinker::new(manners),
            late: [None, None],
        }
    }

    pub(crate) fn answer(
        &mut self,
        session: &mut Session,
        command: &str,
        out: &mut impl Write,
    ) -> io::Result<Next> {
        if let Some(late) = self.late[1].take() {
            writeln!(out, "{late}")?;
        }
        self.late.swap(0, 1);
        match self.react(session, command, out)? {
            Next::Unknown if self.has(Quirk::UnknownSilent) => Ok(Next::Go),
            next => Ok(next),
        }
    }

    fn react(
        &mut self,
        session: &mut Session,
        command: &str,
        out: &mut impl Write,
    ) -> io::Result<Next> {
        let (word, rest) = command.split_once(' ').unwrap_or((command, ""));
        if let Some(depth) = self.depth(command) {
            let divide = |depth| Ok(session.texts(session.engine.divide(depth)));
            // Counting never fails.
            let _ = self.dialect.count(depth, divide, out)?;
            return Ok(Next::Go);
        }
        match word {
            "xboard" => writeln!(out)?,
            "protover" if self.has(Quirk::NoFeatures) => return Ok(Next::Unknown),
            "protover" => writeln!(
                out,
                "feature ping={} setboard={} usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 \
                 myname=\"passant-oracle {}\" done=1",
                u8::from(!self.has(Quirk::NoPing)),
                u8::from(!self.has(Quirk::NoSetboard)),
                env!("CARGO_PKG_VERSION")
            )?,
            "ping" if self.has(Quirk::NoPing) => return Ok(Next::Unknown),
            "setboard" if self.has(Quirk::NoSetboard) => return Ok(Next::Unknown),
            "ping" => writeln!(out, "pong {rest}")?,
            "new" => {
                if !self.has(Quirk::NewIgnored) {
                    session.restart();
                }
                self.is_forced = false;
                self.search_depth = None;
                self.thinker.forget();
            }
            "force" => self.is_forced = true,
            "go" => {
                self.is_forced = false;
                self.move_now(session, out)?;
            }
            "setboard" => self.set_board(session, rest, out)?,
            "usermove" => self.user_move(session, rest, out)?,
            "undo" => drop(session.engine.undo()),
            "remove" => drop((session.engine.undo(), session.engine.undo())),
            "sd" => self.search_depth = rest.parse().ok(),
            "post" | "nopost" => self.is_posting = word == "post",
            "quit" => return Ok(Next::Quit),
            "accepted" | "rejected" | "variant" | "random" | "level" | "st" | "time" | "otim"
            | "hard" | "easy" | "computer" | "result" | "memory" | "cores" | "name" | "rating"
            | "draw" | "." | "?" => {}
            mv if is_move(mv) => self.user_move(session, mv, out)?,
            _ => return Ok(Next::Unknown),
        }
        Ok(Next::Go)
    }

    fn has(&self, quirk: Quirk) -> bool {
        self.quirks.contains(&quirk)
    }

    /// The depth that a command for counting requests; every dialect understands `perft`.
    fn depth(&self, command: &str) -> Option<u32> {
        let plain = || command.strip_prefix("perft ")?.trim().parse().ok();
        let requested = self.dialect.request(command);
        requested.map(|request| request.depth).or_else(plain)
    }

    fn set_board(
        &mut self,
        session: &mut Session,
        fen: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let former = self.former.replace(fen.to_owned());
        let fen = match &former {
            Some(former) if self.has(Quirk::FormerPosition) => former,
            _ => fen,
        };
        match setup(fen).map(|_| session.set_position(&format!("fen {fen}"))) {
            Ok(Ok(())) => Ok(()),
            _ => writeln!(out, "tellusererror Illegal position"),
        }
    }

    fn user_move(
        &mut self,
        session: &mut Session,
        mv: &str,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if !session.play(mv) {
            return self.complain(format!("Illegal move: {mv}"), out);
        }
        if !claim(session, out)? && !self.is_forced {
            self.move_now(session, out)?;
        }
        Ok(())
    }

    /// Plays the move that its search finds, or its first move.
    fn move_now(&mut self, session: &mut Session, out: &mut impl Write) -> io::Result<()> {
        let best = match self.search_depth {
            Some(depth) => self.search(session, depth, out)?,
            None => session.moves().into_iter().next().map(|(mv, _)| mv),
        };
        if let Some(mv) = best {
            let text = session.engine.uci(mv);
            session.engine.play(mv);
            writeln!(out, "move {text}")?;
            claim(session, out)?;
        }
        Ok(())
    }

    /// The best move of a search to a depth, whose lines are printed as the protocol says: depth, score, time, nodes, moves.
    fn search(
        &mut self,
        session: &Session,
        depth: u32,
        out: &mut impl Write,
    ) -> io::Result<Option<Move>> {
        let limit = SearchLimit::Depth(depth);
        let found = self.thinker.search(&session.engine, limit, 1);
        for (line, moves) in found.lines.iter().filter(|_| self.is_posting) {
            let score = match line.score {
                SearchScore::Centipawns(score) => score,
                SearchScore::Mate(moves) => MATE * moves.signum() + moves,
            };
            let moves = moves.join(" ");
            writeln!(out, "{} {score} 0 {} {moves}", line.depth, line.nodes)?;
        }
        Ok(found.best)
    }

    /// Answers an illegal move, at once or late.
    fn complain(&mut self, answer: String, out: &mut impl Write) -> io::Result<()> {
        self.illegal += 1;
        if self.has(Quirk::IllegalLate) && IN_TIME < self.illegal {
            self.late[0] = Some(answer);
            Ok(())
        } else if self.has(Quirk::IllegalSilent) {
            Ok(())
        } else {
            writeln!(out, "{answer}")
        }
    }
}

/// Claims the result if the game is over, and returns whether it is.
fn claim(session: &Session, out: &mut impl Write) -> io::Result<bool> {
    let is_over = session.engine.moves().is_empty();
    let result = match session.engine.setup().side_to_move {
        _ if is_over && !session.engine.is_check() => "1/2-1/2 {Stalemate}",
        passant_rules::Color::White if is_over => "0-1 {Black mates}",
        passant_rules::Color::Black if is_over => "1-0 {White mates}",
        _ if 3 <= session.engine.occurrences() => "1/2-1/2 {Draw by repetition}",
        _ => return Ok(false),
    };
    writeln!(out, "{result}")?;
    Ok(true)
}

/// Tells whether a word looks like a move in coordinates.
fn is_move(word: &str) -> bool {
    matches!(
        word.as_bytes(),
        [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8', ..]
    )
}
