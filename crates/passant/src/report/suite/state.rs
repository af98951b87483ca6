//! Cases about the state of a game as text.

use std::fmt::Write;

use passant_rules::EnPassantMode;
use passant_suite::{AskedMove, Notation, Queries, StateCase, StateQuestion, Written};

/// A paragraph for each case.
pub(crate) fn cases(cases: &[StateCase]) -> String {
    cases.iter().map(paragraph).collect()
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
