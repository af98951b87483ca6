//! Asks an engine that can only play which move it plays where that shows a fault.
//!
//! An engine that plays another legal move than the best one has shown nothing: it may only be weak. An illegal move is
//! wrong, and so is no move where one is legal.

use passant_query::{Channel, EngineError, EngineMove, Subject};
use passant_rules::Move;
use passant_suite::PlayCase;

use super::Doubt;
use super::attribution;
use super::comparison::{ResolvedMove, resolve};
use super::legality::named;
use super::presentation::{Presentation, Prompt};
use super::proof::proof_of_play;
use super::retry::ask_twice;
use super::{CaseResult, Finding, HAS_TIMED_OUT, PresentationResult, QuestionKind, Verdict};

/// The deepest search for a move, in plies.
const DEEPEST: u32 = 3;

/// The depths to which an engine that names no move is asked to search. Some engines play nothing after a short search.
const WITHOUT_MOVE: [u32; 2] = [4, 8];

/// Asks a case and its twin with swapped colors and mirrored files, each unless it is refused. What has timed out is not asked again.
pub(super) fn case(
    channel: &mut dyn Subject,
    case: &PlayCase,
    refuses: impl Fn(Presentation) -> Option<String>,
) -> CaseResult {
    let mut results: Vec<PresentationResult> = Vec::new();
    for is_flipped in [false, true] {
        let case = if is_flipped { &case.turned() } else { case };
        let Some(prompt) = prompt(case, is_flipped) else {
            break;
        };
        let has_timed_out = results.iter().any(|it| it.verdict == Verdict::Timeout);
        let timed_out = has_timed_out.then(|| HAS_TIMED_OUT.to_owned());
        if let Some(why) = timed_out.or_else(|| refuses(prompt.presentation)) {
            let kind = QuestionKind::Best;
            results.push(PresentationResult::left_out(&prompt, kind, &why, vec![0]));
            continue;
        }
        let mut result = PresentationResult::unanswered(&prompt);
        if let Err(doubt) = ask(channel, case, &prompt, &mut result) {
            result.doubt(QuestionKind::Best, &doubt);
        }
        results.push(result);
    }
    summarize(case, channel.can().channel, results)
}

/// The result of a case about which the engine is not asked.
pub(super) fn left_out(case: &PlayCase, channel: Channel, why: &str) -> CaseResult {
    let results = prompt(case, false)
        .map(|prompt| PresentationResult::not_asked(&prompt, QuestionKind::Best, why));
    summarize(case, channel, results.into_iter().collect())
}

/// What the engine is given, with the original and swapped colors, without answers.
pub(super) fn given(case: &PlayCase) -> Vec<PresentationResult> {
    let prompts = [prompt(case, false), prompt(&case.turned(), true)];
    let prompts = prompts.iter().flatten();
    prompts.map(PresentationResult::unanswered).collect()
}

/// What the engine is given.
fn prompt(case: &PlayCase, is_flipped: bool) -> Option<Prompt> {
    let steps = case.line.steps.len();
    let before = case.line.take(steps.saturating_sub(1)).position()?;
    let moves = case.line.moves().unwrap_or_default();
    let last = moves.last().and_then(|&mv| before.find(mv).ok());
    let presentation = match (steps, last.is_some_and(Move::is_en_passant)) {
        (0, _) => [Presentation::Fen, Presentation::FlippedFen],
        (_, true) => [Presentation::Capture, Presentation::FlippedCapture],
        (_, false) => [Presentation::Moves, Presentation::FlippedMoves],
    };
    Some(Prompt {
        presentation: presentation[usize::from(is_flipped)],
        line: case.line.clone(),
        position: case.position()?,
    })
}

fn ask(
    channel: &mut dyn Subject,
    case: &PlayCase,
    prompt: &Prompt,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    let mut played = EngineMove::Uci(case.best);
    for depth in (case.depth..=DEEPEST).chain(WITHOUT_MOVE) {
        if DEEPEST < depth && played.is_move() {
            break;
        }
        played = ask_twice(channel, |it| it.best_move(&prompt.line, depth))?;
        match resolve(&prompt.position, &played) {
            ResolvedMove::Legal(mv) if prompt.position.uci_move(mv) == case.best => {
                result.depth = depth;
                result.pass();
                return Ok(());
            }
            ResolvedMove::Legal(_) => {}
            _ if played.is_move() => return wrong(channel, case, prompt, &played, depth, result),
            ResolvedMove::Extra(_) => {}
        }
    }
    if played.is_move() {
        let what = format!("{played}, a legal move that shows nothing");
        return Err(EngineError::Unsupported(what).into());
    }
    let [_, deepest] = WITHOUT_MOVE;
    wrong(channel, case, prompt, &played, deepest, result)
}

/// Asks about a wrong move again in a new process, and confirms the position.
fn wrong(
    channel: &mut dyn Subject,
    case: &PlayCase,
    prompt: &Prompt,
    played: &EngineMove,
    depth: u32,
    result: &mut PresentationResult,
) -> Result<(), Doubt> {
    channel.restart();
    let again = channel.best_move(&prompt.line, depth)?;
    if again != *played {
        let what = format!("it plays {played}, and {again} when asked again");
        return Err(Doubt::NotRepeated(what));
    }
    proof_of_play(channel, prompt, played, &case.wrong).confirmed()?;
    if !is_of_en_passant(case, prompt, played)? {
        let what = format!("a move that has to do with en passant, and not {played}");
        return Err(EngineError::Unsupported(what).into());
    }
    let best = case.best;
    let (text, wrong) = match played.uci().filter(|_| played.is_move()) {
        None => (format!("plays no move, but {best} is legal"), Vec::new()),
        Some(mv) if prompt.position.count_legal_moves() == 1 => (
            format!("plays {mv}, but {best} is the only legal move"),
            vec![mv],
        ),
        Some(mv) => (format!("plays {mv}, which is illegal"), vec![mv]),
    };
    let difference = named(&prompt.position, &wrong);
    result.add(
        Verdict::Fail,
        Finding {
            difference: Some(difference).filter(|it| !it.is_empty()),
            ..Finding::text(QuestionKind::Best, text)
        },
    );
    Ok(())
}

/// Tells whether a fault of en passant explains an illegal move, or none where there is one.
fn is_of_en_passant(case: &PlayCase, prompt: &Prompt, played: &EngineMove) -> Result<bool, Doubt> {
    // An engine that believes that there is no move may name any.
    let may_be_blind = || attribution::is_blind_to_en_passant(&prompt.line);
    match played.uci() {
        _ if !played.is_move() => Ok(may_be_blind()),
        None => Err(Doubt::Ambiguous(format!("it plays {played}"))),
        Some(mv) => Ok(case.wrong.contains(&mv)
            || attribution::is_of_en_passant(&prompt.line, &prompt.position, mv)
            || may_be_blind()),
    }
}

pub(super) fn summarize(
    case: &PlayCase,
    channel: Channel,
    presentations: Vec<PresentationResult>,
) -> CaseResult {
    let about = [&*case.address, &case.class, &case.why];
    let position = case.position().unwrap_or_default();
    let result = CaseResult::of_case(about, &position, presentations, channel);
    result.without_pattern()
}
