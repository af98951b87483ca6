//! Snapshot tests of the tally of every suite position, and the identities that tallies obey.
//!
//! The crate contains only tests. `tests/it` holds the tests, `tests/it/snapshots` a table for each file of `suites/`,
//! and `tests/published` figures that other projects have published.
//!
//! After a change that is meant to change a table, run the tests with `INSTA_UPDATE=always` and review the difference.
