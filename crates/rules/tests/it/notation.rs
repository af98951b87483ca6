//! Moves as text: what is written, what else is accepted, and what is refused.

use passant_rules::{EnPassantSuffix, MoveTextError, PieceType, Position, Square, UciMove};

/// A position, and some of its moves as UCI and as SAN. Computed with python-chess 1.11.2.
///
/// Pieces of the same type are distinguished by file, rank or both, but only if the other piece could legally go there
/// too; castling, promotion and en passant with check and mate.
const WRITTEN: &str = "\
4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1            | a1d1 Rd1, e1g1 O-O, e1c1 O-O-O, h1h8 Rh8+
4k3/8/8/8/8/8/4K3/R6R w - - 0 1             | a1d1 Rad1, h1d1 Rhd1, a1a8 Ra8+
4k3/8/R7/8/R7/8/8/4K3 w - - 0 1             | a6a5 R6a5, a4a5 R4a5, a4b4 Rb4
4k3/8/8/1N3N2/8/1N6/8/4K3 w - - 0 1         | b5d4 Nb5d4, f5d4 Nfd4, b3d4 N3d4
7k/8/8/1Q3Q2/8/1Q6/8/4K3 w - - 0 1          | b5d3 Qb5d3, f5d3 Qfd3, b3d3 Q3d3, b5d5 Qb5d5
3k4/8/8/8/1N3N2/8/3K4/8 w - - 0 1           | b4d5 Nbd5, f4d5 Nfd5
4k3/8/4r3/8/8/4N3/8/N3K3 w - - 0 1          | a1c2 Nc2
4k3/8/8/8/4r3/8/1N2N3/4K3 w - - 0 1         | b2d1 Nd1
4k3/8/8/8/8/2n5/8/N2NK3 w - - 0 1           | d1c3 Nxc3
1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1            | a7a8q a8=Q, a7a8n a8=N, a7b8r axb8=R+, a7b8b axb8=B
6rk/6pp/7N/8/8/8/8/4K3 w - - 0 1            | h6f7 Nf7#
6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1           | a1a8 Ra8#, e1c1 O-O-O
5k2/8/8/8/8/8/8/4K2R w K - 0 1              | e1g1 O-O+
3k4/8/8/8/8/8/8/R3K3 w Q - 0 1              | e1c1 O-O-O+
3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1            | c5d6 cxd6, c5c6 c6
5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1            | h5g6 hxg6#
7k/8/8/PpP5/8/8/8/7K w - b6 0 1             | a5b6 axb6, c5b6 cxb6
8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1         | c4d3 cxd3+, c4c3 c3, c5d4 Bxd4+
4kn2/8/6N1/7r/8/b2K4/2RR4/br6 b - - 14 56   | a1b2 B1b2, a3b2 B3b2, b1b2 Rb2";

/// A position in which `cxd6` captures en passant, and either knight can take on d5.
const READ_IN: &str = "3k4/8/8/2Pp4/1N3N2/K7/8/8 w - d6 0 1";

/// Ways to write a move that are accepted besides the standard one.
const ALSO_READ: [(&str, &str); 21] = [
    ("cxd6", "c5d6"),
    ("cxd6 e.p.", "c5d6"),
    ("cxd6e.p.", "c5d6"),
    ("cxd6/ep", "c5d6"),
    ("cxd6/e.p.+", "c5d6"),
    ("cxd6 e.p", "c5d6"),
    ("cxd6ep", "c5d6"),
    ("cxd6+ e.p.", "c5d6"),
    ("cxd6 e.p.+", "c5d6"),
    ("c5xd6", "c5d6"),
    ("Pc5xd6", "c5d6"),
    ("c6", "c5c6"),
    ("c6!?", "c5c6"),
    ("  c6  ", "c5c6"),
    ("c5c6", "c5c6"),
    ("Nbxd5", "b4d5"),
    ("Nbd5", "b4d5"),
    ("Nb4xd5", "b4d5"),
    ("Nf4:d5", "f4d5"),
    ("Ka4#", "a3a4"),
    ("Ka3a4", "a3a4"),
];

/// Texts that do not mean a move, or mean more than one.
const REFUSED: [(&str, MoveTextError); 20] = [
    ("", MoveTextError::Syntax { at: 0 }),
    ("+", MoveTextError::Syntax { at: 0 }),
    ("e.p.", MoveTextError::Syntax { at: 0 }),
    ("d", MoveTextError::Syntax { at: 0 }),
    ("Xd5", MoveTextError::Syntax { at: 0 }),
    ("NNd5", MoveTextError::Syntax { at: 0 }),
    ("Nd9", MoveTextError::Syntax { at: 2 }),
    ("Nj5", MoveTextError::Syntax { at: 1 }),
    ("ND5", MoveTextError::Syntax { at: 1 }),
    ("o-o", MoveTextError::Syntax { at: 2 }),
    ("Nxd5", MoveTextError::Ambiguous),
    ("Nd5", MoveTextError::Ambiguous),
    // A pawn that captures names its file and says that it captures.
    ("d6", MoveTextError::Illegal),
    ("xd6", MoveTextError::Illegal),
    ("cd6", MoveTextError::Illegal),
    ("bxd6", MoveTextError::Illegal),
    ("Nexd5", MoveTextError::Illegal),
    ("Kxa4", MoveTextError::Illegal),
    ("O-O", MoveTextError::Illegal),
    ("Nbxd5 e.p.", MoveTextError::NotEnPassant),
];

