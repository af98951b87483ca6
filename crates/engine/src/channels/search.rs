//! UCI engines without perft: their search shows which moves are legal.

use std::collections::BTreeMap;
use std::time::Duration;

use passant_query::{
    Abilities, Answer, Channel, EngineError, EngineMove, Line, Query, SearchScore, Subject,
};
use passant_rules::{PieceType, Position, UciMove};

use crate::connection::{Connection, EngineSpec, Session};
use crate::dialect::notation::engine_move_in;
use crate::dialect::{self, MAX_MOVES, Reading, too_many_moves};
use crate::position_command::constant_line;
use crate::process::Deadline;
use crate::uci::{Printed, Uci, limit_of_option};

/// The greatest number of legal moves in a position, and so the number of lines that are requested.
const ALL_MOVES: u32 = 218;

/// A mate without en passant. Confirmed by python-chess 1.11.2.
const MATE: &str = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";

/// An engine that is asked through its search.
pub(super) struct Search {
    session: Session<Uci>,
    channel: Channel,
    reply: Duration,
    /// Tells whether it names a move after mate; `None` if it was not asked.
    names_move_after_mate: Option<bool>,
}

impl Search {
    /// Creates the subject. The engine is started with the first question. The channel is one of those that search.
    pub(super) fn new(spec: EngineSpec, channel: Channel) -> Self {
        let connect = match channel {
            Channel::MultiPv => start_multi_pv,
            _ => Uci::start,
        };
        Self {
            channel,
            reply: spec.limits.reply,
            session: Session::new(spec, connect),
            names_move_after_mate: None,
        }
    }

    fn search(&mut self, line: &Line, command: &str) -> Result<Vec<String>, EngineError> {
        let reply = self.reply;
        self.session.ask(|uci| {
            uci.position(line)?;
            uci.search(command, Deadline::after(reply))
        })
    }
}

impl Search {
    fn moves(&mut self, line: &Line) -> Result<Vec<EngineMove>, EngineError> {
        let lines = self.search(line, "go depth 1")?;
        let texts = list_moves(&lines).map_err(EngineError::Garbled)?;
        if !texts.is_empty() && !lines.iter().any(|line| line_of_move(line).is_some()) {
            self.confirm_forced_moves()?;
        }
        let position = line.position();
        let moves = texts.iter();
        Ok(moves
            .map(|text| engine_move_in(position.as_ref(), text))
            .collect())
    }

    /// Fails if the engine names a move although there is none: a move without a line is not the only one then.
    fn confirm_forced_moves(&mut self) -> Result<(), EngineError> {
        let names_one = if let Some(known) = self.names_move_after_mate {
            known
        } else {
            let lines = self.search(&constant_line(MATE), "go depth 1")?;
            best_move(&lines).is_some_and(|text| EngineMove::from_uci(&text).is_move())
        };
        self.names_move_after_mate = Some(names_one);
        if names_one {
            let what =
                "a list of moves: it prints no line here, and names a move where there is none";
            return Err(EngineError::unsupported(what));
        }
        Ok(())
    }

    fn accepts(&mut self, line: &Line, mv: UciMove) -> Result<bool, EngineError> {
        let lines = self.search(line, &format!("go depth 1 searchmoves {mv}"))?;
        Ok(best_move(&lines) == Some(mv.to_string()))
    }

    fn best_move(&mut self, line: &Line, depth: u32) -> Result<EngineMove, EngineError> {
        let reply = self.reply;
        let command = format!("go depth {depth}");
        let printed = self.session.ask(|uci| {
            uci.position(line)?;
            uci.search_or_stop(&command, Deadline::after(reply))
        })?;
        let lines = if is_cut_short(&printed) {
            search_unstopped(&mut self.session, line, &command, reply)?
        } else {
            printed.lines
        };
        let text = best_move(&lines)
            .ok_or_else(|| EngineError::Garbled("bestmove without a move".to_owned()))?;
        let position = line.position();
        let played = engine_move_in(position.as_ref(), &text);
        Ok(position.map_or(played.clone(), |position| with_letter(&position, played)))
    }
}

