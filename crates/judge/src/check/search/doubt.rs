//! Whether a search is to blame for what it misses, or was only too shallow.

use passant_query::{EngineError, SearchLimit, SearchRequest, SearchScore, Searched, Subject};
use passant_suite::{SearchCase, SearchClaim, Suites};

use super::controls::Controls;
use super::flaw::{final_score, flaws_of_claim, is_complete};

/// The deepest search, in plies.
pub(super) const DEEPEST: u32 = 12;

/// Whether a deep search finds what others do not, so that nothing is wrong but the depth.
pub(super) fn finds_deeper(
    subject: &mut dyn Subject,
    case: &SearchCase,
) -> Result<bool, EngineError> {
    let request = case.request(SearchLimit::Depth(DEEPEST));
    let found = subject.search(&case.line, request)?;
    Ok(is_complete(&found, DEEPEST) && flaws_of_claim(case, &found).is_empty())
}

/// Whether an engine finds at a depth what a case is about if nothing there is en passant; `true` if there is no such twin of
/// the case.
pub(super) fn finds_without_right(
    subject: &mut dyn Subject,
    case: &SearchCase,
    depth: u32,
) -> Result<bool, EngineError> {
    if case.draws_by_repetition() && !sees_draws(subject, depth)? {
        return Ok(false);
    }
    let Some(twin) = case.without_right() else {
        return Ok(true);
    };
    finds(subject, &twin, depth)
}

/// Asks for every draw by repetition of the suites in which the pawn has moved a single step. An engine that knows no repetition,
/// and takes all moves for lost, finds one of them by chance, and never all.
fn sees_draws(subject: &mut dyn Subject, depth: u32) -> Result<bool, EngineError> {
    let suites = Suites::builtin().ok();
    let cases = suites.iter().flat_map(Suites::search_cases);
    let draws = cases.filter(|it| it.draws_by_repetition());
    for twin in draws.filter_map(SearchCase::without_right) {
        if !finds(subject, &twin, depth)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Tells whether an engine finds at a depth what a twin is about.
fn finds(subject: &mut dyn Subject, twin: &SearchCase, depth: u32) -> Result<bool, EngineError> {
    let request = SearchRequest::to_depth(depth);
    let found = subject.search(&twin.line, request)?;
    let is_found = if twin.claim == SearchClaim::Mate {
        // There may be other mates.
        let plays_best = found.best.uci().is_some_and(|mv| twin.best.contains(&mv));
        plays_best || mates_within(&found, twin.within)
    } else {
        flaws_of_claim(twin, &found).is_empty()
    };
    Ok(is_found && is_complete(&found, depth))
}

/// Tells whether a search announces a mate by the side to move in this many moves.
fn mates_within(found: &Searched, within: u32) -> bool {
    match final_score(found) {
        Some(SearchScore::Mate(moves)) => 0 < moves && moves.unsigned_abs() <= within,
        _ => false,
    }
}

/// Whether what an engine says at a depth of the claim of a case means anything: it finds mates without en passant there.
pub(crate) fn can_find(
    subject: &mut dyn Subject,
    case: &SearchCase,
    depth: u32,
) -> Result<bool, EngineError> {
    let is_of_lines = case.claim == SearchClaim::LegalLines;
    Ok(is_of_lines || Controls::default().finds(subject, case.claim, case.within, depth)?)
}

/// Whether an engine is to blame for what a search to a depth misses: it finds mates without en passant at that depth, and the
/// same as in the case, and a deep search does not find what is missed.
pub(crate) fn is_to_blame(
    subject: &mut dyn Subject,
    case: &SearchCase,
    depth: u32,
) -> Result<bool, EngineError> {
    let finds = can_find(subject, case, depth)?;
    Ok(finds && !finds_deeper(subject, case)? && finds_without_right(subject, case, depth)?)
}
