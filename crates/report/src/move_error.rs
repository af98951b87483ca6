//! Explains why a text is not a legal move, and suggests similar moves.

mod intended_move;
mod refusal;

use std::ops::Range;

use passant_rules::{EnPassantMode, EnPassantSuffix, Move, MoveTextError, Position};
use passant_suite::Diagnostic;

use self::intended_move::IntendedMove;
use crate::game_record::GameRecord;
use crate::judged_captures::piece_on;

/// The maximum number of moves in a list.
const LISTED: usize = 12;

/// The error at its place in the line, with similar legal moves.
#[must_use]
pub fn diagnostic(
    game: &GameRecord,
    line: &str,
    span: Range<usize>,
    error: MoveTextError,
) -> Diagnostic {
    let position = game.position();
    let intended = IntendedMove::read(position, &line[span.clone()]);
    let us = position.side_to_move();
    let (ply, number) = (game.plies().len() + 1, position.fullmove_number());
    let title = refusal::title(position, &intended, error);
    let refused = Diagnostic::error(title)
        .in_text(line, place(line, span, error))
        .with_label(format!("ply {ply}, {us}'s move {number}"))
        .with_note(format!("position {}", position.fen(EnPassantMode::Always)));
    match similar_moves(position, &intended) {
        Some(moves) => refused.with_hint(moves),
        None => refused,
    }
}

/// The error in one sentence, with similar legal moves.
#[must_use]
pub fn sentence(position: &Position, text: &str, error: MoveTextError) -> String {
    let intended = IntendedMove::read(position, text);
    let why = refusal::title(position, &intended, error);
    match similar_moves(position, &intended) {
        Some(moves) => format!("{why} ({moves})"),
        None => why,
    }
}

/// The bytes of the move, or of the first character in it that cannot be read.
fn place(line: &str, span: Range<usize>, error: MoveTextError) -> Range<usize> {
    let MoveTextError::Syntax { at } = error else {
        return span;
    };
    let start = (span.start + at).min(span.end);
    let unread = line[start..span.end].chars().next();
    start..start + unread.map_or(0, char::len_utf8)
}

/// The legal moves that are most similar to the intended move: those that differ only in notation, else those of the
/// same piece, else those to the same square, else all. `None` if there is no legal move.
fn similar_moves(position: &Position, intended: &IntendedMove) -> Option<String> {
    let legal = position.legal_moves();
    let is_by_piece = |mv: &Move| intended.pieces.contains(&mv.from());
    let is_to_target = |mv: &Move| intended.to == Some(mv.to());
    let choose = |is_similar: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(is_similar).collect()
    };
    let by_pieces = match intended.pieces.as_slice() {
        [piece] => format!("legal moves of {}", piece_on(&position.board(), *piece)),
        _ => format!(
            "legal moves of {}'s {}s",
            position.side_to_move(),
            intended.kind
        ),
    };
    let to_target = intended.to.map(|to| format!("legal moves to {to}"));
    let (heading, moves) = [
        (
            "expected".to_owned(),
            choose(&|mv| is_by_piece(mv) && is_to_target(mv)),
        ),
        (by_pieces, choose(&is_by_piece)),
        (to_target.unwrap_or_default(), choose(&is_to_target)),
        ("legal moves".to_owned(), legal.to_vec()),
    ]
    .into_iter()
    .find(|(_, moves)| !moves.is_empty())?;
    Some(format!("{heading}: {}", list(position, intended, &moves)))
}

/// The moves, in the notation of the text.
fn list(position: &Position, intended: &IntendedMove, moves: &[Move]) -> String {
    let write = |mv: &Move| match intended.from {
        Some(_) => position.uci(*mv).to_string(),
        None => position.san(*mv, EnPassantSuffix::With).to_string(),
    };
    let mut words: Vec<_> = moves.iter().map(write).collect();
    words.sort_unstable();
    if LISTED < words.len() {
        let more = words.split_off(LISTED).len();
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}
