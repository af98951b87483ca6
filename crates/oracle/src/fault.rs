//! The faults that an [`Engine`](crate::Engine) can be made with, each a rule that public engines have broken.

mod list;
mod set;

pub use list::{EngineFault, Family};
pub use set::{FaultSet, Scope};

use std::cell::Cell;
use std::fmt;

use passant_query::Question;

impl EngineFault {
    /// The fault with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fault| fault.name() == name)
    }

    /// Tells whether the fault is wrong only together with something else: keys that follow another convention than
    /// repetition are correct, and no engine has to read the suffix `e.p.`.
    #[must_use]
    pub const fn is_convention(self) -> bool {
        matches!(
            self,
            Self::KeyWithoutCapturer | Self::KeyWithIllegalCapture | Self::SuffixRefused
        )
    }

    /// A question that an engine with this fault answers differently from one without.
    ///
    /// # Panics
    ///
    /// Never: a test reads the example of every fault.
    #[must_use]
    pub fn example(self) -> Question {
        let text = self.row().example;
        text.parse().expect("a test reads every example")
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

thread_local! {
    /// The faults that engines were tested for on this thread. If threads have no storage of their own from the linker,
    /// older lints do not see the `const`.
    #[allow(clippy::missing_const_for_thread_local)]
    static CONSULTED: Cell<FaultSet> = const { Cell::new(FaultSet::NONE) };
}

impl FaultSet {
    /// Tells whether an engine with this set has a fault that acts on all captures of a scope; notes that it was tested
    /// for.
    pub(crate) fn consult(self, fault: EngineFault, scope: Scope) -> bool {
        let tested = Self::from(fault).only(scope);
        CONSULTED.set(CONSULTED.get().union(tested));
        self.intersection(tested) == tested
    }
}

/// Does something with engines on this thread, and tells for which faults they were tested. An engine with other faults
/// does the same if it has the same ones of these.
///
/// ```
/// use passant_oracle::{EngineFault, Oracle, record_consulted};
/// use passant_query::{Line, Subject};
///
/// let line: Line = "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6".parse()?;
/// let (fen, faults) = record_consulted(|| Oracle::correct().fen(&line));
/// assert_eq!(fen.as_deref(), Ok("3k4/8/3P4/8/8/K7/8/8 b - - 0 1"));
/// assert!(faults.contains(EngineFault::VictimStays));
/// assert!(!faults.contains(EngineFault::SanWithOrigin));
/// # Ok::<(), passant_query::QuestionError>(())
/// ```
pub fn record_consulted<T>(work: impl FnOnce() -> T) -> (T, FaultSet) {
    let before = CONSULTED.replace(FaultSet::NONE);
    let result = work();
    let consulted = CONSULTED.get();
    CONSULTED.set(before.union(consulted));
    (result, consulted)
}
