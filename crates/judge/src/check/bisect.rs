//! From a count that differs down to the first position whose moves do.

use std::fmt;

use passant_perft::bulk;
use passant_query::{Channel, EngineError, Interrupt, Line, Subject};
use passant_rules::{Move, Position};

use super::comparison::{Row, moves_that_differ, rows, rows_of_list};
use super::listing::{listed, presence};
use super::{Difference, reference_counts};

/// One step on the way down.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The moves that have led here.
    pub path: Vec<String>,
    /// The depth that is left.
    pub depth: u32,
    /// The divide; only legal moves where the engine prints totals alone.
    pub rows: Vec<Row>,
    /// The total of the rules and that of the engine.
    pub totals: (u64, u64),
    /// The count at the least depth, where the engine prints no moves that could be compared.
    pub least: Option<Least>,
}

/// What is counted at the least depth that an engine is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Least {
    /// Half-moves.
    pub depth: u32,
    /// What the rules say.
    pub wanted: u64,
    /// What the engine says.
    pub got: u64,
}

/// Where a difference begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The first position whose moves differ. No moves are named where only totals are known and no legal move explains
    /// the difference, and where one is miscounted.
    pub difference: Difference,
    /// The move to blame, if all positions are counted rightly when the engine is told of them.
    pub miscounted: Option<Miscounted>,
}

/// A legal move with wrong nodes below it, although nothing is wrong when the engine is told of the position after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Miscounted {
    /// UCI notation.
    pub mv: String,
    /// The depth before the move, in half-moves.
    pub depth: u32,
    /// What the rules say.
    pub wanted: u64,
    /// What the engine says.
    pub got: u64,
}

impl fmt::Display for Miscounted {
    /// What is wrong, and where to look.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mv,
            depth,
            wanted,
            got,
        } = self;
        if *depth == 1 {
            return write!(f, "{mv} counts {got} at depth 1, where each move counts 1");
        }
        write!(
            f,
            "below {mv} it counts {got} where {wanted} is right, and {wanted} when it is told of the position there: \
             look at make and unmake, and at the hash table if there is one"
        )
    }
}

/// Walks down from a position and a depth at which the counts differ. Each step is shown to `watch`.
///
/// It stops where a legal move is missing or one is there that is not legal, and never plays a move that the rules do
/// not have. An engine that prints totals alone is asked for its least depth first: where that differs, it is the moves
/// of this position that do.
///
/// `None` if the counts agree after all, or the engine does not repeat the one that differs.
pub fn first_difference(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    depth: u32,
    interrupt: &Interrupt,
    mut watch: impl FnMut(&Step),
) -> Result<Option<Found>, EngineError> {
    let mut at = At {
        line: line.clone(),
        position: position.clone(),
        path: Vec::new(),
        depth,
    };
    let mut above = None;
    while at.depth != 0 {
        let step = match step(channel, &at, interrupt) {
            Err(trouble @ EngineError::Illegal { .. }) if 1 < at.depth => {
                let shallow = shallow(channel, &at)?;
                let difference = differing_moves(&shallow, &at.position);
                if !difference.is_empty() {
                    watch(&shallow);
                    return Ok(Some(Found::moves(difference)));
                }
                at = at.after(refused_below(channel, &at)?.ok_or(trouble)?);
                continue;
            }
            step => step?,
        };
        watch(&step);
        let difference = differing_moves(&step, &at.position);
        let is_here = step.least.is_some_and(|least| least.wanted != least.got);
        if !difference.is_empty() || is_here {
            return Ok(Some(Found::moves(difference)));
        }
        let differing = step.rows.iter().find(|row| row.wanted != row.got).cloned();
        let Some(row) = differing else {
            if step.totals.0 != step.totals.1 {
                return Ok(Some(Found::moves(difference)));
            }
            break;
        };
        let Ok(mv) = at.position.parse_uci(&row.mv) else {
            break;
        };
        let next = at.after(mv);
        above = Some((std::mem::replace(&mut at, next), step, row));
    }
    match above {
        Some((at, step, row)) => repeated(channel, &at, &step, &row, interrupt),
        None => Ok(None),
    }
}

/// Where a walk is.
struct At {
    line: Line,
    position: Position,
    /// The moves that have led here.
    path: Vec<String>,
    /// The depth that is left.
    depth: u32,
}

