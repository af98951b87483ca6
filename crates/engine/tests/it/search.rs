//! UCI engines whose searches list their moves.

use std::time::Duration;

use passant_engine::{Calibration, EngineSpec, Protocol};
use passant_query::{Channel, EngineError, Line, SearchLimit, SearchRequest, Searched, Subject};

use crate::processes::sh;

/// A position with a single move, which some engines play at once. Confirmed by python-chess 1.11.2.
const ONE_MOVE: &str = "8/8/8/8/8/1kq5/8/K7 w - - 0 1";

/// The moves that an engine lists where there is one, by these lines. It names `after_mate` where the game is over.
fn listed(lines: &[&str], after_mate: &str) -> Result<Vec<String>, EngineError> {
    let printed = lines.iter().map(|line| format!("echo '{line}'"));
    let script = format!(
        r#"while read -r word rest; do
  case "$word" in
    uci) echo 'id name Lists'; echo 'option name MultiPV type spin default 1 min 1 max 500'; echo uciok;;
    isready) echo readyok;;
    position) position="$rest";;
    go)
      case "$position" in
        *6Q1*) echo 'bestmove {after_mate}';;
        *) {};;
      esac;;
    quit) exit;;
  esac
done"#,
        printed.collect::<Vec<_>>().join("; ")
    );
    let mut spec = EngineSpec::new(sh(&script));
    spec.limits.start = Duration::from_secs(60);
    spec.limits.reply = Duration::from_secs(60);
    let calibration = Calibration::plain("Lists", Protocol::Uci, Channel::MultiPv);
    let line: Line = ONE_MOVE.parse().unwrap();
    let moves = calibration.open(&spec).moves(&line)?;
    Ok(moves.iter().map(ToString::to_string).collect())
}

#[test]
fn the_last_line_of_each_number_lists_a_move() {
    let lines = [
        "info string multipv",
        "info depth 1 multipv 2 score cp 1 pv a1a2 b3a2",
        "info depth 1 multipv 1 score cp 2 pv a1a2",
        "info depth 1 currmove a1b1",
        "info depth 1 multipv 1 score cp 3 pv a1b1 c3b2",
        "bestmove a1b1",
    ];
    assert_eq!(listed(&lines, "(none)").unwrap(), ["a1b1", "a1a2"]);
}

#[test]
fn a_line_without_a_number_lists_the_only_move() {
    let lines = ["info depth 1 score cp 0 pv a1b1", "bestmove a1b1"];
    assert_eq!(listed(&lines, "a1a2").unwrap(), ["a1b1"]);
}

/// A move without a line is the only one, unless the engine names some move after mate too.
#[test]
fn a_move_without_a_line_lists_nothing_if_one_is_named_after_mate() {
    assert_eq!(listed(&["bestmove a1b1"], "(none)").unwrap(), ["a1b1"]);
    let named = listed(&["bestmove a1b1"], "e2e4");
    let what = "it prints no line here, and names a move where there is none";
    let is_unsupported =
        matches!(&named, Err(EngineError::Unsupported(text)) if text.contains(what));
    assert!(is_unsupported, "{named:?}");
    // Nor does a line without a move.
    assert_eq!(listed(&["bestmove (none)"], "e2e4").unwrap(), [""; 0]);
}

/// An engine that names no move if its first search is stopped. Each later search is done at once.
const FIRST_SEARCH_IS_LATE: &str = "late=yes; after_stop='late=no'";

/// An engine that finds its move only if it is left alone for longer than any test lasts.
const EACH_SEARCH_IS_LATE: &str = "late=yes; after_stop=:";

fn engine(manner: &str) -> EngineSpec {
    let script = format!(
        r#"{manner}
while read -r word rest; do
  case "$word" in
    uci) echo 'id name Slow'; echo uciok;;
    isready) echo readyok;;
    go)
      if [ $late = yes ]; then
        read -r word || exit
        [ "$word" = stop ] && eval "$after_stop"
        echo 'bestmove (none)'
      else
        echo 'info depth 8 score cp 0 pv e1e2'
        echo 'bestmove e1e2'
      fi;;
    quit) exit;;
  esac
done"#
    );
    let mut spec = EngineSpec::new(sh(&script));
    spec.limits.start = Duration::from_secs(60);
    spec.limits.reply = Duration::from_secs(5);
    spec
}

fn calibration() -> Calibration {
    Calibration::plain("Slow", Protocol::Uci, Channel::BestMove)
}

fn line() -> Line {
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().unwrap()
}

fn search(manner: &str, limit: SearchLimit) -> Result<Searched, EngineError> {
    let mut subject = calibration().open_search(&engine(manner)).unwrap();
    subject.search(&line(), SearchRequest::to(limit))
}

fn is_unsupported<T>(answer: &Result<T, EngineError>, what: &str) -> bool {
    matches!(answer, Err(EngineError::Unsupported(text)) if text.contains(what))
}

#[test]
fn a_search_that_was_stopped_without_a_move_is_asked_for_again() {
    let searched = search(FIRST_SEARCH_IS_LATE, SearchLimit::Depth(8)).unwrap();
    assert_eq!(searched.best.to_string(), "e1e2");
    assert_eq!(searched.lines.len(), 1);
    let mut subject = calibration().open(&engine(FIRST_SEARCH_IS_LATE));
    let played = subject.best_move(&line(), 8).unwrap();
    assert_eq!(played.to_string(), "e1e2");
}

#[test]
fn a_search_that_needs_more_time_than_an_answer_may_take_is_unsupported() {
    let what = "a search that finds its first move within 5.0 s";
    let searched = search(EACH_SEARCH_IS_LATE, SearchLimit::Depth(8));
    assert!(is_unsupported(&searched, what), "{searched:?}");
    let mut subject = calibration().open(&engine(EACH_SEARCH_IS_LATE));
    let played = subject.best_move(&line(), 8);
    assert!(is_unsupported(&played, what), "{played:?}");
}

#[test]
fn a_search_by_nodes_that_was_stopped_without_a_move_is_unsupported() {
    let searched = search(EACH_SEARCH_IS_LATE, SearchLimit::Nodes(200));
    assert!(
        is_unsupported(&searched, "a search by nodes"),
        "{searched:?}"
    );
}
