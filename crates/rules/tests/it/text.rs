//! Any text is either accepted or refused, and a refusal points to a part of it.

use core::fmt::Display;
use core::ops::Range;

use passant_rules::{
    EnPassantMode, EnPassantSuffix, FenError, MoveTextError, Piece, PieceType, Position, Repair,
    Setup, Square,
};
use proptest::prelude::*;

use crate::play::{any_game, any_position, cases};

/// One change to a text: a character inserted, removed or replaced, at a place modulo the length.
#[derive(Clone, Debug)]
enum Change {
    Insert(usize, char),
    Remove(usize),
    Replace(usize, char),
}

/// Letters that have a meaning in some field, and a few that have none or take more than one byte.
fn any_letter() -> impl Strategy<Value = char> {
    let letters: Vec<char> =
        "pnbrqkPNBRQK/ w-KQkqabcdefghABCDEFGH0123456789x=+#O.e\té♟\u{a0}\u{301}"
            .chars()
            .collect();
    prop::sample::select(letters)
}

fn any_change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (any::<usize>(), any_letter()).prop_map(|(at, letter)| Change::Insert(at, letter)),
        any::<usize>().prop_map(Change::Remove),
        (any::<usize>(), any_letter()).prop_map(|(at, letter)| Change::Replace(at, letter)),
    ]
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for change in changes {
        match *change {
            Change::Insert(at, letter) => letters.insert(at % (letters.len() + 1), letter),
            Change::Remove(at) if !letters.is_empty() => {
                letters.remove(at % letters.len());
            }
            Change::Replace(at, letter) if !letters.is_empty() => {
                let at = at % letters.len();
                letters[at] = letter;
            }
            Change::Remove(_) | Change::Replace(..) => {}
        }
    }
    letters.into_iter().collect()
}

/// The FEN of some position with up to four changes.
fn nearly_a_fen() -> impl Strategy<Value = String> {
    let changes = prop::collection::vec(any_change(), 0..=4);
    (any_position(), changes)
        .prop_map(|(position, changes)| changed(&position.fen(EnPassantMode::Always), &changes))
}

/// A legal move as SAN or UCI with up to three changes, and the position it was legal in.
fn nearly_a_move() -> impl Strategy<Value = (Position, String)> {
    let changes = prop::collection::vec(any_change(), 0..=3);
    (
        any_position(),
        any::<prop::sample::Index>(),
        any::<bool>(),
        changes,
    )
        .prop_map(|(position, index, is_san, changes)| {
            let moves = position.legal_moves();
            let text = match moves.get(index.index(moves.len().max(1))) {
                Some(&mv) if is_san => position.san(mv, EnPassantSuffix::With).to_string(),
                Some(&mv) => position.uci(mv).to_string(),
                None => String::new(),
            };
            let text = changed(&text, &changes);
            (position, text)
        })
}

fn is_within(text: &str, span: Range<usize>) -> Result<(), TestCaseError> {
    prop_assert!(text.get(span.clone()).is_some(), "{:?} of {:?}", span, text);
    Ok(())
}

fn is_explained(error: &impl Display) -> Result<(), TestCaseError> {
    prop_assert!(!error.to_string().is_empty());
    Ok(())
}

/// A text is read as a setup, or refused because of a part of it; a setup is accepted, repaired, or refused because of
/// parts of the text.
fn read_fen(text: &str) -> Result<(), TestCaseError> {
    let setup = match Setup::from_fen(text) {
        Ok(setup) => setup,
        Err(error) => {
            is_within(text, error.span())?;
            is_explained(&error)?;
            is_explained(&error.field)?;
            prop_assert_eq!(Position::from_fen(text), Err(FenError::Syntax(error)));
            return Ok(());
        }
    };
    prop_assert_eq!(Setup::from_fen(&setup.fen()), Ok(setup.clone()));
    let faults = setup.faults();
    for fault in &faults {
        is_within(text, fault.span(text))?;
        is_explained(fault)?;
    }
    match Position::from_fen(text) {
        Ok(position) => prop_assert_eq!(position.setup(EnPassantMode::Always), setup),
        Err(error) => {
            is_explained(&error)?;
            prop_assert_eq!(error, FenError::Invalid(faults.clone()));
        }
    }
    match Position::from_fen_lenient(text) {
        Ok((position, reports)) => {
            prop_assert_eq!(reports, faults);
            let left = position.setup(EnPassantMode::Always).faults();
            prop_assert!(
                left.iter().all(|fault| fault.repair() == Repair::Accept),
                "{:?}",
                left
            );
            prop_assert_eq!(
                position.count_legal_moves() as usize,
                position.legal_moves().len()
            );
        }
        Err(error) => prop_assert_eq!(error, FenError::Invalid(faults)),
    }
    Ok(())
}

