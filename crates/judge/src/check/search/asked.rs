//! One search, and what is wrong with its output.

use passant_query::{EngineError, Line, SearchLimit, SearchRequest, Searched, Subject};
use passant_suite::SearchCase;

use super::blame::{finds_deeper, finds_without_right};
use super::controls::Controls;
use super::findings::{finding, kind};
use super::flaw::{MoveFlaws, SearchFlaw, flaws_of_claim, flaws_of_moves, is_complete};
use crate::check::Doubt;
use crate::check::presentation::Prompt;
use crate::check::retry::ask_twice;
use crate::check::{Finding, PresentationResult, Verdict};

/// A search, and what it printed.
pub(super) struct AskedSearch<'a> {
    line: &'a Line,
    request: SearchRequest,
    searched: Option<Searched>,
}

impl<'a> AskedSearch<'a> {
    pub(super) fn new(line: &'a Line, request: SearchRequest) -> Self {
        Self {
            line,
            request,
            searched: None,
        }
    }

    /// A search of what the engine is given.
    pub(super) fn at_end(prompt: &'a Prompt, request: SearchRequest) -> Self {
        Self::new(&prompt.line, request)
    }

    fn search(&self, subject: &mut dyn Subject) -> Result<Searched, EngineError> {
        subject.search(self.line, self.request.clone())
    }

    /// Judges lines and moves, which must be legal at every depth. What has nothing to do with en passant is said and not
    /// judged. Fails if the engine prints illegal lines without en passant too.
    pub(super) fn judge_moves(
        &mut self,
        subject: &mut dyn Subject,
        controls: &mut Controls,
        case: &SearchCase,
        result: &mut PresentationResult,
    ) -> Result<(), Doubt> {
        let searched = ask_twice(subject, |it| self.search(it))?;
        let flaws = flaws_of_moves(self.line, &searched);
        if !searched.lines.is_empty() {
            result.depth = result.depth.max(self.depth());
        }
        self.searched = Some(searched);
        let is_judged = !flaws.of_en_passant.iter().any(SearchFlaw::is_of_line)
            || controls.has_legal_lines(subject, &self.request)?;
        // A search may have no move yet when its nodes are used up.
        let is_by_nodes = self.depth() == 0;
        let judged = |mut flaws: MoveFlaws| {
            flaws.of_en_passant.retain(|flaw| match flaw {
                SearchFlaw::IllegalLine(_) => is_judged,
                SearchFlaw::NoMove => !is_by_nodes,
                _ => true,
            });
            flaws.of_en_passant
        };
        let is_said = |flaw: &&SearchFlaw| !is_by_nodes || !matches!(flaw, SearchFlaw::NoMove);
        self.mention(flaws.others.iter().find(is_said), case, result);
        let judge = |found: &Searched| judged(flaws_of_moves(self.line, found));
        self.confirm(subject, case, judged(flaws), &judge, result)?;
        if !is_judged {
            let what = "lines that are legal without en passant";
            return Err(EngineError::unsupported(what).into());
        }
        Ok(())
    }

    /// Says what is wrong and has nothing to do with en passant.
    fn mention(
        &self,
        flaw: Option<&SearchFlaw>,
        case: &SearchCase,
        result: &mut PresentationResult,
    ) {
        if let Some(flaw) = flaw {
            let about = finding(&self.request, self.line, case, flaw);
            let what = format!("something without en passant: {about}");
            let text = EngineError::unsupported(what).to_string();
            result.add(Verdict::Unsupported, Finding::text(kind(flaw), text));
        }
    }

    /// Judges the move that is played and the score, if the search was deep enough.
    pub(super) fn judge_claim(
        &self,
        subject: &mut dyn Subject,
        controls: &mut Controls,
        case: &SearchCase,
        result: &mut PresentationResult,
    ) -> Result<(), Doubt> {
        let depth = self.depth();
        let is_judged = |found: &Searched| is_complete(found, depth);
        if !self.searched.as_ref().is_some_and(is_judged) {
            let what = format!("a search to depth {depth} that prints lines, in time");
            return Err(EngineError::Unsupported(what).into());
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
        if !finds_without_right(subject, controls, case, depth)? {
            let what = "a search that finds the same without en passant";
            return Err(EngineError::unsupported(what).into());
        }
        self.confirm(subject, case, flaws, &judge, result)
    }

    /// The depth that was asked for; 0 if there is none.
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
    ) -> Result<(), Doubt> {
        if flaws.is_empty() {
            return Ok(());
        }
        subject.restart();
        let again = judge(&self.search(subject)?);
        let is_repeated = |flaw: &SearchFlaw| again.iter().any(|it| it.kind() == flaw.kind());
        let (repeated, others): (Vec<_>, Vec<_>) = flaws.into_iter().partition(is_repeated);
        if repeated.is_empty() {
            for flaw in others {
                let text = format!("{}, but not when asked again in a new process", flaw.kind());
                result.add(Verdict::Unknown, Finding::text(kind(&flaw), text));
            }
        }
        for flaw in repeated {
            let finding = finding(&self.request, self.line, case, &flaw);
            result.add(Verdict::Fail, finding);
        }
        Ok(())
    }
}
