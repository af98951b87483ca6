//! Programs that start slowly, which they may, and programs that answer slowly, which has a limit.

use std::thread;
use std::time::Duration;

use passant_engine::{Calibration, EngineSpec, Protocol, calibrate};
use passant_query::{Channel, EngineError, Line, Subject};
use passant_test_tools::program;

use crate::processes::sh;

/// An adapter that does not speak UCI, and takes as long to start as an interpreter may take.
const SLOW_ADAPTER: &str = r#"sleep 3.3
while read word rest; do
  case "$word" in
    passant) echo 'passant 1 name "Shell 1" can=moves'; echo ok;;
    *) echo "error unsupported $word";;
  esac
done"#;

/// An adapter that is slower than the words of xboard: it refuses them only after it was asked for a `pong`.
const LATE_ADAPTER: &str = r#"read word rest
if [ "$word" = xboard ]; then
  while [ "$word" != ping ]; do read word rest; done
  echo "error unsupported xboard"
elif [ "$word" = passant ]; then sleep 4.3; fi
while :; do
  case "$word" in
    passant) echo 'passant 1 name "Shell 2" can=moves'; echo ok;;
    *) echo "error unsupported $word $rest";;
  esac
  read word rest || exit
done"#;

fn shell(script: &str) -> EngineSpec {
    EngineSpec::new(sh(script))
}

fn slow_oracle(seconds: &str) -> EngineSpec {
    shell(&format!(
        "sleep {seconds}; exec '{}'",
        program("passant-oracle").display()
    ))
}

/// An engine that prints a line and sleeps before it speaks xboard. If it is told `uci`, it does something else.
fn xboard_alone(when_uci: &str, first: &str) -> EngineSpec {
    let path = program("passant-oracle");
    let xboard = format!(
        "echo {first}; sleep 4.3; (echo xboard; cat) | '{}'",
        path.display()
    );
    shell(&format!(
        "read word; if [ $word = uci ]; then {when_uci}; else {xboard}; fi"
    ))
}

/// The proof that each engine is worth the wait, and the channel that works.
fn slow_starters() -> [(&'static str, EngineSpec, Channel); 7] {
    let told = |protocol, seconds| {
        let mut spec = slow_oracle(seconds);
        spec.overrides.protocol = Some(protocol);
        spec
    };
    let said = {
        let mut spec = xboard_alone("exit 1", "");
        spec.limits.start = Duration::from_secs(11);
        spec
    };
    [
        (
            "an option says that it is an adapter",
            told(Protocol::Line, "3.3"),
            Channel::Line,
        ),
        (
            "an option says that it speaks xboard",
            told(Protocol::Xboard, "4.3"),
            Channel::Divide,
        ),
        (
            "an error in answer to uci",
            shell(SLOW_ADAPTER),
            Channel::Line,
        ),
        (
            "refusals of uci and xboard",
            shell(LATE_ADAPTER),
            Channel::Line,
        ),
        (
            "a refusal of uci",
            xboard_alone("echo 'Illegal move: uci'", ""),
            Channel::Divide,
        ),
        (
            "a request for time",
            xboard_alone("exit 1", "feature done=0"),
            Channel::Divide,
        ),
        (
            "an option says that it starts slowly",
            said,
            Channel::Divide,
        ),
    ]
}

/// These engines take longer to start than a wrong guess at their protocol may cost.
#[test]
fn waits_for_an_engine_that_starts_slowly() {
    let starters = slow_starters();
    let found = starters.map(|(what, spec, channel)| {
        let found = thread::spawn(move || calibrate(&spec));
        (what, found, channel)
    });
    // What an earlier run detected about the oracle without its perft.
    let found_before = Calibration::plain("", Protocol::Xboard, Channel::IllegalMove);
    let mut known = found_before.open(&slow_oracle("4.3"));
    let line = Line::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    assert_eq!(known.is_legal(&line, "a1a5".parse().unwrap()), Ok(true));
    for (what, found, channel) in found {
        let outcome = found.join().unwrap();
        assert_eq!(
            outcome.as_ref().map(|outcome| outcome.channel),
            Ok(channel),
            "{what}: {outcome:?}"
        );
    }
}

/// It answers each request in a small part of the time, but needs 31 of them, twice the time, to count to depth 3.
#[test]
fn limits_the_time_of_a_count_with_many_requests() {
    let script = r#"
while read word rest; do
  case "$word" in
    passant) echo 'passant 1 name "Shell 1" can=moves';;
    moves) sleep 0.3; for to in a b c d e; do echo "move a1${to}1"; done;;
  esac
  echo ok
done"#;
    let mut spec = shell(script);
    spec.overrides.protocol = Some(Protocol::Line);
    spec.limits.reply = Duration::from_secs(5);
    let mut channel = calibrate(&spec).unwrap().open(&spec);
    let line = Line::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").unwrap();
    assert_eq!(channel.count(&line, 1).map(|counts| counts.total), Ok(5));
    assert_eq!(
        channel.count(&line, 3),
        Err(EngineError::TimedOut(spec.limits.reply))
    );
}

/// The oracle behind these lines of a script, which may take four seconds to start.
fn late_oracle(lines: &str) -> EngineSpec {
    let oracle = program("passant-oracle");
    let mut late = shell(&format!("{lines}; exec '{}'", oracle.display()));
    late.limits.start = Duration::from_secs(4);
    late.overrides.protocol = Some(Protocol::Uci);
    late
}

/// It has printed a banner, so that it is worth the wait.
#[test]
fn an_engine_that_says_uciok_late_is_used_and_the_option_is_named() {
    let found = calibrate(&late_oracle("echo Engine 1.0; sleep 6")).unwrap();
    assert_eq!(found.channel, Channel::Divide);
    let notes = found.notes.join("; ");
    assert!(notes.contains("a longer --start-timeout"), "{notes}");
}

#[test]
fn an_engine_that_says_uciok_at_the_last_moment_may_still_get_ready() {
    let words = "read -r uci; sleep 3; echo uciok; read -r isready; sleep 3; echo readyok";
    let found = calibrate(&late_oracle(words)).unwrap();
    assert_eq!(found.channel, Channel::Divide);
}

/// The engine asks for more time again and again.
#[test]
fn grants_a_request_for_time_once() {
    let mut spec = shell("while sleep 0.3; do echo 'feature done=0' || exit; done");
    spec.overrides.protocol = Some(Protocol::Xboard);
    spec.limits.start = Duration::from_secs(1);
    assert!(calibrate(&spec).is_err());
}
