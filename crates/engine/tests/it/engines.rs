//! The engines that Debian packages, and the channel that is detected for each.

use passant_engine::{Command, EngineSpec, Protocol, calibrate};
use passant_query::Channel;
use passant_test_tools::tool;

use crate::process::sh;

/// Engine, protocol, channel, and the command that counts. What each of them answers was verified by hand.
const CALIBRATIONS: [(&str, Protocol, Channel, Option<&str>); 10] = [
    (
        "stockfish",
        Protocol::Uci,
        Channel::Divide,
        Some("go perft {depth}"),
    ),
    (
        "fairy-stockfish",
        Protocol::Uci,
        Channel::Divide,
        Some("go perft {depth}"),
    ),
    (
        "ethereal-chess",
        Protocol::Uci,
        Channel::Total,
        Some("perft {depth}"),
    ),
    ("gnuchess", Protocol::Xboard, Channel::IllegalMove, None),
    ("phalanx", Protocol::Xboard, Channel::IllegalMove, None),
    (
        "sjeng",
        Protocol::Xboard,
        Channel::Total,
        Some("perft {depth}"),
    ),
    (
        "sjaakii",
        Protocol::Uci,
        Channel::Divide,
        Some("perft {depth} 1"),
    ),
    ("hoichess", Protocol::Xboard, Channel::IllegalMove, None),
    ("toga2", Protocol::Uci, Channel::BestMove, None),
    ("glaurung", Protocol::Uci, Channel::MultiPv, None),
];

#[test]
fn detects_the_best_channel() {
    let mut wrong = Vec::new();
    for (engine, protocol, rung, command) in CALIBRATIONS {
        let Some(path) = tool(engine) else {
            continue;
        };
        let starter = EngineSpec::new(Command::new(path, [""; 0]));
        let found = calibrate(&starter);
        let is_expected = found.as_ref().is_ok_and(|found| {
            (found.protocol, found.channel, found.command.as_deref()) == (protocol, rung, command)
        });
        if !is_expected {
            wrong.push(format!("{engine}: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The perft of `OliThink` takes its depth from the command for the depth of a search.
#[test]
fn finds_a_perft_with_the_depth_of_a_search() {
    let script = r#"
while read word rest; do
  case "$word" in
    protover) echo 'feature setboard=1 ping=1 done=1';;
    ping) echo "pong $rest";;
    sd) depth=$rest;;
    perft)
      number=0
      for nodes in 5 103 659; do
        number=$((number + 1))
        if [ "$number" -le "${depth:-0}" ]; then echo "Depth: $number Nodes: $nodes "; fi
      done;;
  esac
done"#;
    let mut starter = EngineSpec::new(sh(script));
    starter.overrides.protocol = Some(Protocol::Xboard);
    let found = calibrate(&starter);
    let command = found.as_ref().map(|found| found.command.as_deref());
    assert_eq!(command, Ok(Some("sd {depth}\nperft {depth}")), "{found:?}");
    assert_eq!(found.map(|found| found.channel), Ok(Channel::Total));
}
