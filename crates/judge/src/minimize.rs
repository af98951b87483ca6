//! Finds the smallest position in which an engine is wrong in the same way.
//!
//! The position shrinks one step at a time: one ply less, one piece less, a weaker piece, no castling right, no
//! counters. When no step is left, a piece is moved to another square if another piece can then be removed. A step is
//! taken only if the engine is wrong *in the same way* afterwards.
//!
//! ```
//! use passant_judge::minimize::{Bounds, Candidate, Trial, minimize};
//! use passant_oracle::{Engine, EngineFault};
//! use passant_rules::Setup;
//!
//! /// Whether an engine that ignores pins along a rank lists an illegal capture.
//! struct RankPinIgnored;
//!
//! impl Trial for RankPinIgnored {
//!     type Difference = bool;
//!
//!     fn difference(&self, candidate: &Candidate) -> Option<bool> {
//!         let setup = &candidate.setup;
//!         let faulty = Engine::new(setup, EngineFault::RankPinIgnored.into()).moves();
//!         let expected = Engine::new(setup, Default::default()).moves();
//!         (faulty != expected).then_some(true)
//!     }
//! }
//!
//! let setup = Setup::from_fen("4k3/8/p7/K1Pp3q/8/P7/8/1B6 w - d6 3 19")?;
//! let outcome = minimize(Candidate { setup, depth: 1 }, &RankPinIgnored, &Bounds::default()).unwrap();
//! assert_eq!(outcome.after.setup.board.iter().count(), 5);
//! # Ok::<(), passant_rules::SyntaxError>(())
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use passant_query::Interrupt;
use passant_rules::Setup;

use crate::parallel;

pub(crate) mod steps;
pub mod trial;

pub use trial::{Candidate, Trial};

/// When to stop although more could be removed.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// The time that the search may take.
    pub time: Duration,
    /// The number of positions that the engine may be asked about.
    pub trials: u64,
    /// Stops the search when it is raised.
    pub interrupt: Interrupt,
}

/// A position before and after it was shrunk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimized {
    /// The position at the beginning.
    pub before: Candidate,
    /// The smallest position found.
    pub after: Candidate,
    /// True if no step is left. If not, a bound was reached.
    pub is_minimal: bool,
    /// The number of positions that the engine was asked about.
    pub trials: u64,
}

/// Why a position was not shrunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The engine is correct about it.
    NotWrong,
    /// The engine was not wrong about the smallest position when it was asked again: its answers are not repeatable.
    NotRepeatable,
}

impl Bounds {
    /// Tells whether nothing more is asked: an instant has passed, or the interrupt is raised.
    pub(crate) fn are_over(&self, end: Instant) -> bool {
        self.interrupt.is_raised() || end <= Instant::now()
    }

    /// Returns the same bounds with what is left of the time until an instant.
    pub(crate) fn until(&self, end: Instant) -> Self {
        Self {
            time: end.saturating_duration_since(Instant::now()),
            ..self.clone()
        }
    }
}

impl Default for Bounds {
    /// One minute and 100,000 positions.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(60),
            trials: 100_000,
            interrupt: Interrupt::default(),
        }
    }
}

/// Shrinks a position in which an engine is wrong.
///
/// # Errors
///
/// If the engine is not wrong, or its answers are not repeatable.
pub fn minimize<T: Trial>(
    start: Candidate,
    trial: &T,
    bounds: &Bounds,
) -> Result<Minimized, Refusal> {
    let mut kept = trial.difference(&start).ok_or(Refusal::NotWrong)?;
    let search = Search {
        trial,
        needs_validity: is_reachable(&start.setup),
        bounds,
        end: Instant::now() + bounds.time,
        trials: AtomicU64::new(1),
    };
    let mut best = start.clone();
    let is_minimal = loop {
        let next = search
            .first(&kept, steps::smaller(&best))
            .or_else(|| search.first(&kept, steps::rearrange(&best)));
        match next {
            Some(next) => (best, kept) = next,
            None => break !search.is_over(),
        }
    };
    // Ask once more, because an engine may be wrong by chance. After an interrupt the engine does not answer.
    let can_repeat = !bounds.interrupt.is_raised();
    if can_repeat && trial.difference(&best).as_ref() != Some(&kept) {
        return Err(Refusal::NotRepeatable);
    }
    Ok(Minimized {
        before: start,
        after: best,
        is_minimal,
        trials: search.trials.into_inner() + 1,
    })
}

/// Tells whether the rules accept a position. They refuse what no game can reach, as far as one ply back shows.
fn is_reachable(setup: &Setup) -> bool {
    setup.validate().is_ok()
}

struct Search<'a, T: Trial> {
    trial: &'a T,
    /// True if all positions must be valid, because the first one is.
    needs_validity: bool,
    bounds: &'a Bounds,
    end: Instant,
    trials: AtomicU64,
}

impl<T: Trial> Search<'_, T> {
    /// The first candidate about which the engine is wrong in the same way. Candidates are tried in parallel, but the
    /// result does not depend on the number of cores.
    fn first(
        &self,
        kept: &T::Difference,
        candidates: Vec<Candidate>,
    ) -> Option<(Candidate, T::Difference)> {
        parallel::find_map_first(candidates, |candidate| {
            let found = self.difference(&candidate)?;
            self.trial
                .may_become(kept, &found)
                .then_some((candidate, found))
        })
    }

    fn difference(&self, candidate: &Candidate) -> Option<T::Difference> {
        let is_possible = if self.needs_validity {
            is_reachable(&candidate.setup)
        } else {
            candidate.setup.repair().is_ok()
        };
        if !is_possible || self.is_over() {
            return None;
        }
        self.trials.fetch_add(1, Ordering::Relaxed);
        self.trial.difference(candidate)
    }

    fn is_over(&self) -> bool {
        self.bounds.are_over(self.end) || self.bounds.trials <= self.trials.load(Ordering::Relaxed)
    }
}
