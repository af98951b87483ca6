//! Measures how many fresh positions it takes until a fault shows.

use clap::Args;
use passant_count::bulk;
use passant_judge::check::comparison::compare_moves;
use passant_oracle::{EngineFault, Oracle};
use passant_query::{Line, Subject};
use passant_report::FaultCoverage;
use passant_rules::Position;
use passant_sampler::Sampler;
use passant_test_tools::Random;
use rayon::prelude::*;

/// The greatest number of plies of a game of random moves.
const LONGEST: usize = 200;

/// The positions to ask about.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Number of seeds
    #[arg(long, value_name = "N", default_value_t = 20)]
    seeds: u64,
    /// Number of positions for each seed
    #[arg(long, value_name = "N", default_value_t = 5000)]
    positions: usize,
    /// Ask about games of random moves instead, which nothing steers
    #[arg(long)]
    walks: bool,
}

/// A position and the depth to which it is counted.
type Counted = (Line, u32);

/// Prints the median number of positions until each fault that counts can show is found.
pub(super) fn run(arguments: &Arguments) {
    let streams: Vec<Vec<Counted>> = (0..arguments.seeds)
        .map(|seed| draw(arguments, seed))
        .collect();
    let faults: Vec<_> = FaultCoverage::faults_by_counts().collect();
    let mut medians: Vec<_> = faults
        .par_iter()
        .filter_map(|name| EngineFault::from_name(name))
        .map(|fault| (find_median(fault, &streams), fault.name()))
        .collect();
    medians.sort_unstable();
    for (median, name) in &medians {
        match *median {
            usize::MAX => println!("not found  {name}"),
            median => println!("{median:9}  {name}"),
        }
    }
    let quick = medians.iter().filter(|(median, _)| *median <= 300).count();
    println!("{quick} of {} faults within 300 positions", medians.len());
}

/// Draws the positions of a seed.
fn draw(arguments: &Arguments, seed: u64) -> Vec<Counted> {
    if arguments.walks {
        walk(Random::new(seed), arguments.positions)
    } else {
        let samples = Sampler::new(seed).take(arguments.positions);
        samples.map(|sample| (sample.line, sample.depth)).collect()
    }
}

/// Returns the positions of games of random moves, told as a FEN or by their last move, and counted to depth 2 now and then.
fn walk(mut random: Random, number: usize) -> Vec<Counted> {
    let mut position = Position::initial();
    let (mut plies, mut positions) = (0, Vec::new());
    while positions.len() < number {
        let moves = position.legal_moves();
        if moves.is_empty() || LONGEST <= plies {
            (position, plies) = (Position::initial(), 0);
            continue;
        }
        let mv = moves[random.below(moves.len())];
        let before = position.clone();
        let _ = position.make(mv);
        plies += 1;
        let line = match random.below(2) {
            0 => Line::at(&position),
            _ => Line::at(&before).then(before.uci_move(mv)),
        };
        positions.push((line, if random.below(4) == 0 { 2 } else { 1 }));
    }
    positions
}

/// Returns the median number of positions until the oracle with a fault is wrong.
fn find_median(fault: EngineFault, streams: &[Vec<Counted>]) -> usize {
    let mut numbers: Vec<_> = streams
        .iter()
        .map(|stream| {
            let mut oracle = Oracle::with(fault);
            let found = stream
                .iter()
                .position(|(line, depth)| is_wrong(&mut oracle, line, *depth));
            found.map_or(usize::MAX, |index| index + 1)
        })
        .collect();
    numbers.sort_unstable();
    numbers[numbers.len() / 2]
}

/// Tells whether the oracle counts other moves or leaf nodes than the rules.
fn is_wrong(oracle: &mut Oracle, line: &Line, depth: u32) -> bool {
    let (Some(position), Ok(counts)) = (line.position(), oracle.count(line, depth)) else {
        return true;
    };
    let moves: Vec<_> = counts.moves.iter().map(|(mv, _)| mv.clone()).collect();
    counts.total != bulk(&mut position.clone(), depth)
        || depth == 1 && !moves.is_empty() && !compare_moves(&position, &moves).is_empty()
}
