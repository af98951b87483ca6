//! Texts that cannot be read as a FEN, and the part of the text to which the error points.

use crate::play::cases;
use passant_rules::SyntaxErrorKind::{
    Character, Digits, Missing, NotANumber, NotASide, NotASquare, RankLength, Ranks, RepeatedRight,
    TrailingText,
};
use passant_rules::{FenField, Position, Rank, Setup, SyntaxErrorKind};
use proptest::prelude::*;

/// A text, what is wrong with it, and the part that is blamed.
type Row = (&'static str, SyntaxErrorKind, &'static str);

/// Missing fields; the blamed part is empty.
const MISSING: [(&str, FenField); 5] = [
    ("", FenField::Placement),
    (" \t\n ", FenField::Placement),
    ("4k3/8/8/8/8/8/8/4K3", FenField::SideToMove),
    ("4k3/8/8/8/8/8/8/4K3 w", FenField::Castling),
    ("4k3/8/8/8/8/8/8/4K3 w -", FenField::EnPassant),
];

const PLACEMENT: [Row; 15] = [
    ("4k3/8/8/8/8/8/8/4X3 w - - 0 1", Character('X'), "X"),
    ("4k3/8/8/8/8/8/8/4é3 w - - 0 1", Character('é'), "é"),
    ("4k3/8/8/8/8/8/8/♔7 w - - 0 1", Character('♔'), "♔"),
    ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", Character('9'), "9"),
    ("4k3/08/8/8/8/8/8/4K3 w - - 0 1", Character('0'), "0"),
    ("4k3/44/8/8/8/8/8/4K3 w - - 0 1", Digits, "4"),
    ("4k3/8/11p5/8/8/8/8/4K3 w - - 0 1", Digits, "1"),
    (
        "4k2/8/8/8/8/8/8/4K3 w - - 0 1",
        RankLength(Rank::Eighth),
        "4k2",
    ),
    (
        "4k3/8/8/8/8/8/8/4KP3 w - - 0 1",
        RankLength(Rank::First),
        "4KP3",
    ),
    (
        "4k3/8/8/pppppppppp/8/8/8/4K3 w - - 0 1",
        RankLength(Rank::Fifth),
        "pppppppppp",
    ),
    (
        "4k3//8/8/8/8/8/4K3 w - - 0 1",
        RankLength(Rank::Seventh),
        "",
    ),
    ("/4k3/8/8/8/8/8/4K3 w - - 0 1", RankLength(Rank::Eighth), ""),
    ("4k3/8/8/8/8/8/4K3 w - - 0 1", Ranks, ""),
    ("4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", Ranks, "8"),
    ("4k3/8/8/8/8/8/8/4K3/ w - - 0 1", Ranks, ""),
];

const SIDE_TO_MOVE: [Row; 4] = [
    ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", NotASide, "x"),
    ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", NotASide, "W"),
    ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", NotASide, "white"),
    ("4k3/8/8/8/8/8/8/4K3 - - - 0 1", NotASide, "-"),
];

const CASTLING: [Row; 7] = [
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQxkq - 0 1", Character('x'), "x"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w KQ- - 0 1", Character('-'), "-"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w i - 0 1", Character('i'), "i"),
    ("r3k2r/8/8/8/8/8/8/R3K2R w É - 0 1", Character('É'), "É"),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1",
        RepeatedRight('K'),
        "K",
    ),
    (
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkqh - 0 1",
        RepeatedRight('h'),
        "h",
    ),
    (
        "r3k2r/8/8/8/8/8/8/RR2K2R w AB - 0 1",
        RepeatedRight('B'),
        "B",
    ),
];

const EN_PASSANT: [Row; 7] = [
    ("4k3/8/8/8/8/8/8/4K3 w - E6 0 1", NotASquare, "E6"),
    ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", NotASquare, "e9"),
    ("4k3/8/8/8/8/8/8/4K3 w - e 0 1", NotASquare, "e"),
    ("4k3/8/8/8/8/8/8/4K3 w - i6 0 1", NotASquare, "i6"),
    ("4k3/8/8/8/8/8/8/4K3 w - e66 0 1", NotASquare, "e66"),
    ("4k3/8/8/8/8/8/8/4K3 w - -- 0 1", NotASquare, "--"),
    ("4k3/8/8/8/8/8/8/4K3 w - é6 0 1", NotASquare, "é6"),
];

const HALFMOVE_CLOCK: [Row; 5] = [
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", NotANumber, "x"),
    ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", NotANumber, "-1"),
    ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", NotANumber, "+1"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", NotANumber, "65536"),
    (
        "4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 1",
        NotANumber,
        "99999999999999999999",
    ),
];

const FULLMOVE_NUMBER: [Row; 4] = [
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", NotANumber, "1.5"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 ١", NotANumber, "١"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", TrailingText, "x"),
    ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5", TrailingText, ";D1"),
];

fn check(rows: &[Row], field: FenField) {
    for &(text, kind, blamed) in rows {
        let error = Setup::from_fen(text).unwrap_err();
        let found = (error.kind, error.field, &text[error.span()]);
        assert_eq!(found, (kind, field, blamed), "{text}");
        assert_ne!(error.to_string(), "", "{text}");
    }
}

