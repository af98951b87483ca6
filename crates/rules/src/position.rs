//! A valid position, and what it knows about itself.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::geometry::{Address, NOWHERE, address, on_board, square};
use crate::mailbox::Mailbox;
use crate::state::State;
use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, EnPassant, EnPassantMode,
    EnPassantVerdict, File, Move, MoveList, Piece, PieceType, Setup, Square,
};

/// A position from which a game can go on.
///
/// There are two ways to get one: [`Setup::validate`] (which [`Position::from_fen`] goes through), and
/// [`Position::make`] with a legal move.
///
/// Two positions are equal when they are the same for FIDE Laws of Chess 9.2.3: the same pieces on the same squares,
/// the same side to move, the same castling rights, and the same *legal* en passant captures. Clocks do not matter.
///
/// ```
/// use passant_rules::{EnPassantMode, Position};
///
/// let mut position = Position::initial();
/// let mv = position.parse_san("e4").unwrap();
/// let undo = position.make(mv);
/// assert_eq!(
///     position.fen(EnPassantMode::Legal),
///     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
/// );
/// position.unmake(mv, undo);
/// assert_eq!(position, Position::initial());
/// ```
#[derive(Clone)]
pub struct Position {
    pub(crate) state: State,
    /// Twice the number of the move, and one more if Black is to move.
    pub(crate) plies: u32,
    pub(crate) castling: Castling,
    pub(crate) mailbox: Mailbox,
}

// A position is numbers and nothing else: no byte is padding, and each field has a value for every pattern of bits. So it
// can lie in memory that a program in C owns and may overwrite: what is read there is perhaps no position, but always a
// value of the type.
const _: () = assert!(
    size_of::<Position>() == size_of::<[u32; 3]>() + size_of::<Castling>() + size_of::<Mailbox>()
        && size_of::<Castling>() == size_of::<[u8; 6]>()
        && size_of::<Mailbox>() == size_of::<[u8; 194]>()
);

/// The facts about castling that do not change during a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Castling {
    /// The first address of the rook of each right; [`NOWHERE`] if there never was such a right.
    pub(crate) rooks: [Address; 4],
    /// 1 if an initial castling right is one of Chess960, else 0. Two bytes, see the assertion at [`Position`].
    is_chess960: u16,
}

impl Castling {
    const NONE: Self = Self {
        rooks: [NOWHERE; 4],
        is_chess960: 0,
    };

    #[inline]
    pub(crate) fn index(color: Color, side: CastlingSide) -> usize {
        (color as usize * 2 + side as usize) & 3
    }

    /// The bits of both rights of a side.
    #[inline]
    pub(crate) fn bits(color: Color) -> u8 {
        0b11 << (2 * color as u8)
    }

    /// The bit of a right.
    #[inline]
    pub(crate) fn bit(color: Color, side: CastlingSide) -> u8 {
        1 << Self::index(color, side)
    }
}

