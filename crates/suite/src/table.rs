//! A table of a TOML file, read key by key.

use std::collections::BTreeMap;
use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::diagnostic::similar;
use crate::source::{Source, Text};
use crate::{Diagnostic, Diagnostics, Located};

/// A table on its way to becoming a value. A value that is wrong is reported and read as `None`, so that one reading
/// finds everything; the keys that were not read are reported at the end.
pub(crate) struct Table<'a> {
    source: &'a Source<'a>,
    content: &'a DeTable<'a>,
    /// The place at which the table starts.
    span: Range<usize>,
    known: Vec<&'static str>,
    diagnostics: Diagnostics,
}

/// The problems of a file after which no more tables are looked at.
const MOST_PROBLEMS: usize = 50;

impl<'a> Table<'a> {
    /// Takes a table; `span` is where a missing key is reported.
    pub(crate) fn new(
        source: &'a Source<'a>,
        content: &'a DeTable<'a>,
        span: Range<usize>,
    ) -> Self {
        Self {
            source,
            content,
            span,
            known: Vec::new(),
            diagnostics: Diagnostics::default(),
        }
    }

    /// Tells whether a key is there.
    pub(crate) fn has(&mut self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// A string that must be there and must not be blank.
    pub(crate) fn text(&mut self, key: &'static str) -> Option<Text<'a>> {
        let value = self.require(key)?;
        let text = self.as_text(value);
        self.keep(text)
    }

    /// A string that may be missing, but must not be blank.
    pub(crate) fn optional_text(&mut self, key: &'static str) -> Option<Text<'a>> {
        self.get(key).and_then(|_| self.text(key))
    }

    /// A name of lower-case letters, digits and single hyphens.
    pub(crate) fn kebab(&mut self, key: &'static str) -> Option<Text<'a>> {
        let text = self.text(key)?;
        if is_kebab(text.value) {
            return Some(text);
        }
        let message = format!("{:?} is not a name", text.value);
        let error = self.source.error(text.span, message);
        self.refuse(error.with_hint("a name is of a-z, 0-9 and single hyphens, like rook-far-side"))
    }

    /// A list of strings, which may be empty but not missing.
    pub(crate) fn texts(&mut self, key: &'static str) -> Option<Vec<Text<'a>>> {
        self.list(key, Self::as_text)
    }

    /// A list of strings, which may be missing.
    pub(crate) fn optional_texts(&mut self, key: &'static str) -> Vec<Text<'a>> {
        match self.get(key) {
            Some(_) => self.texts(key).unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// A list of strings, none twice; it may be empty but not missing. One that stands there twice is reported, and the list
    /// is read, so that what else is wrong with it is found.
    pub(crate) fn different_texts(&mut self, key: &'static str) -> Option<Vec<Text<'a>>> {
        let texts = self.texts(key)?;
        for (at, text) in texts.iter().enumerate() {
            if texts[..at].iter().any(|before| before.value == text.value) {
                let message = format!("{} is listed twice", text.value);
                self.report(self.source.error(text.span.clone(), message));
            }
        }
        Some(texts)
    }

    /// A table of strings with keys of any name, in alphabetical order; it may be missing. Strings may be empty.
    pub(crate) fn optional_map(&mut self, key: &'static str) -> Vec<(String, Text<'a>)> {
        let Some(value) = self.get(key) else {
            return Vec::new();
        };
        let DeValue::Table(table) = value.get_ref() else {
            let error = self.error_at(key, "expected a table, in { and }");
            self.report(error);
            return Vec::new();
        };
        let mut read = Vec::new();
        for (name, value) in table {
            let text = self.as_string(value);
            read.extend(
                self.keep(text)
                    .map(|text| (name.get_ref().to_string(), text)),
            );
        }
        read
    }

    /// Returns `true` or `false`, which must be there.
    pub(crate) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let value = self.require(key)?;
        let flag = value.get_ref().as_bool();
        flag.or_else(|| self.refuse(self.error_at(key, "expected true or false")))
    }

    /// A number that may be missing.
    pub(crate) fn optional_number<N: TryFrom<u64>>(&mut self, key: &'static str) -> Option<N> {
        let value = self.get(key)?;
        let number = self.as_number(value);
        self.keep(number)
    }

    /// A number that must be there.
    pub(crate) fn number<N: TryFrom<u64>>(&mut self, key: &'static str) -> Option<N> {
        self.require(key)?;
        self.optional_number(key)
    }

    /// A number that must be there, within limits. `what` begins with an article: `a depth`.
    pub(crate) fn number_within(
        &mut self,
        key: &'static str,
        what: &str,
        limits: &RangeInclusive<u32>,
    ) -> Option<u32> {
        let number = self.number(key)?;
        if limits.contains(&number) {
            return Some(number);
        }
        let (least, most) = (limits.start(), limits.end());
        let message = format!("expected {what} from {least} to {most}");
        self.refuse(self.error_at(key, message))
    }

    /// A list of numbers, which may be empty but not missing.
    pub(crate) fn numbers<N: TryFrom<u64>>(&mut self, key: &'static str) -> Option<Vec<N>> {
        self.list(key, Self::as_number)
    }

    /// Returns one of several words. `absent` is what a missing key means; `None` if it must not be missing.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&str, T)],
        absent: Option<T>,
    ) -> Option<T> {
        if absent.is_some() && self.get(key).is_none() {
            return absent;
        }
        let text = self.text(key)?;
        let chosen = words.iter().find(|(word, _)| *word == text.value);
        chosen.map(|&(_, value)| value).or_else(|| {
            let message = format!("unknown `{key}` {:?}", text.value);
            let error = self.source.error(text.span, message);
            self.refuse(error.with_hint(one_of(words.iter().map(|(word, _)| *word))))
        })
    }

    /// A table that must be there.
    pub(crate) fn table<T>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let value = self.require(key)?;
        self.inner(value, read)
    }

    /// A table that may be missing.
    pub(crate) fn optional_table<T>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let value = self.get(key)?;
        self.inner(value, read)
    }

    /// The tables with the header `[[key]]`, at least one.
    pub(crate) fn tables_with_header<T>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        match self.get(key).map(Spanned::get_ref) {
            Some(DeValue::Array(items)) if !items.is_empty() => self.tables(key, read),
            _ => self.refuse(self.error_at(key, format!("expected at least one table [[{key}]]"))),
        }
    }

    /// A list of tables, which may be empty but not missing.
    pub(crate) fn tables<T>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let values = self.list(key, |_, value| Ok(value))?;
        let mut left = values.len();
        let mut found = Vec::new();
        // Every table is read before the first wrong one makes the list worthless, but for a list that is nonsense.
        for value in values {
            if MOST_PROBLEMS <= self.diagnostics.len() {
                let message = format!("{left} more tables [[{key}]] were not looked at");
                return self.refuse(self.error_at(key, message));
            }
            left -= 1;
            found.push(self.inner(value, &mut read));
        }
        found.into_iter().collect()
    }

    /// A list of tables, which may be missing.
    pub(crate) fn optional_tables<T>(
        &mut self,
        key: &'static str,
        read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        match self.get(key) {
            Some(_) => self.tables(key, read),
            None => Some(Vec::new()),
        }
    }

    /// Returns a value, or reports what is wrong with it.
    pub(crate) fn keep<T>(&mut self, result: Result<T, impl Into<Diagnostics>>) -> Option<T> {
        self.diagnostics.keep(result)
    }

    /// Returns a value that was made with a look at the file, or reports what is wrong with it.
    pub(crate) fn check<T, E: Into<Diagnostics>>(
        &mut self,
        check: impl FnOnce(&Source<'_>) -> Result<T, E>,
    ) -> Option<T> {
        let checked = check(self.source);
        self.keep(checked)
    }

    /// Does the same as [`check`](Self::check) for every text, before the first wrong one makes the list worthless.
    pub(crate) fn check_each<T>(
        &mut self,
        texts: &[Text<'_>],
        check: impl Fn(&Source<'_>, &Text<'_>) -> Result<T, Diagnostic>,
    ) -> Option<Vec<T>> {
        let checked = texts.iter().map(|text| check(self.source, text));
        let kept: Vec<_> = checked
            .map(|result| self.diagnostics.keep(result))
            .collect();
        kept.into_iter().collect()
    }

    /// Reports an error.
    pub(crate) fn report(&mut self, error: Diagnostic) {
        self.diagnostics.push(error);
    }

    /// Reports why there is no value.
    pub(crate) fn refuse<T>(&mut self, error: Diagnostic) -> Option<T> {
        self.report(error);
        None
    }

    /// An error that points at the value of a key, or at the table if the key is missing.
    pub(crate) fn error_at(&self, key: &str, message: impl Into<String>) -> Diagnostic {
        let value = self.content.get(key);
        let span = value.map_or_else(|| self.span.clone(), Spanned::span);
        self.source.error(span, message)
    }

    /// A value with the place where it is written.
    pub(crate) fn locate(&self, text: &Text<'_>) -> Located<String> {
        self.source.locate(text)
    }

    /// Returns everything that was reported, and an error for each unknown key.
    pub(crate) fn finish(mut self) -> Diagnostics {
        for key in self.content.keys() {
            let name: &str = key.get_ref();
            if self.known.contains(&name) {
                continue;
            }
            let error = self
                .source
                .error(key.span(), format!("unknown key `{name}`"));
            let known = self.known.iter().copied();
            self.diagnostics
                .push(error.with_hint(match similar(name, known).first() {
                    Some(similar) => format!("did you mean `{similar}`?"),
                    None => format!("the keys are {}", self.known.join(", ")),
                }));
        }
        self.diagnostics
    }

    fn get(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.content.get(key)
    }

    fn require(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.get(key)
            .or_else(|| self.refuse(self.error_at(key, format!("the key `{key}` is missing"))))
    }

    fn list<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&Self, &'a Spanned<DeValue<'a>>) -> Result<T, Diagnostic>,
    ) -> Option<Vec<T>> {
        let value = self.require(key)?;
        let DeValue::Array(items) = value.get_ref() else {
            return self.refuse(self.error_at(key, "expected a list, in [ and ]"));
        };
        // Every item is read before the first wrong one makes the list worthless.
        let read: Vec<_> = items
            .iter()
            .map(|item| {
                let item = read(self, item);
                self.keep(item)
            })
            .collect();
        read.into_iter().collect()
    }

    fn inner<T>(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let DeValue::Table(table) = value.get_ref() else {
            let error = self
                .source
                .error(value.span(), "expected a table, in { and }");
            return self.refuse(error);
        };
        let mut inner = Self::new(self.source, table, value.span());
        let found = read(&mut inner);
        self.keep(inner.finish().into_result(found)).flatten()
    }

    fn as_text(&self, value: &'a Spanned<DeValue<'a>>) -> Result<Text<'a>, Diagnostic> {
        let text = self.as_string(value)?;
        if text.value.trim().is_empty() {
            return Err(self.source.error(value.span(), "this string is blank"));
        }
        Ok(text)
    }

    fn as_string(&self, value: &'a Spanned<DeValue<'a>>) -> Result<Text<'a>, Diagnostic> {
        match value.get_ref().as_str() {
            Some(text) => Ok(self.source.quote(text, value.span())),
            None => Err(self
                .source
                .error(value.span(), "expected a string, in quotes")),
        }
    }

    fn as_number<N: TryFrom<u64>>(&self, value: &'a Spanned<DeValue<'a>>) -> Result<N, Diagnostic> {
        let number = value.get_ref().as_integer();
        let number = number
            .and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok())
            .and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| {
            let most = u64::MAX >> (64 - 8 * size_of::<N>());
            let message = format!("expected a number from 0 to {most}");
            self.source.error(value.span(), message)
        })
    }
}

