//! Groups failures with the same mistake, or with the same reason for no answer, because hundreds of cases may have one
//! cause.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use passant_judge::check::{CaseResult, Finding, PresentationResult, Verdict};
use passant_report::EngineResult;

/// Cases with the same mistake.
pub(super) struct Group<'a> {
    /// The mistake or what happened, in one line.
    pub mistake: String,
    verdict: Verdict,
    /// The cases, at least one. Those with the fewest pieces come first, because they are the easiest to understand.
    pub cases: Vec<&'a CaseResult>,
}

impl<'a> Group<'a> {
    /// Groups the cases of an engine that a report draws.
    pub(super) fn of_result(result: &'a EngineResult) -> Vec<Self> {
        let is_drawn = |it: &&CaseResult| it.verdict.is_bad() || it.verdict == Verdict::Unknown;
        Self::all(result.cases.iter().filter(is_drawn))
    }

    /// Groups cases by their mistake. The worst verdict comes first, then the largest group.
    pub(super) fn all(cases: impl IntoIterator<Item = &'a CaseResult>) -> Vec<Self> {
        let mut groups: BTreeMap<_, Vec<&CaseResult>> = BTreeMap::new();
        for case in cases {
            let key = (Reverse(case.verdict), mistake(case));
            groups.entry(key).or_default().push(case);
        }
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|((verdict, _), cases)| (*verdict, Reverse(cases.len())));
        let groups = groups.into_iter().map(|((verdict, mistake), mut cases)| {
            cases.sort_by_key(|case| piece_count(&case.fen));
            Self {
                mistake,
                verdict: verdict.0,
                cases,
            }
        });
        groups.collect()
    }

    /// Says what the cases have in common, without the mistake.
    pub(super) fn heading(&self) -> String {
        let what = match self.verdict {
            Verdict::Fail | Verdict::Refused => "with the same mistake",
            Verdict::Crash | Verdict::Timeout => "without an answer",
            Verdict::Xpass => "that pass although a failure is expected",
            _ => "without a reliable answer",
        };
        format!("{} cases {what}:", self.cases.len())
    }

    /// Returns the number of cases in each class, for example `mate 15, plain 26`.
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

/// Returns the mistake in a case, without the moves and counts of this case.
fn mistake(case: &CaseResult) -> String {
    let is_bad = |it: &&PresentationResult| Verdict::Nonstrict < it.verdict;
    let findings = case
        .presentations
        .iter()
        .filter(is_bad)
        .flat_map(|presentation| &presentation.findings);
    let kinds: BTreeSet<_> = findings.flat_map(kinds).collect();
    let joined = kinds.into_iter().collect::<Vec<_>>().join(", ");
    match &case.pattern {
        Some(pattern) => format!("{joined}; {pattern}"),
        None => joined,
    }
}

/// Returns the types of the missing and extra moves; what happened, or the question, if there are none.
fn kinds(finding: &Finding) -> Vec<String> {
    let Some(difference) = finding
        .difference
        .as_ref()
        .filter(|difference| !difference.is_empty())
    else {
        return vec![finding.mistake().to_owned()];
    };
    let missing = difference.missing.iter().map(|mv| ("missing", mv));
    let extra = difference.extra.iter().map(|mv| ("extra", mv));
    let kinds = missing.chain(extra);
    kinds
        .map(|(label, mv)| format!("{label} {}", mv.kind))
        .collect()
}

fn piece_count(fen: &str) -> usize {
    let placement = fen.split(' ').next().unwrap_or_default();
    placement.chars().filter(char::is_ascii_alphabetic).count()
}
