//! The tallies agree with the tables that other projects have published (`tests/published`). So do the deep counts in
//! `suites/perft/deep`, cell by cell, and with themselves.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use passant_count::Tally;
use passant_perft::{Run, Runner};
use passant_rules::Position;
use serde_json::Value;

#[test]
fn reproduces_published_tables() {
    let runner = Runner::new(None).unwrap();
    let mut tallies = HashMap::new();
    let mut compared = 0;
    let files = [
        ("wiki", include_str!("../published/wiki.txt")),
        (
            "grand-chess-tree",
            include_str!("../published/grand-chess-tree.txt"),
        ),
        ("cells", include_str!("../published/cells.txt")),
    ];
    for (file, text) in files {
        for block in text.split("\n\n").skip(1) {
            compared += check_block(file, block, |fen, depth| {
                tallies
                    .entry((fen.to_owned(), depth))
                    .or_insert_with(|| {
                        let run = Run::<Tally>::new(Position::from_fen(fen).unwrap(), depth);
                        runner.run(&run).unwrap().total
                    })
                    .clone()
            });
        }
    }
    assert!(480 < compared, "only {compared} cells were compared");
}

/// Compares each cell of a block with the column of its title, and returns the number of cells. A block is a name, a FEN,
/// titles and rows.
fn check_block(file: &str, block: &str, mut tally: impl FnMut(&str, u32) -> Tally<u128>) -> usize {
    let mut lines = block.trim().lines();
    let (name, fen) = (lines.next().unwrap(), lines.next().unwrap());
    let titles: Vec<_> = lines.next().unwrap().split_whitespace().collect();
    let mut compared = 0;
    for row in lines {
        let cells: Vec<_> = row.split_whitespace().collect();
        assert_eq!(cells.len(), titles.len(), "{file}, {name}: {row}");
        let depth = cells[0].parse().unwrap();
        let counted = titled(file, &tally(fen, depth));
        for (title, cell) in titles
            .iter()
            .zip(&cells)
            .skip(1)
            .filter(|(_, cell)| **cell != "-")
        {
            assert_eq!(
                counted[*title].to_string(),
                **cell,
                "{title} of {name} at depth {depth}, {fen}"
            );
            compared += 1;
        }
    }
    compared
}

/// The columns of the view that a file shows, by title.
fn titled(file: &str, tally: &Tally<u128>) -> HashMap<&'static str, u128> {
    match file {
        "wiki" => tally.wiki().columns().into_iter().collect(),
        "grand-chess-tree" => tally.grand_chess_tree().columns().into_iter().collect(),
        _ => tally
            .columns()
            .map(|(column, count)| (column.name(), count))
            .collect(),
    }
}

const PUBLISHED: &str = include_str!("../published/grand-chess-tree-deep.txt");

/// The fields of the JSON files, in the order of the columns of the table.
const FIELDS: [&str; 15] = [
    "nodes",
    "captures",
    "enpassants",
    "castles",
    "promotions",
    "direct_checks",
    "single_discovered_checks",
    "direct_discovered_checks",
    "double_discovered_checks",
    "total_checks",
    "direct_mates",
    "single_discovered_mates",
    "direct_discovered_mates",
    "double_discovered_mates",
    "total_mates",
];

/// The file of each deep count, by its name.
fn files() -> BTreeMap<String, Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../suites/perft/deep");
    let read = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let paths = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let json = paths.filter(|path| path.extension().is_some_and(|end| end == "json"));
    json.map(|path| {
        (
            path.file_stem().unwrap().to_string_lossy().into_owned(),
            read(&path),
        )
    })
    .collect()
}

/// The published cells by position and depth.
fn published() -> BTreeMap<(String, u64), Vec<u64>> {
    let mut rows = BTreeMap::new();
    for block in PUBLISHED.split("\n\n").skip(1) {
        let mut lines = block.trim().lines().skip(1);
        let fen = lines.next().unwrap();
        for line in lines.skip(1) {
            let mut cells = line.split_whitespace().map(|cell| cell.parse().unwrap());
            let depth = cells.next().unwrap();
            rows.insert((fen.to_owned(), depth), cells.collect());
        }
    }
    rows
}

fn number(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("{value} is no count"))
}

#[test]
fn every_deep_count_is_the_published_one() {
    let published = published();
    let mut compared = 0;
    for (name, file) in files() {
        let key = (
            file["fen"].as_str().unwrap().to_owned(),
            number(&file["depth"]),
        );
        let expected = &published[&key];
        assert_eq!(expected.len(), FIELDS.len());
        for (field, expected) in FIELDS.iter().zip(expected) {
            let counted = number(&file["grand_chess_tree"][field]);
            assert_eq!(counted, *expected, "{field} of {name}");
            compared += 1;
        }
    }
    assert!(60 <= compared, "only {compared} cells were compared");
}

/// The fields of The Grand Chess Tree follow from our columns, and those of en passant are part of those of all moves.
#[test]
fn the_columns_of_a_deep_count_fit_each_other() {
    for (name, file) in files() {
        let tally = |column: &str| number(&file["tally"][column]);
        let tree = |field: &str| number(&file["grand_chess_tree"][field]);
        let kinds = [
            "direct",
            "discovered",
            "direct_discovered",
            "double_discovered",
        ];
        for end in ["checks", "mates"] {
            let columns = kinds.map(|kind| format!("{kind}_{end}"));
            let sum: u64 = columns.iter().map(|column| tally(column)).sum();
            assert_eq!(sum, tree(&format!("total_{end}")), "{name}");
            for column in &columns {
                assert!(
                    tally(&format!("en_passant_{column}")) <= tally(column),
                    "{column}"
                );
            }
        }
        let legal = ["evasions", "pinned_legal", "reblocked"];
        for part in legal {
            assert!(tally(part) <= tally("en_passant"), "{part} of {name}");
        }
        assert!(tally("en_passant") <= tally("captures"), "{name}");
        // The lines that lead to the frontier are the perft of its ply.
        let plies = file["layout"]["plies"].as_array().unwrap();
        assert!(
            plies
                .windows(2)
                .all(|two| two[0]["positions"].as_u64() < two[1]["positions"].as_u64())
        );
    }
}
