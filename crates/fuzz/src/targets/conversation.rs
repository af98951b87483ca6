//! Whole conversations with an engine that prints the same output whenever it is started, whatever it is asked.
//!
//! The first line of the input says how it is asked: a word for the channel, then the query. The rest is the output.

use passant_engine::{Calibration, Command, EngineSpec, Protocol, calibrate};
use passant_query::{Answer, Channel, EngineError, Line, Query, Subject, escape_invisible};

/// A conversation in UCI.
pub fn uci(bytes: &[u8]) {
    let channels = [
        ("divide", Channel::Divide),
        ("total", Channel::Total),
        ("multipv", Channel::MultiPv),
        ("searchmoves", Channel::SearchMoves),
        ("bestmove", Channel::BestMove),
    ];
    converse(Protocol::Uci, &channels, bytes);
}

/// A conversation in the protocol of xboard.
pub fn xboard(bytes: &[u8]) {
    let channels = [
        ("divide", Channel::Divide),
        ("total", Channel::Total),
        ("illegal", Channel::IllegalMove),
    ];
    converse(Protocol::Xboard, &channels, bytes);
}

/// A conversation in the line protocol.
pub fn adapter(bytes: &[u8]) {
    converse(Protocol::Line, &[("line", Channel::Line)], bytes);
}

/// A script that is run once.
pub fn script(bytes: &[u8]) {
    converse(Protocol::Script, &[("script", Channel::Script)], bytes);
}

/// The position that the questions are about.
const FEN: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2 moves e5d6";

fn converse(protocol: Protocol, channels: &[(&str, Channel)], bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (how, output) = text.split_once('\n').unwrap_or(("", &text));
    let (word, question) = how.split_once(' ').unwrap_or((how, ""));
    let query = question.parse().unwrap_or(Query::Count(2));
    let mut spec = EngineSpec::new(Command::from_recording(output.as_bytes()));
    spec.overrides.protocol = Some(protocol);
    if word == "calibrate" {
        return check_calibration(&spec);
    }
    let named = channels.iter().find(|(name, _)| *name == word);
    let (_, channel) = *named.unwrap_or(&channels[0]);
    let mut calibration = Calibration::plain("Recorded", protocol, channel);
    calibration.command = Some("perft {depth}".to_owned());
    let game = (word == "game")
        .then(|| calibration.open_game(&spec))
        .flatten();
    let mut subject = game.unwrap_or_else(|| calibration.open(&spec));
    check_answers(&mut *subject, &query);
}

/// An engine that says the same each time is understood in the same way each time.
fn check_answers(subject: &mut dyn Subject, query: &Query) {
    let line: Line = FEN.parse().expect("it is a line");
    let answer = subject.ask(&line, query);
    check_answer(&answer);
    subject.restart();
    assert_eq!(subject.ask(&line, query), answer);
}

/// Checks that texts for people can be seen, and that counts add up.
fn check_answer(answer: &Result<Answer, EngineError>) {
    match answer {
        Ok(answer) => check_visible(&answer.to_string()),
        Err(error) => check_visible(&error.to_string()),
    }
    if let Ok(Answer::Counts(counts)) = answer
        && !counts.moves.is_empty()
    {
        let nodes = counts.moves.iter().map(|(_, nodes)| u128::from(*nodes));
        assert_eq!(nodes.sum::<u128>(), counts.total.into());
    }
}

fn check_visible(text: &str) {
    assert_eq!(escape_invisible(text), text);
}

/// An engine that can be asked is asked. What was tried can be shown.
fn check_calibration(spec: &EngineSpec) {
    match calibrate(spec) {
        Ok(calibration) => {
            check_visible(&calibration.name);
            calibration
                .tried
                .iter()
                .for_each(|text| check_visible(text));
        }
        Err(no_channel) => no_channel.tried.iter().for_each(|text| check_visible(text)),
    }
}
