//! What is wrong with a file: where, what, and what would be right.

use std::error::Error;
use std::fmt;
use std::ops::Range;

use annotate_snippets::{
    AnnotationKind, Element, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};

/// Something wrong in a file, with the line it stands in.
///
/// ```
/// use passant_suite::{Ink, epd};
///
/// let problems = epd::read("mine.epd", b"4k3/8/8/8/8/8/8/4K2X w - - 0 1 ;D1 5").unwrap_err();
/// let problem = problems.iter().next().unwrap();
/// assert_eq!((problem.line(), problem.column()), (Some(1), Some(20)));
/// assert_eq!(
///     problem.render(Ink::Plain),
///     "\
/// error: 'X' means nothing in the placement field; expected one of PNBRQKpnbrqk, a digit from 1 to 8, or /
///  --> mine.epd:1:20
///   |
/// 1 | 4k3/8/8/8/8/8/8/4K2X w - - 0 1 ;D1 5
///   |                    ^",
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    file: String,
    place: Option<Place>,
    message: String,
    help: Option<String>,
}

/// A stretch of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Place {
    line: usize,
    text: String,
    span: Range<usize>,
}

/// Everything that is wrong with a file or a folder of files, from top to bottom; never empty as an error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Problems(Vec<Problem>);

/// How a [`Problem`] is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ink {
    /// Text alone.
    Plain,
    /// With the escape codes of a terminal that shows colours.
    Colored,
}

impl Problem {
    /// A problem with a file as a whole.
    pub(crate) fn in_file(file: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            file: file.into(),
            place: None,
            message: message.into(),
            help: None,
        }
    }

    /// A problem with the bytes `span` of a line.
    pub(crate) fn in_line(
        file: &str,
        line: usize,
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
    ) -> Self {
        let text = text.to_owned();
        Self {
            place: Some(Place { line, text, span }),
            ..Self::in_file(file, message)
        }
    }

    /// Adds what would be right.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The name of the file, as it was given to the reader.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The number of the line, counted from 1; `None` if the file as a whole is meant.
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

    /// The line, without its end.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.place.as_ref().map(|place| place.text.as_str())
    }

    /// The bytes of [`text`](Problem::text) that are wrong; an empty range where something is missing.
    #[must_use]
    pub fn span(&self) -> Option<Range<usize>> {
        self.place.as_ref().map(|place| place.span.clone())
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What would be right, where the message does not say it already.
    #[must_use]
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// Draws the line with the wrong part underlined, several lines of text without a final line end.
    #[must_use]
    pub fn render(&self, ink: Ink) -> String {
        let renderer = match ink {
            Ink::Plain => Renderer::plain(),
            Ink::Colored => Renderer::styled(),
        };
        let place: Element<'_> = match &self.place {
            Some(place) => Snippet::source(place.text.as_str())
                .line_start(place.line)
                .path(self.file.as_str())
                .annotation(AnnotationKind::Primary.span(place.span.clone()))
                .into(),
            None => Origin::path(self.file.as_str()).into(),
        };
        let help = self
            .help
            .iter()
            .map(|help| Level::HELP.message(normalize_untrusted_str(help)));
        let report = Level::ERROR
            .primary_title(self.message.as_str())
            .element(place)
            .elements(help);
        renderer.render(&[report])
    }
}

impl Problems {
    /// The problems, those of each file from top to bottom.
    pub fn iter(&self) -> impl Iterator<Item = &Problem> {
        self.0.iter()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Draws all of them, with an empty line between.
    #[must_use]
    pub fn render(&self, ink: Ink) -> String {
        let drawn: Vec<_> = self.iter().map(|problem| problem.render(ink)).collect();
        drawn.join("\n\n")
    }

    pub(crate) fn push(&mut self, problem: Problem) {
        self.0.push(problem);
    }

    /// Keeps the value, or notes what is wrong with it.
    pub(crate) fn keep<T>(&mut self, result: Result<T, impl Into<Self>>) -> Option<T> {
        result
            .map_err(|problems| self.0.extend(problems.into()))
            .ok()
    }

    /// The problems of one file from top to bottom.
    pub(crate) fn sorted(mut self) -> Self {
        self.0
            .sort_by_key(|problem| (problem.line(), problem.column()));
        self
    }

    /// The value, if nothing is wrong.
    pub(crate) fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() {
            Ok(value)
        } else {
            Err(self)
        }
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Self(vec![problem])
    }
}

impl FromIterator<Problem> for Problems {
    fn from_iter<I: IntoIterator<Item = Problem>>(problems: I) -> Self {
        Self(problems.into_iter().collect())
    }
}

impl IntoIterator for Problems {
    type Item = Problem;
    type IntoIter = std::vec::IntoIter<Problem>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl fmt::Display for Problem {
    /// The short form, one line: `file:line:column: message; what would be right`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        for number in self.line().into_iter().chain(self.column()) {
            write!(f, ":{number}")?;
        }
        write!(f, ": {}", self.message)?;
        self.help.iter().try_for_each(|help| write!(f, "; {help}"))
    }
}

impl fmt::Display for Problems {
    /// The short form of each, one a line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

impl Error for Problem {}
impl Error for Problems {}
