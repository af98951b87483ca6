//! The interface that a front end needs from an engine: the engine, the limits of a search, and the command `stop`.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// An engine without its protocol: it holds a position, counts, and chooses moves.
///
/// The texts that it returns are printed after the words that UCI has for them; the front end escapes those of errors and
/// notes.
pub trait UciEngine {
    /// The greatest depth that it counts to, in plies. A recursive counter needs a stack for each.
    const MAX_DEPTH: u32 = 100;

    /// The name for `id name`.
    fn name(&self) -> String;

    /// The options, each as UCI writes it after `option name`: `Hash type spin default 0 min 0 max 1024`.
    fn options(&self) -> Vec<String> {
        Vec::new()
    }

    /// Sets an option.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong, and what would be correct. Nothing changes then.
    fn set_option(&mut self, _name: &str, _value: &str) -> Result<(), String> {
        Ok(())
    }

    /// Forgets the game, as `ucinewgame` demands.
    fn new_game(&mut self) {}

    /// Sets up what follows the word `position`: `startpos` or `fen …`, optionally with `moves …`. Returns notes for the
    /// user, such as repairs of the FEN.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong, and which position is kept.
    fn set_position(&mut self, text: &str) -> Result<Vec<String>, String>;

    /// Counts the leaf nodes below each move to a depth of 1 to [`MAX_DEPTH`](Self::MAX_DEPTH) plies. Moves are in UCI
    /// notation.
    ///
    /// # Errors
    ///
    /// If the count was stopped, or cannot be made.
    fn divide(&mut self, depth: u32, stop: &Stop) -> Result<Vec<(String, u64)>, NoCount>;

    /// Counts the leaf moves by kind, to the same depths: the name of each column with its count.
    ///
    /// # Errors
    ///
    /// If the count was stopped, or cannot be made.
    fn tally(&mut self, _depth: u32, _stop: &Stop) -> Result<Vec<(&'static str, u64)>, NoCount> {
        let why = "this engine does not count by kind of move; leave out `typed`";
        Err(NoCount::Refused(why.to_owned()))
    }

    /// Chooses a move.
    fn search(&mut self, limits: &Limits) -> Search;

    /// Returns the text that `d` prints: the board, the FEN and the key.
    fn display(&self) -> String;
}

/// The reason why there is no count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoCount {
    /// The count was stopped.
    Stopped,
    /// The count cannot be made. The text says why, and what would be correct.
    Refused(String),
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Search {
    /// The lines that are printed before the answer, each after the word `info`.
    pub lines: Vec<String>,
    /// The move to play in UCI notation; `None` if there is none.
    pub best: Option<String>,
    /// Tells whether the move is printed when a `stop` comes, and not before.
    pub is_late: bool,
}

/// Records whether a `stop`, which is handled out of order, was sent after the command that is being answered. Clones share the state.
#[derive(Clone, Default, Debug)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    /// The number of these commands that were read and are not answered yet.
    unanswered: Arc<Mutex<usize>>,
}

impl Stop {
    /// Tells whether the count is to end.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    /// The flag itself, for code that does not know this crate.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Notes that a `stop` was read.
    pub(crate) fn raise(&self) {
        self.change(|unanswered| unanswered.saturating_add(1));
    }

    /// Notes that it is the turn of the first `stop`: whatever comes now was sent after it.
    pub(crate) fn lower(&self) {
        self.change(|unanswered| unanswered.saturating_sub(1));
    }

    fn change(&self, change: impl Fn(usize) -> usize) {
        let mut unanswered = self
            .unanswered
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        *unanswered = change(*unanswered);
        self.flag.store(*unanswered != 0, Ordering::Relaxed);
    }
}

/// The limits of a search, and the moves to consider.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// In plies.
    pub depth: Option<u32>,
    /// In positions searched.
    pub nodes: Option<u64>,
    /// The moves to consider; `None` if all are.
    pub search_moves: Option<Vec<String>>,
    /// True if the answer waits for `stop`.
    pub is_infinite: bool,
}

/// The words that a number follows.
const NUMBERS: [&str; 10] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "perft",
];

/// The words that can stand after `go`.
const EXPECTED: &str = "perft, depth, nodes, movetime, mate, wtime, btime, winc, binc, movestogo, searchmoves, infinite \
                        or ponder";

impl Limits {
    /// Reads the words after `go`. `searchmoves` takes all words to the end.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong, and what would be correct.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut limits = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "infinite" => limits.is_infinite = true,
                "ponder" => {}
                "searchmoves" => {
                    limits.search_moves = Some(words.by_ref().map(str::to_owned).collect());
                }
                _ if NUMBERS.contains(&word) => {
                    let value = words.next().unwrap_or_default();
                    // A clock may have run out.
                    let number: i64 = value.parse().map_err(|_| {
                        format!("expected a number after {word}, as in go {word} 5, got {value:?}")
                    })?;
                    if word == "depth" {
                        limits.depth = u32::try_from(number).ok();
                    }
                    if word == "nodes" {
                        limits.nodes = u64::try_from(number).ok();
                    }
                }
                _ => return Err(format!("expected {EXPECTED} after go, got {word:?}")),
            }
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::{Limits, Stop};

    #[test]
    fn stays_raised_until_the_last_stop_is_answered() {
        let stop = Stop::default();
        assert!(!stop.is_raised());
        stop.raise();
        stop.raise();
        stop.lower();
        assert!(stop.is_raised());
        stop.lower();
        assert!(!stop.is_raised());
        stop.lower();
        assert!(!stop.is_raised());
    }

    #[test]
    fn reads_limits_in_any_order() {
        let limits =
            Limits::parse("wtime -5 depth 3 nodes 500 infinite searchmoves e2e4 d2d4").unwrap();
        let search_moves = ["e2e4", "d2d4"].map(str::to_owned).to_vec();
        assert_eq!(
            limits,
            Limits {
                depth: Some(3),
                nodes: Some(500),
                search_moves: Some(search_moves),
                is_infinite: true
            }
        );
        assert_eq!(Limits::parse(""), Ok(Limits::default()));
    }

    #[test]
    fn says_what_would_be_right() {
        for (text, part) in [
            ("depth", "go depth 5"),
            ("nodes many", "\"many\""),
            ("deep 3", "expected perft, depth"),
        ] {
            let error = Limits::parse(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
