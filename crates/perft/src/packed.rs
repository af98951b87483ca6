//! A position in 24 bytes, with everything that a count depends on.

use passant_kernel::{Root, Sets};
use passant_rules::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Piece, PieceType, Position, Rank, Repair,
    Setup, Square,
};

/// A position as three words: the occupied squares, then four bits for each piece in the order of the squares.
///
/// ```text
/// word 0   one bit for each occupied square, A1 lowest
/// word 1   the pieces 0 to 15, four bits each, the first piece lowest
/// word 2   the pieces 16 to 31
/// ```
///
/// The twelve pieces leave four codes free, and the rest of the state fits into them: the rooks that may castle, the
/// side to move, and the pawn that can be captured en passant. Two positions have the same words exactly when they are
/// equal by [`Position`]'s `Eq`, which compares *legal* en passant captures and ignores clocks. Equal positions have
/// the same tree. Only the illegal captures at the root can differ, so a [`Tally`](passant_count::Tally) of depth 1 must not be
/// looked up by this key; from depth 2 on every count can be.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Packed {
    pub(crate) words: [u64; 3],
}

/// A white rook with a castling right.
const WHITE_CASTLING_ROOK: u8 = 6;
/// The white king when White is to move. When Black is to move, the king has the number of its [`Piece`].
pub(crate) const WHITE_KING_TO_MOVE: u8 = 7;
/// A black rook with a castling right.
const BLACK_CASTLING_ROOK: u8 = 14;
/// A pawn of either color that has just moved two squares and can legally be captured en passant. Its rank tells its
/// color: a white pawn is on the fourth rank, a black one on the fifth.
const VICTIM: u8 = 15;

const FOURTH_RANK: u64 = 0xFF << 24;

impl Packed {
    pub(crate) fn of(position: &Position) -> Self {
        let occupied = position.occupied();
        let mut packed = Self {
            words: [occupied.0, 0, 0],
        };
        let mut squares = occupied.into_iter();
        for word in &mut packed.words[1..] {
            for (index, at) in squares.by_ref().take(PIECES_IN_A_WORD).enumerate() {
                let code = position.piece_at(at).map_or(0, |piece| piece as u64);
                *word |= code << (4 * index);
            }
        }
        packed.add_state(position);
        packed
    }

    /// Gives other codes to the pieces that tell of more than themselves.
    fn add_state(&mut self, position: &Position) {
        for (color, _, file) in position.castling_rights().iter() {
            let code = match color {
                Color::White => WHITE_CASTLING_ROOK,
                Color::Black => BLACK_CASTLING_ROOK,
            };
            self.replace(Square::new(file, color.home_rank()), code);
        }
        if position.side_to_move() == Color::White {
            self.replace(position.king(Color::White), WHITE_KING_TO_MOVE);
        }
        let right = position.en_passant();
        if let Some(right) = right.filter(|right| !right.legal().is_empty()) {
            self.replace(right.victim(), VICTIM);
        }
    }

    /// Writes another code for the piece on an occupied square.
    pub(crate) fn replace(&mut self, at: Square, code: u8) {
        let shift = self.shift(at);
        let codes = self.codes() & !(15 << shift);
        self.set_codes(codes | u128::from(code) << shift);
    }

    /// Takes the piece from an occupied square.
    pub(crate) fn remove(&mut self, at: Square) {
        let shift = self.shift(at);
        let codes = self.codes();
        let before = codes & ((1 << shift) - 1);
        self.set_codes(before | codes >> shift >> 4 << shift);
        self.words[0] &= !(1 << at.index());
    }

    /// Puts a piece on an empty square. There must be fewer than 32.
    pub(crate) fn insert(&mut self, at: Square, code: u8) {
        let shift = self.shift(at);
        let codes = self.codes();
        let before = codes & ((1 << shift) - 1);
        let after = codes >> shift << 4 | u128::from(code);
        self.set_codes(before | after << shift);
        self.words[0] |= 1 << at.index();
    }

    /// The lowest bit of the piece on a square among all codes, or where it would be.
    fn shift(&self, at: Square) -> u32 {
        let before = self.words[0] & ((1 << at.index()) - 1);
        4 * before.count_ones()
    }

    /// The codes of all pieces.
    fn codes(&self) -> u128 {
        u128::from(self.words[2]) << 64 | u128::from(self.words[1])
    }

    fn set_codes(&mut self, codes: u128) {
        self.words[1] = codes as u64;
        self.words[2] = (codes >> 64) as u64;
    }

