//! Reads games in PGN, from a text or from a file of any size, and finds what is wrong with them.
//!
//! There is one reader, [`PgnReader`], for all programs of `passant`. [`PgnChunks`] feeds it with parts of a stream, so that
//! memory does not depend on the length of the file. [`Audit`] plays the games by the rules.
//!
//! ```
//! use passant_pgn::{Audit, AuditCounts, FindingKind};
//!
//! let text = b"1. e4 a6 2. e5 d5 3. Nf3 h6 4. exd6 e.p. *";
//! let (mut findings, mut counts) = (Vec::new(), AuditCounts::default());
//! Audit::default().examine(text, &mut counts, &mut |finding| findings.push(finding));
//! assert_eq!(counts.games, 1);
//! assert_eq!(findings[0].kind, FindingKind::IllegalEnPassant);
//! assert_eq!(findings[0].written, "exd6 e.p.");
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod audit;
mod boundary;
mod chunks;
mod counts;
mod ending;
mod examined;
mod finding;
mod fix;
mod game;
mod line_counter;
mod mark;
pub mod movetext;
mod reader;
mod reader_game;
mod repetition;
mod resolve;
mod text;
mod variation;

pub use audit::Audit;
pub use chunks::{LONGEST_GAME, PgnChunk, PgnChunks};
pub use counts::{AuditCounts, FenConvention, VariationCounts};
pub use ending::{ClaimedEnd, Finish, explain_end, is_ended_by_no_rule, one_line};
pub use finding::{AuditFinding, FindingDetail, FindingKind, FirstMove};
pub use fix::fix_games;
pub use game::{PgnFault, PgnFaultKind, PgnGame, PgnVariation};
pub use line_counter::LineCounter;
pub use mark::{EnPassantMark, MARK_FACTS, MarkFact};
pub use reader::PgnReader;
pub use reader_game::{ReaderGame, reader_games};
pub use repetition::{Convention, Repetitions, is_allowed_delay};
pub use text::{find_moves, read_games};
