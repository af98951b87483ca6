use std::collections::HashMap;
use std::fs;
use std::path::Path;

use passant_judge::check::{
    CaseResult, Finding, Presentation, PresentationResult, QuestionKind, Verdict,
};
use passant_query::{Channel, Line};
use passant_rules::Position;
use passant_test_tools::bit_flips;

use super::Journal;

const ENGINE: &str = "./engine";
const KEY: &str = "0123456789abcdef";

fn result(address: &str, verdict: Verdict) -> CaseResult {
    let fen = "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1";
    let finding = Finding {
        depth: Some(1),
        expected: Some(6),
        got: Some(7),
        ..Finding::text(QuestionKind::Count, "7 nodes at depth 1, expected 6")
    };
    let given = PresentationResult {
        verdict,
        depth: 1,
        findings: vec![finding],
        ..PresentationResult::without_answers(Presentation::Fen, Line::from_fen(fen).ok())
    };
    let position = Position::from_fen(fen).unwrap();
    let about = [address, "rejected-rank", "both pawns leave the rank"];
    CaseResult::of_case(about, &position, vec![given], Channel::Divide)
}

/// The results under the key, which the engine has results under if it has any.
fn results(journal: &mut Journal) -> HashMap<String, CaseResult> {
    let (known, warning) = journal.find_results(ENGINE, KEY);
    assert_eq!(warning, "");
    known
}

/// Writes a journal, and returns what it holds.
fn write(path: &Path) -> HashMap<String, CaseResult> {
    let mut journal = Journal::open(path).unwrap();
    for (number, verdict) in [Verdict::Pass, Verdict::Fail, Verdict::Fail]
        .into_iter()
        .enumerate()
    {
        let address = format!("en-passant/rejected-rank/{number}");
        journal.add(ENGINE, KEY, &result(&address, verdict));
    }
    journal.end().unwrap();
    results(&mut Journal::open(path).unwrap())
}

/// A damaged result is dropped, and its case is asked again.
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
        let Ok(mut journal) = Journal::open(&path) else {
            continue;
        };
        let now = results(&mut journal);
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

/// A file of an earlier version has other keys. Nothing of it is used, and the user is told once.
#[test]
fn results_under_other_keys_are_named_and_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal");
    write(&path);
    let mut journal = Journal::open(&path).unwrap();
    let other = "fedcba9876543210";
    let (known, warning) = journal.find_results(ENGINE, other);
    let expected = format!(
        "warning: {}: 3 results of ./engine are not used: the engine, an option or passant has changed since; \
         its cases are asked again\n",
        path.display()
    );
    assert_eq!((known.len(), warning), (0, expected));
    assert_eq!(journal.find_results(ENGINE, other).1, "");
    assert_eq!(journal.find_results("./other", other).1, "");
    let mut journal = Journal::open(&path).unwrap();
    assert_eq!(journal.find_results(ENGINE, KEY).0.len(), 3);
    // Asked in another way afterwards, which the earlier run did not reach.
    assert_eq!(journal.find_results(ENGINE, other).1, "");
}
