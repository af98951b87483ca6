//! The questions that a case gives rise to: counts, and what counts cannot show.
//!
//! A case is a position right after a double push, more often than not. What follows from that is asked in every way
//! there is: the position as a FEN and as the result of the push, each capture played, written, read and taken back,
//! the right after every kind of other move, the key with and without it, and the position come back.

use std::mem::{Discriminant, discriminant};

use passant_query::{Line, Query, Question, Step};
use passant_rules::{
    Color, EnPassantMode, EnPassantSuffix, File, Move, MoveKind, PieceType, Position, Setup,
    Square, UciMove,
};
use passant_suite::Case;

/// A question about a position, with the position it was thought up for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Posed {
    /// The position of the case; the question may begin before the double push that led there.
    pub root: Setup,
    /// What the question is to the position.
    pub role: Role,
    /// What is asked.
    pub question: Question,
}

/// What a question is to its position: questions of one role can be asked about any other position as well.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Role {
    stage: Stage,
    is_undone: bool,
    query: Discriminant<Query>,
}

impl Role {
    /// The legal moves after the double push was played.
    pub(super) const ARRIVED_MOVES: Self = Self {
        stage: Stage::Arrived,
        is_undone: false,
        query: discriminant(&Query::Moves),
    };

    /// The same about the root as the result of the push instead of its FEN, or the other way round.
    pub(super) fn told_otherwise(self) -> Option<Self> {
        let stage = match self.stage {
            Stage::Root => Stage::Arrived,
            Stage::Arrived => Stage::Root,
            _ => return None,
        };
        Some(Self { stage, ..self })
    }
}

/// How the position that is asked about follows from the root.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// It is the root.
    Root,
    /// It is the root, reached by the double push.
    Arrived,
    /// After a capture en passant.
    Captured,
    /// After a move that lets the right expire.
    Expired,
    /// After a null move.
    Passed,
    /// After a double push in answer.
    Answered,
    /// It is compared with the root without its right.
    Without,
    /// It is compared with the root with a right on another file.
    OtherFile,
    /// After men have gone to and fro.
    Shuffled,
}

/// All questions of a case, with counts of at most `max_nodes`.
#[must_use]
pub fn of_case(case: &Case, max_nodes: u64) -> Vec<Posed> {
    let counts = case.depths().filter(|(_, nodes)| *nodes <= max_nodes);
    let counts = counts.map(|(depth, _)| depth);
    posed(case.setup(), counts)
}

/// All questions about a position, with counts to these depths.
///
/// A position that breaks the rules is asked about as it stands, with what the rules make of it to go on from.
#[must_use]
pub fn posed(root: &Setup, counts: impl IntoIterator<Item = u32>) -> Vec<Posed> {
    let Ok((position, _)) = root.repair() else {
        return Vec::new();
    };
    let mut asked = Asked {
        root: line(root, &[]),
        posed: Vec::new(),
    };
    asked.ask(Stage::Root, &[], Query::Moves);
    for depth in counts {
        asked.ask(Stage::Root, &[], Query::Count(depth));
    }
    asked.ask(Stage::Root, &[], Query::Fen);
    asked.arrival();
    for &capture in position
        .legal_moves()
        .iter()
        .filter(|mv| mv.is_en_passant())
    {
        asked.capture(&position, capture);
    }
    asked.expiry(&position);
    asked.other_rights(&position);
    if let Some(shuffle) = shuffle(&position) {
        let steps = shuffle.map(|mv| Step::Move(position.uci_move(mv)));
        asked.ask(Stage::Shuffled, &steps[..2], Query::Moves);
        asked.ask(Stage::Shuffled, &steps, Query::Occurrences);
        // There are programs that count no further than to the draw, and tell nothing before it.
        asked.ask(Stage::Shuffled, &steps.repeat(2), Query::Occurrences);
        let root = asked.root.clone();
        asked.ask(Stage::Shuffled, &steps, Query::Same(root));
    }
    asked.posed
}

/// Counts only: what an EPD file asks.
#[must_use]
pub fn of_counts(setup: &Setup, depths: impl IntoIterator<Item = u32>) -> Vec<Posed> {
    let mut asked = Asked {
        root: line(setup, &[]),
        posed: Vec::new(),
    };
    for depth in depths {
        asked.ask(Stage::Root, &[], Query::Count(depth));
    }
    asked.posed
}

/// How many nodes an engine visits to answer: for a count the count itself, else a move for each step and answer.
#[must_use]
pub fn cost(question: &Question, right: &str) -> u64 {
    match question.query {
        Query::Count(_) => right.parse().unwrap_or(1),
        Query::Moves => right.split_whitespace().count() as u64,
        _ => 1 + question.line.steps.len() as u64,
    }
}

/// The questions about a root, growing.
struct Asked {
    root: Line,
    posed: Vec<Posed>,
}

impl Asked {
    /// Asks about the root, or what becomes of it.
    fn ask(&mut self, stage: Stage, steps: &[Step], query: Query) {
        let line = line(&self.root.setup, steps);
        self.ask_line(stage, line, query);
    }

    fn ask_line(&mut self, stage: Stage, line: Line, query: Query) {
        let role = Role {
            stage,
            is_undone: line.taken_back() != 0,
            query: discriminant(&query),
        };
        self.posed.push(Posed {
            root: self.root.setup.clone(),
            role,
            question: Question { line, query },
        });
    }

    /// The position reached by the double push instead of by its FEN.
    fn arrival(&mut self) {
        let Some((before, push)) = before_push(&self.root.setup) else {
            return;
        };
        let arrived = line(&before, &[push.into()]);
        self.ask_line(Stage::Arrived, arrived.clone(), Query::Moves);
        self.ask_line(Stage::Arrived, arrived.clone(), Query::Fen);
        let root = self.root.clone();
        self.ask_line(Stage::Arrived, arrived, Query::SameKey(root));
        self.ask_line(
            Stage::Arrived,
            line(&before, &[push.into(), Step::TakeBack]),
            Query::Fen,
        );
    }

