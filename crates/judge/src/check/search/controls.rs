//! Positions without en passant, which show whether an engine finds what it must find at a depth, and whether its lines are
//! legal.
//!
//! An engine that plays at random, or that sees no mate so early, fails them. What it misses elsewhere says nothing then.

use std::collections::HashMap;

use passant_query::{
    EngineError, Line, SearchLimit, SearchRequest, SearchScore, Searched, Subject,
};
use passant_suite::{SearchCase, SearchClaim, Suites};

use super::flaw::{SearchFlaw, final_score, flaws_of_claim, flaws_of_moves, is_complete};

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

/// The other side mates at once after every move but one. In some there are many moves, so that none is found by chance.
/// Confirmed by python-chess 1.11.2, and by Stockfish 15.1, which sees no mate after that move.
const SAVES: [ControlPosition; 6] = [
    ("2n5/7r/4K3/1Q6/7p/8/5RkP/8 b - - 0 1", "g2f2", 0),
    ("8/1K1r4/1P1kq3/5R2/8/8/2Np4/8 w - - 0 1", "b7a6", 0),
    ("5R2/8/4P3/7K/r7/3p4/4Q1k1/n7 b - - 0 1", "d3e2", 0),
    ("8/8/4N3/b5R1/5r2/1K6/B3q3/k7 w - - 0 1", "g5g1", 0),
    ("b7/8/r7/2Q5/6R1/nN1k4/8/3K4 b - - 0 1", "a8f3", 0),
    ("Q7/1K6/6n1/1kr1b3/R7/8/B7/8 b - - 0 1", "c5c7", 0),
];

/// The number of plies by which an engine searches deeper than a case says, before its move and its score count.
pub(super) const DEEPER: u32 = 2;

/// The deepest search, in plies.
pub(super) const DEEPEST: u32 = 12;

/// The number of searches without en passant that must print legal lines before an illegal one is a failure. Some engines print lines
/// whose end is left over from another search.
const LEGAL_LINES: usize = 40;

/// An engine that searches, and what it has shown without en passant.
pub(crate) struct Searcher<'a> {
    pub(crate) subject: &'a mut dyn Subject,
    known: HashMap<Shown, bool>,
}

/// Something that an engine shows where nothing is en passant, or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shown {
    /// It finds what a claim is about, by the number of moves and the depth of the search.
    Claim(SearchClaim, u32, u32),
    /// Its lines are legal, by the limit, the number of lines, and whether there is a search before.
    LegalLines(SearchLimit, u32, bool),
    /// It sees draws by repetition, by the depth of the search.
    Draws(u32),
}

impl<'a> Searcher<'a> {
    /// An engine that has shown nothing yet.
    pub(crate) fn new(subject: &'a mut dyn Subject) -> Self {
        Self {
            subject,
            known: HashMap::new(),
        }
    }

    /// Tells whether an engine shows something, which is looked for once.
    fn shows(
        &mut self,
        shown: Shown,
        look: impl FnOnce(&mut Self) -> Result<bool, EngineError>,
    ) -> Result<bool, EngineError> {
        if let Some(&known) = self.known.get(&shown) {
            return Ok(known);
        }
        let is_shown = look(self)?;
        self.known.insert(shown, is_shown);
        Ok(is_shown)
    }

