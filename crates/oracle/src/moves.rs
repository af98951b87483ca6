//! The moves of the pieces: pseudo-legal ones, and those that are legal.

use passant_rules::{
    Bitboard, Board, Color, Move, MoveKind, Piece, PieceType, Rank, Setup, Square,
};

use crate::State;
use crate::attack::{attacks, shields};
use crate::state::king_attackers;

/// More moves than most positions have, so that a list need not grow.
const MANY: usize = 64;

impl State {
    /// Returns all legal moves, in no particular order.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.moves_among(&|_| true)
    }

    /// The legal moves among those that are asked about: the others are not played to see whether they are legal.
    pub(crate) fn moves_among(&self, is_asked: &dyn Fn(Move) -> bool) -> Vec<Move> {
        let risky = self.risky_squares();
        let mut moves = self.pseudo_legal_moves();
        moves.retain(|&mv| is_asked(mv) && self.is_legal(mv, risky));
        moves
    }

    /// Tells whether there is a legal move at all.
    pub(crate) fn has_move(&self) -> bool {
        self.has_move_among(&|_| true)
    }

    /// Tells whether there is a legal move among those that are asked about.
    pub(crate) fn has_move_among(&self, is_asked: &dyn Fn(Move) -> bool) -> bool {
        let risky = self.risky_squares();
        let is_wanted = |mv| is_asked(mv) && self.is_legal(mv, risky);
        self.list_until(is_wanted, &mut Vec::new())
    }

    /// Returns all pseudo-legal moves: the king of the side that moves may be attacked afterwards, and a castling king
    /// may come from or cross an attacked square.
    #[must_use]
    pub fn pseudo_legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::with_capacity(MANY);
        self.list_until(|_| false, &mut moves);
        moves
    }

    /// Lists pseudo-legal moves, those of one piece after the other and then castling and en passant, until one is wanted.
    /// Returns whether one is.
    fn list_until(&self, is_wanted: impl Fn(Move) -> bool, moves: &mut Vec<Move>) -> bool {
        for (from, piece) in self.board().iter() {
            if piece.color() != self.us() {
                continue;
            }
            let listed = moves.len();
            match piece.piece_type() {
                PieceType::Pawn => self.pawn_moves(from, moves),
                _ => self.officer_moves(from, moves),
            }
            if moves.iter().skip(listed).any(|&mv| is_wanted(mv)) {
                return true;
            }
        }
        let listed = moves.len();
        self.castling_moves(moves);
        self.en_passant_moves(moves);
        moves.iter().skip(listed).any(|&mv| is_wanted(mv))
    }

    /// Tells whether a pseudo-legal move is legal: play it, then see whether the king can be captured. That can only be
    /// after a move from one of the `risky` squares, or en passant, which empties a second square; the others need not
    /// be played.
    fn is_legal(&self, mv: Move, risky: Bitboard) -> bool {
        let is_risky = risky.contains(mv.from()) || mv.is_en_passant();
        !is_risky || (self.castles_safely(mv) && !self.hangs_king(mv))
    }

    /// The squares from which a move may leave the king attacked: all of them in check, otherwise that of the king, and those of
    /// the pieces that shield it.
    fn risky_squares(&self) -> Bitboard {
        if self.is_check() {
            return !Bitboard::EMPTY;
        }
        let kings = self.kings();
        kings.into_iter().fold(kings, |risky, king| {
            risky | shields(self.board(), !self.us(), king)
        })
    }

    /// Tells whether a move leaves the king of the side that makes it attacked.
    pub(crate) fn hangs_king(&self, mv: Move) -> bool {
        !king_attackers(&self.board_after(mv), self.us()).is_empty()
    }

    /// The moves of a king, queen, rook, bishop or knight: to the squares that it attacks.
    fn officer_moves(&self, from: Square, moves: &mut Vec<Move>) {
        for to in attacks(self.board(), from) {
            if self.is_empty(to) {
                moves.push(Move::new(from, to, MoveKind::Quiet));
            } else if self.has_enemy(to) {
                moves.push(Move::new(from, to, MoveKind::Capture));
            }
        }
    }

    /// The moves of a pawn except en passant: ahead to empty squares, diagonally to enemy pieces.
    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        if let Some(to) = self.single_push(from) {
            self.pawn_arrives(from, to, MoveKind::Quiet, moves);
        }
        if let Some(to) = self.double_push(from) {
            moves.push(Move::new(from, to, MoveKind::DoublePush));
        }
        for to in attacks(self.board(), from) {
            if self.has_enemy(to) {
                self.pawn_arrives(from, to, MoveKind::Capture, moves);
            }
        }
    }

    /// The square one step ahead of a pawn, if there is one and it is empty.
    fn single_push(&self, from: Square) -> Option<Square> {
        from.offset(0, self.us().forward())
            .filter(|&to| self.is_empty(to))
    }

    /// The square two steps ahead of a pawn on its second rank, if both are empty.
    fn double_push(&self, from: Square) -> Option<Square> {
        Some(from)
            .filter(|from| from.rank().relative_to(self.us()) == Rank::Second)
            .and_then(|from| self.single_push(from))
            .and_then(|passed| self.single_push(passed))
    }

    /// Adds one move, or four promotions on the last rank.
    fn pawn_arrives(&self, from: Square, to: Square, kind: MoveKind, moves: &mut Vec<Move>) {
        if to.rank().relative_to(self.us()) == Rank::Eighth {
            let kinds = PieceType::PROMOTIONS
                .into_iter()
                .filter_map(|piece| kind.promoting_to(piece));
            moves.extend(kinds.map(|kind| Move::new(from, to, kind)));
        } else {
            moves.push(Move::new(from, to, kind));
        }
    }
}

