//! From a count that differs down to the first position whose moves do.

use std::fmt;

use passant_perft::bulk;
use passant_rules::{EnPassantMode, Move, Position};

use super::judge::at_depth_1;
use super::{Difference, NamedMove, kind, own_counts};
use passant_engine::dialect::Counts;
use passant_engine::dialect::notation::{Meant, meant_by_all};
use passant_engine::{Channel, Interrupt, Place, Rung, Trouble};

/// A move of a divide with what both sides count below it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// UCI notation, or the engine's text.
    pub mv: String,
    /// What the rules say; `None` if the move is not legal.
    pub wanted: Option<u64>,
    /// What the engine says; `None` if it does not have the move.
    pub got: Option<u64>,
}

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
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
    depth: u32,
    interrupt: &Interrupt,
    mut watch: impl FnMut(&Step),
) -> Result<Option<Found>, Trouble> {
    let mut at = At {
        place: place.clone(),
        position: position.clone(),
        path: Vec::new(),
        depth,
    };
    let mut above = None;
    while at.depth != 0 {
        let step = match step(channel, &at, interrupt) {
            Err(trouble @ Trouble::Illegal { .. }) if 1 < at.depth => {
                let shallow = shallow(channel, &at)?;
                let difference = moves_that_differ(&shallow, &at.position);
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
        let difference = moves_that_differ(&step, &at.position);
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
    place: Place,
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
            place: self.place.after(&text),
            position,
            path: [&self.path[..], &[text]].concat(),
            depth: self.depth - 1,
        }
    }
}

/// The step at depth 1, of an engine that cannot count deeper: it does not play a move that it lists.
fn shallow(channel: &mut dyn Channel, at: &At) -> Result<Step, Trouble> {
    let listed = listed(channel, &at.place, &at.position)?;
    Ok(Step {
        path: at.path.clone(),
        ..of_moves(&at.position, &listed)
    })
}

/// The legal move below which the engine lists a move that it does not play.
fn refused_below(channel: &mut dyn Channel, at: &At) -> Result<Option<Move>, Trouble> {
    for mv in at.position.legal_moves() {
        let below = at.place.after(&at.position.uci(mv));
        match channel.count(&below, at.depth - 1) {
            Ok(_) => {}
            Err(Trouble::Illegal { .. }) => return Ok(Some(mv)),
            Err(trouble) => return Err(trouble),
        }
    }
    Ok(None)
}

/// A move that is miscounted, if it is so again when the engine has been started anew.
fn repeated(
    channel: &mut dyn Channel,
    at: &At,
    first: &Step,
    row: &Row,
    interrupt: &Interrupt,
) -> Result<Option<Found>, Trouble> {
    channel.restart();
    let again = step(channel, at, interrupt)?;
    Ok((again == *first).then(|| Found {
        difference: moves_that_differ(first, &at.position),
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
fn step(channel: &mut dyn Channel, at: &At, interrupt: &Interrupt) -> Result<Step, Trouble> {
    let (place, position, depth) = (&at.place, &at.position, at.depth);
    let expected = own_counts::divide(position, depth, interrupt)?;
    let mut step = Step {
        path: at.path.clone(),
        depth,
        rows: Vec::new(),
        totals: (expected.iter().map(|(_, nodes)| nodes).sum(), 0),
        least: None,
    };
    let least = channel.least_depth();
    if depth < least {
        step.rows = presence(channel, place, position)?;
        let had = step.rows.iter().filter(|row| row.got.is_some()).count() as u64;
        step.totals = (expected.len() as u64, had);
        return Ok(step);
    }
    let counts = channel.count(place, depth)?;
    step.totals.1 = counts.total;
    let is_divide = !counts.moves.is_empty()
        // No nodes at depth 1 are no moves, and an empty divide has none.
        || counts.total == 0 && (depth == 1 || channel.rung() == Rung::Divide);
    step.rows = if is_divide {
        rows(position, &expected, &counts)
    } else if depth == 1 {
        // Some print no moves at depth 1, but do at depth 2.
        presence(channel, place, position)?
    } else if depth == least {
        // Which move it is cannot be seen: it would have to count less deep.
        Vec::new()
    } else {
        step.least = Some(Least {
            depth: least,
            wanted: bulk(&mut position.clone(), least),
            got: channel.count(place, least)?.total,
        });
        walk(channel, place, position, &expected, depth)?
    };
    Ok(step)
}

/// Our own divide.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let mut divide = Vec::new();
    passant_perft::divide(&mut position.clone(), depth, |mv, nodes: u64| {
        divide.push((mv, nodes));
    });
    divide
}

/// All moves of both sides. Moves that lead nowhere may be left out by the engine.
#[must_use]
pub fn rows(position: &Position, expected: &[(Move, u64)], counts: &Counts) -> Vec<Row> {
    let mut found = meant_by_all(position, &counts.moves, expected);
    // Some print what they have found to be illegal, with no nodes below it.
    found.retain(|(meant, nodes)| *nodes != 0 || matches!(meant, Meant::Legal(_)));
    let mut rows = Vec::new();
    for &(mv, nodes) in expected {
        let at = found
            .iter()
            .position(|(meant, _)| *meant == Meant::Legal(mv));
        let got = at.map(|at| found.swap_remove(at).1);
        rows.push(Row {
            mv: position.uci(mv).to_string(),
            wanted: Some(nodes),
            got: got.or((nodes == 0).then_some(0)),
        });
    }
    // What is left is illegal, or legal and printed twice.
    rows.extend(found.into_iter().map(|(meant, nodes)| Row {
        mv: match meant {
            Meant::Legal(mv) => format!("{} once more", position.uci(mv)),
            Meant::Extra(text) => text,
        },
        wanted: None,
        got: Some(nodes),
    }));
    rows
}

/// The moves that the engine has, as it writes them.
pub(super) fn listed(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
) -> Result<Vec<String>, Trouble> {
    if channel.least_depth() == 1 {
        let counts = channel.count(place, 1)?;
        let listed = at_depth_1(&counts);
        if !listed.is_empty() || counts.total == 0 {
            return Ok(listed);
        }
    }
    let rows = presence(channel, place, position)?;
    if rows.is_empty() {
        return Err(Trouble::Unsupported("the moves at depth 1".to_owned()));
    }
    let had = rows.into_iter().filter(|row| row.got.is_some());
    Ok(had.map(|row| row.mv).collect())
}

/// The moves that are printed at depth 2, each as one node.
fn presence(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
) -> Result<Vec<Row>, Trouble> {
    let counts = channel.count(place, 2)?;
    if counts.moves.is_empty() {
        return Ok(Vec::new());
    }
    let expected = divide(position, 2);
    let mut rows = rows(position, &expected, &counts);
    for row in &mut rows {
        row.wanted = row.wanted.map(|_| 1);
        row.got = row.got.map(|_| 1);
    }
    Ok(rows)
}

/// A divide where only totals are printed: each legal move is played, and counted one half-move less deep.
fn walk(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
    expected: &[(Move, u64)],
    depth: u32,
) -> Result<Vec<Row>, Trouble> {
    expected
        .iter()
        .map(|&(mv, nodes)| {
            let mv = position.uci(mv).to_string();
            let got = match nodes {
                // Counting below a mate says nothing that could be relied on.
                0 => Some(0),
                _ => match channel.count(&place.after(&mv), depth - 1) {
                    Ok(counts) => Some(counts.total),
                    // The engine says itself that it does not have the move.
                    Err(Trouble::Illegal { mv: illegal, .. }) if illegal == mv => None,
                    Err(trouble) => return Err(trouble),
                },
            };
            let wanted = Some(nodes);
            Ok(Row { mv, wanted, got })
        })
        .collect()
}

/// The moves that only one side has.
fn moves_that_differ(step: &Step, position: &Position) -> Difference {
    let missing = step.rows.iter().filter(|row| row.got.is_none());
    let extra = step.rows.iter().filter(|row| row.wanted.is_none());
    Difference {
        path: step.path.clone(),
        fen: position.fen(EnPassantMode::Always).to_string(),
        missing: missing
            .filter_map(|row| position.parse_uci(&row.mv).ok())
            .map(|mv| kind::of_legal(position, mv))
            .collect(),
        extra: extra.map(|row| kind::of_extra(position, &row.mv)).collect(),
    }
}

/// Whether the moves of a divide are the legal ones. What nothing follows may be left out; where there are only totals,
/// nothing speaks against it.
pub(super) fn has_legal_moves(position: &Position, depth: u32, counts: &Counts) -> bool {
    let moves = counts.moves.iter().filter(|(_, nodes)| *nodes != 0);
    let mut listed: Vec<_> = moves.map(|(mv, _)| mv.as_str()).collect();
    listed.sort_unstable();
    let legal = position.legal_moves();
    let mut legal: Vec<_> = legal.into_iter().map(|mv| position.uci(mv)).collect();
    legal.sort_unstable();
    // Nearly all engines write all moves as UCI does.
    if listed.is_empty() || legal.iter().map(|mv| &mv[..]).eq(listed) {
        return true;
    }
    let difference = compare_moves(position, &at_depth_1(counts));
    let leads_nowhere = |mv: &NamedMove| {
        position.parse_uci(&mv.uci).is_ok_and(|mv| {
            let mut after = position.clone();
            let _ = after.make(mv);
            bulk(&mut after, depth - 1) == 0
        })
    };
    difference.extra.is_empty() && difference.missing.iter().all(leads_nowhere)
}

/// The moves that an engine lists against the legal ones.
#[must_use]
pub fn compare_moves(position: &Position, listed: &[String]) -> Difference {
    moves_that_differ(&of_moves(position, listed), position)
}

/// The moves that an engine lists, as a count at depth 1.
fn of_moves(position: &Position, listed: &[String]) -> Step {
    let counts = Counts {
        moves: listed.iter().map(|mv| (mv.clone(), 1)).collect(),
        total: listed.len() as u64,
    };
    Step {
        path: Vec::new(),
        depth: 1,
        rows: rows(position, &divide(position, 1), &counts),
        totals: (bulk(&mut position.clone(), 1), counts.total),
        least: None,
    }
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use super::{Counts, divide, has_legal_moves};

    #[test]
    fn a_move_that_ends_the_game_may_be_left_out_and_no_other() {
        let position = Position::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
        let whole = divide(&position, 2);
        let counted = |is_printed: fn(&str, u64) -> bool, more: &[&str]| {
            let moves = whole
                .iter()
                .map(|(mv, nodes)| (mv.uci().to_string(), *nodes));
            let moves = moves.filter(|(mv, nodes)| is_printed(mv, *nodes));
            let more = more.iter().map(|mv| ((*mv).to_owned(), 1));
            let moves: Vec<_> = moves.chain(more).collect();
            let total = moves.iter().map(|(_, nodes)| nodes).sum();
            has_legal_moves(&position, 2, &Counts { moves, total })
        };
        assert!(
            whole
                .iter()
                .any(|(mv, nodes)| *nodes == 0 && &mv.uci()[..] == "a1a8")
        );
        assert!(counted(|_, _| true, &[]));
        assert!(counted(|_, nodes| nodes != 0, &[]));
        assert!(!counted(|mv, _| mv != "a1a7", &[]));
        assert!(!counted(|_, _| true, &["e1e3"]));
        assert!(!counted(|_, _| true, &["a1a7"]));
    }
}
