//! The operations of a packed game. Each is a byte that is followed by its arguments:
//!
//! ```text
//! BEGIN         a FEN                                begins a game
//! PLAY          a move                               plays it
//! PASS                                               plays a null move
//! TAKE_BACK                                          takes the last move or null move back
//! PUT_ASIDE                                          copies the position to the second position
//! FEN           three FENs                           compares the FEN in each mode
//! SAME          yes or no                            is the position the same as the second one?
//! KEY           yes or no                            is the key the same as that of the second position?
//! POLYGLOT      two keys                             compares the keys of the position and of the second one
//! OCCURRENCES   two numbers                          has the position occurred this often, from and to?
//! WRITTEN       a move, a text                       compares the SAN of the move
//! READ          a text, yes or no, a move            compares the meaning of the text; yes if it may be refused
//! REFUSED       a text                               does the text mean no move?
//! LEGAL         a text, yes or no                    is this a legal move in UCI notation?
//! TAKES         a move, yes or no, a square, a type  what does the move capture? no square and no type after no
//! IS_CAPTURE    a move, yes or no                    does the move capture?
//! IS_EN_PASSANT a move, yes or no                    is the move an en passant capture?
//! GIVES_CHECK   a move, yes or no                    does the move give check?
//! END                                                ends the case
//! ```
//!
//! A move is its two squares and the index of its kind. A text is preceded by its length. A number is in LEB128, a key
//! is eight bytes from the lowest on, a square and a piece type are their indices. Yes is 1, no is 0.
//!
//! A FEN is written as the difference from one of the last [`FENS`] FENs: the number of leading bytes that they share; a
//! byte with the place of that FEN, 0 for the newest, times 64 plus the number of trailing bytes that they share; and
//! the bytes between as a text.

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

/// The most plies of a game.
pub(crate) const PLIES: usize = 128;

/// The number of FENs that are kept, so that another FEN is written as the difference from one of them.
pub(crate) const FENS: usize = 4;

/// The most trailing bytes that two FENs share.
pub(crate) const TRAILING: usize = 63;

/// Divides the second byte of a FEN: the place of the FEN that it is like, and the number of trailing bytes.
pub(crate) fn like_and_trailing(byte: u8) -> (usize, usize) {
    let byte = usize::from(byte);
    (byte / (TRAILING + 1), byte % (TRAILING + 1))
}

/// Puts a FEN in front of the others. It takes the place of an equal one, else of the oldest.
pub(crate) fn put_first<T: PartialEq>(fens: &mut [T; FENS], fen: T) {
    let equal = fens.iter().position(|kept| *kept == fen);
    let last = equal.unwrap_or(FENS - 1);
    fens[last] = fen;
    fens[..=last].rotate_right(1);
}
