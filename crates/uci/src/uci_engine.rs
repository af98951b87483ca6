//! The interface that a front end needs from an engine.

use crate::limits::Limits;
use crate::stop::Stop;

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