#[test]
fn writes_san() {
    for row in WRITTEN.lines() {
        let (fen, moves) = row.split_once('|').unwrap();
        let position = Position::from_fen(fen).unwrap();
        for entry in moves.trim().split(", ") {
            let (uci, san) = entry.split_once(' ').unwrap();
            let mv = position.parse_uci(uci).unwrap();
            assert_eq!(
                &position.san(mv, EnPassantSuffix::Without)[..],
                san,
                "{entry} in {fen}"
            );
            assert_eq!(&position.uci(mv)[..], uci, "{entry} in {fen}");
        }
    }
}

#[test]
fn reads_san() {
    let position = Position::from_fen(READ_IN).unwrap();
    for (text, uci) in ALSO_READ {
        assert_eq!(position.parse_san(text), position.parse_uci(uci), "{text}");
        assert!(position.parse_san(text).is_ok(), "{text}");
    }
    for (text, error) in REFUSED {
        assert_eq!(position.parse_san(text), Err(error), "{text:?}");
        assert_ne!(error.to_string(), "");
    }
}

#[test]
fn a_promotion_names_its_piece() {
    let position = Position::from_fen("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    for text in ["a8=Q", "a8Q", "a8=Q+", "a7a8=Q"] {
        assert_eq!(
            position.parse_san(text),
            position.parse_uci("a7a8q"),
            "{text}"
        );
    }
    for text in ["a8", "a8=K", "a8=P", "a8=q", "a8=", "Kd1=Q"] {
        assert!(position.parse_san(text).is_err(), "{text}");
    }
    for text in ["a7a8", "a7a8k", "a7a8p", "a7a8Q", "a7a8qq", "e1d1q"] {
        assert!(position.parse_uci(text).is_err(), "{text}");
    }
}

#[test]
fn uci_is_refused_from_the_first_wrong_character() {
    let position = Position::initial();
    for (text, error) in [
        ("", MoveTextError::Syntax { at: 0 }),
        ("0000", MoveTextError::Syntax { at: 0 }),
        ("e2", MoveTextError::Syntax { at: 2 }),
        ("e2e", MoveTextError::Syntax { at: 2 }),
        ("e2e9", MoveTextError::Syntax { at: 2 }),
        ("e2é4", MoveTextError::Syntax { at: 2 }),
        ("E2E4", MoveTextError::Syntax { at: 0 }),
        ("e2E4", MoveTextError::Syntax { at: 2 }),
        ("e2e4x", MoveTextError::Syntax { at: 4 }),
        ("e2e4 ", MoveTextError::Syntax { at: 4 }),
        ("e2e5", MoveTextError::Illegal),
        ("e7e5", MoveTextError::Illegal),
        ("e1g1", MoveTextError::Illegal),
        ("e2e4q", MoveTextError::Illegal),
    ] {
        assert_eq!(position.parse_uci(text), Err(error), "{text:?}");
    }
}

/// `B1b2` is the bishop from the first rank, not a move from b1: UCI has lower case letters only.
#[test]
fn reads_san_that_looks_like_uci() {
    let position = Position::from_fen("4kn2/8/6N1/7r/8/b2K4/2RR4/br6 b - - 14 56").unwrap();
    let mv = position.parse_move("B1b2").unwrap();
    assert_eq!((mv.from(), mv.to()), (Square::A1, Square::B2));
}

/// Every move that UCI can write, the null move included, reads back and keeps its order.
#[test]
fn uci_moves_read_back() {
    let mut moves = vec![UciMove::NULL];
    for (from, to) in Square::ALL
        .iter()
        .flat_map(|&from| Square::ALL.map(|to| (from, to)))
    {
        let mv = UciMove::new(from, to);
        moves.push(mv);
        moves.extend(
            PieceType::PROMOTIONS
                .iter()
                .filter_map(|&piece| mv.promoting_to(piece)),
        );
    }
    assert_eq!(moves.len(), 1 + 5 * 64 * 64);
    for &mv in &moves {
        assert_eq!(mv.to_string().parse(), Ok(mv));
        let again = UciMove::new(mv.from(), mv.to());
        let again = match mv.promotion() {
            Some(piece) => again.promoting_to(piece),
            None => Some(again),
        };
        assert_eq!(again == Some(mv), !mv.is_null(), "{mv}");
    }
    moves.sort_unstable();
    let fields = |mv: &UciMove| (mv.is_null(), mv.from(), mv.to(), mv.promotion());
    assert!(moves.is_sorted_by_key(fields));
    moves.dedup();
    assert_eq!(moves.len(), 1 + 5 * 64 * 64);
}

/// The place in the text does not depend on a position.
#[test]
fn a_uci_move_is_refused_from_its_first_wrong_character() {
    for (text, at) in [
        ("", 0),
        ("e2", 2),
        ("e9e4", 0),
        ("e2-e4", 2),
        ("e7e8k", 4),
        ("e7e8Q", 4),
        ("00000", 0),
        ("e2e4 ", 4),
    ] {
        assert_eq!(
            text.parse::<UciMove>(),
            Err(MoveTextError::Syntax { at }),
            "{text:?}"
        );
    }
}
