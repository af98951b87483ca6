//! Positions without en passant, which show whether an engine finds what it must find at a depth.
//!
//! An engine that plays at random, or that sees no mate so early, fails them. What it misses elsewhere says nothing then.

use std::collections::HashMap;

use passant_query::{EngineError, Line, SearchRequest, SearchScore, Subject};
use passant_suite::SearchClaim;

use super::flaw::final_score;

/// A position, its best move, and in how many moves that mates.
type ControlPosition = (&'static str, &'static str, u32);

/// One move mates. Confirmed by python-chess 1.11.2.
const MATES: [ControlPosition; 6] = [
    ("7k/8/3R4/8/2PK3p/5r2/3n2Q1/8 w - - 0 1", "d6h6", 1),
    ("8/2N2k1K/8/8/q6R/8/5pP1/r7 b - - 0 1", "a4h4", 1),
    ("4r2n/k7/7p/2P5/3R4/6K1/1Q6/8 w - - 0 1", "d4a4", 1),
    ("8/6p1/3k4/P6K/rq6/N4R2/8/8 b - - 0 1", "b4g4", 1),
    ("8/8/1r6/8/7R/k7/3K4/6Q1 w - - 0 1", "g1b6", 2),
    ("4K3/2R5/8/8/6q1/5r2/3k4/8 b - - 0 1", "g4e6", 2),
];

/// The other side mates at once after every move but one. Confirmed by python-chess 1.11.2.
const SAVES: [ControlPosition; 3] = [
    ("2n5/7r/4K3/1Q6/7p/8/5RkP/8 b - - 0 1", "g2f2", 0),
    ("8/1K1r4/1P1kq3/5R2/8/8/2Np4/8 w - - 0 1", "b7a6", 0),
    ("5R2/8/4P3/7K/r7/3p4/4Q1k1/n7 b - - 0 1", "d3e2", 0),
];

/// What an engine finds without en passant, by the depth of the search.
#[derive(Default)]
pub(super) struct Controls {
    finds: HashMap<(SearchClaim, u32, u32), bool>,
}

impl Controls {
    /// Whether the engine finds at a depth what a claim is about, and announces no mate too early.
    pub(super) fn finds(
        &mut self,
        subject: &mut dyn Subject,
        claim: SearchClaim,
        within: u32,
        depth: u32,
    ) -> Result<bool, EngineError> {
        // An engine that finds mates in one may announce longer mates at any depth, if they are there.
        let (positions, longest) = match claim {
            SearchClaim::Saves => (&SAVES[..], 1),
            SearchClaim::Mate => (&MATES[..], within),
            SearchClaim::NoMate | SearchClaim::LegalLines => (&MATES[..], 1),
        };
        let key = (claim, longest, depth);
        if let Some(&known) = self.finds.get(&key) {
            return Ok(known);
        }
        let mut finds = true;
        for &control in positions {
            finds &= finds_one(subject, control, depth, longest)?;
        }
        self.finds.insert(key, finds);
        Ok(finds)
    }
}

fn finds_one(
    subject: &mut dyn Subject,
    (fen, best, within): ControlPosition,
    depth: u32,
    longest: u32,
) -> Result<bool, EngineError> {
    let Ok(line) = fen.parse::<Line>() else {
        return Ok(false);
    };
    let searched = subject.search(&line, SearchRequest::to_depth(depth))?;
    let is_too_early = match final_score(&searched) {
        Some(SearchScore::Mate(moves)) => moves <= 0 || moves.unsigned_abs() < within,
        _ => false,
    };
    let is_found = longest < within || searched.best.to_string() == best;
    Ok(is_found && !is_too_early)
}
