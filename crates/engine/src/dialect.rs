//! What engines print when they are asked for perft, in every dialect that is known.
//!
//! A line is read by itself: a move with its nodes, a total, or neither ([`Reading`]). [`PerftOutput`] puts lines together.
//! What a move is called is another question, answered by [`notation`].

use std::borrow::Cow;

pub mod notation;
mod output;
mod patterns;
mod shapes;
#[cfg(test)]
mod tests;
mod usual;

pub(crate) use output::{FLOOD, MOST_MOVES, too_many_moves};
pub use output::{PerftOutput, PrintedCounts};
pub use shapes::Shapes;

/// What one line of output says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A move and the nodes below it: `e2e4: 600`.
    Move {
        /// The move as it is written.
        text: String,
        /// The nodes.
        nodes: u64,
    },
    /// A move alone on its line; the nodes may follow on the next.
    MoveAlone(String),
    /// A number alone on its line: a total, or the nodes of the move on the line before.
    Bare(u64),
    /// A total: `Nodes searched: 8902`.
    Total(u64),
    /// A line of a table of depths: `3 8902 0.00 714285.71nps`.
    Row {
        /// The depth.
        depth: u32,
        /// The nodes at that depth.
        nodes: u64,
    },
    /// A line of a search, which nobody has asked for.
    Search,
    /// The end of a search, with its move.
    BestMove(String),
    /// The engine says that it does not understand.
    Complaint(String),
    /// Anything else.
    Other,
}

/// Reads a line, whatever bytes it is made of.
///
/// ```
/// use passant_engine::dialect::{Reading, read};
///
/// assert_eq!(read("Nodes searched: 8902"), Reading::Total(8902));
/// assert_eq!(read("perft 8,902 leaves in 3 ms"), Reading::Total(8902));
/// let text = "e2e4".to_owned();
/// assert_eq!(read("  1     e2e4          600        0.001s"), Reading::Move { text, nodes: 600 });
/// ```
#[must_use]
pub fn read(line: &str) -> Reading {
    let line = clean(line);
    let line = line.trim();
    if let Some(reading) = usual::read(line) {
        return reading;
    }
    let reading = patterns::read(line);
    if reading != Reading::Other {
        return reading;
    }
    patterns::without_prompt(line).map_or(Reading::Other, patterns::read)
}

/// The line without the control sequences of terminals, NUL bytes and other things that cannot be seen.
pub(crate) fn clean(line: &str) -> Cow<'_, str> {
    if !line.contains(char::is_control) {
        return Cow::Borrowed(line);
    }
    let mut cleaned = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            // A terminal's control sequence: ESC [ parameters letter.
            '\u{1b}' => {
                if letters.clone().next() == Some('[') {
                    letters.next();
                    let _ = letters.find(|letter| ('@'..='~').contains(letter));
                }
            }
            '\t' => cleaned.push(' '),
            _ if letter.is_control() => {}
            _ => cleaned.push(letter),
        }
    }
    Cow::Owned(cleaned)
}
