//! Sums up the answers about the presentations of a case.

use passant_query::{Channel, Line};
use passant_rules::{Color, EnPassantMode, Position};

use super::presentation::{Presentation, Prompt, pattern};
use super::{CaseResult, Finding, PresentationResult, QuestionKind, Verdict};

impl PresentationResult {
    /// Nothing has been asked yet.
    pub(super) fn before_answers(prompt: &Prompt) -> Self {
        Self::without_answers(prompt.presentation, Some(prompt.line.clone()))
    }

    /// Returns the FEN that the engine was given; empty if it was given none.
    #[must_use]
    pub fn fen(&self) -> String {
        let fen = self.line.as_ref().map(|line| line.fen().to_string());
        fen.unwrap_or_default()
    }

    /// Returns the texts of the moves that followed the FEN.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.line.as_ref().map(Line::step_texts).unwrap_or_default()
    }

    /// Tells whether an engine was given the same for both.
    pub(crate) fn is_given_alike(&self, other: &Self) -> bool {
        let is_same_line = match &other.line {
            Some(line) => self.is_about(line),
            None => self.line.is_none(),
        };
        is_same_line && self.presentation == other.presentation
    }

    /// Tells whether the engine was given this line. Its text does not say whether castling follows Chess960.
    pub(crate) fn is_about(&self, line: &Line) -> bool {
        let own = self.line.as_ref();
        own.is_some_and(|own| own.setup == line.setup && own.steps == line.steps)
    }

    /// Nothing has been asked yet about a line, if the engine is given one.
    #[must_use]
    pub fn without_answers(presentation: Presentation, line: Option<Line>) -> Self {
        Self {
            presentation,
            verdict: Verdict::Unsupported,
            line,
            depth: 0,
            left_out: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Nothing is asked, because it would take too long.
    pub(super) fn leave_out(
        prompt: &Prompt,
        question: QuestionKind,
        why: &str,
        depths: Vec<u32>,
    ) -> Self {
        Self {
            left_out: depths,
            ..Self::not_asked(prompt, question, why)
        }
    }

    /// Nothing is asked, for this reason.
    pub(super) fn not_asked(prompt: &Prompt, question: QuestionKind, why: &str) -> Self {
        Self {
            findings: vec![Finding::text(question, why)],
            ..Self::before_answers(prompt)
        }
    }
}

impl CaseResult {
    /// The result of a case with an address, a class, and a sentence on why it exists.
    #[must_use]
    pub fn of_case(
        [address, class, why]: [&str; 3],
        position: &Position,
        presentations: Vec<PresentationResult>,
        channel: Channel,
    ) -> Self {
        Self {
            address: address.to_owned(),
            class: class.to_owned(),
            fen: position.fen(EnPassantMode::Always).to_string(),
            why: why.to_owned(),
            ..Self::of(presentations, channel, position.side_to_move())
        }
    }

    /// Tells whether it failed, and not only because conventions are demanded of the engine: these are no faults to be named.
    #[must_use]
    pub fn breaks_rules(&self) -> bool {
        let failed = |it: &&PresentationResult| it.verdict == Verdict::Fail;
        let failed = self.presentations.iter().filter(failed);
        let findings: Vec<_> = failed.flat_map(|it| &it.findings).collect();
        let mut details = findings.iter().filter(|it| it.has_details());
        let is_demanded = findings.iter().any(|it| it.is_demanded());
        self.verdict == Verdict::Fail && !(is_demanded && details.all(|it| it.is_demanded()))
    }

    /// The same without what the failing presentations have in common: a twin may differ from its case in more than colors.
    pub(super) fn without_pattern(self) -> Self {
        Self {
            pattern: None,
            ..self
        }
    }

    /// The result of a case whose name, class and position are still to be filled in: the worst verdict, and what the
    /// failing presentations have in common. `side` is the side to move in the case.
    pub(super) fn of(
        presentations: Vec<PresentationResult>,
        channel: Channel,
        side: Color,
    ) -> Self {
        let failed =
            |it: &&PresentationResult| matches!(it.verdict, Verdict::Fail | Verdict::Refused);
        let findings = presentations
            .iter()
            .filter(failed)
            .flat_map(|it| &it.findings);
        let depth = findings.filter_map(|finding| finding.depth).max();
        // A presentation that was not asked as deep may be wrong at that depth too.
        let passed =
            |it: &&PresentationResult| it.verdict == Verdict::Pass && depth <= Some(it.depth);
        let with = |test: &dyn Fn(&&PresentationResult) -> bool| -> Vec<Presentation> {
            let chosen = presentations.iter().filter(test);
            chosen.map(|it| it.presentation).collect()
        };
        let (failed, passed) = (with(&failed), with(&passed));
        let verdict = presentations.iter().map(|it| it.verdict).max();
        Self {
            address: String::new(),
            class: String::new(),
            verdict: verdict.unwrap_or(Verdict::Unsupported),
            channel,
            fen: String::new(),
            why: String::new(),
            rule: None,
            source: None,
            pattern: pattern(&failed, &passed, side, !side),
            expected_failure: None,
            presentations,
            smallest: None,
            retries: None,
            milliseconds: 0,
        }
    }
}
