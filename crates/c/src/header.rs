//! The names in the header of all numbers. A test compares them.

use crate::constants::{
    FEN_SIZE, MAX_DEPTH, MAX_MOVES, NO_SQUARE, POSITION_SIZE, SAN_SIZE, Status, UCI_SIZE,
};
use crate::fault::Reason;
use crate::game::GameResult;
use crate::{board, moves, notation, setup};

/// The sizes and limits, by their names in C.
pub const LIMITS: &[(&str, u64)] = &[
    ("PASSANT_POSITION_SIZE", POSITION_SIZE as u64),
    ("PASSANT_FEN_SIZE", FEN_SIZE as u64),
    ("PASSANT_SAN_SIZE", SAN_SIZE as u64),
    ("PASSANT_UCI_SIZE", UCI_SIZE as u64),
    ("PASSANT_MAX_MOVES", MAX_MOVES as u64),
    ("PASSANT_MAX_DEPTH", MAX_DEPTH as u64),
    ("PASSANT_NO_SQUARE", NO_SQUARE as u64),
];

/// The constants of all enums, by their names in C.
pub const NUMBERS: &[&[(&str, u64)]] = &[
    Status::NUMBERS,
    Reason::NUMBERS,
    board::Verdict::NUMBERS,
    GameResult::NUMBERS,
    board::NUMBERS,
    setup::NUMBERS,
    notation::NUMBERS,
    moves::NUMBERS,
];
