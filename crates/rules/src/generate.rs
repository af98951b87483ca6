//! The legal moves, and only these: no move is made to find out whether it is legal.
//!
//! Checks and pins are worked out once ([`CheckInfo`]); they decide where each piece may go. Which en passant captures
//! are legal was already decided when the right arose ([`EnPassant`](crate::EnPassant)).

use crate::checks::CheckInfo;
use crate::geometry::{Address, KNIGHT_STEPS, STEPS, address, on_board, rank_of, square};
use crate::mailbox::{EMPTY, Mailbox, base, code, is_piece_of};
use crate::{CastlingSide, Color, Move, MoveKind, MoveList, Position, Square};

/// Takes the moves as they are found.
///
/// Counting and listing share the generator through this: a move that is only counted is never packed.
trait Sink {
    fn add(&mut self, from: Address, to: Address, kind: MoveKind);

    /// Tells whether the moves of the piece on this square are wanted; others may be added anyway.
    #[inline]
    fn wants(&self, _: Address) -> bool {
        true
    }

    /// Tells whether no further move is needed; asked before each piece.
    #[inline]
    fn is_satisfied(&self) -> bool {
        false
    }
}

/// Notes whether there is any move.
struct Any(bool);

impl Sink for Any {
    #[inline]
    fn add(&mut self, _: Address, _: Address, _: MoveKind) {
        self.0 = true;
    }

    #[inline]
    fn is_satisfied(&self) -> bool {
        self.0
    }
}

impl Sink for MoveList {
    #[inline]
    fn add(&mut self, from: Address, to: Address, kind: MoveKind) {
        // There is room: a `MoveList` has places for the moves of every valid position.
        self.push(pack_move(from, to, kind));
    }
}

/// The moves of one piece.
struct OfOne {
    from: Address,
    moves: MoveList,
}

impl Sink for OfOne {
    #[inline]
    fn add(&mut self, from: Address, to: Address, kind: MoveKind) {
        if from == self.from {
            self.moves.add(from, to, kind);
        }
    }

    #[inline]
    fn wants(&self, from: Address) -> bool {
        from == self.from
    }
}

/// Fills places that the caller provides, and goes on counting when they are full; without any place, it only counts.
struct Places<'a> {
    room: &'a mut [Move],
    used: usize,
}

impl Sink for Places<'_> {
    #[inline]
    fn add(&mut self, from: Address, to: Address, kind: MoveKind) {
        if let Some(place) = self.room.get_mut(self.used) {
            *place = pack_move(from, to, kind);
        }
        self.used += 1;
    }
}

impl Position {
    /// Returns all legal moves. The king's moves come first; otherwise the order may change.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// assert_eq!(Position::initial().legal_moves().len(), 20);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        Generator::new(self, &mut moves).run();
        moves
    }

    /// The legal moves of the piece on a square; none if it is not a piece of the side to move. The moves of other
    /// pieces are not generated.
    ///
    /// ```
    /// use passant_rules::{Position, Square};
    ///
    /// let moves = Position::initial().legal_moves_from(Square::B1);
    /// assert!(moves.iter().map(|mv| mv.to()).eq([Square::C3, Square::A3]));
    /// ```
    #[must_use]
    pub fn legal_moves_from(&self, from: Square) -> MoveList {
        let mut of_one = OfOne {
            from: address(from),
            moves: MoveList::new(),
        };
        Generator::new(self, &mut of_one).run();
        of_one.moves
    }

    /// Writes the legal moves into the first places of `room`. Returns them and the places that are left, or `None` if
    /// there are too few places.
    ///
    /// A search can keep the moves of all its plies in one array this way: about forty moves a ply instead of a
    /// [`MoveList`] of 440 bytes. What `room` held before does not matter.
    ///
    /// ```
    /// use passant_rules::{Move, MoveKind, Position, Square};
    ///
    /// let anything = Move::new(Square::A1, Square::A1, MoveKind::Quiet);
    /// let mut room = [anything; 50];
    /// let position = Position::initial();
    /// let (moves, rest) = position.legal_moves_in(&mut room).unwrap();
    /// assert_eq!((moves.len(), rest.len()), (20, 30));
    /// assert!(position.legal_moves_in(&mut room[..19]).is_none());
    /// ```
    #[must_use]
    pub fn legal_moves_in<'a>(
        &self,
        room: &'a mut [Move],
    ) -> Option<(&'a mut [Move], &'a mut [Move])> {
        let mut places = Places { room, used: 0 };
        Generator::new(self, &mut places).run();
        let Places { room, used } = places;
        room.split_at_mut_checked(used)
    }

    /// Returns the number of legal moves, without listing them.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// assert_eq!(Position::initial().count_legal_moves(), 20);
    /// ```
    #[must_use]
    pub fn count_legal_moves(&self) -> u32 {
        let mut places = Places {
            room: &mut [],
            used: 0,
        };
        Generator::new(self, &mut places).run();
        places.used as u32
    }

    /// Tells whether there is a legal move. Stops at the first piece that has one.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let stalemate = Position::from_fen("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")?;
    /// assert!(!stalemate.has_legal_move());
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        let mut any = Any(false);
        Generator::new(self, &mut any).run();
        any.0
    }
}

