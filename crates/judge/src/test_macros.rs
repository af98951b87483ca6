#![doc = include_str!("../README.md")]

use std::time::Duration;

use passant_query::{Channel, Subject};
use passant_suite::Suites;

use crate::InProcess;
use crate::check::judge::judge;
use crate::check::pace::Pace;
use crate::check::plan::{Choice, Plan};
use crate::check::presentation::presentations;
use crate::check::questions::{Conventions, case};

mod fresh;

pub use fresh::{FreshPositions, assert_fresh};

/// The largest count that is asked for, in nodes.
const MAX_NODES: u64 = 20_000;

/// The time that a count may take before deeper counts are skipped.
const BUDGET: Duration = Duration::from_secs(10);

/// Asks a subject about every position of a file of `suites/en-passant`, with every presentation.
///
/// # Panics
///
/// If an answer is wrong, with a line for each wrong answer. Also if there is no such file.
pub fn assert_en_passant<S: Subject>(file: &str, make: impl FnMut() -> S + Send) {
    let suites = Suites::builtin().unwrap_or_else(|problems| panic!("{problems:?}"));
    let choice = Choice {
        suites: vec![format!("en-passant/{file}")],
        max_nodes: MAX_NODES,
        ..Choice::default()
    };
    let plan = Plan::new(&suites, &choice).unwrap_or_else(|error| panic!("{error}"));
    let mut subject = InProcess::new(make);
    let mut pace = Pace::new(BUDGET);
    let mut wrong = Vec::new();
    for item in &plan.items {
        for prompt in presentations(&item.case) {
            let depths = prompt.counts(&item.depths);
            let result = judge(&mut subject, &mut pace, &prompt, &depths);
            if result.verdict.fails_library() {
                let found: Vec<_> = result.findings.iter().map(ToString::to_string).collect();
                let (address, presentation) = (&item.case.address, prompt.presentation.word());
                wrong.push(format!(
                    "{address} ({presentation}) fen {}: {}",
                    prompt.line,
                    found.join("; ")
                ));
            }
        }
    }
    assert_none(&wrong);
}

/// Asks a subject every question of a class of `suites/state`. Unsupported questions are skipped, and conventions are
/// observed first and not judged.
///
/// # Panics
///
/// If an answer is wrong, with a line for each wrong answer. Also if there is no such class.
pub fn assert_state<S: Subject>(class: &str, make: impl FnMut() -> S + Send) {
    let suites = Suites::builtin().unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut subject = InProcess::new(make);
    let conventions = Conventions::observe(&mut subject, suites.state_cases());
    let folder = format!("state/{class}/");
    let cases = || {
        let cases = suites.state_cases();
        cases.filter(|case| case.address.starts_with(&folder))
    };
    assert!(
        cases().next().is_some(),
        "there is no class {class} in suites/state"
    );
    let mut wrong = Vec::new();
    for asked in cases() {
        let result = case(&mut subject, Channel::Library, asked, conventions);
        for it in result.presentations {
            if result.verdict.fails_library() {
                let found = it.findings.iter();
                let presentation = it.presentation.word();
                wrong.extend(
                    found.map(|finding| format!("{} ({presentation}): {finding}", asked.address)),
                );
            }
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

/// Makes a test of each class of `suites/state`: FEN after moves, games, single moves, repetition, round trips, same position,
/// text.
///
/// The expression makes a [`Subject`](passant_query::Subject), as for [`en_passant_tests!`](crate::en_passant_tests).
///
/// ```
/// mod state {
///     passant_judge::state_tests!(|| passant_oracle::Oracle::with(passant_oracle::FaultSet::NONE));
/// }
/// ```
#[macro_export]
macro_rules! state_tests {
    ($make:expr) => {
        $crate::state_tests! { @each $make;
            after_moves "after-moves", games "games", queries "queries", repetition "repetition",
            round_trip "round-trip", same_position "same-position", text "text"
        }
    };
    (@each $make:expr; $($name:ident $class:literal),*) => {
        $(
            #[test]
            fn $name() {
                $crate::test_macros::assert_state($class, $make);
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
///     passant_judge::en_passant_tests!(|| passant_oracle::Oracle::with(passant_oracle::FaultSet::NONE));
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
                $crate::test_macros::assert_en_passant($file, $make);
            }
        )*
    };
}

/// Makes a test, `fresh_positions`, that asks about 2,000 positions which no suite has: the same ones in each run, unless
/// [the environment](FreshPositions::from_environment) names others.
///
/// The expression makes a [`Subject`](passant_query::Subject), as for [`en_passant_tests!`](crate::en_passant_tests).
///
/// ```
/// mod fresh {
///     passant_judge::fresh_tests!(|| passant_oracle::Oracle::with(passant_oracle::FaultSet::NONE));
/// }
/// ```
#[macro_export]
macro_rules! fresh_tests {
    ($make:expr) => {
        #[test]
        fn fresh_positions() {
            $crate::test_macros::assert_fresh(
                $crate::test_macros::FreshPositions::from_environment(),
                $make,
            );
        }
    };
}
