//! Flaws in the output of a search.

use std::fmt;

use passant_query::{EngineMove, Line, SearchScore, Searched, SearchedLine};
use passant_rules::{Move, Position, UciMove};
use passant_suite::{SearchCase, SearchClaim};

use crate::check::attribution;
use crate::check::comparison::legal;

/// Something wrong with the output of a search.
#[derive(Clone, Debug)]
pub enum SearchFlaw {
    /// A move of a line, or of the move that is played and the reply that is expected, is illegal.
    IllegalLine(IllegalInLine),
    /// The move that is played is illegal.
    IllegalMove(EngineMove),
    /// No move is played, although there is one.
    NoMove,
    /// The move that is played is none of the best ones.
    Missed(UciMove),
    /// The score says mate in this many moves of the side to move, or of the other side if negative. There is no such mate.
    FalseMate(i32),
}

/// An illegal move of a line.
#[derive(Clone, Debug)]
pub struct IllegalInLine {
    /// The line as it was printed.
    pub line: String,
    /// The legal moves before it.
    pub path: Vec<UciMove>,
    /// The illegal move.
    pub mv: EngineMove,
    /// The position in which it is illegal.
    pub position: Position,
}

/// A kind of flaw, equal for flaws that are wrong in the same way. Displayed in a few words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FlawKind {
    /// A line has this illegal move at this ply, counted from 1.
    IllegalAtPly(EngineMove, usize),
    /// This illegal move is played.
    PlaysIllegal(EngineMove),
    /// No move is played.
    PlaysNothing,
    /// The move that is played is none of the best ones.
    MissesBest,
    /// All moves are taken for lost, or one that loses is played.
    MissesDefense,
    /// A mate is announced that there is not.
    FalseMate(i32),
}

impl SearchFlaw {
    /// Returns its kind.
    #[must_use]
    pub fn kind(&self) -> FlawKind {
        match self {
            Self::IllegalLine(IllegalInLine { path, mv, .. }) => {
                FlawKind::IllegalAtPly(mv.clone(), path.len() + 1)
            }
            Self::IllegalMove(mv) => FlawKind::PlaysIllegal(mv.clone()),
            Self::NoMove => FlawKind::PlaysNothing,
            Self::Missed(_) => FlawKind::MissesBest,
            Self::FalseMate(moves) => FlawKind::FalseMate(*moves),
        }
    }

    /// Tells whether it is an illegal move of a line.
    #[must_use]
    pub fn is_of_line(&self) -> bool {
        matches!(self, Self::IllegalLine(_))
    }

    /// Tells whether a fault of en passant explains it, at the end of a line that was searched.
    fn is_of_en_passant(&self, line: &Line) -> bool {
        match self {
            Self::IllegalLine(found) => {
                let line = found
                    .path
                    .iter()
                    .fold(line.clone(), |line, &mv| line.then(mv));
                let illegal = found.mv.uci();
                illegal.is_some_and(|mv| attribution::is_of_en_passant(&line, &found.position, mv))
            }
            Self::IllegalMove(mv) => {
                let illegal = mv.uci().zip(line.position());
                illegal.is_some_and(|(mv, position)| {
                    attribution::is_of_en_passant(line, &position, mv)
                })
            }
            Self::NoMove => attribution::is_blind_to_en_passant(line),
            Self::Missed(_) | Self::FalseMate(_) => true,
        }
    }
}

/// Everything that is wrong with the lines and the move of a search, each kind once: first the lines, then the move.
#[derive(Clone, Default, Debug)]
pub struct MoveFlaws {
    /// Those that a fault of en passant explains.
    pub of_en_passant: Vec<SearchFlaw>,
    /// All others, which show nothing about en passant.
    pub others: Vec<SearchFlaw>,
}

impl MoveFlaws {
    fn add(&mut self, flaw: SearchFlaw, line: &Line) {
        let mut known = self.of_en_passant.iter().chain(&self.others);
        if known.any(|it| it.kind() == flaw.kind()) {
            return;
        }
        if flaw.is_of_en_passant(line) {
            self.of_en_passant.push(flaw);
        } else {
            self.others.push(flaw);
        }
    }

    /// Tells whether a line has an illegal move.
    #[must_use]
    pub fn has_illegal_line(&self) -> bool {
        let mut all = self.of_en_passant.iter().chain(&self.others);
        all.any(SearchFlaw::is_of_line)
    }
}

/// Everything that is wrong with the lines and the move of a search of the end of a line.
#[must_use]
pub fn flaws_of_moves(line: &Line, searched: &Searched) -> MoveFlaws {
    let mut flaws = MoveFlaws::default();
    let Some(position) = line.position() else {
        return flaws;
    };
    let printed = searched
        .lines
        .iter()
        .map(|it| (it.to_string(), &it.moves[..]));
    let played: Vec<_> = [&searched.best]
        .into_iter()
        .chain(&searched.ponder)
        .cloned()
        .collect();
    let is_played = searched.best.is_move();
    let text = format!("bestmove {}", join_moves(&played));
    let played = is_played.then_some((text, &played[..]));
    for (text, moves) in printed.chain(played) {
        if let Some(found) = illegal_move(&position, text, moves) {
            flaws.add(SearchFlaw::IllegalLine(found), line);
        }
    }
    if !is_played && !is_over(&position) {
        flaws.add(SearchFlaw::NoMove, line);
    }
    if is_played && !is_over(&position) && legal(&position, &searched.best).is_none() {
        flaws.add(SearchFlaw::IllegalMove(searched.best.clone()), line);
    }
    flaws
}