#[test]
fn a_missing_field_is_named() {
    for (text, field) in MISSING {
        let error = Setup::from_fen(text).unwrap_err();
        let found = (error.kind, error.field, error.span());
        assert_eq!(found, (Missing, field, text.len()..text.len()), "{text:?}");
    }
}

#[test]
fn errors_in_the_placement() {
    check(&PLACEMENT, FenField::Placement);
}

#[test]
fn errors_in_the_side_to_move() {
    check(&SIDE_TO_MOVE, FenField::SideToMove);
}

#[test]
fn errors_in_the_castling_rights() {
    check(&CASTLING, FenField::Castling);
}

#[test]
fn errors_in_the_en_passant_square() {
    check(&EN_PASSANT, FenField::EnPassant);
}

#[test]
fn errors_in_the_clocks() {
    check(&HALFMOVE_CLOCK, FenField::HalfmoveClock);
    check(&FULLMOVE_NUMBER, FenField::FullmoveNumber);
}

#[test]
fn an_error_says_what_would_be_correct() {
    for (text, message) in [
        ("4k3/8/8/8/8/8/8/4K3 w", "the castling field is missing"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9",
            "not a square; expected - or a name like e3 or d6",
        ),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "not a side; expected w or b"),
    ] {
        assert_eq!(Position::from_fen(text).unwrap_err().to_string(), message);
    }
}

/// Any white space separates the fields, and the clocks may be missing.
#[test]
fn every_reader_accepts_white_space_and_missing_clocks() {
    let full = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    for text in [
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "4k3/8/8/8/8/8/8/4K3 w - - 0",
        "  4k3/8/8/8/8/8/8/4K3\tw  -\n-  00  01\r\n",
    ] {
        assert_eq!(Setup::from_fen(text), full, "{text:?}");
    }
}

/// A text, and every error in it: its kind and the part of the text that is blamed.
#[test]
fn every_error_is_listed() {
    let rows: [(&str, &[(SyntaxErrorKind, &str)]); 9] = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", &[]),
        (
            "4k3/8/8/8/8/8/8/4K3",
            &[(Missing, ""), (Missing, ""), (Missing, "")],
        ),
        (
            "4k3/9/8/8/8/8/8/4K3 white KQkqx e9 -1 1.5 x",
            &[
                (Character('9'), "9"),
                (NotASide, "white"),
                (Character('x'), "x"),
                (NotASquare, "e9"),
                (NotANumber, "-1"),
                (NotANumber, "1.5"),
                (TrailingText, "x"),
            ],
        ),
        // Two wrong characters; the length is not blamed in addition.
        (
            "♔k♔/8/8/8/8/8/8/4K3 w - -",
            &[(Character('♔'), "♔"), (Character('♔'), "♔")],
        ),
        // A rank that is too long is blamed once, and read to its end.
        (
            "4k3/pppppppppp/8/ppppppppppX/8/8/8/4K3 w - -",
            &[
                (RankLength(Rank::Seventh), "pppppppppp"),
                (RankLength(Rank::Fifth), "ppppppppppX"),
                (Character('X'), "X"),
            ],
        ),
        (
            "4k3/44/8/53/8/8/8/4K3 w - -",
            &[(Digits, "4"), (Digits, "3")],
        ),
        (
            "4k3/7/8/8/8/8/4K3 w - -",
            &[(RankLength(Rank::Seventh), "7"), (Ranks, "")],
        ),
        ("4k3/8/8/8/8/8/8/4K3/8/8/8 w - -", &[(Ranks, "8")]),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KKqq -",
            &[(RepeatedRight('K'), "K"), (RepeatedRight('q'), "q")],
        ),
    ];
    for (text, expected) in rows {
        let errors = Setup::syntax_errors(text);
        let found: Vec<_> = errors.iter().map(|e| (e.kind, &text[e.span()])).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn the_list_of_errors_is_bounded() {
    let errors = Setup::syntax_errors(&"x".repeat(1000));
    assert_eq!(errors.len(), 16);
    assert!(
        errors
            .iter()
            .enumerate()
            .all(|(at, e)| e.span() == (at..at + 1))
    );
}

proptest! {
    #![proptest_config(cases(2000))]

    /// Any text at all, or one that is nearly a FEN: the first error is the one that a reader returns, each error has
    /// its place, and the places are in order within a field.
    #[test]
    fn the_first_error_is_the_one_returned(
        text in prop_oneof!["\\PC{0,40}", "[1-9pkPK/é]{0,12}/8/8/8/8/8/8/4K3 [wbx] [KQkqAh-]{1,5} [a-i][0-9]( [0-9x]{1,6}){0,3}"],
    ) {
        let errors = Setup::syntax_errors(&text);
        prop_assert_eq!(Setup::from_fen(&text).err(), errors.first().copied());
        for error in &errors {
            prop_assert!(text.get(error.span()).is_some(), "{:?} in {:?}", error, text);
        }
        prop_assert!(errors.is_sorted_by_key(|error| error.field));
    }
}
