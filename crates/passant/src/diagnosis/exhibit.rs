//! The wrong answer that shows best what is wrong: shrunk, judged by the rules, tried in its neighbours, as a test.

use std::time::Instant;

use passant_oracle::{Ask, EngineFault, FaultSet, Question};
use passant_rules::{Bitboard, Board, Position, Setup, Square};
use serde::{Deserialize, Serialize};

use super::asking::{Answer, Examinee};
use super::naming::Observation;
use super::neighbours::{Neighbour, neighbours};
use super::other::by_other_channel;
use super::pool::Pool;
use super::questions::{Role, posed};
use super::recipe::{Tests, tests};
use super::retrial::Retrial;
use super::rules;
use crate::minimise::engine::Asked;
use crate::minimise::{Bounds, Candidate, Outcome, minimise};
use crate::{attack, verdict};

/// A wrong answer to look at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Exhibit {
    /// The position in which the engine was found to be wrong.
    pub found: String,
    /// The smallest position in which it is wrong in the same way: the one that the question is about.
    pub fen: String,
    /// Whether nothing more can be left out.
    pub is_minimal: bool,
    /// What was asked.
    pub question: String,
    /// What is right.
    pub expected: String,
    /// What the engine says.
    pub came: String,
    /// The squares to look at.
    pub squares: Vec<String>,
    /// What the rules say of each capture, with the squares.
    pub rules: Vec<String>,
    /// Variants of the position, and whether the engine is right there.
    pub neighbours: Vec<Neighbour>,
    /// The question as a test.
    pub tests: Tests,
}

