//! The tallies agree with the tables that other projects have published (`tests/published`).

use std::collections::HashMap;

use passant_count::Tally;
use passant_perft::{Run, Runner};
use passant_rules::Position;

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
