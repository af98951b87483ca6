//! Counts below each root move on all cores, and prints the progress while it counts.
//!
//! ```sh
//! cargo run --release -p passant-perft --example divide -- 7
//! ```
//!
//! Without arguments, the program counts the initial position to depth 5.

use std::error::Error;
use std::sync::atomic::{AtomicU64, Ordering};

use passant_perft::{Progress, Resources, Run, Runner};
use passant_rules::Position;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let position = match arguments.next() {
        Some(fen) => Position::from_fen(&fen)?,
        None => Position::initial(),
    };

    // Any thread may report, and reports may arrive out of order: print a percentage only when it grows.
    let printed = AtomicU64::new(0);
    let report = |progress: Progress| {
        let Progress::Counting { done, total } = progress else {
            return;
        };
        let percent = 100 * done / total.max(1);
        if printed.fetch_max(percent, Ordering::Relaxed) < percent {
            eprintln!("{percent} %");
        }
    };

    // `None`: one thread for each core. The counts do not depend on the number of threads.
    let runner = Runner::new(None)?;
    let run = Run::<u64>::new(position, depth)
        .divide()
        .with(Resources::default().progress(&report));
    let result = runner.run(&run)?;
    for (mv, nodes) in &result.divide {
        println!("{}: {nodes}", mv.uci());
    }
    println!("total: {} in {:?}", result.total, result.time);
    Ok(())
}
