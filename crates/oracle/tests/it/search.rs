//! The search of the oracle.

use passant_oracle::{Engine, EngineFault, FaultSet};
use passant_rules::Setup;

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
