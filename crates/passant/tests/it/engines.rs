//! The engines in Debian: the channel of each is detected.

use passant::engine::{Calibration, Launch, Protocol, Rung, Starter};
use passant_test_tools::tool;

/// Engine, protocol, channel, and the command that counts. Verified by hand.
const CALIBRATIONS: [(&str, Protocol, Rung, Option<&str>); 10] = [
    (
        "stockfish",
        Protocol::Uci,
        Rung::Divide,
        Some("go perft {depth}"),
    ),
    (
        "fairy-stockfish",
        Protocol::Uci,
        Rung::Divide,
        Some("go perft {depth}"),
    ),
    (
        "ethereal-chess",
        Protocol::Uci,
        Rung::Total,
        Some("perft {depth}"),
    ),
    ("gnuchess", Protocol::Xboard, Rung::IllegalMove, None),
    ("phalanx", Protocol::Xboard, Rung::IllegalMove, None),
    (
        "sjeng",
        Protocol::Xboard,
        Rung::Total,
        Some("perft {depth}"),
    ),
    (
        "sjaakii",
        Protocol::Uci,
        Rung::Divide,
        Some("perft {depth} 1"),
    ),
    ("hoichess", Protocol::Xboard, Rung::IllegalMove, None),
    ("toga2", Protocol::Uci, Rung::BestMove, None),
    ("glaurung", Protocol::Uci, Rung::MultiPv, None),
];

#[test]
fn finds_the_best_channel() {
    let mut wrong = Vec::new();
    for (engine, protocol, rung, command) in CALIBRATIONS {
        let Some(path) = tool(engine) else {
            continue;
        };
        let starter = Starter::new(Launch::new(path, [""; 0]));
        let found = Calibration::of(&starter);
        let is_expected = found.as_ref().is_ok_and(|found| {
            (found.protocol, found.rung, found.command.as_deref()) == (protocol, rung, command)
        });
        if !is_expected {
            wrong.push(format!("{engine}: {found:#?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
