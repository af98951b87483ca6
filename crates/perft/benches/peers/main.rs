//! Compares every kernel in every mode with counters of other projects, in rounds. Each round runs all contenders one
//! after the other on one pinned core, and compares each with cozy-chess in the same round. The figures are medians of
//! the ratios of CPU time.
//!
//! `cargo xtask bench --peers --peer 'stockfish=stockfish'` adds a program, see [`contender::Contender::program`].

#![expect(
    clippy::cast_precision_loss,
    reason = "speeds are shown with three digits"
)]

mod contender;
mod cozy;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(not(target_os = "linux"))]
#[path = "other_machine.rs"]
mod machine;
mod request;
mod table;

use std::process::ExitCode;

use contender::Contender;
use request::Request;
use table::{Measurements, Table};

/// A position from the chess programming wiki, with the depth to which kernels count it.
struct BenchPosition {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

/// The depths take cozy-chess about ten seconds.
const POSITIONS: [BenchPosition; 4] = [
    BenchPosition {
        name: "initial",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 7,
    },
    BenchPosition {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 6,
    },
    BenchPosition {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 8,
    },
    BenchPosition {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        depth: 6,
    },
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), String> {
    let request = Request::read(std::env::args().skip(1))?;
    machine::pin()?;
    let mut positions = Vec::from(POSITIONS);
    positions.retain(|position| request.includes(position.name));
    for position in &mut positions {
        position.depth -= request.shallower;
    }
    let mut rows: Vec<Measurements> = request.contenders.iter().map(Measurements::new).collect();
    for position in &positions {
        for row in &mut rows {
            row.times.push(Vec::new());
        }
        for _ in 0..request.rounds {
            round(&request.contenders, position, &mut rows)?;
        }
    }
    let table = Table {
        columns: positions
            .iter()
            .map(|position| (position.name, position.depth))
            .collect(),
        rounds: request.rounds,
        rows,
    };
    println!(
        "{}",
        if request.json {
            table.json()
        } else {
            table.markdown()
        }
    );
    Ok(())
}

/// Runs every contender once. The first one is cozy-chess, which counts to each depth; all others must reach its
/// counts.
fn round(
    contenders: &[Contender],
    position: &BenchPosition,
    rows: &mut [Measurements],
) -> Result<(), String> {
    for less in [0, 1] {
        let depth = position.depth - less;
        let is_on = |contender: &Contender| contender.less() == less;
        if !contenders[1..].iter().any(is_on) {
            continue;
        }
        let peer = contenders[0].run(position.fen, depth, None)?;
        for (contender, row) in contenders.iter().zip(&mut *rows) {
            let own = match contender {
                Contender::Cozy => peer,
                other if is_on(other) => other.run(position.fen, depth, Some(peer.nodes))?,
                _ => continue,
            };
            if own.nodes != peer.nodes {
                return Err(format!(
                    "{} counts {}, not {}: {}, depth {depth}",
                    row.name, own.nodes, peer.nodes, position.fen
                ));
            }
            if let Some(times) = row.times.last_mut() {
                times.push(table::Time {
                    nodes: own.nodes,
                    own: own.seconds,
                    peer: peer.seconds,
                });
            }
        }
    }
    Ok(())
}
