//! Counts of small trees, which tell a count from another number.

use passant_rules::Position;

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
