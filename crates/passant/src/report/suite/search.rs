//! Cases about what a search finds, as text.

use passant_rules::UciMove;
use passant_suite::{SearchCase, SearchClaim};

/// A paragraph for each case.
pub(super) fn cases(cases: &[SearchCase]) -> String {
    cases.iter().map(paragraph).collect()
}

fn paragraph(case: &SearchCase) -> String {
    let before = match &case.before {
        Some(before) => format!("  searched before: {before}\n"),
        None => String::new(),
    };
    let best: Vec<_> = case.best.iter().map(UciMove::to_string).collect();
    let (best, within) = (best.join(" "), case.within);
    let claim = match case.claim {
        SearchClaim::Mate => format!("{best} mates within {within}"),
        SearchClaim::Saves => format!("the other side mates within {within}, but not after {best}"),
        SearchClaim::NoMate => format!("neither side mates within {within}"),
        SearchClaim::LegalLines => "every line is legal".to_owned(),
    };
    let faults = match case.faults.join(" ") {
        faults if faults.is_empty() => faults,
        faults => format!(": {faults}"),
    };
    format!(
        "{}\n  {}\n{before}  {}\n  {claim}\n  depth {}{faults}\n\n",
        case.address, case.line, case.why, case.depth,
    )
}
