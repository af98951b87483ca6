//! Every kernel in every mode against other people's counters, in rounds: each round runs all of them one after the
//! other on one pinned core, and each is compared with cozy-chess of the same round. CPU time; medians of the ratios.
//!
//! `cargo xtask bench --peers --peer 'stockfish=stockfish'` adds any program, see [`contender::Contender::program`].

#![expect(
    clippy::cast_precision_loss,
    reason = "speeds are shown with three digits"
)]

mod contender;
#[cfg(target_os = "linux")]
mod machine;
#[cfg(not(target_os = "linux"))]
#[path = "other_machine.rs"]
mod machine;
mod table;

use std::process::ExitCode;

use contender::Contender;
use table::{Row, Table};

/// Positions of the chess programming wiki, with a depth that takes cozy-chess some seconds at most.
const POSITIONS: [(&str, &str, u32); 4] = [
    (
        "initial 6",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        6,
    ),
    (
        "kiwipete 5",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
    ),
    (
        "position 3, 7",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        7,
    ),
    (
        "position 4, 5",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        5,
    ),
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
    let mut rows: Vec<Row> = request.contenders.iter().map(Row::new).collect();
    for (_, fen, depth) in POSITIONS {
        for row in &mut rows {
            row.times.push(Vec::new());
        }
        for _ in 0..request.rounds {
            round(&request.contenders, fen, depth, &mut rows)?;
        }
    }
    let table = Table {
        positions: POSITIONS.map(|(name, ..)| name).to_vec(),
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

/// Runs everybody once. The first one is cozy-chess, and everybody must count what it counts.
fn round(contenders: &[Contender], fen: &str, depth: u32, rows: &mut [Row]) -> Result<(), String> {
    let mut expected = None;
    for (contender, row) in contenders.iter().zip(rows) {
        let timed = contender.run(fen, depth, expected)?;
        let nodes = *expected.get_or_insert(timed.nodes);
        if timed.nodes != nodes {
            let found = timed.nodes;
            return Err(format!(
                "{} counts {found}, not {nodes}: {fen}, depth {depth}",
                row.name
            ));
        }
        if let Some(times) = row.times.last_mut() {
            times.push((nodes, timed.seconds));
        }
    }
    Ok(())
}

/// What was asked for.
struct Request {
    contenders: Vec<Contender>,
    rounds: usize,
    json: bool,
}

impl Request {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut request = Self {
            contenders: Contender::built_in(),
            rounds: 5,
            json: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--json" => request.json = true,
                "--rounds" => {
                    let text = value()?;
                    let rounds = text.parse().ok().filter(|rounds| 0 < *rounds);
                    request.rounds = rounds.ok_or(format!("{text} is no number of rounds"))?;
                }
                "--peer" => request.contenders.push(Contender::program(&value()?)?),
                // Cargo says this to every benchmark.
                "--bench" => {}
                other => return Err(format!("there is no option {other}")),
            }
        }
        Ok(request)
    }
}
