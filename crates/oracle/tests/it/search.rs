//! The search of the oracle.

use passant_oracle::{Engine, EngineFault, FaultSet, SearchOutcome, SearchTable};
use passant_query::SearchLimit;
use passant_rules::{Position, Setup};

fn best(fen: &str, faults: FaultSet, depth: u32) -> String {
    let engine = Engine::new(&Setup::from_fen(fen).unwrap(), faults);
    let mv = engine.best_move(depth);
    mv.map_or("none".to_owned(), |mv| engine.uci(mv))
}

#[test]
fn mates_and_wins_material() {
    for (fen, depth, expected) in [
        // A mate on the back rank.
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8"),
        // A queen that hangs.
        ("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1", 1, "e3d5"),
        // A fork that wins the rook with the third ply.
        ("r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1", 3, "d5c7"),
        // Mate already.
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1, "none"),
    ] {
        assert_eq!(best(fen, FaultSet::NONE, depth), expected, "{fen}");
    }
}

#[test]
fn plays_an_illegal_capture_only_with_the_fault() {
    // The capture would win a pawn, and uncovers the rook.
    let fen = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    assert_eq!(best(fen, EngineFault::RankPinIgnored.into(), 1), "c5d6");
    assert_ne!(best(fen, FaultSet::NONE, 1), "c5d6");
}

/// A search without faults sees no difference between a table that is empty and one that another search has filled. Mates
/// are known from the suite `search`; here, the table is that of the same pieces with a right.
#[test]
fn a_table_that_another_search_has_filled_changes_no_score() {
    let pairs = [
        (
            "8/r7/8/3p2N1/pP1P4/8/K1k5/8 b - -",
            "8/r7/8/3p2N1/pP1P4/8/K1k5/8 b - b3",
        ),
        (
            "8/6N1/8/2r5/K4pPr/8/1k6/8 b - -",
            "8/6N1/8/2r5/K4pPr/8/1k6/8 b - g3",
        ),
    ];
    for (fen, before) in pairs
        .into_iter()
        .chain(pairs.map(|(one, other)| (other, one)))
    {
        let engine = |fen: &str| {
            let setup = Setup::from_fen(&format!("{fen} 0 1")).unwrap();
            Engine::new(&setup, FaultSet::NONE)
        };
        let mut table = SearchTable::default();
        let _ = engine(before).search(SearchLimit::Depth(5), 1, &mut table);
        for depth in 1..=3 {
            let limit = SearchLimit::Depth(depth);
            let warm = engine(fen).search(limit, 1, &mut table.clone());
            let cold = engine(fen).search(limit, 1, &mut SearchTable::default());
            let score = |outcome: &SearchOutcome| outcome.lines.last().map(|it| it.score);
            assert_eq!(
                score(&warm),
                score(&cold),
                "{fen} after {before}, depth {depth}"
            );
        }
    }
}

#[test]
fn searches_no_more_nodes_than_it_may() {
    let engine = Engine::new(
        &Setup::from_fen(&Position::initial().to_string()).unwrap(),
        FaultSet::NONE,
    );
    let search = |limit| engine.search(limit, 1, &mut SearchTable::default());
    assert!(search(SearchLimit::Nodes(300)).nodes <= 301);
    assert!(search(SearchLimit::Depth(99)).nodes <= 20_001);
    // A move is found, whatever the limit.
    assert!(search(SearchLimit::Nodes(1)).best.is_some());
}

/// Each line has another first move. Either rook mates; after any other move there are two rooks against three pawns.
#[test]
fn finds_as_many_lines_as_are_asked_for() {
    let setup = Setup::from_fen("6k1/5ppp/8/8/8/8/8/RR2K3 w - - 0 1").unwrap();
    let engine = Engine::new(&setup, FaultSet::NONE);
    let found = engine.search(SearchLimit::Depth(1), 3, &mut SearchTable::default());
    let lines = found.lines.iter().map(|line| {
        let moves = engine.uci_line(&line.moves).join(" ");
        format!("{} {} {moves}", line.number, line.score)
    });
    let lines: Vec<_> = lines.collect();
    assert_eq!(&lines[..2], ["1 mate 1 a1a8", "2 mate 1 b1b8"]);
    assert!(lines[2].starts_with("3 cp 700 "), "{lines:?}");
    assert_eq!(found.best, Some(found.lines[0].moves[0]));
}
