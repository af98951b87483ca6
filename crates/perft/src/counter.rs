//! What counts the leaves: a choice of the caller, the same for the whole of a run.

use core::fmt;

use passant_rules::Position;

use crate::count::Count;
use crate::kernel::{Kernel, KernelError, Mode};

/// What counts the leaves of a run. All of them count the same; they differ in speed and in how they do it.
///
/// The default is the fastest: the best kernel of this machine, in its [default mode](Mode).
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
    /// The generator of `passant-rules`: [`bulk`](crate::bulk) and [`tally`](crate::tally()).
    Rules,
    /// A kernel, and how it goes about the last two plies.
    Kernel(Kernel, Mode),
}

/// There is no such counter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CounterError {
    /// The kernel cannot be had.
    Kernel(KernelError),
    /// The generator of `passant-rules` has no modes.
    Mode,
}

/// How deep the trees are that are counted in one go.
#[derive(Clone, Copy)]
pub(crate) struct Depths {
    /// No tree of a run is smaller, if the run is deep enough: below, starting costs more than counting.
    pub(crate) job: u32,
    /// Trees up to here are counted without looking whether to stop, which takes milliseconds.
    pub(crate) leaf: u32,
    /// With a table, trees of this depth are looked up there, and counted in one go if they are not there. Smaller
    /// ones are counted in less time than it takes to look them up.
    pub(crate) hashed: u32,
}

/// How [`Counter::Rules`] is called.
const RULES: &str = "rules";

impl Counter {
    /// The counter for the name of a kernel, or `rules`, and a mode. What is not given is the fastest.
    pub fn choose(name: Option<&str>, mode: Option<Mode>) -> Result<Self, CounterError> {
        let kernel = match (name, mode) {
            (Some(RULES), None) => return Ok(Self::Rules),
            (Some(RULES), Some(_)) => return Err(CounterError::Mode),
            (Some(name), _) => Kernel::by_name(name).map_err(CounterError::Kernel)?,
            (None, _) => Kernel::best(),
        };
        Ok(Self::Kernel(kernel, mode.unwrap_or_default()))
    }

    /// How it is called: on the command line, in outputs and in checkpoints.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rules => RULES,
            Self::Kernel(kernel, _) => kernel.name(),
        }
    }

    /// The name of its mode, where there is a choice.
    #[must_use]
    pub fn mode(self) -> Option<&'static str> {
        match self {
            Self::Rules => None,
            Self::Kernel(_, Mode::MakeAll) => Some("make-all"),
            Self::Kernel(_, Mode::Reuse) => Some("reuse"),
        }
    }

    /// What this is when it counts `C`: a kernel makes every position whose leaf moves it tells apart, in either mode.
    pub(crate) fn for_count<C: Count>(self) -> Self {
        match self {
            Self::Kernel(kernel, _) if C::COLUMNS != 1 => Self::Kernel(kernel, Mode::MakeAll),
            _ => self,
        }
    }

    /// Counts the tree below a position. The position is the same afterwards.
    pub(crate) fn count<C: Count>(self, position: &mut Position, depth: u32) -> C {
        match self {
            Self::Rules => C::count(position, depth),
            Self::Kernel(kernel, mode) => C::count_by_kernel(position, depth, kernel, mode),
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
