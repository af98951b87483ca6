//! What a FEN says, not yet believed, and every reason not to believe it.
//!
//! The checks are not inlined into each other: on a chip, each gives its stack back before the next one runs.

use crate::geometry::{Address, NOWHERE, address, relation, relation::RAY};
use crate::mailbox::Mailbox;
use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Position, Rank,
    Repair, SetupFault, SetupFaults, Square,
};

/// What a FEN says. Nothing is checked before [`Setup::validate`] or [`Setup::repair`].
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
    /// No man at all, White to move.
    pub(crate) const EMPTY: Self = Self {
        board: Board::EMPTY,
        side_to_move: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Believes the setup, or gives every reason why not.
    ///
    /// Checks are only looked for on a board with one king and at most 16 men a side.
    #[inline(never)]
    pub fn validate(&self) -> Result<Position, SetupFaults> {
        let mut result = Ok(Position::nowhere());
        self.believe(&mut result);
        result
    }

    /// Believes the setup or not, for callers with an error of their own. The result, which was
    /// [`Position::nowhere`], is changed where it is: on a chip, a position that is moved takes its size once more.
    pub(crate) fn believe<E: From<SetupFaults>>(&self, result: &mut Result<Position, E>) {
        let Ok(position) = result else {
            return;
        };
        let mut is_faultless = true;
        self.examine(&mut position.mailbox, &mut |_| is_faultless = false);
        if is_faultless {
            position.take_over(self, self.castling, self.en_passant);
        } else {
            self.refuse(result);
        }
    }

    /// Lists the faults again. Apart, so that nobody has room for the list on the stack who does not need it.
    #[cold]
    #[inline(never)]
    fn refuse<E: From<SetupFaults>>(&self, result: &mut Result<Position, E>) {
        *result = Err(self.faults().into());
    }

    /// Believes what can be believed: drops castling rights and an en passant square that cannot be, accepts checks
    /// that no game leads to, and reports each. `Err` with all faults if one of them has no [`Repair`].
    ///
    /// ```
    /// use passant_rules::{SetupFault, Setup, Square};
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - e6 0 1")?;
    /// let (position, repairs) = setup.repair().unwrap();
    /// assert_eq!(position.en_passant(), None);
    /// assert_eq!(repairs[..], [SetupFault::EnPassantNoPawn { victim: Square::E5 }]);
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    pub fn repair(&self) -> Result<(Position, SetupFaults), SetupFaults> {
        let mut position = Position::nowhere();
        let faults = self.repair_into(&mut position)?;
        Ok((position, faults))
    }

    /// Does what [`Setup::repair`] does to a position that is there already, for chips: a position that is returned is
    /// moved, and takes its size once more. On an error it becomes the initial position.
    #[inline(never)]
    pub fn repair_into(&self, position: &mut Position) -> Result<SetupFaults, SetupFaults> {
        let mut faults = SetupFaults::new();
        let (mut castling, mut en_passant) = (self.castling, self.en_passant);
        let mut is_hopeless = false;
        position.mailbox.clear_all();
        self.examine(&mut position.mailbox, &mut |fault| {
            match (fault.repair(), fault) {
                (Repair::Impossible, _) => is_hopeless = true,
                (Repair::DropEnPassant, _) => en_passant = None,
                (
                    _,
                    SetupFault::CastlingKing(color, side)
                    | SetupFault::CastlingRook(color, side, _),
                ) => {
                    castling.set(color, side, None);
                }
                _ => {}
            }
            list(&mut faults, fault);
        });
        if is_hopeless {
            position.set_initial();
            return Err(faults);
        }
        position.take_over(self, castling, en_passant);
        Ok(faults)
    }

    /// Every reason not to believe this setup; none if it is a position.
    #[must_use]
    #[inline(never)]
    pub fn faults(&self) -> SetupFaults {
        let mut faults = SetupFaults::new();
        self.examine(&mut Mailbox::empty(), &mut |fault| list(&mut faults, fault));
        faults
    }

    /// Puts the men into an empty mailbox, and reports every fault.
    #[inline(never)]
    fn examine(&self, mailbox: &mut Mailbox, report: Report<'_>) {
        let counts = self.board.counts();
        for color in Color::ALL {
            material_faults(&counts, color, report);
        }
        let stray = self.stray_pawns();
        if !stray.is_empty() {
            report(SetupFault::BackRankPawns(stray));
        }
        for (color, side, file) in self.castling.iter() {
            self.castling_fault(color, side, file, report);
        }
        let push_fault = self.en_passant_fault();
        if mailbox.fill(&self.board, &counts) {
            self.check_faults(mailbox, report);
            if push_fault.is_none() {
                self.push_check_fault(mailbox, report);
            }
        }
        if let Some(fault) = push_fault {
            report(fault);
        }
    }

    /// The pawns on the first and the last rank.
    fn stray_pawns(&self) -> Bitboard {
        let is_stray = |(at, man): &(Square, Piece)| {
            man.piece_type() == PieceType::Pawn && matches!(at.rank(), Rank::First | Rank::Eighth)
        };
        self.board
            .iter()
            .filter(is_stray)
            .map(|(at, _)| at)
            .collect()
    }

    #[inline(never)]
    fn castling_fault(&self, color: Color, side: CastlingSide, file: File, report: Report<'_>) {
        let home = color.home_rank();
        let holds = |file: File, kind| {
            self.board.get(Square::new(file, home)) == Some(Piece::new(color, kind))
        };
        let mut king = File::ALL
            .into_iter()
            .filter(|&file| holds(file, PieceType::King));
        let is_home = king.next().is_some_and(|king| match side {
            CastlingSide::King => king < file,
            CastlingSide::Queen => file < king,
        });
        if !holds(file, PieceType::Rook) {
            report(SetupFault::CastlingRook(color, side, file));
        } else if !is_home {
            report(SetupFault::CastlingKing(color, side));
        }
    }

    #[inline(never)]
    fn en_passant_fault(&self) -> Option<SetupFault> {
        let target = self.en_passant?;
        let pusher = match target.rank() {
            Rank::Third => Color::White,
            Rank::Sixth => Color::Black,
            _ => return Some(SetupFault::EnPassantRank(target)),
        };
        if pusher == self.side_to_move {
            return Some(SetupFault::EnPassantSide(target));
        }
        let (origin, victim) = double_push(target, pusher);
        if self.board.get(target).is_some() {
            Some(SetupFault::EnPassantOccupied(target))
        } else if self.board.get(victim) != Some(Piece::new(pusher, PieceType::Pawn)) {
            Some(SetupFault::EnPassantNoPawn { victim })
        } else if self.board.get(origin).is_some() {
            Some(SetupFault::EnPassantOrigin { origin })
        } else {
            None
        }
    }

    /// Checks that cannot be: of the side that has moved, or by too many men.
    #[inline(never)]
    fn check_faults(&self, mailbox: &Mailbox, report: Report<'_>) {
        let us = self.side_to_move;
        let king = mailbox.king(!us);
        if mailbox.attacks(us, king, NOWHERE) {
            report(SetupFault::OpponentInCheck {
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
            report(SetupFault::ImpossibleCheck { checkers });
        }
    }

    /// A check from before the double push, which must be one that can have been made. Takes the push back on the board
    /// and makes it again.
    #[inline(never)]
    fn push_check_fault(&self, mailbox: &mut Mailbox, report: Report<'_>) {
        let Some(target) = self.en_passant else {
            return;
        };
        let them = !self.side_to_move;
        let (origin, victim) = double_push(target, them);
        let (origin, victim) = (address(origin), address(victim));
        let pawn = mailbox.cell(victim);
        mailbox.shift(pawn, victim, origin);
        let attackers = mailbox.attackers(them, mailbox.king(self.side_to_move));
        mailbox.shift(pawn, origin, victim);
        if !attackers.is_empty() {
            report(SetupFault::EnPassantCheck { attackers });
        }
    }
}

/// Cannot fail: one fault of each kind, colour and right fits into 16.
fn list(faults: &mut SetupFaults, fault: SetupFault) {
    faults.push(fault);
}

/// Takes the faults as they are found. Not generic: on a chip, every kind of reader would be code of its own.
type Report<'a> = &'a mut dyn FnMut(SetupFault);

#[inline(never)]
fn material_faults(counts: &[u8; 16], color: Color, report: Report<'_>) {
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
        0 => report(SetupFault::NoKing(color)),
        1 => {}
        _ => report(SetupFault::ManyKings(color)),
    }
    if 16 < men {
        report(SetupFault::Pieces(color));
    }
    if 8 < pawns {
        report(SetupFault::Pawns(color));
    } else if 8 < pawns + promoted {
        report(SetupFault::Promotions(color));
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
