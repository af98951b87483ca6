//! Keys of the Polyglot opening book format.
//!
//! The format fixes 781 random numbers and their meaning
//! ([Polyglot book format](https://www.chessprogramming.org/PolyGlot), `book_format.html`). It has its own en
//! passant rule: the right counts if a pawn of the side to move stands beside the pawn that has moved two squares,
//! whether or not its capture is legal ([`EnPassantMode::PseudoLegal`]).

use crate::{CastlingSide, Color, EnPassantMode, Position};

mod random;

use random::RANDOM;

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

impl Position {
    /// The key of this position in a Polyglot opening book.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// assert_eq!(Position::initial().polyglot_key(), 0x463B_9618_1691_FC9C);
    /// ```
    #[must_use]
    pub fn polyglot_key(&self) -> u64 {
        let mut key = 0;
        let mut add = |index: usize| key ^= RANDOM.get(index).copied().unwrap_or(0);
        for at in self.occupied() {
            if let Some(piece) = self.piece_at(at) {
                // Black pawn, white pawn, black knight, white knight, … white king.
                let kind =
                    2 * piece.piece_type().index() + usize::from(piece.color() == Color::White);
                add(64 * kind + usize::from(at.index()));
            }
        }
        for (color, side, _) in self.castling_rights().iter() {
            add(CASTLING + 2 * color.index() + usize::from(side == CastlingSide::Queen));
        }
        if let Some(target) = self
            .en_passant()
            .and_then(|right| right.shown(EnPassantMode::PseudoLegal))
        {
            add(EN_PASSANT + usize::from(target.file().index()));
        }
        if self.side_to_move() == Color::White {
            add(WHITE_TO_MOVE);
        }
        key
    }
}
