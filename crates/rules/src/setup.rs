//! The contents of a FEN, before anything is checked.

use crate::{Board, CastlingRights, Color, Square};

/// The contents of a FEN. Nothing is checked before [`Setup::validate`] or [`Setup::repair`].
///
/// ```
/// use passant_rules::{SetupFault, Setup, Square};
///
/// let mut setup = Setup::from_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")?;
/// assert!(setup.validate().is_ok());
/// setup.en_passant = Some(Square::D3);
/// assert_eq!(setup.validate().unwrap_err()[..], [SetupFault::EnPassantNoPawn { victim: Square::D4 }]);
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// The pieces and their squares.
    pub board: Board,
    /// The side whose turn it is.
    pub side_to_move: Color,
    /// The castling rights that the FEN claims.
    pub castling: CastlingRights,
    /// The square that a pawn is said to have passed over with its last move.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move about to be played.
    pub fullmove_number: u16,
}

impl Setup {
    /// An empty board, White to move.
    pub(crate) const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
}
