//! UCI engines whose searches list their moves.

use std::time::Duration;

use passant_engine::{Calibration, EngineSpec, Protocol};
use passant_query::{Channel, EngineError, Line, Subject};

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
