//! The questions that are asked about a position: counts, and what counts cannot show.
//!
//! Most cases are positions right after a double push. The position is given as a FEN and as the result of the push.
//! Each en passant capture is played, written, read and taken back. The right is checked after every other kind of
//! move, the key with and without it, and the number of occurrences when the position comes back.

use passant_query::{Line, MoveQuery, Query, Question, Step};
use passant_rules::{
    EnPassant, EnPassantMode, EnPassantSuffix, File, Move, MoveKind, Position, Setup, Square,
    UciMove,
};
use passant_suite::{Case, PlayCase, SearchCase, StateCase};

use super::query_role::{QueryKind, QueryRole, QueryStage};
use super::replies::{back_and_forth, one_of_each_kind, reply_of_its_kind};
use crate::check::presentation::before_push;

/// A question that belongs to a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionQuery {
    /// The position of the case. The question may begin before the double push that led to it.
    pub root: Setup,
    /// The relation of the question to the position.
    pub role: QueryRole,
    /// The question.
    pub question: Question,
    /// The facts about the position, if the question is about a search.
    pub search: Option<Box<SearchCase>>,
}

impl PositionQuery {
    /// The question for the moves at the end of the same line; `None` if it asks for moves or counts them, or if the position has
    /// come back: a list of moves then does not tell whether those of the line were played.
    pub(super) fn about_moves(&self) -> Option<Self> {
        let query = &self.question.query;
        let is_other =
            !matches!(query, Query::Moves | Query::Count(_)) && self.question.line.steps.len() < 4;
        is_other.then(|| Self {
            role: QueryRole {
                kind: QueryKind::MOVES,
                ..self.role
            },
            question: Question {
                line: self.question.line.clone(),
                query: Query::Moves,
            },
            ..self.clone()
        })
    }
}

/// All questions of a case, with counts of at most `max_nodes`.
#[must_use]
pub fn queries_of_case(case: &Case, max_nodes: u64) -> Vec<PositionQuery> {
    let counts = case
        .depths()
        .filter(|(_, nodes)| *nodes <= max_nodes)
        .map(|(depth, _)| depth);
    queries_about(case.setup(), counts)
}

/// The question of a case about the move that is played: which moves are legal there? An engine that only plays shows one
/// of those that it takes for legal.
#[must_use]
pub fn query_of_play(case: &PlayCase) -> PositionQuery {
    query_at_end(case.line.setup.clone(), case.line.clone(), Query::Moves)
}

/// The question of a case about a search: what does it print?
#[must_use]
pub fn query_of_search(case: &SearchCase) -> PositionQuery {
    let query = case.query(case.depth);
    PositionQuery {
        search: Some(Box::new(case.clone())),
        ..query_at_end(case.line.setup.clone(), case.line.clone(), query)
    }
}

/// Questions about the ends of lines, as a case about the state of a game has them.
#[must_use]
pub fn queries_of_state(case: &StateCase, is_asked: impl Fn(&Query) -> bool) -> Vec<PositionQuery> {
    let asked = case
        .questions()
        .into_iter()
        .filter(|it| is_asked(&it.query));
    asked
        .map(|it| query_at_end(it.line.setup.clone(), it.line, it.query))
        .collect()
}

/// A question about the position after a game, for an engine that does not set up positions. `None` if the game is not
/// legal.
#[must_use]
pub fn query_after_game(game: Line, query: Query) -> Option<PositionQuery> {
    let root = game.position()?.setup(EnPassantMode::Always);
    Some(query_at_end(root, game, query))
}

/// A question about the end of a line.
fn query_at_end(root: Setup, line: Line, query: Query) -> PositionQuery {
    PositionQuery {
        root,
        role: QueryRole {
            stage: QueryStage::Played,
            is_undone: false,
            kind: QueryKind::of(&query),
        },
        question: Question { line, query },
        search: None,
    }
}

