//! Keys, repetition and the end of a game.

use core::ffi::c_char;

use passant_rules::{Color, Key, Outcome, Position};

use crate::boundary::{Out, slice};
use crate::constants::{Status, numbers, status_of};
use crate::stored::{Stored, position};

numbers! {
    /// The way in which a game has ended, or in which a player may end it.
    #[repr(u8)]
    pub enum GameResult {
        Open = 0, "PASSANT_OPEN", c"the game goes on";
        WhiteMates = 1, "PASSANT_WHITE_MATES", c"checkmate, White wins";
        BlackMates = 2, "PASSANT_BLACK_MATES", c"checkmate, Black wins";
        Stalemate = 3, "PASSANT_STALEMATE", c"stalemate";
        Material = 4, "PASSANT_MATERIAL", c"draw: neither side can mate";
        SeventyFiveMoves = 5, "PASSANT_SEVENTY_FIVE_MOVES", c"draw: seventy-five moves without capture or pawn move";
        FivefoldRepetition = 6, "PASSANT_FIVEFOLD_REPETITION", c"draw: this position has occurred five times";
        FiftyMoves = 7, "PASSANT_FIFTY_MOVES", c"draw on claim: fifty moves without capture or pawn move";
        ThreefoldRepetition = 8, "PASSANT_THREEFOLD_REPETITION", c"draw on claim: this position has occurred three times";
    }
}

/// The key of a position.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_key(at: *const Stored, key: *mut u64) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise.
        let (position, out) = unsafe { (position(at)?, Out::new(key)?) };
        out.write(position.key().0);
        Ok(())
    })
}

/// Counts the times that the position has occurred.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_count_occurrences(
    at: *const Stored,
    keys: *const u64,
    count: usize,
    occurrences: *mut usize,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise; a key has the layout of its number.
        let (position, keys, out) = unsafe {
            let keys = slice(keys.cast::<Key>(), count)?;
            (position(at)?, keys, Out::new(occurrences)?)
        };
        out.write(position.occurrences(keys));
        Ok(())
    })
}

/// Stores how the game has ended.
///
/// # Safety
///
/// See [the pointers](crate#pointers).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn passant_get_result(
    at: *const Stored,
    keys: *const u64,
    count: usize,
    result: *mut u8,
) -> Status {
    status_of(|| {
        // SAFETY: the caller's promise; a key has the layout of its number.
        let (position, keys, out) = unsafe {
            let keys = slice(keys.cast::<Key>(), count)?;
            (position(at)?, keys, Out::new(result)?)
        };
        out.write(result_of(position, keys) as u8);
        Ok(())
    })
}

/// The result, in the order of `Game::outcome`: what ends the game comes before what a player may claim.
fn result_of(position: &Position, keys: &[Key]) -> GameResult {
    let outcome = position.outcome();
    let repeated = match outcome {
        Some(outcome) if !outcome.needs_claim() => None,
        _ => match position.occurrences(keys) {
            5.. => return GameResult::FivefoldRepetition,
            3.. => Some(Outcome::ThreefoldRepetition),
            _ => None,
        },
    };
    match outcome.or(repeated) {
        None => GameResult::Open,
        Some(Outcome::Checkmate {
            winner: Color::White,
        }) => GameResult::WhiteMates,
        Some(Outcome::Checkmate {
            winner: Color::Black,
        }) => GameResult::BlackMates,
        Some(Outcome::Stalemate) => GameResult::Stalemate,
        Some(Outcome::InsufficientMaterial) => GameResult::Material,
        Some(Outcome::SeventyFiveMoves) => GameResult::SeventyFiveMoves,
        Some(Outcome::FivefoldRepetition) => GameResult::FivefoldRepetition,
        Some(Outcome::FiftyMoves) => GameResult::FiftyMoves,
        Some(Outcome::ThreefoldRepetition) => GameResult::ThreefoldRepetition,
    }
}

/// A sentence about a result.
#[unsafe(no_mangle)]
pub extern "C" fn passant_result_text(result: u8) -> *const c_char {
    GameResult::text_of(result)
}
