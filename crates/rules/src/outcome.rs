//! The end of a game.

use core::fmt;

use crate::{Bitboard, Color, PieceType, Position};

/// The reason why a game is over, or why a player may claim a draw.
///
/// ```
/// use passant_rules::{Outcome, Position};
///
/// let position = Position::from_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")?;
/// assert_eq!(position.outcome(), Some(Outcome::Stalemate));
/// assert_eq!(Outcome::Stalemate.to_string(), "stalemate");
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Outcome {
    /// The side to move is in check and has no legal move (FIDE Laws of Chess, 5.1.1).
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move (5.2.1).
    Stalemate,
    /// Neither side can mate with its pieces, whatever both play (5.2.2): there are only the kings and one knight, or
    /// only the kings and bishops that all stand on squares of one color, whichever side they belong to.
    InsufficientMaterial,
    /// Seventy-five moves of each side without a capture or a pawn move (9.6.2): the game is over.
    SeventyFiveMoves,
    /// Fifty moves of each side without a capture or a pawn move (9.3): the game is drawn if a player claims it.
    FiftyMoves,
    /// The position has occurred for the fifth time (9.6.1): the game is over. Only a [`Game`](crate::Game) knows.
    FivefoldRepetition,
    /// The position has occurred for the third time (9.2): the game is drawn if a player claims it. Only a
    /// [`Game`](crate::Game) knows.
    ThreefoldRepetition,
}

impl Outcome {
    /// Tells whether the game only ends if a player claims it.
    ///
    /// ```
    /// use passant_rules::Outcome;
    ///
    /// assert!(Outcome::FiftyMoves.needs_claim());
    /// assert!(!Outcome::SeventyFiveMoves.needs_claim());
    /// ```
    #[must_use]
    pub const fn needs_claim(self) -> bool {
        matches!(self, Self::FiftyMoves | Self::ThreefoldRepetition)
    }

    /// The side that has won; `None` for a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// The result as PGN writes it (standard 8.1.1.7): `1-0`, `0-1` or `1/2-1/2`. A draw that needs a claim is a draw
    /// once it is claimed.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let mated = Position::from_fen("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")?;
    /// assert_eq!(mated.outcome().unwrap().pgn_result(), "1-0");
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub const fn pgn_result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl Position {
    /// Returns how the game has ended, as far as this position alone can tell; [`Game::outcome`](crate::Game::outcome)
    /// knows repetitions too. Mate comes before the move counters, as FIDE has it.
    ///
    /// ```
    /// use passant_rules::{Color, Outcome, Position};
    ///
    /// let mut position = Position::initial();
    /// for text in ["f3", "e5", "g4", "Qh4#"] {
    ///     let mv = position.parse_san(text).unwrap();
    ///     let _ = position.make(mv);
    /// }
    /// assert_eq!(position.outcome(), Some(Outcome::Checkmate { winner: Color::Black }));
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate {
                    winner: !self.side_to_move(),
                }
            } else {
                Outcome::Stalemate
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::InsufficientMaterial);
        }
        match self.halfmove_clock() {
            150.. => Some(Outcome::SeventyFiveMoves),
            100.. => Some(Outcome::FiftyMoves),
            _ => None,
        }
    }

    /// Tells whether neither side has the pieces to mate, whatever both play.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// assert!(Position::from_fen("4k3/8/8/8/8/8/8/4KB2 w - - 0 1")?.is_insufficient_material());
    /// assert!(!Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")?.is_insufficient_material());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let (mut knights, mut bishops) = (0, Bitboard::EMPTY);
        for at in self.occupied() {
            match self.piece_at(at).map(crate::Piece::piece_type) {
                Some(PieceType::Knight) => knights += 1,
                Some(PieceType::Bishop) => bishops.insert(at),
                Some(PieceType::King) | None => {}
                Some(PieceType::Pawn | PieceType::Rook | PieceType::Queen) => return false,
            }
        }
        let light = bishops.into_iter().filter(|at| at.is_light()).count();
        let on_one_color = light == 0 || light == bishops.into_iter().count();
        match knights {
            0 => on_one_color,
            1 => bishops.is_empty(),
            _ => false,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Checkmate { winner } => write!(f, "checkmate, {winner} wins"),
            Self::Stalemate => f.write_str("stalemate"),
            Self::InsufficientMaterial => f.write_str("draw: neither side can mate"),
            Self::SeventyFiveMoves => {
                f.write_str("draw: seventy-five moves without capture or pawn move")
            }
            Self::FiftyMoves => {
                f.write_str("draw on claim: fifty moves without capture or pawn move")
            }
            Self::FivefoldRepetition => f.write_str("draw: this position has occurred five times"),
            Self::ThreefoldRepetition => {
                f.write_str("draw on claim: this position has occurred three times")
            }
        }
    }
}
