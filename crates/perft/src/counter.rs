//! The choice between the generator of `rules` and the kernels, made once for a whole run.

use core::fmt;

use passant_count::Count;
use passant_kernel::{Batches, Kernel, KernelCount, KernelError, Mode, Root};
use passant_rules::Position;

use crate::packed::Packed;

/// The code that counts the leaves of a run. All counters give the same counts; they differ in speed and method.
///
/// The default is the fastest: the best kernel of this machine in its [default mode](Mode).
///
/// ```
/// use passant_perft::Counter;
///
/// assert_eq!(Counter::choose(Some("rules"), None)?, Counter::Rules);
/// assert_eq!(Counter::choose(None, None)?, Counter::default());
/// # Ok::<(), passant_perft::CounterError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counter {
    /// The generator of `passant-rules`: [`bulk`](passant_count::bulk) and [`tally`](passant_count::tally()).
    Rules,
    /// A kernel, and how it counts the last two plies.
    Kernel(Kernel, Mode),
}

/// The reason why a counter is not available.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CounterError {
    /// The kernel is unknown or does not run on this machine.
    Kernel(KernelError),
    /// The generator of `passant-rules` has no modes.
    Mode,
}

/// The depths of the trees that are counted in one call.
#[derive(Clone, Copy)]
pub(crate) struct Depths {
    /// The least depth of a tree that is counted in one call, if the run is deep enough. Below it, starting a count
    /// costs more than counting.
    pub(crate) job: u32,
    /// The greatest depth of a tree that is counted without looking whether to stop; such a tree takes milliseconds.
    pub(crate) leaf: u32,
    /// With a table: the least depth of a tree that is looked up. Counting a smaller tree takes less time than looking
    /// it up. A tree of this depth that is not in the table is counted in one call.
    pub(crate) hashed: u32,
}

/// The name of [`Counter::Rules`].
const RULES: &str = "rules";

impl Counter {
    /// Returns the counter for the name of a kernel, or `rules`, and a mode. `None` chooses the fastest.
    pub fn choose(name: Option<&str>, mode: Option<Mode>) -> Result<Self, CounterError> {
        let kernel = match (name, mode) {
            (Some(RULES), None) => return Ok(Self::Rules),
            (Some(RULES), Some(_)) => return Err(CounterError::Mode),
            (Some(name), _) => Kernel::by_name(name).map_err(CounterError::Kernel)?,
            (None, _) => Kernel::best(),
        };
        Ok(Self::Kernel(kernel, mode.unwrap_or_default()))
    }

    /// The name of the counter on the command line, in output and in checkpoints.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => RULES,
            Self::Kernel(kernel, _) => kernel.name(),
        }
    }

    /// The name of the mode; `None` if the counter has no modes.
    #[must_use]
    pub fn mode(self) -> Option<&'static str> {
        match self {
            Self::Rules => None,
            Self::Kernel(_, Mode::MakeAll) => Some("make-all"),
            Self::Kernel(_, Mode::Reuse) => Some("reuse"),
        }
    }

    /// Counts the tree below each position.
    pub(crate) fn count<C: KernelCount>(
        self,
        positions: &[Position],
        depth: u32,
        batches: &mut Batches,
    ) -> Vec<C> {
        match self {
            Self::Rules => {
                let count_one = |position: &Position| C::count(&mut position.clone(), depth);
                positions.iter().map(count_one).collect()
            }
            Self::Kernel(kernel, mode) => {
                C::count_by_kernel(&Root::all(positions), depth, kernel, mode, batches)
            }
        }
    }

    /// The same for packed positions, from which a kernel begins without unpacking them. A depth of 1 is not for
    /// tallies, see [`Packed`]. `None` if one is not a position, and the rules are to count it.
    pub(crate) fn count_packed<C: KernelCount>(
        self,
        packed: &[Packed],
        depth: u32,
        batches: &mut Batches,
    ) -> Option<Vec<C>> {
        match self {
            Self::Rules => {
                let count_one = |packed: &Packed| Some(C::count(&mut packed.position()?, depth));
                packed.iter().map(count_one).collect()
            }
            Self::Kernel(kernel, mode) => {
                let roots = Root::all(packed);
                Some(C::count_by_kernel(&roots, depth, kernel, mode, batches))
            }
        }
    }

    /// Returns the time that it takes to count a leaf, in nanoseconds: a rough figure, which only decides how a run is
    /// divided.
    pub(crate) fn leaf_time<C: Count>(self) -> f64 {
        match (self, C::COLUMNS) {
            (Self::Rules, 1) => 10.0,
            (Self::Rules, _) => 60.0,
            (Self::Kernel(..), 1) => 0.2,
            (Self::Kernel(..), _) => 1.0,
        }
    }

    /// Returns the batch size: the number of trees of this depth that are counted in one call, so that it takes
    /// milliseconds. The more there are, the fuller are the batches of a kernel.
    pub(crate) fn trees_in_one_call(self, depth: u32) -> usize {
        match self {
            Self::Rules => 1,
            Self::Kernel(..) => {
                let plies_less = self.depths().leaf.saturating_sub(depth).min(2);
                1 << (5 * plies_less)
            }
        }
    }

    pub(crate) fn depths(self) -> Depths {
        match self {
            Self::Rules => Depths {
                job: 2,
                leaf: 3,
                hashed: 2,
            },
            Self::Kernel(..) => Depths {
                job: 3,
                leaf: 5,
                hashed: 3,
            },
        }
    }
}

impl Default for Counter {
    fn default() -> Self {
        Self::Kernel(Kernel::best(), Mode::default())
    }
}

impl fmt::Display for Counter {
    /// The name, and the mode if there is one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mode() {
            None => f.pad(self.name()),
            Some(mode) => write!(f, "{} ({mode})", self.name()),
        }
    }
}

impl fmt::Display for CounterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kernel(error) => write!(f, "{error}, {RULES}"),
            Self::Mode => write!(f, "{RULES} has no modes; a kernel has"),
        }
    }
}

impl std::error::Error for CounterError {}
