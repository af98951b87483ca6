//! Castling in Chess960 and in standard chess: the cases that generators get wrong.

use passant_rules::{
    Bitboard, CastlingSide, Color, EnPassantMode, EnPassantSuffix, Position, Setup, SetupFault,
    Square,
};

// Each row: a FEN; its castling rights in the letters of Shredder-FEN; every castling that is legal, as SAN, as UCI (king
// takes rook), and as the home rank that it leaves. Computed with python-chess 1.11.2.

/// King and rook side by side, in every arrangement.
const ADJACENT: &str = "\
4k3/8/8/8/8/8/8/4KR2 w F - 0 1            | F    | O-O e1f1 5RK1
4k3/8/8/8/8/8/8/3RK3 w D - 0 1            | D    | O-O-O e1d1 2KR4
4k3/8/8/8/8/8/8/6KR w H - 0 1             | H    | O-O g1h1 5RK1
4k3/8/8/8/8/8/8/RK6 w A - 0 1             | A    | O-O-O b1a1 2KR4
4k3/8/8/8/8/8/8/5KR1 w G - 0 1            | G    | O-O f1g1 5RK1
4k3/8/8/8/8/8/8/1RK5 w B - 0 1            | B    | O-O-O c1b1 2KR4
4k3/8/8/8/8/8/8/2KR4 w D - 0 1            | D    | O-O c1d1 5RK1
4k3/8/8/8/8/8/8/5RK1 w F - 0 1            | F    | O-O-O g1f1 2KR4
4k3/8/8/8/8/8/8/RK6 b A - 0 1             | A    |
1kr5/8/8/8/8/8/8/4K3 b c - 0 1            | c    | O-O b8c8 5rk1
rk6/8/8/8/8/8/8/4K3 b a - 0 1             | a    | O-O-O b8a8 2kr4
";

/// The king already stands where it ends.
const KING_STAYS: &str = "\
4k3/8/8/8/8/8/8/6KR w H - 0 1             | H    | O-O g1h1 5RK1
4k3/8/8/8/8/8/8/R1K5 w A - 0 1            | A    | O-O-O c1a1 2KR4
4k3/8/8/8/8/8/8/2K4R w H - 0 1            | H    | O-O c1h1 5RK1
4k3/8/8/8/8/8/8/R5K1 w A - 0 1            | A    | O-O-O g1a1 2KR4
";

/// The rook already stands where it ends.
const ROOK_STAYS: &str = "\
4k3/8/8/8/8/8/8/1K3R2 w F - 0 1           | F    | O-O b1f1 5RK1
4k3/8/8/8/8/8/8/3R2K1 w D - 0 1           | D    | O-O-O g1d1 2KR4
4k3/8/8/8/8/8/8/3RK3 w D - 0 1            | D    | O-O-O e1d1 2KR4
";

/// Each stands where the other ends, or both need one step.
const EXCHANGE: &str = "\
4k3/8/8/8/8/8/8/5KR1 w G - 0 1            | G    | O-O f1g1 5RK1
4k3/8/8/8/8/8/8/2RK4 w C - 0 1            | C    | O-O-O d1c1 2KR4
";

/// A piece stands in the way of the king, of the rook, or of neither.
const WAY: &str = "\
4k3/8/8/8/8/8/8/1K1N1R2 w F - 0 1         | F    |
4k3/8/8/8/8/8/8/1K3RN1 w F - 0 1          | F    |
4k3/8/8/8/8/8/8/RN2K3 w A - 0 1           | A    |
4k3/8/8/8/8/8/8/R2NK3 w A - 0 1           | A    |
4k3/8/8/8/8/8/8/NR2K3 w B - 0 1           | B    | O-O-O e1b1 N1KR4
4k3/8/8/8/8/8/8/1R1N1K2 w B - 0 1         | B    |
4k3/8/8/8/8/8/8/NRK5 w B - 0 1            | B    | O-O-O c1b1 N1KR4
4k3/8/8/8/8/8/8/2K2nR1 w G - 0 1          | G    |
4k3/8/8/8/8/8/8/2K3Rn w G - 0 1           | G    | O-O c1g1 5RKn
";

