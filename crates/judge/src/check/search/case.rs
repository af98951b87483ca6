//! Asks an engine about one case, and again before it is blamed.

use passant_query::{
    Channel, EngineError, Feature, Interrupt, Line, SearchLimit, SearchRequest, Searched,
};
use passant_suite::{SearchCase, SearchClaim};

use super::controls::{DEEPER, DEEPEST, Searcher};
use super::findings::{finding, kind};
use super::flaw::{SearchFlaw, flaws_of_claim, flaws_of_moves, is_complete};
use crate::check::presentation::{Presentation, Prompt};
use crate::check::retry::ask_twice;
use crate::check::{CaseResult, Doubt, Finding, PresentationResult, QuestionKind, Verdict};

/// The depths to which an engine searches that finds no mates without en passant before: at small depths, many engines leave
/// out moves.
const DEEP: [u32; 2] = [8, DEEPEST];

/// The number of lines that an engine prints that is asked about lines only, if it prints several: an illegal move may stand in another
/// line than the best one.
const LINES: u32 = 3;

/// The number of nodes that an engine searches that is asked about lines only. It ends in the middle of a depth then.
const NODES: u64 = 200;

/// The depths to which an engine searches before its move and its score count: the first at which it finds mates without en
/// passant. Where the best move only delays a mate, a deep search sees that, and an engine that does not tell mates by their
/// length may then play any move.
pub(crate) fn deeper(case: &SearchCase) -> impl Iterator<Item = u32> + use<> {
    let only_delays = case.claim == SearchClaim::Saves && !case.draws_by_repetition();
    let deep = DEEP.into_iter().filter(move |_| !only_delays);
    std::iter::once(case.depth + DEEPER).chain(deep)
}

/// Asks a case and its twin with swapped colors and mirrored files. A draw by repetition that is found after the double push
/// must be found after a FEN of the same position, too. An engine that gave no answer is not asked again.
pub(super) fn case(
    searcher: &mut Searcher<'_>,
    case: &SearchCase,
    channel: Channel,
    interrupt: &Interrupt,
) -> CaseResult {
    let mut results: Vec<PresentationResult> = Vec::new();
    'twins: for is_flipped in [false, true] {
        let case = if is_flipped { &case.turn() } else { case };
        for told in case.as_told() {
            let is_played = !told.line.steps.is_empty() && told.line == case.line;
            let presentation = Presentation::of(is_played, is_flipped);
            let Some(prompt) = Prompt::at(presentation, &told.line) else {
                break 'twins;
            };
            if interrupt.is_raised() {
                break 'twins;
            }
            let (result, is_late) = ask_presentation(searcher, &told, &prompt);
            let verdict = result.verdict;
            results.push(result);
            if is_late {
                break 'twins;
            }
            if verdict != Verdict::Pass {
                break;
            }
        }
    }
    let about = [&*case.address, &case.class, &case.why];
    let position = case.position().unwrap_or_default();
    CaseResult::of_case(about, &position, results, channel).without_pattern()
}

/// Asks one presentation of a case, and tells whether the engine gave no answer in time.
fn ask_presentation(
    searcher: &mut Searcher<'_>,
    case: &SearchCase,
    prompt: &Prompt,
) -> (PresentationResult, bool) {
    let mut hearing = SearchHearing {
        searcher,
        case,
        prompt,
        result: PresentationResult::before_answers(prompt),
    };
    let answer = hearing.ask();
    let mut result = hearing.result;
    if let Err(doubt) = &answer {
        // Time is never held against a search.
        let verdict = match doubt.verdict() {
            Verdict::Timeout => Verdict::Unsupported,
            verdict => verdict,
        };
        result.add(verdict, Finding::of_doubt(QuestionKind::Search, doubt));
    }
    let is_late = matches!(answer, Err(Doubt::NoAnswer(EngineError::TimedOut(_))));
    (result, is_late)
}

/// An engine that is asked to search one presentation of a case.
struct SearchHearing<'a, 's> {
    searcher: &'a mut Searcher<'s>,
    case: &'a SearchCase,
    prompt: &'a Prompt,
    /// The result of its answers until now.
    result: PresentationResult,
}

/// A search of the end of a line.
struct Search<'a> {
    line: &'a Line,
    request: SearchRequest,
}

impl Search<'_> {
    /// The depth that is asked for; 0 if there is none.
    fn depth(&self) -> u32 {
        match self.request.limit {
            SearchLimit::Depth(depth) => depth,
            SearchLimit::Nodes(_) => 0,
        }
    }
}

/// Returns the flaws of a search that are judged.
type Judge<'a> = &'a dyn Fn(&Searched) -> Vec<SearchFlaw>;

