//! Repetition over a history that the caller keeps.

use crate::{Key, Position};

impl Position {
    /// How many times this position has occurred in the game: 1 for a new one, 3 for a draw on claim, 5 for a draw
    /// (FIDE Laws of Chess 9.2.2, 9.6.1).
    ///
    /// `history` holds the keys of all earlier positions since the last capture or pawn move at least, in the order
    /// in which they occurred, without this one. Only the last [`Position::halfmove_clock`] of them are looked at.
    ///
    /// ```
    /// use passant_rules::Position;
    ///
    /// let mut position = Position::initial();
    /// let mut history = Vec::new();
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     history.push(position.key());
    ///     let mv = position.parse_san(text).unwrap();
    ///     let _ = position.make(mv);
    /// }
    /// assert_eq!(position.occurrences(&history), 3);
    /// ```
    #[must_use]
    pub fn occurrences(&self, history: &[Key]) -> usize {
        let key = self.key();
        let since = history
            .len()
            .saturating_sub(usize::from(self.halfmove_clock()));
        1 + history
            .iter()
            .skip(since)
            .filter(|earlier| **earlier == key)
            .count()
    }
}

/// The keys of the positions since the last capture or pawn move, for at most `N` half-moves: 100 is enough to see
/// every repetition before the fifty-move rule, 150 before the seventy-five-move rule.
///
/// ```
/// use passant_rules::{History, Position};
///
/// let mut position = Position::initial();
/// let mut history = History::<100>::new();
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
///     history.record(&position);
///     let mv = position.parse_san(text).unwrap();
///     let _ = position.make(mv);
/// }
/// assert_eq!(history.occurrences(&position), 2);
/// ```
#[cfg(feature = "heapless")]
#[derive(Clone, Debug, Default)]
pub struct History<const N: usize> {
    keys: heapless::Deque<Key, N>,
}

#[cfg(feature = "heapless")]
impl<const N: usize> History<N> {
    /// Nothing has happened yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            keys: heapless::Deque::new(),
        }
    }

    /// Notes a position that a move is about to leave. Forgets what came before a capture or a pawn move, and the
    /// oldest key when all `N` places are taken.
    pub fn record(&mut self, position: &Position) {
        if position.halfmove_clock() == 0 {
            self.keys.clear();
        }
        if self.keys.is_full() {
            self.keys.pop_front();
        }
        // There is a place now.
        let _ = self.keys.push_back(position.key());
    }

    /// How many times a position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self, position: &Position) -> usize {
        let since = self
            .keys
            .len()
            .saturating_sub(usize::from(position.halfmove_clock()));
        let key = position.key();
        1 + self
            .keys
            .iter()
            .skip(since)
            .filter(|earlier| **earlier == key)
            .count()
    }
}
