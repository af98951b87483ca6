//! The faults for which a FEN or a setup is not a position.

use core::ffi::c_char;
use core::ops::Range;

use passant_rules::{SetupFault, Square, SyntaxError, SyntaxErrorKind};

use crate::board::square_number;
use crate::constants::{NO_SQUARE, numbers};

numbers! {
    /// The kinds of faults of a FEN or a setup.
    #[repr(u8)]
    pub enum Reason {
        None = 0, "PASSANT_NO_FAULT", c"nothing is wrong";
        Missing = 1, "PASSANT_FAULT_MISSING", c"a field is missing; a FEN has six";
        TrailingText = 2, "PASSANT_FAULT_TRAILING_TEXT", c"text follows after the sixth and last field";
        Character = 3, "PASSANT_FAULT_CHARACTER", c"a character means nothing in its field";
        RankLength = 4, "PASSANT_FAULT_RANK_LENGTH", c"a rank does not have exactly eight squares";
        Digits = 5, "PASSANT_FAULT_DIGITS", c"two digits stand side by side; write their sum as one digit";
        Ranks = 6, "PASSANT_FAULT_RANKS", c"the placement does not have exactly eight ranks";
        RepeatedRight = 7, "PASSANT_FAULT_REPEATED_RIGHT", c"a castling right is repeated";
        NotASide = 8, "PASSANT_FAULT_NOT_A_SIDE", c"not a side; expected w or b";
        NotASquare = 9, "PASSANT_FAULT_NOT_A_SQUARE", c"not a square; expected - or a name like e3 or d6";
        NotANumber = 10, "PASSANT_FAULT_NOT_A_NUMBER", c"not a number; expected 0 to 65535 in digits";
        Number = 11, "PASSANT_FAULT_NUMBER", c"a number of the setup is no piece, side or square, or a rook's square is on another rank than its king";
        NoKing = 12, "PASSANT_FAULT_NO_KING", c"a side has no king; each side needs exactly one";
        ManyKings = 13, "PASSANT_FAULT_MANY_KINGS", c"a side has more than one king; each side needs exactly one";
        Pieces = 14, "PASSANT_FAULT_PIECES", c"a side has more than 16 pieces";
        Pawns = 15, "PASSANT_FAULT_PAWNS", c"a side has more than 8 pawns";
        Promotions = 16, "PASSANT_FAULT_PROMOTIONS", c"a side has more promoted pieces than missing pawns";
        BackRankPawns = 17, "PASSANT_FAULT_BACK_RANK_PAWNS", c"a pawn stands on the first or the last rank";
        OpponentInCheck = 18, "PASSANT_FAULT_OPPONENT_IN_CHECK", c"the side not to move is in check; perhaps the other side is to move";
        CastlingKing = 19, "PASSANT_FAULT_CASTLING_KING", c"a castling right without its king at home beside the rook";
        CastlingRook = 20, "PASSANT_FAULT_CASTLING_ROOK", c"a castling right without its rook";
        ImpossibleCheck = 21, "PASSANT_FAULT_IMPOSSIBLE_CHECK", c"no single move leads to a check by these pieces";
        EnPassantRank = 22, "PASSANT_FAULT_EN_PASSANT_RANK", c"no pawn passes over the en passant square";
        EnPassantSide = 23, "PASSANT_FAULT_EN_PASSANT_SIDE", c"the en passant square belongs to a double push of the side to move";
        EnPassantOccupied = 24, "PASSANT_FAULT_EN_PASSANT_OCCUPIED", c"the en passant square is not empty";
        EnPassantNoPawn = 25, "PASSANT_FAULT_EN_PASSANT_NO_PAWN", c"no pawn stands where the double push must have ended";
        EnPassantOrigin = 26, "PASSANT_FAULT_EN_PASSANT_ORIGIN", c"the square where the double push must have started is not empty";
        EnPassantCheck = 27, "PASSANT_FAULT_EN_PASSANT_CHECK", c"the king was already attacked before the double push";
        ExcessPromotions = 28, "PASSANT_FAULT_EXCESS_PROMOTIONS", c"a side has more promoted pieces than missing pawns; no game leads there";
    }
}

