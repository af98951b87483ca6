//! UCI engines without perft, asked through their search.

use std::collections::BTreeMap;
use std::time::Duration;

use passant_query::{Abilities, Answer, Channel, EngineError, EngineMove, Line, Query, Subject};
use passant_rules::UciMove;

use super::counting::Counter;
use super::dialect::notation::engine_move_in;
use super::dialect::{self, MOST_MOVES, Reading, too_many_moves};
use super::held;
use super::keeper::Keeper;
use super::process::Deadline;
use super::starter::Starter;
use super::uci::{Uci, bound};

/// The most lines that are asked for; no position has more moves.
const ALL_MOVES: u32 = 218;

/// An engine that is made to search one half-move deep.
pub(super) struct Search {
    keeper: Keeper<Uci>,
    channel: Channel,
    reply: Duration,
}

impl Search {
    /// Starts the engine when it is asked first. The channel is one of those that search.
    pub(super) fn new(starter: Starter, channel: Channel) -> Self {
        let begin = match channel {
            Channel::MultiPv => begin_multi_pv,
            _ => Uci::start,
        };
        Self {
            channel,
            reply: starter.limits.reply,
            keeper: Keeper::new(starter, begin),
        }
    }

    fn search(&mut self, line: &Line, command: &str) -> Result<Vec<String>, EngineError> {
        let reply = self.reply;
        self.keeper.ask(|uci| {
            uci.position(line)?;
            uci.search(command, Deadline::after(reply))
        })
    }
}

impl Search {
    fn moves(&mut self, line: &Line) -> Result<Vec<EngineMove>, EngineError> {
        let lines = self.search(line, "go depth 1")?;
        let texts = listed(&lines).map_err(EngineError::Garbled)?;
        let position = line.position();
        let moves = texts.iter();
        Ok(moves
            .map(|text| engine_move_in(position.as_ref(), text))
            .collect())
    }

    fn accepts(&mut self, line: &Line, mv: UciMove) -> Result<bool, EngineError> {
        let lines = self.search(line, &format!("go depth 1 searchmoves {mv}"))?;
        Ok(best_move(&lines) == Some(mv.to_string()))
    }

    fn best_move(&mut self, line: &Line, depth: u32) -> Result<EngineMove, EngineError> {
        let lines = self.search(line, &format!("go depth {depth}"))?;
        let text = best_move(&lines)
            .ok_or_else(|| EngineError::Garbled("bestmove without a move".to_owned()))?;
        Ok(engine_move_in(line.position().as_ref(), &text))
    }

    fn held(&mut self, line: &Line) -> Result<String, EngineError> {
        self.keeper.ask(|uci| {
            uci.position(line)?;
            held::fen(&uci.show()?, line).ok_or_else(|| EngineError::unsupported("fen"))
        })
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
            Query::Fen => self.held(line).map(Answer::Fen),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

fn begin_multi_pv(starter: &Starter) -> Result<Uci, EngineError> {
    let mut uci = Uci::start(starter)?;
    let about = uci
        .option("MultiPV")
        .ok_or_else(|| EngineError::Unsupported("MultiPV".to_owned()))?;
    let most = bound(about, "max").unwrap_or(ALL_MOVES);
    if most < ALL_MOVES {
        return Err(EngineError::Unsupported(format!(
            "MultiPV is at most {most}"
        )));
    }
    uci.set_option("MultiPV", &most.min(256).to_string())?;
    uci.ready(Deadline::after(starter.limits.start))?;
    Ok(uci)
}

/// `info … multipv 3 … pv e2e4 …` as 3 and the move.
fn line_of_move(line: &str) -> Option<(u32, String)> {
    let line = dialect::clean(line);
    let words: Vec<_> = line.split_whitespace().collect();
    let behind = |key| {
        words
            .iter()
            .position(|&word| word == key)
            .and_then(|at| words.get(at + 1))
    };
    // An engine that has only one move may leave the number out.
    let number = behind("multipv").map_or(Some(1), |number| number.parse().ok())?;
    Some((number, (*behind("pv")?).to_owned()))
}

/// The moves of the lines that a search has printed, each once. The error says that there are too many of them.
fn listed(lines: &[String]) -> Result<Vec<String>, String> {
    let numbered = lines.iter().filter_map(|line| line_of_move(line));
    let moves: BTreeMap<_, _> = numbered.collect();
    if moves.is_empty() {
        // Where there is nothing to choose from, some play at once and list nothing.
        let forced = best_move(lines).filter(|mv| EngineMove::from_uci(mv).is_move());
        return Ok(forced.into_iter().collect());
    }
    if MOST_MOVES < moves.len() {
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

#[cfg(test)]
mod tests {
    use super::listed;

    #[test]
    fn a_forced_move_may_be_played_without_being_listed() {
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
            assert_eq!(listed(&lines).unwrap(), moves, "{lines:?}");
        }
    }

    #[test]
    fn no_position_has_a_thousand_moves() {
        let line = |number| format!("info multipv {number} pv e2e4");
        let lines: Vec<_> = (1..=1000).map(line).collect();
        assert!(listed(&lines).is_err());
    }
}
