//! An engine built on the oracle: it keeps a game, answers queries, and breaks the rules that its faults name.
//!
//! The oracle itself has no faults. The engine takes everything except en passant from it, and does en passant the way
//! most engines do: it stores a target with the position, looks for capturers from there, and updates its key move by
//! move. Each fault is tested for at the one place where an engine that has it goes wrong. An engine without a fault
//! answers what the oracle answers.

mod board;
mod capture;
mod fen;
mod identity;
mod position;
mod search;
mod text;

pub use search::{FoundLine, SearchOutcome, SearchTable};

use passant_query::SearchLimit;
use passant_rules::{Bitboard, Move, Setup, Square};

use crate::FaultSet;
use position::EnginePosition;
use search::Searcher;

/// A game as an engine with faults keeps it.
///
/// ```
/// use passant_oracle::{Engine, EngineFault, FaultSet};
/// use passant_rules::Setup;
///
/// // c5xd6 would take both pawns off the rank between the king and the rook.
/// let setup = Setup::from_fen("3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1")?;
/// assert_eq!(Engine::new(&setup, FaultSet::NONE).moves().len(), 6);
/// assert_eq!(Engine::new(&setup, EngineFault::RankPinIgnored.into()).moves().len(), 7);
/// # Ok::<(), passant_rules::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    now: EnginePosition,
    /// The positions before this one, each with the move that led on; `None` is a null move.
    past: Vec<(EnginePosition, Option<Move>)>,
}

impl Engine {
    /// An engine with these faults that has been given a FEN.
    #[must_use]
    pub fn new(setup: &Setup, faults: FaultSet) -> Self {
        Self {
            now: EnginePosition::read(setup, faults),
            past: Vec::new(),
        }
    }

