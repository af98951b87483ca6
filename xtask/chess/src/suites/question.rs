//! Cases below `state/` and `play/` as JSON, for programs in other languages.

use passant_query::Line;
use passant_rules::EnPassantMode;
use passant_suite::{AskedMove, PlayCase, StateCase, StateQuestion, Written};
use serde_json::{Value, json};

/// A case as JSON: the question and the expected answer.
pub(super) fn question(case: &StateCase) -> Value {
    let mut value = match &case.question {
        StateQuestion::AfterMoves(asked) => {
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
        StateQuestion::SamePosition(pair) => json!({
            "one": line(&pair.one),
            "other": line(&pair.other),
            "same": pair.is_same(),
            "polyglot": pair.polyglot.map(|keys| keys.map(|key| format!("{key:016x}"))),
        }),
        StateQuestion::Repetition(script) => json!({
            "line": line(&script.line),
            "second": script.second,
            "third": script.third,
            "fifth": script.fifth,
        }),
        StateQuestion::Text(asked) => json!({
            "line": line(&asked.line),
            "written": asked.written.iter().map(spell).collect::<Vec<_>>(),
            "refused": asked.refused,
        }),
        StateQuestion::Queries(asked) => json!({
            "line": line(&asked.line),
            "asked": asked.asked.iter().map(describe_move).collect::<Vec<_>>(),
        }),
        StateQuestion::Game(game) => json!({
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

/// A case about the move that is played as JSON: the best move, illegal moves, and the number of legal ones.
pub(super) fn play(case: &PlayCase) -> Value {
    let wrong = case.wrong.iter().map(ToString::to_string);
    json!({
        "address": case.address,
        "kind": "play",
        "line": line(&case.line),
        "best": case.best.to_string(),
        "wrong": wrong.collect::<Vec<_>>(),
        "legal": case.position().map(|position| position.legal_moves().len()),
    })
}

fn line(line: &Line) -> Value {
    json!({
        "fen": line.fen().as_str(),
        "moves": line.step_texts(),
        "chess960": line.is_chess960,
    })
}

fn spell(move_text: &Written) -> Value {
    json!({
        "uci": move_text.mv.to_string(),
        "san": move_text.san,
        "tolerated": move_text.tolerated,
    })
}

fn describe_move(asked: &AskedMove) -> Value {
    let mut value = json!({ "uci": asked.mv.to_string(), "legal": asked.legal.is_some() });
    if let Some(effect) = &asked.legal {
        value["check"] = json!(effect.gives_check);
        if let Some((piece, at)) = effect.takes {
            value["takes"] = json!(format!("{piece} on {at}"));
        }
    }
    value
}