/// The king is in check, passes an attacked square or arrives on one; or only the rook is attacked or passes one.
const ATTACKS: &str = "\
4k3/8/8/8/4r3/8/8/R3K2R w AH - 0 1        | HA   |
4k3/8/8/8/5r2/8/8/R3K2R w AH - 0 1        | HA   | O-O-O e1a1 2KR3R
4k3/8/8/8/6r1/8/8/R3K2R w AH - 0 1        | HA   | O-O-O e1a1 2KR3R
4k3/8/8/8/3r4/8/8/R3K2R w AH - 0 1        | HA   | O-O e1h1 R4RK1
4k3/8/8/8/2r5/8/8/R3K2R w AH - 0 1        | HA   | O-O e1h1 R4RK1
4k3/8/8/8/1r6/8/8/R3K2R w AH - 0 1        | HA   | O-O e1h1 R4RK1, O-O-O e1a1 2KR3R
4k3/8/8/8/r6r/8/8/R3K2R w AH - 0 1        | HA   | O-O e1h1 R4RK1, O-O-O e1a1 2KR3R
4k3/8/8/8/5r2/8/8/RK5R w AH - 0 1         | HA   | O-O-O b1a1 2KR3R
4k3/8/8/8/1r6/8/8/R5KR w AH - 0 1         | HA   | O-O g1h1 R4RK1, O-O-O g1a1 2KR3R
4k3/8/8/8/8/8/3p4/R3K2R w AH - 0 1        | HA   |
4k3/8/8/8/8/8/6p1/R3K2R w AH - 0 1        | HA   | O-O-O e1a1 2KR3R
4k3/8/8/8/8/8/1p6/R3K2R w AH - 0 1        | HA   | O-O e1h1 R4RK1
8/8/8/8/8/8/1k6/R3K2R w AH - 0 1          | HA   | O-O e1h1 R4RK1
8/8/8/8/8/8/6k1/R3K3 w A - 0 1            | A    | O-O-O e1a1 2KR4
";

/// The rook shields the king on its rank, so that castling is illegal; or only seems to.
const PINNED_ROOK: &str = "\
4k3/8/8/8/8/8/8/rR1K4 w B - 0 1           | B    |
4k3/8/8/8/8/8/8/qR2K3 w B - 0 1           | B    |
4k3/8/8/8/8/8/8/rR4K1 w B - 0 1           | B    |
4k3/8/8/8/8/8/8/3K2Rr w G - 0 1           | G    |
4k3/8/8/8/8/8/8/1K4Rq w G - 0 1           | G    |
4k3/8/8/8/8/8/8/nR1K4 w B - 0 1           | B    | O-O-O d1b1 n1KR4
4k3/8/8/8/8/8/8/bR1K4 w B - 0 1           | B    | O-O-O d1b1 b1KR4
4k3/8/8/8/8/8/8/rBR1K3 w C - 0 1          | C    | O-O-O e1c1 rBKR4
";

/// Another rook stands outside the one that may castle, and the letters of FEN, X-FEN and Shredder-FEN.
const INNER_ROOK: &str = "\
4k3/8/8/8/8/8/8/4K1RR w G - 0 1           | G    | O-O e1g1 5RKR
4k3/8/8/8/8/8/8/4K1RR w H - 0 1           | H    |
4k3/8/8/8/8/8/8/4K1RR w K - 0 1           | H    |
4k3/8/8/8/8/8/8/RR2K3 w B - 0 1           | B    | O-O-O e1b1 R1KR4
4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1           | A    |
4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1          | B    |
1r1rk3/8/8/8/8/8/8/4K3 b d - 0 1          | d    | O-O-O e8d8 1rkr4
1r1rk3/8/8/8/8/8/8/4K3 b q - 0 1          | b    |
r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1      | HAha | O-O e1h1 R4RK1, O-O-O e1a1 2KR3R
r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1      | HAha | O-O e8h8 r4rk1, O-O-O e8a8 2kr3r
";

