//! What a FEN says, not yet believed, and every reason not to believe it.

use core::fmt;

use arrayvec::ArrayVec;

use crate::geometry::{Address, NOWHERE, address, relation, relation::RAY};
use crate::mailbox::Mailbox;
use crate::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Piece, PieceType, Position, Rank,
    Square,
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

/// A reason why a [`Setup`] is no position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fault {
    /// A side has no king.
    NoKing(Color),
    /// A side has more than one king.
    ManyKings(Color),
    /// A side has more than 16 men.
    Men(Color),
    /// A side has more than 8 pawns.
    Pawns(Color),
    /// A side has more queens, rooks, bishops and knights than its missing pawns can have become.
    Promotions(Color),
    /// Pawns stand on the first or the last rank.
    BackRankPawns(Bitboard),
    /// The side that is not to move is in check.
    OpponentInCheck {
        /// Where the king stands that could be taken.
        king: Square,
    },
    /// A castling right without a king on its home rank, on the right side of the rook.
    CastlingKing(Color, CastlingSide),
    /// A castling right without a rook where it should stand.
    CastlingRook(Color, CastlingSide, File),
    /// The men that give check cannot have come to do so together in one move: three or more, two of them knights
    /// or pawns, or two sliders on both sides of the king on one line.
    ImpossibleCheck {
        /// The men that give check.
        checkers: Bitboard,
    },
    /// The en passant square is neither on the third nor on the sixth rank.
    EnPassantRank(Square),
    /// The en passant square belongs to a double push by the side to move itself.
    EnPassantSide(Square),
    /// A man stands on the en passant square.
    EnPassantOccupied(Square),
    /// No pawn stands where the double push must have ended.
    EnPassantNoPawn {
        /// Where it should stand.
        victim: Square,
    },
    /// A man stands on the square from which the double push must have come.
    EnPassantOrigin {
        /// The square that should be empty.
        origin: Square,
    },
    /// The king of the side to move was attacked before the double push already: the other side made that push
    /// instead of taking the king.
    EnPassantCheck {
        /// The men that attacked the king.
        attackers: Bitboard,
    },
}

/// What a lenient reader does about a [`Fault`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remedy {
    /// Nothing helps: no game can go on from there.
    None,
    /// The castling right is dropped.
    DropCastling,
    /// The en passant square is dropped.
    DropEnPassant,
    /// It is left as it is: no game leads there, but the rules say how to go on.
    Accept,
}

impl Fault {
    /// What a lenient reader does about it.
    #[must_use]
    pub const fn remedy(self) -> Remedy {
        match self {
            Self::NoKing(_)
            | Self::ManyKings(_)
            | Self::Men(_)
            | Self::Pawns(_)
            | Self::Promotions(_)
            | Self::BackRankPawns(_)
            | Self::OpponentInCheck { .. } => Remedy::None,
            Self::CastlingKing(..) | Self::CastlingRook(..) => Remedy::DropCastling,
            Self::EnPassantRank(_)
            | Self::EnPassantSide(_)
            | Self::EnPassantOccupied(_)
            | Self::EnPassantNoPawn { .. }
            | Self::EnPassantOrigin { .. } => Remedy::DropEnPassant,
            Self::ImpossibleCheck { .. } | Self::EnPassantCheck { .. } => Remedy::Accept,
        }
    }
}

/// All the reasons for refusing a setup at once, at most one of each kind and colour or right.
pub type Faults = ArrayVec<Fault, 16>;

