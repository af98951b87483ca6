//! The line protocol as a channel.

use super::channel::{Channel, Rung, ThereAndBack};
use super::dialect::Counts;
use super::keeper::Keeper;
use super::line_protocol::{Ability, Adapter, Played};
use super::process::Deadline;
use super::starter::Starter;
use super::{Place, Trouble};

/// An adapter that is asked in the line protocol.
pub(super) struct Line {
    keeper: Keeper<Adapter>,
}

impl Line {
    /// Starts the adapter when it is asked first.
    pub(super) fn new(starter: Starter) -> Self {
        Self {
            keeper: Keeper::new(starter, Starter::adapter),
        }
    }
}

impl Channel for Line {
    fn rung(&self) -> Rung {
        Rung::Line
    }

    fn count(&mut self, place: &Place, depth: u32) -> Result<Counts, Trouble> {
        self.keeper.ask(|adapter| {
            expect_chess960(adapter, place)?;
            let deadline = adapter.process().reply_deadline();
            if !adapter.capabilities().can.contains(&Ability::Divide) {
                return walk(adapter, deadline, place, depth);
            }
            adapter.position_by(deadline, place)?;
            let divided = adapter.ask_by(deadline, &format!("divide {depth}"))?;
            let divided = divided.into_divide()?;
            let sum = divided
                .moves
                .iter()
                .try_fold(0_u64, |sum, (_, nodes)| sum.checked_add(*nodes));
            if sum != Some(divided.total) {
                let (moves, total) = (divided.moves, divided.total);
                return Err(Trouble::Contradicted { moves, total });
            }
            Ok(Counts {
                moves: divided.moves,
                total: divided.total,
            })
        })
    }

    fn moves(&mut self, place: &Place) -> Result<Vec<String>, Trouble> {
        if let Ok(counts) = self.count(place, 1) {
            return Ok(counts.moves.into_iter().map(|(mv, _)| mv).collect());
        }
        self.keeper.ask(|adapter| {
            expect_chess960(adapter, place)?;
            adapter.position(place)?;
            adapter.moves()
        })
    }

    fn accepts(&mut self, place: &Place, mv: &str) -> Result<bool, Trouble> {
        self.keeper.ask(|adapter| {
            expect_chess960(adapter, place)?;
            adapter.position(place)?;
            if adapter.capabilities().can.contains(&Ability::Legal) {
                adapter.is_legal(mv)
            } else {
                adapter.play(mv).map(|played| played != Played::Illegal)
            }
        })
    }

    fn held(&mut self, place: &Place) -> Result<Option<String>, Trouble> {
        self.keeper.ask(|adapter| {
            expect_chess960(adapter, place)?;
            adapter.position(place)
        })
    }

    fn there_and_back(&mut self, place: &Place, mv: &str) -> Result<ThereAndBack, Trouble> {
        self.keeper.ask(|adapter| {
            expect_chess960(adapter, place)?;
            adapter.position(place)?;
            let there = match adapter.play(mv)? {
                Played::Done(fen) => fen,
                Played::Illegal => return Err(Trouble::illegal(mv)),
            };
            let back = match adapter.undo() {
                Err(Trouble::Unsupported(_)) => None,
                other => other?,
            };
            Ok(ThereAndBack { there, back })
        })
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

fn expect_chess960(adapter: &Adapter, place: &Place) -> Result<(), Trouble> {
    if place.is_chess960 && !adapter.capabilities().is_chess960 {
        return Err(Trouble::Unsupported("Chess960".to_owned()));
    }
    Ok(())
}

/// Counts by listing the moves of every position of the tree. However many requests that is, it is one count, which may
/// take no longer than one that an engine makes by itself.
fn walk(
    adapter: &mut Adapter,
    deadline: Deadline,
    place: &Place,
    depth: u32,
) -> Result<Counts, Trouble> {
    adapter.position_by(deadline, place)?;
    let mut counts = Counts {
        moves: Vec::new(),
        total: 0,
    };
    for mv in adapter.ask_by(deadline, "moves")?.into_moves()? {
        let nodes = match depth {
            1 => 1,
            _ => walk(adapter, deadline, &place.after(&mv), depth - 1)?.total,
        };
        counts.total += nodes;
        counts.moves.push((mv, nodes));
    }
    Ok(counts)
}
