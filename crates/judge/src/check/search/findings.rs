//! The findings that reports have about flaws in the output of a search.

use passant_query::{Line, SearchRequest};
use passant_rules::UciMove;
use passant_suite::{SearchCase, SearchClaim};

use super::flaw::{IllegalInLine, SearchFlaw};
use crate::check::{Difference, Finding, QuestionKind};

/// Returns what the output of a search of the end of a line has shown.
pub(super) fn finding(
    request: &SearchRequest,
    line: &Line,
    case: &SearchCase,
    flaw: &SearchFlaw,
) -> Finding {
    let SearchRequest {
        limit,
        lines,
        after,
    } = request;
    let several = (*lines != 1).then(|| format!(" with MultiPV {lines}"));
    let before = after
        .as_ref()
        .map(|line| format!(" after a search of {line}"));
    // The report shows the position of the case, which is not always the one that is searched.
    let elsewhere = (*line != case.line).then(|| format!(" in {line}"));
    let details = [several, elsewhere, before].into_iter().flatten();
    let go = format!("go {limit}{}", details.collect::<String>());
    let (what, difference) = match flaw {
        SearchFlaw::IllegalLine(found) => {
            let IllegalInLine { line, path, .. } = found;
            let what = format!("ply {} of `{line}` is illegal", path.len() + 1);
            (what, Some(difference(found)))
        }
        SearchFlaw::IllegalMove(mv) => {
            let found = IllegalInLine {
                line: String::new(),
                path: Vec::new(),
                mv: mv.clone(),
                position: line.position().unwrap_or_default(),
            };
            ("plays an illegal move".to_owned(), Some(difference(&found)))
        }
        SearchFlaw::NoMove => ("plays no move, but there is one".to_owned(), None),
        SearchFlaw::Missed(played) => (describe_miss(case, *played), None),
        SearchFlaw::FalseMate(moves) => (false_mate(*moves), None),
    };
    Finding {
        difference,
        commands: commands(request, line),
        ..Finding::text(kind(flaw), format!("{go}: {what}"))
    }
}

/// The commands of UCI that repeat a search.
fn commands(request: &SearchRequest, line: &Line) -> Vec<String> {
    let before = request.after.iter().flat_map(|before| {
        let go = format!("go {}", request.limit.deeper());
        [position_command(before), go]
    });
    let several =
        (request.lines != 1).then(|| format!("setoption name MultiPV value {}", request.lines));
    let search = [position_command(line), format!("go {}", request.limit)];
    let start = "ucinewgame".to_owned();
    [start]
        .into_iter()
        .chain(before)
        .chain(several)
        .chain(search)
        .collect()
}

fn position_command(line: &Line) -> String {
    let moves = line.step_texts();
    let moves = (!moves.is_empty()).then(|| format!(" moves {}", moves.join(" ")));
    format!("position fen {}{}", line.fen(), moves.unwrap_or_default())
}

/// Returns what is wrong with a move that is none of the best ones.
fn describe_miss(case: &SearchCase, played: UciMove) -> String {
    let best: Vec<_> = case.best.iter().map(UciMove::to_string).collect();
    let best = best.join(" ");
    let within = case.within;
    match case.claim {
        SearchClaim::Mate => format!("plays {played}; only {best} mates in {within}"),
        _ => format!(
            "plays {played}, after which the other side mates in {within}; correct: {best}{}",
            describe_repetition(case)
        ),
    }
}

/// Returns why the best move of a draw by repetition saves the game, and what has been found before.
fn describe_repetition(case: &SearchCase) -> String {
    if !case.draws_by_repetition() {
        return String::new();
    }
    let why = ", which repeats the position for the third time";
    match case.line.setup.en_passant {
        Some(target) => format!(
            "{why}, although no pawn can capture on {target}; after the double push itself, it is found"
        ),
        None => why.to_owned(),
    }
}

fn false_mate(moves: i32) -> String {
    let side = if 0 < moves {
        "side to move"
    } else {
        "other side"
    };
    let number = moves.unsigned_abs();
    format!("announces mate {moves}, but the {side} has no mate in {number}")
}

fn difference(found: &IllegalInLine) -> Difference {
    Difference {
        path: found.path.iter().map(UciMove::to_string).collect(),
        ..Difference::at(&found.position, [], [&found.mv])
    }
}

/// Returns what was asked when a flaw was found.
pub(super) fn kind(flaw: &SearchFlaw) -> QuestionKind {
    match flaw {
        SearchFlaw::IllegalLine(_) | SearchFlaw::IllegalMove(_) => QuestionKind::Line,
        SearchFlaw::NoMove | SearchFlaw::Missed(_) => QuestionKind::Search,
        SearchFlaw::FalseMate(_) => QuestionKind::Mate,
    }
}
