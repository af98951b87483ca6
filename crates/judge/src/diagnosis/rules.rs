//! The answers of `passant-rules`. A question counts only if rules and oracle agree about the answer.

use passant_count::bulk;
use passant_query::{Answer, EngineMove, Expected, Line, Query, Question, Subject};
use passant_rules::{EnPassantMode, Position, Setup};

use super::reply::Reply;
use crate::RulesSubject;

/// Answers a question from which a fault is named, according to the rules; `None` after a move that is not legal.
#[must_use]
pub fn reply(question: &Question) -> Option<Reply> {
    let position = position_after(&question.line)?;
    let line = Line {
        setup: start(&question.line)?.setup(EnPassantMode::Always),
        ..question.line.clone()
    };
    let answer = match &question.query {
        Query::Count(depth) => return Some(Reply::count(bulk(&mut position.clone(), *depth))),
        Query::SameKey(other) | Query::Same(other) => {
            Answer::Is(position.key() == position_after(other)?.key())
        }
        query => RulesSubject::default().ask(&line, query).ok()?,
    };
    Some(answer.into())
}

/// Tells whether a FEN is that of a position, under any of the three conventions for the en passant field.
#[must_use]
pub fn is_correct_fen(position: &Position, fen: &str) -> bool {
    fens(position).allows(&Answer::Fen(fen.to_owned()))
}

/// The FENs of a position, under the three conventions for the en passant field.
pub(super) fn fens(position: &Position) -> Expected {
    Expected::Fen(EnPassantMode::ALL.map(|mode| position.fen(mode)))
}

/// A FEN as the rules print it, if it describes the same position with other castling letters or without the counters
/// that the engine does not keep.
pub(crate) fn normalize(position: &Position, fen: String) -> String {
    let fen = with_clocks(position, fen);
    let setup = Setup::from_fen(&fen).ok();
    let mode = EnPassantMode::ALL
        .into_iter()
        .find(|&mode| setup.as_ref() == Some(&position.setup(mode)));
    mode.map_or(fen, |mode| position.fen(mode).to_string())
}

/// A FEN with the correct counters, where the engine leaves them out or does not count. A halfmove clock that is not
/// zero stays as it is, because it shows whether a capture resets the clock. The move number has nothing to do with en
/// passant and is always replaced.
fn with_clocks(position: &Position, fen: String) -> String {
    let clock = position.halfmove_clock().to_string();
    let number = position.fullmove_number().to_string();
    let fields: Vec<_> = fen.split_whitespace().collect();
    match fields[..] {
        [board, side, castling, target] | [board, side, castling, target, "0", _] => {
            [board, side, castling, target, &clock, &number].join(" ")
        }
        [board, side, castling, target, printed, _] => {
            [board, side, castling, target, printed, &number].join(" ")
        }
        _ => fen,
    }
}

/// The legal moves, sorted.
pub(crate) fn moves(position: &Position) -> Vec<EngineMove> {
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .map(|mv| position.uci_move(mv).into())
        .collect();
    moves.sort_unstable();
    moves
}

/// The position before the steps of a line, repaired; `None` if it cannot be.
pub(crate) fn start(line: &Line) -> Option<Position> {
    line.setup.repair().ok().map(|(start, _)| start)
}

/// The position after the steps of a line; `None` after a move that is not legal.
#[must_use]
pub fn position_after(line: &Line) -> Option<Position> {
    line.play(start(line)?).map(|(end, _)| end)
}

#[cfg(test)]
mod tests {
    use super::{Position, normalize};

    /// Ethereal 12 counts a move after each ply, Sjaak II 1.4.1 writes castling rights of Chess960 as in X-FEN.
    #[test]
    fn normalizes_counters_and_castling_letters() {
        let after_a_capture = "8/8/3P4/8/8/8/k7/7K b - - 0 7";
        let chess960 = "6kr/8/8/8/8/8/8/6K1 b h - 3 4";
        for (expected, printed, is_same) in [
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - - 0 9", true),
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - -", true),
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - - 4 7", false),
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - d6 0 7", false),
            (chess960, "6kr/8/8/8/8/8/8/6K1 b k - 3 4", true),
            (chess960, "6kr/8/8/8/8/8/8/6K1 b k - 0 1", true),
            (chess960, "6kr/8/8/8/8/8/8/6K1 b - - 3 4", false),
        ] {
            let position = Position::from_fen(expected).unwrap();
            let found = normalize(&position, printed.to_owned());
            assert_eq!(found == expected, is_same, "{printed}: {found}");
        }
    }
}
