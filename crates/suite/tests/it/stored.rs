//! Cases as lines of text.

use passant_suite::{Case, Suites};

#[test]
fn every_case_is_read_as_it_was_written() {
    let suites = Suites::builtin().unwrap();
    for case in suites.cases() {
        let line = case.to_stored();
        assert_eq!(line.lines().count(), 1, "{line}");
        assert_eq!(Case::from_stored(&line).as_ref(), Some(case), "{line}");
    }
}

#[test]
fn a_damaged_line_is_no_case() {
    let suites = Suites::builtin().unwrap();
    let with_all_parts = |case: &&Case| !case.proof.is_empty() && case.last.is_some();
    let line = suites.cases().find(with_all_parts).unwrap().to_stored();
    let parts: Vec<_> = line.split('\t').collect();
    assert_eq!(Case::from_stored(""), None);
    assert_eq!(Case::from_stored(&parts[1..].join("\t")), None);
    assert_eq!(Case::from_stored(&format!("{line}\t")), None);
    // FEN, captures, counts, reach, double push, game, variant.
    for number in [1, 3, 5, 9, 10, 11, 12] {
        let mut damaged = parts.clone();
        damaged[number] = "x";
        assert_eq!(Case::from_stored(&damaged.join("\t")), None, "{number}");
    }
}