    /// The moves that it believes to be legal, ordered by where they come from and go to.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.now.moves()
    }

    /// Returns the number of sequences of `depth` moves, counted by making moves and taking them back.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        self.now.perft(depth)
    }

    /// [`Engine::perft`] for each move: how many sequences of `depth` moves begin with it. Empty for depth 0.
    #[must_use]
    pub fn divide(&self, depth: u32) -> Vec<(Move, u64)> {
        self.now.divide(depth)
    }

    /// [`Engine::divide`] unless it is told to stop, which it asks at least once in some thousand positions. `None` if it
    /// was stopped.
    #[must_use]
    pub fn divide_until(
        &self,
        depth: u32,
        is_stopped: &dyn Fn() -> bool,
    ) -> Option<Vec<(Move, u64)>> {
        self.now.divide_until(depth, is_stopped)
    }

    /// The move that it plays after a search to a depth of 1 to 4 plies, over material and mate; `None` if it believes
    /// that it has no move.
    ///
    /// ```
    /// use passant_oracle::{Engine, FaultSet};
    /// use passant_rules::Setup;
    ///
    /// let setup = Setup::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// let engine = Engine::new(&setup, FaultSet::NONE);
    /// assert_eq!(engine.best_move(1).map(|mv| engine.uci(mv)).as_deref(), Some("a1a8"));
    /// # Ok::<(), passant_rules::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn best_move(&self, depth: u32) -> Option<Move> {
        self.best_of(self.moves(), depth)
    }

    /// The same if only some of its moves are considered.
    #[must_use]
    pub fn best_of(&self, moves: Vec<Move>, depth: u32) -> Option<Move> {
        let mut table = SearchTable::default();
        self.searcher(&mut table).best_of(moves, depth)
    }

    /// Searches one ply deeper after the other, up to a depth of 6 or for at most 20,000 nodes, whatever the limit says.
    /// Finds this number of best lines at each depth, each with another first move.
    /// The table keeps what earlier searches have found, as that of an engine does until it is told `ucinewgame`.
    ///
    /// ```
    /// use passant_oracle::{Engine, FaultSet, SearchTable};
    /// use passant_query::{SearchLimit, SearchScore};
    /// use passant_rules::Setup;
    ///
    /// let setup = Setup::from_fen("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// let engine = Engine::new(&setup, FaultSet::NONE);
    /// let found = engine.search(SearchLimit::Depth(2), 1, &mut SearchTable::default());
    /// assert_eq!(found.lines.last().map(|it| it.score), Some(SearchScore::Mate(1)));
    /// # Ok::<(), passant_rules::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn search(&self, limit: SearchLimit, lines: u32, table: &mut SearchTable) -> SearchOutcome {
        self.searcher(table).deepen(limit, lines)
    }

    /// The game as the engine copies it.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self {
            now: self.now.copy(),
            past: self.past.clone(),
        }
    }

    /// The position as the engine writes it as a FEN and reads it back. A FEN keeps nothing of the game before.
    #[must_use]
    pub fn reread(&self) -> Self {
        Self::new(&self.setup(), self.now.faults)
    }

    /// The same position, as an engine has it that knows nothing of the game before.
    #[must_use]
    pub fn without_past(&self) -> Self {
        Self {
            now: self.now.clone(),
            past: Vec::new(),
        }
    }

    fn searcher<'a>(&'a self, table: &'a mut SearchTable) -> Searcher<'a> {
        let past = self.past.iter().map(|(then, _)| then.clone());
        Searcher::new(&self.now, past.collect(), table)
    }

    /// The moves of a line in UCI notation, each as the position before it has it.
    #[must_use]
    pub fn uci_line(&self, moves: &[Move]) -> Vec<String> {
        let mut position = self.now.clone();
        let mut texts = Vec::new();
        for &mv in moves {
            texts.push(position.uci(mv));
            position = position.play(mv);
        }
        texts
    }

    /// Plays one of its [`moves`](Engine::moves).
    pub fn play(&mut self, mv: Move) {
        self.go_on(self.now.play(mv), Some(mv));
    }

    /// Plays a move that follows a position as text, as in UCI's `position … moves …`.
    pub fn follow(&mut self, mv: Move) {
        self.go_on(self.now.follow(mv), Some(mv));
    }

    /// Passes: a null move.
    pub fn pass(&mut self) {
        self.go_on(self.now.pass(), None);
    }

    fn go_on(&mut self, mut next: EnginePosition, mv: Option<Move>) {
        next.key = self.now.key_after(mv, &next);
        self.past.push((std::mem::replace(&mut self.now, next), mv));
    }

    /// Takes the last move back. `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some((before, mv)) = self.past.pop() else {
            return false;
        };
        self.now = before.take_back(&self.now, mv);
        true
    }

    /// Returns the FEN that it prints, with the en passant square after every double push.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.now.print_setup()
    }

    /// The key of the position, updated move by move since the FEN was read.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.now.key
    }

    /// Returns the number of times that the position has occurred since the FEN was read, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let past = self.past.iter().filter(|(then, _)| then.is_same(&self.now));
        1 + past.count()
    }

    /// Tells whether the engine takes this position and that of another game for the same.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        self.now.is_same(&other.now)
    }

    /// Tells whether the side to move is in check.
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.now.state.is_check()
    }

    /// Tells whether it reports that one of its moves is an en passant capture.
    #[must_use]
    pub fn is_flagged_en_passant(&self, mv: Move) -> bool {
        self.now.is_flagged(mv)
    }

    /// Tells whether it reports that one of its moves gives check.
    #[must_use]
    pub fn gives_check(&self, mv: Move) -> bool {
        self.now.reports_check(mv)
    }

    /// The pieces that attack the king of the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        self.now.state.checkers()
    }

    /// One of its moves in UCI notation; castling in Chess960 is written as king takes rook.
    #[must_use]
    pub fn uci(&self, mv: Move) -> String {
        self.now.uci(mv)
    }

    /// The move that a text in UCI notation means; `None` if it is none of its moves.
    #[must_use]
    pub fn read_uci(&self, text: &str) -> Option<Move> {
        self.now.read_uci(text)
    }

    /// One of its moves in SAN.
    #[must_use]
    pub fn san(&self, mv: Move) -> String {
        self.now.san(mv)
    }

    /// The move that a text in SAN means; `None` if it is none of its moves.
    #[must_use]
    pub fn read_san(&self, text: &str) -> Option<Move> {
        self.now.read_san(text)
    }

    /// The square of the piece that a move captures.
    #[must_use]
    pub fn victim(&self, mv: Move) -> Option<Square> {
        self.now.name_victim(mv)
    }
}
