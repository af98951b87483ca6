//! The columns of a tally: what is counted.

use core::fmt;

/// A column of a [`Tally`](crate::Tally): a kind of leaf move, or a reason why an en passant capture is illegal.
///
/// Leaf moves are the moves of the last ply of the walk. A piece gives *direct* check when it gives check from the
/// destination of the move. For castling that is the destination of the rook, for a promotion the piece is the new one,
/// for en passant it is the capturer. A leaf move counts in at most one of the eight columns from
/// [`Column::DirectChecks`] on. The definitions are those of The Grand Chess Tree's tables.
///
/// The rejected captures are not moves. They are counted in the positions before the last ply, and they are exactly the
/// moves that an engine without the test generates too many. If a capture is illegal for several reasons, the first in
/// the order check, file, diagonal, rank, victim counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Column {
    /// Every leaf move.
    Nodes,
    /// The move captures, en passant captures and capturing promotions included.
    Captures,
    /// The move is an en passant capture.
    EnPassant,
    /// The move castles.
    Castles,
    /// A pawn promotes; each promotion piece is a move of its own.
    Promotions,
    /// A pawn moves two squares.
    DoublePushes,
    /// Only the moved piece gives check, and it is not mate.
    DirectChecks,
    /// Only the moved piece gives check, and it is mate.
    DirectMates,
    /// Only another piece gives check, and it is not mate.
    DiscoveredChecks,
    /// Only another piece gives check, and it is mate.
    DiscoveredMates,
    /// The moved piece and another give check, and it is not mate.
    DirectDiscoveredChecks,
    /// The moved piece and another give check, and it is mate.
    DirectDiscoveredMates,
    /// Two other pieces give check, and it is not mate; only an en passant capture can do this.
    DoubleDiscoveredChecks,
    /// Two other pieces give check, and it is mate; only an en passant capture can do this.
    DoubleDiscoveredMates,
    /// The opponent has no move and is not in check.
    Stalemates,
    /// An en passant capture in `direct_checks`.
    EnPassantDirectChecks,
    /// An en passant capture in `direct_mates`.
    EnPassantDirectMates,
    /// An en passant capture in `discovered_checks`.
    EnPassantDiscoveredChecks,
    /// An en passant capture in `discovered_mates`.
    EnPassantDiscoveredMates,
    /// An en passant capture in `direct_discovered_checks`.
    EnPassantDirectDiscoveredChecks,
    /// An en passant capture in `direct_discovered_mates`.
    EnPassantDirectDiscoveredMates,
    /// An en passant capture in `double_discovered_checks`.
    EnPassantDoubleDiscoveredChecks,
    /// An en passant capture in `double_discovered_mates`.
    EnPassantDoubleDiscoveredMates,
    /// An en passant capture that answers a check.
    Evasions,
    /// An en passant capture along the line on which the capturer is pinned.
    PinnedLegal,
    /// An en passant capture of a pawn that blocked a line to the king on a file; the capturer replaces the victim as
    /// the blocker.
    Reblocked,
    /// Rejected: both pawns would leave the rank together and uncover a rook or queen.
    RejectedRank,
    /// Rejected: the capturer is pinned on its file.
    RejectedFile,
    /// Rejected: the capturer is pinned on a diagonal and would leave it.
    RejectedDiagonal,
    /// Rejected: the victim blocks a diagonal to the king (no legal game leads to such a position).
    RejectedVictim,
    /// Rejected: the side to move is in check and the capture does not answer it.
    RejectedCheck,
}

impl Column {
    /// The number of columns.
    pub const COUNT: usize = 31;

    /// All columns, in the order in which they are printed.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Nodes,
        Self::Captures,
        Self::EnPassant,
        Self::Castles,
        Self::Promotions,
        Self::DoublePushes,
        Self::DirectChecks,
        Self::DirectMates,
        Self::DiscoveredChecks,
        Self::DiscoveredMates,
        Self::DirectDiscoveredChecks,
        Self::DirectDiscoveredMates,
        Self::DoubleDiscoveredChecks,
        Self::DoubleDiscoveredMates,
        Self::Stalemates,
        Self::EnPassantDirectChecks,
        Self::EnPassantDirectMates,
        Self::EnPassantDiscoveredChecks,
        Self::EnPassantDiscoveredMates,
        Self::EnPassantDirectDiscoveredChecks,
        Self::EnPassantDirectDiscoveredMates,
        Self::EnPassantDoubleDiscoveredChecks,
        Self::EnPassantDoubleDiscoveredMates,
        Self::Evasions,
        Self::PinnedLegal,
        Self::Reblocked,
        Self::RejectedRank,
        Self::RejectedFile,
        Self::RejectedDiagonal,
        Self::RejectedVictim,
        Self::RejectedCheck,
    ];

    /// The name of the column, as tables and JSON print it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Captures => "captures",
            Self::EnPassant => "en_passant",
            Self::Castles => "castles",
            Self::Promotions => "promotions",
            Self::DoublePushes => "double_pushes",
            Self::DirectChecks => "direct_checks",
            Self::DirectMates => "direct_mates",
            Self::DiscoveredChecks => "discovered_checks",
            Self::DiscoveredMates => "discovered_mates",
            Self::DirectDiscoveredChecks => "direct_discovered_checks",
            Self::DirectDiscoveredMates => "direct_discovered_mates",
            Self::DoubleDiscoveredChecks => "double_discovered_checks",
            Self::DoubleDiscoveredMates => "double_discovered_mates",
            Self::Stalemates => "stalemates",
            Self::EnPassantDirectChecks => "en_passant_direct_checks",
            Self::EnPassantDirectMates => "en_passant_direct_mates",
            Self::EnPassantDiscoveredChecks => "en_passant_discovered_checks",
            Self::EnPassantDiscoveredMates => "en_passant_discovered_mates",
            Self::EnPassantDirectDiscoveredChecks => "en_passant_direct_discovered_checks",
            Self::EnPassantDirectDiscoveredMates => "en_passant_direct_discovered_mates",
            Self::EnPassantDoubleDiscoveredChecks => "en_passant_double_discovered_checks",
            Self::EnPassantDoubleDiscoveredMates => "en_passant_double_discovered_mates",
            Self::Evasions => "evasions",
            Self::PinnedLegal => "pinned_legal",
            Self::Reblocked => "reblocked",
            Self::RejectedRank => "rejected_rank",
            Self::RejectedFile => "rejected_file",
            Self::RejectedDiagonal => "rejected_diagonal",
            Self::RejectedVictim => "rejected_victim",
            Self::RejectedCheck => "rejected_check",
        }
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
