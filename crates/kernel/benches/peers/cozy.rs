//! A perft with cozy-chess.

use cozy_chess::Board;

/// Counts with cozy-chess as its users do: on the last ply, sets of targets are counted and not listed.
pub(crate) fn cozy(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy(&child, depth - 1);
            }
        }
        false
    });
    nodes
}
