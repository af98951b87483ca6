//! The rules of chess for small chips and for hosts, with en passant exactly right.
//!
//! No allocation, no `unsafe`, no panic, standard chess and Chess960. A game in a few lines:
//!
//! ```
//! use passant_rules::{EnPassantMode, EnPassantSuffix, Position};
//!
//! let mut position = Position::initial();
//! for text in ["e2e4", "a7a6", "e4e5", "d7d5"] {
//!     let mv = position.parse_uci(text).unwrap();
//!     let _ = position.make(mv);
//! }
//! // Black's pawn has just passed over d6, and White may take it there.
//! let right = position.en_passant().unwrap();
//! assert_eq!(right.legal().len(), 1);
//!
//! let capture = position.legal_moves().into_iter().find(|mv| mv.is_en_passant()).unwrap();
//! assert_eq!(&position.san(capture, EnPassantSuffix::With)[..], "exd6 e.p.");
//!
//! let undo = position.make(capture);
//! assert_eq!(
//!     &position.fen(EnPassantMode::Legal)[..],
//!     "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
//! );
//! position.unmake(capture, undo);
//! ```
//!
//! Where to read on: [`Position`] is what everything is asked of, [`Setup`] is the way in from outside, and
//! [`EnPassant`] is the reason this crate exists; its module draws the three rules and every way in which a capture
//! can be illegal.
//!
//! # Features
//!
//! | feature | gives | costs |
//! | --- | --- | --- |
//! | none | everything but what follows | |
//! | `defmt` | `defmt::Format` for the value types | one more dependency |
//! | `serde` | positions and setups as FEN, moves as UCI writes them, squares by name | one more dependency |
//! | `polyglot` | `Position::polyglot_key` | 6248 bytes of constants where it is used |
//!
//! What a program does not call is not linked. Built for size, on a Cortex-M0, in bytes of flash:
//!
//! | part | costs |
//! | --- | ---: |
//! | legal moves, checks and pins | 2900 |
//! | making a move and taking it back | 1400 |
//! | en passant | 650 |
//! | setting up and validating a position, every fault found | 2700 |
//! | reading a FEN, errors with their place | 1900 |
//! | the board, squares and men | 400 |
//!
//! A [`Position`] is 212 bytes, a [`Move`] two, an [`Undo`] eight; there is no static memory. Messages
//! (`core::fmt`) come on top where errors are printed.

#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

mod bitboard;
mod board;
mod bounded;
mod castling;
mod checks;
#[cfg(feature = "defmt")]
mod defmt;
mod en_passant;
mod fault;
mod fen;
mod game;
mod generate;
mod geometry;
mod key;
mod mailbox;
mod make;
mod moves;
mod outcome;
mod piece;
#[cfg(feature = "polyglot")]
mod polyglot;
mod position;
mod san;
mod sensors;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod square;
mod state;
mod uci;
mod validate;

/// The examples of the README are run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// So are those of the page for firmware authors.
#[cfg(doctest)]
#[doc = include_str!("../../firmware/README.md")]
struct FirmwareReadme;

pub use bitboard::{Bitboard, Squares};
pub use board::Board;
pub use bounded::{BoundedList, BoundedListIter, BoundedText};
pub use castling::{CastlingRights, CastlingSide};
pub use en_passant::{EnPassant, EnPassantMode, EnPassantVerdict, IllegalReason};
pub use fault::{Repair, SetupFault, SetupFaults};
pub use fen::{
    FenError, FenField, FenText, MAX_CLOCK, MAX_FEN, SyntaxError, SyntaxErrorKind, SyntaxErrors,
};
pub use game::{Game, Played};
pub use key::Key;
pub use make::{IllegalMove, Undo};
pub use moves::{MAX_MOVES, Move, MoveKind, MoveList};
pub use outcome::Outcome;
pub use piece::{Color, Piece, PieceType};
pub use position::Position;
pub use san::{EnPassantSuffix, MAX_SAN, SanText};
pub use setup::Setup;
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::{MoveTextError, UciMove, UciText};
