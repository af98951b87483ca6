//! What the rules answer, so that no question is put of which only one of two programs believes to know the answer.

use passant_oracle::{Ask, Line, Question};
use passant_perft::bulk;
use passant_rules::{EnPassantMode, EnPassantSuffix, Key, Move, Position};

/// The null move in UCI notation.
pub(crate) const NULL_MOVE: &str = "0000";

/// The answer by the rules; `None` where they have none: after a move that is not legal.
#[must_use]
pub fn answer(question: &Question) -> Option<String> {
    let (position, history) = played(&question.line)?;
    let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
    let mv = |text: &str| position.parse_uci(text).ok();
    Some(match &question.ask {
        Ask::Moves => moves(&position).join(" "),
        Ask::Count(depth) => bulk(&mut position.clone(), *depth).to_string(),
        Ask::Fen => position.fen(EnPassantMode::Always).to_string(),
        Ask::Key(other) | Ask::Same(other) => yes_or_no(position.key() == played(other)?.0.key()),
        Ask::Occurrences => position.occurrences(&history).to_string(),
        Ask::San(text) => position
            .san(mv(text)?, EnPassantSuffix::Without)
            .to_string(),
        Ask::Read(san) => {
            let mut after = position.clone();
            let _ = after.make(position.parse_san(san).ok()?);
            after.fen(EnPassantMode::Always).to_string()
        }
        Ask::Victim(text) => mv(text)?
            .victim_square()
            .map_or_else(|| "-".to_owned(), |at| at.to_string()),
    })
}

/// Whether a FEN is that of a position under one of the three conventions for the en passant field. Which of them an
/// engine follows is not judged.
#[must_use]
pub fn is_right_fen(position: &Position, fen: &str) -> bool {
    let modes = [
        EnPassantMode::Always,
        EnPassantMode::PseudoLegal,
        EnPassantMode::Legal,
    ];
    modes.into_iter().any(|mode| position.fen(mode)[..] == *fen)
}

/// A FEN of four fields with the clocks that are right: some programs leave them out.
pub(crate) fn with_clocks(position: &Position, fen: String) -> String {
    if fen.split_whitespace().count() != 4 {
        return fen;
    }
    let right = position.fen(EnPassantMode::Always);
    let clocks: Vec<_> = right.split_whitespace().skip(4).collect();
    format!("{} {}", fen.trim(), clocks.join(" "))
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
    let (mut position, _) = line.setup.repair().ok()?;
    let (mut history, mut undos) = (Vec::new(), Vec::new());
    for step in &line.steps {
        if step == "undo" {
            match undos.pop()? {
                (Some(mv), undo) => position.unmake(mv, undo),
                (None, undo) => position.unmake_null(undo),
            }
            history.pop();
        } else {
            history.push(position.key());
            undos.push(if step == NULL_MOVE {
                (None, position.make_null()?)
            } else {
                let mv = position.parse_uci(step).ok()?;
                (Some(mv), position.make(mv))
            });
        }
    }
    Some((position, history))
}
