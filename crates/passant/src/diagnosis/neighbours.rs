//! Small variants of a position in which an engine is wrong: where it is right, there the fault ends.

use passant_oracle::{Ask, Question};
use passant_rules::{PieceType, Position, Setup, Square};
use serde::{Deserialize, Serialize};

use super::questions::{Posed, Role, posed};

/// What is different about a variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Change {
    /// The colours are swapped.
    Colours,
    /// The files are mirrored.
    Files,
    /// The position is reached by its last move, or told by its FEN if it was not.
    Told,
    /// The FEN names no target.
    Field,
    /// An officer of the other side is gone.
    Without(PieceType, Square),
    /// The king of the side to move stands elsewhere.
    King(Square),
}

/// A variant that an engine was asked about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Neighbour {
    /// What is different, in a few words.
    pub change: String,
    /// What was asked.
    pub question: String,
    /// Whether the engine is right there.
    pub is_right: bool,
    /// What follows, in a sentence; `None` where nothing does.
    pub says: Option<String>,
}

/// The variants of a question that can be asked: its twins, told otherwise, without the right, without each officer of
/// the other side, with the king elsewhere.
pub(super) fn neighbours(root: &Setup, role: Role) -> Vec<(Change, Vec<Posed>)> {
    let mut found = Vec::new();
    let mut add = |change, setup: Setup, role: Role| {
        let is_asked = |posed: &Posed| posed.role == role;
        let posed: Vec<_> = posed(&setup, []).into_iter().filter(is_asked).collect();
        if setup.validate().is_ok() && !posed.is_empty() {
            found.push((change, posed));
        }
    };
    add(Change::Colours, flipped(root), role);
    if root.castling.is_empty() {
        add(Change::Files, mirrored(root), role);
    }
    if let Some(other) = role.told_otherwise() {
        add(Change::Told, root.clone(), other);
    }
    if root.en_passant.is_some() {
        let without = Setup {
            en_passant: None,
            ..root.clone()
        };
        add(Change::Field, without, role);
    }
    for (at, man) in root.board.iter() {
        let kind = man.piece_type();
        let is_officer = !matches!(kind, PieceType::King | PieceType::Pawn);
        if man.color() != root.side_to_move && is_officer {
            let mut less = root.clone();
            less.board.set(at, None);
            add(Change::Without(kind, at), less, role);
        }
    }
    if let Some((to, moved)) = king_elsewhere(root) {
        add(Change::King(to), moved, role);
    }
    found
}

impl Change {
    /// In a few words.
    pub(super) fn words(self, question: &Question) -> String {
        let is_played = !question.line.steps.is_empty();
        match self {
            Self::Colours => "colours swapped".to_owned(),
            Self::Files => "files mirrored".to_owned(),
            Self::Told if is_played => format!("reached by {}", question.line.steps.join(" ")),
            Self::Told => "told by its FEN".to_owned(),
            Self::Field => "no target in the FEN".to_owned(),
            Self::Without(kind, at) => format!("without the {kind} on {at}"),
            Self::King(to) => format!("king on {to}"),
        }
    }

    /// What follows from an engine being right, or wrong, about the variant: the decision table.
    pub(super) fn says(self, question: &Question, is_right: bool) -> Option<String> {
        let is_played = !question.line.steps.is_empty();
        let is_about_moves = question.ask == Ask::Moves;
        let side = question.line.setup.side_to_move;
        let text = match (self, is_right) {
            (Self::Colours, true) => format!(
                "{side:?} is treated rightly: look at what is written once for each colour, offsets and ranks."
            ),
            (Self::Colours, false) => "Both colours are treated alike.".to_owned(),
            (Self::Files, true) => {
                "On the other side of the board it is right: look at what tells east from west.".to_owned()
            }
            (Self::Files, false) => "Both sides of the board are treated alike.".to_owned(),
            (Self::Told, true) if is_played => {
                "When the push is played it is right: the FEN is misread.".to_owned()
            }
            (Self::Told, true) => {
                "When the FEN names the target it is right: the push does not set the right as it should.".to_owned()
            }
            (Self::Told, false) => {
                "It does not matter whether a FEN names the target or the push is played.".to_owned()
            }
            (Self::Field, false) => {
                "It does not take a right: the right is not what is looked at.".to_owned()
            }
            (Self::Without(kind, at), true) => format!("It takes the {kind} on {at}."),
            (Self::Without(kind, at), false) => format!("The {kind} on {at} has no part in it."),
            (Self::King(_), true) => {
                "It takes the king where it stands: look at pins and checks.".to_owned()
            }
            (Self::King(to), false) if is_about_moves => {
                format!("With the king on {to} it is wrong as well: no pin and no check has a part in it.")
            }
            // Without a right nothing can be missing; and not everything has to do with the king.
            (Self::Field, true) | (Self::King(_), false) => return None,
        };
        Some(text)
    }
}

