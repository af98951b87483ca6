//! The cases of `suites/play/`: how many there are of each class, and how many name each fault of the oracle.

use std::collections::BTreeMap;
use std::fmt::Write;

use passant_oracle::EngineFault;
use passant_rules::{Color, Position};
use passant_suite::{PlayCase, Suite};

use crate::SUITES;

/// The number of pieces from which on a board is crowded.
const CROWDED: u32 = 20;

#[test]
fn play_has_cases_of_every_class_for_every_fault() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let page = format!("{}\n{}", classes(), faults());
    settings.bind(|| insta::assert_snapshot!("play-classes", page));
}

#[test]
fn about_half_of_each_class_is_for_either_color() {
    for suite in SUITES.play_suites() {
        let [white, black] = [Color::White, Color::Black].map(|color| {
            let moves = |position: &Position| position.side_to_move() == color;
            number(suite, moves)
        });
        assert!(
            white.abs_diff(black) * 4 <= suite.cases.len(),
            "{}: {white} cases for White, {black} for Black",
            suite.name
        );
    }
}

/// A table with a line for each class.
fn classes() -> String {
    let mut page = format!(
        "{:<30} {:>5} {:>5} {:>5} {:>7} {:>9}\n",
        "class", "cases", "white", "black", "crowded", "only move"
    );
    for suite in SUITES.play_suites() {
        let white = number(suite, |position| position.side_to_move() == Color::White);
        let crowded = number(suite, |position| CROWDED <= position.occupied().len());
        let only = number(suite, |position| position.legal_moves().len() == 1);
        let (cases, name) = (suite.cases.len(), &suite.name);
        let black = cases - white;
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "{name:<30} {cases:>5} {white:>5} {black:>5} {crowded:>7} {only:>9}"
        );
    }
    page
}

/// A table with a line for each fault that a case names.
fn faults() -> String {
    let mut named: BTreeMap<EngineFault, usize> = BTreeMap::new();
    for case in SUITES.play_cases() {
        for name in &case.faults {
            let fault = EngineFault::from_name(name)
                .unwrap_or_else(|| panic!("{}: no fault {name}", case.address));
            *named.entry(fault).or_default() += 1;
        }
    }
    let lines = named
        .iter()
        .map(|(fault, cases)| format!("{fault:<30} {cases:>5}\n"));
    format!("{:<30} {:>5}\n", "fault", "cases") + &lines.collect::<String>()
}

/// The number of cases in whose position something holds.
fn number(suite: &Suite<PlayCase>, holds: impl Fn(&Position) -> bool) -> usize {
    let positions = suite.cases.iter().filter_map(PlayCase::position);
    positions.filter(holds).count()
}