    /// The sets of squares of a position, which these words must be of. No piece takes a branch, which no processor could
    /// predict.
    pub(crate) fn sets(&self) -> Sets {
        let occupied = self.words[0];
        // For each bit of the codes, the squares of the pieces whose code has it.
        let mut bits = [0; 4];
        let mut squares = Bitboard(occupied).into_iter();
        for mut codes in self.words.into_iter().skip(1) {
            for at in squares.by_ref().take(PIECES_IN_A_WORD) {
                for (number, set) in bits.iter_mut().enumerate() {
                    *set |= (codes >> number & 1) << at.index();
                }
                codes >>= 4;
            }
        }
        let [low, middle, high, black] = bits;
        let squares_of = |kind: u8| {
            let bit = |set: u64, number: u8| if kind >> number & 1 == 1 { set } else { !set };
            occupied & bit(low, 0) & bit(middle, 1) & bit(high, 2)
        };
        let victim = squares_of(VICTIM) & black;
        let king_to_move = squares_of(WHITE_KING_TO_MOVE) & !black;
        let castling_rooks = squares_of(WHITE_CASTLING_ROOK);
        let white_victim = victim & FOURTH_RANK;
        Sets {
            pawns: squares_of(PieceType::Pawn as u8) | victim,
            knights: squares_of(PieceType::Knight as u8),
            bishops: squares_of(PieceType::Bishop as u8),
            rooks: squares_of(PieceType::Rook as u8) | castling_rooks,
            queens: squares_of(PieceType::Queen as u8),
            kings: squares_of(PieceType::King as u8) | king_to_move,
            white: occupied & !black | white_victim,
            castling_rooks,
            victim,
            side_to_move: if king_to_move == 0 {
                Color::Black
            } else {
                Color::White
            },
        }
    }

    /// Tells whether these are the words of a position, and not others from which one can be read too: with two
    /// victims, for example. A kernel may begin with them only then.
    pub(crate) fn is_position(&self) -> bool {
        self.position()
            .is_some_and(|position| Self::of(&position) == *self)
    }

