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
//! // Black's pawn has just passed over d6, and White may capture it there.
//! let right = position.en_passant().unwrap();
//! assert_eq!(right.legal().len(), 1);
//!
//! let capture = position.legal_moves().into_iter().find(|mv| mv.is_en_passant()).unwrap();
//! assert_eq!(position.san(capture, EnPassantSuffix::With), "exd6 e.p.");
//!
//! let undo = position.make(capture);
//! assert_eq!(
//!     position.fen(EnPassantMode::Legal),
//!     "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3",
//! );
//! position.unmake(capture, undo);
//! ```
//!
//! # Where to start
//!
//! | you have | start with |
//! | --- | --- |
//! | a FEN | [`Position::from_fen`]; [`Setup`] for a position that may be wrong, with every reason |
//! | a position | [`Position::legal_moves`], [`Position::make`], [`Position::unmake`] |
//! | a game | [`Game`]: play, take back, repetition, result |
//! | the text of a move | [`Position::parse_move`]; [`UciMove`] where there is no position yet |
//! | a question about en passant | [`EnPassant`], [`Position::judge_en_passant`]; [`IllegalReason`] draws every case |
//! | a board with sensors and lights | [`Position::targets`], [`Position::infer_moves`] |
//!
//! Three programs in `examples/` show a game, a verdict and a board: `game`, `why_illegal` and `sensor_board`. The three rules of en
//! passant are drawn in `src/en_passant.rs`.
//!
//! # Features
//!
//! | feature | gives | costs |
//! | --- | --- | --- |
//! | none | everything except the rows below | |
//! | `defmt` | `defmt::Format` for the value types | one more dependency |
//! | `serde` | positions and setups as FEN, moves as UCI writes them, squares by name | one more dependency |
//! | `polyglot` | `Position::polyglot_key` | 6248 bytes of constants if it is used |
//!
//! Code that a program does not call is not linked. Built for size, flash on a Cortex-M0:
//!
//! | part | bytes |
//! | --- | ---: |
//! | legal moves, checks and pins | 2900 |
//! | making a move and taking it back | 1400 |
//! | en passant | 650 |
//! | setting up and validating a position, with every fault | 2700 |
//! | reading a FEN, with the place of each error | 1900 |
//! | the board, squares and pieces | 400 |
//!
//! [`Position`] is 212 bytes, [`Move`] 2, [`Undo`] 8; there is no static memory. Programs that print errors also need
//! `core::fmt`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

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
mod san_move;
mod sensors;
#[cfg(feature = "serde")]
mod serde;
mod square;
mod state;
mod uci;
mod validate;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, Setup};
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
pub use square::{File, ParseSquareError, Rank, Square};
pub use uci::{MoveTextError, UciMove, UciText};
