//! Asks an engine about one case, and again before it is blamed.

use passant_query::{
    Channel, EngineError, Feature, Interrupt, SearchLimit, SearchRequest, Subject,
};
use passant_suite::{SearchCase, SearchClaim};

use super::asked::AskedSearch;
use super::blame::DEEPEST;
use super::controls::Controls;
use crate::check::presentation::{Presentation, Prompt};
use crate::check::{CaseResult, Doubt, Finding, PresentationResult, QuestionKind, Verdict};

/// How much deeper than a case says an engine searches before its move and its score count.
const DEEPER: u32 = 2;

/// The depths to which an engine searches that finds no mates without en passant before: at small depths, many engines leave
/// out moves.
const DEEP: [u32; 2] = [8, DEEPEST];

/// How many lines an engine prints that is asked about lines only, if it prints several: an illegal move may stand in another
/// line than the best one.
const LINES: u32 = 3;

/// How many nodes an engine searches that is asked about lines only. It ends in the middle of a depth then.
const NODES: u64 = 200;

/// Asks a case and its twin with swapped colors and mirrored files. An engine that gave no answer is not asked again.
pub(super) fn case(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    channel: Channel,
    interrupt: &Interrupt,
) -> CaseResult {
    let mut results: Vec<PresentationResult> = Vec::new();
    for is_flipped in [false, true] {
        let case = if is_flipped { &case.turned() } else { case };
        let Some(prompt) = prompt(case, is_flipped) else {
            break;
        };
        if interrupt.is_raised() {
            break;
        }
        let mut result = PresentationResult::unanswered(&prompt);
        let answer = ask(subject, controls, case, &prompt, &mut result);
        if let Err(doubt) = &answer {
            let finding = Finding::of_doubt(QuestionKind::Search, doubt);
            result.add(verdict_on(doubt), finding);
        }
        results.push(result);
        if matches!(answer, Err(Doubt::NoAnswer(EngineError::TimedOut(_)))) {
            break;
        }
    }
    let about = [&*case.address, &case.class, &case.why];
    let position = case.position().unwrap_or_default();
    CaseResult::of_case(about, &position, results, channel).without_pattern()
}

/// Time is never held against a search.
fn verdict_on(doubt: &Doubt) -> Verdict {
    match doubt {
        Doubt::NoAnswer(EngineError::TimedOut(_)) => Verdict::Unsupported,
        doubt => doubt.verdict(),
    }
}

/// The depths to which an engine searches before its move and its score count: the first at which it finds mates without en
/// passant.
pub(crate) fn deeper(case: &SearchCase) -> impl Iterator<Item = u32> + use<> {
    std::iter::once(case.depth + DEEPER).chain(DEEP)
}

/// What the engine is given.
fn prompt(case: &SearchCase, is_flipped: bool) -> Option<Prompt> {
    let presentation = match (case.line.steps.is_empty(), is_flipped) {
        (true, false) => Presentation::Fen,
        (true, true) => Presentation::FlippedFen,
        (false, false) => Presentation::Moves,
        (false, true) => Presentation::FlippedMoves,
    };
    Some(Prompt {
        presentation,
        line: case.line.clone(),
        position: case.position()?,
    })
}

fn ask(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    prompt: &Prompt,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    // Where the game is over, no program has to search.
    let is_over = prompt.position.count_legal_moves() == 0;
    if case.claim == SearchClaim::LegalLines {
        judge_lines(subject, controls, case, prompt, is_over, result)?;
    } else if !is_over {
        judge_claim(subject, controls, case, prompt, result)?;
    }
    if result.depth == 0 {
        let what = "lines in the output of its search";
        return Err(EngineError::unsupported(what).into());
    }
    result.pass();
    Ok(())
}

/// Judges the lines of the position before and of the one that follows, in the same game: several to a depth, if the engine
/// prints several, and one by nodes.
fn judge_lines(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    prompt: &Prompt,
    is_over: bool,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    let has_several = subject.supports(Feature::SeveralLines)?;
    let lines = if has_several { LINES } else { 1 };
    let to_depth = SearchLimit::Depth(case.depth);
    if let Some(before) = &case.before {
        let request = SearchRequest::to(to_depth).with_lines(lines);
        AskedSearch::new(before, request).judge_moves(subject, controls, case, result)?;
    }
    if is_over {
        return Ok(());
    }
    let request = case.request(to_depth).with_lines(lines);
    AskedSearch::at_end(prompt, request).judge_moves(subject, controls, case, result)?;
    if result.verdict == Verdict::Fail {
        return Ok(());
    }
    let request = case.request(SearchLimit::Nodes(NODES));
    match AskedSearch::at_end(prompt, request).judge_moves(subject, controls, case, result) {
        // Not every engine counts its nodes.
        Err(Doubt::NoAnswer(EngineError::Unsupported(_))) => Ok(()),
        judged => judged,
    }
}

/// Judges the lines of the position at the end, and what the case claims about it.
fn judge_claim(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    prompt: &Prompt,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    let to_depth = |depth| AskedSearch::at_end(prompt, case.request(SearchLimit::Depth(depth)));
    to_depth(case.depth).judge_moves(subject, controls, case, result)?;
    if result.verdict == Verdict::Fail {
        return Ok(());
    }
    for depth in deeper(case) {
        if controls.finds(subject, case.claim, case.within, depth)? {
            let mut asked = to_depth(depth);
            asked.judge_moves(subject, controls, case, result)?;
            return asked.judge_claim(subject, controls, case, result);
        }
    }
    let what = "a search that finds mates without en passant";
    Err(EngineError::unsupported(what).into())
}
