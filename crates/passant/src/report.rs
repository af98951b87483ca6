//! Everything that is printed: results on standard output, warnings and errors on standard error.
//!
//! Colors are removed if the output is not a terminal, or if `NO_COLOR` is set.

pub(crate) mod board;
pub(crate) mod board_svg;
pub(crate) mod cases;
mod closing;
pub(crate) mod counts;
pub(crate) mod diagnosis;
pub(crate) mod explanation;
pub(crate) mod export;
pub(crate) mod fresh;
pub(crate) mod github;
mod group;
pub(crate) mod html;
pub(crate) mod junit;
pub(crate) mod labelled_list;
pub(crate) mod layout;
pub(crate) mod no_channel;
mod output;
pub(crate) mod parts;
pub(crate) mod pgn;
pub(crate) mod referee;
pub(crate) mod reproducer;
pub(crate) mod tap;
pub(crate) mod terminal;

pub(crate) use output::{
    Verbosity, is_output_unread, output, print, print_commands, warn, write_file, write_program,
};
pub use output::{failure, first_steps};
