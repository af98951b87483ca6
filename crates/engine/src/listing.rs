//! UCI engines without perft, asked through their search.

use std::collections::BTreeMap;
use std::time::Duration;

use super::channel::{Channel, Rung};
use super::counting::Counter;
use super::dialect::notation::is_move;
use super::dialect::{self, MOST_MOVES, Reading, too_many_moves};
use super::keeper::Keeper;
use super::process::Deadline;
use super::starter::Starter;
use super::uci::{Uci, bound};
use super::{Place, Trouble, held};

/// The most lines that are asked for; no position has more moves.
const ALL_MOVES: u32 = 218;

/// An engine that is made to search one half-move deep.
pub(super) struct Search {
    keeper: Keeper<Uci>,
    rung: Rung,
    reply: Duration,
}

impl Search {
    /// Starts the engine when it is asked first. The rung is one of those that search.
    pub(super) fn new(starter: Starter, rung: Rung) -> Self {
        let begin = match rung {
            Rung::MultiPv => begin_multi_pv,
            _ => Uci::start,
        };
        Self {
            rung,
            reply: starter.limits.reply,
            keeper: Keeper::new(starter, begin),
        }
    }

    fn search(&mut self, place: &Place, command: &str) -> Result<Vec<String>, Trouble> {
        let reply = self.reply;
        self.keeper.ask(|uci| {
            uci.position(place)?;
            uci.search(command, Deadline::after(reply))
        })
    }
}

impl Channel for Search {
    fn rung(&self) -> Rung {
        self.rung
    }

    fn moves(&mut self, place: &Place) -> Result<Vec<String>, Trouble> {
        let lines = self.search(place, "go depth 1")?;
        listed(&lines).map_err(Trouble::Garbled)
    }

    fn accepts(&mut self, place: &Place, mv: &str) -> Result<bool, Trouble> {
        let lines = self.search(place, &format!("go depth 1 searchmoves {mv}"))?;
        Ok(best_move(&lines) == Some(mv.to_owned()))
    }

    fn best_move(&mut self, place: &Place, depth: u32) -> Result<String, Trouble> {
        let lines = self.search(place, &format!("go depth {depth}"))?;
        best_move(&lines).ok_or_else(|| Trouble::Garbled("bestmove without a move".to_owned()))
    }

    fn held(&mut self, place: &Place) -> Result<Option<String>, Trouble> {
        self.keeper.ask(|uci| {
            uci.position(place)?;
            Ok(held::fen(&uci.show()?, place))
        })
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

fn begin_multi_pv(starter: &Starter) -> Result<Uci, Trouble> {
    let mut uci = Uci::start(starter)?;
    let about = uci
        .option("MultiPV")
        .ok_or_else(|| Trouble::Unsupported("MultiPV".to_owned()))?;
    let most = bound(about, "max").unwrap_or(ALL_MOVES);
    if most < ALL_MOVES {
        return Err(Trouble::Unsupported(format!("MultiPV is at most {most}")));
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
        let forced = best_move(lines).filter(|mv| is_move(mv));
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
