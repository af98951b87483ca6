//! One snapshot for each file of `suites/`: the tallies of its positions, as tables for human readers.

use comfy_table::{CellAlignment, Table, presets};
use passant_perft::{Column, Tally};
use passant_suite::{Case, Suite};

use crate::tallies::{SUITES, depth_within, tally_of};

/// Enough for three or four plies of a full board.
const MOST_NODES: u64 = 150_000;

/// The columns, divided into three tables that each fit on a screen.
const TABLES: [(&str, &[Column]); 3] = [
    (
        "moves",
        &[
            Column::Nodes,
            Column::Captures,
            Column::EnPassant,
            Column::Castles,
            Column::Promotions,
            Column::DoublePushes,
        ],
    ),
    (
        "checks",
        &[
            Column::DirectChecks,
            Column::DirectMates,
            Column::DiscoveredChecks,
            Column::DiscoveredMates,
            Column::DirectDiscoveredChecks,
            Column::DirectDiscoveredMates,
            Column::DoubleDiscoveredChecks,
            Column::DoubleDiscoveredMates,
            Column::Stalemates,
        ],
    ),
    (
        "en passant",
        &[
            Column::EnPassant,
            Column::EnPassantDirectChecks,
            Column::EnPassantDirectMates,
            Column::EnPassantDiscoveredChecks,
            Column::EnPassantDiscoveredMates,
            Column::EnPassantDirectDiscoveredChecks,
            Column::EnPassantDirectDiscoveredMates,
            Column::EnPassantDoubleDiscoveredChecks,
            Column::EnPassantDoubleDiscoveredMates,
            Column::Evasions,
            Column::PinnedLegal,
            Column::Reblocked,
            Column::RejectedRank,
            Column::RejectedFile,
            Column::RejectedDiagonal,
            Column::RejectedVictim,
            Column::RejectedCheck,
        ],
    ),
];

#[test]
fn every_column_is_in_a_table() {
    for column in Column::ALL {
        assert!(
            TABLES.iter().any(|(_, columns)| columns.contains(&column)),
            "{column} is in no table"
        );
    }
}

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

/// All tables of a suite.
fn page(suite: &Suite) -> String {
    let rows: Vec<(&str, u32, Tally)> = suite
        .cases
        .iter()
        .flat_map(|case| depths(case).map(|depth| (case.name(), depth, tally_of(case, depth))))
        .collect();
    let tables = TABLES.map(|(title, columns)| format!("{title}\n{}", table(columns, &rows)));
    tables.join("\n\n")
}

/// The depths to show: a deep one, and for en passant cases also depth 1, where the capture in question is a leaf move.
fn depths(case: &Case) -> impl Iterator<Item = u32> {
    let next = case.address.starts_with("en-passant/").then_some(1);
    let deep = depth_within(case, MOST_NODES);
    next.into_iter()
        .filter(move |next| *next < deep)
        .chain([deep])
}

fn table(columns: &[Column], rows: &[(&str, u32, Tally)]) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let titles = columns.iter().map(|column| heading(column.name()));
    table.set_header(
        ["position".to_owned(), "depth".to_owned()]
            .into_iter()
            .chain(titles),
    );
    for (name, depth, tally) in rows {
        let cells = columns.iter().map(|&column| match tally[column] {
            0 => ".".to_owned(),
            count => count.to_string(),
        });
        table.add_row(
            [(*name).to_owned(), depth.to_string()]
                .into_iter()
                .chain(cells),
        );
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table.trim_fmt()
}

/// The name of a column on several short lines.
fn heading(name: &str) -> String {
    name.replace("en_passant", "en-passant")
        .replace('_', "\n")
        .replace("en-passant", "en passant")
}