/// A hint that lists the words that would be correct.
pub(crate) fn one_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<_> = words.into_iter().map(|word| format!("{word:?}")).collect();
    format!("write {}", words.join(" or "))
}

fn is_kebab(name: &str) -> bool {
    name.split('-').all(|word| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}

/// Reads a TOML file with a function that takes the keys it knows from the outermost table.
///
/// The error holds everything that is wrong: all errors of syntax, or else what the function has reported, and the
/// keys that it has not asked for. The function returns `None` only after it has reported why.
pub(crate) fn read<T>(
    file: &str,
    text: &str,
    read: impl FnOnce(&mut Table<'_>) -> Option<T>,
) -> Result<T, Diagnostics> {
    let source = Source::new(file, text);
    let (root, errors) = DeTable::parse_recoverable(source.text());
    if !errors.is_empty() {
        // Parts of a text that is not TOML would only lead to more errors.
        let errors = errors
            .iter()
            .map(|error| source.error(error.span().unwrap_or_default(), error.message()));
        return Err(errors.collect::<Diagnostics>().into_sorted());
    }
    let mut table = Table::new(&source, root.get_ref(), 0..0);
    let value = read(&mut table);
    let diagnostics = table.finish();
    match value {
        Some(value) if diagnostics.is_empty() => Ok(value),
        _ => Err(diagnostics.into_sorted()),
    }
}

/// Names that may occur only once in a file, each with its line.
#[derive(Default)]
pub(crate) struct UniqueNames(BTreeMap<String, usize>);

impl UniqueNames {
    /// Adds a name, or says where it is used already.
    pub(crate) fn insert(
        &mut self,
        source: &Source<'_>,
        name: &Text<'_>,
    ) -> Result<(), Diagnostic> {
        let second = source.error(
            name.span.clone(),
            format!("the name {:?} is used twice", name.value),
        );
        let line = second.line().unwrap_or_default();
        match self.0.insert(name.value.to_owned(), line) {
            None => Ok(()),
            Some(first) => Err(second.with_hint(format!(
                "names are unique within a file; the other one is in line {first}"
            ))),
        }
    }
}