impl Position {
    /// The initial position of standard chess.
    ///
    /// ```
    /// use passant_rules::{EnPassantMode, Position};
    ///
    /// let fen = Position::initial().fen(EnPassantMode::Always);
    /// assert_eq!(&fen[..], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn initial() -> Self {
        let mut position = Self::nowhere();
        position.set_initial();
        position
    }

    /// Becomes the initial position, in place.
    #[inline(never)]
    pub(crate) fn set_initial(&mut self) {
        let board = Board::initial();
        self.mailbox.clear_all();
        self.mailbox.fill(&board, &board.counts());
        self.take_over(&Setup::EMPTY, CastlingRights::STANDARD, None);
    }

    /// Returns a value that is not a position yet: there are no pieces.
    #[inline]
    pub(crate) const fn nowhere() -> Self {
        Self {
            state: State::new(0, 0),
            plies: 0,
            castling: Castling::NONE,
            mailbox: Mailbox::empty(),
        }
    }

    /// Takes over a valid setup whose pieces are already in the mailbox, with castling rights and an en passant square
    /// that may have been repaired, and works out the right to capture en passant.
    #[inline(never)]
    pub(crate) fn take_over(
        &mut self,
        setup: &Setup,
        castling: CastlingRights,
        target: Option<Square>,
    ) {
        let mut rights = 0;
        self.castling = Castling::NONE;
        for (color, side, file) in castling.iter() {
            self.castling.rooks[Castling::index(color, side)] =
                address(Square::new(file, color.home_rank()));
            self.castling.is_chess960 |=
                u16::from(self.king(color).file() != File::E || file != side.standard_rook_file());
            rights |= Castling::bit(color, side);
        }
        let right =
            target.map(|target| EnPassant::after_push(&self.mailbox, setup.side_to_move, target));
        self.state = State::new(rights, setup.halfmove_clock).with_en_passant(right);
        self.plies = u32::from(setup.fullmove_number) << 1 | setup.side_to_move as u32;
    }

    /// The side to move.
    ///
    /// ```
    /// use passant_rules::{Color, Position};
    ///
    /// assert_eq!(Position::initial().side_to_move(), Color::White);
    /// ```
    #[inline]
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        if self.plies & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The piece on a square.
    ///
    /// ```
    /// use passant_rules::{Piece, Position, Square};
    ///
    /// assert_eq!(Position::initial().piece_at(Square::E1), Some(Piece::WhiteKing));
    /// assert_eq!(Position::initial().piece_at(Square::E4), None);
    /// ```
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox.piece_at(square)
    }

    /// Returns the pieces and their squares.
    ///
    /// ```
    /// use passant_rules::{Board, Position};
    ///
    /// assert_eq!(Position::initial().board(), Board::initial());
    /// ```
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for square in self.occupied() {
            board.set(square, self.piece_at(square));
        }
        board
    }

    /// The squares of the pieces of one side.
    ///
    /// ```
    /// use passant_rules::{Bitboard, Color, Position};
    ///
    /// assert_eq!(Position::initial().occupied_by(Color::White), Bitboard(0xFFFF));
    /// ```
    #[must_use]
    pub fn occupied_by(&self, color: Color) -> Bitboard {
        self.mailbox.occupied_by(color)
    }

    /// The squares on which a piece of one type and color stands.
    ///
    /// ```
    /// use passant_rules::{Piece, Position, Square};
    ///
    /// let rooks = Position::initial().squares_of(Piece::WhiteRook);
    /// assert!(rooks.into_iter().eq([Square::A1, Square::H1]));
    /// ```
    #[must_use]
    pub fn squares_of(&self, piece: Piece) -> Bitboard {
        self.occupied_by(piece.color())
            .into_iter()
            .filter(|&at| self.piece_at(at) == Some(piece))
            .collect()
    }

    /// The squares on which a piece stands: what a board with sensors reads.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// assert!(Position::initial().occupied().contains(Square::E7));
    /// ```
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.occupied_by(Color::White) | self.occupied_by(Color::Black)
    }

    /// Returns the square of a side's king.
    ///
    /// ```
    /// use passant_rules::{Color, Position, Square};
    ///
    /// assert_eq!(Position::initial().king(Color::Black), Square::E8);
    /// ```
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        square(self.mailbox.king(color) & 0x77)
    }

    /// The castling rights that are left.
    ///
    /// ```
    /// use passant_rules::{CastlingRights, Position};
    ///
    /// assert_eq!(Position::initial().castling_rights(), CastlingRights::STANDARD);
    /// ```
    #[must_use]
    pub fn castling_rights(&self) -> CastlingRights {
        let mut rights = CastlingRights::NONE;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                let rook = self
                    .castling_rook(color, side)
                    .map(|rook| square(rook).file());
                rights.set(color, side, rook);
            }
        }
        rights
    }

    /// Returns the address of the rook of a castling right, if the right is left.
    #[inline]
    pub(crate) fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Address> {
        let rook = self.castling.rooks[Castling::index(color, side)];
        (self.state.castling_rights() & Castling::bit(color, side) != 0 && on_board(rook))
            .then_some(rook)
    }

    /// Tells whether castling follows Chess960: one of the castling rights with which the game began has its king
    /// outside the e-file or its rook outside the corner. UCI then writes castling as king takes rook.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// assert!(!Position::initial().is_chess960());
    /// assert!(Position::from_fen("4k3/8/8/8/8/8/8/1RK5 w B - 0 1")?.is_chess960());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.castling.is_chess960 != 0
    }

    /// Returns the number of plies since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock()
    }

    /// The number of the next move; it grows after each move of Black.
    #[must_use]
    pub fn fullmove_number(&self) -> u16 {
        (self.plies >> 1) as u16
    }

    /// Tells whether a move is legal here. Generates the moves of that piece to find out.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Position, Square};
    ///
    /// let quiet = Move::new(Square::E2, Square::E4, MoveKind::Quiet);
    /// let double_push = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    /// assert!(!Position::initial().is_legal(quiet));
    /// assert!(Position::initial().is_legal(double_push));
    /// ```
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves_from(mv.from()).contains(&mv)
    }

    /// The squares to which the piece on a square may legally go: what a board with lights shows.
    ///
    /// A castling king goes to the g- or c-file.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let targets = Position::initial().targets(Square::G1);
    /// assert!(targets.into_iter().eq([Square::F3, Square::H3]));
    /// ```
    #[must_use]
    pub fn targets(&self, from: Square) -> Bitboard {
        let moves = self.legal_moves_from(from);
        moves.iter().map(|mv| mv.to()).collect()
    }

    /// The right to capture en passant. There is one right after every double push, and at no other time.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let mut position = Position::initial();
    /// assert!(position.en_passant().is_none());
    /// let _ = position.make(position.parse_uci("e2e4").unwrap());
    /// assert!(position.en_passant().is_some());
    /// let _ = position.make(position.parse_uci("g8f6").unwrap());
    /// assert!(position.en_passant().is_none());
    /// ```
    #[must_use]
    pub fn en_passant(&self) -> Option<EnPassant> {
        self.state.en_passant()
    }

    /// Says whether the en passant capture by the pawn on a square is legal, and if not, why; `None` if no pawn there
    /// could capture en passant.
    ///
    /// ```
    /// use passant_rules::{Position, IllegalReason, Square, EnPassantVerdict};
    ///
    /// let position = Position::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?;
    /// assert_eq!(position.judge_en_passant(Square::C5), Some(EnPassantVerdict::Illegal(IllegalReason::Rank)));
    /// assert_eq!(position.judge_en_passant(Square::E5), None);
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn judge_en_passant(&self, capturer: Square) -> Option<EnPassantVerdict> {
        let right = self
            .en_passant()
            .filter(|right| right.capturers().contains(capturer))?;
        Some(right.judge(&self.mailbox, self.side_to_move(), capturer))
    }

    /// Returns what the FEN of this position says, with the en passant square under one of the three conventions.
    ///
    /// ```
    /// use passant_rules::{EnPassantMode, Position};
    ///
    /// // The reflection of a position is a position too.
    /// let mut setup = Position::initial().setup(EnPassantMode::Always);
    /// setup.side_to_move = !setup.side_to_move;
    /// assert!(setup.validate().is_ok());
    /// ```
    #[must_use]
    pub fn setup(&self, mode: EnPassantMode) -> Setup {
        Setup {
            board: self.board(),
            side_to_move: self.side_to_move(),
            castling: self.castling_rights(),
            en_passant: self.en_passant().and_then(|right| right.shown(mode)),
            halfmove_clock: self.halfmove_clock(),
            fullmove_number: self.fullmove_number(),
        }
    }

    /// The legal moves by pieces of one type that arrive on a square, without castling; for writing SAN.
    pub(crate) fn moves_to(&self, kind: PieceType, to: Square) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|mv| {
            mv.to() == to
                && mv.kind().castling_side().is_none()
                && self
                    .piece_at(mv.from())
                    .is_some_and(|piece| piece.piece_type() == kind)
        });
        moves
    }

    /// The target of a legal en passant capture, if there is one.
    pub(crate) fn legal_target(&self) -> Option<Square> {
        self.en_passant()
            .and_then(|right| right.shown(EnPassantMode::Legal))
    }
}

impl Default for Position {
    /// The initial position.
    fn default() -> Self {
        Self::initial()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.side_to_move() == other.side_to_move()
            && self.castling_rights() == other.castling_rights()
            && self.legal_target() == other.legal_target()
            && self.board() == other.board()
    }
}

impl Eq for Position {}

impl Hash for Position {
    /// Hashes the [key](Position::key), which is the same for equal positions.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for Position {
    /// The FEN, with the en passant square after every double push.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen(EnPassantMode::Always))
    }
}

impl fmt::Display for Position {
    /// The FEN, with the en passant square after every double push.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.fen(EnPassantMode::Always))
    }
}
