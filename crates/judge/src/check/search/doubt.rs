//! Whether a search is to blame for what it misses, or was only too shallow.

use passant_query::{EngineError, SearchLimit, Subject};
use passant_suite::SearchCase;

use super::controls::Controls;
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

/// Whether an engine is to blame for what a search to a depth misses: it finds mates without en passant at that depth, and a
/// deep search does not find what is missed.
pub(crate) fn is_to_blame(
    subject: &mut dyn Subject,
    case: &SearchCase,
    depth: u32,
) -> Result<bool, EngineError> {
    let finds = Controls::default().finds(subject, case.claim, case.within, depth)?;
    Ok(finds && !finds_deeper(subject, case)?)
}
