//! The kinds of check.

use crate::column::Column;

/// The kind of check, by the pieces that give it after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CheckKind {
    Direct,
    Discovered,
    DirectDiscovered,
    DoubleDiscovered,
}

impl CheckKind {
    /// The kind of check, given the checkers and the destination of the moved piece as the side in check sees them.
    #[inline(always)]
    pub(super) fn of(checkers: u64, arrival: u64) -> Option<Self> {
        let is_single = checkers & checkers.wrapping_sub(1) == 0;
        match (checkers & arrival != 0, is_single) {
            _ if checkers == 0 => None,
            (true, true) => Some(Self::Direct),
            (false, true) => Some(Self::Discovered),
            (true, false) => Some(Self::DirectDiscovered),
            (false, false) => Some(Self::DoubleDiscovered),
        }
    }

    /// The columns of this kind: among all moves and among en passant captures, each first for checks and then for
    /// mates.
    pub(super) const fn columns(self) -> [[Column; 2]; 2] {
        match self {
            Self::Direct => [
                [Column::DirectChecks, Column::DirectMates],
                [Column::EnPassantDirectChecks, Column::EnPassantDirectMates],
            ],
            Self::Discovered => [
                [Column::DiscoveredChecks, Column::DiscoveredMates],
                [
                    Column::EnPassantDiscoveredChecks,
                    Column::EnPassantDiscoveredMates,
                ],
            ],
            Self::DirectDiscovered => [
                [
                    Column::DirectDiscoveredChecks,
                    Column::DirectDiscoveredMates,
                ],
                [
                    Column::EnPassantDirectDiscoveredChecks,
                    Column::EnPassantDirectDiscoveredMates,
                ],
            ],
            Self::DoubleDiscovered => [
                [
                    Column::DoubleDiscoveredChecks,
                    Column::DoubleDiscoveredMates,
                ],
                [
                    Column::EnPassantDoubleDiscoveredChecks,
                    Column::EnPassantDoubleDiscoveredMates,
                ],
            ],
        }
    }
}
