//! Cases below `state/` as JSON, for programs in other languages.

use passant_rules::EnPassantMode;
use passant_suite::{Line, Query, Question, StateCase, Variant, Written};
use serde_json::{Value, json};

/// A case as JSON: the question and the expected answer.
pub(super) fn question(case: &StateCase) -> Value {
    let is_chess960 = case.variant == Variant::Chess960;
    let line = |line: &Line| {
        json!({
            "fen": line.fen(),
            "moves": line.uci(),
            "chess960": is_chess960,
        })
    };
    let mut value = match &case.question {
        Question::AfterMoves(asked) => {
            let after = asked.after.iter().map(|after| {
                json!({
                    "ply": after.ply,
                    "always": after.fen(EnPassantMode::Always).as_str(),
                    "pseudo-legal": after.fen(EnPassantMode::PseudoLegal).as_str(),
                    "legal": after.fen(EnPassantMode::Legal).as_str(),
                })
            });
            json!({ "line": line(&asked.line), "after": after.collect::<Vec<_>>() })
        }
        Question::SamePosition(pair) => json!({
            "one": line(&pair.one),
            "other": line(&pair.other),
            "same": pair.is_same(),
            "polyglot": pair.polyglot.map(|keys| keys.map(|key| format!("{key:016x}"))),
        }),
        Question::Repetition(script) => json!({
            "line": line(&script.line),
            "second": script.second,
            "third": script.third,
            "fifth": script.fifth,
        }),
        Question::Text(asked) => json!({
            "line": line(&asked.line),
            "written": asked.written.iter().map(written).collect::<Vec<_>>(),
            "refused": asked.refused,
        }),
        Question::Queries(asked) => json!({
            "line": line(&asked.line),
            "asked": asked.asked.iter().map(query).collect::<Vec<_>>(),
        }),
        Question::Game(game) => json!({
            "line": line(&game.line),
            "pgn": game.pgn,
            "san": game.san().collect::<Vec<_>>(),
            "en-passant": game.en_passant,
            "end": game.end.fen(EnPassantMode::Always).as_str(),
        }),
    };
    value["address"] = json!(case.address);
    value["kind"] = json!(case.address.split('/').nth(1));
    value
}

fn written(written: &Written) -> Value {
    json!({
        "uci": written.uci,
        "san": written.san,
        "tolerated": written.tolerated,
    })
}

fn query(query: &Query) -> Value {
    let mut value = json!({ "uci": query.uci, "legal": query.legal.is_some() });
    if let Some(effect) = &query.legal {
        value["check"] = json!(effect.gives_check);
        if let Some((piece, at)) = effect.takes {
            value["takes"] = json!(format!("{piece} on {at}"));
        }
    }
    value
}