/// Questions after the game that leads to a case, after each en passant capture, and after the right has expired; nothing if
/// the case names no game.
#[must_use]
pub fn queries_in_game(case: &Case, queries: &[Query]) -> Vec<PositionQuery> {
    if case.proof.is_empty() {
        return Vec::new();
    }
    let game = case.proof.iter();
    let game = game.fold(Line::at(&Position::initial()), |game, mv| {
        game.then(mv.uci_move())
    });
    let position = case.position();
    let captures = position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_en_passant())
        .map(|mv| game.then(position.uci_move(mv)));
    let expired = back_and_forth(position).map(|moves| {
        let moves = moves.into_iter();
        moves.fold(game.clone(), |game, mv| game.then(position.uci_move(mv)))
    });
    let games = std::iter::once(game.clone()).chain(captures).chain(expired);
    games
        .flat_map(|game| {
            queries
                .iter()
                .map(move |query| (game.clone(), query.clone()))
        })
        .filter_map(|(game, query)| query_after_game(game, query))
        .collect()
}

/// All questions about a position, with counts to these depths.
///
/// A position that breaks the rules is asked about unchanged; the moves that follow it are those of the repaired
/// position.
#[must_use]
pub fn queries_about(root: &Setup, counts: impl IntoIterator<Item = u32>) -> Vec<PositionQuery> {
    let Ok((position, _)) = root.repair() else {
        return Vec::new();
    };
    let mut list = QueryList {
        root: line(root, &[]),
        queries: Vec::new(),
    };
    list.ask(QueryStage::Root, &[], Query::Moves);
    for depth in counts {
        list.ask(QueryStage::Root, &[], Query::Count(depth));
    }
    list.ask(QueryStage::Root, &[], Query::Fen);
    list.add_after_push(&position);
    if root.validate().is_ok() {
        list.add_round_trips();
    }
    for &capture in position
        .legal_moves()
        .iter()
        .filter(|mv| mv.is_en_passant())
    {
        list.capture(&position, capture);
    }
    list.expiry(&position);
    list.other_rights(&position);
    if let Some(moves) = back_and_forth(&position) {
        let steps = moves.map(|mv| Step::Move(position.uci_move(mv)));
        list.ask(QueryStage::Repeated, &steps[..2], Query::Moves);
        list.ask(QueryStage::Repeated, &steps, Query::Occurrences);
        // Some programs count no further than to the draw, and report nothing before it.
        list.ask(QueryStage::Repeated, &steps.repeat(2), Query::Occurrences);
        let root = list.root.clone();
        list.ask(QueryStage::Repeated, &steps, Query::Same(root));
    }
    list.queries
}

/// Texts in SAN that only a lax reader takes for a capture: without its file, and like a push. No engine has to read or to
/// refuse them, but they show what an engine that refuses the correct text expects.
pub(super) fn lax_texts(root: &Setup) -> Vec<PositionQuery> {
    let mut list = QueryList {
        root: line(root, &[]),
        queries: Vec::new(),
    };
    let right = root.validate().ok().and_then(|it| it.en_passant());
    if let Some(target) = right.map(EnPassant::target) {
        for text in [format!("x{target}"), target.to_string()] {
            list.ask(QueryStage::Captured, &[], Query::Parse(text));
        }
    }
    list.queries
}

/// Compares the key after the double push that gives a right with those of the same pieces without the right, and with a right on another file.
/// A key computed from a FEN may have what the key after a push lacks.
pub(super) fn keys_after_push(root: &Setup) -> Vec<PositionQuery> {
    let Some((before, push)) = before_push(root) else {
        return Vec::new();
    };
    let mut list = QueryList {
        root: line(root, &[]),
        queries: Vec::new(),
    };
    let pushed = line(&before, &[push.into()]);
    let (without, others) = list.rights_instead();
    for (stage, other) in std::iter::once((QueryStage::NoRight, without))
        .chain(others.into_iter().map(|it| (QueryStage::OtherFile, it)))
    {
        list.ask_line(stage, pushed.clone(), Query::SameKey(other));
    }
    list.queries
}

/// Counts only, as in an EPD file.
#[must_use]
pub fn count_queries(setup: &Setup, depths: impl IntoIterator<Item = u32>) -> Vec<PositionQuery> {
    let mut list = QueryList {
        root: line(setup, &[]),
        queries: Vec::new(),
    };
    for depth in depths {
        list.ask(QueryStage::Root, &[], Query::Count(depth));
    }
    list.queries
}