/// The rights of a position in the letters of Shredder-FEN.
fn letters(position: &Position) -> String {
    let letter = |(color, _, file): (Color, CastlingSide, passant_rules::File)| match color {
        Color::White => file.letter().to_ascii_uppercase(),
        Color::Black => file.letter(),
    };
    position.castling_rights().iter().map(letter).collect()
}

/// The home rank of a side as a FEN writes it.
fn home_rank(position: &Position, color: Color) -> String {
    let fen = position.fen(EnPassantMode::Always);
    let number = match color {
        Color::White => 7,
        Color::Black => 0,
    };
    let rank = fen.split([' ', '/']).nth(number);
    rank.unwrap_or_default().to_owned()
}

fn check(table: &str) {
    for row in table.lines() {
        let columns: Vec<&str> = row.split('|').map(str::trim).collect();
        let position = Position::from_fen(columns[0]).unwrap();
        assert_eq!(letters(&position), columns[1], "{row}");

        let castlings = columns[2]
            .split(", ")
            .filter(|castling| !castling.is_empty());
        let is_castling = |mv: &passant_rules::Move| mv.kind().castling_side().is_some();
        let number = position
            .legal_moves()
            .into_iter()
            .filter(is_castling)
            .count();
        assert_eq!(number, castlings.clone().count(), "{row}");
        castlings.for_each(|castling| check_castling(&position, castling));
    }
}

/// Reads and plays one castling, such as `O-O e1f1 5RK1`, and takes it back.
fn check_castling(position: &Position, castling: &str) {
    let [san, uci, home] = castling.split(' ').collect::<Vec<_>>()[..] else {
        panic!("{castling} has not three parts");
    };
    let us = position.side_to_move();
    let mv = position.parse_san(san).unwrap();
    assert_eq!(position.parse_uci(uci), Ok(mv), "{castling} in {position}");
    assert_eq!(
        position
            .san(mv, EnPassantSuffix::Without)
            .trim_end_matches(['+', '#']),
        san
    );
    if position.is_chess960() {
        assert_eq!(&position.uci(mv)[..], uci, "{position}");
    }

    let rook = mv
        .kind()
        .castling_side()
        .and_then(|side| position.castling_rights().rook_square(us, side));
    let lifted: Bitboard = rook.into_iter().chain([mv.from()]).collect();
    assert!(
        position
            .infer_moves(position.occupied_after(mv), lifted)
            .contains(&mv),
        "{position}"
    );

    let mut after = position.clone();
    let undo = after.make(mv);
    assert_eq!(home_rank(&after, us), home, "{castling} in {position}");
    for side in CastlingSide::ALL {
        assert_eq!(
            after.castling_rights().rook_file(us, side),
            None,
            "{castling} in {position}"
        );
    }
    after.unmake(mv, undo);
    assert_eq!(
        after.fen(EnPassantMode::Always),
        position.fen(EnPassantMode::Always)
    );
}

#[test]
fn castles_with_the_rook_beside_the_king() {
    check(ADJACENT);
}

#[test]
fn castles_with_a_king_that_stays() {
    check(KING_STAYS);
}

#[test]
fn castles_with_a_rook_that_stays() {
    check(ROOK_STAYS);
}

#[test]
fn castles_when_king_and_rook_change_places() {
    check(EXCHANGE);
}

#[test]
fn pieces_in_the_way_prevent_castling() {
    check(WAY);
}

#[test]
fn attacked_squares_prevent_castling() {
    check(ATTACKS);
}

#[test]
fn a_pinned_rook_does_not_castle() {
    check(PINNED_ROOK);
}

#[test]
fn reads_the_letters_of_inner_rooks() {
    check(INNER_ROOK);
}

