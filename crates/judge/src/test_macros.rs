#![doc = include_str!("../README.md")]

use std::time::Duration;

use passant_query::{Channel, Subject};

use crate::InProcess;
use crate::check::judge::judge;
use crate::check::pace::Pace;
use crate::check::plan::{Choice, Plan};
use crate::check::presentation::presentations;
use crate::check::questions::{Conventions, case};

mod diagnosis;
mod fresh;
mod suites;

use suites::SUITES;

pub use fresh::{FreshPositions, assert_fresh};

/// The extent to which each position is counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// Counts of up to 400 nodes: the moves of the position, and of those after its captures.
    Shallow,
    /// Counts of up to 20,000 nodes.
    Deep,
}

impl Extent {
    /// The largest count that is asked for, in nodes.
    fn max_nodes(self) -> u64 {
        match self {
            Self::Shallow => 400,
            Self::Deep => 20_000,
        }
    }
}

/// The time that a count may take before deeper counts are skipped.
const BUDGET: Duration = Duration::from_secs(10);

/// Asks a subject about every position of a file of `suites/en-passant`, with every presentation.
///
/// # Panics
///
/// If an answer is wrong, with a line for each wrong answer, and the fault that explains them if it is known. Also if
/// there is no such file.
pub fn assert_en_passant<S: Subject>(file: &str, extent: Extent, make: impl FnMut() -> S + Send) {
    let choice = Choice {
        suites: vec![format!("en-passant/{file}")],
        max_nodes: extent.max_nodes(),
        ..Choice::default()
    };
    let plan = Plan::new(&SUITES, &choice).unwrap_or_else(|error| panic!("{error}"));
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
    assert_none::<S>(&wrong, &mut subject);
}

/// Asks a subject every question of a class of `suites/state`. Unsupported questions are skipped, and conventions are
/// observed first and not judged.
///
/// # Panics
///
/// If an answer is wrong, with a line for each wrong answer, and the fault that explains them if it is known. Also if
/// there is no such class.
pub fn assert_state<S: Subject>(class: &str, make: impl FnMut() -> S + Send) {
    let mut subject = InProcess::new(make);
    let conventions = Conventions::observe(&mut subject, SUITES.state_cases());
    let folder = format!("state/{class}/");
    let cases = || {
        let cases = SUITES.state_cases();
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
    assert_none::<S>(&wrong, &mut subject);
}

/// The largest number of wrong answers that a failing test lists.
const LISTED: usize = 20;

/// Panics with the wrong answers, if there are any, and with what they have in common.
fn assert_none<S>(wrong: &[String], subject: &mut dyn Subject) {
    if wrong.is_empty() {
        return;
    }
    let explained = diagnosis::explain::<S>(subject, &SUITES);
    let listed = &wrong[..wrong.len().min(LISTED)];
    let more = match wrong.len() - listed.len() {
        0 => String::new(),
        more => format!("and {more} more\n"),
    };
    panic!(
        "{} answers are wrong:\n{}\n{more}{explained}",
        wrong.len(),
        listed.join("\n")
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

/// Makes two tests of each file of reachable positions in `suites/en-passant`, named like the file: one with small
/// counts, and one that begins with `deep_`, has counts of up to 20,000 nodes, and is ignored.
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
            direct_check deep_direct_check "direct-check",
            direct_discovered_check deep_direct_discovered_check "direct-discovered-check",
            discovered_check_capturer deep_discovered_check_capturer "discovered-check-capturer",
            discovered_check_rank deep_discovered_check_rank "discovered-check-rank",
            discovered_check_victim deep_discovered_check_victim "discovered-check-victim",
            double_discovered_check deep_double_discovered_check "double-discovered-check",
            edge_file deep_edge_file "edge-file",
            evasion deep_evasion "evasion",
            mate deep_mate "mate",
            no_capturer deep_no_capturer "no-capturer",
            only_move deep_only_move "only-move",
            pinned_legal deep_pinned_legal "pinned-legal",
            plain deep_plain "plain",
            reblocked deep_reblocked "reblocked",
            rejected_check deep_rejected_check "rejected-check",
            rejected_diagonal deep_rejected_diagonal "rejected-diagonal",
            rejected_file deep_rejected_file "rejected-file",
            rejected_rank deep_rejected_rank "rejected-rank",
            stalemate deep_stalemate "stalemate",
            two_capturers_both deep_two_capturers_both "two-capturers-both",
            two_capturers_none deep_two_capturers_none "two-capturers-none",
            two_capturers_one deep_two_capturers_one "two-capturers-one"
        }
    };
    (@each $make:expr; $($name:ident $deep:ident $file:literal),*) => {
        $(
            #[test]
            fn $name() {
                $crate::test_macros::assert_en_passant(
                    $file,
                    $crate::test_macros::Extent::Shallow,
                    $make,
                );
            }

            #[test]
            #[ignore = "counts deeper, for minutes without optimization: cargo test --release -- --ignored"]
            fn $deep() {
                $crate::test_macros::assert_en_passant(
                    $file,
                    $crate::test_macros::Extent::Deep,
                    $make,
                );
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
