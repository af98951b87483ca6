//! What a FEN says, not yet believed, and every reason not to believe it.
//!
//! The checks are not inlined into each other: on a chip, each gives its stack back before the next one runs.

use crate::geometry::{Address, NOWHERE, address, relation, relation::RAY};
use crate::mailbox::Mailbox;
use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, Fault, Faults, File, Piece, PieceType,
    Position, Rank, Remedy, Square,
};

/// What a FEN says. Nothing is checked before [`Setup::validate`] or [`Setup::repair`].
///
/// ```
/// use passant_rules::{Fault, Setup, Square};
///
/// let mut setup = Setup::from_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1")?;
/// assert!(setup.validate().is_ok());
/// setup.en_passant = Some(Square::D3);
/// assert_eq!(setup.validate().unwrap_err()[..], [Fault::EnPassantNoPawn { victim: Square::D4 }]);
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Setup {
    /// Which man stands on which square.
    pub board: Board,
    /// Whose turn it is.
    pub side_to_move: Color,
    /// The castling rights that are claimed.
    pub castling: CastlingRights,
    /// The square that a pawn is said to have passed over with its last move.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move about to be played.
    pub fullmove_number: u16,
}

impl Setup {
    /// Believes the setup, or gives every reason why not.
    ///
    /// Checks are only looked for on a board with one king and at most 16 men a side.
    #[inline(never)]
    pub fn validate(&self) -> Result<Position, Faults> {
        // The faults are listed again if there are any, so that a chip needs no room for the list otherwise.
        match Mailbox::new(&self.board) {
            Some(mailbox) if self.is_faultless() => Ok(Position::new(mailbox, self)),
            _ => Err(self.faults()),
        }
    }

    /// Believes what can be believed: drops castling rights and an en passant square that cannot be, accepts checks
    /// that no game leads to, and reports each. `Err` with all faults if one of them has no [`Remedy`].
    ///
    /// ```
    /// use passant_rules::{Fault, Setup, Square};
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - e6 0 1")?;
    /// let (position, repairs) = setup.repair().unwrap();
    /// assert_eq!(position.en_passant(), None);
    /// assert_eq!(repairs[..], [Fault::EnPassantNoPawn { victim: Square::E5 }]);
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    pub fn repair(&self) -> Result<(Position, Faults), Faults> {
        let faults = self.faults();
        let mut repaired = self.clone();
        for fault in &faults {
            match (fault.remedy(), *fault) {
                (
                    Remedy::DropCastling,
                    Fault::CastlingKing(color, side) | Fault::CastlingRook(color, side, _),
                ) => {
                    repaired.castling.set(color, side, None);
                }
                (Remedy::DropEnPassant, _) => repaired.en_passant = None,
                _ => {}
            }
        }
        match Mailbox::new(&self.board) {
            Some(mailbox) if faults.iter().all(|fault| fault.remedy() != Remedy::None) => {
                Ok((Position::new(mailbox, &repaired), faults))
            }
            _ => Err(faults),
        }
    }

    #[inline(never)]
    fn is_faultless(&self) -> bool {
        self.faults().is_empty()
    }

    /// Every reason not to believe this setup; none if it is a position.
    #[must_use]
    #[inline(never)]
    pub fn faults(&self) -> Faults {
        let mut faults = Faults::new();
        // One fault of each kind, colour and right fits into 16.
        let mut add = |fault| {
            let _ = faults.try_push(fault);
        };
        for color in Color::ALL {
            self.material_faults(color, &mut add);
        }
        self.pawn_faults(&mut add);
        for (color, side, file) in self.castling.iter() {
            self.castling_fault(color, side, file).map(&mut add);
        }
        let push_fault = self.en_passant_fault();
        if let Some(mailbox) = Mailbox::new(&self.board) {
            self.check_faults(&mailbox, push_fault.is_none(), &mut add);
        }
        push_fault.map(&mut add);
        faults
    }

    #[inline(never)]
    fn material_faults(&self, color: Color, add: &mut impl FnMut(Fault)) {
        let counts = self.board.counts();
        let count = |kind| counts[Piece::new(color, kind) as usize & 15];
        let pawns = count(PieceType::Pawn);
        let kings = count(PieceType::King);
        let (mut men, mut promoted) = (pawns + kings, 0);
        for (kind, at_start) in [
            (PieceType::Knight, 2),
            (PieceType::Bishop, 2),
            (PieceType::Rook, 2),
            (PieceType::Queen, 1),
        ] {
            let number = count(kind);
            men += number;
            promoted += number.saturating_sub(at_start);
        }
        match kings {
            0 => add(Fault::NoKing(color)),
            1 => {}
            _ => add(Fault::ManyKings(color)),
        }
        if 16 < men {
            add(Fault::Men(color));
        }
        if 8 < pawns {
            add(Fault::Pawns(color));
        } else if 8 < pawns + promoted {
            add(Fault::Promotions(color));
        }
    }

