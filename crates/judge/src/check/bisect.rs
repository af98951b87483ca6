//! Follows a wrong count down to the first position whose moves differ.

use std::fmt;

use passant_count::bulk;
use passant_query::{Channel, EngineError, Interrupt, Line, Subject};
use passant_rules::{Move, Position};

use super::comparison::{CountRow, moves_that_differ, rows, rows_of_list};
use super::listing::{list_moves_from, moves_by_counts};
use super::{Difference, reference_counts};

/// One step of the walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BisectStep {
    /// The moves that lead to the position.
    pub path: Vec<String>,
    /// The depth that is left, in plies.
    pub depth: u32,
    /// The divide; only legal moves if the engine prints totals.
    pub rows: Vec<CountRow>,
    /// The correct total and that of the engine.
    pub totals: (u64, u64),
    /// The count at the least depth, if the engine prints totals only.
    pub least: Option<LeastCount>,
}

/// The count at the least depth that an engine can be asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeastCount {
    /// The depth in plies.
    pub depth: u32,
    /// The correct count.
    pub expected: u64,
    /// The count of the engine.
    pub got: u64,
}

/// The position in which the difference begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstDifference {
    /// The first position whose moves differ. It names no moves if one is miscounted, or if only totals are known and no
    /// legal move explains the difference.
    pub difference: Difference,
    /// The miscounted move, if the engine counts every position correctly when it is asked about it directly.
    pub miscounted: Option<MiscountedMove>,
}

/// A legal move with a wrong count below it, although the engine counts the position after the move correctly.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MiscountedMove {
    /// UCI notation.
    pub mv: String,
    /// The depth before the move, in plies.
    pub depth: u32,
    /// The correct count.
    pub expected: u64,
    /// The count of the engine.
    pub got: u64,
}

impl fmt::Display for MiscountedMove {
    /// Returns what is wrong, and where to look in the source code.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mv,
            depth,
            expected,
            got,
        } = self;
        if *depth == 1 {
            return write!(f, "{mv} counts {got} at depth 1, expected 1");
        }
        write!(
            f,
            "below {mv} it counts {got}, expected {expected}, which is what it counts when it is given the position after \
             {mv}: look at make and unmake, and at the hash table if there is one"
        )
    }
}

/// Walks down from a position and a depth at which the counts differ. `watch` is called with each step.
///
/// The walk stops at a position with a missing or an illegal move, and never plays an illegal move. An engine that prints
/// totals is asked for its least depth first: if that count differs, the moves of this position do.
///
/// Returns `None` if the counts agree after all, or if the engine does not repeat the wrong one.
pub fn first_difference(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    depth: u32,
    interrupt: &Interrupt,
    mut watch: impl FnMut(&BisectStep),
) -> Result<Option<FirstDifference>, EngineError> {
    let mut walk = Walk { channel, interrupt };
    let mut at = WalkState {
        line: line.clone(),
        position: position.clone(),
        path: Vec::new(),
        depth,
    };
    let mut above = None;
    while at.depth != 0 {
        let step = match walk.step(&at) {
            Err(error @ EngineError::Illegal { .. }) if 1 < at.depth => {
                let shallow = walk.shallow_step(&at)?;
                let difference = differing_moves(&shallow, &at.position);
                if !difference.is_empty() {
                    watch(&shallow);
                    return Ok(Some(FirstDifference::moves(difference)));
                }
                at = at.after(walk.find_refusal(&at)?.ok_or(error)?);
                continue;
            }
            step => step?,
        };
        watch(&step);
        let difference = differing_moves(&step, &at.position);
        let is_here = step.least.is_some_and(|least| least.expected != least.got);
        if !difference.is_empty() || is_here {
            return Ok(Some(FirstDifference::moves(difference)));
        }
        let differing = step
            .rows
            .iter()
            .find(|row| row.expected != row.got)
            .cloned();
        let Some(row) = differing else {
            if step.totals.0 != step.totals.1 {
                return Ok(Some(FirstDifference::moves(difference)));
            }
            break;
        };
        let Some(mv) = row.legal else {
            break;
        };
        let next = at.after(mv);
        above = Some((std::mem::replace(&mut at, next), step, row));
    }
    match above {
        Some((at, step, row)) => walk.confirm_miscounted(&at, &step, &row),
        None => Ok(None),
    }
}

/// The position that a walk has reached.
struct WalkState {
    line: Line,
    position: Position,
    /// The moves that lead to the position.
    path: Vec<String>,
    /// The depth that is left.
    depth: u32,
}

impl WalkState {
    /// One ply further down.
    fn after(&self, mv: Move) -> Self {
        let text = self.position.uci(mv).to_string();
        let mut position = self.position.clone();
        let _ = position.make(mv);
        Self {
            line: self.line.then(self.position.uci_move(mv)),
            position,
            path: [&self.path[..], &[text]].concat(),
            depth: self.depth - 1,
        }
    }
}

/// A walk with an engine.
struct Walk<'a> {
    channel: &'a mut dyn Subject,
    interrupt: &'a Interrupt,
}

