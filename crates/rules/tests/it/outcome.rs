//! The end of a game, as far as one position can tell.

use passant_rules::Outcome::{
    Checkmate, FiftyMoves, InsufficientMaterial, SeventyFiveMoves, Stalemate,
};
use passant_rules::{Color, Outcome, Position};

/// Material that cannot mate (FIDE Laws of Chess 5.2.2); python-chess 1.11.2 agrees.
const INSUFFICIENT: [&str; 6] = [
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
    "4kb2/8/8/8/8/8/8/4K3 b - - 0 1",
    "4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1",
    "2b1k3/5b2/8/8/8/8/8/4K3 w - - 0 1",
    "b1b1k3/8/8/8/8/8/8/4KB1B w - - 0 1",
];

/// Material that can mate, if only with the help of the other side.
const SUFFICIENT: [&str; 10] = [
    "4kb2/8/8/8/8/8/8/4KB2 w - - 0 1",
    "2b1kb2/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k1b1/b7/8/8/8/8/8/B3K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
    "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1",
    "4kb2/8/8/8/8/8/8/4KN2 w - - 0 1",
    "4k3/8/8/8/8/8/8/3BKN2 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4KR2 w - - 0 1",
    "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1",
];

/// Positions in which two reasons apply: which one is given.
const ENDS: [(&str, Option<Outcome>); 12] = [
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 99 80", None),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 100 80", Some(FiftyMoves)),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 149 80", Some(FiftyMoves)),
    ("4k3/8/8/8/8/8/4P3/4K3 w - - 150 80", Some(SeventyFiveMoves)),
    (
        "4k3/8/8/8/8/8/4P3/4K3 w - - 9999 80",
        Some(SeventyFiveMoves),
    ),
    (
        "R3k3/8/4K3/8/8/8/8/8 b - - 150 80",
        Some(Checkmate {
            winner: Color::White,
        }),
    ),
    (
        "8/8/8/8/8/4k3/8/r3K3 w - - 100 80",
        Some(Checkmate {
            winner: Color::Black,
        }),
    ),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 150 80", Some(Stalemate)),
    (
        "4k3/8/8/8/8/8/8/4KN2 w - - 150 80",
        Some(InsufficientMaterial),
    ),
    // A smothered king is mated by one knight, with pawns in its way.
    (
        "6rk/5Npp/8/8/8/8/8/4K3 b - - 0 1",
        Some(Checkmate {
            winner: Color::White,
        }),
    ),
    // Mate and stalemate by en passant capture.
    (
        "5Q2/7k/6P1/5K2/8/8/8/8 b - - 0 1",
        Some(Checkmate {
            winner: Color::White,
        }),
    ),
    ("8/8/8/p1p5/P1P5/4p2p/7P/5k1K w - - 0 2", Some(Stalemate)),
];

fn outcome(fen: &str) -> Option<Outcome> {
    Position::from_fen(fen).unwrap().outcome()
}

#[test]
fn insufficient_material() {
    for fen in INSUFFICIENT {
        assert_eq!(outcome(fen), Some(InsufficientMaterial), "{fen}");
    }
    for fen in SUFFICIENT {
        assert!(
            !Position::from_fen(fen).unwrap().is_insufficient_material(),
            "{fen}"
        );
        assert_eq!(outcome(fen), None, "{fen}");
    }
}

#[test]
fn the_first_reason_is_given() {
    for (fen, expected) in ENDS {
        assert_eq!(outcome(fen), expected, "{fen}");
        assert_ne!(expected.map(|end| end.to_string()), Some(String::new()));
    }
}

#[test]
fn only_fifty_moves_need_a_claim() {
    assert!(FiftyMoves.needs_claim());
    for outcome in [Stalemate, InsufficientMaterial, SeventyFiveMoves] {
        assert!(!outcome.needs_claim());
    }
}

/// The clock counts plies, and a capture or a pawn move, a promotion included, sets it to 0.
#[test]
fn captures_and_pawn_moves_reset_the_clock() {
    let start = Position::from_fen("1r2k3/P7/8/8/8/8/6P1/R3K3 w Q - 98 60").unwrap();
    for (text, clock) in [
        ("a1a2", 99),
        ("e1c1", 99),
        ("g2g4", 0),
        ("g2g3", 0),
        ("a7a8q", 0),
        ("a7b8n", 0),
    ] {
        let mut position = start.clone();
        let mv = position.parse_uci(text).unwrap();
        let undo = position.make(mv);
        assert_eq!(position.halfmove_clock(), clock, "{text}");
        position.unmake(mv, undo);
        assert_eq!(position.halfmove_clock(), 98, "{text}");
    }
}
