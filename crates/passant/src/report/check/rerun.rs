//! The commands that repeat a case.

use passant_judge::check::{CaseResult, PresentationResult};
use passant_query::Channel;
use passant_report::{EngineResult, command_line};

/// The command that repeats a case, as a user types it.
pub(crate) fn check(case: &CaseResult, result: &EngineResult) -> String {
    command_line(check_words(case, result))
}

/// The command that bisects a wrong count, as a user types it; `None` if no count is wrong, or if a script counted.
pub(crate) fn bisect(case: &CaseResult, words: &[String]) -> Option<String> {
    bisect_words(case, words).map(|words| command_line(words.iter().map(String::as_str)))
}

/// The command that repeats a case, with the same depths.
pub(super) fn check_words<'a>(case: &'a CaseResult, result: &'a EngineResult) -> Vec<&'a str> {
    if result.text.is_some() {
        return vec!["passant", "judge", "--ask", "--suite", &case.address];
    }
    let words = result.words.iter().chain(&result.options);
    let mut command = vec!["passant", "check"];
    command.extend(words.map(String::as_str));
    command.extend(["--suite", &case.address]);
    command
}

/// The words of the command that bisects a wrong count.
pub(super) fn bisect_words(case: &CaseResult, words: &[String]) -> Option<Vec<String>> {
    let (presentation, depth) = find_wrong_count(case)?;
    let (engine, options) = words.split_first()?;
    let depth = depth.to_string();
    let command = ["passant", "bisect", engine, &presentation.fen, &depth].map(str::to_owned);
    let moves = presentation.moves.iter().chain(options).cloned();
    (case.channel != Channel::Script).then(|| command.into_iter().chain(moves).collect())
}

/// The first presentation with a wrong count, and the depth.
fn find_wrong_count(case: &CaseResult) -> Option<(&PresentationResult, u32)> {
    case.presentations.iter().find_map(|presentation| {
        let depth = presentation
            .findings
            .iter()
            .find_map(|finding| finding.depth)?;
        Some((presentation, depth))
    })
}