impl At {
    /// One half-move further down.
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

/// The step at depth 1, of an engine that cannot count deeper: it does not play a move that it lists.
fn shallow(channel: &mut dyn Subject, at: &At) -> Result<Step, EngineError> {
    let listed = listed(channel, &at.line, &at.position)?;
    Ok(Step {
        path: at.path.clone(),
        depth: 1,
        rows: rows_of_list(&at.position, &listed),
        totals: (bulk(&mut at.position.clone(), 1), listed.len() as u64),
        least: None,
    })
}

/// The legal move below which the engine lists a move that it does not play.
fn refused_below(channel: &mut dyn Subject, at: &At) -> Result<Option<Move>, EngineError> {
    for mv in at.position.legal_moves() {
        let below = at.line.then(at.position.uci_move(mv));
        match channel.count(&below, at.depth - 1) {
            Ok(_) => {}
            Err(EngineError::Illegal { .. }) => return Ok(Some(mv)),
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(None)
}

/// A move that is miscounted, if it is so again when the engine has been started anew.
fn repeated(
    channel: &mut dyn Subject,
    at: &At,
    first: &Step,
    row: &Row,
    interrupt: &Interrupt,
) -> Result<Option<Found>, EngineError> {
    channel.restart();
    let again = step(channel, at, interrupt)?;
    Ok((again == *first).then(|| Found {
        difference: differing_moves(first, &at.position),
        miscounted: Some(Miscounted {
            mv: row.mv.clone(),
            depth: first.depth,
            wanted: row.wanted.unwrap_or(0),
            got: row.got.unwrap_or(0),
        }),
    }))
}

impl Found {
    fn moves(difference: Difference) -> Self {
        Self {
            difference,
            miscounted: None,
        }
    }
}

/// Where the walk is after some steps: the moves that have led there, and the depth that is left.
#[must_use]
pub fn place_after(steps: &[Step], depth: u32) -> (Vec<String>, u32) {
    let Some(last) = steps.last() else {
        return (Vec::new(), depth);
    };
    let differing = last.rows.iter().find(|row| row.wanted != row.got);
    let path = last.path.iter().chain(differing.map(|row| &row.mv));
    (path.cloned().collect(), last.depth - 1)
}

/// Compares a divide of the engine with ours.
fn step(channel: &mut dyn Subject, at: &At, interrupt: &Interrupt) -> Result<Step, EngineError> {
    let (line, position, depth) = (&at.line, &at.position, at.depth);
    let expected = reference_counts::divide(position, depth, interrupt)?;
    let mut step = Step {
        path: at.path.clone(),
        depth,
        rows: Vec::new(),
        totals: (expected.iter().map(|(_, nodes)| nodes).sum(), 0),
        least: None,
    };
    let least = channel.can().least_depth;
    if depth < least {
        step.rows = presence(channel, line, position)?;
        let had = step.rows.iter().filter(|row| row.got.is_some()).count() as u64;
        step.totals = (expected.len() as u64, had);
        return Ok(step);
    }
    let counts = channel.count(line, depth)?;
    step.totals.1 = counts.total;
    let is_divide = !counts.moves.is_empty()
        // No nodes at depth 1 are no moves, and an empty divide has none.
        || counts.total == 0 && (depth == 1 || channel.can().channel == Channel::Divide);
    step.rows = if is_divide {
        rows(position, &expected, &counts)
    } else if depth == 1 {
        // Some print no moves at depth 1, but do at depth 2.
        presence(channel, line, position)?
    } else if depth == least {
        // Which move it is cannot be seen: it would have to count less deep.
        Vec::new()
    } else {
        step.least = Some(Least {
            depth: least,
            wanted: bulk(&mut position.clone(), least),
            got: channel.count(line, least)?.total,
        });
        walk(channel, line, position, &expected, depth)?
    };
    Ok(step)
}

/// A divide where only totals are printed: each legal move is played, and counted one half-move less deep.
fn walk(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    expected: &[(Move, u64)],
    depth: u32,
) -> Result<Vec<Row>, EngineError> {
    expected
        .iter()
        .map(|&(mv, nodes)| {
            let uci = position.uci_move(mv);
            let mv = uci.to_string();
            let got = match nodes {
                // Counting below a mate says nothing that could be relied on.
                0 => Some(0),
                _ => match channel.count(&line.then(uci), depth - 1) {
                    Ok(counts) => Some(counts.total),
                    // The engine says itself that it does not have the move.
                    Err(EngineError::Illegal { mv: illegal, .. }) if illegal == mv => None,
                    Err(trouble) => return Err(trouble),
                },
            };
            let wanted = Some(nodes);
            Ok(Row { mv, wanted, got })
        })
        .collect()
}

/// The moves of a step that only one side has.
fn differing_moves(step: &Step, position: &Position) -> Difference {
    moves_that_differ(&step.path, &step.rows, position)
}
