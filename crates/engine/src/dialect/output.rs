//! Combines the lines of an answer.

use passant_query::{Counts, EngineError, Line};

use super::line_reader::{self, Reading};
use super::notation::engine_move_in;

/// The greatest number of moves in an answer that is compared. A position has at most 218 legal moves, and some engines
/// print illegal moves too, or print each move twice.
pub(crate) const MAX_MOVES: usize = 512;

/// The greatest number of lines in an answer. Reading stops after more lines.
pub(crate) const MAX_LINES: usize = 4096;

/// The output of a perft command.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PerftOutput {
    depth: u32,
    moves: Vec<(String, u64)>,
    totals: Vec<u64>,
    /// A move whose nodes may be on the next line.
    pending: Option<String>,
    /// True if the engine searches instead of counting.
    pub is_search: bool,
    /// The move at the end of a search.
    pub best_move: Option<String>,
    /// The first error message.
    pub error_message: Option<String>,
}

/// The counts of a consistent answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedCounts {
    /// The moves as the engine writes them, each with the nodes below it; empty if only a total was printed.
    pub moves: Vec<(String, u64)>,
    /// All nodes.
    pub total: u64,
}

impl PerftOutput {
    /// Returns the empty output of an engine that was asked to count to a depth in plies.
    #[must_use]
    pub fn to_depth(depth: u32) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }

    /// Adds a line.
    pub fn add(&mut self, line: &str) {
        self.add_reading(line_reader::read(line));
    }

    /// Adds the content of a line.
    pub fn add_reading(&mut self, reading: Reading) {
        let pending = self.pending.take();
        match (reading, pending) {
            (Reading::Move { text, nodes }, _) | (Reading::Bare(nodes), Some(text)) => {
                if !self.is_oversized() {
                    self.moves.push((text, nodes));
                }
            }
            (Reading::MoveAlone(text), _) => self.pending = Some(text),
            (Reading::Bare(nodes) | Reading::Total(nodes), _) => self.totals.push(nodes),
            (Reading::Row { depth, nodes }, _) if depth == self.depth => self.totals.push(nodes),
            // A table of depths lists the moves of each depth.
            (Reading::Row { .. }, _) => self.moves.clear(),
            (Reading::Search, _) => self.is_search = true,
            (Reading::BestMove(mv), _) => {
                self.is_search = true;
                self.best_move = Some(mv);
            }
            (Reading::ErrorMessage(text), _) => {
                self.error_message.get_or_insert(text);
            }
            (Reading::Other, _) => {}
        }
    }

    /// Tells whether a total was printed. Moves are printed before it.
    #[must_use]
    pub fn has_total(&self) -> bool {
        !self.totals.is_empty()
    }

    /// Tells whether a total of zero was printed, and no move.
    #[cfg(feature = "processes")]
    pub(crate) fn is_zero(&self) -> bool {
        self.totals.contains(&0) && !self.has_moves()
    }

    /// Tells whether nothing was printed that has to do with counting or searching, and no error.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let nothing = Self {
            pending: self.pending.clone(),
            ..Self::to_depth(self.depth)
        };
        *self == nothing
    }

    /// Tells whether moves were printed.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Returns the moves as the engine writes them, each with its nodes, and the last total. `None` if there are no
    /// moves, no total, or more moves than a position has.
    #[must_use]
    pub fn moves_and_total(&self) -> Option<(&[(String, u64)], u64)> {
        let total = *self.totals.last()?;
        let is_divide = self.has_moves() && !self.has_too_many_moves();
        is_divide.then_some((&self.moves[..], total))
    }

    /// Returns the counts, if there is a total and the moves add up to it. The error says what contradicts what.
    ///
    /// At depth 1 some engines print only the total. A few engines print moves with 0 nodes there, which contradicts
    /// the total, so that they can only be asked from depth 2 on.
    pub fn counts(&self) -> Result<PrintedCounts, String> {
        if self.has_too_many_moves() {
            return Err(too_many_moves());
        }
        let Some(&last) = self.totals.last() else {
            return Err(match self.moves.len() {
                0 => "there is no total among the lines".to_owned(),
                number => format!("{number} moves and no total"),
            });
        };
        let sum = self
            .moves
            .iter()
            .try_fold(0_u64, |sum, (_, nodes)| sum.checked_add(*nodes));
        if self.moves.is_empty() {
            if self.totals.iter().any(|&total| total != last) {
                return Err(format!("several totals: {:?}", self.totals));
            }
        } else if !sum.is_some_and(|sum| self.totals.contains(&sum)) {
            let shown = sum.map_or("more than 2^64".to_owned(), |sum| sum.to_string());
            return Err(format!("the moves add up to {shown}, the total is {last}"));
        }
        Ok(PrintedCounts {
            moves: self.moves.clone(),
            total: sum.filter(|_| self.has_moves()).unwrap_or(last),
        })
    }

    /// Checks the number of moves.
    ///
    /// # Errors
    ///
    /// If there are more moves than are kept. The error names the limit.
    pub fn check_size(&self) -> Result<(), String> {
        if self.is_oversized() {
            return Err(format!("more than {MAX_LINES} moves in one answer"));
        }
        Ok(())
    }

    fn is_oversized(&self) -> bool {
        MAX_LINES < self.moves.len()
    }

    fn has_too_many_moves(&self) -> bool {
        MAX_MOVES < self.moves.len()
    }
}

/// Returns the error for an answer with more than [`MAX_MOVES`] moves.
pub(crate) fn too_many_moves() -> String {
    format!("more than {MAX_MOVES} moves, which no position has")
}

/// Returns the counts that an engine has printed for a line, if they are consistent.
pub(crate) fn counts(output: &PerftOutput, line: &Line) -> Result<Counts, EngineError> {
    let printed = output
        .counts()
        .map_err(|why| match output.moves_and_total() {
            Some((moves, total)) => EngineError::Contradicted {
                moves: moves.to_vec(),
                total,
            },
            None => EngineError::Garbled(why),
        })?;
    let position = line.position();
    let moves = printed.moves.iter();
    Ok(Counts {
        moves: moves
            .map(|(text, nodes)| (engine_move_in(position.as_ref(), text), *nodes))
            .collect(),
        total: printed.total,
    })
}
