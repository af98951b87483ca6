//! FENs that can be read but are not positions: every fault, the part of the FEN that is blamed, and the repair.

use passant_rules::CastlingSide::{King, Queen};
use passant_rules::Color::{Black, White};
use passant_rules::{
    Bitboard, EnPassantMode, FenError, File, Position, Repair, Setup, SetupFault, Square,
};

/// A FEN, its only fault, the part of the FEN that is blamed, and the repair.
type Row = (&'static str, SetupFault, &'static str, Repair);

const MATERIAL: [Row; 10] = [
    (
        "8/8/8/8/8/8/8/4K3 w - - 0 1",
        SetupFault::NoKing(Black),
        "8/8/8/8/8/8/8/4K3",
        Repair::Impossible,
    ),
    (
        "4k3/8/8/8/8/8/8/8 w - - 0 1",
        SetupFault::NoKing(White),
        "4k3/8/8/8/8/8/8/8",
        Repair::Impossible,
    ),
    (
        "4k3/8/8/8/8/8/8/3KK3 b - - 0 1",
        SetupFault::ManyKings(White),
        "4k3/8/8/8/8/8/8/3KK3",
        Repair::Impossible,
    ),
    (
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
        SetupFault::Pawns(White),
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3",
        Repair::Impossible,
    ),
    (
        "3qkq2/pppppppp/8/8/8/8/8/4K3 w - - 0 1",
        SetupFault::Promotions(Black),
        "3qkq2/pppppppp/8/8/8/8/8/4K3",
        Repair::Impossible,
    ),
    (
        "rrrrrrrr/PPPPPPPP/8/8/8/rr6/B7/KBr4k w - - 0 1",
        SetupFault::ExcessPromotions(Black),
        "rrrrrrrr/PPPPPPPP/8/8/8/rr6/B7/KBr4k",
        Repair::Accept,
    ),
    // Rooks have 14 moves each, and a king has 10 with both castlings: 206, and 220 with a rook more.
    (
        "7k/8/8/8/8/8/RRRRRRR1/RRRRRRRK w - - 0 1",
        SetupFault::ExcessPromotions(White),
        "7k/8/8/8/8/8/RRRRRRR1/RRRRRRRK",
        Repair::Accept,
    ),
    (
        "7k/8/8/8/8/R7/RRRRRRR1/RRRRRRRK w - - 0 1",
        SetupFault::Promotions(White),
        "7k/8/8/8/8/R7/RRRRRRR1/RRRRRRRK",
        Repair::Impossible,
    ),
    (
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        SetupFault::BackRankPawns(Bitboard::of(Square::A8)),
        "P",
        Repair::Impossible,
    ),
    (
        "4k3/8/8/8/8/8/8/4K2p w - - 0 1",
        SetupFault::BackRankPawns(Bitboard::of(Square::H1)),
        "p",
        Repair::Impossible,
    ),
];

const CHECKS: [Row; 6] = [
    (
        "4k3/8/8/8/8/8/8/3KR3 w - - 0 1",
        SetupFault::OpponentInCheck { king: Square::E8 },
        "w",
        Repair::Impossible,
    ),
    (
        "8/8/8/8/8/3k4/3K4/8 b - - 0 1",
        SetupFault::OpponentInCheck { king: Square::D2 },
        "b",
        Repair::Impossible,
    ),
    // Two knights.
    (
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
        SetupFault::ImpossibleCheck {
            checkers: squares(&[Square::D6, Square::F6]),
        },
        "N",
        Repair::Accept,
    ),
    // Two pawns.
    (
        "8/8/4k3/3P1P2/8/8/8/4K3 b - - 0 1",
        SetupFault::ImpossibleCheck {
            checkers: squares(&[Square::D5, Square::F5]),
        },
        "P",
        Repair::Accept,
    ),
    // Both ends of a rank.
    (
        "R3k2Q/8/8/8/8/8/8/4K3 b - - 0 1",
        SetupFault::ImpossibleCheck {
            checkers: squares(&[Square::A8, Square::H8]),
        },
        "R",
        Repair::Accept,
    ),
    // Three pieces.
    (
        "R3k3/8/3N4/8/8/8/4R3/4K3 b - - 0 1",
        SetupFault::ImpossibleCheck {
            checkers: squares(&[Square::E2, Square::D6, Square::A8]),
        },
        "R",
        Repair::Accept,
    ),
];

const CASTLING: [Row; 8] = [
    (
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        SetupFault::CastlingRook(White, King, File::H),
        "K",
        Repair::DropCastling,
    ),
    // A rook on the other side does not count.
    (
        "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
        SetupFault::CastlingRook(White, King, File::H),
        "K",
        Repair::DropCastling,
    ),
    (
        "4k2r/8/8/8/8/8/8/4K3 w q - 0 1",
        SetupFault::CastlingRook(Black, Queen, File::A),
        "q",
        Repair::DropCastling,
    ),
    (
        "r3k3/8/8/8/8/8/8/4K3 w qQ - 0 1",
        SetupFault::CastlingRook(White, Queen, File::A),
        "qQ",
        Repair::DropCastling,
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 w c - 0 1",
        SetupFault::CastlingRook(Black, Queen, File::C),
        "c",
        Repair::DropCastling,
    ),
    (
        "4k2R/8/8/8/8/8/8/4K3 b h - 0 1",
        SetupFault::CastlingRook(Black, King, File::H),
        "h",
        Repair::DropCastling,
    ),
    (
        "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
        SetupFault::CastlingKing(White, King),
        "K",
        Repair::DropCastling,
    ),
    (
        "r7/8/8/8/8/8/8/k3K3 w q - 0 1",
        SetupFault::CastlingKing(Black, Queen),
        "q",
        Repair::DropCastling,
    ),
];

