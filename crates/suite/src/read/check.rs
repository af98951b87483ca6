//! Checks of a case: its keys against the rules and against each other.

use std::collections::BTreeSet;

use passant_rules::{
    EnPassantMode, FenField, Move, MoveKind, Piece, PieceType, Position, Repair, Setup,
    SetupFaults, Square, UciMove,
};

use crate::source::{Source, Text, read_setup, setup_fault};
use crate::{Diagnostic, Diagnostics, Reach, Variant};

/// A FEN in the standard form: six fields, castling rights as file letters if one of them exists only in Chess960.
pub(super) fn setup(source: &Source<'_>, fen: &Text<'_>) -> Result<Setup, Diagnostic> {
    let setup = read_setup(source, fen)?;
    let printed = setup.fen();
    if fen.value == &printed[..] {
        return Ok(setup);
    }
    let error = source.error(fen.content(), "the FEN is not in the standard form");
    Err(error.with_hint(format!("write {:?}", &printed[..])))
}

/// The position of a FEN, if `reach` says the truth about it.
pub(super) fn position(
    source: &Source<'_>,
    fen: &Text<'_>,
    setup: &Setup,
    reach: Reach,
) -> Result<Position, Diagnostics> {
    let faults = setup.faults();
    let expected = expected_reach(&faults);
    if let Ok((position, _)) = setup.repair()
        && expected == Some(reach)
    {
        return Ok(position);
    }
    let expected =
        expected.and_then(|expected| Reach::ALL.into_iter().find(|&(_, reach)| reach == expected));
    let hint = |error: Diagnostic| match expected {
        Some((word, _)) => error.with_hint(format!("for such a position, write reach = {word:?}")),
        None => error,
    };
    if faults.is_empty() {
        let message = "this position has no faults";
        return Err(hint(source.error(fen.content(), message)).into());
    }
    let error = |fault| hint(setup_fault(source, fen, fault));
    Err(faults.into_iter().map(error).collect())
}

/// The position of a FEN, if a game can lead there as far as the rules can tell.
pub(super) fn reachable(
    source: &Source<'_>,
    fen: &Text<'_>,
    setup: &Setup,
) -> Result<Position, Diagnostics> {
    setup.validate().map_err(|faults| {
        let error = |fault| setup_fault(source, fen, fault);
        faults.into_iter().map(error).collect()
    })
}

/// The `reach` of a setup with these faults; `None` if no suite may have it.
fn expected_reach(faults: &SetupFaults) -> Option<Reach> {
    let mut reach = Reach::Reachable;
    for fault in faults {
        reach = match (fault.repair(), reach) {
            (Repair::Impossible, _) => return None,
            (Repair::DropCastling | Repair::DropEnPassant, _) | (_, Reach::Bogus) => Reach::Bogus,
            (Repair::Accept, _) => Reach::Unreachable,
        };
    }
    Some(reach)
}

/// An en passant capture, legal or not: a pawn of the side to move goes to the en passant square of the FEN.
pub(super) fn capture(
    source: &Source<'_>,
    setup: &Setup,
    text: &Text<'_>,
) -> Result<Move, Diagnostic> {
    let (from, to) = squares(source, text)?;
    let pawn = Piece::new(setup.side_to_move, PieceType::Pawn);
    let step = pawn.color().forward();
    let is_capture = setup.en_passant == Some(to)
        && setup.board.get(from) == Some(pawn)
        && [-1, 1]
            .map(|file| from.offset(file, step))
            .contains(&Some(to));
    if is_capture {
        return Ok(Move::new(from, to, MoveKind::EnPassant));
    }
    let message = format!("{} is not an en passant capture", text.value);
    let error = source.error(text.span.clone(), message);
    Err(error.with_hint("these lists hold en passant captures only"))
}

/// The double push that led to a position.
pub(super) fn last(
    source: &Source<'_>,
    setup: &Setup,
    text: &Text<'_>,
) -> Result<Move, Diagnostic> {
    let (from, to) = squares(source, text)?;
    let mut before = setup.clone();
    before.side_to_move = !setup.side_to_move;
    before.en_passant = None;
    before.board.set(from, setup.board.get(to));
    before.board.set(to, None);
    let played = before.repair().ok().and_then(|(mut position, _)| {
        let mv = position.parse_uci(text.value).ok()?;
        let _ = position.make(mv);
        (mv.kind() == MoveKind::DoublePush && is_position(&position, setup)).then_some(mv)
    });
    played.ok_or_else(|| {
        let message = format!("{} is not a double push that leads to this FEN", text.value);
        let error = source.error(text.span.clone(), message);
        match double_push_over(setup) {
            Some((origin, victim)) => error.with_hint(format!("write {origin}{victim}")),
            None => error.with_hint("leave out `last` where the FEN has no en passant square"),
        }
    })
}

/// A game from the initial position, in UCI notation, that leads to a position.
pub(super) fn proof(
    source: &Source<'_>,
    setup: &Setup,
    text: &Text<'_>,
) -> Result<Vec<Move>, Diagnostic> {
    let mut position = Position::initial();
    let moves = play(source, &mut position, text.words())?;
    if is_position(&position, setup) {
        return Ok(moves);
    }
    let message = "this game does not lead to the FEN";
    let error = source.error(text.span.clone(), message);
    Err(error.with_hint(format!("it leads to {position}")))
}

