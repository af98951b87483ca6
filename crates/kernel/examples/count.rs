//! Counts the leaves below a position in three ways that must agree.
//!
//! ```sh
//! cargo run --release -p passant-kernel --example count -- 5 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
//! ```
//!
//! Without arguments, the program counts the initial position to depth 4.

use std::error::Error;

use passant_count::{bulk, naive};
use passant_kernel::{Kernel, Mode};
use passant_rules::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(Ok(4), |text| text.parse())?;
    let mut position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::initial(),
    };

    // The definition: every line is played to its end.
    let nodes = naive(&mut position, depth);
    println!("naive   {nodes}");

    // The last ply is counted instead of played: the same number, several times faster.
    assert_eq!(bulk(&mut position, depth), nodes);
    println!("bulk    {nodes}");

    // The fastest kernel of this machine: bitboards, many positions at once.
    let best = Kernel::best();
    assert_eq!(
        passant_kernel::count(&position, depth, best, Mode::default()),
        nodes
    );
    println!("{best:<7} {nodes}");
    Ok(())
}