/// The position with the king of the side to move on the first square, from its own off, where it is not attacked and
/// shares no line with its old square.
fn king_elsewhere(setup: &Setup) -> Option<(Square, Setup)> {
    let us = setup.side_to_move;
    let king = passant_rules::Piece::new(us, PieceType::King);
    let from = setup.board.squares_of(king).first()?;
    let is_apart = |to: &Square| {
        let files = to.file().index().abs_diff(from.file().index());
        let ranks = to.rank().index().abs_diff(from.rank().index());
        files != 0 && ranks != 0 && files != ranks && setup.board.get(*to).is_none()
    };
    let castling = setup.castling.is_empty();
    Square::ALL
        .into_iter()
        .filter(|to| castling && is_apart(to))
        .find_map(|to| {
            let mut moved = setup.clone();
            moved.board.set(from, None);
            moved.board.set(to, Some(king));
            let is_quiet = |position: Position| {
                let right = position.en_passant();
                let is_free = right.is_some_and(|right| right.legal() == right.capturers());
                !position.is_check() && is_free
            };
            moved.validate().is_ok_and(is_quiet).then_some((to, moved))
        })
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
        let other = passant_rules::Piece::new(!man.color(), man.piece_type());
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

#[cfg(test)]
mod tests {
    use passant_oracle::{Ask, EngineFault, FaultSet};
    use passant_rules::Setup;

    use super::neighbours;
    use crate::diagnosis::questions::posed;

    /// What an engine with a fault does in each neighbour of its example.
    fn table(fault: EngineFault) -> Vec<String> {
        let question = fault.example();
        let root = &question.line.setup;
        let role = posed(root, [])
            .into_iter()
            .find(|posed| posed.question.ask == Ask::Moves)
            .unwrap()
            .role;
        let row = |(change, posed): (super::Change, Vec<crate::diagnosis::questions::Posed>)| {
            let question = &posed[0].question;
            let is_right = question.answer(fault.into()) == question.answer(FaultSet::NONE);
            change.says(question, is_right)
        };
        neighbours(root, role).into_iter().filter_map(row).collect()
    }

    #[test]
    fn a_rank_pin_takes_the_king_and_the_rook() {
        let says = table(EngineFault::RankPinIgnored);
        let expected = [
            "Both colours are treated alike.",
            "Both sides of the board are treated alike.",
            "It does not matter whether a FEN names the target or the push is played.",
            "It takes the rook on h5.",
            "It takes the king where it stands: look at pins and checks.",
        ];
        assert_eq!(says, expected);
    }

    #[test]
    fn a_misread_field_and_one_colour_are_told() {
        let says = table(EngineFault::FenFieldIgnored);
        assert!(
            says.contains(&"When the push is played it is right: the FEN is misread.".to_owned())
        );
        let says = table(EngineFault::WhiteCaptureMissed);
        assert!(says[0].starts_with("Black is treated rightly"), "{says:?}");
    }

    #[test]
    fn nothing_is_asked_of_what_is_no_position() {
        let setup = Setup::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
        let valid = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let role = posed(&valid, [])[0].role;
        assert!(neighbours(&setup, role).is_empty());
    }
}