/// Plays moves in UCI notation.
pub(super) fn play<'t>(
    source: &Source<'_>,
    position: &mut Position,
    texts: impl IntoIterator<Item = Text<'t>>,
) -> Result<Vec<Move>, Diagnostic> {
    let mut moves = Vec::new();
    for text in texts {
        let mv = legal(source, &text, position)?;
        let _ = position.make(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// A legal move in UCI notation, in the standard form.
pub(super) fn legal(
    source: &Source<'_>,
    text: &Text<'_>,
    position: &Position,
) -> Result<Move, Diagnostic> {
    let refused = |message: String| source.error(text.span.clone(), message);
    let mv = position.parse_uci(text.value).map_err(|error| {
        let error = refused(format!("{} in {position}: {error}", text.value));
        error.with_hint("write legal moves in UCI notation, like e7e5")
    })?;
    let written = position.uci(mv);
    if text.value == &written[..] {
        return Ok(mv);
    }
    let error = refused(format!("{:?} is not in the standard form", text.value));
    Err(error.with_hint(format!("write {written}")))
}

/// A move in UCI notation, legal or not.
pub(super) fn readable(source: &Source<'_>, text: &Text<'_>) -> Result<UciMove, Diagnostic> {
    let read: Option<UciMove> = text.value.parse().ok();
    read.filter(|mv| !mv.is_null()).ok_or_else(|| {
        let message = format!("{:?} is not a move in UCI notation", text.value);
        let error = source.error(text.span.clone(), message);
        error.with_hint("write origin and destination, like e5d6")
    })
}

/// An en passant field: a square or the dash.
pub(super) fn square(source: &Source<'_>, text: &Text<'_>) -> Result<Option<Square>, Diagnostic> {
    match Square::from_name(text.value) {
        _ if text.value == "-" => Ok(None),
        Some(square) if square.to_string() == text.value => Ok(Some(square)),
        _ => {
            let message = format!("{:?} is not an en passant field", text.value);
            let error = source.error(text.span.clone(), message);
            Err(error.with_hint("write a square like \"e6\", or \"-\""))
        }
    }
}

/// Refuses a case that too few independent programs confirm.
pub(super) fn require_confirmation(by: &[Text<'_>], reach: Reach) -> Result<(), String> {
    let programs: BTreeSet<_> = by.iter().map(|by| program(by.value)).collect();
    let needed = match reach {
        Reach::Reachable => 2,
        Reach::Unreachable | Reach::Bogus => 1,
    };
    if needed <= programs.len() {
        return Ok(());
    }
    Err(format!(
        "found {} of {needed} independent programs; versions of one program count once, and so do rules and oracle",
        programs.len()
    ))
}

/// The name of a program without its version. All parts of this project are one program.
fn program(confirmed: &str) -> &str {
    match confirmed.split_whitespace().next().unwrap_or_default() {
        "rules" | "oracle" | "perft" => "passant",
        name => name,
    }
}

/// Requires `variant` where the castling rights exist only in Chess960.
pub(super) fn variant(
    source: &Source<'_>,
    fen: &Text<'_>,
    position: &Position,
    variant: Variant,
) -> Result<(), Diagnostic> {
    if variant == Variant::Chess960 || !position.is_chess960() {
        return Ok(());
    }
    let castling = fen.words().nth(FenField::Castling as usize);
    let span = castling.map_or(fen.span.clone(), |field| field.span);
    let error = source.error(span, "standard chess has no such castling rights");
    Err(error.with_hint("write variant = \"chess960\""))
}

/// The squares of a move in UCI notation that does not promote.
fn squares(source: &Source<'_>, text: &Text<'_>) -> Result<(Square, Square), Diagnostic> {
    let square_at = |at: usize| {
        let name = text.value.get(at..at + 2)?;
        Square::from_name(name).filter(|square| square.to_string() == name)
    };
    let squares = square_at(0)
        .zip(square_at(2))
        .filter(|_| text.value.len() == 4);
    squares.ok_or_else(|| {
        let message = format!("{:?} is not a move of a pawn in UCI notation", text.value);
        let error = source.error(text.span.clone(), message);
        error.with_hint("write origin and destination, like e5d6")
    })
}

/// Returns origin and destination of the double push over the en passant square of a setup.
fn double_push_over(setup: &Setup) -> Option<(Square, Square)> {
    let target = setup.en_passant?;
    let back = setup.side_to_move.forward();
    Some((target.offset(0, back)?, target.offset(0, -back)?))
}

/// Tells whether a position is that of a FEN, clocks aside.
fn is_position(position: &Position, setup: &Setup) -> bool {
    let reached = Setup {
        halfmove_clock: setup.halfmove_clock,
        fullmove_number: setup.fullmove_number,
        ..position.setup(EnPassantMode::Always)
    };
    reached == *setup
}
