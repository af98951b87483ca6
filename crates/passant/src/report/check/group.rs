//! Failures that are alike: hundreds of cases with one cause are one thing to read.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use passant_judge::check::{CaseResult, Finding};

/// Cases that go wrong in the same way.
pub(super) struct Group<'a> {
    /// What goes wrong, in a line.
    pub what: String,
    /// The cases, at least one. Those with the fewest men come first, for they are the easiest to think about.
    pub cases: Vec<&'a CaseResult>,
}

impl<'a> Group<'a> {
    /// Sorts cases by what goes wrong in them: the gravest first, then what goes wrong most often.
    pub(super) fn sort(cases: impl IntoIterator<Item = &'a CaseResult>) -> Vec<Self> {
        let mut groups: BTreeMap<_, Vec<&CaseResult>> = BTreeMap::new();
        for case in cases {
            let key = (Reverse(case.verdict), what(case));
            groups.entry(key).or_default().push(case);
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|((verdict, _), cases)| (*verdict, Reverse(cases.len())));
        let groups = groups.into_iter().map(|((_, what), mut cases)| {
            cases.sort_by_key(|case| men(&case.fen));
            Self { what, cases }
        });
        groups.collect()
    }

    /// How many of some of the cases are in each class, like `mate 15, plain 26`.
    pub(super) fn classes(cases: &[&CaseResult]) -> String {
        let mut classes: BTreeMap<&str, usize> = BTreeMap::new();
        for case in cases {
            *classes.entry(&case.class).or_default() += 1;
        }
        let classes: Vec<_> = classes
            .into_iter()
            .map(|(class, count)| format!("{class} {count}"))
            .collect();
        classes.join(", ")
    }
}

/// What goes wrong in a case, without the moves and counts that only this case has.
fn what(case: &CaseResult) -> String {
    let findings = case.ways.iter().flat_map(|way| &way.findings);
    let kinds: BTreeSet<_> = findings.flat_map(kinds).collect();
    let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
    match &case.pattern {
        Some(pattern) => format!("{kinds}; {pattern}"),
        None => kinds,
    }
}

/// The kinds of move that are missing or too many; the question, where no move is to blame.
fn kinds(finding: &Finding) -> Vec<String> {
    let Some(difference) = finding
        .difference
        .as_ref()
        .filter(|difference| !difference.is_empty())
    else {
        return vec![finding.question.wrong().to_owned()];
    };
    let missing = difference.missing.iter().map(|mv| ("missing", mv));
    let extra = difference.extra.iter().map(|mv| ("extra", mv));
    let kinds = missing.chain(extra);
    kinds
        .map(|(what, mv)| format!("{what} {}", mv.kind))
        .collect()
}

fn men(fen: &str) -> usize {
    let placement = fen.split(' ').next().unwrap_or_default();
    placement.chars().filter(char::is_ascii_alphabetic).count()
}
