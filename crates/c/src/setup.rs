//! Setting a position up, and writing it down.

use core::ffi::c_char;

use passant_rules::{
    Board, CastlingRights, CastlingSide, Color, EnPassantMode, FenField, Repair, Setup, SetupFault,
    Square,
};

use crate::board::{number_of, piece_of, square_number};
use crate::boundary::{Out, TextOut, ascii, bytes, read};
use crate::constants::{NO_SQUARE, Status, status_of};
use crate::fault::{Fault, Reason};
use crate::stored::{Stored, position, room};

/// The conventions for the en passant square, the ways to read, and the fields of a FEN.
pub(crate) const NUMBERS: &[(&str, u64)] = &[
    ("PASSANT_ALWAYS", EnPassantMode::Always as u64),
    ("PASSANT_PSEUDO_LEGAL", EnPassantMode::PseudoLegal as u64),
    ("PASSANT_LEGAL", EnPassantMode::Legal as u64),
    ("PASSANT_STRICT", STRICT as u64),
    ("PASSANT_REPAIR", REPAIR as u64),
    ("PASSANT_PLACEMENT", FenField::Placement as u64),
    ("PASSANT_SIDE_TO_MOVE", FenField::SideToMove as u64),
    ("PASSANT_CASTLING", FenField::Castling as u64),
    ("PASSANT_EN_PASSANT", FenField::EnPassant as u64),
    ("PASSANT_HALFMOVE_CLOCK", FenField::HalfmoveClock as u64),
    ("PASSANT_FULLMOVE_NUMBER", FenField::FullmoveNumber as u64),
];

const STRICT: u8 = 0;
const REPAIR: u8 = 1;

/// A position as pieces and numbers: `passant_setup`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Pieces {
    piece: [u8; 64],
    castling_rook: [u8; 4],
    side: u8,
    en_passant: u8,
    halfmove_clock: u16,
    fullmove_number: u16,
}

/// The initial position.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_set_initial(at: *mut Stored) -> Status {
    let initial = Setup {
        board: Board::initial(),
        side_to_move: Color::White,
        castling: CastlingRights::STANDARD,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };
    // SAFETY: the caller's promise.
    status_of(|| unsafe { set_up(at, &initial, REPAIR) })
}

/// Reads a FEN.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_set_fen(
    at: *mut Stored,
    fen: *const c_char,
    length: usize,
    how: u8,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let fen = unsafe { bytes(fen, length)? };
        let fen = ascii(fen).map_err(|_| Status::Setup)?;
        let setup = Setup::from_fen(fen).map_err(|_| Status::Setup)?;
        // SAFETY: the caller's promise.
        unsafe { set_up(at, &setup, how) }
    })
}

/// Sets up pieces.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_set_pieces(
    at: *mut Stored,
    pieces: *const Pieces,
    how: u8,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let setup = unsafe { read(pieces)? }
            .setup()
            .map_err(|_| Status::Setup)?;
        // SAFETY: the caller's promise.
        unsafe { set_up(at, &setup, how) }
    })
}

/// The first fault of a FEN.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_explain_fen(
    fen: *const c_char,
    length: usize,
    fault: *mut Fault,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (out, fen) = unsafe { (Out::new(fault)?, bytes(fen, length)?) };
        let fault = match ascii(fen) {
            Ok(fen) => fault_of_fen(fen),
            Err(at) => foreign(fen, at),
        };
        out.write(fault);
        Ok(())
    })
}

/// The first fault of pieces.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_explain_pieces(
    pieces: *const Pieces,
    fault: *mut Fault,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (out, pieces) = unsafe { (Out::new(fault)?, read(pieces)?) };
        out.write(match pieces.setup() {
            Ok(setup) => fault_of_setup(&setup, ""),
            Err(field) => Fault::of_number(Reason::Number, field as u8),
        });
        Ok(())
    })
}

/// Writes the FEN.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_fen(
    at: *const Stored,
    convention: u8,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, TextOut::new(buffer, size, length)?) };
        let text = position.fen(mode_of(convention)?);
        out.write(&text)
    })
}

/// The pieces and numbers of a position.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_pieces(
    at: *const Stored,
    convention: u8,
    pieces: *mut Pieces,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(pieces)?) };
        out.write(Pieces::of(&position.setup(mode_of(convention)?)));
        Ok(())
    })
}

