//! The smallest position for each failure that `passant check` has found.

use std::collections::HashMap;
use std::time::Instant;

use passant_rules::{EnPassantMode, Setup};

use super::pool::Pool;
use super::questions::Role;
use super::retrial::Retrial;
use super::rules;
use crate::Connections;
use passant_query::Line;

use super::shrinking::Asked;
use crate::check::{CaseResult, Smallest, Verdict, WayResult};
use crate::explain;
use crate::minimise::trial::Difference;
use crate::minimise::{Bounds, Candidate, Trial, minimise};

/// How a failure shows: in the moves that are listed for a FEN, or only where the last move was played.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Shown {
    is_played: bool,
    depth: u32,
    difference: Difference,
}

/// Finds the smallest position for each case that fails. Cases that fail in the same way share one.
pub fn shrink<F: Fn() -> Connections + Sync>(
    cases: &mut [CaseResult],
    pool: &Pool<F>,
    bounds: &Bounds,
) {
    let end = Instant::now() + bounds.time;
    let mut known: HashMap<Shown, Option<Smallest>> = HashMap::new();
    let failed = |case: &&mut CaseResult| case.verdict == Verdict::Fail;
    for case in cases.iter_mut().filter(failed) {
        let left = Bounds {
            time: end.saturating_duration_since(Instant::now()),
            ..bounds.clone()
        };
        if left.time.is_zero() || bounds.interrupt.is_raised() {
            return;
        }
        let mut ways = case.ways.iter();
        case.smallest = ways.find_map(|way| {
            let (start, shown) = shown(pool, way)?;
            let smallest = known.entry(shown.clone());
            smallest
                .or_insert_with(|| smallest_of(pool, start, &shown, &left))
                .clone()
        });
    }
}

/// Where a failure begins, and how it shows there; `None` if it does not show in moves or counts.
fn shown<F: Fn() -> Connections + Sync>(
    pool: &Pool<F>,
    way: &WayResult,
) -> Option<(Candidate, Shown)> {
    let finding = way.findings.first()?;
    let start = match finding.difference.as_ref().filter(|it| !it.is_empty()) {
        Some(difference) => Candidate {
            setup: Setup::from_fen(&difference.fen).ok()?,
            depth: 1,
        },
        None => Candidate {
            setup: reached(way)?,
            depth: finding.depth?,
        },
    };
    let by_fen = Asked { pool }.difference(&start).map(|difference| Shown {
        is_played: false,
        depth: start.depth,
        difference,
    });
    let shown = by_fen.or_else(|| {
        let difference = played(pool).difference(&start)?;
        Some(Shown {
            is_played: true,
            depth: 1,
            difference,
        })
    })?;
    Some((start, shown))
}

/// The position of a way.
fn reached(way: &WayResult) -> Option<Setup> {
    let mut line = Line::from_fen(&way.fen).ok()?;
    line.steps = way
        .moves
        .iter()
        .map(|mv| mv.parse().ok())
        .collect::<Option<_>>()?;
    let (position, _) = rules::played(&line)?;
    Some(position.setup(EnPassantMode::Always))
}

/// Asked for moves after the double push, which is played.
fn played<F: Fn() -> Connections + Sync>(pool: &Pool<F>) -> Retrial<'_, F> {
    Retrial {
        pool,
        role: Role::ARRIVED_MOVES,
        faults: None,
    }
}

fn smallest_of<F: Fn() -> Connections + Sync>(
    pool: &Pool<F>,
    start: Candidate,
    shown: &Shown,
    bounds: &Bounds,
) -> Option<Smallest> {
    let outcome = if shown.is_played {
        minimise(start, &played(pool), bounds)
    } else {
        minimise(start, &Asked { pool }, bounds)
    };
    let outcome = outcome.ok()?;
    let after = &outcome.after;
    let (difference, line) = if shown.is_played {
        let wrong = played(pool).first_wrong(after)?;
        (wrong.difference, wrong.row.question.line)
    } else {
        let line = Line::new(after.setup.clone());
        (Asked { pool }.difference(after)?, line)
    };
    let (position, _) = rules::played(&line)?;
    let judged = explain::candidates(&position).into_iter();
    Some(Smallest {
        fen: line.setup.fen().to_string(),
        moves: line.steps.iter().map(ToString::to_string).collect(),
        depth: after.depth,
        wrong: difference.iter().map(ToString::to_string).collect(),
        rules: judged.map(|it| it.sentence() + ".").collect(),
        is_minimal: outcome.is_minimal,
    })
}
