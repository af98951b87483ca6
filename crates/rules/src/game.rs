//! A game: a position, the moves that led to it, and repetitions.

use crate::{IllegalMove, Key, Move, Outcome, Position, Undo};

/// A game: the position on the board, and a record of the last moves.
///
/// The record has a fixed number of places, which the caller provides: an array inside the game, a slice of a buffer
/// that is kept elsewhere, or a `Vec` on a host. When all places are taken, the oldest move is forgotten. It can then
/// no longer be taken back, and the position before it no longer counts as a repetition. 100 places are enough to see
/// every repetition before the fifty-move rule applies, 150 before the seventy-five-move rule; each takes 20 bytes.
///
/// ```
/// use passant_rules::{Game, Outcome, Played, Position};
///
/// let mut game = Game::new(Position::initial(), [Played::EMPTY; 100]);
/// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
///     let mv = game.position().parse_san(text).unwrap();
///     game.play(mv).unwrap();
/// }
/// assert_eq!(game.occurrences(), 3);
/// assert_eq!(game.outcome(), Some(Outcome::ThreefoldRepetition));
///
/// game.take_back();
/// assert_eq!(game.outcome(), None);
/// ```
///
/// With a buffer of the caller:
///
/// ```
/// use passant_rules::{Game, Played, Position};
///
/// let mut buffer = [Played::EMPTY; 30];
/// let mut game = Game::new(Position::initial(), &mut buffer[..]);
/// game.play(game.position().parse_uci("e2e4").unwrap()).unwrap();
/// assert_eq!(game.played().len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct Game<R = [Played; 100]> {
    position: Position,
    /// A ring of places for what was played.
    record: R,
    /// The place for the next move.
    next: usize,
    /// The number of places that are taken.
    taken: usize,
}

/// A move that was played, with what takes it back and the key of the position before it. 20 bytes.
///
/// ```
/// use passant_rules::{Game, Played, Position};
///
/// let start = Position::initial();
/// let mut game = Game::new(start.clone(), [Played::EMPTY; 10]);
/// game.play(start.parse_uci("e2e4").unwrap()).unwrap();
/// let played = game.take_back().unwrap();
/// assert_eq!(played.mv().unwrap().uci(), "e2e4");
/// assert_eq!(played.key(), start.key());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// `None` for a null move.
    mv: Option<Move>,
    undo: Undo,
    /// In halves, because a `u64` would align the whole to 24 bytes.
    key: [u32; 2],
}

impl Played {
    /// A place where nothing is recorded yet.
    pub const EMPTY: Self = Self {
        mv: None,
        undo: Undo::NOTHING,
        key: [0; 2],
    };

    /// The move; `None` for a null move.
    #[must_use]
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// The key of the position before the move.
    #[must_use]
    pub const fn key(&self) -> Key {
        Key((self.key[0] as u64) << 32 | self.key[1] as u64)
    }
}

impl<R: AsRef<[Played]> + AsMut<[Played]>> Game<R> {
    /// A game that begins at a position. What the places of the record hold does not matter.
    #[must_use]
    pub const fn new(position: Position, record: R) -> Self {
        Self {
            position,
            record,
            next: 0,
            taken: 0,
        }
    }

