//! From what a FEN says to a position, or to every reason why it is not one.
//!
//! The checks are not inlined into each other: on a chip, each frees its stack before the next one runs.

use crate::geometry::{Address, NOWHERE, address, relation, relation::RAY};
use crate::mailbox::Mailbox;
use crate::{
    Bitboard, CastlingSide, Color, File, MAX_MOVES, Piece, PieceType, Position, Rank, Repair,
    Setup, SetupFault, SetupFaults, Square,
};

impl Setup {
    /// The position that this setup describes, or every reason why it is not one.
    ///
    /// Looks for checks only if each side has one king and at most 16 pieces.
    ///
    /// ```
    /// use passant_rules::{Color, Setup, SetupFault};
    ///
    /// let mut setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert!(setup.validate().is_ok());
    /// setup.board.set("e8".parse().unwrap(), None);
    /// assert_eq!(setup.validate().unwrap_err()[..], [SetupFault::NoKing(Color::Black)]);
    /// # Ok::<(), passant_rules::SyntaxError>(())
    /// ```
    #[inline(never)]
    pub fn validate(&self) -> Result<Position, SetupFaults> {
        let mut result = Ok(Position::nowhere());
        self.validate_into(&mut result);
        result
    }

    /// Validates for callers with their own error type. The result, which was [`Position::nowhere`], is changed in
    /// place, because on a chip a position that is moved needs twice its size.
    pub(crate) fn validate_into<E: From<SetupFaults>>(&self, result: &mut Result<Position, E>) {
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

    /// Lists the faults again. A function of its own, so that only a setup that is refused needs stack for the list.
    #[cold]
    #[inline(never)]
    fn refuse<E: From<SetupFaults>>(&self, result: &mut Result<Position, E>) {
        *result = Err(self.faults().into());
    }

    /// Repairs what can be repaired: drops impossible castling rights and an impossible en passant square, accepts
    /// checks that no game leads to, and returns each of these faults. `Err` with all faults if one of them is
    /// [`Repair::Impossible`].
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

    /// Does the same as [`Setup::repair`], but writes to an existing position: on a chip, a position that is returned
    /// is moved and needs twice its size. After an error, the position is the initial one.
    ///
    /// ```
    /// use passant_rules::{Position, Setup};
    ///
    /// let mut position = Position::initial();
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")?;
    /// assert_eq!(setup.repair_into(&mut position).unwrap().len(), 1);
    /// assert_eq!(position.occupied().len(), 2);
    /// # Ok::<(), passant_rules::SyntaxError>(())
    /// ```
    #[inline(never)]
    pub fn repair_into(&self, position: &mut Position) -> Result<SetupFaults, SetupFaults> {
        let mut faults = SetupFaults::new();
        if self.repair_with(position, &mut |fault| list(&mut faults, fault)) {
            Ok(faults)
        } else {
            position.set_initial();
            Err(faults)
        }
    }

    /// Does the same as [`Setup::repair_into`], but lists no faults, which takes 300 bytes of stack less, and changes
    /// nothing if the setup is refused: if a fault cannot be repaired, or if `accepts` is false for one.
    ///
    /// ```
    /// use passant_rules::{Position, Setup};
    ///
    /// let mut position = Position::initial();
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w K - 0 1")?;
    /// assert!(!setup.replace(&mut position, |_| false));
    /// assert_eq!(position, Position::initial());
    /// assert!(setup.replace(&mut position, |_| true));
    /// assert_eq!(position.occupied().len(), 2);
    /// # Ok::<(), passant_rules::SyntaxError>(())
    /// ```
    #[must_use = "the position may be unchanged"]
    pub fn replace(&self, position: &mut Position, accepts: fn(SetupFault) -> bool) -> bool {
        self.is_accepted(accepts) && self.repair_with(position, &mut |_| {})
    }

    /// Tells whether each fault can be repaired and is accepted. A function of its own, so that its mailbox leaves the
    /// stack.
    #[inline(never)]
    fn is_accepted(&self, accepts: fn(SetupFault) -> bool) -> bool {
        let mut result = true;
        self.examine(&mut Mailbox::empty(), &mut |fault| {
            result &= fault.repair() != Repair::Impossible && accepts(fault);
        });
        result
    }

    /// Reports and repairs each fault. If one cannot be repaired, returns `false`, and what was written is not a position.
    fn repair_with(&self, position: &mut Position, report: Report<'_>) -> bool {
        let (mut castling, mut en_passant) = (self.castling, self.en_passant);
        let mut is_impossible = false;
        position.mailbox.clear_all();
        self.examine(&mut position.mailbox, &mut |fault| {
            match (fault.repair(), fault) {
                (Repair::Impossible, _) => is_impossible = true,
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
            report(fault);
        });
        if !is_impossible {
            position.take_over(self, castling, en_passant);
        }
        !is_impossible
    }

    /// Returns every reason why this setup is not a position; none if it is one.
    ///
    /// ```
    /// use passant_rules::Setup;
    ///
    /// let setup = Setup::from_fen("4k3/8/8/8/8/8/8/4K3 w K e6 0 1")?;
    /// assert_eq!(setup.faults().len(), 2);
    /// # Ok::<(), passant_rules::SyntaxError>(())
    /// ```
    #[must_use]
    #[inline(never)]
    pub fn faults(&self) -> SetupFaults {
        let mut faults = SetupFaults::new();
        self.examine(&mut Mailbox::empty(), &mut |fault| list(&mut faults, fault));
        faults
    }

    /// Puts the pieces into an empty mailbox, and reports every fault.
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
        let is_stray = |(at, piece): &(Square, Piece)| {
            piece.piece_type() == PieceType::Pawn && matches!(at.rank(), Rank::First | Rank::Eighth)
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

    /// Reports impossible checks: of the side that has just moved, or by pieces that cannot give check together.
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

    /// A check that existed before the double push. Takes the push, which must be a possible one, back on the board, and
    /// makes it again.
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

/// There is room: one fault of each kind, color and right fits into 16.
fn list(faults: &mut SetupFaults, fault: SetupFault) {
    faults.push(fault);
}

/// Takes the faults as they are found. Not generic, because on a chip each kind of caller would get code of its own.
type Report<'a> = &'a mut dyn FnMut(SetupFault);

/// The most moves of a queen.
const QUEEN_MOVES: u16 = 27;

#[inline(never)]
fn material_faults(counts: &[u8; 16], color: Color, report: Report<'_>) {
    let count = |kind| counts[Piece::new(color, kind) as usize & 15];
    let pawns = count(PieceType::Pawn);
    let kings = count(PieceType::King);
    let (mut pieces, mut promoted) = (pawns + kings, 0);
    // The king with both castlings, and pawns that all became queens.
    let mut mobility = 10 + QUEEN_MOVES * u16::from(pawns);
    for (kind, at_start, moves) in [
        (PieceType::Knight, 2, 8),
        (PieceType::Bishop, 2, 13),
        (PieceType::Rook, 2, 14),
        (PieceType::Queen, 1, QUEEN_MOVES),
    ] {
        let number = count(kind);
        pieces += number;
        promoted += number.saturating_sub(at_start);
        mobility += moves * u16::from(number);
    }
    match kings {
        0 => report(SetupFault::NoKing(color)),
        1 => {}
        _ => report(SetupFault::ManyKings(color)),
    }
    if 16 < pieces {
        report(SetupFault::Pieces(color));
    }
    if 8 < pawns {
        report(SetupFault::Pawns(color));
    } else if 8 < pawns + promoted {
        // Neither moves nor promotions make it more mobile than this.
        report(if usize::from(mobility) <= MAX_MOVES {
            SetupFault::ExcessPromotions(color)
        } else {
            SetupFault::Promotions(color)
        });
    }
}

/// Returns the squares on which a double push over a square starts and ends.
fn double_push(target: Square, pusher: Color) -> (Square, Square) {
    let on = |rank: Rank| Square::new(target.file(), rank.relative_to(pusher));
    (on(Rank::Second), on(Rank::Fourth))
}

/// Tells whether two pieces can give check after one move: the piece that moved and a slider that it uncovered on
/// another line, or two sliders that an en passant capture uncovered. Never two knights or pawns, and never from both
/// ends of one line.
fn can_check_together(board: &Mailbox, king: Address, [one, other]: [Square; 2]) -> bool {
    let is_slider = |at| {
        board.piece_at(at).is_some_and(|piece| {
            matches!(
                piece.piece_type(),
                PieceType::Bishop | PieceType::Rook | PieceType::Queen
            )
        })
    };
    let opposite = relation(king, address(one)) ^ relation(king, address(other));
    (is_slider(one) || is_slider(other)) && opposite & RAY != 1
}
