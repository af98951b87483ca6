//! Cases about the move that is played, as text and JSON.

use passant_rules::UciMove;
use passant_suite::PlayCase;
use serde_json::{Value, json};

/// A paragraph for each case.
pub(super) fn cases(cases: &[PlayCase]) -> String {
    cases.iter().map(paragraph).collect()
}

/// A case as a JSON object.
pub(super) fn case_json(case: &PlayCase) -> Value {
    json!({
        "address": case.address,
        "class": case.class,
        "fen": case.line.fen().as_str(),
        "moves": case.line.step_texts(),
        "best": case.best.to_string(),
        "wrong": texts(&case.wrong),
        "faults": case.faults,
        "depth": case.depth,
        "why": case.why,
        "source": case.source,
        "confirmed": case.confirmed,
    })
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
