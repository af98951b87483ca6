//! Failures that are known and expected: a file of addresses, each with a reason.
//!
//! ```toml
//! [[expected]]
//! address = "en-passant/rejected-rank"
//! reason  = "https://example.org/my-engine/issues/7"
//! ```
//!
//! An address stands for all cases that begin with it; `class` in its place names all cases of a class. An entry with
//! `engine` is about that engine alone, which it names as the command line does. A case that
//! passes though it is listed is an error, and so is an entry for which the suites have no case: lists rot.

use std::fmt::Write;
use std::ops::Range;

use passant_suite::Suites;
use serde::Deserialize;
use toml::Spanned;

use crate::engine_report::EngineResult;
use crate::mistake::Mistake;
use passant_judge::check::{CaseResult, Verdict};

/// A list of expected failures.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Expected {
    #[serde(default)]
    expected: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    address: Option<Spanned<String>>,
    class: Option<Spanned<String>>,
    reason: String,
    /// The word that names the only engine that this is about.
    engine: Option<Spanned<String>>,
}

impl Expected {
    /// Reads a list. The error shows what is wrong with it, and where.
    pub(crate) fn parse(text: &str) -> Result<Self, Mistake> {
        let list: Self = toml::from_str(text)?;
        list.check(&(0..0))?;
        Ok(list)
    }

    /// A list that was read elsewhere, as part of what is said about one engine. The error says what is wrong with it.
    pub(crate) fn of(expected: Vec<Entry>, part: &Range<usize>) -> Result<Self, Mistake> {
        let list = Self { expected };
        list.check(part)?;
        if let Some(engine) = list.expected.iter().find_map(|it| it.engine.as_ref()) {
            let what = "this belongs to its engine already; leave engine out";
            return Err(Mistake::at(engine.span(), what));
        }
        Ok(list)
    }

    /// Whether every entry says what it is about, and why. The error says which does not.
    fn check(&self, place: &Range<usize>) -> Result<(), Mistake> {
        for entry in &self.expected {
            let what = match (&entry.address, &entry.class) {
                (Some(what), None) | (None, Some(what)) => what,
                (Some(what), Some(_)) => {
                    let both = "an expected failure has either address or class";
                    return Err(Mistake::at(what.span(), both));
                }
                (None, None) => {
                    let neither = "an expected failure needs either address or class";
                    return Err(Mistake::at(place.clone(), neither));
                }
            };
            if entry.reason.trim().is_empty() {
                let why = "there is no reason; write why it is expected to fail, or a link";
                return Err(Mistake::at(what.span(), why));
            }
        }
        Ok(())
    }

    /// Whether there is a case in the suites for every entry, chosen for this run or not: lists rot. The error says for
    /// which there is none.
    pub(crate) fn are_in_suites(&self, suites: &Suites) -> Result<(), Mistake> {
        for entry in &self.expected {
            if let Some(address) = &entry.address {
                let selected = suites.select([address.get_ref().trim_end_matches('/')]);
                let selection =
                    selected.map_err(|error| Mistake::at(address.span(), error.to_string()))?;
                let of_suite = selection.cases.iter().map(|case| &case.address);
                let mut all = of_suite.chain(selection.state_cases.iter().map(|it| &it.address));
                if !all.any(|address| entry.is_about(address, "")) {
                    let what = "there is no case with this address that an engine is asked about";
                    return Err(Mistake::at(address.span(), what));
                }
            }
            if let Some(class) = &entry.class {
                let of_state = suites.state_cases().map(|case| case.question.class());
                let of_suite = suites.cases().map(|case| case.class.as_str());
                if !of_suite
                    .chain(of_state)
                    .any(|known| known == class.get_ref())
                {
                    return Err(Mistake::at(class.span(), "there is no class of this name"));
                }
            }
        }
        Ok(())
    }

    /// The entries that are about an engine with these words, or about any.
    #[must_use]
    pub(crate) fn of_engine(&self, words: &[String]) -> Self {
        let word = word(words);
        let is_about = |entry: &&Entry| {
            let named = entry.engine.as_ref();
            named.is_none_or(|named| Some(named.get_ref().as_str()) == word)
        };
        Self {
            expected: self.expected.iter().filter(is_about).cloned().collect(),
        }
    }

    /// Both lists.
    #[must_use]
    pub(crate) fn and(mut self, other: &Self) -> Self {
        self.expected.extend(other.expected.iter().cloned());
        self
    }

