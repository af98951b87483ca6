//! A valid position and what can be asked of it.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::checks::CheckInfo;
use crate::geometry::{Address, NOWHERE, address, on_board, square};
use crate::mailbox::Mailbox;
use crate::state::State;
use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, EnPassant, EnPassantMode, File, Move,
    MoveList, Piece, PieceType, Setup, Square,
};

/// A position that a game can go on from.
///
/// Two ways lead to one: [`Setup::validate`] (which [`Position::from_fen`] goes through), and
/// [`Position::make`] with a legal move.
///
/// Two positions are equal when they are the same for FIDE Laws of Chess 9.2.3: the same men on the same squares, the
/// same side to move, the same castling rights, and the same *legal* en passant captures. Clocks do not matter.
#[derive(Clone)]
pub struct Position {
    pub(crate) state: State,
    /// Half-moves: twice the number of the move, and one more if it is Black's turn.
    pub(crate) plies: u32,
    pub(crate) castling: Castling,
    pub(crate) mailbox: Mailbox,
}

/// What never changes in a game about castling.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Castling {
    /// Where the rook of each right stood, [`NOWHERE`] if there never was such a right.
    pub(crate) rooks: [Address; 4],
    /// Whether one of the rights there were at first is none of standard chess.
    is_chess960: bool,
}

impl Castling {
    const NEVER: Self = Self {
        rooks: [NOWHERE; 4],
        is_chess960: false,
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

    /// Becomes the initial position, where it is.
    #[inline(never)]
    pub(crate) fn set_initial(&mut self) {
        let board = Board::initial();
        self.mailbox.clear_all();
        self.mailbox.fill(&board, &board.counts());
        self.take_over(&Setup::EMPTY, CastlingRights::STANDARD, None);
    }

    /// No position yet: there are no men.
    #[inline]
    pub(crate) const fn nowhere() -> Self {
        Self {
            state: State::new(0, 0),
            plies: 0,
            castling: Castling::NEVER,
            mailbox: Mailbox::empty(),
        }
    }

    /// Believes a setup whose men are in the mailbox already, but for its rights, which may have been repaired, and works
    /// out the right to capture en passant.
    #[inline(never)]
    pub(crate) fn take_over(
        &mut self,
        setup: &Setup,
        castling: CastlingRights,
        target: Option<Square>,
    ) {
        let mut rights = 0;
        self.castling = Castling::NEVER;
        for (color, side, file) in castling.iter() {
            self.castling.rooks[Castling::index(color, side)] =
                address(Square::new(file, color.home_rank()));
            self.castling.is_chess960 |=
                self.king(color).file() != File::E || file != side.standard_rook_file();
            rights |= Castling::bit(color, side);
        }
        let right =
            target.map(|target| EnPassant::after_push(&self.mailbox, setup.side_to_move, target));
        self.state = State::new(rights, setup.halfmove_clock).with_en_passant(right);
        self.plies = u32::from(setup.fullmove_number) << 1 | setup.side_to_move as u32;
    }

    /// Whose turn it is.
    #[inline]
    #[must_use]
    pub fn side_to_move(&self) -> Color {
        if self.plies & 1 == 0 {
            Color::White
        } else {
            Color::Black
        }
    }

    /// The man on a square.
    #[inline]
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.mailbox.piece_at(square)
    }

    /// Which man stands on which square.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        for square in self.occupied() {
            board.set(square, self.piece_at(square));
        }
        board
    }

    /// The squares of the men of one side.
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

    /// The squares on which anything stands: what a board with sensors reads.
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.occupied_by(Color::White) | self.occupied_by(Color::Black)
    }

    /// Where the king of a side stands.
    #[must_use]
    pub fn king(&self, color: Color) -> Square {
        square(self.mailbox.king(color) & 0x77)
    }

    /// The castling rights that are left.
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

    /// Where the rook of a castling right stands, while the right is left.
    #[inline]
    pub(crate) fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<Address> {
        let rook = self.castling.rooks[Castling::index(color, side)];
        (self.state.castling_rights() & Castling::bit(color, side) != 0 && on_board(rook))
            .then_some(rook)
    }

    /// Whether castling is that of Chess960: a right that this position or the one it was played from began with has
    /// its king not on the e-file, or its rook not in the corner. Castlings are written king-takes-rook in UCI then.
    #[must_use]
    pub fn is_chess960(&self) -> bool {
        self.castling.is_chess960
    }

    /// Half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock()
    }

    /// The number of the move about to be played; it grows after Black's.
    #[must_use]
    pub fn fullmove_number(&self) -> u16 {
        (self.plies >> 1) as u16
    }

    /// The men that give check.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.attackers(!self.side_to_move(), self.king(self.side_to_move()))
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        let us = self.side_to_move();
        self.mailbox.attacks(!us, self.mailbox.king(us), NOWHERE)
    }

    /// The men of a side that attack a square, whether or not they may move there.
    #[must_use]
    pub fn attackers(&self, by: Color, target: Square) -> Bitboard {
        self.mailbox.attackers(by, address(target))
    }

    /// The men of the side to move that shield their king from a slider.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        let check_info = CheckInfo::of(&self.mailbox, self.side_to_move());
        self.occupied_by(self.side_to_move())
            .into_iter()
            .filter(|&at| check_info.pin(self.mailbox.cell(address(at))) != 0)
            .collect()
    }

    /// Whether a move is legal here. Generates the moves of that man to see.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves_from(mv.from()).contains(&mv)
    }

    /// The squares to which the man on a square may legally go: what a board with lights lights.
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

    /// What a FEN would say of this position, with the en passant square under a convention.
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

    /// The legal moves of the man of a given type that arrive on a square; used for reading and writing text.
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

    /// Where a legal en passant capture arrives, if there is one: with the men, that says which pawns may capture what.
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