impl State {
    /// The state after a move, which must be one of [`State::pseudo_legal_moves`]. With another move nothing panics:
    /// the piece on its origin goes to its destination.
    #[must_use]
    pub fn make(&self, mv: Move) -> Self {
        Self {
            setup: Setup {
                board: self.board_after(mv),
                side_to_move: !self.us(),
                castling: self.castling_after(mv),
                en_passant: self.target_after(mv),
                halfmove_clock: self.halfmove_clock_after(mv),
                fullmove_number: self.fullmove_number_after(),
            },
        }
    }

    pub(crate) fn board_after(&self, mv: Move) -> Board {
        let mut board = self.board().clone();
        if let Some(side) = mv.kind().castling_side() {
            self.castle(side, &mut board);
            return board;
        }
        board.set(mv.to(), self.man_after(mv));
        board.set(mv.from(), None);
        if mv.is_en_passant() {
            self.remove_victim(mv, &mut board);
        }
        board
    }

    /// The piece that arrives: the one that left, or the one that a pawn promotes to.
    fn man_after(&self, mv: Move) -> Option<Piece> {
        match mv.promotion() {
            Some(kind) => Some(Piece::new(self.us(), kind)),
            None => self.board().get(mv.from()),
        }
    }

    /// The square that a double push passes over; `None` after every other move, whatever there was before.
    fn target_after(&self, mv: Move) -> Option<Square> {
        match mv.kind() {
            MoveKind::DoublePush => mv.from().offset(0, self.us().forward()),
            _ => None,
        }
    }

    /// Returns the number of plies since the last capture or pawn move (FIDE Laws of Chess 9.3).
    fn halfmove_clock_after(&self, mv: Move) -> u16 {
        if mv.is_capture() || self.has(self.us(), PieceType::Pawn, mv.from()) {
            0
        } else {
            self.setup.halfmove_clock.saturating_add(1)
        }
    }

    /// The number of the move, which increases after Black's move.
    fn fullmove_number_after(&self) -> u16 {
        let black_moved = self.us() == Color::Black;
        self.setup
            .fullmove_number
            .saturating_add(u16::from(black_moved))
    }
}
