//! Snapshot tests of the tally of every suite position, and the identities that tallies obey.
//!
//! There is nothing here but tests: `tests/it` holds them, `tests/it/snapshots` the tables, one for each file of
//! `suites/`, and `tests/published` the figures that others have published.