    /// Tells whether the engine finds at a depth what a claim is about, and announces no mate too early.
    pub(super) fn finds(
        &mut self,
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
        self.shows(Shown::Claim(claim, longest, depth), |engine| {
            for &control in positions {
                if !engine.finds_one(control, depth, longest)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    fn finds_one(
        &mut self,
        (fen, best, within): ControlPosition,
        depth: u32,
        longest: u32,
    ) -> Result<bool, EngineError> {
        let Ok(line) = fen.parse::<Line>() else {
            return Ok(false);
        };
        let searched = self.subject.search(&line, SearchRequest::to_depth(depth))?;
        let is_too_early = match final_score(&searched) {
            Some(SearchScore::Mate(moves)) => moves <= 0 || moves.unsigned_abs() < within,
            _ => false,
        };
        let is_found = longest < within || searched.best.to_string() == best;
        Ok(is_found && !is_too_early)
    }

    /// Tells whether the lines of an engine are legal where nothing can be en passant, if it is asked in the same way.
    pub(super) fn has_legal_lines(&mut self, request: &SearchRequest) -> Result<bool, EngineError> {
        let is_careless =
            |(shown, is_so): (&Shown, &bool)| matches!(shown, Shown::LegalLines(..)) && !is_so;
        let goes_on = request.after.is_some();
        let shown = Shown::LegalLines(request.limit, request.lines, goes_on);
        // One illegal line shows that the engine is careless, however it was asked.
        if !self.known.contains_key(&shown) && self.known.iter().any(is_careless) {
            return Ok(false);
        }
        self.shows(shown, |engine| {
            for line in without_en_passant() {
                let request = SearchRequest {
                    after: goes_on.then(|| line.root()),
                    ..request.clone()
                };
                let searched = engine.subject.search(&line, request)?;
                if flaws_of_moves(&line, &searched).has_illegal_line() {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Tells whether the engine finds at a depth every draw by repetition of the suites in which the pawn has moved a single
    /// step. An engine that knows no repetition, and takes all moves for lost, finds one of them by chance, and never all.
    fn sees_draws(&mut self, depth: u32) -> Result<bool, EngineError> {
        self.shows(Shown::Draws(depth), |engine| {
            let suites = Suites::builtin().ok();
            let cases = suites.iter().flat_map(Suites::search_cases);
            let draws = cases.filter(|it| it.draws_by_repetition());
            for twin in draws.filter_map(SearchCase::without_right) {
                if !engine.finds_twin(&twin, depth)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Tells whether an engine finds at a depth what a twin is about.
    fn finds_twin(&mut self, twin: &SearchCase, depth: u32) -> Result<bool, EngineError> {
        let found = self
            .subject
            .search(&twin.line, SearchRequest::to_depth(depth))?;
        let is_found = if twin.claim == SearchClaim::Mate {
            // There may be other mates.
            let plays_best = found.best.uci().is_some_and(|mv| twin.best.contains(&mv));
            plays_best || mates_within(&found, twin.within)
        } else {
            flaws_of_claim(twin, &found).is_empty()
        };
        Ok(is_found && is_complete(&found, depth))
    }
}

/// Tells whether a search is to blame for what it misses, or was only too shallow.
impl Searcher<'_> {
    /// Tells whether a deeper search has none of these flaws of one to a depth, so that nothing is wrong but the depth. A search that
    /// only plays another move may end early, once it has found something; and where that move loses, one that prunes may
    /// overlook this at one depth, and see it at the next.
    pub(super) fn finds_deeper(
        &mut self,
        case: &SearchCase,
        depth: u32,
        flaws: &[SearchFlaw],
    ) -> Result<bool, EngineError> {
        let only_misses = flaws.iter().all(|it| matches!(it, SearchFlaw::Missed(_)));
        let next = (only_misses && case.claim == SearchClaim::Saves).then_some(depth + DEEPER);
        for deeper in next.into_iter().chain([DEEPEST]) {
            let request = case.request(SearchLimit::Depth(deeper));
            let found = self.subject.search(&case.line, request)?;
            let enough = if only_misses { depth + 1 } else { deeper };
            if is_complete(&found, enough) && flaws_of_claim(case, &found).is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells whether an engine finds at a depth what a case is about if nothing there is en passant; `true` if there is no such
    /// twin of the case.
    pub(super) fn finds_without_right(
        &mut self,
        case: &SearchCase,
        depth: u32,
    ) -> Result<bool, EngineError> {
        if case.draws_by_repetition() && !self.sees_draws(depth)? {
            return Ok(false);
        }
        match case.without_right() {
            Some(twin) => self.finds_twin(&twin, depth),
            None => Ok(true),
        }
    }

    /// Tells whether an answer about the claim of a case at a depth means anything: the engine finds mates without en passant
    /// there.
    pub(crate) fn can_find(&mut self, case: &SearchCase, depth: u32) -> Result<bool, EngineError> {
        let is_of_lines = case.claim == SearchClaim::LegalLines;
        Ok(is_of_lines || self.finds(case.claim, case.within, depth)?)
    }

    /// Tells whether an engine is to blame for these flaws of a search to a depth: it finds mates without en passant at that depth,
    /// and the same as in the case, and a deep search does not find what is missed.
    pub(crate) fn is_to_blame(
        &mut self,
        case: &SearchCase,
        depth: u32,
        flaws: &[SearchFlaw],
    ) -> Result<bool, EngineError> {
        Ok(self.can_find(case, depth)?
            && !self.finds_deeper(case, depth, flaws)?
            && self.finds_without_right(case, depth)?)
    }
}

/// Tells whether a search announces a mate by the side to move in this many moves.
fn mates_within(found: &Searched, within: u32) -> bool {
    match final_score(found) {
        Some(SearchScore::Mate(moves)) => 0 < moves && moves.unsigned_abs() <= within,
        _ => false,
    }
}

/// Positions in which nothing can be en passant, from all over the suites.
fn without_en_passant() -> Vec<Line> {
    let suites = Suites::builtin().ok();
    let cases: Vec<_> = suites.iter().flat_map(Suites::line_cases).collect();
    let lines = cases.iter().filter_map(SearchCase::without_en_passant);
    let all: Vec<_> = lines.collect();
    let step = (all.len() / LEGAL_LINES).max(1);
    all.into_iter().step_by(step).take(LEGAL_LINES).collect()
}
