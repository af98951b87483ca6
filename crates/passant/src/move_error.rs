//! Why a text is no move, told with the moves that are near it.

mod intended_move;
mod refusal;

use std::ops::Range;

use passant_rules::{EnPassantMode, EnPassantSuffix, Move, MoveTextError, Position};

use self::intended_move::IntendedMove;
use crate::diagnostic::Diagnostic;
use crate::game_record::GameRecord;
use passant_judge::explain::man_on;

/// How many moves are listed at most.
const MANY: usize = 12;

/// The error at its place in the line, with the legal moves of the man that was intended, or others that are near.
pub(crate) fn render(game: &GameRecord, line: &str, span: Range<usize>, error: MoveTextError) -> String {
    let position = game.position();
    let intended = IntendedMove::read(position, &line[span.clone()]);
    let us = position.side_to_move();
    let (ply, number) = (game.plies().len() + 1, position.fullmove_number());
    let title = refusal::title(position, &intended, error);
    Diagnostic {
        label: Some(format!("ply {ply}, {us}'s move {number}")),
        note: Some(format!("position {}", position.fen(EnPassantMode::Always))),
        help: near(position, &intended),
        ..Diagnostic::error(title, line, place(line, span, error))
    }
    .render()
}

/// The bytes of the move, or of the character in it from which on it cannot be read.
fn place(line: &str, span: Range<usize>, error: MoveTextError) -> Range<usize> {
    let MoveTextError::Syntax { at } = error else {
        return span;
    };
    let start = (span.start + at).min(span.end);
    let unread = line[start..span.end].chars().next();
    start..start + unread.map_or(0, char::len_utf8)
}

/// The legal moves that are nearest to what was intended: those that differ in notation only, those of the same man,
/// those to the same square, or else any. `None` if there are none at all.
fn near(position: &Position, intended: &IntendedMove) -> Option<String> {
    let legal = position.legal_moves();
    let is_by_man = |mv: &Move| intended.pieces.contains(&mv.from());
    let is_to_target = |mv: &Move| intended.to == Some(mv.to());
    let choose = |is_near: &dyn Fn(&Move) -> bool| -> Vec<Move> {
        legal.iter().copied().filter(is_near).collect()
    };
    let by_men = match intended.pieces.as_slice() {
        [man] => format!("legal moves of {}", man_on(&position.board(), *man)),
        _ => format!(
            "legal moves of {}'s {}s",
            position.side_to_move(),
            intended.kind
        ),
    };
    let to_target = intended.to.map(|to| format!("legal moves to {to}"));
    let (heading, moves) = [
        (
            "written".to_owned(),
            choose(&|mv| is_by_man(mv) && is_to_target(mv)),
        ),
        (by_men, choose(&is_by_man)),
        (to_target.unwrap_or_default(), choose(&is_to_target)),
        ("legal moves".to_owned(), legal.to_vec()),
    ]
    .into_iter()
    .find(|(_, moves)| !moves.is_empty())?;
    Some(format!("{heading}: {}", list(position, intended, &moves)))
}

/// The moves in the notation in which the wrong one is written.
fn list(position: &Position, intended: &IntendedMove, moves: &[Move]) -> String {
    let write = |mv: &Move| match intended.from {
        Some(_) => position.uci(*mv).to_string(),
        None => position.san(*mv, EnPassantSuffix::With).to_string(),
    };
    let mut words: Vec<_> = moves.iter().map(write).collect();
    words.sort_unstable();
    if MANY < words.len() {
        let more = words.split_off(MANY).len();
        words.push(format!("and {more} more"));
    }
    words.join(", ")
}
