//! Small variants of a position in which an engine is wrong: where it is right, there the fault ends.

use passant_oracle::{Ask, Line, Question};
use passant_rules::{Color, Piece, PieceType, Position, Setup, Square};

/// A variant, and what is different about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// What is different, in a few words.
    pub change: String,
    /// Its legal moves are asked for.
    pub question: Question,
}

/// The variants of a position that can be reached: its twins, told by its last move, without the right, without each
/// officer of the other side, with the king elsewhere.
#[must_use]
pub fn neighbours(setup: &Setup) -> Vec<Neighbour> {
    let mut found = Vec::new();
    let mut add = |change: String, setup: Setup, steps: Vec<String>| {
        if setup.validate().is_ok() {
            let line = Line { setup, steps };
            let ask = Ask::Moves;
            let question = Question { line, ask };
            found.push(Neighbour { change, question });
        }
    };
    add("as it is".to_owned(), setup.clone(), Vec::new());
    add("colours swapped".to_owned(), flipped(setup), Vec::new());
    if setup.castling.is_empty() {
        add("mirrored".to_owned(), mirrored(setup), Vec::new());
    }
    if let Some((before, push)) = before_push(setup) {
        add(format!("reached by {push}"), before, vec![push]);
    }
    if setup.en_passant.is_some() {
        let without = Setup {
            en_passant: None,
            ..setup.clone()
        };
        add("field - in the FEN".to_owned(), without, Vec::new());
    }
    for (at, man) in setup.board.iter() {
        let is_officer = !matches!(man.piece_type(), PieceType::King | PieceType::Pawn);
        if man.color() != setup.side_to_move && is_officer {
            let mut less = setup.clone();
            less.board.set(at, None);
            add(
                format!("without the {} on {at}", man.piece_type()),
                less,
                Vec::new(),
            );
        }
    }
    if let Some((to, moved)) = king_elsewhere(setup) {
        add(format!("king on {to}"), moved, Vec::new());
    }
    found
}

/// The position with the king of the side to move on the first square, from its own off, where it is not attacked and
/// shares no line with its old square.
fn king_elsewhere(setup: &Setup) -> Option<(Square, Setup)> {
    let us = setup.side_to_move;
    let king = Piece::new(us, PieceType::King);
    let from = setup.board.squares_of(king).first()?;
    let is_apart = |to: &Square| {
        let files = to.file().index().abs_diff(from.file().index());
        let ranks = to.rank().index().abs_diff(from.rank().index());
        files != 0 && ranks != 0 && files != ranks && setup.board.get(*to).is_none()
    };
    Square::ALL.into_iter().filter(is_apart).find_map(|to| {
        let mut moved = setup.clone();
        moved.board.set(from, None);
        moved.board.set(to, Some(king));
        let is_quiet = moved
            .validate()
            .is_ok_and(|position: Position| !position.is_check());
        is_quiet.then_some((to, moved))
    })
}

/// The position before the double push that a right speaks of, and the push.
fn before_push(setup: &Setup) -> Option<(Setup, String)> {
    let target = setup.en_passant?;
    let pusher = !setup.side_to_move;
    let origin = target.offset(0, -pusher.forward())?;
    let victim = target.offset(0, pusher.forward())?;
    let mut before = setup.clone();
    before.board.set(origin, before.board.get(victim));
    before.board.set(victim, None);
    before.side_to_move = pusher;
    before.en_passant = None;
    before.fullmove_number = match pusher {
        Color::White => setup.fullmove_number,
        Color::Black => setup.fullmove_number.saturating_sub(1).max(1),
    };
    Some((before, format!("{origin}{victim}")))
}

fn flipped(setup: &Setup) -> Setup {
    let mut twin = Setup {
        board: passant_rules::Board::EMPTY,
        side_to_move: !setup.side_to_move,
        castling: passant_rules::CastlingRights::NONE,
        en_passant: setup.en_passant.map(Square::flip),
        ..*setup
    };
    for (at, man) in setup.board.iter() {
        let other = Piece::new(!man.color(), man.piece_type());
        twin.board.set(at.flip(), Some(other));
    }
    for (color, side, file) in setup.castling.iter() {
        twin.castling.set(!color, side, Some(file));
    }
    twin
}

fn mirrored(setup: &Setup) -> Setup {
    let mut twin = Setup {
        board: passant_rules::Board::EMPTY,
        en_passant: setup.en_passant.map(Square::mirror),
        ..*setup
    };
    for (at, man) in setup.board.iter() {
        twin.board.set(at.mirror(), Some(man));
    }
    twin
}
