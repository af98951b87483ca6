//! Cases that no suite has. The controls among them show whether the others can be judged.

use passant_query::EngineError;

use super::{CaseResult, Doubt, PresentationResult, QuestionKind, Verdict};

/// A case of a check that has cases of its own.
pub(super) trait OwnCase {
    /// The kind of its question.
    const QUESTION: QuestionKind;
    /// The reason why no other case is judged once a control has not passed.
    const UNCONTROLLED: &'static str;
    /// Says whether the controls after one that has not passed are asked.
    const ASKS_EVERY_CONTROL: bool = true;

    /// Tells whether it is a control. These come first.
    fn is_control(&self) -> bool;

    /// Returns the result before the program has answered.
    fn before_answers(&self) -> PresentationResult;

    /// Returns the result of the case.
    fn summarize(&self, result: PresentationResult) -> CaseResult;
}

/// Asks about each case. An error of `ask` is the reason why a case is not judged.
pub(super) fn ask_each<C: OwnCase>(
    cases: &[C],
    mut ask: impl FnMut(&C, &mut PresentationResult) -> Result<(), Doubt>,
) -> Vec<CaseResult> {
    let mut is_controlled = true;
    let results = cases.iter().map(|case| {
        let mut result = case.before_answers();
        let asked = if is_controlled || C::ASKS_EVERY_CONTROL && case.is_control() {
            ask(case, &mut result)
        } else {
            Err(Doubt::unsupported(C::UNCONTROLLED))
        };
        if let Err(doubt) = asked {
            result.doubt(C::QUESTION, &doubt);
        }
        is_controlled &= !case.is_control() || result.verdict == Verdict::Pass;
        case.summarize(result)
    });
    results.collect()
}

/// Returns the results for a program that cannot be asked, for this reason.
pub(super) fn without_answers<C: OwnCase>(cases: &[C], why: &EngineError) -> Vec<CaseResult> {
    let doubt: Doubt = why.clone().into();
    let results = cases.iter().map(|case| {
        let mut result = case.before_answers();
        result.doubt(C::QUESTION, &doubt);
        case.summarize(result)
    });
    results.collect()
}
