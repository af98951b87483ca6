//! What the rules answer, so that no question is put of which only one of two programs believes to know the answer.

use passant_perft::bulk;
use passant_query::{Line, Query, Question};
use passant_rules::{EnPassantMode, EnPassantSuffix, Key, Move, Position, Setup, UciMove};

/// The answer by the rules; `None` where they have none: after a move that is not legal.
#[must_use]
pub fn answer(question: &Question) -> Option<String> {
    let (position, history) = played(&question.line)?;
    let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    let mv = |mv: &UciMove| position.find(*mv).ok();
    Some(match &question.query {
        Query::Moves => moves(&position).join(" "),
        Query::Count(depth) => bulk(&mut position.clone(), *depth).to_string(),
        Query::Fen => position.fen(EnPassantMode::Always).to_string(),
        Query::SameKey(other) | Query::Same(other) => {
            yes_or_no(position.key() == played(other)?.0.key())
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
        // Not asked of an engine whose fault is looked for.
        _ => return None,
    })
}

/// Whether a FEN is that of a position under one of the conventions for its en passant field. Which of them an engine
/// follows is not judged.
#[must_use]
pub fn is_right_fen(position: &Position, fen: &str) -> bool {
    EnPassantMode::ALL
        .into_iter()
        .any(|mode| position.fen(mode)[..] == *fen)
}

/// A FEN as the rules print it, if it says of the position what they say, in castling letters of another kind perhaps,
/// or with counters that the engine does not keep.
pub(crate) fn spelled(position: &Position, fen: String) -> String {
    let fen = with_clocks(position, fen);
    let setup = Setup::from_fen(&fen).ok();
    let mode = EnPassantMode::ALL
        .into_iter()
        .find(|&mode| setup.as_ref() == Some(&position.setup(mode)));
    mode.map_or(fen, |mode| position.fen(mode).to_string())
}

/// A FEN with the counters that are right, where an engine has none: some leave them out, some do not count. Whether the
/// clock begins again after a capture is kept, and shows in a clock that is too high; the number of the move has nothing
/// to do with en passant.
fn with_clocks(position: &Position, fen: String) -> String {
    let right = position.fen(EnPassantMode::Always);
    let right: Vec<_> = right.split(' ').collect();
    let mut fields: Vec<_> = fen.split_whitespace().collect();
    match fields.len() {
        4 => fields.extend(&right[4..]),
        6 => {
            if fields[4] == "0" {
                fields[4] = right[4];
            }
            fields[5] = right[5];
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

/// The position after the steps, and the keys of those before.
pub(crate) fn played(line: &Line) -> Option<(Position, Vec<Key>)> {
    let (start, _) = line.setup.repair().ok()?;
    let (end, before) = line.play(start)?;
    Some((end, before.iter().map(Position::key).collect()))
}

#[cfg(test)]
mod tests {
    use super::{Position, spelled};

    /// Ethereal 12 counts a move after each half-move, Sjaak II 1.4.1 writes rights of Chess960 as X-FEN has them.
    #[test]
    fn what_an_engine_spells_otherwise_is_what_the_rules_print() {
        let after_a_capture = "8/8/3P4/8/8/8/k7/7K b - - 0 7";
        let chess960 = "6kr/8/8/8/8/8/8/6K1 b h - 3 4";
        for (right, printed, is_same) in [
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - - 0 9", true),
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - -", true),
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - - 4 7", false),
            (after_a_capture, "8/8/3P4/8/8/8/k7/7K b - d6 0 7", false),
            (chess960, "6kr/8/8/8/8/8/8/6K1 b k - 3 4", true),
            (chess960, "6kr/8/8/8/8/8/8/6K1 b k - 0 1", true),
            (chess960, "6kr/8/8/8/8/8/8/6K1 b - - 3 4", false),
        ] {
            let position = Position::from_fen(right).unwrap();
            let spelled = spelled(&position, printed.to_owned());
            assert_eq!(spelled == right, is_same, "{printed}: {spelled}");
        }
    }
}
