//! Detection: the channels of engines that Debian packages, and two things that adapters need not do, setting up
//! positions and refusing illegal moves.

use passant_engine::{Calibration, Command, EngineSpec, Protocol, calibrate};
use passant_query::{Answer, Channel, EngineError, Line, Query, Subject};
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

/// An adapter that answers `position fen …` and `play …` with these lines, and knows no moves.
fn adapter(fen: &str, play: &str) -> Calibration {
    let spec = spec(fen, play);
    calibrate(&spec).unwrap()
}

fn spec(fen: &str, play: &str) -> EngineSpec {
    let script = format!(
        r#"while read word rest; do
  case "$word $rest" in
    'passant 1') echo 'passant 1 name "Shell 1" can=moves,play'; echo ok;;
    'position fen'*) {fen};;
    position*) echo ok;;
    play*) {play};;
    moves*) echo ok;;
    *) echo "error unsupported $word";;
  esac
done"#
    );
    let mut spec = EngineSpec::new(sh(&script));
    spec.overrides.protocol = Some(Protocol::Line);
    spec
}

#[test]
fn an_adapter_whose_play_takes_illegal_moves_is_not_asked_about_legality() {
    let is_asked = adapter("echo ok", "echo error illegal");
    assert!(is_asked.checks_moves && is_asked.notes.is_empty());
    for takes in ["echo ok", "exit 1", "echo error failed no such piece"] {
        let found = adapter("echo ok", takes);
        assert!(!found.checks_moves, "{takes}");
        assert!(
            found.notes[0].contains("`play` takes illegal moves"),
            "{found:?}"
        );
        let mut subject = found.open(&spec("echo ok", takes));
        let start: Line = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let legal = subject.is_legal(&start, "a1a5".parse().unwrap());
        assert!(
            matches!(legal, Err(EngineError::Unsupported(_))),
            "{legal:?}"
        );
    }
}

/// Reports say what an engine does, and need something to call it.
#[test]
fn an_engine_without_a_name_is_called_by_its_command() {
    let mut spec = spec("echo ok", "echo error illegal");
    assert_eq!(calibrate(&spec).unwrap().name, "Shell 1");
    for argument in &mut spec.command.arguments {
        let text = argument.to_str().unwrap().replace("Shell 1", "");
        *argument = text.into();
    }
    assert_eq!(calibrate(&spec).unwrap().name, spec.command.to_string());
}

#[test]
fn an_adapter_that_refuses_positions_is_asked_about_games() {
    let badfen = "echo error badfen no FEN here";
    let found = adapter(badfen, "echo error illegal");
    assert!(!found.sets_up);
    assert!(found.notes[0].contains("games from the initial position"));
    assert!(adapter("echo ok", "echo error illegal").sets_up);
    let mut subject = found.open(&spec(badfen, "echo error illegal"));
    let position: Line = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
    let game: Line = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4"
        .parse()
        .unwrap();
    let refused = subject.moves(&position);
    assert!(
        matches!(refused, Err(EngineError::Unsupported(_))),
        "{refused:?}"
    );
    assert_eq!(subject.moves(&game), Ok(Vec::new()));
}

/// `can=` does not name `key`, so that it does not matter whether the position is refused.
#[test]
fn a_request_that_is_not_announced_is_not_made() {
    let badfen = r#"case "$rest" in *moves*) echo error badfen;; *) echo ok;; esac"#;
    let found = adapter(badfen, "echo error illegal");
    assert!(found.sets_up);
    let mut game = found
        .open_game(&spec(badfen, "echo error illegal"))
        .unwrap();
    let line: Line = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1 moves a1a5".parse().unwrap();
    let key = game.ask(&line, &Query::Key);
    assert!(matches!(key, Err(EngineError::Unsupported(_))), "{key:?}");
}

/// A flag is printed after a move in a list, and an illegal move is in no list.
#[test]
fn a_move_that_is_not_listed_is_illegal_and_has_no_flags() {
    let script = r#"while read word rest; do
  case "$word $rest" in
    'passant 1') echo 'passant 1 name "Shell 1" can=moves flags=cap,ep,check'; echo ok;;
    moves*) echo move a1a5; echo ok;;
    *) echo ok;;
  esac
done"#;
    let mut spec = EngineSpec::new(sh(script));
    spec.overrides.protocol = Some(Protocol::Line);
    let mut game = calibrate(&spec).unwrap().open_game(&spec).unwrap();
    let line: Line = "4k3/8/8/2Pp4/8/8/8/R3K3 w - d6 0 1".parse().unwrap();
    for flag in ["capture", "ep", "check"] {
        let mut ask = |mv| {
            let query: Query = format!("{flag} {mv}").parse().unwrap();
            game.ask(&line, &query)
        };
        assert_eq!(ask("a1a5"), Ok(Answer::Is(false)), "{flag}");
        let missing = ask("c5d6");
        assert!(
            matches!(&missing, Err(EngineError::Illegal { mv, .. }) if mv == "c5d6"),
            "{missing:?}"
        );
    }
}