const EN_PASSANT: [Row; 10] = [
    (
        "4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1",
        SetupFault::EnPassantRank(Square::E4),
        "e4",
        Repair::DropEnPassant,
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 b - e1 0 1",
        SetupFault::EnPassantRank(Square::E1),
        "e1",
        Repair::DropEnPassant,
    ),
    (
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
        SetupFault::EnPassantSide(Square::E3),
        "e3",
        Repair::DropEnPassant,
    ),
    (
        "4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1",
        SetupFault::EnPassantSide(Square::E6),
        "e6",
        Repair::DropEnPassant,
    ),
    (
        "4k3/8/8/8/4P3/4N3/8/4K3 b - e3 0 1",
        SetupFault::EnPassantOccupied(Square::E3),
        "e3",
        Repair::DropEnPassant,
    ),
    (
        "4k3/8/8/8/8/8/8/4K3 b - e3 0 1",
        SetupFault::EnPassantNoPawn { victim: Square::E4 },
        "e3",
        Repair::DropEnPassant,
    ),
    (
        "4k3/8/8/8/4p3/8/8/4K3 b - e3 0 1",
        SetupFault::EnPassantNoPawn { victim: Square::E4 },
        "e3",
        Repair::DropEnPassant,
    ),
    (
        "4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1",
        SetupFault::EnPassantOrigin { origin: Square::E2 },
        "e3",
        Repair::DropEnPassant,
    ),
    // The knight attacked the king before d7d5.
    (
        "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1",
        SetupFault::EnPassantCheck {
            attackers: Bitboard::of(Square::H3),
        },
        "d6",
        Repair::Accept,
    ),
    // So did the pawn itself, from d7.
    (
        "k7/8/2K5/3p4/8/8/8/8 w - d6 0 1",
        SetupFault::EnPassantCheck {
            attackers: Bitboard::of(Square::D7),
        },
        "d6",
        Repair::Accept,
    ),
];

/// En passant squares that no double push explains, from other projects (`isepic-chess` issue 28,
/// Stockfish pull request 2797, `python-chess` tests, `Winter` issue 12, `shakmaty` tests).
const BOGUS_TARGETS: [&str; 21] = [
    "8/8/2K5/8/6P1/2k5/8/8 w - g3 0 1",
    "8/8/2K5/6p1/6P1/2k5/8/8 b - g6 0 1",
    "8/8/2K5/8/8/2k5/8/8 w - g6 0 1",
    "8/8/2K3N1/6p1/8/2k5/8/8 w - g6 0 1",
    "8/8/2K3N1/6p1/6P1/2k3n1/8/8 b - g3 0 1",
    "8/8/2K5/8/6p1/2k5/8/8 w - g3 0 1",
    "8/8/2K5/6P1/8/2k5/8/8 b - g6 0 1",
    "4r3/5k2/8/4Pp2/8/8/8/4K3 w - f6 0 29",
    "4r3/5P1k/8/4Pp2/8/8/8/4K3 w - f6 0 29",
    "4r3/5p1k/8/4Pp2/8/8/8/4K3 w - f6 0 29",
    "4r3/5p1k/5p2/4Pp2/8/8/8/4K3 w - f6 0 29",
    "4r3/5p1k/5P2/4Pp2/8/8/8/4K3 w - f6 0 29",
    "4r3/7k/5p2/4Pp2/8/8/8/4K3 w - f6 0 29",
    "4r3/7k/5P2/4Pp2/8/8/8/4K3 w - f6 0 29",
    "7k/8/8/8/8/8/1Pp5/7K w - c3 0 29",
    "rnbqkb1r/ppp3pp/3p1n2/3P4/8/2P5/PP3PPP/RNBQKB1R w KQkq e6 0 1",
    "1b1b4/8/b1P5/2kP4/8/2b4K/8/8 w - c6 0 1",
    "8/7k/8/7p/8/8/8/K7 w - h6 0 1",
    "rnbqkbnr/ppp2ppp/3p4/8/3pP3/5N2/PPP2PPP/RNBQKB1R w KQkq d3 1 3",
    "4k3/8/8/8/8/8/8/4K3 w - e3 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1",
];

const fn squares(of: &[Square]) -> Bitboard {
    let mut set = 0;
    let mut i = 0;
    while i < of.len() {
        set |= 1 << of[i].index();
        i += 1;
    }
    Bitboard(set)
}

