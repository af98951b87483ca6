//! The en passant suite: every position of `suites/en-passant/`, packed.
//!
//! A packed file is its name as a text preceded by its length, a byte with the number of its cases, and the cases:
//!
//! ```text
//! 1 byte     bits 0–3 castling KQkq, bit 4 Black to move, bit 5 no game leads to the position: the FEN is repaired
//! 1 byte     the en passant square, 64 if there is none
//! 1 byte     captures: bits 0, 1 legal from the west, the east; bits 2, 3 illegal from the west, the east
//! 8 bytes    the occupied squares, the first byte is rank 1
//! n / 2      the pieces on them, A1 first, four bits each, the first of two in the low bits: its type, and 8 for Black
//! 3 numbers  the leaves at depth 1, 2 and 3, LEB128
//! ```

use passant_count::{bulk_within, naive_within};
use passant_rules::{
    Bitboard, Board, CastlingRights, CastlingSide, Color, File, Move, MoveKind, Piece, PieceType,
    Position, Setup, Square,
};

use crate::flash::{Packed, flash};
use crate::line::{SerialLine, Text};

flash!(SUITES, "/en-passant.bin");

/// The bit in the first byte of a case that marks a position that no game leads to.
const UNREACHABLE: u8 = 0x20;

/// Room for the moves of three plies of every position of the suite.
const ROOM: usize = 200;

/// Checks every case: the legal captures, the illegal captures, and the leaves at depth 1, 2 and 3, counted by making
/// each leaf and in bulk. Prints a line for each file. Returns whether everything was correct.
pub fn suite(line: &mut impl SerialLine) -> bool {
    let mut room = [Move::new(Square::A1, Square::A1, MoveKind::Quiet); ROOM];
    let mut packed = SUITES.reader();
    let mut passed = true;
    while let Some(length) = packed.byte() {
        for _ in 0..length {
            line.send(packed.byte().unwrap_or(b'?'));
        }
        let cases = packed.byte().unwrap_or(0);
        let mut wrong = 0;
        for number in 1..=cases {
            if packed.next_case_passes(&mut room) != Some(true) {
                wrong += 1;
                line.text(" #");
                line.number(u32::from(number));
            }
        }
        line.text(" ");
        line.number(u32::from(cases));
        line.text(if wrong == 0 { " ok\n" } else { " differ\n" });
        passed &= wrong == 0;
    }
    passed
}

impl Packed {
    /// Unpacks a case and checks it. Returns `None` if it cannot be unpacked.
    #[inline(never)]
    fn next_case_passes(&mut self, room: &mut [Move]) -> Option<bool> {
        let flags = self.byte()?;
        let target = self.byte()?;
        let captures = self.byte()?;
        let mut position = Position::initial();
        let is_sound = self.position(flags, target, &mut position)?;
        let leaves = [self.number()?, self.number()?, self.number()?];
        let are_captures_correct = captures_found(&position, room) == Some(captures);
        let are_leaves_correct = (1..).zip(leaves).all(|(depth, leaves)| {
            naive_within(&mut position, depth, room) == Some(leaves)
                && bulk_within(&mut position, depth, room) == Some(leaves)
        });
        Some(is_sound && are_captures_correct && are_leaves_correct)
    }

    /// Unpacks a position, and returns whether it needed repairs only if it may. This is a function of its own, so that
    /// the setup leaves the stack.
    #[inline(never)]
    fn position(&mut self, flags: u8, target: u8, position: &mut Position) -> Option<bool> {
        let mut setup = Setup {
            board: Board::EMPTY,
            side_to_move: color(flags & 0x10),
            castling: castling(flags),
            en_passant: Square::from_index(target),
            halfmove_clock: 0,
            fullmove_number: 1,
        };
        self.board(&mut setup.board)?;
        let repairs = setup.repair_into(position);
        Some(repairs.is_ok_and(|faults| faults.is_empty() || flags & UNREACHABLE != 0))
    }

    fn board(&mut self, board: &mut Board) -> Option<()> {
        let mut ranks = [0; 8];
        for rank in &mut ranks {
            *rank = self.byte()?;
        }
        let mut two_pieces = None;
        for index in 0..64_u8 {
            let rank = ranks.get(usize::from(index / 8)).copied()?;
            if rank & (1 << (index % 8)) == 0 {
                continue;
            }
            let piece = if let Some(second) = two_pieces.take() {
                second
            } else {
                let both = self.byte()?;
                two_pieces = Some(both >> 4);
                both & 15
            };
            let at = Square::from_index(index)?;
            let kind = PieceType::ALL.get(usize::from(piece & 7)).copied()?;
            board.set(at, Some(Piece::new(color(piece & 8), kind)));
        }
        Some(())
    }
}

/// The captures in the format of the packed cases: the legal ones from the generated moves, the illegal ones from the
/// en passant right.
#[inline(never)]
fn captures_found(position: &Position, room: &mut [Move]) -> Option<u8> {
    let (moves, _) = position.legal_moves_in(room)?;
    let legal: Bitboard = moves
        .iter()
        .filter(|mv| mv.is_en_passant())
        .map(|mv| mv.from())
        .collect();
    let Some(right) = position.en_passant() else {
        return Some(0);
    };
    let sides = |from: Bitboard| {
        from.into_iter().fold(0, |sides, from| {
            sides
                | if from.file() < right.target().file() {
                    1
                } else {
                    2
                }
        })
    };
    Some(sides(legal) | sides(right.capturers() - legal) << 2)
}

fn color(bit: u8) -> Color {
    if bit == 0 { Color::White } else { Color::Black }
}

/// The castling rights of standard chess from four bits.
fn castling(flags: u8) -> CastlingRights {
    let mut rights = CastlingRights::NONE;
    for (bit, color, side, rook) in [
        (1, Color::White, CastlingSide::King, File::H),
        (2, Color::White, CastlingSide::Queen, File::A),
        (4, Color::Black, CastlingSide::King, File::H),
        (8, Color::Black, CastlingSide::Queen, File::A),
    ] {
        rights.set(color, side, (flags & bit != 0).then_some(rook));
    }
    rights
}
