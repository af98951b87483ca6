//! What is untidy.

use std::fmt;
use std::path::{Path, PathBuf};

/// A promise that is not kept, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Finding {
    path: PathBuf,
    line: Option<usize>,
    text: String,
}

impl Finding {
    pub(super) fn new(
        path: &Path,
        line: impl Into<Option<usize>>,
        text: impl Into<String>,
    ) -> Self {
        Self {
            path: path.to_owned(),
            line: line.into(),
            text: text.into(),
        }
    }

    /// The line of the file, from 1, if the finding is about one line.
    #[cfg(test)]
    pub(super) fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.text)
    }
}
