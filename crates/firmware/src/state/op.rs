//! The bytes of a packed game: each stands for something to do or to ask, and is followed by what the table says.
//!
//! ```text
//! BEGIN         a FEN                               that game begins
//! PLAY          a move                              it is played
//! PASS                                              a null move is
//! TAKE_BACK                                         the last of either is taken back
//! PUT_ASIDE                                         the position becomes the other one
//! FEN           three FENs                          what is printed under each mode
//! SAME          yes or no                           is it the same position as the other?
//! KEY           yes or no                           has it the key of the other?
//! POLYGLOT      two keys                            those of the position and of the other
//! OCCURRENCES   two numbers                         it has occurred that often, from, to
//! WRITTEN       a move, a text                      how SAN has it
//! READ          a text, yes or no, a move           what the text means, and whether it may be refused
//! REFUSED       a text                              it means no move
//! LEGAL         a text, yes or no                   is it a legal move in UCI notation?
//! TAKES         a move, yes or no, a square, a man  what it takes; no square and no man after no
//! IS_CAPTURE    a move, yes or no
//! IS_EN_PASSANT a move, yes or no
//! GIVES_CHECK   a move, yes or no
//! END                                               of the case
//! ```
//!
//! A move is its squares and the index of its kind, a text has its length before it, a FEN is the number of bytes that it
//! has in common with the FEN before it, and the rest as a text; a number is in LEB128, a key eight
//! bytes from the lowest on, a square its index, a man the index of its type; yes is 1, no is 0.

pub(crate) const BEGIN: u8 = b'b';
pub(crate) const PLAY: u8 = b'p';
pub(crate) const PASS: u8 = b'0';
pub(crate) const TAKE_BACK: u8 = b'<';
pub(crate) const PUT_ASIDE: u8 = b'a';
pub(crate) const FEN: u8 = b'f';
pub(crate) const SAME: u8 = b's';
pub(crate) const KEY: u8 = b'k';
pub(crate) const POLYGLOT: u8 = b'g';
pub(crate) const OCCURRENCES: u8 = b'o';
pub(crate) const WRITTEN: u8 = b'w';
pub(crate) const READ: u8 = b'r';
pub(crate) const REFUSED: u8 = b'n';
pub(crate) const LEGAL: u8 = b'l';
pub(crate) const TAKES: u8 = b't';
pub(crate) const IS_CAPTURE: u8 = b'x';
pub(crate) const IS_EN_PASSANT: u8 = b'e';
pub(crate) const GIVES_CHECK: u8 = b'+';
pub(crate) const END: u8 = b'.';

/// The most half-moves of a game.
pub(crate) const PLIES: usize = 128;