#[test]
fn each_fault_has_a_place_and_a_repair() {
    let rows = [&MATERIAL[..], &CHECKS, &CASTLING, &EN_PASSANT];
    for &(fen, fault, blamed, repair) in rows.into_iter().flatten() {
        let setup = Setup::from_fen(fen).unwrap();
        assert_eq!(setup.faults()[..], [fault], "{fen}");
        assert_eq!(&fen[fault.span(fen)], blamed, "{fen}");
        assert_eq!(fault.repair(), repair, "{fen}");
        assert_ne!(fault.to_string(), "", "{fen}");
        assert_eq!(setup.validate().unwrap_err()[..], [fault], "{fen}");

        let repaired = Position::from_fen_lenient(fen);
        match repair {
            Repair::Impossible => {
                assert_eq!(repaired, Err(FenError::Invalid(setup.faults())), "{fen}");
            }
            _ => assert_eq!(repaired.unwrap().1[..], [fault], "{fen}"),
        }
    }
}

/// Seventeen pieces always come with another fault: too many kings or too many promotions.
#[test]
fn seventeen_pieces_are_a_fault() {
    let setup = Setup::from_fen("4k3/8/8/8/8/N7/PPPPPPPP/RNBQKBNR w - - 0 1").unwrap();
    assert_eq!(
        setup.faults()[..],
        [SetupFault::Pieces(White), SetupFault::Promotions(White)]
    );
}

/// One fault does not hide another.
#[test]
fn all_faults_are_listed() {
    let setup = Setup::from_fen("P7/8/8/8/8/8/8/7n w KQkq e3 0 1").unwrap();
    assert_eq!(
        setup.faults()[..],
        [
            SetupFault::NoKing(White),
            SetupFault::NoKing(Black),
            SetupFault::BackRankPawns(Bitboard::of(Square::A8)),
            SetupFault::CastlingRook(White, King, File::H),
            SetupFault::CastlingRook(White, Queen, File::A),
            SetupFault::CastlingRook(Black, King, File::H),
            SetupFault::CastlingRook(Black, Queen, File::A),
            SetupFault::EnPassantSide(Square::E3),
        ],
    );
    let error = setup.validate().map_err(FenError::from).unwrap_err();
    assert_eq!(
        error.to_string(),
        "White has no king; each side needs exactly one (and 7 more)"
    );
}

#[test]
fn bogus_targets_are_dropped() {
    for fen in BOGUS_TARGETS {
        let Err(FenError::Invalid(faults)) = Position::from_fen(fen) else {
            panic!("accepted: {fen}");
        };
        assert!(
            faults
                .iter()
                .all(|fault| fault.repair() == Repair::DropEnPassant),
            "{fen}"
        );
        let (position, reports) = Position::from_fen_lenient(fen).unwrap();
        assert_eq!(reports, faults, "{fen}");
        assert_eq!(position.en_passant(), None, "{fen}");
        let mut fields: Vec<&str> = fen.split(' ').collect();
        fields[3] = "-";
        let expected = fields.join(" ");
        assert_eq!(position.fen(EnPassantMode::Always)[..], expected);
    }
}

/// The square is kept if a double push explains it, whether or not a capture is legal.
#[test]
fn explained_targets_are_kept() {
    for fen in [
        "4r3/7k/8/4Pp2/8/8/8/4K3 w - f6 0 29",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "6k1/8/8/6Pp/8/8/8/K7 w - h6 0 1",
    ] {
        assert_eq!(
            Position::from_fen(fen).unwrap().fen(EnPassantMode::Always)[..],
            *fen
        );
    }
}

#[test]
fn a_lenient_reader_keeps_what_is_possible() {
    let fen = "4k3/8/8/8/4P3/8/8/R3K2R b KQkq d3 5 7";
    let (position, reports) = Position::from_fen_lenient(fen).unwrap();
    assert_eq!(
        position.fen(EnPassantMode::Always)[..],
        *"4k3/8/8/8/4P3/8/8/R3K2R b KQ - 5 7"
    );
    assert_eq!(
        reports[..],
        [
            SetupFault::CastlingRook(Black, King, File::H),
            SetupFault::CastlingRook(Black, Queen, File::A),
            SetupFault::EnPassantNoPawn { victim: Square::D4 },
        ],
    );
    let (position, reports) =
        Position::from_fen_lenient("k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1").unwrap();
    assert_eq!(reports.len(), 1);
    assert!(position.en_passant().is_some());
}

/// No game has so many rooks, but the rules say how to go on. python-chess 1.11.2 counts 56, 2448 and 104160.
#[test]
fn material_that_no_game_has_is_played() {
    let fen = "rrrrrrrr/PPPPPPPP/8/8/8/rr6/B7/KBr4k w - - 0 1";
    let (mut position, _) = Position::from_fen_lenient(fen).unwrap();
    let mut counts = [0; 3];
    for first in position.legal_moves() {
        counts[0] += 1;
        let undo = position.make(first);
        for second in position.legal_moves() {
            counts[1] += 1;
            let undo = position.make(second);
            counts[2] += position.legal_moves().len();
            position.unmake(second, undo);
        }
        position.unmake(first, undo);
    }
    assert_eq!(counts, [56, 2448, 104_160]);
}