/// A text is read as one of the legal moves, or refused from some character on.
fn read_move(position: &Position, text: &str) -> Result<(), TestCaseError> {
    for read in [
        position.parse_san(text),
        position.parse_uci(text),
        position.parse_move(text),
    ] {
        match read {
            Ok(mv) => prop_assert!(position.is_legal(mv), "{:?} read as {:?}", text, mv),
            Err(error) => {
                is_explained(&error)?;
                if let MoveTextError::Syntax { at } = error {
                    is_within(text, at..text.len())?;
                }
            }
        }
    }
    Ok(())
}

/// Every legal move is read back from its text, and no two moves have the same text.
fn moves_are_read_back(position: &Position) -> Result<(), TestCaseError> {
    let mut written = Vec::new();
    for mv in position.legal_moves() {
        let san = position.san(mv, EnPassantSuffix::Without);
        prop_assert_eq!(position.parse_san(&san), Ok(mv), "{} in {}", san, position);
        prop_assert_eq!(position.parse_move(&san), Ok(mv), "{} in {}", san, position);
        let with_suffix = position.san(mv, EnPassantSuffix::With);
        prop_assert_eq!(
            position.parse_san(&with_suffix),
            Ok(mv),
            "{} in {}",
            with_suffix,
            position
        );
        prop_assert_eq!(with_suffix.contains("e.p."), mv.is_en_passant());
        let uci = position.uci(mv);
        prop_assert_eq!(position.parse_uci(&uci), Ok(mv), "{} in {}", uci, position);
        prop_assert_eq!(position.parse_move(&uci), Ok(mv), "{} in {}", uci, position);
        written.push((san.to_string(), uci.to_string()));
    }
    let number = written.len();
    written.sort_unstable();
    written.dedup_by(|one, other| one.0 == other.0);
    prop_assert_eq!(written.len(), number, "the same SAN twice in {}", position);
    written.sort_unstable_by(|one, other| one.1.cmp(&other.1));
    written.dedup_by(|one, other| one.1 == other.1);
    prop_assert_eq!(written.len(), number, "the same UCI twice in {}", position);
    Ok(())
}

/// SAN of each piece to each square means the one legal move that fits, as a search of all legal moves finds it.
fn san_means_the_legal_move(position: &Position) -> Result<(), TestCaseError> {
    let legal = position.legal_moves();
    for kind in PieceType::ALL {
        for (to, sign) in Square::ALL.into_iter().flat_map(|to| [(to, ""), (to, "x")]) {
            let is_pawn = kind == PieceType::Pawn;
            let letter = if is_pawn {
                String::new()
            } else {
                kind.letter().to_string()
            };
            let mut fitting = legal.to_vec();
            fitting.retain(|mv| {
                let piece = position.piece_at(mv.from()).map(Piece::piece_type);
                piece == Some(kind)
                    && mv.to() == to
                    && mv.promotion().is_none()
                    && mv.kind().castling_side().is_none()
                    && (mv.is_capture() || sign.is_empty())
                    && !(is_pawn && mv.is_capture())
            });
            let expected = match fitting[..] {
                [] => Err(MoveTextError::Illegal),
                [mv] => Ok(mv),
                _ => Err(MoveTextError::Ambiguous),
            };
            let text = format!("{letter}{sign}{to}");
            prop_assert_eq!(
                position.parse_san(&text),
                expected,
                "{} in {}",
                text,
                position
            );
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(4_000))]

    #[test]
    fn any_text_is_read_as_a_fen_or_refused(text in any::<String>()) {
        read_fen(&text)?;
    }

    #[test]
    fn a_damaged_fen_is_read_or_refused(text in nearly_a_fen()) {
        read_fen(&text)?;
    }

    #[test]
    fn any_text_is_read_as_a_move_or_refused(position in any_position(), text in any::<String>()) {
        read_move(&position, &text)?;
    }

    #[test]
    fn a_damaged_move_is_read_or_refused((position, text) in nearly_a_move()) {
        read_move(&position, &text)?;
    }
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn moves_read_back(game in any_game()) {
        for position in game.positions() {
            moves_are_read_back(&position)?;
            san_means_the_legal_move(&position)?;
        }
    }
}
