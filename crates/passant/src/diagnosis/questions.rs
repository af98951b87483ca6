//! The questions that a case gives rise to: counts, and what counts cannot show.
//!
//! A case is a position right after a double push, more often than not. What follows from that is asked in every way
//! there is: the position as a FEN and as the result of the push, each capture played, written, read and taken back,
//! the right after every kind of other move, the key with and without it, and the position come back.

use passant_oracle::{Ask, Line, Question};
use passant_rules::{
    EnPassantMode, EnPassantSuffix, File, Move, MoveKind, PieceType, Position, Setup, Square,
};
use passant_suite::Case;

/// All questions of a case, with counts of at most `max_nodes`.
#[must_use]
pub fn of_case(case: &Case, max_nodes: u64) -> Vec<Question> {
    let root = line(case.setup(), &[]);
    let position = case.position();
    let mut asked = Asked(Vec::new());
    asked.ask(&root, Ask::Moves);
    for (depth, nodes) in case.depths().skip(1) {
        if nodes <= max_nodes {
            asked.ask(&root, Ask::Count(depth));
        }
    }
    asked.ask(&root, Ask::Fen);
    if let Some(last) = case.last {
        asked.arrival(case, last);
    }
    for &capture in position
        .legal_moves()
        .iter()
        .filter(|mv| mv.is_en_passant())
    {
        asked.capture(&root, position, capture);
    }
    asked.expiry(&root, position);
    asked.other_rights(&root);
    if let Some(shuffle) = shuffle(position) {
        let steps: Vec<_> = shuffle.iter().map(|mv| position.uci(*mv)).collect();
        let steps: Vec<_> = steps.iter().map(|text| &text[..]).collect();
        asked.ask(&line(case.setup(), &steps[..2]), Ask::Moves);
        asked.ask(&line(case.setup(), &steps), Ask::Occurrences);
        asked.ask(&line(case.setup(), &steps), Ask::Same(root));
    }
    asked.0
}

/// Counts only: what an EPD file asks.
#[must_use]
pub fn of_counts(setup: &Setup, depths: impl IntoIterator<Item = u32>) -> Vec<Question> {
    let root = line(setup, &[]);
    let question = |depth| Question {
        line: root.clone(),
        ask: Ask::Count(depth),
    };
    depths.into_iter().map(question).collect()
}

/// How many nodes an engine visits to answer: for a count the count itself, else a move for each step and answer.
#[must_use]
pub fn cost(question: &Question, right: &str) -> u64 {
    match question.ask {
        Ask::Count(_) => right.parse().unwrap_or(1),
        Ask::Moves => right.split_whitespace().count() as u64,
        _ => 1 + question.line.steps.len() as u64,
    }
}

struct Asked(Vec<Question>);

impl Asked {
    fn ask(&mut self, line: &Line, ask: Ask) {
        let line = line.clone();
        self.0.push(Question { line, ask });
    }

    /// The position reached by the double push instead of by its FEN.
    fn arrival(&mut self, case: &Case, last: Move) {
        let Some(before) = before_push(case.setup(), last) else {
            return;
        };
        let arrived = line(&before, &[&last.uci()]);
        self.ask(&arrived, Ask::Moves);
        self.ask(&arrived, Ask::Fen);
        self.ask(&arrived, Ask::Key(line(case.setup(), &[])));
        let undone = line(&before, &[&last.uci(), "undo"]);
        self.ask(&undone, Ask::Fen);
    }

    /// A legal capture: the board after it, taken back, as text.
    fn capture(&mut self, root: &Line, position: &Position, capture: Move) {
        let uci = &capture.uci()[..];
        let (played, undone) = (line(&root.setup, &[uci]), line(&root.setup, &[uci, "undo"]));
        self.ask(&played, Ask::Fen);
        self.ask(&played, Ask::Key(fresh_after(position, &[capture])));
        self.ask(&undone, Ask::Fen);
        self.ask(&undone, Ask::Moves);
        self.ask(&undone, Ask::Key(root.clone()));
        let san = position.san(capture, EnPassantSuffix::Without).to_string();
        self.ask(root, Ask::San(uci.to_owned()));
        self.ask(root, Ask::Read(san));
        let suffixed = position.san(capture, EnPassantSuffix::With).to_string();
        self.ask(root, Ask::Read(suffixed));
        self.ask(root, Ask::Victim(uci.to_owned()));
    }

    /// The right after one move of each other kind, which lets it expire.
    fn expiry(&mut self, root: &Line, position: &Position) {
        for mv in one_of_each_kind(position) {
            let uci = &position.uci(mv)[..];
            let (played, undone) = (line(&root.setup, &[uci]), line(&root.setup, &[uci, "undo"]));
            self.ask(&played, Ask::Fen);
            self.ask(&played, Ask::Key(fresh_after(position, &[mv])));
            self.ask(&undone, Ask::Fen);
            self.ask(&undone, Ask::Key(root.clone()));
        }
        if !position.is_check() {
            self.ask(&line(&root.setup, &["0000"]), Ask::Fen);
        }
    }

    /// The same men with no right, with a right on another file, and after a push on the same file.
    fn other_rights(&mut self, root: &Line) {
        let Some(target) = root.setup.en_passant else {
            return;
        };
        let with = |en_passant| Setup {
            en_passant,
            ..root.setup.clone()
        };
        let without = line(&with(None), &[]);
        self.ask(root, Ask::Key(without.clone()));
        self.ask(root, Ask::Same(without));
        for file in File::ALL.into_iter().filter(|&file| file != target.file()) {
            let other = with(Some(Square::new(file, target.rank())));
            if other.validate().is_ok() {
                self.ask(root, Ask::Key(line(&other, &[])));
            }
        }
        let Ok((position, _)) = root.setup.repair() else {
            return;
        };
        let replies = position.legal_moves();
        let is_answer =
            |mv: &&Move| mv.kind() == MoveKind::DoublePush && mv.to().file() == target.file();
        for &mv in replies.iter().filter(is_answer) {
            let pushed = line(&root.setup, &[&position.uci(mv)]);
            self.ask(&pushed, Ask::Key(fresh_after(&position, &[mv])));
        }
    }
}

fn line(setup: &Setup, steps: &[&str]) -> Line {
    Line {
        setup: setup.clone(),
        steps: steps.iter().map(|&step| step.to_owned()).collect(),
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

/// The position before the double push that led to one, if it can be.
fn before_push(setup: &Setup, last: Move) -> Option<Setup> {
    let mut before = setup.clone();
    before.board.set(last.from(), before.board.get(last.to()));
    before.board.set(last.to(), None);
    before.en_passant = None;
    before.side_to_move = !setup.side_to_move;
    if setup.side_to_move == passant_rules::Color::White {
        before.fullmove_number = setup.fullmove_number.saturating_sub(1).max(1);
    }
    before.validate().is_ok().then_some(before)
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
