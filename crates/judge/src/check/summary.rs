//! What the answers about the presentations of a case amount to.

use passant_query::{Channel, Line};
use passant_rules::{Color, EnPassantMode, Position};

use super::presentation::{Presentation, Prompt, pattern};
use super::{CaseResult, Finding, PresentationResult, QuestionKind, Verdict};

impl PresentationResult {
    /// Nothing has been asked yet.
    pub(super) fn unanswered(prompt: &Prompt) -> Self {
        Self::of_line(prompt.presentation, Some(&prompt.line))
    }

    /// Nothing has been asked yet about a line, if the engine is given one.
    pub(super) fn of_line(presentation: Presentation, line: Option<&Line>) -> Self {
        let fen = line.map_or_else(String::new, |line| line.fen().to_string());
        Self::unasked(
            presentation,
            fen,
            line.map_or_else(Vec::new, Line::step_texts),
        )
    }

    /// Returns the line that the engine was given; `None` if it was given none.
    #[must_use]
    pub fn line(&self) -> Option<Line> {
        let steps = self.moves.iter().map(|mv| mv.parse().ok());
        Some(Line {
            steps: steps.collect::<Option<_>>()?,
            ..Line::from_fen(&self.fen).ok()?
        })
    }

    /// Nothing has been asked yet about a FEN and the moves that follow it.
    #[must_use]
    pub fn unasked(presentation: Presentation, fen: String, moves: Vec<String>) -> Self {
        Self {
            presentation,
            verdict: Verdict::Unsupported,
            fen,
            moves,
            depth: 0,
            left_out: Vec::new(),
            findings: Vec::new(),
        }
    }

    /// Nothing is asked, because it would take too long.
    pub(super) fn left_out(
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
            ..Self::unanswered(prompt)
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
            milliseconds: 0,
        }
    }
}