    #[inline(never)]
    fn pawn_faults(&self, add: &mut impl FnMut(Fault)) {
        let stray: Bitboard = self
            .board
            .iter()
            .filter(|(at, man)| {
                man.piece_type() == PieceType::Pawn
                    && matches!(at.rank(), Rank::First | Rank::Eighth)
            })
            .map(|(at, _)| at)
            .collect();
        if !stray.is_empty() {
            add(Fault::BackRankPawns(stray));
        }
    }

    #[inline(never)]
    fn castling_fault(&self, color: Color, side: CastlingSide, file: File) -> Option<Fault> {
        let home = color.home_rank();
        let rook = Piece::new(color, PieceType::Rook);
        if self.board.get(Square::new(file, home)) != Some(rook) {
            return Some(Fault::CastlingRook(color, side, file));
        }
        let king = self
            .board
            .squares_of(Piece::new(color, PieceType::King))
            .first();
        let is_home = king.is_some_and(|king| {
            king.rank() == home
                && match side {
                    CastlingSide::King => king.file() < file,
                    CastlingSide::Queen => file < king.file(),
                }
        });
        (!is_home).then_some(Fault::CastlingKing(color, side))
    }

    #[inline(never)]
    fn en_passant_fault(&self) -> Option<Fault> {
        let target = self.en_passant?;
        let pusher = match target.rank() {
            Rank::Third => Color::White,
            Rank::Sixth => Color::Black,
            _ => return Some(Fault::EnPassantRank(target)),
        };
        if pusher == self.side_to_move {
            return Some(Fault::EnPassantSide(target));
        }
        let (origin, victim) = double_push(target, pusher);
        if self.board.get(target).is_some() {
            Some(Fault::EnPassantOccupied(target))
        } else if self.board.get(victim) != Some(Piece::new(pusher, PieceType::Pawn)) {
            Some(Fault::EnPassantNoPawn { victim })
        } else if self.board.get(origin).is_some() {
            Some(Fault::EnPassantOrigin { origin })
        } else {
            None
        }
    }

    /// Checks that cannot be: of the side that has moved, by too many men, or from before a double push.
    #[inline(never)]
    fn check_faults(&self, mailbox: &Mailbox, believe_push: bool, add: &mut impl FnMut(Fault)) {
        let us = self.side_to_move;
        let king = mailbox.king(!us);
        if mailbox.attacks(us, king, NOWHERE) {
            add(Fault::OpponentInCheck {
                king: crate::geometry::square(king),
            });
        }
        let king = mailbox.king(us);
        let checkers = mailbox.attackers(!us, king);
        let mut others = checkers.into_iter();
        let is_possible = match (others.next(), others.next(), others.next()) {
            (_, _, Some(_)) => false,
            (Some(one), Some(other), None) => can_check_together(mailbox, king, [one, other]),
            _ => true,
        };
        if !is_possible {
            add(Fault::ImpossibleCheck { checkers });
        }
        if let Some(target) = self.en_passant.filter(|_| believe_push) {
            let attackers = self.attackers_before_push(target, king);
            if !attackers.is_empty() {
                add(Fault::EnPassantCheck { attackers });
            }
        }
    }

    /// The men that attacked the king before the double push over a square.
    #[inline(never)]
    fn attackers_before_push(&self, target: Square, king: Address) -> Bitboard {
        let them = !self.side_to_move;
        let (origin, victim) = double_push(target, them);
        let mut before = self.board.clone();
        before.set(origin, before.get(victim));
        before.set(victim, None);
        Mailbox::new(&before).map_or(Bitboard::EMPTY, |before| before.attackers(them, king))
    }
}

/// Where a double push over a square starts and ends.
fn double_push(target: Square, pusher: Color) -> (Square, Square) {
    let on = |rank: Rank| Square::new(target.file(), rank.relative_to(pusher));
    (on(Rank::Second), on(Rank::Fourth))
}

/// Whether two men can give check after one move: the one that moved, and a slider that it uncovered on another line,
/// or the two sliders that a capture en passant uncovered. Never two knights or pawns, and never from both ends of
/// one line.
fn can_check_together(board: &Mailbox, king: Address, [one, other]: [Square; 2]) -> bool {
    let is_slider = |at| {
        board.piece_at(at).is_some_and(|man| {
            matches!(
                man.piece_type(),
                PieceType::Bishop | PieceType::Rook | PieceType::Queen
            )
        })
    };
    let opposite = relation(king, address(one)) ^ relation(king, address(other));
    (is_slider(one) || is_slider(other)) && opposite & RAY != 1
}
