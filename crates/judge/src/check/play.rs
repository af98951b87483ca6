//! Asks an engine that can only play which move it plays where that shows a fault.
//!
//! An engine that plays another legal move than the best one has shown nothing: it may only be weak. An illegal move is
//! wrong, and so is no move where one is legal.

use passant_query::{Abilities, Channel, EngineMove};
use passant_rules::Move;
use passant_suite::PlayCase;

use super::attribution;
use super::comparison::legal;
use super::hearing::Hearing;
use super::legality::name_moves;
use super::presentation::{Presentation, Prompt};
use super::worker::{PlannedCase, Worker};
use super::{CaseResult, Doubt, Finding, HAS_TIMED_OUT, PresentationResult, QuestionKind, Verdict};

/// The deepest search for a move, in plies.
const DEEPEST: u32 = 3;

/// The depths to which an engine that names no move is asked to search. Some engines play nothing after a short search.
const WITHOUT_MOVE: [u32; 2] = [4, 8];

impl PlannedCase for PlayCase {
    fn address(&self) -> &str {
        &self.address
    }

    fn presentations_for(&self, _: Abilities) -> Vec<PresentationResult> {
        [prompt(self, false), prompt(&self.turn(), true)]
            .iter()
            .flatten()
            .map(PresentationResult::before_answers)
            .collect()
    }

    /// Asks a case and its twin with swapped colors and mirrored files. After a timeout, nothing more is asked.
    fn ask(&self, worker: &mut Worker<'_>) -> CaseResult {
        let mut results: Vec<PresentationResult> = Vec::new();
        for is_flipped in [false, true] {
            let case = if is_flipped { &self.turn() } else { self };
            let Some(prompt) = prompt(case, is_flipped) else {
                break;
            };
            let has_timed_out = results.iter().any(|it| it.verdict == Verdict::Timeout);
            let timed_out = has_timed_out.then(|| HAS_TIMED_OUT.to_owned());
            let refused =
                timed_out.or_else(|| worker.schedule.refuse(&self.class, prompt.presentation));
            results.push(match refused {
                Some(why) => {
                    PresentationResult::leave_out(&prompt, QuestionKind::Best, &why, vec![0])
                }
                None => worker.hear(&self.class, &prompt, |mut hearing| {
                    let outcome = hearing.ask_play(case);
                    hearing.conclude(QuestionKind::Best, outcome)
                }),
            });
        }
        self.summarize(worker.can().channel, results)
    }

    fn without_answers(&self, why: &str) -> Vec<PresentationResult> {
        let prompt = prompt(self, false);
        let unasked = prompt.map(|it| PresentationResult::not_asked(&it, QuestionKind::Best, why));
        unasked.into_iter().collect()
    }

    fn summarize(&self, channel: Channel, answers: Vec<PresentationResult>) -> CaseResult {
        let about = [&*self.address, &self.class, &self.why];
        let position = self.position().unwrap_or_default();
        CaseResult::of_case(about, &position, answers, channel).without_pattern()
    }
}

/// Returns what the engine is given.
fn prompt(case: &PlayCase, is_flipped: bool) -> Option<Prompt> {
    let steps = case.line.steps.len();
    let before = case.line.take(steps.saturating_sub(1)).position()?;
    let moves = case.line.moves().unwrap_or_default();
    let last = moves.last().and_then(|&mv| before.find(mv).ok());
    let presentation = match last.is_some_and(Move::is_en_passant) {
        true if is_flipped => Presentation::FlippedCapture,
        true => Presentation::Capture,
        false => Presentation::of(steps != 0, is_flipped),
    };
    Prompt::at(presentation, &case.line)
}

impl Hearing<'_> {
    /// Asks which move is played, deeper and deeper, until one shows something.
    fn ask_play(&mut self, case: &PlayCase) -> Result<(), Doubt> {
        let position = &self.prompt.position;
        let mut played = EngineMove::Uci(case.best);
        for depth in (case.depth..=DEEPEST).chain(WITHOUT_MOVE) {
            if DEEPEST < depth && played.is_move() {
                break;
            }
            played = self.ask(|subject, line| subject.best_move(line, depth))?;
            match legal(position, &played) {
                Some(mv) if position.uci_move(mv) == case.best => {
                    self.result.pass_at(depth);
                    return Ok(());
                }
                None if played.is_move() => return self.confirm_play(case, &played, depth),
                _ => {}
            }
        }
        if played.is_move() {
            let what = format!("{played}, a legal move that shows nothing");
            return Err(Doubt::unsupported(what));
        }
        let [_, deepest] = WITHOUT_MOVE;
        self.confirm_play(case, &played, deepest)
    }

    /// Asks about a wrong move again in a new process, and confirms the position.
    fn confirm_play(
        &mut self,
        case: &PlayCase,
        played: &EngineMove,
        depth: u32,
    ) -> Result<(), Doubt> {
        let again = self.ask_again(|subject, line| subject.best_move(line, depth))?;
        if again != *played {
            let what = format!("it plays {played}, and {again} when asked again");
            return Err(Doubt::NotRepeated(what));
        }
        self.confirm_by_move(played, &case.wrong)?;
        if !is_of_en_passant(case, self.prompt, played)? {
            let what = format!("a move that has to do with en passant, and not {played}");
            return Err(Doubt::unsupported(what));
        }
        let position = &self.prompt.position;
        let best = case.best;
        let wrong = played.uci().filter(|_| played.is_move());
        let text = match wrong {
            None => format!("plays no move, but {best} is legal"),
            Some(mv) if position.count_legal_moves() == 1 => {
                format!("plays {mv}, but {best} is the only legal move")
            }
            Some(mv) => format!("plays {mv}, which is illegal"),
        };
        let finding = Finding::text(QuestionKind::Best, text);
        self.result
            .fail(finding.with(name_moves(position, wrong.as_slice())));
        Ok(())
    }
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
