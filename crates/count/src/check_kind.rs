//! The kinds of check.

use crate::column::Column;

/// The kind of check, by the pieces that give it after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckKind {
    /// The moved piece alone gives check.
    Direct,
    /// Another piece alone gives check.
    Discovered,
    /// The moved piece and another give check.
    DirectDiscovered,
    /// Two other pieces give check; only an en passant capture can do this.
    DoubleDiscovered,
}

impl CheckKind {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Direct,
        Self::Discovered,
        Self::DirectDiscovered,
        Self::DoubleDiscovered,
    ];

    /// The kind of check that the moved piece gives or does not give, alone or with others.
    #[inline]
    #[must_use]
    pub const fn of(is_direct: bool, is_single: bool) -> Self {
        match (is_direct, is_single) {
            (true, true) => Self::Direct,
            (false, true) => Self::Discovered,
            (true, false) => Self::DirectDiscovered,
            (false, false) => Self::DoubleDiscovered,
        }
    }

    /// The column of all moves that give this kind of check.
    #[must_use]
    pub const fn column(self, is_mate: bool) -> Column {
        match (self, is_mate) {
            (Self::Direct, false) => Column::DirectChecks,
            (Self::Direct, true) => Column::DirectMates,
            (Self::Discovered, false) => Column::DiscoveredChecks,
            (Self::Discovered, true) => Column::DiscoveredMates,
            (Self::DirectDiscovered, false) => Column::DirectDiscoveredChecks,
            (Self::DirectDiscovered, true) => Column::DirectDiscoveredMates,
            (Self::DoubleDiscovered, false) => Column::DoubleDiscoveredChecks,
            (Self::DoubleDiscovered, true) => Column::DoubleDiscoveredMates,
        }
    }

    /// The column of en passant captures that give this kind of check.
    #[must_use]
    pub const fn en_passant_column(self, is_mate: bool) -> Column {
        match (self, is_mate) {
            (Self::Direct, false) => Column::EnPassantDirectChecks,
            (Self::Direct, true) => Column::EnPassantDirectMates,
            (Self::Discovered, false) => Column::EnPassantDiscoveredChecks,
            (Self::Discovered, true) => Column::EnPassantDiscoveredMates,
            (Self::DirectDiscovered, false) => Column::EnPassantDirectDiscoveredChecks,
            (Self::DirectDiscovered, true) => Column::EnPassantDirectDiscoveredMates,
            (Self::DoubleDiscovered, false) => Column::EnPassantDoubleDiscoveredChecks,
            (Self::DoubleDiscovered, true) => Column::EnPassantDoubleDiscoveredMates,
        }
    }
}