/// The writer uses `KQkq` if these letters mean the same rooks, and the files of the rooks otherwise.
#[test]
fn letters_read_back() {
    for (read, written) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w Hq - 0 1", "Kq"),
        ("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "G"),
        ("4k3/8/8/8/8/8/8/4K1RR w K - 0 1", "K"),
        ("4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "G"),
        ("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "HA"),
        ("1rk4r/8/8/8/8/8/8/4K3 w kq - 0 1", "hb"),
    ] {
        let setup = Setup::from_fen(read).unwrap();
        assert_eq!(setup.fen().split(' ').nth(2), Some(written), "{read}");
        assert_eq!(Setup::from_fen(&setup.fen()), Ok(setup), "{read}");
    }
}

/// In standard chess a castling king goes two squares; king takes rook is accepted too, there and in Chess960.
#[test]
fn reads_both_notations_of_castling() {
    let standard = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    for (two_squares, takes_rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
        let mv = standard.parse_uci(two_squares).unwrap();
        assert_eq!(standard.parse_uci(takes_rook), Ok(mv));
        assert_eq!(&standard.uci(mv)[..], two_squares);
    }
    // A king beside its rook: one step is not castling, taking the rook is.
    let beside = Position::from_fen("4k3/8/8/8/8/8/8/1RK5 w B - 0 1").unwrap();
    assert!(
        beside
            .parse_uci("c1b1")
            .is_ok_and(|mv| mv.kind().castling_side().is_some())
    );
    assert!(
        beside
            .parse_uci("c1d1")
            .is_ok_and(|mv| mv.kind().castling_side().is_none())
    );
    assert!(beside.parse_uci("c1c1").is_err());
}

/// The way in which castling is written does not change during a game: Black's rights are those of Chess960 until Black
/// castles, and White's castling is written king takes rook before and after that.
#[test]
fn castling_is_written_the_same_way_throughout_a_game() {
    let mut position = Position::from_fen("1rk4r/8/8/8/8/8/8/4K2R b Kb - 0 1").unwrap();
    for text in ["c8b7", "h1h2", "b7c8", "h2h1"] {
        assert!(position.is_chess960());
        let mv = position.parse_uci(text).unwrap();
        let _ = position.make(mv);
    }
    let mut position = Position::from_fen("1rk4r/8/8/8/8/8/8/4K2R b Kb - 0 1").unwrap();
    let king_moves = position.parse_uci("c8b7").unwrap();
    let _ = position.make(king_moves);
    let castling = position.parse_uci("e1h1").unwrap();
    assert_eq!(&position.uci(castling)[..], "e1h1");
}

/// A right ends when the king moves, the rook moves, or the rook is taken on its square. No other move ends it.
#[test]
fn a_right_ends_with_the_king_or_its_rook() {
    for (moves, left) in [
        ("e1e2", "kq"),
        ("h1h2", "Qkq"),
        ("a1a2", "Kkq"),
        ("h1h8", "Qq"),
        ("a1a8", "Kk"),
        ("a1a2 a8a2", "Kk"),
        ("h1h7 h8h7 e1e2 h7h8", "q"),
        ("a1b1 e8d8 b1a1 d8e8", "K"),
        ("b2b3", "KQkq"),
    ] {
        let mut position = Position::from_fen("r3k2r/8/8/8/8/8/1P6/R3K2R w KQkq - 0 1").unwrap();
        for text in moves.split(' ') {
            let mv = position.parse_uci(text).unwrap();
            let _ = position.make(mv);
        }
        let fen = position.fen(EnPassantMode::Always);
        assert_eq!(fen.split(' ').nth(2), Some(left), "{moves}");
    }
}

/// A rook on the other side of the king does not give the right.
#[test]
fn a_rook_on_the_other_side_gives_no_right() {
    let mut setup = Setup::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    let rook = Some(Square::A1.file());
    setup.castling.set(Color::White, CastlingSide::King, rook);
    assert_eq!(
        setup.faults()[..],
        [SetupFault::CastlingKing(Color::White, CastlingSide::King)]
    );
}
