//! Keys: for which positions they differ.

use passant_rules::Position;

/// Pairs of positions that are the same, or different, for FIDE Laws of Chess 9.2.3.
const PAIRS: [(&str, &str, bool); 11] = [
    // The side to move.
    (
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        "4k3/8/8/8/8/8/8/4K2R b - - 0 1",
        false,
    ),
    // A castling right.
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
        false,
    ),
    // The rook that may castle.
    (
        "4k3/8/8/8/8/8/8/4K1RR w G - 0 1",
        "4k3/8/8/8/8/8/8/4K1RR w H - 0 1",
        false,
    ),
    // The same rook in other letters.
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        true,
    ),
    // The clocks.
    (
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 42 99",
        true,
    ),
    // An en passant right: legal, without a capturer, pinned on the rank, not answering a check.
    (
        "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1",
        "3k4/8/8/2Pp4/8/K7/8/8 w - - 0 1",
        false,
    ),
    (
        "3k4/8/8/K2p4/8/8/8/8 w - d6 0 1",
        "3k4/8/8/K2p4/8/8/8/8 w - - 0 1",
        true,
    ),
    (
        "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
        "3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1",
        true,
    ),
    (
        "3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1",
        "3k4/K6r/8/2Pp4/8/8/8/8 w - - 0 1",
        true,
    ),
    // The same capturer with another victim; and again, where neither capture is legal.
    (
        "4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1",
        false,
    ),
    (
        "4k3/8/8/3p1p2/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3p1p2/8/8/8/4K3 w - f6 0 1",
        true,
    ),
];

#[test]
fn positions_and_their_keys_differ_together() {
    for (one, other, are_equal) in PAIRS {
        let [left, right] = [one, other].map(|fen| Position::from_fen(fen).unwrap());
        assert_eq!(left == right, are_equal, "{one} and {other}");
        assert_eq!(left.key() == right.key(), are_equal, "{one} and {other}");
    }
}

/// The right is the same for either of two capturers: to capture on that square.
#[test]
fn another_order_of_moves_may_leave_another_right() {
    let play = |moves: &str| {
        let mut position = Position::initial();
        for text in moves.split(' ') {
            let mv = position.parse_san(text).unwrap();
            let _ = position.make(mv);
        }
        position
    };
    let direct = play("e4 e6 d4 d5");
    let transposed = play("d4 d5 e4 e6");
    assert_eq!(direct, transposed);
    assert_eq!(direct.key(), transposed.key());

    // Now the last move passes over d6, where a pawn on e5 may capture it.
    let at_once = play("e4 Nf6 e5 Ng8 Nf3 d5");
    let a_move_later = play("e4 Nf6 e5 d5 Nf3 Ng8");
    assert_ne!(at_once, a_move_later);
    assert_ne!(at_once.key(), a_move_later.key());
}

/// The keys published with the [Polyglot book format](https://www.chessprogramming.org/PolyGlot), also in the tests of
/// `shakmaty` and `cutechess`.
#[cfg(feature = "polyglot")]
#[test]
fn published_polyglot_keys() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e4", 0x823c_9b50_fd11_4196),
        ("e4 d5", 0x0756_b944_61c5_0fb0),
        ("e4 d5 e5", 0x662f_afb9_65db_29d4),
        ("e4 d5 e5 f5", 0x22a4_8b5a_8e47_ff78),
        ("e4 d5 e5 f5 Ke2", 0x652a_607c_a3f2_42c1),
        ("e4 d5 e5 f5 Ke2 Kf7", 0x00fd_d303_c946_bdd9),
        ("a4 b5 h4 b4 c4", 0x3c81_23ea_7b06_7637),
        ("a4 b5 h4 b4 c4 bxc3 Ra3", 0x5c3f_9b82_9b27_9560),
    ] {
        let mut position = Position::initial();
        for text in moves.split_whitespace() {
            let mv = position.parse_san(text).unwrap();
            let _ = position.make(mv);
        }
        assert_eq!(position.polyglot_key(), key, "after {moves:?}");
    }
}

/// The book format looks only for a pawn beside the victim, whether or not its capture is legal.
#[cfg(feature = "polyglot")]
#[test]
fn polyglot_counts_pinned_capturers() {
    let key = |fen| Position::from_fen(fen).unwrap().polyglot_key();
    assert_ne!(
        key("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1"),
        key("3k4/8/8/K1Pp3r/8/8/8/8 w - - 0 1")
    );
    assert_eq!(
        key("3k4/8/8/K2p4/8/8/8/8 w - d6 0 1"),
        key("3k4/8/8/K2p4/8/8/8/8 w - - 0 1")
    );
}