    /// A legal capture: the board after it, taken back, as text.
    fn capture(&mut self, position: &Position, capture: Move) {
        let stage = Stage::Captured;
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
        self.ask(stage, &[], Query::San(uci));
        self.ask(stage, &[], Query::Parse(san(EnPassantSuffix::Without)));
        self.ask(stage, &[], Query::Parse(san(EnPassantSuffix::With)));
        self.ask(stage, &[], Query::Victim(uci));
    }

    /// The right after one move of each other kind, which lets it expire.
    fn expiry(&mut self, position: &Position) {
        let stage = Stage::Expired;
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
        }
        if !position.is_check() {
            self.ask(Stage::Passed, &[UciMove::NULL.into()], Query::Fen);
        }
    }

    /// The same men with no right, with a right on another file, and after a push on the same file.
    fn other_rights(&mut self, position: &Position) {
        let root = self.root.setup.clone();
        let Some(target) = root.en_passant else {
            return;
        };
        let with = |en_passant| Setup {
            en_passant,
            ..root.clone()
        };
        let without = line(&with(None), &[]);
        self.ask(Stage::Without, &[], Query::SameKey(without.clone()));
        self.ask(Stage::Without, &[], Query::Same(without));
        for file in File::ALL.into_iter().filter(|&file| file != target.file()) {
            let other = with(Some(Square::new(file, target.rank())));
            if other.validate().is_ok() {
                self.ask(Stage::OtherFile, &[], Query::SameKey(line(&other, &[])));
            }
        }
        let replies = position.legal_moves();
        let is_answer =
            |mv: &&Move| mv.kind() == MoveKind::DoublePush && mv.to().file() == target.file();
        for &mv in replies.iter().filter(is_answer) {
            let fresh = fresh_after(position, &[mv]);
            let answer = position.uci_move(mv).into();
            self.ask(Stage::Answered, &[answer], Query::SameKey(fresh));
        }
    }
}

fn line(setup: &Setup, steps: &[Step]) -> Line {
    Line {
        steps: steps.to_vec(),
        ..Line::new(setup.clone())
    }
}

/// The FEN after some moves, as the root of another line.
fn fresh_after(position: &Position, moves: &[Move]) -> Line {
    let mut after = position.clone();
    for &mv in moves {
        let _ = after.make(mv);
    }
    line(&after.setup(EnPassantMode::Always), &[])
}

/// The position before the double push that a right speaks of, and the push, if that can have been.
pub(super) fn before_push(setup: &Setup) -> Option<(Setup, UciMove)> {
    let target = setup.en_passant?;
    let pusher = !setup.side_to_move;
    let origin = target.offset(0, -pusher.forward())?;
    let victim = target.offset(0, pusher.forward())?;
    let mut before = setup.clone();
    before.board.set(origin, before.board.get(victim));
    before.board.set(victim, None);
    before.en_passant = None;
    before.side_to_move = pusher;
    if pusher == Color::Black {
        before.fullmove_number = setup.fullmove_number.saturating_sub(1).max(1);
    }
    let can_have_been = setup.validate().is_ok() && before.validate().is_ok();
    can_have_been.then(|| (before, UciMove::new(origin, victim)))
}

/// The first move of each kind that lets a right expire: an officer's, a pawn's single push, a capture, a castling, a
/// promotion.
fn one_of_each_kind(position: &Position) -> Vec<Move> {
    let kind_of = |mv: Move| {
        let man = position.piece_at(mv.from())?;
        Some(match mv.kind() {
            MoveKind::Quiet if man.piece_type() == PieceType::Pawn => 0,
            MoveKind::Quiet => 1,
            MoveKind::Capture => 2,
            MoveKind::CastleKing | MoveKind::CastleQueen => 3,
            kind if kind.promotion().is_some() => 4,
            _ => return None,
        })
    };
    let mut moves: Vec<_> = position.legal_moves().into_iter().collect();
    moves.sort_unstable();
    let mut found = [None; 5];
    for mv in moves {
        if let Some(kind) = kind_of(mv)
            && let Some(place) = found.get_mut(kind)
        {
            place.get_or_insert(mv);
        }
    }
    found.into_iter().flatten().collect()
}

/// Four quiet moves of officers after which the men stand as before and no castling right is lost.
fn shuffle(position: &Position) -> Option<[Move; 4]> {
    let back = |mv: Move| Move::new(mv.to(), mv.from(), MoveKind::Quiet);
    for there in officer_moves(position) {
        let mut after = position.clone();
        let _ = after.make(there);
        for answer in officer_moves(&after) {
            let mut after = after.clone();
            let _ = after.make(answer);
            if !after.is_legal(back(there)) {
                continue;
            }
            let _ = after.make(back(there));
            if !after.is_legal(back(answer)) {
                continue;
            }
            let _ = after.make(back(answer));
            if after.castling_rights() == position.castling_rights() {
                return Some([there, answer, back(there), back(answer)]);
            }
        }
    }
    None
}

fn officer_moves(position: &Position) -> Vec<Move> {
    let is_officer = |mv: &Move| {
        let man = position.piece_at(mv.from());
        mv.kind() == MoveKind::Quiet && man.is_some_and(|man| man.piece_type() != PieceType::Pawn)
    };
    let mut moves: Vec<_> = position
        .legal_moves()
        .into_iter()
        .filter(is_officer)
        .collect();
    moves.sort_unstable();
    moves
}
