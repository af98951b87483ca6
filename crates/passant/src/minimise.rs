//! The smallest position that still shows what is wrong.
//!
//! From a position in which an engine is wrong, one step at a time: a half-move less, a man less, a weaker man, no
//! castling right, no clock; and where nothing goes any more, a man elsewhere if another can then go. A step is taken
//! only if the engine is wrong *in the same way* afterwards. At the end no single step is left.
//!
//! ```
//! use passant::minimise::{Bounds, Candidate, Trial, minimise};
//! use passant_oracle::{Engine, EngineFault};
//! use passant_rules::Setup;
//!
//! /// An engine that ignores pins on the rank, asked whether it lists an illegal capture.
//! struct RankPinIgnored;
//!
//! impl Trial for RankPinIgnored {
//!     type Difference = bool;
//!
//!     fn difference(&self, candidate: &Candidate) -> Option<bool> {
//!         let setup = &candidate.setup;
//!         let faulty = Engine::new(setup, EngineFault::RankPinIgnored.into()).moves();
//!         let right = Engine::new(setup, Default::default()).moves();
//!         (faulty != right).then_some(true)
//!     }
//! }
//!
//! let setup = Setup::from_fen("4k3/8/p7/K1Pp3q/8/P7/8/1B6 w - d6 3 19")?;
//! let outcome = minimise(Candidate { setup, depth: 1 }, &RankPinIgnored, &Bounds::default()).unwrap();
//! assert_eq!(outcome.after.setup.board.iter().count(), 5);
//! # Ok::<(), passant_rules::SyntaxError>(())
//! ```

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use passant_rules::Setup;
use rayon::prelude::*;

use crate::engine::Interrupt;

pub mod engine;
mod reach;
mod steps;
pub mod trial;

/// A position, and how deep the engine is asked about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Candidate {
    /// The position.
    pub setup: Setup,
    /// Depth in half-moves, from 1.
    pub depth: u32,
}

/// What is to be kept while a position shrinks.
pub trait Trial: Sync {
    /// In what way the engine is wrong; a step is taken only if this stays the same.
    type Difference: PartialEq + Send + Sync;

    /// In what way the engine is wrong in a position; `None` if it is right, or if nobody knows.
    fn difference(&self, candidate: &Candidate) -> Option<Self::Difference>;

    /// Whether a difference may take the place of another: if it is the same, unless there is a reason to say more.
    fn may_become(&self, was: &Self::Difference, is: &Self::Difference) -> bool {
        was == is
    }
}

/// When to stop before nothing can be left out any more.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// How long to go on.
    pub time: Duration,
    /// How many positions to ask about.
    pub trials: u64,
    /// The wish to stop.
    pub interrupt: Interrupt,
}

/// What became of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What was given.
    pub before: Candidate,
    /// The smallest position found: the engine is wrong there in the same way.
    pub after: Candidate,
    /// Whether no single step is left; otherwise a bound was met.
    pub is_minimal: bool,
    /// How many positions were asked about.
    pub trials: u64,
}

/// Why a position was not shrunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The engine is right about it.
    NotWrong,
    /// At the end, the engine was no longer wrong about what was found: it does not answer alike each time.
    NotRepeatable,
}

impl Default for Bounds {
    /// A minute, a hundred thousand positions, and nobody who interrupts.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(60),
            trials: 100_000,
            interrupt: Interrupt::default(),
        }
    }
}

/// Shrinks a position in which an engine is wrong.
pub fn minimise<T: Trial>(
    start: Candidate,
    trial: &T,
    bounds: &Bounds,
) -> Result<Outcome, Refusal> {
    let mut wanted = trial.difference(&start).ok_or(Refusal::NotWrong)?;
    let search = Search {
        trial,
        needs_reach: reach::is_reachable(&start.setup),
        bounds,
        end: Instant::now() + bounds.time,
        trials: AtomicU64::new(1),
    };
    let mut best = start.clone();
    let is_minimal = loop {
        let next = search
            .first(&wanted, steps::smaller(&best))
            .or_else(|| search.first(&wanted, steps::roundabout(&best)));
        match next {
            Some(next) => (best, wanted) = next,
            None => break !search.is_over(),
        }
    };
    // Once more, and not from memory: an engine may be wrong by chance. Who is interrupted gets no answer any more.
    let can_repeat = !bounds.interrupt.is_raised();
    if can_repeat && trial.difference(&best).as_ref() != Some(&wanted) {
        return Err(Refusal::NotRepeatable);
    }
    Ok(Outcome {
        before: start,
        after: best,
        is_minimal,
        trials: search.trials.into_inner() + 1,
    })
}

struct Search<'a, T: Trial> {
    trial: &'a T,
    /// Whether games must be able to lead to what is tried; not if none leads to what was given.
    needs_reach: bool,
    bounds: &'a Bounds,
    end: Instant,
    trials: AtomicU64,
}

impl<T: Trial> Search<'_, T> {
    /// The first candidate, in their order, about which the engine is wrong in the way that is wanted. They are tried
    /// side by side; what is found does not depend on the number of cores.
    fn first(
        &self,
        wanted: &T::Difference,
        candidates: Vec<Candidate>,
    ) -> Option<(Candidate, T::Difference)> {
        candidates.into_par_iter().find_map_first(|candidate| {
            let found = self.difference(&candidate)?;
            self.trial
                .may_become(wanted, &found)
                .then_some((candidate, found))
        })
    }

    fn difference(&self, candidate: &Candidate) -> Option<T::Difference> {
        let is_possible = if self.needs_reach {
            reach::is_reachable(&candidate.setup)
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
        self.bounds.interrupt.is_raised()
            || self.bounds.trials <= self.trials.load(Ordering::Relaxed)
            || self.end <= Instant::now()
    }
}
