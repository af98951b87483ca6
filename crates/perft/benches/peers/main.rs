//! Every kernel in every mode against other people's counters, in rounds: each round runs all of them one after the
//! other on one pinned core, and each is compared with cozy-chess of the same round. CPU time; medians of the ratios.
//!
//! `cargo xtask bench --peers --peer 'stockfish=stockfish'` adds any program, see [`contender::Contender::program`].

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
use table::{Row, Table};

/// A position of the chess programming wiki, with the depth that kernels count it to.
struct Place {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

/// Depths that take cozy-chess some ten seconds.
const PLACES: [Place; 4] = [
    Place {
        name: "initial",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        depth: 7,
    },
    Place {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        depth: 6,
    },
    Place {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        depth: 8,
    },
    Place {
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
    let mut places = Vec::from(PLACES);
    places.retain(|place| request.wants(place.name));
    for place in &mut places {
        place.depth -= request.shallower;
    }
    let mut rows: Vec<Row> = request.contenders.iter().map(Row::new).collect();
    for place in &places {
        for row in &mut rows {
            row.times.push(Vec::new());
        }
        for _ in 0..request.rounds {
            round(&request.contenders, place, &mut rows)?;
        }
    }
    let table = Table {
        columns: places
            .iter()
            .map(|place| (place.name, place.depth))
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

/// Runs everybody once. The first one is cozy-chess, which runs to each depth, and everybody must count what it counts.
fn round(contenders: &[Contender], place: &Place, rows: &mut [Row]) -> Result<(), String> {
    for less in [0, 1] {
        let depth = place.depth - less;
        let is_on = |contender: &Contender| contender.less() == less;
        if !contenders[1..].iter().any(is_on) {
            continue;
        }
        let peer = contenders[0].run(place.fen, depth, None)?;
        for (contender, row) in contenders.iter().zip(&mut *rows) {
            let own = match contender {
                Contender::Cozy => peer,
                other if is_on(other) => other.run(place.fen, depth, Some(peer.nodes))?,
                _ => continue,
            };
            if own.nodes != peer.nodes {
                return Err(format!(
                    "{} counts {}, not {}: {}, depth {depth}",
                    row.name, own.nodes, peer.nodes, place.fen
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
