//! Snapshot tests of the tally of every suite position, and the identities that tallies obey.
//!
//! The crate contains only tests. `tests/it` holds the tests, `tests/it/snapshots` a page for each file of `suites/`,
//! and `tests/published` figures that other projects have published.
//!
//! After a change that is meant to change a page, `cargo xtask bless` writes it anew; review the difference.

/// The examples of the README of `rules` run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../rules/README.md")]
struct RulesReadme;

/// So do those of the page for firmware authors.
#[cfg(doctest)]
#[doc = include_str!("../../firmware/README.md")]
struct FirmwareReadme;