fn fault_of_fen(fen: &str) -> Fault {
    match Setup::from_fen(fen) {
        Ok(setup) => fault_of_setup(&setup, fen),
        Err(error) => Fault::of_syntax(&error),
    }
}

/// The first fault of a setup, those that are not repaired before the others.
fn fault_of_setup(setup: &Setup, fen: &str) -> Fault {
    let faults = setup.faults();
    let is_fatal = |fault: &&SetupFault| fault.repair() == Repair::Impossible;
    let worst = faults.iter().find(is_fatal).or(faults.first());
    worst.map_or(Fault::NONE, |fault| Fault::of_setup(*fault, fen))
}

/// The fault of a byte that is no character of ASCII.
fn foreign(bytes: &[u8], at: usize) -> Fault {
    let before = bytes.get(..at).unwrap_or_default();
    let is_space = |byte: &u8| byte.is_ascii_whitespace();
    let begun = before
        .split(is_space)
        .filter(|word| !word.is_empty())
        .count();
    let is_inside = before.last().is_some_and(|last| !is_space(last));
    let field = begun - usize::from(is_inside && begun != 0);
    Fault::at(Reason::Character, field.min(5) as u8, &(at..at + 1))
}

/// Sets the position up, unless there is a fault that is not repaired.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
unsafe fn set_up(at: *mut Stored, setup: &Setup, how: u8) -> Result<(), Status> {
    let accepts: fn(SetupFault) -> bool = match how {
        STRICT => |_| false,
        REPAIR => |_| true,
        _ => return Err(Status::Range),
    };
    // SAFETY: the caller's promise.
    unsafe { room(at)? }.set_up(setup, accepts)
}

fn mode_of(convention: u8) -> Result<EnPassantMode, Status> {
    let mode = EnPassantMode::ALL.get(usize::from(convention));
    mode.copied().ok_or(Status::Range)
}

/// The rights in the order of the rooks of a setup.
fn rights() -> impl Iterator<Item = (Color, CastlingSide)> {
    let sides = |color| CastlingSide::ALL.into_iter().map(move |side| (color, side));
    Color::ALL.into_iter().flat_map(sides)
}

impl Pieces {
    fn of(setup: &Setup) -> Self {
        let mut pieces = Self {
            piece: [0; 64],
            castling_rook: [NO_SQUARE; 4],
            side: setup.side_to_move as u8,
            en_passant: square_number(setup.en_passant),
            halfmove_clock: setup.halfmove_clock,
            fullmove_number: setup.fullmove_number,
        };
        for (number, square) in pieces.piece.iter_mut().zip(Square::ALL) {
            *number = number_of(setup.board.get(square));
        }
        for (number, (color, side)) in pieces.castling_rook.iter_mut().zip(rights()) {
            *number = square_number(setup.castling.rook_square(color, side));
        }
        pieces
    }

    /// The setup, or the field of a FEN in which a number means nothing.
    fn setup(&self) -> Result<Setup, FenField> {
        let mut setup = Setup {
            board: Board::EMPTY,
            side_to_move: match self.side {
                0 => Color::White,
                1 => Color::Black,
                _ => return Err(FenField::SideToMove),
            },
            castling: CastlingRights::NONE,
            en_passant: square(self.en_passant).map_err(|_| FenField::EnPassant)?,
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
        };
        for (number, square) in self.piece.iter().zip(Square::ALL) {
            let piece = piece_of(*number).map_err(|_| FenField::Placement)?;
            setup.board.set(square, piece);
        }
        for (number, (color, side)) in self.castling_rook.iter().zip(rights()) {
            let rook = square(*number).map_err(|_| FenField::Castling)?;
            if rook.is_some_and(|rook| rook.rank() != color.home_rank()) {
                return Err(FenField::Castling);
            }
            setup.castling.set(color, side, rook.map(Square::file));
        }
        Ok(setup)
    }
}

/// A square or none.
fn square(number: u8) -> Result<Option<Square>, Status> {
    let square = Square::from_index(number);
    if square.is_some() || number == NO_SQUARE {
        Ok(square)
    } else {
        Err(Status::Range)
    }
}
