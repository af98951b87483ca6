//! Small variants of a position in which an engine is wrong. Where the answer is correct, the change matters.

use passant_query::{Query, Question};
use passant_rules::{File, PieceType, Position, Setup, Square};
use serde::{Deserialize, Serialize};

use super::queries::{PositionQuery, queries_about};
use super::query_role::QueryRole;

/// How a variant differs from the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Change {
    /// The colors are swapped.
    Colors,
    /// The files are mirrored.
    Files,
    /// The position is presented by its last move instead of its FEN, or the other way round.
    Presented,
    /// The FEN names no target.
    Field,
    /// A non-pawn of the other side is removed.
    Without(PieceType, Square),
    /// The king of the side to move stands on this square.
    King(Square),
}

/// A variant of a position, and whether the answer about it was correct.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariantResult {
    /// How it differs from the position, in a few words.
    pub change: String,
    /// The question.
    pub question: String,
    /// Whether the answer of the engine was correct.
    pub is_correct: bool,
    /// What follows about the fault, in a sentence.
    pub conclusion: Option<String>,
}

/// The variants about which the same question can be asked: with colors swapped, with files mirrored, presented the
/// other way, without the right, without each non-pawn of the other side, with the king on another square.
pub(super) fn variants(root: &Setup, role: QueryRole) -> Vec<(Change, Vec<PositionQuery>)> {
    let mut found = Vec::new();
    let mut add = |change, setup: Setup, role: QueryRole| {
        let is_asked = |query: &PositionQuery| query.role == role;
        let queries: Vec<_> = queries_about(&setup, [])
            .into_iter()
            .filter(is_asked)
            .collect();
        if setup.validate().is_ok() && !queries.is_empty() {
            found.push((change, queries));
        }
    };
    add(Change::Colors, flipped(root), role);
    if root.castling.is_empty() {
        add(Change::Files, mirrored(root), role);
    }
    if let Some(other) = role.presented_otherwise() {
        add(Change::Presented, root.clone(), other);
    }
    if root.en_passant.is_some() {
        let without = Setup {
            en_passant: None,
            ..root.clone()
        };
        add(Change::Field, without, role);
    }
    for (at, piece) in root.board.iter() {
        let kind = piece.piece_type();
        let is_non_pawn = !matches!(kind, PieceType::King | PieceType::Pawn);
        if piece.color() != root.side_to_move && is_non_pawn {
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
    /// The change in a few words.
    pub(super) fn words(self, question: &Question) -> String {
        let is_played = !question.line.steps.is_empty();
        match self {
            Self::Colors => "colors swapped".to_owned(),
            Self::Files => "files mirrored".to_owned(),
            Self::Presented if is_played => format!("reached by {}", question.line.steps_text()),
            Self::Presented => "given as a FEN".to_owned(),
            Self::Field => "no en passant square in the FEN".to_owned(),
            Self::Without(kind, at) => format!("without the {kind} on {at}"),
            Self::King(to) => format!("king on {to}"),
        }
    }

    /// What follows from a correct, or a wrong, answer about the variant.
    pub(super) fn conclusion(self, question: &Question, is_correct: bool) -> Option<String> {
        let is_played = !question.line.steps.is_empty();
        let is_about_moves = question.query == Query::Moves;
        let side = question.line.setup.side_to_move;
        let text = match (self, is_correct) {
            // Code that wraps around the edge reaches other squares in the twin.
            (Self::Colors, true) if is_at_edge(question) => {
                "It is correct with the colors swapped: look at code that counts squares from one corner of the board."
                    .to_owned()
            }
            (Self::Colors, true) => format!(
                "{side} is handled correctly: look at code that is written once for each color, such as offsets and \
                 ranks."
            ),
            (Self::Colors, false) => "It happens for both colors.".to_owned(),
            (Self::Files, true) => {
                "It is correct with the files mirrored: look at code that distinguishes left from right.".to_owned()
            }
            (Self::Files, false) => "It happens on both sides of the board.".to_owned(),
            (Self::Presented, true) if is_played => {
                "It is correct if the double push is played: the FEN is misread.".to_owned()
            }
            (Self::Presented, true) => {
                "It is correct if the FEN names the en passant square: the double push does not set the right as it should.".to_owned()
            }
            (Self::Presented, false) => {
                "It does not matter whether the FEN names the en passant square or the double push is played.".to_owned()
            }
            (Self::Field, false) => {
                "It happens without a right too: the right is not the cause.".to_owned()
            }
            (Self::Without(kind, at), true) => format!("It depends on the {kind} on {at}."),
            (Self::Without(kind, at), false) => format!("The {kind} on {at} does not matter."),
            (Self::King(_), true) => {
                "It depends on the square of the king: look at pins and checks.".to_owned()
            }
            (Self::King(to), false) if is_about_moves => {
                format!("It happens with the king on {to} too: it has nothing to do with pins and checks.")
            }
            // Without a right no capture can be missing; and other questions may have nothing to do with the king.
            (Self::Field, true) | (Self::King(_), false) => return None,
        };
        Some(text)
    }
}

/// Returns whether the target of the position is on the a- or h-file.
fn is_at_edge(question: &Question) -> bool {
    let target = question.line.setup.en_passant;
    target.is_some_and(|it| matches!(it.file(), File::A | File::H))
}

/// The position with the king of the side to move on the first square where it is not attacked, where every capture
/// is legal, and that shares no line with its old square.
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

/// A position with colors swapped, files mirrored, both and neither. Castling has no mirror image.
#[must_use]
pub fn twins(setup: &Setup) -> Vec<Setup> {
    let mut twins = vec![setup.clone(), flipped(setup)];
    if setup.castling.is_empty() {
        twins.extend([mirrored(setup), mirrored(&flipped(setup))]);
    }
    twins
}

fn flipped(setup: &Setup) -> Setup {
    let mut twin = Setup {
        board: passant_rules::Board::EMPTY,
        side_to_move: !setup.side_to_move,
        castling: passant_rules::CastlingRights::NONE,
        en_passant: setup.en_passant.map(Square::flip),
        ..*setup
    };
    for (at, piece) in setup.board.iter() {
        let other = passant_rules::Piece::new(!piece.color(), piece.piece_type());
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
    for (at, piece) in setup.board.iter() {
        twin.board.set(at.mirror(), Some(piece));
    }
    twin
}

#[cfg(test)]
mod tests {
    use passant_oracle::{EngineFault, FaultSet};
    use passant_query::{MoveQuery, Query};
    use passant_rules::Setup;

    use super::variants;
    use crate::diagnosis::predictions::reply_of_oracle;
    use crate::diagnosis::queries::{PositionQuery, queries_about};

    /// The conclusions for an engine with a fault, from the variants of its example.
    fn table(fault: EngineFault) -> Vec<String> {
        let question = fault.example();
        let root = &question.line.setup;
        let role = queries_about(root, [])
            .into_iter()
            .find(|query| query.question.query == Query::Moves)
            .unwrap()
            .role;
        let conclusion = |(change, queries): (super::Change, Vec<PositionQuery>)| {
            let question = &queries[0].question;
            let reply = |faults| reply_of_oracle(question, None, faults);
            let is_correct = reply(fault.into()) == reply(FaultSet::NONE);
            change.conclusion(question, is_correct)
        };
        variants(root, role)
            .into_iter()
            .filter_map(conclusion)
            .collect()
    }

    #[test]
    fn the_same_is_asked_about_a_variant() {
        let root = Setup::from_fen("3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1").unwrap();
        for asked in MoveQuery::ALL
            .into_iter()
            .filter(|it| *it != MoveQuery::Capture)
        {
            let is_asked = |it: &PositionQuery| matches!(it.question.query, Query::About(of, _) if of == asked);
            let mut queries = queries_about(&root, []).into_iter();
            let role = queries.rfind(is_asked).unwrap().role;
            let mut variants = variants(&root, role).into_iter();
            assert!(
                variants.all(|(_, queries)| queries.iter().all(is_asked)),
                "{asked}"
            );
        }
    }

    #[test]
    fn a_rank_pin_depends_on_the_king_and_the_rook() {
        let conclusions = table(EngineFault::RankPinIgnored);
        let expected = [
            "It happens for both colors.",
            "It happens on both sides of the board.",
            "It does not matter whether the FEN names the en passant square or the double push is played.",
            "It depends on the rook on h5.",
            "It depends on the square of the king: look at pins and checks.",
        ];
        assert_eq!(conclusions, expected);
    }

    #[test]
    fn recognizes_a_misread_field_and_a_fault_of_one_color() {
        let conclusions = table(EngineFault::FenFieldIgnored);
        let misread = "It is correct if the double push is played: the FEN is misread.";
        assert!(
            conclusions.iter().any(|it| it == misread),
            "{conclusions:?}"
        );
        let conclusions = table(EngineFault::WhiteCaptureMissed);
        let first = &conclusions[0];
        assert!(
            first.starts_with("Black is handled correctly"),
            "{conclusions:?}"
        );
    }

    /// White and Black wrap alike, onto other ranks.
    #[test]
    fn does_not_praise_a_color_where_squares_wrap_around_the_edge() {
        for fault in [EngineFault::WrapsToHFile, EngineFault::WrapsToAFile] {
            let conclusions = table(fault);
            let praised = conclusions.iter().find(|it| it.contains("handled"));
            assert_eq!(praised, None, "{fault}");
            assert!(
                conclusions[0].contains("from one corner"),
                "{conclusions:?}"
            );
        }
    }

    #[test]
    fn has_no_variants_of_an_invalid_position() {
        let setup = Setup::from_fen("8/8/8/8/8/8/8/8 w - - 0 1").unwrap();
        let valid = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
        let role = queries_about(&valid, [])[0].role;
        assert!(variants(&setup, role).is_empty());
    }
}