/// A fault and its place: `passant_fault`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    start: usize,
    length: usize,
    reason: u8,
    field: u8,
    square: u8,
}

impl Fault {
    /// Nothing is wrong.
    pub(crate) const NONE: Self = Self::of_number(Reason::None, 0);

    /// A fault at bytes of a text.
    pub(crate) fn at(reason: Reason, field: u8, bytes: &Range<usize>) -> Self {
        Self {
            start: bytes.start,
            length: bytes.end.saturating_sub(bytes.start),
            ..Self::of_number(reason, field)
        }
    }

    /// A fault of a setup that was not a text, with the number of the field of a FEN that would be to blame.
    pub(crate) const fn of_number(reason: Reason, field: u8) -> Self {
        Self {
            start: 0,
            length: 0,
            reason: reason as u8,
            field,
            square: NO_SQUARE,
        }
    }

    /// The text of a FEN cannot be read.
    pub(crate) fn of_syntax(error: &SyntaxError) -> Self {
        let reason = match error.kind {
            SyntaxErrorKind::Missing => Reason::Missing,
            SyntaxErrorKind::TrailingText => Reason::TrailingText,
            SyntaxErrorKind::Character(_) => Reason::Character,
            SyntaxErrorKind::RankLength(_) => Reason::RankLength,
            SyntaxErrorKind::Digits => Reason::Digits,
            SyntaxErrorKind::Ranks => Reason::Ranks,
            SyntaxErrorKind::RepeatedRight(_) => Reason::RepeatedRight,
            SyntaxErrorKind::NotASide => Reason::NotASide,
            SyntaxErrorKind::NotASquare => Reason::NotASquare,
            SyntaxErrorKind::NotANumber => Reason::NotANumber,
        };
        Self::at(reason, error.field as u8, &error.span())
    }

    /// Describes a setup that is not a position; `fen` is the text from which the setup was read, or empty.
    pub(crate) fn of_setup(fault: SetupFault, fen: &str) -> Self {
        let (reason, square) = reason_of(fault);
        let field = fault.field() as u8;
        let place = if fen.is_empty() {
            0..0
        } else {
            fault.span(fen)
        };
        Self {
            square: square_number(square),
            ..Self::at(reason, field, &place)
        }
    }
}

/// The reason in C, and the square to blame, if it is one.
fn reason_of(fault: SetupFault) -> (Reason, Option<Square>) {
    match fault {
        SetupFault::NoKing(_) => (Reason::NoKing, None),
        SetupFault::ManyKings(_) => (Reason::ManyKings, None),
        SetupFault::Pieces(_) => (Reason::Pieces, None),
        SetupFault::Pawns(_) => (Reason::Pawns, None),
        SetupFault::Promotions(_) => (Reason::Promotions, None),
        SetupFault::ExcessPromotions(_) => (Reason::ExcessPromotions, None),
        SetupFault::BackRankPawns(pawns) => (Reason::BackRankPawns, pawns.first()),
        SetupFault::OpponentInCheck { king } => (Reason::OpponentInCheck, Some(king)),
        SetupFault::CastlingKing(..) => (Reason::CastlingKing, None),
        SetupFault::CastlingRook(color, _, file) => (
            Reason::CastlingRook,
            Some(Square::new(file, color.home_rank())),
        ),
        SetupFault::ImpossibleCheck { checkers } => (Reason::ImpossibleCheck, checkers.first()),
        SetupFault::EnPassantRank(target) => (Reason::EnPassantRank, Some(target)),
        SetupFault::EnPassantSide(target) => (Reason::EnPassantSide, Some(target)),
        SetupFault::EnPassantOccupied(target) => (Reason::EnPassantOccupied, Some(target)),
        SetupFault::EnPassantNoPawn { victim } => (Reason::EnPassantNoPawn, Some(victim)),
        SetupFault::EnPassantOrigin { origin } => (Reason::EnPassantOrigin, Some(origin)),
        SetupFault::EnPassantCheck { attackers } => (Reason::EnPassantCheck, attackers.first()),
    }
}

/// A sentence about the reason of a fault.
#[unsafe(no_mangle)]
pub extern "C" fn passant_fault_text(reason: u8) -> *const c_char {
    Reason::text_of(reason)
}