impl Subject for Search {
    fn can(&self) -> Abilities {
        Abilities::of(self.channel)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Moves => self.moves(line).map(Answer::Moves),
            Query::Legal(mv) => self.accepts(line, *mv).map(Answer::Is),
            Query::BestMove(depth) => self.best_move(line, *depth).map(Answer::Played),
            Query::Fen => self.session.fen(line).map(Answer::Fen),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}

/// Returns the move, with the letter of the queen where an engine leaves it out of a promotion.
pub(super) fn with_letter(position: &Position, mv: EngineMove) -> EngineMove {
    let Some(played) = mv.uci().filter(|&mv| position.find(mv).is_err()) else {
        return mv;
    };
    let queen = played.promoting_to(PieceType::Queen);
    match queen.filter(|&queen| played.promotion().is_none() && position.find(queen).is_ok()) {
        Some(queen) => EngineMove::Uci(queen),
        None => mv,
    }
}

/// Tells whether an engine that was stopped named no move: it may only have found none yet.
pub(super) fn is_cut_short(printed: &Printed) -> bool {
    let best = best_move(&printed.lines);
    printed.was_stopped && !best.is_some_and(|text| EngineMove::from_uci(&text).is_move())
}

/// Searches the same again, for as long as an answer may take, and stops nothing. Fails with
/// [`EngineError::Unsupported`] if there is no answer by then: that is no answer about the rules.
pub(super) fn search_unstopped(
    session: &mut Session<Uci>,
    line: &Line,
    command: &str,
    reply: Duration,
) -> Result<Vec<String>, EngineError> {
    let searched = session.ask(|uci| {
        uci.position(line)?;
        uci.search(command, Deadline::after(reply))
    });
    match searched {
        Err(EngineError::TimedOut(after)) => {
            let seconds = after.as_secs_f64();
            let what = format!("a search that finds its first move within {seconds:.1} s");
            Err(EngineError::Unsupported(what))
        }
        searched => searched,
    }
}

fn start_multi_pv(spec: &EngineSpec) -> Result<Uci, EngineError> {
    let mut uci = Uci::start(spec)?;
    let about = uci
        .option("MultiPV")
        .ok_or_else(|| EngineError::unsupported("the engine has no option MultiPV"))?;
    let most = limit_of_option(about, "max").unwrap_or(ALL_MOVES);
    if most < ALL_MOVES {
        return Err(EngineError::Unsupported(format!(
            "MultiPV is at most {most}"
        )));
    }
    uci.set_option("MultiPV", &most.min(256).to_string())?;
    uci.ready(Deadline::after(spec.limits.start))?;
    Ok(uci)
}

/// A line of a search: `info depth 3 multipv 1 score cp 12 … pv e2e4 e7e5`.
pub(super) struct SearchInfo {
    pub(super) depth: Option<u32>,
    number: u32,
    pub(super) score: Option<SearchScore>,
    /// True if the search knows only that the score is higher or lower than this.
    pub(super) is_bound: bool,
    /// The words after `pv`; `None` if that word is missing.
    pub(super) moves: Option<Vec<String>>,
}

impl SearchInfo {
    /// Reads a line, which may begin with a prompt, and end with a remark after `string`. The other words may come in any
    /// order. `None` if `info` is not among them.
    pub(super) fn read(line: &str) -> Option<Self> {
        let line = dialect::clean(line);
        let mut words = line.split_whitespace();
        words.find(|&word| word == "info")?;
        let words: Vec<&str> = words.take_while(|&word| word != "string").collect();
        let after = |key: &str| Some(&words[words.iter().position(|&word| word == key)? + 1..]);
        let number = |key: &str| -> Option<i32> { after(key)?.first()?.parse().ok() };
        let mate = number("mate").map(SearchScore::Mate);
        let score = mate.or_else(|| number("cp").map(SearchScore::Centipawns));
        let unsigned = |key: &str| number(key).and_then(|number| u32::try_from(number).ok());
        Some(Self {
            depth: unsigned("depth"),
            // Some engines leave the number out if there is only one move.
            number: unsigned("multipv").unwrap_or(1),
            score: score.filter(|_| words.contains(&"score")),
            is_bound: words.contains(&"lowerbound") || words.contains(&"upperbound"),
            moves: after("pv").map(|moves| moves.iter().map(|&word| word.to_owned()).collect()),
        })
    }
}

/// Returns the number and the first move of a line of a search.
fn line_of_move(line: &str) -> Option<(u32, String)> {
    let info = SearchInfo::read(line)?;
    Some((info.number, info.moves?.into_iter().next()?))
}

/// Returns the moves that a search has listed, each once. The error says that there are too many.
fn list_moves(lines: &[String]) -> Result<Vec<String>, String> {
    let numbered = lines.iter().filter_map(|line| line_of_move(line));
    let moves: BTreeMap<_, _> = numbered.collect();
    if moves.is_empty() {
        // Some engines play the only legal move at once and list nothing.
        let forced = best_move(lines).filter(|mv| EngineMove::from_uci(mv).is_move());
        return Ok(forced.into_iter().collect());
    }
    if MAX_MOVES < moves.len() {
        return Err(too_many_moves());
    }
    Ok(moves.into_values().collect())
}

fn best_move(lines: &[String]) -> Option<String> {
    lines.iter().find_map(|line| match dialect::read(line) {
        Reading::BestMove(mv) => Some(mv).filter(|mv| !mv.is_empty()),
        _ => None,
    })
}

/// The number of moves of a line that are read.
const LONGEST: usize = 64;

/// Reads the moves of a line, each in the position where it is played, up to a text that is not a move. The moves after
/// an illegal one are left out.
pub(super) fn read_moves(
    position: Option<&Position>,
    texts: &[impl AsRef<str>],
) -> Vec<EngineMove> {
    let mut position = position.cloned();
    let mut moves = Vec::new();
    for text in texts.iter().take(LONGEST) {
        let mv = engine_move_in(position.as_ref(), text.as_ref());
        let mv = position
            .as_ref()
            .map_or(mv.clone(), |it| with_letter(it, mv));
        moves.push(mv.clone());
        let legal = mv.uci().zip(position.as_mut());
        let made = legal.and_then(|(mv, position)| {
            let mv = position.find(mv).ok()?;
            let _ = position.make(mv);
            Some(())
        });
        if made.is_none() {
            break;
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use passant_query::EngineMove;
    use passant_rules::Position;

    use super::{list_moves, with_letter};

    #[test]
    fn a_promotion_without_a_letter_is_one_to_a_queen() {
        let position = Position::from_fen("8/8/K1p5/8/8/8/Qp6/2k5 b - - 0 1").unwrap();
        for (text, meant) in [
            ("b2b1", "b2b1q"),
            ("b2b1n", "b2b1n"),
            ("c6c5", "c6c5"),
            ("c6b5", "c6b5"),
            ("a1a1", "a1a1"),
        ] {
            let read = with_letter(&position, EngineMove::from_uci(text));
            assert_eq!(read.to_string(), meant);
        }
    }

    #[test]
    fn a_forced_move_that_is_played_without_a_list_is_read() {
        let cases: [(&[&str], &[&str]); 4] = [
            (&["bestmove e4d3"], &["e4d3"]),
            (
                &["info string forced", "bestmove e4d3 ponder a2a3"],
                &["e4d3"],
            ),
            (&["bestmove (none)"], &[]),
            (
                &[
                    "info depth 1 multipv 1 score cp 3 pv e2e4 e7e5",
                    "info depth 1 multipv 2 score cp 1 pv d2d4",
                    "bestmove e2e4",
                ],
                &["e2e4", "d2d4"],
            ),
        ];
        for (lines, moves) in cases {
            let lines: Vec<_> = lines.iter().map(|&line| line.to_owned()).collect();
            assert_eq!(list_moves(&lines).unwrap(), moves, "{lines:?}");
        }
    }

    #[test]
    fn a_list_of_a_thousand_moves_is_refused() {
        let line = |number| format!("info multipv {number} pv e2e4");
        let lines: Vec<_> = (1..=1000).map(line).collect();
        assert!(list_moves(&lines).is_err());
    }
}
