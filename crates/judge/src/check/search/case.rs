//! Asks an engine about one case, and again before it is blamed.

use passant_query::{
    Channel, EngineError, Interrupt, Line, SearchLimit, SearchRequest, Searched, Subject,
};
use passant_rules::{EnPassantMode, Position, UciMove};
use passant_suite::{SearchCase, SearchClaim};

use super::controls::Controls;
use super::doubt::{DEEPEST, finds_deeper};
use super::flaw::{IllegalInLine, SearchFlaw, flaws_of_claim, flaws_of_moves, is_complete};
use crate::check::describe_move::{NamedMove, of_extra};
use crate::check::presentation::{Presentation, Prompt};
use crate::check::retry::ask_twice;
use crate::check::{CaseResult, Difference, Finding, PresentationResult, QuestionKind, Verdict};

/// How much deeper than a case says an engine searches before its move and its score count.
const DEEPER: u32 = 2;

/// The depths to which an engine searches that finds no mates without en passant before: at small depths, many engines leave
/// out moves.
const DEEP: [u32; 2] = [8, DEEPEST];

/// Asks a case with the original and swapped colors. An engine that gave no answer is not asked again.
pub(super) fn case(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    channel: Channel,
    interrupt: &Interrupt,
) -> CaseResult {
    let mut results: Vec<PresentationResult> = Vec::new();
    for is_flipped in [false, true] {
        let case = if is_flipped { &case.flipped() } else { case };
        let Some(prompt) = prompt(case, is_flipped) else {
            break;
        };
        if interrupt.is_raised() {
            break;
        }
        let mut result = PresentationResult::unanswered(&prompt);
        let answer = ask(subject, controls, case, &prompt, &mut result);
        if let Err(error) = &answer {
            let text = Finding::text(QuestionKind::Search, error.to_string());
            result.add(verdict_on(error), text);
        }
        results.push(result);
        if matches!(answer, Err(EngineError::TimedOut(_))) {
            break;
        }
    }
    summarize(case, channel, results)
}

/// Time is never held against a search.
fn verdict_on(error: &EngineError) -> Verdict {
    match error {
        EngineError::TimedOut(_) => Verdict::Unsupported,
        error => Verdict::on(error),
    }
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
) -> Result<(), EngineError> {
    if case.claim == SearchClaim::LegalLines
        && let Some((before, position)) = case.before.as_ref().zip(before(case))
    {
        let request = SearchRequest::to_depth(case.depth);
        AskedSearch::new(before, position, request).judge_moves(subject, case, result)?;
    }
    // Where the game is over, no program has to search.
    if prompt.position.count_legal_moves() != 0 {
        judge_end(subject, controls, case, prompt, result)?;
    }
    if result.depth == 0 {
        let what = "lines in the output of its search";
        return Err(EngineError::Unsupported(what.to_owned()));
    }
    result.pass();
    Ok(())
}

/// Judges the searches of the position at the end of the line.
fn judge_end(
    subject: &mut dyn Subject,
    controls: &mut Controls,
    case: &SearchCase,
    prompt: &Prompt,
    result: &mut PresentationResult,
) -> Result<(), EngineError> {
    let mut asked = AskedSearch::of(case, prompt, case.depth);
    asked.judge_moves(subject, case, result)?;
    if case.claim == SearchClaim::LegalLines || result.verdict == Verdict::Fail {
        return Ok(());
    }
    for depth in std::iter::once(case.depth + DEEPER).chain(DEEP) {
        if controls.finds(subject, case.claim, case.within, depth)? {
            asked = AskedSearch::of(case, prompt, depth);
            asked.judge_moves(subject, case, result)?;
            return asked.judge_claim(subject, case, result);
        }
    }
    let what = "a search that finds mates without en passant";
    Err(EngineError::Unsupported(what.to_owned()))
}

/// The position that is searched before.
fn before(case: &SearchCase) -> Option<Position> {
    case.before.as_ref()?.position()
}

/// A search, and what it printed.
struct AskedSearch<'a> {
    line: &'a Line,
    position: Position,
    request: SearchRequest,
    searched: Option<Searched>,
}

impl<'a> AskedSearch<'a> {
    fn new(line: &'a Line, position: Position, request: SearchRequest) -> Self {
        Self {
            line,
            position,
            request,
            searched: None,
        }
    }

    fn of(case: &SearchCase, prompt: &'a Prompt, depth: u32) -> Self {
        let request = SearchRequest {
            after: case.before.clone(),
            ..SearchRequest::to_depth(depth)
        };
        Self::new(&prompt.line, prompt.position.clone(), request)
    }

    fn search(&self, subject: &mut dyn Subject) -> Result<Searched, EngineError> {
        subject.search(self.line, self.request.clone())
    }

    /// Judges lines and moves, which must be legal at every depth.
    fn judge_moves(
        &mut self,
        subject: &mut dyn Subject,
        case: &SearchCase,
        result: &mut PresentationResult,
    ) -> Result<(), EngineError> {
        let searched = ask_twice(subject, |it| self.search(it))?;
        let flaws = flaws_of_moves(&self.position, &searched);
        if !searched.lines.is_empty() {
            result.depth = self.depth();
        }
        self.searched = Some(searched);
        self.confirm(
            subject,
            case,
            flaws,
            &|found| flaws_of_moves(&self.position, found),
            result,
        )
    }

