//! The meaning of numbers without a name behind a FEN.

use passant_rules::Position;

/// The deepest count that a file without names may have.
const DEEPEST: u64 = 20;

/// More moves than any game has.
const NO_MOVE_NUMBER: u64 = 6_000;

/// The greatest count that is compared. A greater one is believed.
const COMPARED: u64 = 100_000;

/// The meaning of the numbers of all lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    DepthAndNodes,
    CountsByDepth,
}

/// The meaning of two numbers behind four fields of a FEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pair {
    /// The numbers are the depth and the nodes of the position.
    Counts,
    /// The numbers may be the clocks, and are not the correct count.
    Clocks,
    /// The numbers cannot be clocks.
    OnlyCounts,
    /// Halfmove clock 0 says nothing about a count.
    Neither,
}

/// Tells whether a position has this many nodes at a depth; `None` if that takes too long to find out.
fn is_count(position: &Position, depth: u64, nodes: u64) -> Option<bool> {
    if DEEPEST < depth || depth == 0 {
        return Some(false);
    }
    if COMPARED < nodes {
        return None;
    }
    let depth = u32::try_from(depth).ok()?;
    small_perft(position, depth, nodes).map(|counted| counted == nodes)
}

/// The meaning of the numbers of some lines; `None` if they can be read in two ways, or make sense in none.
pub(super) fn meaning(lines: &[(Position, Vec<u64>)]) -> Option<Meaning> {
    let pairs: Vec<_> = lines.iter().map(as_pair).collect();
    let counts: Vec<_> = lines.iter().map(as_counts).collect();
    let both = || pairs.iter().zip(&counts);
    let certain_pair = both()
        .any(|(pair, counts)| (pair, counts) != (&Some(true), &Some(true)) && *pair == Some(true));
    let certain_counts = both().any(|(pair, counts)| *pair != Some(true) && *counts == Some(true));
    let all_pairs = pairs.iter().all(|pair| *pair != Some(false));
    let no_counts = counts.iter().all(|counts| *counts == Some(false));
    match (certain_pair, certain_counts) {
        (true, false) => Some(Meaning::DepthAndNodes),
        (false, true) => Some(Meaning::CountsByDepth),
        (false, false) if all_pairs && no_counts => Some(Meaning::DepthAndNodes),
        _ => None,
    }
}

/// Tells whether the numbers of a line are a depth and its nodes.
fn as_pair((position, numbers): &(Position, Vec<u64>)) -> Option<bool> {
    match numbers[..] {
        [depth, nodes] => is_count(position, depth, nodes),
        _ => Some(false),
    }
}

/// Tells whether the numbers of a line are the nodes at depth 1, 2 and so on; `None` if the second number is wrong.
fn as_counts((position, numbers): &(Position, Vec<u64>)) -> Option<bool> {
    let moves = u64::try_from(position.legal_moves().len()).ok();
    match numbers[..] {
        [first, ..] if Some(first) != moves => Some(false),
        [_, second, ..] if Some(second) != small_perft(position, 2, COMPARED) => None,
        [_, ..] => Some(true),
        [] => Some(false),
    }
}

/// The meaning of the fifth and the sixth word of a line.
pub(super) fn clocks_or_counts(position: &Position, first: u64, second: u64) -> Pair {
    match first {
        0 => Pair::Neither,
        _ if first <= DEEPEST && NO_MOVE_NUMBER < second => Pair::OnlyCounts,
        _ if is_count(position, first, second) == Some(true) => Pair::Counts,
        _ => Pair::Clocks,
    }
}

/// The most positions that are looked at.
const BUDGET: u32 = 20_000;

/// The number of leaf nodes, or a number above `most` if there are more; `None` if too many positions lead to them.
pub(super) fn small_perft(position: &Position, depth: u32, most: u64) -> Option<u64> {
    let mut walk = Walk {
        budget: BUDGET,
        most,
        leaves: 0,
    };
    walk.walk(&mut position.clone(), depth)?;
    Some(walk.leaves)
}

struct Walk {
    budget: u32,
    most: u64,
    leaves: u64,
}

impl Walk {
    fn walk(&mut self, position: &mut Position, depth: u32) -> Option<()> {
        self.budget = self.budget.checked_sub(1)?;
        let moves = position.legal_moves();
        match depth {
            0 => self.leaves += 1,
            1 => self.leaves += moves.len() as u64,
            _ => {
                for &mv in &moves {
                    if self.most < self.leaves {
                        break;
                    }
                    let undo = position.make(mv);
                    let below = self.walk(position, depth - 1);
                    position.unmake(mv, undo);
                    below?;
                }
            }
        }
        Some(())
    }
}