impl Setup {
    /// Believes the setup, or gives every reason why not.
    ///
    /// Checks are only looked for on a board with one king and at most 16 men a side.
    pub fn validate(&self) -> Result<Position, Faults> {
        let faults = self.faults();
        match Mailbox::new(&self.board) {
            Some(mailbox) if faults.is_empty() => Ok(Position::new(mailbox, self)),
            _ => Err(faults),
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

    /// Every reason not to believe this setup; none if it is a position.
    #[must_use]
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

    fn count(&self, color: Color, kind: PieceType) -> u32 {
        self.board.squares_of(Piece::new(color, kind)).len()
    }

    fn material_faults(&self, color: Color, add: &mut impl FnMut(Fault)) {
        let pawns = self.count(color, PieceType::Pawn);
        let kings = self.count(color, PieceType::King);
        let (mut men, mut promoted) = (pawns + kings, 0);
        for (kind, at_start) in [
            (PieceType::Knight, 2),
            (PieceType::Bishop, 2),
            (PieceType::Rook, 2),
            (PieceType::Queen, 1),
        ] {
            let number = self.count(color, kind);
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

    fn pawn_faults(&self, add: &mut impl FnMut(Fault)) {
        let pawns =
            self.board.squares_of(Piece::WhitePawn) | self.board.squares_of(Piece::BlackPawn);
        let stray: Bitboard = pawns
            .into_iter()
            .filter(|at| matches!(at.rank(), Rank::First | Rank::Eighth))
            .collect();
        if !stray.is_empty() {
            add(Fault::BackRankPawns(stray));
        }
    }

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
        let Some(target) = self.en_passant.filter(|_| believe_push) else {
            return;
        };
        let (origin, victim) = double_push(target, !us);
        let mut before = self.board.clone();
        before.set(origin, before.get(victim));
        before.set(victim, None);
        if let Some(before) = Mailbox::new(&before) {
            let attackers = before.attackers(!us, king);
            if !attackers.is_empty() {
                add(Fault::EnPassantCheck { attackers });
            }
        }
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

impl fmt::Display for Fault {
    /// What is wrong, and what would be right.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoKing(color) => write!(f, "{color} has no king; each side needs exactly one"),
            Self::ManyKings(color) => write!(
                f,
                "{color} has more than one king; each side needs exactly one"
            ),
            Self::Men(color) => write!(f, "{color} has more than 16 men"),
            Self::Pawns(color) => write!(f, "{color} has more than 8 pawns"),
            Self::Promotions(color) => {
                write!(
                    f,
                    "{color} has more promoted men than missing pawns; pawns and promoted men are 8 at most"
                )
            }
            Self::BackRankPawns(_) => {
                f.write_str("a pawn stands on the first or last rank; ranks 2 to 7 hold pawns")
            }
            Self::OpponentInCheck { king } => {
                write!(
                    f,
                    "the side not to move is in check on {king}; perhaps the other side is to move"
                )
            }
            Self::CastlingKing(color, side) => {
                write!(
                    f,
                    "{color} may not castle on the {side} wing: its king is not at home beside that rook"
                )
            }
            Self::CastlingRook(color, side, file) => write!(
                f,
                "{color} may not castle on the {side} wing: it has no rook on {}",
                Square::new(file, color.home_rank())
            ),
            Self::ImpossibleCheck { checkers } => {
                write!(
                    f,
                    "{} men give check that no single move can have brought there",
                    checkers.len()
                )
            }
            Self::EnPassantRank(target) => {
                write!(
                    f,
                    "no pawn passes over {target}; the en passant square is on rank 6 with White to move, on rank 3 with Black to move"
                )
            }
            Self::EnPassantSide(target) => {
                write!(
                    f,
                    "{target} is passed over by the side to move itself; perhaps the other side is to move"
                )
            }
            Self::EnPassantOccupied(target) => write!(
                f,
                "{target} is not empty, so no pawn has just passed over it"
            ),
            Self::EnPassantNoPawn { victim } => {
                write!(
                    f,
                    "no pawn of the other side stands on {victim}; the en passant square should be -"
                )
            }
            Self::EnPassantOrigin { origin } => {
                write!(
                    f,
                    "{origin} is not empty, so no pawn has just come from there; the en passant square should be -"
                )
            }
            Self::EnPassantCheck { .. } => f.write_str(
                "before that double push the king was attacked already: no game leads there",
            ),
        }
    }
}

impl fmt::Display for CastlingSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::King => "king's",
            Self::Queen => "queen's",
        })
    }
}
