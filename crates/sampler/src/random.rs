//! Random numbers that are the same for a seed on every machine.

use std::hash::{BuildHasher, Hasher, RandomState};

use oorandom::Rand32;

/// A stream of random numbers: [PCG](https://www.pcg-random.org), from the crate `oorandom`.
#[derive(Clone, Debug)]
pub(crate) struct Random(Rand32);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Rand32::new(seed))
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        // The bias is below 2⁻²⁴ for the small ends that are used here.
        ((u64::from(self.0.rand_u32()) * end as u64) >> 32) as usize
    }

    /// Returns `true` once in so many times, on average.
    pub(crate) fn is_one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns an element of a list; `None` if it is empty.
    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        list.get(self.below(list.len())).copied()
    }

    /// Returns the index of a weight, each as often as it weighs; `None` if all weights are 0.
    pub(crate) fn weigh(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u32 = weights.iter().sum();
        let mut left = self.below(total as usize) as u32;
        weights.iter().position(|&weight| {
            let is_chosen = left < weight;
            left = left.wrapping_sub(weight);
            is_chosen
        })
    }
}

/// Returns a seed that differs from run to run, small enough to be typed.
#[must_use]
pub fn draw_seed() -> u64 {
    RandomState::new().build_hasher().finish() % 1_000_000
}
