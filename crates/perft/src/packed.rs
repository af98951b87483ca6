//! A position in 24 bytes, with nothing left out that a count could depend on.

use passant_rules::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, EnPassant, Piece, PieceType, Position,
    Setup, Square,
};

/// A position as three words: the occupied squares, then four bits for each man in the order of the squares.
///
/// ```text
/// word 0   one bit for each occupied square, A1 lowest
/// word 1   the men 0 to 15, four bits each, the first man lowest
/// word 2   the men 16 to 31
/// ```
///
/// The numbers of men leave four codes free, and what else there is to know of a position fits into them: the rooks
/// that may castle, whose turn it is, and the pawn that may be captured en passant. Two positions have the same words
/// exactly when they are equal ([`Position`]'s `Eq`: *legal* en passant captures, no clocks), and then their trees are
/// the same. Only the captures that are refused right at the root can differ, so that a [`Tally`](crate::Tally) of
/// depth 1 may not be looked up by this key; from depth 2 on every count may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Packed {
    pub(crate) words: [u64; 3],
}

/// A white rook that has not moved and whose king has not: it may castle some time.
const WHITE_CASTLING_ROOK: u8 = 6;
/// The white king, when White is to move. Otherwise it has the number of its [`Piece`].
const WHITE_KING_TO_MOVE: u8 = 7;
/// A black rook that may castle some time.
const BLACK_CASTLING_ROOK: u8 = 14;
/// A pawn of either colour that has just moved two squares and that can legally be captured en passant. It is white
/// on the fourth rank and black on the fifth.
const VICTIM: u8 = 15;

impl Packed {
    pub(crate) fn of(position: &Position) -> Self {
        let occupied = position.occupied();
        let rights = position.castling_rights();
        let castles = |at: Square, color: Color| {
            CastlingSide::ALL
                .into_iter()
                .any(|side| rights.rook_square(color, side) == Some(at))
        };
        let victim = position
            .en_passant()
            .filter(|right| !right.legal().is_empty())
            .map(EnPassant::victim);
        let mut words = [occupied.0, 0, 0];
        for (index, at) in occupied.into_iter().enumerate() {
            let code = match position.piece_at(at) {
                Some(Piece::WhiteRook) if castles(at, Color::White) => WHITE_CASTLING_ROOK,
                Some(Piece::BlackRook) if castles(at, Color::Black) => BLACK_CASTLING_ROOK,
                Some(Piece::WhiteKing) if position.side_to_move() == Color::White => {
                    WHITE_KING_TO_MOVE
                }
                _ if Some(at) == victim => VICTIM,
                Some(man) => man as u8,
                None => continue,
            };
            words[word_of(index)] |= u64::from(code) << (index % 16 * 4);
        }
        Self { words }
    }

    /// The position, its clocks at their start.
    ///
    /// # Panics
    ///
    /// Never for words made by [`Packed::of`] from a position, or from one that legal moves lead to.
    pub(crate) fn position(self) -> Position {
        let repaired = self.setup().repair();
        let (position, _) = repaired.expect("packed from a position, which was valid");
        position
    }

    fn setup(self) -> Setup {
        let mut setup = Setup {
            board: Board::EMPTY,
            side_to_move: Color::Black,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        let mut rooks = Vec::new();
        for (index, at) in Bitboard(self.words[0]).into_iter().enumerate() {
            let code = (self.words[word_of(index)] >> (index % 16 * 4)) & 15;
            let man = match code as u8 {
                WHITE_CASTLING_ROOK => {
                    rooks.push(at);
                    Piece::WhiteRook
                }
                BLACK_CASTLING_ROOK => {
                    rooks.push(at);
                    Piece::BlackRook
                }
                WHITE_KING_TO_MOVE => {
                    setup.side_to_move = Color::White;
                    Piece::WhiteKing
                }
                VICTIM => victim(at, &mut setup),
                code => man(code),
            };
            setup.board.set(at, Some(man));
        }
        for rook in rooks {
            restore_right(rook, &mut setup);
        }
        setup
    }
}

/// The word of a man, by his number. A valid position has at most 32 men.
fn word_of(index: usize) -> usize {
    1 + usize::from(16 <= index)
}

/// A man by the number of its [`Piece`].
fn man(code: u8) -> Piece {
    let color = if code < 8 { Color::White } else { Color::Black };
    let kind = PieceType::ALL[usize::from(code % 8) % PieceType::ALL.len()];
    Piece::new(color, kind)
}

/// Notes that the pawn on a square may be captured en passant.
fn victim(at: Square, setup: &mut Setup) -> Piece {
    let color = if at.rank() == passant_rules::Rank::Fourth {
        Color::White
    } else {
        Color::Black
    };
    setup.en_passant = at.offset(0, -color.forward());
    Piece::new(color, PieceType::Pawn)
}

/// Gives a rook its right back: which wing it is on is seen from its king.
fn restore_right(rook: Square, setup: &mut Setup) {
    let color = setup.board.get(rook).map_or(Color::White, Piece::color);
    let king = setup
        .board
        .squares_of(Piece::new(color, PieceType::King))
        .first();
    let side = if king.is_some_and(|king| king.file() < rook.file()) {
        CastlingSide::King
    } else {
        CastlingSide::Queen
    };
    setup.castling.set(color, side, Some(rook.file()));
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;
    use proptest::prelude::*;

    use super::Packed;
    use crate::{bulk, tally};

    /// Castling of both kinds, both colours to move, captures en passant that are legal, refused, and of both kinds.
    const STARTS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1",
        "4k3/8/8/8/1pPp4/8/6B1/4K3 b - c3 0 1",
    ];

    /// Every position on the way of some random moves.
    fn game() -> impl Strategy<Value = Vec<Position>> {
        let choices = proptest::collection::vec(any::<usize>(), 0..80);
        (0..STARTS.len(), choices).prop_map(|(start, choices)| {
            let mut position = Position::from_fen(STARTS[start]).unwrap();
            let mut game = vec![position.clone()];
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let _ = position.make(moves[choice % moves.len()]);
                game.push(position.clone());
            }
            game
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_position_comes_back(game in game()) {
            for position in game {
                let packed = Packed::of(&position);
                let back = packed.position();
                prop_assert_eq!(&back, &position);
                prop_assert_eq!(Packed::of(&back), packed);
                prop_assert_eq!(bulk(&mut back.clone(), 1), bulk(&mut position.clone(), 1));
            }
        }

        /// Refused captures differ at depth 1 and at no other.
        #[test]
        fn its_tree_is_the_same(game in game()) {
            let position = game.last().unwrap();
            let back = Packed::of(position).position();
            prop_assert_eq!(tally(&mut back.clone(), 2), tally(&mut position.clone(), 2));
        }

        /// FIDE Laws 9.2.3, as `Position` has it, and the words say the same.
        #[test]
        fn words_are_equal_when_positions_are(one in game(), other in game()) {
            for (one, other) in one.iter().zip(&other) {
                prop_assert_eq!(Packed::of(one) == Packed::of(other), one == other);
            }
        }
    }

    #[test]
    fn what_the_men_do_not_show_is_told_apart() {
        let fens = [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/3pPp2/8/8/8/4K3 w - f6 0 1",
        ];
        let packed = fens.map(|fen| Packed::of(&Position::from_fen(fen).unwrap()));
        for (index, one) in packed.iter().enumerate() {
            assert!(!packed[..index].contains(one), "{}", fens[index]);
        }
    }
}
