//! One snapshot for each file of `suites/`: the tallies of its positions, for human readers.
//!
//! A position has lines of its own with the columns that are not zero, so that a new position or column changes no other
//! lines.

use std::fmt::Write;

use passant_count::{Column, Tally};
use passant_suite::{Case, Suite};

use crate::{SUITES, depth_within, tally_of};

/// Enough for three or four plies of a full board.
const MOST_NODES: u64 = 150_000;

#[test]
fn tallies_of_every_suite_match_their_snapshots() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for suite in SUITES.suites() {
            insta::assert_snapshot!(suite.name.replace('/', "-"), page(suite));
        }
    });
}

/// The tallies of all positions of a suite.
fn page(suite: &Suite) -> String {
    let mut page = String::new();
    for case in &suite.cases {
        page += case.name();
        page += "\n";
        for depth in depths(case) {
            page += &lines(depth, &tally_of(case, depth));
        }
    }
    page
}

/// The depths to show: a deep one, and for en passant cases also depth 1, where the capture in question is a leaf move.
fn depths(case: &Case) -> impl Iterator<Item = u32> {
    let next = case.address.starts_with("en-passant/").then_some(1);
    let deep = depth_within(case, MOST_NODES);
    next.into_iter()
        .filter(move |next| *next < deep)
        .chain([deep])
}

/// The nodes and the columns that are not zero, with a line for each group of columns.
fn lines(depth: u32, tally: &Tally) -> String {
    let is_shown = |&(column, count): &(Column, u64)| column == Column::Nodes || count != 0;
    let shown: Vec<_> = tally.columns().filter(is_shown).collect();
    let mut lines = String::new();
    let mut title = format!("depth {depth}");
    for group in shown.chunk_by(|(one, _), (other, _)| one.group() == other.group()) {
        let counts: Vec<_> = group
            .iter()
            .map(|(column, count)| format!("{column} {count}"))
            .collect();
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "  {title:<9} {}", counts.join(", "));
        title.clear();
    }
    lines
}

/// Everything that is counted is printed.
#[test]
fn every_column_is_shown() {
    let mut ones = Tally::default();
    passant_count::Count::columns_mut(&mut ones).fill(1);
    let lines = lines(1, &ones);
    for column in Column::ALL {
        assert!(lines.contains(&format!("{column} 1")), "{column}");
    }
}
