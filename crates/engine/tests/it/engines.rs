//! The engines that Debian packages, and the channel that is detected for each.

use passant_engine::{Command, EngineSpec, Protocol, calibrate};
use passant_query::Channel;
use passant_test_tools::{test_each, tool};

use crate::processes::sh;

test_each!(
    detects_the_best_channel:
    stockfish("stockfish", Protocol::Uci, Channel::Divide, Some("go perft {depth}")),
    fairy_stockfish("fairy-stockfish", Protocol::Uci, Channel::Divide, Some("go perft {depth}")),
    ethereal_chess("ethereal-chess", Protocol::Uci, Channel::Total, Some("perft {depth}")),
    gnuchess("gnuchess", Protocol::Xboard, Channel::IllegalMove, None),
    phalanx("phalanx", Protocol::Xboard, Channel::IllegalMove, None),
    sjeng("sjeng", Protocol::Xboard, Channel::Total, Some("perft {depth}")),
    sjaakii("sjaakii", Protocol::Uci, Channel::Divide, Some("perft {depth} 1")),
    hoichess("hoichess", Protocol::Xboard, Channel::IllegalMove, None),
    toga2("toga2", Protocol::Uci, Channel::BestMove, None),
    glaurung("glaurung", Protocol::Uci, Channel::MultiPv, None),
);

/// Engine, protocol, channel, and the command that counts. What each of them answers was verified by hand.
fn detects_the_best_channel(
    engine: &str,
    protocol: Protocol,
    channel: Channel,
    command: Option<&str>,
) {
    let spec = EngineSpec::new(Command::new(tool(engine), [""; 0]));
    let found = calibrate(&spec).unwrap();
    assert_eq!(
        (found.protocol, found.channel, found.command.as_deref()),
        (protocol, channel, command),
        "{found:#?}"
    );
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
    let mut spec = EngineSpec::new(sh(script));
    spec.overrides.protocol = Some(Protocol::Xboard);
    let found = calibrate(&spec);
    let command = found.as_ref().map(|found| found.command.as_deref());
    assert_eq!(command, Ok(Some("sd {depth}\nperft {depth}")), "{found:?}");
    assert_eq!(found.map(|found| found.channel), Ok(Channel::Total));
}
