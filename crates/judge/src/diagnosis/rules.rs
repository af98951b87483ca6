//! The answers of `passant-rules`. A question counts only if rules and oracle agree about the answer.

use passant_perft::bulk;
use passant_query::{Line, Query, Question};
use passant_rules::{EnPassantMode, EnPassantSuffix, FenText, Key, Move, Position, Setup, UciMove};

/// The answer according to the rules; `None` after a move that is not legal.
#[must_use]
pub fn answer(question: &Question) -> Option<String> {
    let (position, history) = play(&question.line)?;
    let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    let mv = |mv: &UciMove| position.find(*mv).ok();
    Some(match &question.query {
        Query::Moves => moves(&position).join(" "),
        Query::Count(depth) => bulk(&mut position.clone(), *depth).to_string(),
        Query::Fen => position.fen(EnPassantMode::Always).to_string(),
        Query::SameKey(other) | Query::Same(other) => {
            yes_or_no(position.key() == play(other)?.0.key())
        }
        Query::Occurrences => position.occurrences(&history).to_string(),
        Query::San(asked) => position
            .san(mv(asked)?, EnPassantSuffix::Without)
            .to_string(),
        Query::Parse(san) => {
            let mut after = position.clone();
            let _ = after.make(position.parse_san(san).ok()?);
            after.fen(EnPassantMode::Always).to_string()
        }
        Query::Victim(asked) => mv(asked)?
            .victim_square()
            .map_or_else(|| "-".to_owned(), |at| at.to_string()),
        Query::Legal(asked) => yes_or_no(position.find(*asked).is_ok()),
        Query::Capture(asked) => yes_or_no(mv(asked)?.is_capture()),
        Query::EnPassant(asked) => yes_or_no(mv(asked)?.is_en_passant()),
        Query::Check(asked) => {
            let mut after = position.clone();
            let _ = after.make(mv(asked)?);
            yes_or_no(after.is_check())
        }
        // Not among the questions from which a fault is named.
        _ => return None,
    })
}

/// Whether a FEN is that of a position, under any of the three conventions for the en passant field.
#[must_use]
pub fn is_correct_fen(position: &Position, fen: &str) -> bool {
    fens(position).iter().any(|it| **it == *fen)
}

/// The FENs of a position, under the three conventions for the en passant field.
pub(super) fn fens(position: &Position) -> [FenText; 3] {
    EnPassantMode::ALL.map(|mode| position.fen(mode))
}

/// A FEN as the rules print it, if it describes the same position with other castling letters or without the counters
/// that the engine does not keep.
pub(crate) fn normalized(position: &Position, fen: String) -> String {
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
    let expected = position.fen(EnPassantMode::Always);
    let expected: Vec<_> = expected.split(' ').collect();
    let mut fields: Vec<_> = fen.split_whitespace().collect();
    match fields.len() {
        4 => fields.extend(&expected[4..]),
        6 => {
            if fields[4] == "0" {
                fields[4] = expected[4];
            }
            fields[5] = expected[5];
        }
        _ => return fen,
    }
    fields.join(" ")
}

/// The legal moves in UCI notation, sorted.
pub(crate) fn moves(position: &Position) -> Vec<String> {
    let uci = |mv: Move| position.uci(mv).to_string();
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(uci).collect();
    moves.sort_unstable();
    moves
}

/// The position before the steps of a line, repaired; `None` if it cannot be.
pub(crate) fn start(line: &Line) -> Option<Position> {
    line.setup.repair().ok().map(|(start, _)| start)
}

/// The position after the steps of a line, and the keys of the positions before it.
pub(crate) fn play(line: &Line) -> Option<(Position, Vec<Key>)> {
    let (end, before) = line.play(start(line)?)?;
    Some((end, before.iter().map(Position::key).collect()))
}

/// The position after the steps of a line; `None` after a move that is not legal.
pub(crate) fn position_after(line: &Line) -> Option<Position> {
    play(line).map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::{Position, normalized};

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
            let found = normalized(&position, printed.to_owned());
            assert_eq!(found == expected, is_same, "{printed}: {found}");
        }
    }
}
