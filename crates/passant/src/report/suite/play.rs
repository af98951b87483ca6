//! Cases about the move that is played, as text.

use passant_rules::UciMove;
use passant_suite::PlayCase;

/// A paragraph for each case.
pub(super) fn cases(cases: &[PlayCase]) -> String {
    cases.iter().map(paragraph).collect()
}

fn paragraph(case: &PlayCase) -> String {
    let wrong = match texts(&case.wrong).join(" ") {
        wrong if wrong.is_empty() => String::new(),
        wrong => format!(", wrong {wrong}"),
    };
    format!(
        "{}\n  {}\n  {}\n  best {}{wrong}\n  depth {}: {}\n\n",
        case.address,
        case.line,
        case.why,
        case.best,
        case.depth,
        case.faults.join(" ")
    )
}

fn texts(moves: &[UciMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}