/// The move between two addresses on the board.
#[inline]
fn pack_move(from: Address, to: Address, kind: MoveKind) -> Move {
    Move::new(square(from), square(to), kind)
}

struct Generator<'a, S> {
    position: &'a Position,
    board: &'a Mailbox,
    us: Color,
    check_info: CheckInfo,
    /// The steps along the rank, west and east, that the king may take: bits 0 and 1.
    safe: u8,
    sink: &'a mut S,
}

impl<'a, S: Sink> Generator<'a, S> {
    #[inline]
    fn new(position: &'a Position, sink: &'a mut S) -> Self {
        let us = position.side_to_move();
        Self {
            position,
            board: &position.mailbox,
            us,
            check_info: CheckInfo::new(position.mailbox.king(us)),
            safe: 0,
            sink,
        }
    }

    #[inline]
    fn run(mut self) {
        self.check_info.find(self.board, self.us);
        if self.sink.wants(self.board.king(self.us)) {
            self.king();
            if !self.is_check() {
                self.castling(CastlingSide::King);
                self.castling(CastlingSide::Queen);
            }
        }
        if 1 < self.check_info.checkers() {
            return;
        }
        for slot in base(self.us) + 1..base(self.us) + 16 {
            let from = self.board.address_of(slot);
            let pin = self.check_info.pin(slot);
            // A pinned piece never answers a check, because the checker stands on another line.
            if !on_board(from) || !self.sink.wants(from) || (pin != 0 && self.is_check()) {
                continue;
            }
            if self.sink.is_satisfied() {
                return;
            }
            let code = self.board.code(slot);
            match code {
                code::PAWN => self.pawn(from, pin),
                code::KNIGHT => self.knight(from, pin),
                _ => self.slider(from, pin, code),
            }
        }
        self.en_passant();
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.check_info.checkers() != 0
    }

    /// Tells whether a move that arrives here answers the check, if there is one.
    #[inline]
    fn answers(&self, to: Address) -> bool {
        !self.is_check() || self.check_info.is_answered_at(to)
    }

    /// Adds the move or the capture of a non-pawn; says whether a slider may go on.
    #[inline]
    fn step(&mut self, from: Address, to: Address) -> bool {
        let cell = self.board.cell(to);
        if !is_piece_of(self.us, cell) && self.answers(to) {
            self.sink.add(from, to, arrival(cell));
        }
        cell == EMPTY
    }

    #[inline]
    fn king(&mut self) {
        let from = self.board.king(self.us);
        for step in STEPS {
            let to = from.wrapping_add(step);
            let cell = self.board.cell(to);
            if !on_board(to) || is_piece_of(self.us, cell) || self.board.attacks(!self.us, to, from)
            {
                continue;
            }
            self.safe |= beside(step);
            self.sink.add(from, to, arrival(cell));
        }
    }

    #[inline]
    fn knight(&mut self, from: Address, pin: u8) {
        if pin != 0 {
            return;
        }
        for step in KNIGHT_STEPS {
            let to = from.wrapping_add(step);
            if on_board(to) {
                self.step(from, to);
            }
        }
    }

    /// The moves along the lines of a slider; a pinned piece stays on the line of its pin.
    #[inline]
    fn slider(&mut self, from: Address, pin: u8, code: u8) {
        let (orthogonal, diagonal) = STEPS.split_at(4);
        let steps = match code {
            code::ROOK => orthogonal,
            code::BISHOP => diagonal,
            _ => &STEPS,
        };
        for &step in steps {
            if !is_along(pin, step) {
                continue;
            }
            let mut to = from.wrapping_add(step);
            while on_board(to) && self.step(from, to) {
                to = to.wrapping_add(step);
            }
        }
    }