    /// Judges the move that is played and the score, if the search was deep enough.
    fn judge_claim(
        &self,
        subject: &mut dyn Subject,
        case: &SearchCase,
        result: &mut PresentationResult,
    ) -> Result<(), EngineError> {
        let depth = self.depth();
        let is_judged = |found: &Searched| is_complete(found, depth);
        if !self.searched.as_ref().is_some_and(is_judged) {
            let what = format!("a search to depth {depth} that prints lines, in time");
            return Err(EngineError::Unsupported(what));
        }
        let judge = |found: &Searched| {
            if is_judged(found) {
                flaws_of_claim(case, found)
            } else {
                Vec::new()
            }
        };
        let flaws = self.searched.as_ref().map(judge).unwrap_or_default();
        if flaws.is_empty() || finds_deeper(subject, case)? {
            return Ok(());
        }
        self.confirm(subject, case, flaws, &judge, result)
    }

    /// The depth that was asked for.
    fn depth(&self) -> u32 {
        match self.request.limit {
            SearchLimit::Depth(depth) => depth,
            SearchLimit::Nodes(_) => 0,
        }
    }

    /// Asks a new process, which has one thread, about the flaws. Those that it repeats are failures.
    fn confirm(
        &self,
        subject: &mut dyn Subject,
        case: &SearchCase,
        flaws: Vec<SearchFlaw>,
        judge: &dyn Fn(&Searched) -> Vec<SearchFlaw>,
        result: &mut PresentationResult,
    ) -> Result<(), EngineError> {
        if flaws.is_empty() {
            return Ok(());
        }
        subject.restart();
        let again = judge(&self.search(subject)?);
        let is_repeated =
            |flaw: &SearchFlaw| again.iter().any(|it| it.to_string() == flaw.to_string());
        let (repeated, others): (Vec<_>, Vec<_>) = flaws.into_iter().partition(is_repeated);
        if repeated.is_empty() {
            for flaw in others {
                let text = format!("{flaw}, but not when asked again in a new process");
                result.add(Verdict::Unknown, Finding::text(kind(&flaw), text));
            }
        }
        for flaw in repeated {
            result.add(Verdict::Fail, self.finding(case, &flaw));
        }
        Ok(())
    }

    fn finding(&self, case: &SearchCase, flaw: &SearchFlaw) -> Finding {
        let limit = self.request.limit;
        let go = match &self.request.after {
            Some(before) => format!("go {limit} after a search of {before}"),
            None => format!("go {limit}"),
        };
        let (what, difference) = match flaw {
            SearchFlaw::IllegalLine(found) => {
                let IllegalInLine { line, path, .. } = found;
                let what = format!("ply {} of `{line}` is illegal", path.len() + 1);
                (what, Some(difference(found)))
            }
            SearchFlaw::IllegalMove(mv) => {
                let found = IllegalInLine {
                    line: String::new(),
                    path: Vec::new(),
                    mv: mv.clone(),
                    position: self.position.clone(),
                };
                ("plays an illegal move".to_owned(), Some(difference(&found)))
            }
            SearchFlaw::NoMove => ("plays no move, but there is one".to_owned(), None),
            SearchFlaw::Missed(played) => (missed(case, *played), None),
            SearchFlaw::FalseMate(moves) => (false_mate(*moves), None),
        };
        Finding {
            difference,
            ..Finding::text(kind(flaw), format!("{go}: {what}"))
        }
    }
}

/// What is wrong with a move that is none of the best ones.
fn missed(case: &SearchCase, played: UciMove) -> String {
    let best: Vec<_> = case.best.iter().map(UciMove::to_string).collect();
    let best = best.join(" ");
    let within = case.within;
    match case.claim {
        SearchClaim::Mate => format!("plays {played}; only {best} mates in {within}"),
        _ => {
            format!("plays {played}, after which the other side mates in {within}; correct: {best}")
        }
    }
}

fn false_mate(moves: i32) -> String {
    let side = if 0 < moves {
        "side to move"
    } else {
        "other side"
    };
    let number = moves.unsigned_abs();
    format!("announces mate {moves}, but the {side} has no mate in {number}")
}

fn difference(found: &IllegalInLine) -> Difference {
    let extra: NamedMove = of_extra(&found.position, &found.mv.to_string());
    Difference {
        path: found.path.iter().map(UciMove::to_string).collect(),
        fen: found.position.fen(EnPassantMode::Always).to_string(),
        missing: Vec::new(),
        extra: vec![extra],
    }
}

fn kind(flaw: &SearchFlaw) -> QuestionKind {
    match flaw {
        SearchFlaw::IllegalLine(_) | SearchFlaw::IllegalMove(_) => QuestionKind::Line,
        SearchFlaw::NoMove | SearchFlaw::Missed(_) => QuestionKind::Search,
        SearchFlaw::FalseMate(_) => QuestionKind::Mate,
    }
}

fn summarize(
    case: &SearchCase,
    channel: Channel,
    presentations: Vec<PresentationResult>,
) -> CaseResult {
    let position = case.position().unwrap_or_default();
    CaseResult {
        address: case.address.clone(),
        class: case.class.clone(),
        fen: position.fen(EnPassantMode::Always).to_string(),
        why: case.why.clone(),
        ..CaseResult::of(presentations, channel, position.side_to_move())
    }
}
