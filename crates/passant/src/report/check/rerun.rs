//! The commands that repeat a case.

use passant_judge::check::{CaseResult, PresentationResult};
use passant_query::Channel;
use passant_report::{EngineResult, command_line};

/// The command that repeats a case, with the same depths.
pub(crate) fn check(case: &CaseResult, result: &EngineResult) -> String {
    if result.text.is_some() {
        return command_line(["passant", "judge", "--ask", "--suite", &*case.address]);
    }
    let command = ["passant", "check"].into_iter();
    let words = result.words.iter().chain(&result.options);
    let command = command.chain(words.map(String::as_str));
    command_line(command.chain(["--suite", &*case.address]))
}

/// The command that bisects a wrong count; `None` if no count is wrong, or if a script counted.
pub(crate) fn bisect(case: &CaseResult, words: &[String]) -> Option<String> {
    let (presentation, depth) = counted_wrongly(case)?;
    let (engine, options) = words.split_first()?;
    let depth = depth.to_string();
    let command = ["passant", "bisect", engine, &presentation.fen, &depth].into_iter();
    let moves = presentation.moves.iter().chain(options).map(String::as_str);
    (case.channel != Channel::Script).then(|| command_line(command.chain(moves)))
}

/// The first presentation with a wrong count, and the depth.
fn counted_wrongly(case: &CaseResult) -> Option<(&PresentationResult, u32)> {
    case.presentations.iter().find_map(|presentation| {
        let depth = presentation
            .findings
            .iter()
            .find_map(|finding| finding.depth)?;
        Some((presentation, depth))
    })
}
