//! Other people's chess engines as subjects of questions.
//!
//! Start an engine, find out how it can be asked, and ask it for a count:
//!
//! ```no_run
//! use passant_engine::{Command, EngineSpec, calibrate};
//! use passant_query::{Line, Subject};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let spec = EngineSpec::new(Command::parse("stockfish")?);
//! let calibration = calibrate(&spec).map_err(|no_channel| no_channel.tried.join("; "))?;
//! println!("{} answers through {}", calibration.name, calibration.channel);
//!
//! let mut engine = calibration.open(&spec);
//! let line: Line = "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1".parse()?;
//! assert_eq!(engine.count(&line, 1)?.total, 6);
//! # Ok(())
//! # }
//! ```
//!
//! From the pipe to the answer, each module uses only those above it:
//!
//! | module | what it does |
//! | --- | --- |
//! | [`guard`] | ends engines with everything that they start, even if this program is killed |
//! | [`process`] | starts a program, reads and writes lines, and limits time, length and memory |
//! | [`dialect`] | understands the lines that engines print, and the notations in which they write moves |
//! | [`uci`], [`xboard`], [`line_protocol`] | hold a conversation in a protocol |
//! | `channels` | a [`Subject`](passant_query::Subject) for each way in which an engine can be asked |
//! | [`recorded`] | a [`Subject`](passant_query::Subject) that gives the answers in a text that an engine printed |
//! | [`calibrate()`] | tries the channels, and finds the best one that an engine answers |
//!
//! # Features
//!
//! `processes` (on by default) starts programs. Without it the crate contains only text: [`dialect`], the replies of
//! the [`line_protocol`], the [`position_command`], and [`recorded`]: a browser can judge what an engine printed.

#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "processes")]
mod book_options;
#[cfg(feature = "processes")]
mod cache;
#[cfg(feature = "processes")]
mod calibrate;
mod calibration;
#[cfg(feature = "processes")]
mod channels;
#[cfg(feature = "processes")]
mod clock;
#[cfg(feature = "processes")]
mod command;
#[cfg(feature = "processes")]
mod connection;
pub mod dialect;
#[cfg(feature = "processes")]
pub mod guard;
#[cfg(feature = "processes")]
mod key_text;
pub mod line_protocol;
mod overrides;
#[cfg(feature = "processes")]
mod perft_request;
pub mod position_command;
#[cfg(feature = "processes")]
pub mod process;
pub mod recorded;
pub mod reported_position;
#[cfg(feature = "processes")]
mod transcript;
#[cfg(feature = "processes")]
pub mod uci;
#[cfg(feature = "processes")]
mod variants;
#[cfg(feature = "processes")]
pub mod xboard;
mod xboard_messages;

pub use calibration::{Calibration, Conversation, NoChannel, Protocol};
pub use overrides::{Dialect, Overrides};
#[cfg(feature = "processes")]
pub use {
    book_options::BookOptions,
    cache::{Cache, EngineHasher},
    calibrate::{calibrate, calibrate_with_last_error},
    channels::check_placeholders,
    command::{Command, find_program, program_file},
    connection::EngineSpec,
    key_text::KeyText,
    process::{Limits, Process},
    transcript::Transcript,
};
