//! The report of `passant minimize`.

use anstyle::Style;
use passant_judge::diagnosis::engine_trial::EngineCounts;
use passant_judge::minimize::{Candidate, Minimized};
use passant_report::judged_captures::rule_sentences;
use passant_rules::Position;

use super::board;
use super::labelled_list::LabelledList;

const BOLD: Style = Style::new().bold();

/// The position before and after, the moves of the engine and the legal moves, and what the rules say about the captures.
pub(crate) fn text(outcome: &Minimized, said: Option<&EngineCounts>) -> String {
    let mut list = LabelledList::default();
    let setup = &outcome.after.setup;
    list.lines("before", BOLD, [summary(&outcome.before)]);
    list.lines("after", BOLD, [summary(&outcome.after)]);
    let end = if outcome.is_minimal {
        "minimal"
    } else {
        "stopped early, may not be minimal"
    };
    let effort = format!("{end}; {} queries", outcome.trials);
    list.entry("", BOLD, &effort);
    list.plain("\n");
    list.plain(&board::draw(&setup.board, setup.en_passant));
    list.plain("\n");
    match said {
        Some(EngineCounts::Divide(found)) if found.is_empty() => list.entry("got", BOLD, "no move"),
        Some(EngineCounts::Divide(found)) => {
            let moves = found.iter().map(|(mv, nodes)| match outcome.after.depth {
                1 => mv.to_string(),
                _ => format!("{mv}: {nodes}"),
            });
            list.entry("got", BOLD, &moves.collect::<Vec<_>>().join(" "));
        }
        Some(EngineCounts::Total(total)) => list.entry("got", BOLD, &format!("{total} nodes")),
        None => {}
    }
    if let Ok((position, _)) = setup.repair() {
        list.entry(
            "expected",
            BOLD,
            &legal_moves_text(&position, outcome.after.depth),
        );
        for sentence in rule_sentences(&position) {
            list.entry("rules", BOLD, &sentence);
        }
    }
    if let Some(difference) = said.and_then(|said| said.difference(&outcome.after)) {
        let words: Vec<_> = difference.iter().map(ToString::to_string).collect();
        list.entry("wrong", BOLD, &words.join("; "));
    }
    list.finish()
}

fn summary(candidate: &Candidate) -> String {
    let pieces = candidate.setup.board.iter().count();
    let fen = candidate.setup.fen();
    format!("{pieces} pieces, depth {}: {fen}", candidate.depth)
}

/// The legal moves, with the leaf nodes below each if the depth is above 1.
fn legal_moves_text(position: &Position, depth: u32) -> String {
    let below = |mv| {
        let mut after = position.clone();
        let _ = after.make(mv);
        passant_count::bulk(&mut after, depth.saturating_sub(1))
    };
    let moves = position.legal_moves().into_iter().map(|mv| match depth {
        1 => position.uci(mv).to_string(),
        _ => format!("{}: {}", position.uci(mv), below(mv)),
    });
    moves.collect::<Vec<_>>().join(" ")
}