/// A question for the moves after the double push that leads to a position, a quiet move and a quiet reply; none if there are no such
/// moves. The right has expired, and no FEN has named it: an engine that reads no right from FENs shows here what it does with one.
pub(super) fn expiry_after_push(root: &Setup) -> Vec<PositionQuery> {
    let mut list = QueryList {
        root: line(root, &[]),
        queries: Vec::new(),
    };
    if let (Some((before, push)), Ok((position, _))) = (before_push(root), root.repair())
        && let Some([mv, reply, ..]) = back_and_forth(&position)
    {
        let [mv, reply] = [mv, reply].map(|it| position.uci_move(it).into());
        let expired = line(&before, &[push.into(), mv, reply]);
        list.ask_line(QueryStage::Pushed, expired, Query::Moves);
    }
    list.queries
}

/// Collects the questions about a root.
struct QueryList {
    root: Line,
    queries: Vec<PositionQuery>,
}

impl QueryList {
    /// Adds a question about the root, or about the position some steps later.
    fn ask(&mut self, stage: QueryStage, steps: &[Step], query: Query) {
        let line = line(&self.root.setup, steps);
        self.ask_line(stage, line, query);
    }

    fn ask_line(&mut self, stage: QueryStage, line: Line, query: Query) {
        let role = QueryRole {
            stage,
            is_undone: line.taken_back() != 0,
            kind: QueryKind::of(&query),
        };
        self.queries.push(PositionQuery {
            root: self.root.setup.clone(),
            role,
            question: Question { line, query },
            search: None,
        });
    }

    /// The position given by the double push instead of by its FEN.
    fn add_after_push(&mut self, position: &Position) {
        let Some((before, push)) = before_push(&self.root.setup) else {
            return;
        };
        let flagged = Query::About(MoveQuery::EnPassant, push);
        self.ask_line(QueryStage::BeforePush, line(&before, &[]), flagged);
        let pushed = line(&before, &[push.into()]);
        self.ask_line(
            QueryStage::Pushed,
            line(&before, &[]),
            Query::About(MoveQuery::San, push),
        );
        self.ask_line(QueryStage::Pushed, pushed.clone(), Query::Moves);
        self.ask_line(QueryStage::Pushed, pushed.clone(), Query::Fen);
        let root = self.root.clone();
        self.ask_line(QueryStage::Pushed, pushed, Query::SameKey(root));
        if let Some(moves) = back_and_forth(position) {
            let steps = moves.map(|mv| Step::Move(position.uci_move(mv))).repeat(2);
            let steps = [vec![push.into()], steps].concat();
            let repeated = line(&before, &steps);
            self.ask_line(QueryStage::Pushed, repeated, Query::Occurrences);
        }
        self.ask_line(
            QueryStage::Pushed,
            line(&before, &[push.into(), Step::TakeBack]),
            Query::Fen,
        );
    }

    /// The position copied, and written as a FEN and read back.
    fn add_round_trips(&mut self) {
        let trips = [
            (QueryStage::Copied, Step::Copy),
            (QueryStage::Reread, Step::Reread),
        ];
        for (stage, trip) in trips {
            let root = self.root.clone();
            for query in [Query::Moves, Query::Fen, Query::SameKey(root)] {
                self.ask(stage, &[trip], query);
            }
            if let Some((before, push)) = before_push(&self.root.setup) {
                let pushed = line(&before, &[push.into()]);
                for query in [Query::Moves, Query::Fen, Query::SameKey(pushed.clone())] {
                    self.ask_line(stage, pushed.then(trip), query);
                }
            }
        }
    }

