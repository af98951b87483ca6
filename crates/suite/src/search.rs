//! Cases about what a search finds.

use std::iter::once;

use passant_query::{Line, Query, SearchLimit, SearchRequest};
use passant_rules::{Move, MoveKind, PieceType, Position, Rank, Setup, Square, UciMove};

use crate::twin::{Addressed, Carry};
use crate::{Case, Reach};

/// A position in which a fault of the search shows, although the moves of the engine are correct.
///
/// ```
/// use passant_suite::{SearchClaim, Suites};
///
/// for case in Suites::builtin()?.search_cases() {
///     let position = case.position().expect("the line is legal");
///     assert!(case.best.iter().all(|&best| position.find(best).is_ok()), "{}", case.address);
///     assert_eq!(case.claim == SearchClaim::NoMate, case.best.is_empty(), "{}", case.address);
/// }
/// # Ok::<(), passant_suite::Diagnostics>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SearchCase {
    /// The place of the case: folder, file and name, like `search/evasion/d2d4`. A [twin](SearchCase::twins) has
    /// `~flipped`, `~mirrored` or both at the end.
    pub address: String,
    /// Leads to the position to search. Every move is legal.
    pub line: Line,
    /// Leads to the position that is searched before, in the same game.
    pub before: Option<Line>,
    /// The claim about the position.
    pub claim: SearchClaim,
    /// In how many moves of the side that mates.
    pub within: u32,
    /// The moves that are correct, in the order of the file; empty if the claim is about the score only.
    pub best: Vec<UciMove>,
    /// The names of the faults that a search of the oracle to [`depth`](SearchCase::depth) shows, as `passant faults` lists
    /// them. A twin may show fewer.
    pub faults: Vec<String>,
    /// The depth in plies of the search.
    pub depth: u32,
    /// The class that it belongs to, like `evasion`.
    pub class: String,
    /// The reason why the case exists, in a sentence or two.
    pub why: String,
    /// The source of the case.
    pub source: String,
    /// The programs that confirmed the claim, each with its version.
    pub confirmed: Vec<String>,
}

/// A claim about a position, within a number of moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SearchClaim {
    /// The side to move mates within this number of moves and no faster, with the best moves only.
    Mate,
    /// The side to move is mated within this number of moves after every move but the best ones. A threefold repetition ends
    /// the game.
    Saves,
    /// Neither side can force a mate within this number of moves.
    NoMate,
    /// The only claim is that a line has legal moves only.
    LegalLines,
}

impl SearchClaim {
    /// The claims that a file can name, each with its word.
    pub const NAMED: [(&'static str, Self); 3] = [
        ("mate", Self::Mate),
        ("saves", Self::Saves),
        ("no-mate", Self::NoMate),
    ];
}

impl SearchCase {
    /// The depths that are possible.
    pub(crate) const DEPTHS: std::ops::RangeInclusive<u32> = 1..=6;

    /// The depth of a search whose lines must be legal, in plies.
    const LINES_DEPTH: u32 = 6;

    /// The case that every line of a search is legal: in the position of a case with counts, and before the double push that
    /// led there, which is searched first. `None` if no game leads to the position, or it has no right.
    #[must_use]
    pub fn of_lines(case: &Case) -> Option<Self> {
        let last = case.last.filter(|_| case.reach == Reach::Reachable)?;
        let before = before_push(case.setup(), last);
        let name = case.address.split_once('/').map_or("", |(_, name)| name);
        Some(Self {
            address: format!("search/lines/{name}"),
            line: Line::new(case.setup().clone()),
            before: Some(Line::new(before)),
            claim: SearchClaim::LegalLines,
            within: 0,
            best: Vec::new(),
            faults: Vec::new(),
            depth: Self::LINES_DEPTH,
            class: "lines".to_owned(),
            why: format!("Every line of a search must be legal. {}", case.why),
            source: case.source.clone(),
            confirmed: case.confirmed.clone(),
        })
    }

    /// A line from the same pieces in which no move can be en passant, now or later: there is no right, and no pawn is left
    /// where it could make a double push. `None` if the pieces allow no such line.
    #[must_use]
    pub fn without_en_passant(&self) -> Option<Line> {
        let mut setup = self.line.setup.clone();
        setup.en_passant = None;
        setup.side_to_move = !setup.side_to_move;
        for at in Square::ALL {
            let pawn = setup
                .board
                .get(at)
                .filter(|it| it.piece_type() == PieceType::Pawn);
            if pawn.is_some_and(|it| at.rank() == Rank::Second.relative_to(it.color())) {
                setup.board.set(at, None);
            }
        }
        let line = Line::new(setup);
        let position = line.position()?;
        let first = position
            .legal_moves()
            .iter()
            .map(|&mv| position.uci_move(mv))
            .min()?;
        let longer = line.then(first);
        longer.position().filter(|it| it.count_legal_moves() != 0)?;
        Some(longer)
    }

    /// The same case without en passant, which shows whether an engine finds at all what the case is about: a game whose first
    /// move is a single push instead of a double push, or a position in which the victim stands on the target, so that the
    /// capture is an ordinary one. `None` if there is none that means the same.
    #[must_use]
    pub fn without_right(&self) -> Option<Self> {
        let line = match self.line.steps[..] {
            [] => with_victim_on_target(&self.line, &self.best)?,
            _ => with_single_push(&self.line)?,
        };
        let twin = Self {
            address: format!("{}~ordinary", self.address),
            line,
            before: None,
            ..self.clone()
        };
        let position = twin.position()?;
        let are_legal = twin.best.iter().all(|&mv| position.find(mv).is_ok());
        (are_legal && twin.needs_best(&position)).then_some(twin)
    }

