//! The lines of an answer put together.

use super::Reading;

/// More moves than any engine has in any position, were kings to matter or not: the most that are legal are 218, and
/// some engines print illegal ones, or each twice. What is more is not worth being compared, move by move, with anything.
pub(crate) const MOST_MOVES: usize = 512;

/// More moves than are worth waiting for the end of the answer.
pub(crate) const FLOOD: usize = 4096;

/// What an engine has printed so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct PerftOutput {
    depth: u32,
    moves: Vec<(String, u64)>,
    totals: Vec<u64>,
    /// A move whose nodes may be on the next line.
    pending: Option<String>,
    /// Whether it searches, instead of counting.
    pub is_search: bool,
    /// The move that a search has ended with.
    pub best_move: Option<String>,
    /// The first line that says that it does not understand.
    pub complaint: Option<String>,
}

/// An answer that does not contradict itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintedCounts {
    /// The moves as they are written, each with the nodes below it; empty if only a total was printed.
    pub moves: Vec<(String, u64)>,
    /// All nodes.
    pub total: u64,
}

impl PerftOutput {
    /// Nothing printed yet, by an engine that was asked to count to a depth.
    #[must_use]
    pub fn to_depth(depth: u32) -> Self {
        Self {
            depth,
            ..Self::default()
        }
    }

    /// Takes another line.
    pub fn add(&mut self, line: &str) {
        self.add_reading(super::read(line));
    }

    /// Takes what another line says.
    pub fn add_reading(&mut self, reading: Reading) {
        let pending = self.pending.take();
        match (reading, pending) {
            (Reading::Move { text, nodes }, _) | (Reading::Bare(nodes), Some(text)) => {
                if !self.is_flood() {
                    self.moves.push((text, nodes));
                }
            }
            (Reading::MoveAlone(text), _) => self.pending = Some(text),
            (Reading::Bare(nodes) | Reading::Total(nodes), _) => self.totals.push(nodes),
            (Reading::Row { depth, nodes }, _) if depth == self.depth => self.totals.push(nodes),
            // A table of depths comes with the moves of each.
            (Reading::Row { .. }, _) => self.moves.clear(),
            (Reading::Search, _) => self.is_search = true,
            (Reading::BestMove(mv), _) => {
                self.is_search = true;
                self.best_move = Some(mv);
            }
            (Reading::Complaint(text), _) => {
                self.complaint.get_or_insert(text);
            }
            (Reading::Other, _) => {}
        }
    }

    /// Whether a total was printed: the moves, if there are any, have been printed before it.
    #[must_use]
    pub fn has_total(&self) -> bool {
        !self.totals.is_empty()
    }

    /// Whether moves were printed.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The moves as they are written, each with its nodes, and the last total; `None` if one of the two is not there,
    /// or there are more moves than any position has.
    #[must_use]
    pub fn printed(&self) -> Option<(&[(String, u64)], u64)> {
        let total = *self.totals.last()?;
        let is_divide = self.has_moves() && !self.has_too_many_moves();
        is_divide.then_some((&self.moves[..], total))
    }

    /// The counts, if there is a total and the moves add up to it.
    ///
    /// At depth 1 some engines print no moves: then there is only the total. A few print all of them with no nodes, which
    /// contradicts it, and such an engine is to be asked from depth 2 on. The error says what contradicts what.
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
            let sum = sum.map_or("more than 2^64".to_owned(), |sum| sum.to_string());
            return Err(format!("the moves add up to {sum}, the total is {last}"));
        }
        Ok(PrintedCounts {
            moves: self.moves.clone(),
            total: sum.filter(|_| self.has_moves()).unwrap_or(last),
        })
    }

    /// Whether it is worth reading on.
    ///
    /// # Errors
    ///
    /// If so many moves were printed that no more are kept; says how many may be.
    pub fn bounded(&self) -> Result<(), String> {
        if self.is_flood() {
            return Err(format!("more than {FLOOD} moves in one answer"));
        }
        Ok(())
    }

    fn is_flood(&self) -> bool {
        FLOOD < self.moves.len()
    }

    fn has_too_many_moves(&self) -> bool {
        MOST_MOVES < self.moves.len()
    }
}

/// What is wrong with an answer of more than [`MOST_MOVES`].
pub(crate) fn too_many_moves() -> String {
    format!("more than {MOST_MOVES} moves, which no position has")
}
