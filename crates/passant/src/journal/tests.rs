use std::collections::HashMap;
use std::fs;
use std::path::Path;

use passant_judge::check::{
    CaseResult, Finding, Presentation, PresentationResult, QuestionKind, Verdict,
};
use passant_query::Channel;
use passant_test_tools::bit_flips;

use super::Journal;

const KEY: &str = "0123456789abcdef";

fn result(address: &str, verdict: Verdict) -> CaseResult {
    let fen = "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1";
    let finding = Finding {
        question: QuestionKind::Count,
        text: "7 nodes at depth 1, expected 6".to_owned(),
        depth: Some(1),
        expected: Some(6),
        got: Some(7),
        difference: None,
        answer: None,
        happened: None,
        commands: Vec::new(),
    };
    let presentation = PresentationResult {
        presentation: Presentation::Fen,
        verdict,
        fen: fen.to_owned(),
        moves: Vec::new(),
        depth: 1,
        left_out: Vec::new(),
        findings: vec![finding],
    };
    CaseResult {
        address: address.to_owned(),
        class: "rejected-rank".to_owned(),
        verdict,
        channel: Channel::Divide,
        fen: fen.to_owned(),
        why: "both pawns leave the rank".to_owned(),
        rule: None,
        source: None,
        pattern: None,
        expected_failure: None,
        presentations: vec![presentation],
        smallest: None,
        milliseconds: 3,
    }
}

/// Writes a journal, and returns what it holds.
fn write(path: &Path) -> HashMap<String, CaseResult> {
    let mut journal = Journal::open(path).unwrap();
    for (number, verdict) in [Verdict::Pass, Verdict::Fail, Verdict::Fail]
        .into_iter()
        .enumerate()
    {
        let address = format!("en-passant/rejected-rank/{number}");
        journal.add("./engine", KEY, &result(&address, verdict));
    }
    journal.end().unwrap();
    Journal::open(path).unwrap().known(KEY)
}

/// What is damaged is not known: its case is asked again.
#[test]
fn no_line_with_a_flipped_bit_is_believed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    let known = write(&path);
    assert_eq!(known.len(), 3);
    let whole = fs::read(&path).unwrap();
    let mut believed = Vec::new();
    for (place, damaged) in bit_flips(&whole, 1000) {
        fs::write(&path, damaged).unwrap();
        let Ok(journal) = Journal::open(&path) else {
            continue;
        };
        let now = journal.known(KEY);
        let is_sound = now.len() < known.len()
            && journal.warnings().contains("asked again")
            && now
                .iter()
                .all(|(address, result)| known[address] == *result);
        if !is_sound {
            believed.push(place);
        }
    }
    assert!(believed.is_empty(), "{believed:?}");
}
