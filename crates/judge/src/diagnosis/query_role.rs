//! The relation of a question to its position.

use std::mem::{Discriminant, discriminant};

use passant_query::{MoveQuery, Query};

/// The relation of a question to its position. Questions of one role can be asked about any other position too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QueryRole {
    pub(super) stage: QueryStage,
    pub(super) is_undone: bool,
    pub(super) kind: QueryKind,
}

/// The kind of question, whatever the depth, the move, the text or the other line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct QueryKind(Discriminant<Query>, Option<MoveQuery>);

impl QueryKind {
    pub(super) const MOVES: Self = Self(discriminant(&Query::Moves), None);

    pub(super) fn of(query: &Query) -> Self {
        let about = match query {
            Query::About(asked, _) => Some(*asked),
            _ => None,
        };
        Self(discriminant(query), about)
    }
}

impl QueryRole {
    /// The legal moves.
    pub(super) const MOVES: Self = Self {
        stage: QueryStage::Root,
        ..Self::PUSHED_MOVES
    };

    /// The legal moves after the double push.
    pub(super) const PUSHED_MOVES: Self = Self {
        stage: QueryStage::Pushed,
        is_undone: false,
        kind: QueryKind::MOVES,
    };

    /// Tells whether the same can be asked about any other position.
    pub(super) fn can_be_asked_elsewhere(self) -> bool {
        self.stage != QueryStage::Played
    }

    /// The role of the same question about the root as the result of the push instead of its FEN, or the other way
    /// round.
    pub(super) fn other_presentation(self) -> Option<Self> {
        let stage = match self.stage {
            QueryStage::Root => QueryStage::Pushed,
            QueryStage::Pushed => QueryStage::Root,
            _ => return None,
        };
        Some(Self { stage, ..self })
    }
}

/// The way from the root to the position of a question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum QueryStage {
    /// It is the root.
    Root,
    /// It is the one before the double push.
    BeforePush,
    /// It is the root, reached by the double push.
    Pushed,
    /// After the moves of a case about the move that is played.
    Played,
    /// After an en passant capture.
    Captured,
    /// After a move that lets the right expire.
    Expired,
    /// After a move that lets the right expire, and a reply that is taken back.
    Replied,
    /// After a null move.
    NullMove,
    /// After a double push by the other side on the same file.
    CounterPush,
    /// It is the root, copied.
    Copied,
    /// It is the root, written as a FEN and read back.
    Reread,
    /// It is compared with the root without its right.
    NoRight,
    /// It is compared with the root with a right on another file.
    OtherFile,
    /// After pieces have moved back and forth.
    Repeated,
}
