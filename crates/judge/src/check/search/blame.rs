//! Whether a search is to blame for what it misses, or was only too shallow.

use passant_query::{EngineError, SearchLimit, Subject};
use passant_suite::{SearchCase, SearchClaim};

use super::controls::{Controls, finds_twin};
use super::flaw::{flaws_of_claim, is_complete};

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

/// Tells whether an engine finds at a depth what a case is about if nothing there is en passant; `true` if there is no such twin
/// of the case.
pub(super) fn finds_without_right(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    depth: u32,
) -> Result<bool, EngineError> {
    if case.draws_by_repetition() && !controls.sees_draws(subject, depth)? {
        return Ok(false);
    }
    match case.without_right() {
        Some(twin) => finds_twin(subject, &twin, depth),
        None => Ok(true),
    }
}

/// Tells whether an answer about the claim of a case at a depth means anything: the engine finds mates without en passant there.
pub(crate) fn can_find(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    depth: u32,
) -> Result<bool, EngineError> {
    let is_of_lines = case.claim == SearchClaim::LegalLines;
    Ok(is_of_lines || controls.finds(subject, case.claim, case.within, depth)?)
}

/// Tells whether an engine is to blame for what a search to a depth misses: it finds mates without en passant at that depth, and the
/// same as in the case, and a deep search does not find what is missed.
pub(crate) fn is_to_blame(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    depth: u32,
) -> Result<bool, EngineError> {
    Ok(can_find(subject, controls, case, depth)?
        && !finds_deeper(subject, case)?
        && finds_without_right(subject, controls, case, depth)?)
}