    #[inline]
    fn pawn(&mut self, from: Address, pin: u8) {
        let (up, start) = match self.us {
            Color::White => (0x10, 1),
            Color::Black => (0xF0, 6),
        };
        let to = from.wrapping_add(up);
        if self.board.cell(to) == EMPTY && is_along(pin, up) {
            self.pawn_arrives(from, to, MoveKind::Quiet);
            let far = to.wrapping_add(up);
            if rank_of(from) == start && self.board.cell(far) == EMPTY && self.answers(far) {
                self.sink.add(from, far, MoveKind::DoublePush);
            }
        }
        for step in [up.wrapping_sub(1), up.wrapping_add(1)] {
            let to = from.wrapping_add(step);
            if on_board(to) && is_piece_of(!self.us, self.board.cell(to)) && is_along(pin, step) {
                self.pawn_arrives(from, to, MoveKind::Capture);
            }
        }
    }

    /// Adds a pawn's move, or its four promotions on the last rank.
    #[inline]
    fn pawn_arrives(&mut self, from: Address, to: Address, kind: MoveKind) {
        if !self.answers(to) {
            return;
        }
        // No pawn arrives on its own home rank.
        if !matches!(rank_of(to), 0 | 7) {
            return self.sink.add(from, to, kind);
        }
        for kind in kind.promotions() {
            self.sink.add(from, to, kind);
        }
    }

    /// The en passant captures: the right already says which are legal, in check or not.
    #[inline]
    fn en_passant(&mut self) {
        if let Some(right) = self.position.en_passant() {
            for from in right.legal_from() {
                self.sink
                    .add(from, address(right.target()), MoveKind::EnPassant);
            }
        }
    }

    /// Adds castling, if the king is not in check.
    ///
    /// FIDE Laws of Chess 3.8.2: king and rook have not moved, no piece stands between them or on their way, and the
    /// king neither crosses nor reaches an attacked square. In Chess960 the rook may open a line to the king when it
    /// moves: then it is pinned on the home rank, and castling is illegal.
    #[inline]
    fn castling(&mut self, side: CastlingSide) {
        let Some(rook) = self.position.castling_rook(self.us, side) else {
            return;
        };
        let king = self.board.king(self.us);
        let home = king & 0x70;
        let king_to = home | side.king_file().index();
        let rook_to = home | side.rook_file().index();
        let low = king.min(rook).min(king_to).min(rook_to);
        let high = king.max(rook).max(king_to).max(rook_to);
        let is_free =
            (low..=high).all(|at| at == king || at == rook || self.board.cell(at) == EMPTY);
        if !is_free || self.check_info.pin(self.board.cell(rook)) != 0 {
            return;
        }
        let step = if king < king_to { 0x01 } else { 0xFF };
        let mut at = king;
        while at != king_to {
            at = at.wrapping_add(step);
            // The king's own step to this square was already checked, unless the rook stands there.
            let is_known = at == king.wrapping_add(step) && at != rook;
            let is_safe = if is_known {
                self.safe & beside(step) != 0
            } else {
                !self.board.attacks(!self.us, at, king)
            };
            if !is_safe {
                return;
            }
        }
        let castling = match side {
            CastlingSide::King => MoveKind::CastleKing,
            CastlingSide::Queen => MoveKind::CastleQueen,
        };
        self.sink.add(king, king_to, castling);
    }
}

/// Returns the kind of the move of a non-pawn to a cell that is empty or the other side's.
#[inline]
fn arrival(cell: u8) -> MoveKind {
    if cell == EMPTY {
        MoveKind::Quiet
    } else {
        MoveKind::Capture
    }
}

/// Tells whether a piece that is pinned along a step (0: not pinned) may go along another step.
#[inline]
fn is_along(pin: u8, step: u8) -> bool {
    pin == 0 || step == pin || step == pin.wrapping_neg()
}

/// The bit of a step along the rank; 0 for other steps.
#[inline]
fn beside(step: u8) -> u8 {
    match step {
        0xFF => 1,
        0x01 => 2,
        _ => 0,
    }
}
