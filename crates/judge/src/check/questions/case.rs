//! A case from `suites/state` in the words of the report.

use passant_rules::{Color, EnPassantMode};
use passant_suite::StateCase;

use super::ask::ask;
use super::conventions::Declared;
use crate::check::{CaseResult, Finding, Question, Verdict, Way, WayResult, presentation};
use passant_query::{Channel, Subject};

/// Asks a case as it stands and with colours swapped.
pub fn case(
    subject: &mut dyn Subject,
    rung: Channel,
    asked: &StateCase,
    declared: Declared,
) -> CaseResult {
    let ways = ways(asked);
    let results = ways
        .iter()
        .map(|(way, told)| ask(subject, told, *way, declared))
        .collect();
    summed_up(asked, rung, results)
}

/// The result of a case that is not asked, and why it is not.
#[must_use]
pub fn not_asked(rung: Channel, case: &StateCase, why: &str) -> CaseResult {
    let way = WayResult {
        way: Way::Fen,
        verdict: Verdict::Unsupported,
        fen: case
            .lines()
            .first()
            .map_or_else(String::new, |line| line.fen()),
        moves: Vec::new(),
        depth: 0,
        findings: vec![Finding::said(Question::State, why)],
    };
    summed_up(case, rung, vec![way])
}

/// The case, and its twin with colours swapped if there is one.
fn ways(case: &StateCase) -> Vec<(Way, StateCase)> {
    let is_played = case.lines().iter().any(|line| !line.plies().is_empty());
    let [way, flipped] = if is_played {
        [Way::Played, Way::FlippedPlayed]
    } else {
        [Way::Fen, Way::FlippedFen]
    };
    let twin = case.flipped().map(|twin| (flipped, twin));
    std::iter::once((way, case.clone())).chain(twin).collect()
}

fn summed_up(case: &StateCase, rung: Channel, ways: Vec<WayResult>) -> CaseResult {
    let with = |test: fn(Verdict) -> bool| -> Vec<Way> {
        let chosen = ways.iter().filter(|way| test(way.verdict));
        chosen.map(|way| way.way).collect()
    };
    let failed = with(|verdict| matches!(verdict, Verdict::Fail | Verdict::Refused));
    let passed = with(|verdict| verdict == Verdict::Pass);
    let position = case.position().unwrap_or_default();
    let name = |color| match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let side = position.side_to_move();
    let verdict = ways.iter().map(|way| way.verdict).max();
    CaseResult {
        address: case.address.clone(),
        class: case.question.class().to_owned(),
        verdict: verdict.unwrap_or(Verdict::Unsupported),
        rung,
        fen: position.fen(EnPassantMode::Always).to_string(),
        why: case.why.clone(),
        rule: Some(case.rule.to_string()),
        source: Some(case.source.clone()),
        pattern: presentation::pattern(&failed, &passed, name(side), name(!side)),
        expected: None,
        ways,
        smallest: None,
        milliseconds: 0,
    }
}
