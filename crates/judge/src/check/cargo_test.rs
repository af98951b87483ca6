//! The suites as test cases of a Rust engine.

use passant_suite::Suites;

use super::judge::judge;
use super::pace::Pace;
use super::plan::{Choice, Plan};
use super::presentation::presentations;
use super::questions::{Declared, case};
use super::verdict::Verdict;
use passant_query::{Channel, Subject};

use crate::InProcess;
use std::time::Duration;

/// The largest count that is asked for.
const MAX_NODES: u64 = 20_000;

/// How long a count may take before the next depth is not asked for.
const BUDGET: Duration = Duration::from_secs(10);

/// Asks a subject about every position of a file of `suites/en-passant`, in every way.
///
/// # Panics
///
/// If any answer is not right, with a line for each that is not: that is what a test wants. Also if there is no such
/// file.
pub fn assert_right<S: Subject>(file: &str, make: impl FnMut() -> S + Send) {
    let suites = Suites::builtin().unwrap_or_else(|problems| panic!("{problems:?}"));
    let choice = Choice {
        suites: vec![format!("en-passant/{file}")],
        max_nodes: MAX_NODES,
        ..Choice::default()
    };
    let plan = Plan::new(&suites, &choice).unwrap_or_else(|error| panic!("{error}"));
    let mut channel = InProcess::new(make);
    let mut pace = Pace::new(BUDGET);
    let mut wrong = Vec::new();
    for item in &plan.items {
        for told in presentations(&item.case) {
            let result = judge(&mut channel, &mut pace, &told, &item.depths);
            if Verdict::Xpass <= result.verdict || result.verdict == Verdict::Unknown {
                let found: Vec<_> = result.findings.iter().map(ToString::to_string).collect();
                let (address, way) = (&item.case.address, told.way.word());
                wrong.push(format!(
                    "{address} ({way}) fen {}: {}",
                    told.line,
                    found.join("; ")
                ));
            }
        }
    }
    assert_none(&wrong);
}

/// Asks a subject every question of a class of `suites/state`. What it does not offer is not asked, and the conventions
/// that it follows are found out first, so that nothing is held against it that is only another convention.
///
/// # Panics
///
/// If any answer is not right, with a line for each that is not: that is what a test wants. Also if there is no such
/// class.
pub fn assert_right_about<S: Subject>(class: &str, make: impl FnMut() -> S + Send) {
    let suites = Suites::builtin().unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut subject = InProcess::new(make);
    let declared = Declared::survey(&mut subject, suites.state_cases());
    let folder = format!("state/{class}/");
    let mut cases = suites.state_cases();
    let is_asked = |address: &str| address.starts_with(&folder);
    assert!(
        cases.any(|asked| is_asked(&asked.address)),
        "there is no class {class} in suites/state"
    );
    let mut wrong = Vec::new();
    for asked in suites.state_cases().filter(|it| is_asked(&it.address)) {
        let result = case(&mut subject, Channel::Library, asked, declared);
        let is_wrong = result.verdict.is_bad() || result.verdict == Verdict::Unknown;
        for way in result.ways.iter().filter(|_| is_wrong) {
            let found = way.findings.iter().map(ToString::to_string);
            wrong.extend(
                found.map(|text| format!("{} ({}): {text}", asked.address, way.way.word())),
            );
        }
    }
    assert_none(&wrong);
}

fn assert_none(wrong: &[String]) {
    assert!(
        wrong.is_empty(),
        "{} answers are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// Makes a test of each class of `suites/state`: FEN after moves, games, queries, repetition, same position, text.
///
/// The expression makes a [`Subject`](passant_query::Subject), as for [`en_passant_tests!`](crate::en_passant_tests).
///
/// ```
/// mod state {
///     # use passant_query::{Answer, EngineError, Line, Query, Subject};
///     # struct MyEngine;
///     # impl Subject for MyEngine {
///     #     fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
///     #         Err(EngineError::unsupported(query))
///     #     }
///     # }
///     passant_judge::state_tests!(|| MyEngine);
/// }
/// ```
#[macro_export]
macro_rules! state_tests {
    ($make:expr) => {
        $crate::state_tests! { @each $make;
            after_moves "after-moves", games "games", queries "queries", repetition "repetition",
            same_position "same-position", text "text"
        }
    };
    (@each $make:expr; $($name:ident $class:literal),*) => {
        $(
            #[test]
            fn $name() {
                $crate::check::cargo_test::assert_right_about($class, $make);
            }
        )*
    };
}

/// Makes a test of each file of reachable positions in `suites/en-passant`, named like the file.
///
/// The expression makes a [`Subject`](passant_query::Subject): a function, or a closure that can be copied.
///
/// ```
/// mod en_passant {
///     # use passant_query::{Answer, EngineError, Line, Query, Subject};
///     # struct MyEngine;
///     # impl Subject for MyEngine {
///     #     fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
///     #         Err(EngineError::unsupported(query))
///     #     }
///     # }
///     passant_judge::en_passant_tests!(|| MyEngine);
/// }
/// ```
#[macro_export]
macro_rules! en_passant_tests {
    ($make:expr) => {
        $crate::en_passant_tests! { @each $make;
            direct_check "direct-check", direct_discovered_check "direct-discovered-check",
            discovered_check_capturer "discovered-check-capturer", discovered_check_rank "discovered-check-rank",
            discovered_check_victim "discovered-check-victim",
            double_discovered_check "double-discovered-check", edge_file "edge-file", evasion "evasion",
            mate "mate", no_capturer "no-capturer", only_move "only-move", pinned_legal "pinned-legal",
            plain "plain", reblocked "reblocked", rejected_check "rejected-check",
            rejected_diagonal "rejected-diagonal", rejected_file "rejected-file", rejected_rank "rejected-rank",
            stalemate "stalemate", two_capturers_both "two-capturers-both",
            two_capturers_none "two-capturers-none", two_capturers_one "two-capturers-one"
        }
    };
    (@each $make:expr; $($name:ident $file:literal),*) => {
        $(
            #[test]
            fn $name() {
                $crate::check::cargo_test::assert_right($file, $make);
            }
        )*
    };
}
