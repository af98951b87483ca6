//! The suites, which all tests of a program share.

use std::sync::LazyLock;

use passant_suite::Suites;

/// The suites. Tests of one program share them, because reading takes half a second without optimization.
pub(super) static SUITES: LazyLock<Suites> =
    LazyLock::new(|| Suites::builtin().unwrap_or_else(|problems| panic!("{problems:?}")));
