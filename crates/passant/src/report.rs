//! Everything that is printed: results on standard output, warnings and errors on standard error.
//!
//! Colors are removed if the output is not a terminal, or if `NO_COLOR` is set.

pub(crate) mod adapter;
pub(crate) mod bisect;
pub(crate) mod board;
pub(crate) mod check;
pub(crate) mod diagnosis;
pub(crate) mod distinct;
pub(crate) mod explanation;
pub(crate) mod export;
pub(crate) mod faults;
mod first_steps;
mod labelled_list;
pub(crate) mod layout;
pub(crate) mod matrix;
pub(crate) mod minimize;
pub(crate) mod no_channel;
mod numbers;
mod output;
pub(crate) mod perft;
pub(crate) mod shards;
pub(crate) mod suite;
pub(crate) mod watch;

pub use first_steps::first_steps;
pub use output::{failure, usage};
pub(crate) use output::{is_output_unread, output, print, print_commands, warn};
