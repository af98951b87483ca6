//! Does a match runner know en passant? The games that two scripted engines play, and the verdict on what the runner made of
//! them.
//!
//! A runner is given openings ([`openings`]) and, on both sides, the [`ScriptedEngine`], which plays the moves of the
//! cases, legal or not. [`judge()`] compares the games that the runner saves with what its cases say.
//!
//! ```
//! use passant_referee::{Ruling, judge};
//! use passant_suite::{Suites, Variant};
//!
//! let suites = Suites::builtin()?;
//! let cases = passant_referee::select(&suites, Variant::Standard);
//! let games = "[FEN \"4k3/3p3p/8/4P3/8/8/7P/4K3 b - - 0 1\"]\n\n1... d5 2. exd6 Kd7 3. Kd2 1-0";
//! let judged = judge(&cases, games, None).expect("they are games of these cases");
//! let white = judged.iter().find(|judged| judged.case.address == "referee/legal/white").unwrap();
//! assert_eq!(white.ruling, Ruling::Right);
//! # Ok::<(), passant_suite::Diagnostics>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod engine;
mod game;
mod judge;
pub mod openings;
mod repetition;
mod ruling;
mod script;
mod template;
mod xboard;

pub use engine::ScriptedEngine;
pub use game::PlayedGame;
pub use judge::{Judged, NotJudged, judge};
pub use passant_pgn::Finish;
pub use ruling::Ruling;
pub use template::{PLACEHOLDERS, Template};
pub use xboard::Xboard;

use passant_suite::{RefereeCase, Suites, Variant};

/// Returns the cases of a variant, in the order of the suites.
#[must_use]
pub fn select(suites: &Suites, variant: Variant) -> Vec<&RefereeCase> {
    let cases = suites.referee_cases();
    cases.filter(|case| case.variant == variant).collect()
}