    /// A legal capture: played, taken back, written and read.
    fn capture(&mut self, position: &Position, capture: Move) {
        let stage = QueryStage::Captured;
        let (root, uci) = (self.root.clone(), capture.uci_move());
        let (played, undone) = ([uci.into()], [uci.into(), Step::TakeBack]);
        self.ask(stage, &played, Query::Fen);
        self.ask(
            stage,
            &played,
            Query::SameKey(fresh_after(position, &[capture])),
        );
        self.ask(stage, &undone, Query::Fen);
        self.ask(stage, &undone, Query::Moves);
        self.ask(stage, &undone, Query::SameKey(root));
        let san = |suffix| position.san(capture, suffix).to_string();
        self.ask(stage, &[], Query::About(MoveQuery::San, uci));
        self.ask(stage, &[], Query::Parse(san(EnPassantSuffix::Without)));
        self.ask(stage, &[], Query::Parse(san(EnPassantSuffix::With)));
        // The answer to `ep` includes the one to `capture`.
        let is_asked = |it: &MoveQuery| !matches!(it, MoveQuery::San | MoveQuery::Capture);
        for asked in MoveQuery::ALL.into_iter().filter(is_asked) {
            self.ask(stage, &[], Query::About(asked, uci));
        }
    }

    /// The right after one move of each other kind, with which it expires.
    fn expiry(&mut self, position: &Position) {
        let stage = QueryStage::Expired;
        for mv in one_of_each_kind(position) {
            let (root, played) = (self.root.clone(), Step::Move(position.uci_move(mv)));
            self.ask(stage, &[played], Query::Fen);
            self.ask(
                stage,
                &[played],
                Query::SameKey(fresh_after(position, &[mv])),
            );
            self.ask(stage, &[played, Step::TakeBack], Query::Fen);
            self.ask(stage, &[played, Step::TakeBack], Query::SameKey(root));
            if let Some(reply) = reply_of_its_kind(position, mv) {
                self.ask(stage, &[played, reply.into()], Query::Moves);
            }
        }
        let mut with_reply = one_of_each_kind(position).into_iter().filter_map(|mv| {
            let reply = reply_of_its_kind(position, mv)?;
            Some([position.uci_move(mv).into(), reply.into()])
        });
        // The right of the root does not come back when the reply is taken back.
        if let Some([played, reply]) = with_reply.next() {
            let undone = [played, reply, Step::TakeBack];
            self.ask(QueryStage::Replied, &undone, Query::Fen);
        }
        if !position.is_check() {
            self.ask(QueryStage::NullMove, &[UciMove::NULL.into()], Query::Fen);
        }
    }

    /// The same pieces with no right, and those with a right on another file.
    fn rights_instead(&self) -> (Line, Vec<Line>) {
        let root = &self.root.setup;
        let with = |en_passant| Setup {
            en_passant,
            ..root.clone()
        };
        let rank = root.en_passant.map(Square::rank);
        let others = File::ALL.into_iter().filter_map(|file| {
            let other = with(Some(Square::new(file, rank?)));
            let is_other = other.en_passant != root.en_passant && other.validate().is_ok();
            is_other.then(|| line(&other, &[]))
        });
        (line(&with(None), &[]), others.collect())
    }

    /// The same pieces with no right, with a right on another file, and after a double push on the same file.
    fn other_rights(&mut self, position: &Position) {
        let Some(target) = self.root.setup.en_passant else {
            return;
        };
        let (without, others) = self.rights_instead();
        self.ask(QueryStage::NoRight, &[], Query::SameKey(without.clone()));
        self.ask(QueryStage::NoRight, &[], Query::Same(without));
        for other in others {
            self.ask(QueryStage::OtherFile, &[], Query::SameKey(other));
        }
        let replies = position.legal_moves();
        let is_counter_push =
            |mv: &&Move| mv.kind() == MoveKind::DoublePush && mv.to().file() == target.file();
        for &mv in replies.iter().filter(is_counter_push) {
            let fresh = fresh_after(position, &[mv]);
            let push = position.uci_move(mv).into();
            self.ask(QueryStage::CounterPush, &[push], Query::SameKey(fresh));
        }
    }
}

fn line(setup: &Setup, steps: &[Step]) -> Line {
    Line {
        steps: steps.to_vec(),
        ..Line::new(setup.clone())
    }
}

/// The position after some moves, as the root of another line.
fn fresh_after(position: &Position, moves: &[Move]) -> Line {
    let mut after = position.clone();
    for &mv in moves {
        let _ = after.make(mv);
    }
    line(&after.setup(EnPassantMode::Always), &[])
}
