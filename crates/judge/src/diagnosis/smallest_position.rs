//! The smallest position for each failure that a check has found.

use std::collections::HashMap;
use std::time::Instant;

use passant_query::Line;
use passant_rules::EnPassantMode;

use super::engine_trial::EngineTrial;
use super::query_role::QueryRole;
use super::query_trial::QueryTrial;
use super::rules;
use crate::EnginePool;
use crate::check::{CaseResult, PresentationResult, SmallestPosition, Verdict};
use crate::minimize::trial::Difference;
use crate::minimize::{Bounds, Candidate, Trial, minimize};

/// A failure of a check, in the smallest position.
#[derive(Clone, Debug)]
pub struct SmallestFailure {
    /// The line at whose end the engine is wrong.
    pub line: Line,
    /// The depth in plies at which it is wrong.
    pub depth: u32,
    /// The way in which it is wrong.
    pub difference: Difference,
    /// True if nothing more can be removed from the position.
    pub is_minimal: bool,
}

/// The way a failure shows: in the moves after a FEN, or only in the moves after a double push.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct FailureKind {
    is_played: bool,
    depth: u32,
    difference: Difference,
}

/// Finds the smallest position for each case that fails. Cases of a class that fail in the same way share one: in another
/// class the same difference may have another cause. `describe` makes the entry of the report.
pub fn shrink(
    cases: &mut [CaseResult],
    pool: &EnginePool<'_>,
    bounds: &Bounds,
    describe: impl Fn(&SmallestFailure) -> SmallestPosition,
) {
    let end = Instant::now() + bounds.time;
    let mut known: HashMap<(String, FailureKind), Option<SmallestFailure>> = HashMap::new();
    let failed = |case: &&mut CaseResult| case.verdict == Verdict::Fail;
    for case in cases.iter_mut().filter(failed) {
        let left = bounds.until(end);
        if left.time.is_zero() || bounds.interrupt.is_raised() {
            return;
        }
        let mut presentations = case.presentations.iter();
        case.smallest = presentations.find_map(|presentation| {
            let (start, kind) = kind_of(pool, presentation)?;
            let smallest = known
                .entry((case.class.clone(), kind.clone()))
                .or_insert_with(|| smallest_of(pool, start, &kind, &left));
            smallest.as_ref().map(&describe)
        });
    }
}

/// The position from which to start, and how the failure shows there; `None` if it shows neither in moves nor in
/// counts.
fn kind_of(
    pool: &EnginePool<'_>,
    presentation: &PresentationResult,
) -> Option<(Candidate, FailureKind)> {
    let finding = presentation.findings.first()?;
    let start = match finding.difference.as_ref().filter(|it| !it.is_empty()) {
        Some(difference) => Candidate {
            setup: difference.setup.clone(),
            depth: 1,
        },
        None => Candidate {
            setup: rules::position_after(presentation.line.as_ref()?)?.setup(EnPassantMode::Always),
            depth: finding.depth?,
        },
    };
    let by_fen = EngineTrial { pool }
        .difference(&start)
        .map(|difference| FailureKind {
            is_played: false,
            depth: start.depth,
            difference,
        });
    let kind = by_fen.or_else(|| {
        let difference = after_push(pool).difference(&start)?;
        Some(FailureKind {
            is_played: true,
            depth: 1,
            difference,
        })
    })?;
    Some((start, kind))
}

/// Asks for the moves after the double push.
fn after_push<'a>(pool: &'a EnginePool<'a>) -> QueryTrial<'a> {
    QueryTrial {
        pool,
        role: QueryRole::PUSHED_MOVES,
        faults: None,
    }
}

fn smallest_of(
    pool: &EnginePool<'_>,
    start: Candidate,
    kind: &FailureKind,
    bounds: &Bounds,
) -> Option<SmallestFailure> {
    let outcome = if kind.is_played {
        minimize(start, &after_push(pool), bounds)
    } else {
        minimize(start, &EngineTrial { pool }, bounds)
    };
    let outcome = outcome.ok()?;
    let after = &outcome.after;
    let (difference, line) = if kind.is_played {
        let wrong = after_push(pool).first_wrong(after)?;
        (wrong.difference, wrong.predictions.question.line)
    } else {
        let line = Line::new(after.setup.clone());
        (EngineTrial { pool }.difference(after)?, line)
    };
    Some(SmallestFailure {
        line,
        depth: after.depth,
        difference,
        is_minimal: outcome.is_minimal,
    })
}
