//! A badge for a README, in the format of the endpoint badges of shields.io: <https://shields.io/badges/endpoint-badge>.

use std::io;

use passant_judge::check::Verdict;
use serde::Serialize;

use crate::engine_result::EngineResult;
use crate::pretty_json;

/// The left text of a badge, unless the user chooses another.
pub const LABEL: &str = "en passant";

/// A badge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Badge {
    /// Always 1.
    schema_version: u32,
    /// The left text.
    pub label: String,
    /// The right text.
    message: String,
    /// The color of the right text.
    color: &'static str,
}

/// The part of the positions that could be asked about and are correct.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Share {
    /// All of them.
    All,
    /// At least nine of ten.
    Most,
    /// Less than nine of ten.
    Some,
}

impl Share {
    /// The share of `correct` positions of those that were `asked` about.
    #[must_use]
    pub fn of(correct: usize, asked: usize) -> Self {
        match correct {
            _ if correct == asked => Self::All,
            _ if 9 * asked <= 10 * correct => Self::Most,
            _ => Self::Some,
        }
    }

    fn color(self) -> &'static str {
        match self {
            Self::All => "brightgreen",
            Self::Most => "yellow",
            Self::Some => "red",
        }
    }
}

impl Badge {
    /// The badge for this many `correct` positions of those that were `asked` about.
    #[must_use]
    pub fn of_counts(correct: usize, asked: usize) -> Self {
        Self::new(
            format!("{correct} of {asked}"),
            Share::of(correct, asked).color(),
        )
    }

    /// The badge for the engines of a report, together: how many positions are wrong, if any is. It is green only if each of them was tested well: a check that was
    /// stopped, or a channel that shows little, proves nothing.
    #[must_use]
    pub fn of(engines: &[EngineResult]) -> Self {
        let counts: Vec<_> = engines.iter().map(counts).collect();
        let is_untested = |&(_, asked): &(usize, usize)| asked == 0;
        if counts.iter().all(is_untested) {
            return Self::new("not tested".to_owned(), "lightgrey");
        }
        let correct = counts.iter().map(|(correct, _)| correct).sum();
        let asked = counts.iter().map(|(_, asked)| asked).sum();
        let badge = match asked - correct {
            0 => Self::of_counts(correct, asked),
            wrong => Self::new(format!("{wrong} wrong"), Share::of(correct, asked).color()),
        };
        let doubt = if counts.iter().any(is_untested) {
            "not all tested"
        } else if engines.iter().any(|it| it.not_asked != 0) {
            "not finished"
        } else if engines.iter().any(EngineResult::is_hardly_tested) {
            "hardly tested"
        } else {
            return badge;
        };
        let color = match Share::of(correct, asked) {
            Share::All => "lightgrey",
            share => share.color(),
        };
        Self::new(format!("{}, {doubt}", badge.message), color)
    }

    fn new(message: String, color: &'static str) -> Self {
        Self {
            schema_version: 1,
            label: LABEL.to_owned(),
            message,
            color,
        }
    }

    /// The badge as a JSON object.
    pub fn text(&self) -> io::Result<String> {
        pretty_json(self)
    }
}

/// Returns the number of positions an engine is correct in, and how many it could be asked about.
fn counts(engine: &EngineResult) -> (usize, usize) {
    let judged = || engine.verdicts().filter_map(Verdict::is_correct);
    (judged().filter(|it| *it).count(), judged().count())
}

#[cfg(test)]
mod tests {
    use super::Badge;

    #[test]
    fn most_are_nine_of_ten() {
        for (correct, asked, color) in [(10, 10, "brightgreen"), (9, 10, "yellow"), (8, 10, "red")]
        {
            assert_eq!(Badge::of_counts(correct, asked).color, color);
        }
    }
}