/// The wrong answer with the fewest men on the board, about moves if there is one, and what can be said of it. With
/// faults that are known by name, one that these explain, and that stays explained while it shrinks.
pub(super) fn best<F: Fn() -> Examinee + Sync>(
    pool: &Pool<F>,
    observations: &[Observation<'_>],
    faults: Option<FaultSet>,
    bounds: &Bounds,
) -> Option<Exhibit> {
    let is_explained = |it: &&Observation<'_>| faults.is_none_or(|faults| it.agrees(faults));
    let wrong = observations.iter().filter(|it| it.is_wrong());
    let best = wrong.filter(is_explained).min_by_key(|it| {
        let kind = match it.row.question.ask {
            Ask::Moves => 0,
            Ask::Count(_) => 2,
            _ => 1,
        };
        (kind, it.row.root.board.iter().count())
    })?;
    let name = faults.map_or_else(|| "en-passant".to_owned(), name);
    Some(match best.row.question.ask {
        Ask::Count(depth) => counted(pool, best, depth, &name, bounds),
        _ => asked(pool, best, faults, &name, bounds),
    })
}

fn name(faults: FaultSet) -> String {
    let names: Vec<_> = faults.iter().map(EngineFault::name).collect();
    names.join("-and-")
}

/// Shrinks the position of a question that is not a count.
fn asked<F: Fn() -> Examinee + Sync>(
    pool: &Pool<F>,
    best: &Observation<'_>,
    faults: Option<FaultSet>,
    name: &str,
    bounds: &Bounds,
) -> Exhibit {
    let end = Instant::now() + bounds.time;
    let trial = Retrial {
        pool,
        role: best.row.role,
        faults,
    };
    let start = Candidate {
        setup: best.row.root.clone(),
        depth: 1,
    };
    let found = start.setup.fen().to_string();
    let shrunk = minimise(start, &trial, bounds).ok();
    let shrunk = shrunk.and_then(|outcome| Some((trial.first_wrong(&outcome.after)?, outcome)));
    let Some((wrong, outcome)) = shrunk else {
        let (question, right) = (&best.row.question, &best.row.right);
        return Exhibit::new(&found, question, right, &best.answer, name);
    };
    let (question, right) = (&wrong.row.question, &wrong.row.right);
    let left = Bounds {
        time: end.saturating_duration_since(Instant::now()),
        ..bounds.clone()
    };
    let mut neighbours = tried(pool, &outcome.after.setup, best.row.role, &left);
    neighbours.extend(by_other_channel(pool, &wrong));
    Exhibit {
        is_minimal: outcome.is_minimal,
        neighbours,
        ..Exhibit::new(&found, question, right, &wrong.answer, name)
    }
}

/// The neighbours of a position, and whether the engine is right there, as far as the time goes. Those about which it
/// says nothing are left out: a move that is played, say, where several are legal.
fn tried<F: Fn() -> Examinee + Sync>(
    pool: &Pool<F>,
    root: &Setup,
    role: Role,
    bounds: &Bounds,
) -> Vec<Neighbour> {
    let end = Instant::now() + bounds.time;
    let mut found = Vec::new();
    for (change, posed) in neighbours(root, role) {
        let is_over = bounds.interrupt.is_raised() || end <= Instant::now();
        let Some(first) = posed.first().filter(|_| !is_over) else {
            break;
        };
        let question = first.question.clone();
        let trial = Retrial {
            pool,
            role: first.role,
            faults: None,
        };
        let Some(is_right) = trial.is_right(posed) else {
            continue;
        };
        found.push(Neighbour {
            change: change.words(&question),
            says: change.says(&question, is_right),
            question: question.to_string(),
            is_right,
        });
    }
    found
}

/// Shrinks the position of a count.
fn counted<F: Fn() -> Examinee + Sync>(
    pool: &Pool<F>,
    best: &Observation<'_>,
    depth: u32,
    name: &str,
    bounds: &Bounds,
) -> Exhibit {
    let start = Candidate {
        setup: best.row.root.clone(),
        depth,
    };
    let found = start.setup.fen().to_string();
    let trial = Asked { pool };
    let shown = |outcome: &Outcome| {
        let said = trial.said(&outcome.after).ok()?;
        let after = &outcome.after;
        let counts = posed(&after.setup, [after.depth]).into_iter();
        let mut counts = counts.map(|posed| posed.question);
        let question = counts.find(|question| question.ask == Ask::Count(after.depth))?;
        let right = rules::answer(&question)?;
        let came = Answer::Is(said.total().to_string());
        let mut exhibit = Exhibit::new(&found, &question, &right, &came, name);
        exhibit.is_minimal = outcome.is_minimal;
        Some(exhibit)
    };
    let shrunk = minimise(start, &trial, bounds).ok();
    shrunk.as_ref().and_then(shown).unwrap_or_else(|| {
        Exhibit::new(
            &found,
            &best.row.question,
            &best.row.right,
            &best.answer,
            name,
        )
    })
}

impl Exhibit {
    /// A wrong answer as it stands, not shrunk.
    fn new(found: &str, question: &Question, right: &str, answer: &Answer, name: &str) -> Self {
        let position = rules::played(&question.line).map(|(position, _)| position);
        let root = question.line.setup.repair().map(|(position, _)| position);
        let judged = [position.clone(), root.ok()];
        let judged = judged.into_iter().flatten();
        let judged = judged.map(|position| verdict::candidates(&position));
        let candidates = judged.into_iter().find(|candidates| !candidates.is_empty());
        let rules = candidates.unwrap_or_default();
        Self {
            found: found.to_owned(),
            fen: question.line.setup.fen().to_string(),
            is_minimal: false,
            question: question.to_string(),
            expected: right.to_owned(),
            came: answer.to_string(),
            squares: position
                .map_or(Bitboard::EMPTY, |position| marks(&position, right, answer))
                .into_iter()
                .map(|square| square.to_string())
                .collect(),
            rules: rules.iter().map(|it| it.sentence() + ".").collect(),
            neighbours: Vec::new(),
            tests: tests(name, question, right),
        }
    }
}

/// The squares to look at: those of the moves that differ, the victim, and with an illegal capture the king and who
/// attacks it then; or the squares on which two FENs differ.
fn marks(position: &Position, right: &str, answer: &Answer) -> Bitboard {
    let came = match answer {
        Answer::Is(came) | Answer::Plays(came) | Answer::Reads(came) => came.as_str(),
        Answer::Occurs(_) => "",
    };
    if let (Ok(right), Ok(came)) = (Setup::from_fen(right), Setup::from_fen(came)) {
        let differs = |at: &Square| right.board.get(*at) != came.board.get(*at);
        let targets = [right.en_passant, came.en_passant].into_iter().flatten();
        return Square::ALL
            .into_iter()
            .filter(differs)
            .chain(targets)
            .collect();
    }
    let differing = |one: &str, other: &str| -> Vec<(Square, Square)> {
        let moves = one.split_whitespace();
        let only = moves.filter(|mv| !other.split_whitespace().any(|it| it == *mv));
        only.filter_map(squares).collect()
    };
    let (missing, extra) = (differing(right, came), differing(came, right));
    let mut marked: Bitboard = missing.iter().flat_map(|&(from, to)| [from, to]).collect();
    for (from, to) in extra {
        marked = marked | [from, to].into_iter().collect() | exposed(position, from, to);
    }
    let victim = position.en_passant().map(passant_rules::EnPassant::victim);
    marked | victim.into_iter().collect()
}

fn squares(mv: &str) -> Option<(Square, Square)> {
    Some((
        Square::from_name(mv.get(..2)?)?,
        Square::from_name(mv.get(2..4)?)?,
    ))
}

/// The king of the side to move and the men that attack it after a move that takes the victim as well.
fn exposed(position: &Position, from: Square, to: Square) -> Bitboard {
    let us = position.side_to_move();
    let mut board: Board = position.board();
    board.set(to, board.get(from));
    board.set(from, None);
    if let Some(right) = position.en_passant().filter(|right| right.target() == to) {
        board.set(right.victim(), None);
    }
    let king = position.king(us);
    let attackers = attack::attackers(&board, !us, king);
    if attackers.is_empty() || from == king {
        Bitboard::EMPTY
    } else {
        attackers | [king].into_iter().collect()
    }
}
