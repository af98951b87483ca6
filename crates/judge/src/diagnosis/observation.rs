//! The answer of an engine to one question, beside the answers of engines with faults.

use std::borrow::Cow;

use passant_oracle::{EngineFault, Family, FaultSet};
use passant_query::Query;

use super::answer::ObservedAnswer;
use super::evidence::Topic;
use super::predictions::Predictions;

/// The answer of an engine to one question.
#[derive(Clone, Debug)]
pub struct Observation<'a> {
    /// The question, with the answer of every fault.
    pub predictions: &'a Predictions,
    /// The answer of the engine, in the words of the oracle.
    pub answer: ObservedAnswer,
}

impl Observation<'_> {
    /// The answer of an engine with these faults. Its keys need not come from its list of moves, so that they may be right where
    /// the list is wrong.
    pub(super) fn predicted(&self, faults: FaultSet) -> Cow<'_, str> {
        if matches!(self.topic(), Topic::Key | Topic::Repetition) {
            let is_kept = |fault: &EngineFault| !is_of_lists(*fault);
            let apart = self
                .predictions
                .answer_with(faults.iter().filter(is_kept).collect());
            if self.answer.fits(&apart) {
                return apart;
            }
        }
        self.predictions.answer_with(faults)
    }

    /// Whether the answer is wrong.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        !self.answer.is_correct(self.predictions)
    }

    /// Whether one of these faults alone changes the answer to the question.
    pub(super) fn is_changed_by(&self, faults: FaultSet) -> bool {
        let mut changed = self.predictions.by_fault().iter();
        changed.any(|(fault, _)| faults.contains(*fault))
    }

    /// Whether an engine with these faults can have given the answer.
    pub(super) fn agrees(&self, faults: FaultSet) -> bool {
        let predicted = self.predicted(faults);
        self.answer.fits(&predicted) || !self.is_wrong() && self.predictions.is_correct(&predicted)
    }

    /// Whether the question is a count deeper than one ply. Engines differ in how they count below a position in which a
    /// king can be captured.
    pub(super) fn is_deep_count(&self) -> bool {
        matches!(self.predictions.question.query, Query::Count(depth) if 1 < depth)
    }

    /// Whether a text with the suffix `e.p.` is to be read, which no engine has to understand.
    pub(super) fn has_suffix(&self) -> bool {
        matches!(&self.predictions.question.query, Query::Parse(text) if text.contains("e.p."))
    }
}

/// Whether a fault makes lists of moves wrong, and nothing else of an engine that takes nothing from these lists.
fn is_of_lists(fault: EngineFault) -> bool {
    matches!(
        fault.family(),
        Family::Missing | Family::Illegal | Family::Geometry
    )
}
