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
mod table;

use std::process::ExitCode;

use contender::Contender;
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

/// The things to measure.
struct Request {
    /// The contenders, cozy-chess first.
    contenders: Vec<Contender>,
    /// The positions: those whose names contain this, or all.
    position: Option<String>,
    /// By how many plies all depths are reduced.
    shallower: u32,
    rounds: usize,
    json: bool,
}

impl Request {
    fn read(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut only: Vec<String> = Vec::new();
        let mut request = Self {
            contenders: Contender::all_built_in(),
            position: None,
            shallower: 0,
            rounds: 5,
            json: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or(format!("{word} needs a value"));
            match word.as_str() {
                "--json" => request.json = true,
                "--shallower" => request.shallower = 1,
                "--only" => only.push(value()?),
                "--at" => request.position = Some(value()?),
                "--rounds" => {
                    let text = value()?;
                    let rounds = text.parse().ok().filter(|rounds| 0 < *rounds);
                    request.rounds = rounds.ok_or(format!("{text} is not a number of rounds"))?;
                }
                "--pattern" => Contender::set_pattern(&mut request.contenders, &value()?)?,
                "--peer" => request.contenders.push(Contender::program(&value()?)?),
                "--uci" => {
                    let front_ends = Contender::front_ends(&value()?);
                    request.contenders.extend(front_ends);
                }
                // Cargo passes this option to every benchmark.
                "--bench" => {}
                other => return Err(format!("there is no option {other}")),
            }
        }
        request.keep(&only)?;
        Ok(request)
    }

    /// Tells whether a position is requested.
    fn includes(&self, position: &str) -> bool {
        self.position
            .as_deref()
            .is_none_or(|requested| position.contains(requested))
    }

    /// Keeps all builds of cozy-chess, and the contenders whose names contain one of some words.
    fn keep(&mut self, words: &[String]) -> Result<(), String> {
        let names: Vec<String> = self.contenders.iter().map(Contender::name).collect();
        for word in words {
            if !names.iter().any(|name| name.contains(word)) {
                return Err(format!(
                    "no contender is called {word}; there are: {}",
                    names.join("; ")
                ));
            }
        }
        let is_kept = |contender: &Contender| {
            contender.name().starts_with("cozy-chess")
                || words.is_empty()
                || words.iter().any(|word| contender.name().contains(word))
        };
        self.contenders.retain(is_kept);
        Ok(())
    }
}

/// Other systems than Linux: pinning a core and reading CPU time are not implemented.
#[cfg(not(target_os = "linux"))]
mod machine {
    pub(crate) fn pin() -> Result<(), String> {
        Err("comparing with peers needs Linux, where a core can be pinned".to_owned())
    }

    pub(crate) fn thread_seconds() -> f64 {
        0.0
    }

    pub(crate) fn children_seconds() -> f64 {
        0.0
    }

    pub(crate) fn processor() -> String {
        std::env::consts::ARCH.to_owned()
    }
}
