//! Cases about the state of a game as text and JSON.

use std::fmt::Write;

use passant_query::{Line, Query};
use passant_rules::EnPassantMode;
use passant_suite::{
    AskedMove, Expect, Expected, Notation, Queries, StateCase, StateQuestion, Written,
};
use serde_json::{Value, json};

/// A paragraph for each case.
pub(crate) fn cases(cases: &[StateCase]) -> String {
    cases.iter().map(paragraph).collect()
}

/// A case as a JSON object, with everything that another program needs to ask its questions.
pub(super) fn case_json(case: &StateCase) -> Value {
    let lines = case.lines();
    json!({
        "address": case.address,
        "class": case.question.class(),
        "why": case.why,
        "rule": case.rule.to_string(),
        "source": case.source,
        "confirmed": case.confirmed,
        "chess960": lines.iter().any(|line| line.is_chess960),
        "lines": lines.iter().copied().map(line_json).collect::<Vec<_>>(),
        "asked": case.questions().iter().map(question_json).collect::<Vec<_>>(),
    })
}

fn line_json(line: &Line) -> Value {
    json!({ "fen": line.fen().as_str(), "moves": line.step_texts() })
}

fn question_json(asked: &Expect) -> Value {
    json!({
        "ply": asked.line.plies(),
        "taken_back": asked.line.taken_back(),
        "question": asked.query.word(),
        "about": about(&asked.query),
        "expected": expected(&asked.expected),
    })
}

/// The argument of the request in the line protocol.
fn about(query: &Query) -> Value {
    match query {
        Query::Same(_) => json!("the end of the other line"),
        Query::SameKey(other) => line_json(other),
        Query::Parse(text) => json!(text),
        Query::Legal(mv)
        | Query::San(mv)
        | Query::Victim(mv)
        | Query::Capture(mv)
        | Query::EnPassant(mv)
        | Query::Check(mv) => json!(mv.to_string()),
        _ => Value::Null,
    }
}

fn expected(expected: &Expected) -> Value {
    match expected {
        Expected::Fen(fens) => {
            let [always, pseudo_legal, legal] = fens.map(|fen| fen.to_string());
            json!({ "always": always, "pseudo_legal": pseudo_legal, "legal": legal })
        }
        Expected::SameKey { is_same, polyglot } => {
            let keys = polyglot.map(|keys| keys.map(|key| format!("{key:016x}")));
            json!({ "equal": is_same, "polyglot": keys })
        }
        Expected::Occurrences(times) => {
            let most = Some(*times.end()).filter(|&most| most != usize::MAX);
            json!({ "least": times.start(), "most": most })
        }
        Expected::San(san) => json!(san),
        Expected::Parsed { mv, may_be_refused } => {
            let mv = mv.map(|(mv, _)| mv.to_string());
            json!({ "move": mv, "may_be_refused": may_be_refused })
        }
        Expected::Victim(victim) => json!(victim.map(|(_, at)| at.to_string())),
        Expected::Is(is_so) => json!(is_so),
    }
}

fn paragraph(case: &StateCase) -> String {
    let mut text = format!("{}\n  {}\n", case.address, case.why);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  rule {}; source {}", case.rule, case.source);
    for line in case.lines() {
        let _ = writeln!(text, "  {line}");
    }
    for answer in answers(&case.question) {
        let _ = writeln!(text, "  {answer}");
    }
    text + "\n"
}

/// The expected answers, one per line.
fn answers(question: &StateQuestion) -> Vec<String> {
    match question {
        StateQuestion::AfterMoves(asked) => asked.after.iter().map(after).collect(),
        StateQuestion::SamePosition(pair) => {
            let same = if pair.is_same() {
                "the same"
            } else {
                "different"
            };
            let keys = pair
                .polyglot
                .map(|[one, other]| format!("Polyglot keys {one:016x} and {other:016x}"));
            std::iter::once(same.to_owned()).chain(keys).collect()
        }
        StateQuestion::Repetition(script) => {
            let repetitions = [
                ("twice", script.second),
                ("three times", script.third),
                ("five times", script.fifth),
            ];
            let when = repetitions.map(|(times, ply)| match ply {
                Some(ply) => format!("{times} after ply {ply}"),
                None => format!("never {times}"),
            });
            vec![when.join(", ")]
        }
        StateQuestion::Text(Notation {
            written, refused, ..
        }) => {
            let refused = refused.iter().map(|text| format!("{text:?} means no move"));
            written.iter().map(text).chain(refused).collect()
        }
        StateQuestion::Queries(Queries { asked, .. }) => asked.iter().map(effect).collect(),
        StateQuestion::Game(game) => {
            let plies: Vec<_> = game.en_passant.iter().map(usize::to_string).collect();
            let captures = format!("en passant captures: ply {}", plies.join(", "));
            vec![game.pgn.clone(), captures, after(&game.end)]
        }
    }
}

/// `after ply 4: FEN; pseudo-legal d6, legal -`
fn after(row: &passant_suite::AfterPly) -> String {
    let field = |mode| {
        let fen = row.fen(mode).to_string();
        let field = fen.split(' ').nth(3);
        field.unwrap_or_default().to_owned()
    };
    format!(
        "after ply {}: {}; pseudo-legal {}, legal {}",
        row.ply,
        row.fen(EnPassantMode::Always),
        field(EnPassantMode::PseudoLegal),
        field(EnPassantMode::Legal)
    )
}

fn text(written: &Written) -> String {
    let tolerated: Vec<_> = written
        .tolerated
        .iter()
        .map(|text| format!("{text:?}"))
        .collect();
    let mut line = format!("{} is {}", written.mv, written.san);
    if !tolerated.is_empty() {
        let _ = write!(line, "; may be accepted: {}", tolerated.join(", "));
    }
    line
}

fn effect(asked: &AskedMove) -> String {
    let Some(effect) = &asked.legal else {
        return format!("{} is illegal", asked.mv);
    };
    let takes = effect.takes.map_or_else(String::new, |(piece, at)| {
        format!(", captures {piece} on {at}")
    });
    let check = if effect.gives_check {
        ", gives check"
    } else {
        ""
    };
    format!("{} is legal{takes}{check}", asked.mv)
}
