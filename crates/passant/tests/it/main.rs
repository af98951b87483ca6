//! Tests of the command `passant`. Most of them run the binary.

#[cfg(unix)]
mod action;
mod adapters;
mod badges;
mod bisections;
#[cfg(unix)]
mod book;
mod book_checks;
mod browser;
mod channels;
mod checks;
#[cfg(unix)]
mod ci_files;
mod damaged;
mod diagnoses;
mod engine_files;
mod errors;
mod escapes;
mod explanations;
mod files;
#[cfg(unix)]
mod full_disk;
mod games;
mod hostile;
mod html_reports;
mod hunts;
#[cfg(unix)]
mod interrupts;
mod json;
mod judgments;
mod left_behind;
mod long_run;
mod manners;
mod minimizations;
mod oracle;
mod packages;
mod page;
mod page_server;
mod perft_counts;
mod perft_files;
#[cfg(unix)]
mod printed_positions;
mod progress;
#[cfg(unix)]
mod reader_checks;
mod readme;
#[cfg(unix)]
mod recipes;
mod referee;
mod referee_errors;
mod report_files;
mod rerun;
#[cfg(unix)]
mod retries;
mod run;
mod settings;
mod shard_runs;
mod snapshot;
mod state;
mod suite_formats;
mod terminals;
mod test_snippets;
mod thread_limits;
mod uci_sessions;
mod unreliable;
#[cfg(windows)]
mod windows;
mod xboard;