    /// The position on the board.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays a move if it is legal.
    ///
    /// ```
    /// use passant_rules::{Game, Move, MoveKind, Played, Position, Square};
    ///
    /// let mut game = Game::new(Position::initial(), [Played::EMPTY; 10]);
    /// assert!(game.play(Move::new(Square::E2, Square::E5, MoveKind::Quiet)).is_err());
    /// assert!(game.play(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)).is_ok());
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let key = self.position.key();
        let undo = self.position.try_make(mv)?;
        self.push(Some(mv), undo, key);
        Ok(())
    }

    /// Plays a null move, see [`Position::make_null`]. `false`, and nothing has changed, if the side to move is in
    /// check.
    ///
    /// ```
    /// use passant_rules::{Color, Game, Played, Position};
    ///
    /// let mut game = Game::new(Position::initial(), [Played::EMPTY; 10]);
    /// assert!(game.play_null());
    /// assert_eq!(game.position().side_to_move(), Color::Black);
    /// assert_eq!(game.take_back().unwrap().mv(), None);
    /// ```
    #[must_use = "in check there is no null move"]
    pub fn play_null(&mut self) -> bool {
        let key = self.position.key();
        let undo = self.position.make_null();
        if let Some(undo) = undo {
            self.push(None, undo, key);
        }
        undo.is_some()
    }

    /// Takes the last move back and returns it; `None` if no move is recorded.
    ///
    /// ```
    /// use passant_rules::{Game, Played, Position};
    ///
    /// let mut game = Game::new(Position::initial(), [Played::EMPTY; 10]);
    /// game.play(game.position().parse_uci("e2e4").unwrap()).unwrap();
    /// assert!(game.take_back().is_some());
    /// assert_eq!(*game.position(), Position::initial());
    /// assert!(game.take_back().is_none());
    /// ```
    pub fn take_back(&mut self) -> Option<Played> {
        let last = self.back(1)?;
        self.next = self.place_back(1)?;
        self.taken -= 1;
        match last.mv {
            Some(mv) => self.position.unmake(mv, last.undo),
            None => self.position.unmake_null(last.undo),
        }
        Some(last)
    }

    /// The moves that are recorded and can be taken back, oldest first.
    ///
    /// ```
    /// use passant_rules::{Game, Played, Position};
    ///
    /// let mut game = Game::new(Position::initial(), [Played::EMPTY; 3]);
    /// for text in ["e2e4", "e7e5", "g1f3", "b8c6"] {
    ///     game.play(game.position().parse_uci(text).unwrap()).unwrap();
    /// }
    /// let moves: Vec<_> = game.played().filter_map(|played| played.mv()).collect();
    /// assert_eq!(moves.len(), 3); // The record has no fourth place: e2e4 is forgotten.
    /// assert_eq!(moves[0].uci(), "e7e5");
    /// ```
    pub fn played(&self) -> impl ExactSizeIterator<Item = Played> + '_ {
        // Every place that is taken can be read.
        (0..self.taken).map(|age| self.back(self.taken - age).unwrap_or(Played::EMPTY))
    }

    /// Returns the number of times the position has occurred: 1 for a new one, 3 for a draw on claim, 5 for a draw
    /// (FIDE Laws of Chess 9.2.2, 9.2.3, 9.6.1).
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let keys = (1..=self.taken).filter_map(|age| self.back(age));
        self.position
            .occurrences_after(keys.map(|played| played.key()))
    }

    /// Returns how the game has ended, or how a player may end it by a claim.
    ///
    /// An end of the game comes before a claim: mate and stalemate, material, seventy-five moves,
    /// fivefold repetition, then fifty moves and threefold repetition.
    ///
    /// ```
    /// use passant_rules::{Color, Game, Outcome, Played, Position};
    ///
    /// let mut game = Game::new(Position::initial(), [Played::EMPTY; 10]);
    /// for text in ["f3", "e5", "g4", "Qh4"] {
    ///     game.play(game.position().parse_san(text).unwrap()).unwrap();
    /// }
    /// let outcome = game.outcome().unwrap();
    /// assert_eq!(outcome, Outcome::Checkmate { winner: Color::Black });
    /// assert_eq!(outcome.pgn_result(), "0-1");
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.position.outcome();
        if outcome.is_some_and(|outcome| !outcome.needs_claim()) {
            return outcome;
        }
        match self.occurrences() {
            5.. => Some(Outcome::FivefoldRepetition),
            3.. => outcome.or(Some(Outcome::ThreefoldRepetition)),
            _ => outcome,
        }
    }

    fn push(&mut self, mv: Option<Move>, undo: Undo, key: Key) {
        let places = self.record.as_mut();
        let Some(place) = places.get_mut(self.next) else {
            return;
        };
        let key = [(key.0 >> 32) as u32, key.0 as u32];
        *place = Played { mv, undo, key };
        let places = places.len();
        // No remainder: a Cortex-M0 cannot divide.
        self.next += 1;
        if self.next == places {
            self.next = 0;
        }
        self.taken = (self.taken + 1).min(places);
    }

    /// Returns what was played some plies ago, 1 for the last, if it is recorded.
    fn back(&self, age: usize) -> Option<Played> {
        let place = self.place_back(age).filter(|_| age <= self.taken)?;
        self.record.as_ref().get(place).copied()
    }

    /// The place that was filled some plies ago, 1 for the last; `None` for more than there are places.
    fn place_back(&self, age: usize) -> Option<usize> {
        let places = self.record.as_ref().len();
        let place = self.next.checked_sub(age);
        place.or_else(|| (self.next + places).checked_sub(age))
    }
}

impl Position {
    /// Returns the number of times this position has occurred in the game: 1 for a new one, 3 for a draw on claim, 5
    /// for a draw (FIDE Laws of Chess 9.2.2, 9.6.1).
    ///
    /// For callers who keep a history of their own; [`Game`] keeps one. `history` holds the keys of all earlier
    /// positions since the last capture or pawn move at least, in the order in which they occurred, without this one.
    /// Only the last [`Position::halfmove_clock`] of them are looked at.
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
        self.occurrences_after(history.iter().rev().copied())
    }

    /// The same for the keys of the earlier positions, latest first.
    fn occurrences_after(&self, earlier: impl Iterator<Item = Key>) -> usize {
        let key = self.key();
        let since = usize::from(self.halfmove_clock());
        1 + earlier
            .take(since)
            .filter(|earlier| *earlier == key)
            .count()
    }
}
