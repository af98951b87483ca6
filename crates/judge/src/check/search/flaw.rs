//! What is wrong with the output of a search.

use std::fmt;

use passant_query::{EngineMove, SearchScore, Searched, SearchedLine};
use passant_rules::{Move, Position, UciMove};
use passant_suite::{SearchCase, SearchClaim};

use crate::check::comparison::{ResolvedMove, resolve};

/// Something wrong with the output of a search. Displayed in a few words, which are equal for flaws of the same kind.
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

impl SearchFlaw {
    /// Whether it is an illegal move of a line.
    #[must_use]
    pub fn is_of_line(&self) -> bool {
        matches!(self, Self::IllegalLine(_))
    }
}

/// Everything that is wrong with the output of a search of a position, each kind once: first the lines, then the move, then
/// the score.
#[must_use]
pub fn flaws_of_moves(position: &Position, searched: &Searched) -> Vec<SearchFlaw> {
    let lines = searched.lines.iter();
    let lines = lines.map(|line| (line.to_string(), &line.moves[..]));
    let played: Vec<_> = [&searched.best]
        .into_iter()
        .chain(&searched.ponder)
        .cloned()
        .collect();
    let is_played = searched.best.is_move();
    let text = format!("bestmove {}", listed(&played));
    let played = is_played.then_some((text, &played[..]));
    let mut flaws: Vec<SearchFlaw> = Vec::new();
    for (line, moves) in lines.chain(played) {
        if let Some(found) = illegal_move(position, line, moves) {
            let flaw = SearchFlaw::IllegalLine(found);
            if flaws.iter().all(|it| it.to_string() != flaw.to_string()) {
                flaws.push(flaw);
            }
        }
    }
    if !is_played && position.count_legal_moves() != 0 {
        flaws.push(SearchFlaw::NoMove);
    }
    if is_played && legal(position, &searched.best).is_none() {
        flaws.push(SearchFlaw::IllegalMove(searched.best.clone()));
    }
    flaws
}

/// What is wrong with the move that is played and the final score, if the search was as deep as it had to be.
#[must_use]
pub fn flaws_of_claim(case: &SearchCase, searched: &Searched) -> Vec<SearchFlaw> {
    let played = searched.best.uci();
    let missed = played.filter(|played| !case.best.is_empty() && !case.best.contains(played));
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

/// The last score that is no bound.
#[must_use]
pub fn final_score(searched: &Searched) -> Option<SearchScore> {
    searched.lines.iter().rev().find_map(|line| line.score)
}

/// Whether a search was as deep as it had to be: it has printed a line of that depth, or a mate.
#[must_use]
pub fn is_complete(searched: &Searched, depth: u32) -> bool {
    let is_deep = |line: &SearchedLine| {
        line.depth.is_some_and(|it| depth <= it) || matches!(line.score, Some(SearchScore::Mate(_)))
    };
    searched.lines.iter().any(is_deep)
}

/// Whether there is no mate in this many moves. Of longer mates than the case speaks of, nothing is known.
fn is_false_mate(case: &SearchCase, moves: i32) -> bool {
    let within = moves.unsigned_abs() <= case.within;
    match case.claim {
        SearchClaim::Mate => moves < 0 && within || 0 < moves && moves.unsigned_abs() < case.within,
        SearchClaim::Saves => moves < 0 && within,
        SearchClaim::NoMate => moves != 0 && within,
        SearchClaim::LegalLines => false,
    }
}

fn illegal_move(position: &Position, line: String, moves: &[EngineMove]) -> Option<IllegalInLine> {
    let mut position = position.clone();
    let mut path = Vec::new();
    for mv in moves {
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

fn legal(position: &Position, mv: &EngineMove) -> Option<Move> {
    match resolve(position, mv) {
        ResolvedMove::Legal(mv) => Some(mv),
        ResolvedMove::Extra(_) => None,
    }
}

fn listed(moves: &[EngineMove]) -> String {
    let texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
    texts.join(" ponder ")
}

impl fmt::Display for SearchFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalLine(IllegalInLine { path, mv, .. }) => {
                write!(f, "illegal {mv} at ply {}", path.len() + 1)
            }
            Self::IllegalMove(mv) => write!(f, "plays illegal {mv}"),
            Self::NoMove => f.write_str("plays nothing"),
            Self::Missed(_) => f.write_str("misses the best move"),
            Self::FalseMate(moves) => write!(f, "false mate {moves}"),
        }
    }
}
