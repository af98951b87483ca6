//! One `[[case]]`, key by key.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::near::near;
use crate::source::{Source, Text};
use crate::{Problem, Problems};

/// A `[[case]]` on its way to becoming a value. What is asked for and wrong becomes a problem; so do, at the end, the
/// keys that nobody asked for.
pub(super) struct Fields<'a> {
    source: &'a Source<'a>,
    table: &'a DeTable<'a>,
    /// Where the case starts.
    span: Range<usize>,
    name: Option<Text<'a>>,
    known: Vec<&'static str>,
    problems: Problems,
}

impl<'a> Fields<'a> {
    pub(super) fn new(source: &'a Source<'a>, table: &'a DeTable<'a>, span: Range<usize>) -> Self {
        let mut fields = Self::nested(source, table, span);
        fields.name = fields.kebab("name");
        fields
    }

    /// A table within a case, which has no name.
    fn nested(source: &'a Source<'a>, table: &'a DeTable<'a>, span: Range<usize>) -> Self {
        Self {
            source,
            table,
            span,
            name: None,
            known: Vec::new(),
            problems: Problems::default(),
        }
    }

    /// The name of the case, if it has one as it should be.
    pub(super) fn name(&self) -> Option<&Text<'a>> {
        self.name.as_ref()
    }

    /// Whether a key is there.
    pub(super) fn has(&mut self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    /// A text that must be there and must not be empty.
    pub(super) fn text(&mut self, key: &'static str) -> Option<Text<'a>> {
        let value = self.required(key)?;
        let text = self.as_text(value);
        self.keep(text)
    }

    /// A text that may be missing.
    pub(super) fn optional_text(&mut self, key: &'static str) -> Option<Text<'a>> {
        let value = self.get(key)?;
        let text = self.as_text(value);
        self.keep(text)
    }

    /// A text in small letters, digits and single hyphens.
    pub(super) fn kebab(&mut self, key: &'static str) -> Option<Text<'a>> {
        let text = self.text(key)?;
        if is_kebab(text.value) {
            return Some(text);
        }
        let message = format!("{:?} is no name", text.value);
        let problem = self.source.problem(text.span, message);
        self.problems.push(
            problem.with_help("a name is of a-z, 0-9 and single hyphens, like rook-far-side"),
        );
        None
    }

    /// A list of texts, which may be empty but not missing.
    pub(super) fn texts(&mut self, key: &'static str) -> Option<Vec<Text<'a>>> {
        self.list(key, Self::as_text)
    }

    /// A list of texts, which may be missing.
    pub(super) fn optional_texts(&mut self, key: &'static str) -> Vec<Text<'a>> {
        match self.get(key) {
            Some(_) => self.texts(key).unwrap_or_default(),
            None => Vec::new(),
        }
    }

    /// `true` or `false`, which must be there.
    pub(super) fn flag(&mut self, key: &'static str) -> Option<bool> {
        let value = self.required(key)?;
        let flag = value.get_ref().as_bool();
        if flag.is_none() {
            let problem = self.problem_with(key, "this is neither true nor false");
            self.problems.push(problem);
        }
        flag
    }

    /// A number that may be missing.
    pub(super) fn optional_number(&mut self, key: &'static str) -> Option<usize> {
        let value = self.get(key)?;
        let number = self.as_count(value);
        self.keep(number)?.try_into().ok()
    }

    /// A number that must be there.
    pub(super) fn number(&mut self, key: &'static str) -> Option<usize> {
        self.required(key)?;
        self.optional_number(key)
    }

    /// A list of numbers, which may be empty but not missing.
    pub(super) fn numbers(&mut self, key: &'static str) -> Option<Vec<usize>> {
        let counts = self.list(key, Self::as_count)?;
        counts
            .into_iter()
            .map(|count| count.try_into().ok())
            .collect()
    }

    /// A table within this one.
    pub(super) fn table<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let value = self.required(key)?;
        self.inner(value, &read)
    }

    /// A list of tables within this one, which may be empty but not missing.
    pub(super) fn tables<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        // Every table is read before the first wrong one makes the list worthless.
        let values = self.list(key, |_, value| Ok(value))?;
        let read: Vec<_> = values
            .into_iter()
            .map(|value| self.inner(value, &read))
            .collect();
        read.into_iter().collect()
    }

    fn inner<T>(
        &mut self,
        value: &'a Spanned<DeValue<'a>>,
        read: &impl Fn(&mut Self) -> Option<T>,
    ) -> Option<T> {
        let DeValue::Table(table) = value.get_ref() else {
            let problem = self
                .source
                .problem(value.span(), "this is no table, in { and }");
            self.problems.push(problem);
            return None;
        };
        let mut inner = Self::nested(self.source, table, value.span());
        let found = read(&mut inner);
        self.keep(inner.finish()).and(found)
    }

    /// A list of counts, which must not be empty.
    pub(super) fn counts(&mut self, key: &'static str) -> Option<Vec<u64>> {
        let counts = self.list(key, Self::as_count)?;
        if counts.is_empty() {
            let problem = self.problem_with(key, format!("`{key}` is empty"));
            self.problems
                .push(problem.with_help("write the number of leaf nodes at depth 1, 2, …"));
            return None;
        }
        Some(counts)
    }

    /// One of several words. `absent` is what a missing key means; `None` if it must not be missing.
    pub(super) fn choice<T: Copy>(
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
        if chosen.is_none() {
            let names: Vec<_> = words.iter().map(|(word, _)| format!("{word:?}")).collect();
            let message = format!("{:?} is no `{key}`", text.value);
            let problem = self.source.problem(text.span, message);
            self.problems
                .push(problem.with_help(format!("write {}", names.join(" or "))));
        }
        chosen.map(|&(_, value)| value)
    }

    /// Keeps a value, or what is wrong with it.
    pub(super) fn keep<T>(&mut self, result: Result<T, impl Into<Problems>>) -> Option<T> {
        self.problems.keep(result)
    }

    /// Keeps a value that was made with a look at the file, or what is wrong with it.
    pub(super) fn check<T, E: Into<Problems>>(
        &mut self,
        check: impl FnOnce(&Source<'_>) -> Result<T, E>,
    ) -> Option<T> {
        let checked = check(self.source);
        self.keep(checked)
    }

    /// A problem with the value of a key, or with the case if the key is missing.
    pub(super) fn problem_with(&self, key: &str, message: impl Into<String>) -> Problem {
        let span = self.table.get(key).map(Spanned::span);
        self.source
            .problem(span.unwrap_or(self.span.clone()), message)
    }

    /// Everything that was wrong, with the keys that are not known.
    pub(super) fn finish(mut self) -> Result<(), Problems> {
        for key in self.table.keys() {
            let name: &str = key.get_ref();
            if self.known.contains(&name) {
                continue;
            }
            let message = format!("unknown key `{name}`");
            let problem = self.source.problem(key.span(), message);
            self.problems
                .push(match near(name, self.known.iter().copied()).first() {
                    Some(meant) => problem.with_help(format!("perhaps `{meant}` is meant")),
                    None => problem.with_help(format!("the keys are {}", self.known.join(", "))),
                });
        }
        self.problems.or(())
    }

    fn get(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        self.table.get(key)
    }

    fn required(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        let value = self.get(key);
        if value.is_none() {
            let problem = self.problem_with(key, format!("this case has no `{key}`"));
            self.problems.push(problem);
        }
        value
    }

    fn list<T>(
        &mut self,
        key: &'static str,
        read: impl Fn(&Self, &'a Spanned<DeValue<'a>>) -> Result<T, Problem>,
    ) -> Option<Vec<T>> {
        let value = self.required(key)?;
        let DeValue::Array(items) = value.get_ref() else {
            let problem = self.problem_with(key, format!("`{key}` is a list, in [ and ]"));
            self.problems.push(problem);
            return None;
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

    fn as_text(&self, value: &'a Spanned<DeValue<'a>>) -> Result<Text<'a>, Problem> {
        match value.get_ref().as_str() {
            Some(text) if text.trim().is_empty() => {
                Err(self.source.problem(value.span(), "this text is empty"))
            }
            Some(text) => Ok(self.source.quoted(text, value.span())),
            None => Err(self
                .source
                .problem(value.span(), "this is no text, in quotes")),
        }
    }

    fn as_count(&self, value: &'a Spanned<DeValue<'a>>) -> Result<u64, Problem> {
        let number = value.get_ref().as_integer();
        number
            .and_then(|number| u64::from_str_radix(number.as_str(), number.radix()).ok())
            .ok_or_else(|| {
                let message = format!("this is no count; a count is 0 to {}", u64::MAX);
                self.source.problem(value.span(), message)
            })
    }
}

fn is_kebab(name: &str) -> bool {
    name.split('-').all(|word| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    })
}
