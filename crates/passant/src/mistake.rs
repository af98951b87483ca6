//! What is wrong with a file in TOML, and where.

use std::ops::Range;
use std::path::Path;

use crate::diagnostic::Diagnostic;

/// Something that cannot be used, and its bytes in the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Mistake {
    what: String,
    span: Range<usize>,
}

impl Mistake {
    /// At a place.
    pub(crate) fn at(span: Range<usize>, what: impl Into<String>) -> Self {
        let what = what.into();
        Self { what, span }
    }

    /// The line with a caret, and where in the file it is.
    pub(crate) fn render(&self, path: &Path, text: &str) -> String {
        let start = self.span.start.min(text.len());
        let before = text.get(..start).unwrap_or_default();
        let begin = before.rfind('\n').map_or(0, |at| at + 1);
        let line = text[begin..].lines().next().unwrap_or_default();
        let number = before.matches('\n').count() + 1;
        let end = self.span.end.saturating_sub(begin);
        let span = start - begin..end.clamp(start - begin, line.len());
        let title = format!("{}:{number}: {}", path.display(), self.what);
        Diagnostic::error(title, line, span).render()
    }
}

impl From<toml::de::Error> for Mistake {
    fn from(error: toml::de::Error) -> Self {
        Self::at(error.span().unwrap_or(0..0), error.message())
    }
}
