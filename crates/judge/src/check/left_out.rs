//! Counts what an engine was not asked for lack of time.

use serde::{Deserialize, Serialize};

use super::{CaseResult, PresentationResult};

/// Why nothing more of a case is asked after a timeout: it would time out again.
pub(super) const HAS_TIMED_OUT: &str = "not asked: the case has timed out";

/// The questions that an engine was not asked because there was no time left, or no answer to others like them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Cases that were not asked at all.
    pub cases: usize,
    /// Cases that were asked in part.
    pub parts: usize,
    /// Questions of those cases that were not asked: one for each depth of a count.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub counts: usize,
    /// Tells whether failures were not diagnosed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub diagnosis: bool,
    /// Cases about searches.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub searches: usize,
    /// Cases about searches that were not asked because several in a row had no answer, and not for lack of time.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub silent_searches: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl LeftOut {
    /// Counts what the results of cases say was not asked.
    #[must_use]
    pub fn of(cases: &[CaseResult]) -> Self {
        let mut left_out = Self::default();
        for case in cases {
            let counts = case.presentations.iter().map(|it| it.left_out.len());
            match counts.sum() {
                0 => {}
                _ if case
                    .presentations
                    .iter()
                    .all(PresentationResult::is_left_out) =>
                {
                    left_out.cases += 1;
                }
                counts => {
                    left_out.parts += 1;
                    left_out.counts += counts;
                }
            }
        }
        left_out
    }

    /// Tells whether everything was asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl PresentationResult {
    /// Tells whether nothing of it was asked for lack of time.
    #[must_use]
    pub fn is_left_out(&self) -> bool {
        !self.left_out.is_empty() && self.depth == 0 && self.verdict.is_correct().is_none()
    }

    /// The depth to which it was to be asked; 0 if it is not a count.
    #[must_use]
    pub fn target_depth(&self) -> u32 {
        let left_out = self.left_out.iter().copied();
        left_out.fold(self.depth, u32::max)
    }
}

impl CaseResult {
    /// Tells whether some of its questions were not asked for lack of time. The case may be wrong there.
    #[must_use]
    pub fn is_asked_in_part(&self) -> bool {
        self.presentations.iter().any(|it| !it.left_out.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use passant_query::Channel;
    use passant_rules::Color;

    use super::{CaseResult, LeftOut, PresentationResult};
    use crate::check::{Presentation, Verdict};

    /// A case that passes, with the depth that was reached by each presentation and those that were left out.
    fn case(presentations: &[(u32, &[u32])]) -> CaseResult {
        let presentations = presentations.iter().map(|&(depth, left_out)| {
            let is_asked = depth != 0;
            PresentationResult {
                verdict: [Verdict::Unsupported, Verdict::Pass][usize::from(is_asked)],
                depth,
                left_out: left_out.to_vec(),
                ..PresentationResult::without_answers(Presentation::Fen, None)
            }
        });
        CaseResult::of(presentations.collect(), Channel::Divide, Color::White)
    }

    #[test]
    fn counts_what_was_not_asked() {
        let cases = [
            case(&[(3, &[]), (3, &[])]),
            case(&[(2, &[3]), (1, &[2, 3]), (0, &[1, 2])]),
            case(&[(0, &[1, 2, 3])]),
        ];
        let left_out = LeftOut::of(&cases);
        assert_eq!([left_out.cases, left_out.parts, left_out.counts], [1, 1, 5]);
        assert_eq!(cases[1].presentations[0].target_depth(), 3);
        assert_eq!(
            cases.map(|case| case.is_asked_in_part()),
            [false, true, true]
        );
    }
}
