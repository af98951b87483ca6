//! The six standard positions of the [chess programming wiki](https://www.chessprogramming.org/Perft_Results).

use passant_oracle::{State, Tally};
use passant_rules::Setup;

/// A row of the wiki's tables. Its `checks` contain the mates, its `discovery` and `double` do not.
struct Row {
    fen: &'static str,
    depth: u32,
    nodes: u64,
    captures: u64,
    en_passant: u64,
    castles: u64,
    promotions: u64,
    checks: u64,
    discovery: u64,
    double: u64,
    mates: u64,
}

const INITIAL: Row = Row {
    fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    depth: 4,
    nodes: 197_281,
    captures: 1_576,
    en_passant: 0,
    castles: 0,
    promotions: 0,
    checks: 469,
    discovery: 0,
    double: 0,
    mates: 8,
};

const KIWIPETE: Row = Row {
    fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    depth: 3,
    nodes: 97_862,
    captures: 17_102,
    en_passant: 45,
    castles: 3_162,
    promotions: 0,
    checks: 993,
    discovery: 0,
    double: 0,
    mates: 1,
};

const POSITION_3: Row = Row {
    fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    depth: 5,
    nodes: 674_624,
    captures: 52_051,
    en_passant: 1_165,
    castles: 0,
    promotions: 0,
    checks: 52_950,
    discovery: 1_292,
    double: 3,
    mates: 0,
};

/// The wiki leaves `discovery` and `double` out; they are recomputed.
const POSITION_4: Row = Row {
    fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    depth: 4,
    nodes: 422_333,
    captures: 131_393,
    en_passant: 0,
    castles: 7_795,
    promotions: 60_032,
    checks: 15_492,
    discovery: 19,
    double: 0,
    mates: 5,
};

/// The wiki gives the nodes only; the rest is recomputed.
const POSITION_5: Row = Row {
    fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    depth: 3,
    nodes: 62_379,
    captures: 8_517,
    en_passant: 0,
    castles: 1_081,
    promotions: 5_068,
    checks: 1_201,
    discovery: 0,
    double: 0,
    mates: 44,
};

/// The kinds of move are those of The Grand Chess Tree ("SJE").
const POSITION_6: Row = Row {
    fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    depth: 3,
    nodes: 89_890,
    captures: 9_470,
    en_passant: 0,
    castles: 0,
    promotions: 0,
    checks: 1_783,
    discovery: 0,
    double: 0,
    mates: 0,
};

fn state(fen: &str) -> State {
    State::new(&Setup::from_fen(fen).unwrap())
}

fn mates(tally: &Tally) -> u64 {
    tally.direct_mates
        + tally.discovered_mates
        + tally.direct_discovered_mates
        + tally.double_discovered_mates
}

fn checks(tally: &Tally) -> u64 {
    tally.direct_checks
        + tally.discovered_checks
        + tally.direct_discovered_checks
        + tally.double_discovered_checks
        + mates(tally)
}

fn check(row: &Row) {
    let tally = state(row.fen).tally(row.depth);
    let counted = [
        ("nodes", tally.nodes, row.nodes),
        ("captures", tally.captures, row.captures),
        ("en passant", tally.en_passant, row.en_passant),
        ("castles", tally.castles, row.castles),
        ("promotions", tally.promotions, row.promotions),
        ("checks", checks(&tally), row.checks),
        ("discovery", tally.discovered_checks, row.discovery),
        ("double", tally.direct_discovered_checks, row.double),
        ("mates", mates(&tally), row.mates),
    ];
    for (column, found, published) in counted {
        assert_eq!(
            found, published,
            "{column} of {} at depth {}",
            row.fen, row.depth
        );
    }
}

#[test]
fn initial_position_matches_the_wiki() {
    check(&INITIAL);
}

#[test]
fn kiwipete_matches_the_wiki() {
    check(&KIWIPETE);
}

#[test]
fn position_3_matches_the_wiki() {
    check(&POSITION_3);
}

#[test]
fn position_4_matches_the_wiki() {
    check(&POSITION_4);
}

#[test]
fn position_5_matches_the_wiki() {
    check(&POSITION_5);
}

#[test]
fn position_6_matches_the_wiki() {
    check(&POSITION_6);
}

/// No public table has these figures. They were recomputed by an independent program.
#[test]
fn counts_columns_that_are_not_published() {
    assert_eq!(state(INITIAL.fen).tally(3).double_pushes, 2_800);
    assert_eq!(state(POSITION_3.fen).tally(4).discovered_checks, 106);
}

#[test]
fn depth_zero_is_one_node_without_a_move() {
    let initial = state(INITIAL.fen);
    assert_eq!(initial.perft(0), 1);
    assert_eq!(initial.divide(0), []);
    assert!(
        initial
            .tally(0)
            .columns()
            .all(|(name, count)| count == u64::from(name == "nodes"))
    );
}

#[test]
fn perft_divide_and_tally_agree() {
    let kiwipete = state(KIWIPETE.fen);
    let divided: u64 = kiwipete.divide(3).iter().map(|(_, nodes)| nodes).sum();
    assert_eq!(divided, KIWIPETE.nodes);
    assert_eq!(kiwipete.perft(3), KIWIPETE.nodes);
}
