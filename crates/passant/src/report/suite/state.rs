//! Cases about the state of a game as text and JSON.

use std::fmt::Write;

use passant_rules::EnPassantMode;
use passant_suite::{Ask, Line, Notation, Queries, Query, Question, StateCase, What, Written};
use serde_json::{Value, json};

/// A paragraph for each case.
pub(crate) fn cases(cases: &[StateCase]) -> String {
    cases.iter().map(paragraph).collect()
}

/// A case as a JSON object, with everything that another program needs to ask its questions.
pub(super) fn case_json(case: &StateCase) -> Value {
    let lines = case.lines();
    let line = |line: &&Line| json!({ "fen": line.fen(), "moves": line.uci() });
    json!({
        "address": case.address,
        "class": case.question.class(),
        "why": case.why,
        "rule": case.rule.to_string(),
        "source": case.source,
        "confirmed": case.confirmed,
        "chess960": lines.iter().any(|line| line.start().is_chess960()),
        "lines": lines.iter().map(line).collect::<Vec<_>>(),
        "asked": case.asks().iter().map(ask_json).collect::<Vec<_>>(),
    })
}

fn ask_json(ask: &Ask<'_>) -> Value {
    let (question, about, expected) = question(ask);
    json!({
        "ply": ask.plies,
        "taken_back": ask.taken_back,
        "question": question,
        "about": about,
        "expected": expected,
    })
}

/// The request of the line protocol, its argument, and the expected answer.
fn question(ask: &Ask<'_>) -> (&'static str, Value, Value) {
    let uci = |mv| {
        let plies = ask.line.positions().nth(ask.plies);
        plies.map_or(Value::Null, |position| json!(position.uci(mv).to_string()))
    };
    match &ask.what {
        What::Fen(fens) => {
            let [always, pseudo_legal, legal] = fens.map(|fen| fen.to_string());
            let right = json!({ "always": always, "pseudo_legal": pseudo_legal, "legal": legal });
            ("fen", Value::Null, right)
        }
        What::Same { right, .. } => ("same", json!("the end of the other line"), json!(right)),
        What::Key {
            other,
            plies,
            right,
            polyglot,
        } => {
            let about = json!({ "fen": other.fen(), "moves": other.uci()[..*plies] });
            let keys = polyglot.map(|keys| keys.map(|key| format!("{key:016x}")));
            ("key", about, json!({ "equal": right, "polyglot": keys }))
        }
        What::Occurrences(times) => {
            let most = Some(*times.end()).filter(|&most| most != usize::MAX);
            let right = json!({ "least": times.start(), "most": most });
            ("occurrences", Value::Null, right)
        }
        What::San { mv, right } => ("san", uci(*mv), json!(right)),
        What::Read {
            text,
            right,
            may_be_refused,
        } => {
            let right = json!({ "move": right.map(uci), "may_be_refused": may_be_refused });
            ("parse", json!(text), right)
        }
        What::Legal { uci, right } => ("legal", json!(uci), json!(right)),
        What::Takes { mv, right } => {
            let square = right.map(|(_, at)| at.to_string());
            ("victim", uci(*mv), json!(square))
        }
        What::Capture { mv, right } => ("cap", uci(*mv), json!(right)),
        What::EnPassant { mv, right } => ("ep", uci(*mv), json!(right)),
        What::Check { mv, right } => ("check", uci(*mv), json!(right)),
    }
}

fn paragraph(case: &StateCase) -> String {
    let mut text = format!("{}\n  {}\n", case.address, case.why);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  rule {}; source {}", case.rule, case.source);
    for line in case.lines() {
        let _ = writeln!(text, "  {}", line_text(line));
    }
    for answer in answers(&case.question) {
        let _ = writeln!(text, "  {answer}");
    }
    text + "\n"
}

fn line_text(line: &Line) -> String {
    match line.uci() {
        moves if moves.is_empty() => line.fen(),
        moves => format!("{} moves {}", line.fen(), moves.join(" ")),
    }
}

/// The expected answers, one per line.
fn answers(question: &Question) -> Vec<String> {
    match question {
        Question::AfterMoves(asked) => asked.after.iter().map(after).collect(),
        Question::SamePosition(pair) => {
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
        Question::Repetition(script) => {
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
        Question::Text(Notation {
            written, refused, ..
        }) => {
            let refused = refused.iter().map(|text| format!("{text:?} means no move"));
            written.iter().map(text).chain(refused).collect()
        }
        Question::Queries(Queries { asked, .. }) => asked.iter().map(effect).collect(),
        Question::Game(game) => {
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
    let mut line = format!("{} is {}", written.uci, written.san);
    if !tolerated.is_empty() {
        let _ = write!(line, "; may be accepted: {}", tolerated.join(", "));
    }
    line
}

fn effect(query: &Query) -> String {
    let Some(effect) = &query.legal else {
        return format!("{} is illegal", query.uci);
    };
    let takes = effect.takes.map_or_else(String::new, |(piece, at)| {
        format!(", captures {piece} on {at}")
    });
    let check = if effect.gives_check {
        ", gives check"
    } else {
        ""
    };
    format!("{} is legal{takes}{check}", query.uci)
}
