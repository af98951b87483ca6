//! How much a report on a terminal shows.

/// How much a report shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verbosity {
    /// Failures only.
    Quiet,
    /// A summary, and the first failures of each group.
    Normal,
    /// A summary, and every failure.
    Verbose,
}
