//! Failures that are known and expected: a file of addresses, each with a reason.
//!
//! ```toml
//! [[expected]]
//! address = "en-passant/rejected-rank"
//! reason  = "https://example.org/my-engine/issues/7"
//! ```
//!
//! An address stands for all cases that begin with it; `class` in its place names all cases of a class. A case that
//! passes though it is listed is an error: lists rot.

use std::fmt::Write;

use serde::Deserialize;

use super::{CaseResult, EngineResult, Verdict};

/// A list of expected failures.
#[derive(Clone, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expected {
    #[serde(default)]
    expected: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    address: Option<String>,
    class: Option<String>,
    reason: String,
}

impl Expected {
    /// Reads a list. The error shows what is wrong with it, and where.
    pub fn parse(text: &str) -> Result<Self, String> {
        let list: Self = toml::from_str(text).map_err(|error| error.to_string())?;
        list.check()?;
        Ok(list)
    }

    /// A list that was read elsewhere. The error says what is wrong with it.
    pub(crate) fn of(expected: Vec<Entry>) -> Result<Self, String> {
        let list = Self { expected };
        list.check()?;
        Ok(list)
    }

    /// Whether every entry says what it is about, and why. The error says which does not.
    fn check(&self) -> Result<(), String> {
        for Entry {
            address,
            class,
            reason,
        } in &self.expected
        {
            let ((Some(what), None) | (None, Some(what))) = (address, class) else {
                return Err("an expected failure needs either address or class".to_owned());
            };
            if reason.trim().is_empty() {
                return Err(format!(
                    "{what} has no reason; write why it is expected to fail, or a link"
                ));
            }
        }
        Ok(())
    }

    /// Both lists.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        self.expected.extend(other.expected.iter().cloned());
        self
    }

    /// Turns failures that are listed into [`Verdict::Xfail`], and listed cases that pass into [`Verdict::Xpass`].
    pub fn apply(&self, result: &mut EngineResult) {
        for case in &mut result.cases {
            case.verdict = self.verdict(case);
            let entry = self.entry(&case.address, &case.class);
            case.expected = entry.map(|entry| entry.reason.clone());
        }
    }

    /// The verdict on a case in the light of the list.
    #[must_use]
    pub fn verdict(&self, case: &CaseResult) -> Verdict {
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

    /// The list of everything that went wrong.
    #[must_use]
    pub fn write(results: &[EngineResult]) -> String {
        let mut text =
            "# Failures that are expected. A case that passes all the same is an error.\n"
                .to_owned();
        let cases = results.iter().flat_map(|result| &result.cases);
        let failing = cases.filter(|case| {
            case.verdict.is_bad() && case.verdict != Verdict::Xpass
                || matches!(case.verdict, Verdict::Unknown | Verdict::Xfail)
        });
        for case in failing {
            let address = quoted(&case.address);
            let reason = quoted(&reason(case));
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "\n[[expected]]\naddress = {address}\nreason = {reason}\n"
            );
        }
        text
    }
}

impl Entry {
    fn is_about(&self, address: &str, class: &str) -> bool {
        let Some(listed) = &self.address else {
            return self.class.as_deref() == Some(class);
        };
        let rest = address.strip_prefix(listed.trim_end_matches('/'));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// A TOML string. What JSON escapes, TOML escapes alike.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// What is known of the reason: the one that was given, the pattern of the ways, or what was found.
fn reason(case: &CaseResult) -> String {
    let first = || {
        let mut findings = case.ways.iter().flat_map(|way| &way.findings);
        findings.next().map(|finding| finding.text.clone())
    };
    let known = case.expected.clone().or_else(|| case.pattern.clone());
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
