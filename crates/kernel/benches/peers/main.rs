//! Compares every kernel in every mode with counters of other projects, in rounds. Each round runs all contenders one
//! after the other on one pinned core, and compares each with cozy-chess in the same round. The figures are medians of
//! the ratios of CPU time.
//!
//! `cargo xtask bench --peers --peer 'stockfish=stockfish'` adds a program, see [`contender::Contender::program`]. Programs
//! are started for each count. Shallow counts, which show what that costs, compare them with the first program.

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
use table::{Column, Measurements, Table};

/// A position from the chess programming wiki, with the depth to which kernels count it.
struct BenchPosition {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

/// The purpose of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The speed at which the contenders count.
    Speed,
    /// The time that programs take to start.
    StartUp,
}

/// The depth that shows how long a program takes to start.
const SHALLOW: u32 = 3;

/// The positions of the contest of The Grand Chess Tree for the fastest generator: one thread, no hash table.
const CONTEST: [&str; 3] = ["initial", "kiwipete", "position 6"];

/// The depths take cozy-chess about ten seconds.
const POSITIONS: [BenchPosition; 5] = [
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
    BenchPosition {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
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
    for contender in &request.contenders {
        contender.refuses_a_wrong_count()?;
    }
    let columns = columns(&request);
    let mut rows: Vec<Measurements> = request.contenders.iter().map(Measurements::new).collect();
    for column in &columns {
        for row in &mut rows {
            row.times.push(Vec::new());
        }
        for _ in 0..request.rounds {
            round(&request.contenders, column, &mut rows)?;
        }
    }
    let table = Table {
        columns,
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

/// The requested positions at their depths, and if programs take part, those of the contest at a shallow one.
fn columns(request: &Request) -> Vec<Column> {
    let requested = || {
        POSITIONS
            .iter()
            .filter(|position| request.includes(position.name))
    };
    let column = |position: &BenchPosition, depth, aim| Column {
        name: position.name,
        fen: position.fen,
        depth,
        aim,
    };
    let deep = requested()
        .map(|position| column(position, position.depth - request.shallower, Aim::Speed));
    let has_programs = request.contenders.iter().any(Contender::is_program);
    let shallow = requested()
        .filter(|position| has_programs && CONTEST.contains(&position.name))
        .map(|position| column(position, SHALLOW, Aim::StartUp));
    deep.chain(shallow).collect()
}

/// Runs every contender once. The first one is cozy-chess, which counts to each depth; all others must reach its
/// counts.
fn round(
    contenders: &[Contender],
    column: &Column,
    rows: &mut [Measurements],
) -> Result<(), String> {
    for less in [0, 1] {
        let depth = column.depth - less;
        let is_on = |contender: &Contender| {
            contender.less() == less && (column.aim == Aim::Speed || contender.is_program())
        };
        if !contenders[1..].iter().any(is_on) {
            continue;
        }
        let cozy = contenders[0].run(column.fen, depth, None)?;
        let mut peer = (column.aim == Aim::Speed).then_some(cozy);
        for (contender, row) in contenders.iter().zip(&mut *rows) {
            let own = match contender {
                Contender::Cozy if column.aim == Aim::Speed => cozy,
                other if is_on(other) => other.run(column.fen, depth, Some(cozy.nodes))?,
                _ => continue,
            };
            if own.nodes != cozy.nodes {
                return Err(format!(
                    "{} counts {}, not {}: {}, depth {depth}",
                    row.name, own.nodes, cozy.nodes, column.fen
                ));
            }
            let first = peer.get_or_insert(own).seconds;
            if let Some(times) = row.times.last_mut() {
                times.push(table::Time {
                    nodes: own.nodes,
                    own: own.seconds,
                    peer: first,
                });
            }
        }
    }
    Ok(())
}