/// Returns what is wrong with the move that is played and the final score, if the search was as deep as it had to be. A move is
/// not held against a search that has tried the capture which speaks against it: it may weigh mates in its own way.
#[must_use]
pub fn flaws_of_claim(case: &SearchCase, searched: &Searched) -> Vec<SearchFlaw> {
    let played = searched.best.uci();
    let missed = played.filter(|&played| {
        !case.best.is_empty()
            && !case.best.contains(&played)
            && !tries_capture(case, searched, played)
    });
    let score = final_score(searched).and_then(|score| match score {
        SearchScore::Mate(moves) => Some(moves),
        SearchScore::Centipawns(_) => None,
    });
    let false_mate = score.filter(|&moves| is_false_mate(case, moves));
    let missed = missed.map(SearchFlaw::Missed);
    missed
        .into_iter()
        .chain(false_mate.map(SearchFlaw::FalseMate))
        .collect()
}

/// Tells whether a search has tried the en passant capture that matters: a line begins with one of the best moves, or the reply that
/// is expected after the move that is played is one.
fn tries_capture(case: &SearchCase, searched: &Searched, played: UciMove) -> bool {
    let is_capture = |line: &Line, mv: &EngineMove| {
        let found = line.position().and_then(|it| legal(&it, mv));
        found.is_some_and(Move::is_en_passant)
    };
    // Before the depth of the case, a search may find nothing there by itself.
    let is_deep = |it: &&SearchedLine| it.depth.is_none_or(|depth| case.depth <= depth);
    let lines = || {
        searched
            .lines
            .iter()
            .filter(is_deep)
            .map(|it| &it.moves[..])
    };
    let first = |moves: &[EngineMove]| moves.first().and_then(EngineMove::uci);
    let is_best = |moves: &[EngineMove]| first(moves).is_some_and(|mv| case.best.contains(&mv));
    let goes_on = || lines().rfind(|moves| first(moves) == Some(played))?.get(1);
    let expected = searched.ponder.as_ref().or_else(goes_on);
    lines().any(|moves| is_best(moves) && is_capture(&case.line, &moves[0]))
        || expected.is_some_and(|reply| is_capture(&case.line.then(played), reply))
}

/// Returns the kinds of what is wrong with the lines and the move of a search, and with what it claims. What an engine does that
/// takes all moves for lost depends on other things than en passant: which move it plays, and how far away it sees the mate.
#[must_use]
pub fn flaw_kinds(case: &SearchCase, searched: &Searched) -> Vec<FlawKind> {
    let of_moves = flaws_of_moves(&case.line, searched).of_en_passant;
    let mut kinds: Vec<_> = of_moves.iter().map(SearchFlaw::kind).collect();
    let of_claim = flaws_of_claim(case, searched);
    match case.claim {
        SearchClaim::Saves if !of_claim.is_empty() => kinds.push(FlawKind::MissesDefense),
        _ => kinds.extend(of_claim.iter().map(SearchFlaw::kind)),
    }
    kinds
}

/// The last score that is no bound.
#[must_use]
pub fn final_score(searched: &Searched) -> Option<SearchScore> {
    searched.lines.iter().rev().find_map(|line| line.score)
}

/// Tells whether a search was as deep as it had to be: it has printed a line of that depth, or a mate.
#[must_use]
pub fn is_complete(searched: &Searched, depth: u32) -> bool {
    let is_deep = |line: &SearchedLine| {
        line.depth.is_some_and(|it| depth <= it) || matches!(line.score, Some(SearchScore::Mate(_)))
    };
    searched.lines.iter().any(is_deep)
}

/// Tells whether there is no mate in this many moves. Of longer mates than the case speaks of, nothing is known.
fn is_false_mate(case: &SearchCase, moves: i32) -> bool {
    let within = moves.unsigned_abs() <= case.within;
    match case.claim {
        SearchClaim::Mate => moves < 0 && within || 0 < moves && moves.unsigned_abs() < case.within,
        SearchClaim::Saves => moves < 0 && within,
        SearchClaim::NoMate => moves != 0 && within,
        SearchClaim::LegalLines => false,
    }
}

/// The first illegal move of a line, which is read up to the end of the game.
fn illegal_move(position: &Position, line: String, moves: &[EngineMove]) -> Option<IllegalInLine> {
    let mut position = position.clone();
    let mut path = Vec::new();
    for mv in moves {
        // A line may go on with what is left over from another search.
        if is_over(&position) {
            return None;
        }
        // A line may end with a text that is no move, or with a null move.
        if !mv.is_move() || mv.uci().is_none_or(UciMove::is_null) {
            return None;
        }
        let Some(legal) = legal(&position, mv) else {
            let mv = mv.clone();
            return Some(IllegalInLine {
                line,
                path,
                mv,
                position,
            });
        };
        path.push(position.uci_move(legal));
        let _ = position.make(legal);
    }
    None
}

/// Tells whether the game has ended, by mate, stalemate, or because no side can mate. A draw by repetition or by the clock is no
/// end: its moves are legal.
fn is_over(position: &Position) -> bool {
    position.count_legal_moves() == 0 || position.is_insufficient_material()
}

fn join_moves(moves: &[EngineMove]) -> String {
    let texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
    texts.join(" ponder ")
}

impl fmt::Display for FlawKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalAtPly(mv, ply) => write!(f, "illegal {mv} at ply {ply}"),
            Self::PlaysIllegal(mv) => write!(f, "plays illegal {mv}"),
            Self::PlaysNothing => f.write_str("plays nothing"),
            Self::MissesBest => f.write_str("misses the best move"),
            Self::MissesDefense => f.write_str("misses the defense"),
            Self::FalseMate(moves) => write!(f, "false mate {moves}"),
        }
    }
}