impl Walk<'_> {
    /// Compares the divide of the engine with the correct one.
    fn step(&mut self, at: &WalkState) -> Result<BisectStep, EngineError> {
        let (line, position, depth) = (&at.line, &at.position, at.depth);
        let expected = reference_counts::divide(position, depth, self.interrupt)?;
        let mut step = BisectStep {
            path: at.path.clone(),
            depth,
            rows: Vec::new(),
            totals: (expected.iter().map(|(_, nodes)| nodes).sum(), 0),
            least: None,
        };
        let least = self.channel.can().least_depth;
        if depth < least {
            step.rows = self.rows_at_depth_2(at)?;
            let had = step.rows.iter().filter(|row| row.got.is_some()).count() as u64;
            step.totals = (expected.len() as u64, had);
            return Ok(step);
        }
        let counts = self.channel.count(line, depth)?;
        step.totals.1 = counts.total;
        let is_divide = !counts.moves.is_empty()
            // A total of zero is an empty divide at depth 1, and from engines that print divides.
            || counts.total == 0
                && (depth == 1 || self.channel.can().channel == Channel::Divide);
        step.rows = if is_divide {
            rows(position, &expected, &counts)
        } else if depth == 1 {
            // Some engines print no moves at depth 1, but do at depth 2.
            self.rows_at_depth_2(at)?
        } else if depth == least {
            // The moves cannot be told apart, because the engine cannot count one ply less deep.
            Vec::new()
        } else {
            step.least = Some(LeastCount {
                depth: least,
                expected: bulk(&mut position.clone(), least),
                got: self.channel.count(line, least)?.total,
            });
            self.divide(at, &expected)?
        };
        Ok(step)
    }

    /// Returns the moves that the engine prints at depth 2, as a divide at depth 1; empty if it lists none.
    fn rows_at_depth_2(&mut self, at: &WalkState) -> Result<Vec<CountRow>, EngineError> {
        let listed = list_moves_from(self.channel, &at.line, &at.position, 2)?;
        Ok(listed.map_or_else(Vec::new, |it| rows_of_list(&at.position, &it)))
    }

    /// The step at depth 1 for an engine that cannot count deeper because it does not play a move that it lists.
    fn shallow_step(&mut self, at: &WalkState) -> Result<BisectStep, EngineError> {
        let listed = moves_by_counts(self.channel, &at.line, &at.position)?
            .ok_or_else(|| EngineError::unsupported("the moves at depth 1"))?;
        Ok(BisectStep {
            path: at.path.clone(),
            depth: 1,
            rows: rows_of_list(&at.position, &listed),
            totals: (bulk(&mut at.position.clone(), 1), listed.len() as u64),
            least: None,
        })
    }

    /// The divide of an engine that prints totals: each legal move is played, and counted one ply less deep.
    fn divide(
        &mut self,
        at: &WalkState,
        expected: &[(Move, u64)],
    ) -> Result<Vec<CountRow>, EngineError> {
        let count = |&(legal, nodes): &(Move, u64)| {
            let uci = at.position.uci_move(legal);
            let got = match nodes {
                // Counts below a mate are not reliable.
                0 => Some(0),
                _ => match self.channel.count(&at.line.then(uci), at.depth - 1) {
                    Ok(counts) => Some(counts.total),
                    // The engine itself says that it does not have the move.
                    Err(EngineError::Illegal { mv: illegal, .. }) if *illegal == *uci.text() => {
                        None
                    }
                    Err(error) => return Err(error),
                },
            };
            let expected = Some(nodes);
            Ok(CountRow {
                mv: uci.into(),
                legal: Some(legal),
                is_again: false,
                expected,
                got,
            })
        };
        expected.iter().map(count).collect()
    }

    /// The legal move below which the engine lists a move that it does not play.
    fn find_refusal(&mut self, at: &WalkState) -> Result<Option<Move>, EngineError> {
        for mv in at.position.legal_moves() {
            let below = at.line.then(at.position.uci_move(mv));
            match self.channel.count(&below, at.depth - 1) {
                Ok(_) => {}
                Err(EngineError::Illegal { .. }) => return Ok(Some(mv)),
                Err(error) => return Err(error),
            }
        }
        Ok(None)
    }

    /// The miscounted move, if the engine repeats the wrong count after a restart.
    fn confirm_miscounted(
        &mut self,
        at: &WalkState,
        first: &BisectStep,
        row: &CountRow,
    ) -> Result<Option<FirstDifference>, EngineError> {
        self.channel.restart();
        let again = self.step(at)?;
        Ok((again == *first).then(|| FirstDifference {
            difference: differing_moves(first, &at.position),
            miscounted: Some(MiscountedMove {
                mv: row.mv.to_string(),
                depth: first.depth,
                expected: row.expected.unwrap_or(0),
                got: row.got.unwrap_or(0),
            }),
        }))
    }
}

impl FirstDifference {
    fn moves(difference: Difference) -> Self {
        Self {
            difference,
            miscounted: None,
        }
    }
}

/// The moves that lead to the position after some steps, and the depth that is left.
#[must_use]
pub fn path_after(steps: &[BisectStep], depth: u32) -> (Vec<String>, u32) {
    let Some(last) = steps.last() else {
        return (Vec::new(), depth);
    };
    let differing = last
        .rows
        .iter()
        .find(|row| row.expected != row.got)
        .map(|row| row.mv.to_string());
    let path = last.path.iter().cloned().chain(differing);
    (path.collect(), last.depth - 1)
}

/// The moves of a step that are missing or illegal.
fn differing_moves(step: &BisectStep, position: &Position) -> Difference {
    moves_that_differ(&step.path, &step.rows, position)
}
