//! Programs that take their time: to start, which they may, and to answer, which has an end.

use std::thread;
use std::time::Duration;

use passant_engine::{Calibration, Launch, Place, Protocol, Rung, Starter, Trouble};

use crate::oracle::oracle;

/// An adapter that does not speak UCI, and takes as long as an interpreter may take to start.
const SLOW_ADAPTER: &str = r#"sleep 3.3
while read word rest; do
  case "$word" in
    passant) echo 'passant 1 name "Shell 1" can=moves'; echo ok;;
    *) echo "error unsupported $word";;
  esac
done"#;

fn shell(script: &str) -> Starter {
    Starter::new(Launch::new("sh", ["-c", script]))
}

fn slow_oracle(seconds: &str) -> Starter {
    shell(&format!("sleep {seconds}; exec '{}'", oracle().display()))
}

/// An engine that speaks xboard, after it has said something and slept, and does something else when it hears `uci`.
fn xboard_alone(when_uci: &str, first: &str) -> Starter {
    let path = oracle().display();
    let xboard = format!("echo {first}; sleep 4.3; (echo xboard; cat) | '{path}'");
    shell(&format!(
        "read word; if [ $word = uci ]; then {when_uci}; else {xboard}; fi"
    ))
}

/// How an engine can be asked that takes longer to start than a wrong guess at its protocol may cost.
#[test]
fn who_starts_slowly_is_waited_for() {
    let told = |protocol, seconds| {
        let mut starter = slow_oracle(seconds);
        starter.hints.protocol = Some(protocol);
        starter
    };
    let said = {
        let mut starter = xboard_alone("exit 1", "");
        starter.limits.start = Duration::from_secs(11);
        starter
    };
    let starters = [
        (
            "told to be an adapter",
            told(Protocol::Line, "3.3"),
            Rung::Line,
        ),
        (
            "told to speak xboard",
            told(Protocol::Xboard, "4.3"),
            Rung::Divide,
        ),
        ("an error in answer to uci", shell(SLOW_ADAPTER), Rung::Line),
        (
            "a refusal of uci",
            xboard_alone("echo 'Illegal move: uci'", ""),
            Rung::Divide,
        ),
        (
            "a wish for time",
            xboard_alone("exit 1", "feature done=0"),
            Rung::Divide,
        ),
        ("told to start slowly", said, Rung::Divide),
    ];
    let found = starters.map(|(what, starter, rung)| {
        let found = thread::spawn(move || Calibration::of(&starter));
        (what, found, rung)
    });
    // What an earlier run has found out about the oracle without its perft.
    let found_before = Calibration::plain("", Protocol::Xboard, Rung::IllegalMove);
    let mut known = found_before.open(&slow_oracle("4.3"));
    let place = Place::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(known.accepts(&place, "a1a5"), Ok(true));
    for (what, found, rung) in found {
        let found = found.join().unwrap();
        assert_eq!(
            found.as_ref().map(|found| found.rung),
            Ok(rung),
            "{what}: {found:?}"
        );
    }
}

/// It answers each request in time, but needs dozens of them to count to depth 3.
#[test]
fn a_count_of_many_requests_takes_no_longer_than_one() {
    let script = r#"
while read word rest; do
  case "$word" in
    passant) echo 'passant 1 name "Shell 1" can=moves';;
    moves) sleep 0.2; for to in a b c d e; do echo "move a1${to}1"; done;;
  esac
  echo ok
done"#;
    let mut starter = shell(script);
    starter.hints.protocol = Some(Protocol::Line);
    starter.limits.reply = Duration::from_secs(1);
    let mut channel = Calibration::of(&starter).unwrap().open(&starter);
    let place = Place::new("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(channel.count(&place, 1).map(|counts| counts.total), Ok(5));
    assert_eq!(
        channel.count(&place, 3),
        Err(Trouble::TimedOut(starter.limits.reply))
    );
}

/// It asks for time, and goes on asking.
#[test]
fn a_wish_for_time_is_granted_once() {
    let mut starter = shell("while sleep 0.3; do echo 'feature done=0' || exit; done");
    starter.hints.protocol = Some(Protocol::Xboard);
    starter.limits.start = Duration::from_secs(1);
    assert!(Calibration::of(&starter).is_err());
}
