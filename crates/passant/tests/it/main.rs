//! Tests of the command `passant`. Most of them run the binary.

#[cfg(unix)]
mod action;
mod adapters;
mod badge;
mod bisect;
#[cfg(unix)]
mod book;
mod browser;
mod channels;
mod check;
#[cfg(unix)]
mod ci_files;
mod damaged;
mod descriptors;
mod diagnose;
mod errors;
mod escapes;
mod explain;
mod explain_json;
mod faults;
mod files;
mod first_steps;
#[cfg(unix)]
mod full_disk;
mod hostile;
#[cfg(unix)]
mod interrupts;
mod json;
mod judge;
mod left_behind;
mod long_run;
mod manners;
mod minimize;
mod npm;
mod oracle;
mod page;
mod perft;
mod perft_files;
#[cfg(unix)]
mod progress;
mod python;
mod readme;
#[cfg(unix)]
mod recipes;
mod reports;
mod rerun;
mod run;
mod schema;
mod searches;
mod shards;
mod short_adapters;
mod snapshot;
mod state;
mod stopped;
mod suite_formats;
mod terminal;
mod test_snippets;
mod threads;
mod uci;
mod unreliable;
mod watch;
#[cfg(windows)]
mod windows;
mod xboard;
mod xboard_words;
