//! The columns of a tally: what is counted.

use core::fmt;

/// Declares the columns once: each with its meaning, its name and its group.
macro_rules! columns {
    ($($(#[doc = $meaning:literal])+ $column:ident $name:ident $group:ident,)+) => {
        /// A column of a [`Tally`](crate::Tally): a kind of leaf move, or a reason why an en passant capture is illegal.
        ///
        /// Leaf moves are the moves of the last ply of the walk. A piece gives *direct* check when it gives check from the
        /// destination of the move. For castling that is the destination of the rook, for a promotion the piece is the
        /// new one, for en passant it is the capturer. A leaf move counts in at most one of the eight columns from
        /// [`Column::DirectChecks`] on. The definitions are those of The Grand Chess Tree's tables.
        ///
        /// The rejected captures are not moves. They are counted in the positions before the last ply, and they are
        /// exactly the moves that an engine without the test generates too many. If a capture is illegal for several
        /// reasons, the first in the order check, file, diagonal, rank, victim counts.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Column { $($(#[doc = $meaning])+ $column),+ }

        impl Column {
            /// All columns, in the order in which they are printed.
            pub const ALL: [Self; Self::COUNT] = [$(Self::$column),+];

            /// The number of columns.
            pub const COUNT: usize = [$(stringify!($column)),+].len();

            /// The name of the column, as tables and JSON print it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$column => stringify!($name)),+ }
            }

            /// Returns what the column counts, in a sentence.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                match self { $(Self::$column => concat!($($meaning),+).trim_ascii_start()),+ }
            }

            /// The group that the column belongs to.
            #[must_use]
            pub const fn group(self) -> ColumnGroup {
                match self { $(Self::$column => ColumnGroup::$group),+ }
            }
        }
    };
}

columns! {
    /// Every leaf move.
    Nodes nodes Move,
    /// The move captures, en passant captures and capturing promotions included.
    Captures captures Move,
    /// The move is an en passant capture.
    EnPassant en_passant Move,
    /// The move castles.
    Castles castles Move,
    /// A pawn promotes; each promotion piece is a move of its own.
    Promotions promotions Move,
    /// A pawn moves two squares.
    DoublePushes double_pushes Move,
    /// Only the moved piece gives check, and it is not mate.
    DirectChecks direct_checks Check,
    /// Only the moved piece gives check, and it is mate.
    DirectMates direct_mates Check,
    /// Only another piece gives check, and it is not mate.
    DiscoveredChecks discovered_checks Check,
    /// Only another piece gives check, and it is mate.
    DiscoveredMates discovered_mates Check,
    /// The moved piece and another give check, and it is not mate.
    DirectDiscoveredChecks direct_discovered_checks Check,
    /// The moved piece and another give check, and it is mate.
    DirectDiscoveredMates direct_discovered_mates Check,
    /// Two other pieces give check, and it is not mate; only an en passant capture can do this.
    DoubleDiscoveredChecks double_discovered_checks Check,
    /// Two other pieces give check, and it is mate; only an en passant capture can do this.
    DoubleDiscoveredMates double_discovered_mates Check,
    /// The opponent has no move and is not in check.
    Stalemates stalemates Check,
    /// An en passant capture in `direct_checks`.
    EnPassantDirectChecks en_passant_direct_checks EnPassantCheck,
    /// An en passant capture in `direct_mates`.
    EnPassantDirectMates en_passant_direct_mates EnPassantCheck,
    /// An en passant capture in `discovered_checks`.
    EnPassantDiscoveredChecks en_passant_discovered_checks EnPassantCheck,
    /// An en passant capture in `discovered_mates`.
    EnPassantDiscoveredMates en_passant_discovered_mates EnPassantCheck,
    /// An en passant capture in `direct_discovered_checks`.
    EnPassantDirectDiscoveredChecks en_passant_direct_discovered_checks EnPassantCheck,
    /// An en passant capture in `direct_discovered_mates`.
    EnPassantDirectDiscoveredMates en_passant_direct_discovered_mates EnPassantCheck,
    /// An en passant capture in `double_discovered_checks`.
    EnPassantDoubleDiscoveredChecks en_passant_double_discovered_checks EnPassantCheck,
    /// An en passant capture in `double_discovered_mates`.
    EnPassantDoubleDiscoveredMates en_passant_double_discovered_mates EnPassantCheck,
    /// An en passant capture that answers a check.
    Evasions evasions EnPassant,
    /// An en passant capture along the line on which the capturer is pinned.
    PinnedLegal pinned_legal EnPassant,
    /// An en passant capture of a pawn that blocked a line to the king on a file; the capturer replaces the victim as
    /// the blocker.
    Reblocked reblocked EnPassant,
    /// Rejected: both pawns would leave the rank together and uncover a rook or queen.
    RejectedRank rejected_rank Rejected,
    /// Rejected: the capturer is pinned on its file.
    RejectedFile rejected_file Rejected,
    /// Rejected: the capturer is pinned on a diagonal and would leave it.
    RejectedDiagonal rejected_diagonal Rejected,
    /// Rejected: the victim blocks a diagonal to the king (no legal game leads to such a position).
    RejectedVictim rejected_victim Rejected,
    /// Rejected: the side to move is in check and the capture does not answer it.
    RejectedCheck rejected_check Rejected,
}

/// Columns about the same thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ColumnGroup {
    /// The kind of a move.
    Move,
    /// Effects of a move on the other king.
    Check,
    /// Effects of an en passant capture on the other king.
    EnPassantCheck,
    /// Effects of an en passant capture on the own king.
    EnPassant,
    /// The reasons why an en passant capture is illegal.
    Rejected,
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

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