    /// Turns failures that are listed into [`Verdict::Xfail`], and listed cases that pass into [`Verdict::Xpass`].
    pub(crate) fn apply(&self, result: &mut EngineResult) {
        for case in &mut result.cases {
            case.verdict = self.verdict(case);
            let entry = self.entry(&case.address, &case.class);
            case.expected_failure = entry.map(|entry| entry.reason.clone());
        }
    }

    /// The verdict on a case in the light of the list.
    #[must_use]
    pub(crate) fn verdict(&self, case: &CaseResult) -> Verdict {
        match (self.entry(&case.address, &case.class), case.verdict) {
            (None, verdict) | (Some(_), verdict @ (Verdict::Unsupported | Verdict::Nonstrict)) => {
                verdict
            }
            (Some(_), Verdict::Pass) => Verdict::Xpass,
            (Some(_), _) => Verdict::Xfail,
        }
    }

    /// The first entry that is about a case.
    fn entry(&self, address: &str, class: &str) -> Option<&Entry> {
        let mut entries = self.expected.iter();
        entries.find(|entry| entry.is_about(address, class))
    }

    /// The list of everything that went wrong. Where there are several engines, each entry names its own.
    #[must_use]
    pub(crate) fn write(results: &[EngineResult]) -> String {
        let mut text =
            "# Failures that are expected. A case that passes all the same is an error.\n"
                .to_owned();
        let names_engines = 1 < results.len();
        if names_engines {
            text += "# Each is about one engine, named as on the command line; without engine it would be about all.\n";
        }
        let cases = results
            .iter()
            .flat_map(|result| result.cases.iter().map(move |case| (result, case)));
        let failing = cases.filter(|(_, case)| {
            case.verdict.is_bad() && case.verdict != Verdict::Xpass
                || matches!(case.verdict, Verdict::Unknown | Verdict::Xfail)
        });
        for (result, case) in failing {
            let address = quoted(&case.address);
            let reason = quoted(&reason(case));
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n[[expected]]\naddress = {address}\nreason = {reason}\n"
            );
            if let Some(word) = word(&result.words).filter(|_| names_engines) {
                let _ = writeln!(text, "engine = {}", quoted(word));
            }
        }
        text
    }
}

impl Entry {
    fn is_about(&self, address: &str, class: &str) -> bool {
        let Some(listed) = &self.address else {
            let listed = self.class.as_ref();
            return listed.is_some_and(|listed| listed.get_ref() == class);
        };
        let rest = address.strip_prefix(listed.get_ref().trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// The word that names an engine, among those that say how it is asked as well.
fn word(words: &[String]) -> Option<&str> {
    let mut words = words.iter().map(String::as_str);
    words.find(|word| *word != "--script")
}

/// A TOML string. What JSON escapes, TOML escapes alike.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What is known of the reason: the one that was given, the pattern of the ways, or what was found.
fn reason(case: &CaseResult) -> String {
    let first = || {
        let mut findings = case.presentations.iter().flat_map(|way| &way.findings);
        findings.next().map(|finding| finding.text.clone())
    };
    let known = case
        .expected_failure
        .clone()
        .or_else(|| case.pattern.clone());
    known
        .or_else(first)
        .unwrap_or_else(|| case.verdict.to_string())
}

#[cfg(test)]
mod tests {
    use super::Expected;

    #[test]
    fn entries_need_a_reason_and_nothing_else() {
        let entry = "[[expected]]\naddress = \"en-passant/plain\"\n";
        assert!(Expected::parse(&format!("{entry}reason = \"issue 7\"\n")).is_ok());
        for bad in ["", "reason = \" \"\n", "reason = \"x\"\nbecause = 1\n"] {
            assert!(Expected::parse(&format!("{entry}{bad}")).is_err(), "{bad}");
        }
        let list = Expected::parse(&format!("{entry}reason = \"issue 7\"\n")).unwrap();
        assert!(list.expected[0].is_about("en-passant/plain/x", "any"));
        let of_class = "[[expected]]\nclass = \"plain\"\nreason = \"x\"\n";
        let classes = Expected::parse(of_class).unwrap();
        assert!(classes.expected[0].is_about("en-passant/a/x", "plain"));
        assert!(!classes.expected[0].is_about("en-passant/a/x", "plainer"));
        assert!(Expected::parse(&of_class.replace("class", "clas")).is_err());
        assert!(!list.expected[0].is_about("en-passant/plainer/x", "any"));
    }
}
