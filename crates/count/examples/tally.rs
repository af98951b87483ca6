//! Counts leaf moves by kind, and shows which en passant captures the rules refuse.
//!
//! ```sh
//! cargo run --release -p passant-count --example tally -- 4 '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'
//! ```
//!
//! Without arguments, the program tallies the position below to depth 1.

use std::error::Error;

use passant_count::tally;
use passant_rules::Position;

/// Black has just played d7-d5. The capture on d6 would take both pawns off the fifth rank and expose the king on a5
/// to the rook on h5, so it is counted in the column `rejected_rank`.
const BOTH_PAWNS_LEAVE_THE_RANK: &str = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(Ok(1), |text| text.parse())?;
    let fen = arguments.next();
    let mut position = Position::from_fen(fen.as_deref().unwrap_or(BOTH_PAWNS_LEAVE_THE_RANK))?;

    let tally = tally(&mut position, depth);
    for (column, count) in tally.columns().filter(|&(_, count)| count != 0) {
        println!("{:<34} {count:>12}", column.name());
    }

    // Published tables group the same moves differently; `Wiki` and `GrandChessTree` are views of a tally.
    let wiki = tally.wiki();
    println!(
        "in the wiki's columns: {} checks, {} of them mate",
        wiki.checks, wiki.mates
    );
    Ok(())
}