impl<'a> SearchHearing<'a, '_> {
    fn ask(&mut self) -> Result<(), Doubt> {
        // No program has to search after the end of a game.
        let is_over = self.prompt.position.count_legal_moves() == 0;
        if self.case.claim == SearchClaim::LegalLines {
            self.ask_lines(is_over)?;
        } else if !is_over {
            self.ask_claim()?;
        }
        if self.result.depth == 0 {
            return Err(Doubt::unsupported("lines in the output of its search"));
        }
        self.result.pass();
        Ok(())
    }

    /// A search of what the engine is given.
    fn at_end(&self, request: SearchRequest) -> Search<'a> {
        Search {
            line: &self.prompt.line,
            request,
        }
    }

    /// Judges the lines of the position before and of the one that follows, in the same game: several to a depth, if the
    /// engine prints several, and one by nodes.
    fn ask_lines(&mut self, is_over: bool) -> Result<(), Doubt> {
        let case = self.case;
        let has_several = self.searcher.subject.supports(Feature::SeveralLines)?;
        let lines = if has_several { LINES } else { 1 };
        let to_depth = SearchLimit::Depth(case.depth);
        if let Some(line) = &case.before {
            let request = SearchRequest::to(to_depth).with_lines(lines);
            self.judge_moves(&Search { line, request })?;
        }
        if is_over {
            return Ok(());
        }
        self.judge_moves(&self.at_end(case.request(to_depth).with_lines(lines)))?;
        if self.result.verdict == Verdict::Fail {
            return Ok(());
        }
        match self.judge_moves(&self.at_end(case.request(SearchLimit::Nodes(NODES)))) {
            // Not every engine counts its nodes.
            Err(Doubt::NoAnswer(EngineError::Unsupported(_))) => Ok(()),
            judged => judged.map(drop),
        }
    }

    /// Judges the lines of the position at the end, and what the case claims about it.
    fn ask_claim(&mut self) -> Result<(), Doubt> {
        let case = self.case;
        let to_depth = |depth| case.request(SearchLimit::Depth(depth));
        self.judge_moves(&self.at_end(to_depth(case.depth)))?;
        if self.result.verdict == Verdict::Fail {
            return Ok(());
        }
        for depth in deeper(case) {
            if self.searcher.finds(case.claim, case.within, depth)? {
                let search = self.at_end(to_depth(depth));
                let searched = self.judge_moves(&search)?;
                return self.judge_claim(&search, &searched);
            }
        }
        let what = "a search that finds mates without en passant";
        Err(Doubt::unsupported(what))
    }

    /// Judges lines and moves, which must be legal at every depth. What has nothing to do with en passant is said and not
    /// judged. Fails if the engine prints illegal lines without en passant too.
    fn judge_moves(&mut self, search: &Search<'_>) -> Result<Searched, Doubt> {
        let Search { line, request } = search;
        let searched = ask_twice(self.searcher.subject, |subject| {
            subject.search(line, request.clone())
        })?;
        let flaws = flaws_of_moves(line, &searched);
        if !searched.lines.is_empty() {
            self.result.depth = self.result.depth.max(search.depth());
        }
        let is_judged = !flaws.of_en_passant.iter().any(SearchFlaw::is_of_line)
            || self.searcher.has_legal_lines(request)?;
        // A search may have no move yet when its nodes are used up.
        let is_by_nodes = search.depth() == 0;
        let is_said = |flaw: &&SearchFlaw| !is_by_nodes || !matches!(flaw, SearchFlaw::NoMove);
        if let Some(flaw) = flaws.others.iter().find(is_said) {
            let about = finding(request, line, self.case, flaw);
            let what = format!("something without en passant: {about}");
            let text = EngineError::unsupported(what).to_string();
            let finding = Finding::text(kind(flaw), text);
            self.result.add(Verdict::Unsupported, finding);
        }
        let judged = |mut flaws: Vec<SearchFlaw>| {
            flaws.retain(|flaw| match flaw {
                SearchFlaw::IllegalLine(_) => is_judged,
                SearchFlaw::NoMove => !is_by_nodes,
                _ => true,
            });
            flaws
        };
        let judge = |again: &Searched| judged(flaws_of_moves(line, again).of_en_passant);
        self.confirm(search, judged(flaws.of_en_passant), &judge)?;
        if !is_judged {
            let what = "lines that are legal without en passant";
            return Err(Doubt::unsupported(what));
        }
        Ok(searched)
    }

    /// Judges the move that is played and the score, if the search was deep enough.
    fn judge_claim(&mut self, search: &Search<'_>, searched: &Searched) -> Result<(), Doubt> {
        let (case, depth) = (self.case, search.depth());
        if !is_complete(searched, depth) {
            let what = format!("a search to depth {depth} that prints lines, in time");
            return Err(Doubt::unsupported(what));
        }
        let flaws = flaws_of_claim(case, searched);
        if flaws.is_empty() || self.searcher.finds_deeper(case, depth, &flaws)? {
            return Ok(());
        }
        if !self.searcher.finds_without_right(case, depth)? {
            let what = "a search that finds the same without en passant";
            return Err(Doubt::unsupported(what));
        }
        let judge = |again: &Searched| {
            let flaws = is_complete(again, depth).then(|| flaws_of_claim(case, again));
            flaws.unwrap_or_default()
        };
        self.confirm(search, flaws, &judge)
    }

    /// Asks a new process, which has one thread, about the flaws. Those that it repeats are failures.
    fn confirm(
        &mut self,
        search: &Search<'_>,
        flaws: Vec<SearchFlaw>,
        judge: Judge<'_>,
    ) -> Result<(), Doubt> {
        if flaws.is_empty() {
            return Ok(());
        }
        let Search { line, request } = search;
        self.searcher.subject.restart();
        let again = judge(&self.searcher.subject.search(line, request.clone())?);
        let is_repeated = |flaw: &SearchFlaw| again.iter().any(|it| it.kind() == flaw.kind());
        let (repeated, others): (Vec<_>, Vec<_>) = flaws.into_iter().partition(is_repeated);
        if repeated.is_empty() {
            for flaw in others {
                let text = format!("{}, but not when asked again in a new process", flaw.kind());
                let finding = Finding::text(kind(&flaw), text);
                self.result.add(Verdict::Unknown, finding);
            }
        }
        for flaw in repeated {
            let finding = finding(request, line, self.case, &flaw);
            self.result.fail(finding);
        }
        Ok(())
    }
}
