//! Diagnostics of an input: where it is wrong, what is wrong, and what would be correct.

use std::borrow::Borrow;
use std::error::Error;
use std::fmt;
use std::ops::Range;

use strsim::normalized_damerau_levenshtein as similarity;

/// One thing that is wrong with a file, or with a text from elsewhere.
///
/// It is plain data, and the program that shows it decides how. [`Display`](fmt::Display) is the short form, one line.
///
/// ```
/// use passant_suite::epd;
///
/// let diagnostics = epd::read("mine.epd", b"4k3/8/8/8/8/8/8/4K2X w - - 0 1 ;D1 5").unwrap_err();
/// let diagnostic = diagnostics.iter().next().unwrap();
/// assert_eq!((diagnostic.line(), diagnostic.column()), (Some(1), Some(20)));
/// assert_eq!(diagnostic.excerpt(), Some("X"));
/// assert!(diagnostic.to_string().starts_with("mine.epd:1:20: 'X' means nothing in the placement field"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Diagnostic {
    /// An error or a warning.
    pub severity: Severity,
    /// The sentence that says what is wrong.
    pub message: String,
    /// The name of the file, as the reader was given it; `None` for a text that is in no file.
    pub file: Option<String>,
    /// The characters that are wrong; `None` if the file as a whole is meant.
    pub place: Option<Place>,
    /// A remark beside the characters that are wrong.
    pub label: Option<String>,
    /// A note that says what was done about the problem, or where it happened.
    pub note: Option<String>,
    /// A hint that says what would be correct, if the message does not say it already.
    pub hint: Option<String>,
}

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Severity {
    /// The input is refused.
    Error,
    /// The input is used anyway.
    Warning,
}

/// A range of characters within a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// The line, without its end.
    pub text: String,
    /// The bytes of the text that are meant; an empty range where something is missing.
    pub span: Range<usize>,
}

/// Everything that is wrong with a file or a folder of files, from top to bottom; never empty as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics(Vec<Diagnostic>);

/// A value that was read from a file, and where it is written.
///
/// A reader hands it to a crate that knows more about the value, so that this crate can point at it too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    pub(crate) file: String,
    pub(crate) place: Place,
}

impl Diagnostic {
    /// An error without a place.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            message: message.into(),
            file: None,
            place: None,
            label: None,
            note: None,
            hint: None,
        }
    }

    /// A warning without a place.
    #[must_use]
    pub fn warning(message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(message)
        }
    }

    /// Names the file.
    #[must_use]
    pub fn in_file(self, file: impl Into<String>) -> Self {
        let file = Some(file.into());
        Self { file, ..self }
    }

    /// Points at a place.
    #[must_use]
    pub fn at(self, place: Place) -> Self {
        let place = Some(place);
        Self { place, ..self }
    }

    /// Points at a range of bytes of a text that is one line.
    #[must_use]
    pub fn in_text(self, text: &str, span: Range<usize>) -> Self {
        self.at(Place {
            line: 1,
            text: text.to_owned(),
            span,
        })
    }

    /// Adds a remark beside the characters that are wrong.
    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Self {
        let label = Some(label.into());
        Self { label, ..self }
    }

    /// Adds what was done about it, or where it happened.
    #[must_use]
    pub fn with_note(self, note: impl Into<String>) -> Self {
        let note = Some(note.into());
        Self { note, ..self }
    }

    /// Adds what would be correct.
    #[must_use]
    pub fn with_hint(self, hint: impl Into<String>) -> Self {
        let hint = Some(hint.into());
        Self { hint, ..self }
    }

    /// The number of the line, counted from 1.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.place.as_ref().map(|place| place.line)
    }

    /// The number of the first character that is wrong, counted from 1 within its line.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        let place = self.place.as_ref()?;
        Some(place.text.get(..place.span.start)?.chars().count() + 1)
    }

    /// The characters that are wrong.
    #[must_use]
    pub fn excerpt(&self) -> Option<&str> {
        let place = self.place.as_ref()?;
        place.text.get(place.span.clone())
    }
}

impl Diagnostics {
    /// The diagnostics, those of each file from top to bottom.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.0.iter()
    }

    /// Returns the number of diagnostics.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Tells whether there is no diagnostic.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds one at the end.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.0.push(diagnostic);
    }

    /// Returns the value, or collects what is wrong with it.
    pub fn keep<T>(&mut self, result: Result<T, impl Into<Self>>) -> Option<T> {
        result.map_err(|error| self.0.extend(error.into())).ok()
    }

    /// The value, if nothing is wrong.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }

    /// The diagnostics of one file from top to bottom.
    pub(crate) fn into_sorted(mut self) -> Self {
        self.0
            .sort_by_key(|diagnostic| (diagnostic.line(), diagnostic.column()));
        self
    }
}

impl<T> Located<T> {
    /// An error that points at the value.
    #[must_use]
    pub fn error(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message)
            .in_file(self.file.as_str())
            .at(self.place.clone())
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self(vec![diagnostic])
    }
}

impl FromIterator<Diagnostic> for Diagnostics {
    fn from_iter<I: IntoIterator<Item = Diagnostic>>(diagnostics: I) -> Self {
        Self(diagnostics.into_iter().collect())
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Diagnostic {
    /// The short form, one line: `file:line:column: message; hint`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            f.write_str(file)?;
            for number in self.line().into_iter().chain(self.column()) {
                write!(f, ":{number}")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)?;
        self.hint.iter().try_for_each(|hint| write!(f, "; {hint}"))
    }
}

impl fmt::Display for Diagnostics {
    /// The short form of each, one per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, diagnostic) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{diagnostic}")?;
        }
        Ok(())
    }
}

impl Error for Diagnostic {}
impl Error for Diagnostics {}

/// The least similarity, from 0 to 1, of a name that is suggested.
const LEAST: f64 = 0.6;

/// The most names that are suggested.
const MOST: usize = 3;

/// Returns at most three names that resemble `word`, the most similar first. In an address, the part after the last `/` counts first.
///
/// ```
/// assert_eq!(passant_suite::similar("plane", ["mate", "plain"]), ["plain"]);
/// assert!(passant_suite::similar("castling", ["mate", "plain"]).is_empty());
/// ```
#[must_use]
pub fn similar<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let mut found: Vec<_> = names
        .into_iter()
        .filter(|name| may_be_similar(last(word), last(name)))
        .map(|name| (similarity(last(word), last(name)), name))
        .filter(|&(of_last, _)| LEAST <= of_last)
        .map(|(of_last, name)| ((of_last, similarity(word, name)), name))
        .collect();
    // The sort is stable: the order of the names decides among equals.
    found.sort_by(|(one, _), (other, _)| other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1)));
    found.truncate(MOST);
    found.into_iter().map(|(_, name)| name).collect()
}

/// Returns a sentence that proposes names; `None` if there are none.
///
/// ```
/// assert_eq!(passant_suite::propose(&["mate", "plain"]).as_deref(), Some("did you mean mate or plain?"));
/// ```
#[must_use]
pub fn propose<S: Borrow<str>>(names: &[S]) -> Option<String> {
    (!names.is_empty()).then(|| format!("did you mean {}?", names.join(" or ")))
}

/// Tells whether texts of these lengths can be similar: each letter that only the longer one has is an edit. To compare
/// a long text with every name would take a second.
#[expect(clippy::cast_precision_loss, reason = "lengths of texts are small")]
fn may_be_similar(one: &str, other: &str) -> bool {
    let (one, other) = (one.chars().count(), other.chars().count());
    LEAST * one.max(other) as f64 <= one.min(other) as f64
}

fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
