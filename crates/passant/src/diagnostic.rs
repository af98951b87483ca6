//! One thing that is wrong with a line of input, shown at its place.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Severity {
    /// The input is refused.
    Error,
    /// The input is used nevertheless.
    Warning,
}

/// A message with the input it is about.
///
/// ```text
/// error: the king on e1 cannot go to e3
///  |
///  | e4 e5 Ke3
///  |       ^^^ ply 3, White's move 2
///  |
///  = help: legal moves of the king on e1: Ke2
/// ```
pub(crate) struct Diagnostic<'a> {
    pub(crate) severity: Severity,
    /// What is wrong.
    pub(crate) title: String,
    /// The line of input.
    pub(crate) source: &'a str,
    /// The bytes of the source that the caret points at.
    pub(crate) span: Range<usize>,
    /// What is written beside the caret.
    pub(crate) label: Option<String>,
    /// What was done about it, or where it happened.
    pub(crate) note: Option<String>,
    /// What to write instead.
    pub(crate) help: Option<String>,
}

impl<'a> Diagnostic<'a> {
    /// An error that says no more than what is wrong and where.
    pub(crate) fn error(title: String, source: &'a str, span: Range<usize>) -> Self {
        Self {
            severity: Severity::Error,
            title,
            source,
            span,
            label: None,
            note: None,
            help: None,
        }
    }

    /// The text with colours, ending in a newline; whoever prints it takes the colours off where they do not belong.
    pub(crate) fn render(&self) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let caret = AnnotationKind::Primary
            .span(self.span.clone())
            .label(self.label.as_deref());
        let snippet = Snippet::source(self.source)
            .line_numbering(false)
            .annotation(caret);
        let shown = Some(snippet).filter(|_| !self.source.trim().is_empty());
        let notes = self.note.iter().map(|note| Level::NOTE.message(note));
        let helps = self.help.iter().map(|help| Level::HELP.message(help));
        let group = level
            .primary_title(&self.title)
            .elements(shown)
            .elements(notes)
            .elements(helps);
        Renderer::styled().render(&[group]) + "\n"
    }
}
