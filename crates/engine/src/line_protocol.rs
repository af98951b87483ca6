//! The line protocol `passant 1`: a request is one line, an answer ends with `ok` or `error`.
//!
//! ```text
//! > passant 1
//! < passant 1 name "Foo 2.1" can=moves,divide,fen chess960=no
//! < ok
//! > position fen 3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2
//! < fen 3k4/8/8/3pP3/8/8/8/3K4 w - d6 0 2
//! < ok
//! > moves
//! < move e5d6 ep
//! < ok
//! ```
//!
//! Lines that start with `#` are comments and are skipped, like empty lines. Control characters in all other lines are
//! escaped. `crates/passant/adapters/README.md` explains the protocol to authors of adapters.

#[cfg(feature = "processes")]
mod adapter;
mod capabilities;
mod reply;
mod reply_form;

#[cfg(feature = "processes")]
pub use adapter::{Adapter, Played, Unanswered};
pub use capabilities::{Ability, Capabilities, Flag, VERSION};
pub use reply::{Divided, End, ErrorKind, Reply};
#[cfg(feature = "processes")]
pub(crate) use reply::{
    MoveLine, read_bytes, read_move, read_occurrences, read_square, read_yes_or_no, rest_of,
};
pub use reply_form::ReplyForm;
