//! The faults that an engine was tested for: no other fault can change what it did.

use std::cell::Cell;

use super::{EngineFault, FaultSet, Scope};

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