    /// The same game from the position after its double push on, with a FEN that names the square passed over, although no pawn
    /// can capture there. Some match runners tell a game like this, and an engine that takes such a square for a right misses the
    /// draw. `None` unless the case [draws by repetition](SearchCase::draws_by_repetition).
    #[must_use]
    pub fn told_by_fen(&self) -> Option<Self> {
        let (_, steps) = self.line.steps.split_first()?;
        let pushed = self.line.take(1).without_history()?;
        let line = Line {
            steps: steps.to_vec(),
            ..pushed
        };
        let of_fen = once("repetition-of-fen".to_owned());
        self.draws_by_repetition().then(|| Self {
            line,
            faults: of_fen.chain(self.faults.iter().cloned()).collect(),
            ..self.clone()
        })
    }

    /// The case, and the same game [told by a FEN](SearchCase::told_by_fen), if there is one.
    pub fn as_told(&self) -> impl Iterator<Item = Self> {
        once(self.clone()).chain(self.told_by_fen())
    }

    /// Tells whether the best moves are needed: every other one is answered by mate, if that is what the case claims.
    fn needs_best(&self, position: &Position) -> bool {
        if self.claim != SearchClaim::Saves || self.draws_by_repetition() {
            return true;
        }
        let moves = position.legal_moves();
        let mut others = moves
            .iter()
            .filter(|&&mv| !self.best.contains(&position.uci_move(mv)));
        self.within == 1 && others.all(|&mv| mates_at_once(&position.after(mv)))
    }

    /// Returns whether the best move saves the game because the position occurs for the third time.
    #[must_use]
    pub fn draws_by_repetition(&self) -> bool {
        self.claim == SearchClaim::Saves && !self.line.steps.is_empty()
    }

    /// Returns the question that an engine is asked at the end of the line, to a depth in plies.
    #[must_use]
    pub fn query(&self, depth: u32) -> Query {
        Query::Search(self.request(SearchLimit::Depth(depth)))
    }

    /// The search of the position at the end of the line, for one line, after the position before in the same game.
    #[must_use]
    pub fn request(&self, limit: SearchLimit) -> SearchRequest {
        SearchRequest {
            after: self.before.clone(),
            ..SearchRequest::to(limit)
        }
    }

    /// The position to search.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.line.position()
    }

    /// The twin with the colors swapped and, unless either side may castle, also the files from h to a.
    #[must_use]
    pub fn turn(&self) -> Self {
        self.last_twin()
    }

    /// Returns all twins: flipped, mirrored, and both, as far as they exist.
    pub fn twins(&self) -> impl Iterator<Item = Self> {
        self.every_twin().into_iter()
    }
}

impl Addressed for SearchCase {
    fn address(&self) -> &str {
        &self.address
    }

    fn may_castle(&self) -> bool {
        let mut lines = once(&self.line).chain(&self.before);
        lines.any(|line| !line.setup.castling.is_empty())
    }

    fn twin(&self, to: &Carry) -> Option<Self> {
        Some(Self {
            address: to.address(&self.address),
            line: to.line(&self.line),
            before: self.before.as_ref().map(|line| to.line(line)),
            best: self.best.iter().map(|&mv| to.mv(mv)).collect(),
            ..self.clone()
        })
    }
}

/// A game in which the pawn of the first move comes from the square that it has passed; `None` if that move is no double push.
fn with_single_push(line: &Line) -> Option<Line> {
    let moves = line.moves()?;
    let push = line.root().position()?.find(*moves.first()?).ok()?;
    let (from, to) = (push.from(), push.to());
    let ranks = i8::from(from.rank() < to.rank()) * 2 - 1;
    let passed = from.offset(0, ranks)?;
    let mut setup = line.setup.clone();
    let pawn = setup.board.get(from);
    setup.board.set(from, None);
    setup.board.set(passed, pawn);
    let first = Line::new(setup).then(UciMove::new(passed, to));
    let is_double = push.kind() == MoveKind::DoublePush;
    let game = moves.iter().skip(1).fold(first, |line, &mv| line.then(mv));
    (is_double && game.position().is_some()).then_some(game)
}

/// A position in which the victim of the best moves stands where they capture; `None` if they are not en passant captures.
fn with_victim_on_target(line: &Line, best: &[UciMove]) -> Option<Line> {
    let position = line.position()?;
    let captures: Option<Vec<_>> = best.iter().map(|&mv| position.find(mv).ok()).collect();
    let captures =
        captures.filter(|it| !it.is_empty() && it.iter().all(|mv| mv.is_en_passant()))?;
    let target = captures.first()?.to();
    let victim = captures.first()?.victim_square()?;
    let mut setup = line.setup.clone();
    setup.en_passant = None;
    let pawn = setup.board.get(victim);
    setup.board.set(victim, None);
    setup.board.set(target, pawn);
    Some(Line::new(setup))
}

/// Tells whether the side to move has a move that mates.
fn mates_at_once(position: &Position) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|&mv| {
        let after = position.after(mv);
        after.is_check() && after.count_legal_moves() == 0
    })
}

/// Returns the contents of the FEN before a double push.
fn before_push(setup: &Setup, push: Move) -> Setup {
    let mut before = setup.clone();
    before.side_to_move = !setup.side_to_move;
    before.en_passant = None;
    before.board.set(push.from(), setup.board.get(push.to()));
    before.board.set(push.to(), None);
    before
}
