//! UCI engines that are stopped before their search has found a move. Their answer says nothing about the rules.

use std::time::Duration;

use passant_engine::{Calibration, EngineSpec, Protocol};
use passant_query::{Channel, EngineError, Line, SearchLimit, SearchRequest, Searched, Subject};

use crate::processes::sh;

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
