//! A value of a file that knows its place, for entries that are longer than a line.

use std::ops::Range;
use std::sync::Arc;

use crate::Diagnostic;
use crate::source::{Source, Text};

/// A line of a file.
#[derive(Debug)]
pub(super) struct FileLine {
    pub(super) file: Arc<str>,
    pub(super) number: usize,
    pub(super) text: String,
}

/// A value, and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) line: Arc<FileLine>,
    /// Its bytes in the line, quotes included.
    pub(super) span: Range<usize>,
    pub(super) value: String,
}

impl FileLine {
    pub(super) fn source(&self) -> Source<'_> {
        Source::line(&self.file, self.number, &self.text)
    }

    pub(super) fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        self.source().error(span, message)
    }
}

impl Cell {
    /// The value of a range of a line, letter by letter and without surrounding spaces.
    pub(super) fn plain(line: &Arc<FileLine>, span: Range<usize>) -> Self {
        let text = line.text.get(span.clone()).unwrap_or_default();
        let trimmed = Text::at(text, span.start).trim();
        Self {
            line: Arc::clone(line),
            span: trimmed.span,
            value: trimmed.value.to_owned(),
        }
    }

    pub(super) fn text(&self) -> Text<'_> {
        self.line.source().quote(&self.value, self.span.clone())
    }

    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        self.line.error(self.span.clone(), message)
    }
}