    /// The position with these words, with clocks at their start; `None` if there is none.
    pub(crate) fn position(&self) -> Option<Position> {
        let occupied = Bitboard(self.words[0]);
        if MOST_PIECES < occupied.len() {
            return None;
        }
        let mut setup = Setup {
            board: Board::EMPTY,
            side_to_move: Color::Black,
            castling: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        let mut castling_rooks = [Bitboard(0); 2];
        for (index, at) in occupied.into_iter().enumerate() {
            let code = (self.codes() >> (4 * index)) as u8 & 15;
            let piece = match code {
                WHITE_KING_TO_MOVE => {
                    setup.side_to_move = Color::White;
                    Piece::WhiteKing
                }
                WHITE_CASTLING_ROOK => {
                    castling_rooks[0].insert(at);
                    Piece::WhiteRook
                }
                BLACK_CASTLING_ROOK => {
                    castling_rooks[1].insert(at);
                    Piece::BlackRook
                }
                VICTIM if at.rank() == Rank::Fourth => {
                    setup.en_passant = Some(Square::new(at.file(), Rank::Third));
                    Piece::WhitePawn
                }
                VICTIM => {
                    setup.en_passant = Some(Square::new(at.file(), Rank::Sixth));
                    Piece::BlackPawn
                }
                code => PIECES[usize::from(code)]?,
            };
            setup.board.set(at, Some(piece));
        }
        for (color, rooks) in Color::ALL.into_iter().zip(castling_rooks) {
            let king = setup.board.squares_of(Piece::new(color, PieceType::King));
            for rook in rooks {
                let side = if king.first()?.file() < rook.file() {
                    CastlingSide::King
                } else {
                    CastlingSide::Queen
                };
                setup.castling.set(color, side, Some(rook.file()));
            }
        }
        let (position, faults) = setup.repair().ok()?;
        // A root that no game reaches may have been accepted.
        let is_whole = faults.iter().all(|fault| fault.repair() == Repair::Accept);
        is_whole.then_some(position)
    }
}

impl Packed {
    /// A hash that spreads positions evenly.
    pub(crate) fn hash(&self) -> u64 {
        let [occupied, low, high] = self.words;
        let first = fold_product(
            occupied ^ 0x9e37_79b9_7f4a_7c15,
            low ^ 0xd1b5_4a32_d192_ed03,
        );
        fold_product(
            first ^ 0x8cb9_2ba7_2f3d_8dd7,
            high.rotate_left(32) ^ occupied ^ 0xaef1_7502_108e_f2d9,
        )
    }
}

impl Packed {
    /// A hash of the occupied squares alone: similar positions have the same.
    pub(crate) fn place(&self) -> u64 {
        let squares = self.words[0];
        let once = fold_product(squares ^ 0x9e37_79b9_7f4a_7c15, 0xd1b5_4a32_d192_ed03);
        fold_product(once ^ squares, 0x8cb9_2ba7_2f3d_8dd7)
    }
}

fn fold_product(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The most pieces of a position.
const MOST_PIECES: u32 = 32;

const PIECES_IN_A_WORD: usize = 16;

/// The piece of each code that means nothing else.
const PIECES: [Option<Piece>; 16] = {
    let mut pieces = [None; 16];
    let mut color = 0;
    while color < 2 {
        let mut kind = 0;
        while kind < PieceType::ALL.len() {
            let piece = Piece::new(Color::ALL[color], PieceType::ALL[kind]);
            pieces[piece as usize] = Some(piece);
            kind += 1;
        }
        color += 1;
    }
    pieces
};

impl From<&Packed> for Root {
    fn from(packed: &Packed) -> Self {
        Self::from(&packed.sets())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use passant_rules::{EnPassantMode, Position, Square};
    use proptest::prelude::*;

    use super::{Packed, VICTIM};
    use passant_count::tally;
    use passant_kernel::Root;

    /// Castling of both kinds, both colors to move, and en passant captures: legal, illegal, and both at once.
    const STARTS: [&str; 7] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1",
        "4k3/8/8/8/1pPp4/8/6B1/4K3 b - c3 0 1",
    ];

    /// Returns all positions of a random game.
    pub(crate) fn game() -> impl Strategy<Value = Vec<Position>> {
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

        /// Clocks and illegal captures are not packed: a position without them has the same words, and the same tally
        /// apart from the illegal captures at its root.
        #[test]
        fn clocks_and_illegal_captures_do_not_change_the_words(game in game()) {
            for position in game {
                let mut setup = position.setup(EnPassantMode::Legal);
                setup.halfmove_clock = 0;
                let bare = setup.repair().unwrap().0;
                prop_assert_eq!(Packed::of(&bare), Packed::of(&position));
                prop_assert_eq!(tally(&mut bare.clone(), 2), tally(&mut position.clone(), 2));
            }
        }

        /// Compares with `Position`'s equality, which is that of FIDE Laws 9.2.3.
        #[test]
        fn words_are_equal_exactly_when_positions_are_equal(one in game(), other in game()) {
            for (one, other) in one.iter().zip(&other) {
                prop_assert_eq!(Packed::of(one) == Packed::of(other), one == other);
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn a_position_comes_back_from_its_words(game in game()) {
            for position in game {
                let unpacked = Packed::of(&position).position().unwrap();
                prop_assert_eq!(&unpacked, &position);
                let [found, expected] = [&unpacked, &position].map(|position| {
                    let mut moves: Vec<_> = position.legal_moves().iter().map(|mv| mv.bits()).collect();
                    moves.sort_unstable();
                    moves
                });
                prop_assert_eq!(found, expected);
            }
        }

        /// The kernel that begins with the position has unpacked it in its own way.
        #[test]
        fn a_kernel_begins_with_the_position_of_the_words(game in game()) {
            for position in game {
                let packed = Packed::of(&position);
                let expected = Root::from(&packed.position().unwrap());
                prop_assert_eq!(Root::from(&packed), expected, "{}", position);
            }
        }

        /// A file may hold any words.
        #[test]
        fn any_words_are_a_position_or_none(words in any::<[u64; 3]>(), sparse in any::<[u64; 2]>()) {
            for words in [words, [words[0] & sparse[0] & sparse[1], words[1], words[2]]] {
                let packed = Packed { words };
                let position = packed.position();
                if let Some(position) = &position {
                    prop_assert!(position.occupied().0 == words[0]);
                }
                if packed.is_position() {
                    prop_assert_eq!(Root::from(&packed), Root::from(&position.unwrap()));
                }
            }
        }
    }

    /// The pawns of d5 and f5 cannot both have moved last.
    #[test]
    fn words_with_two_victims_are_no_position() {
        let mut packed =
            Packed::of(&Position::from_fen("4k3/8/8/3pPp2/8/8/8/4K3 w - d6 0 1").unwrap());
        assert!(packed.is_position());
        packed.replace(Square::F5, VICTIM);
        assert!(packed.position().is_some() && !packed.is_position());
    }

    #[test]
    fn side_to_move_rights_and_targets_change_the_words() {
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
