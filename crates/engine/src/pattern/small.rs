//! An engine for regular expressions that is a tenth as large as the smallest library.
//!
//! It knows what the patterns of this crate consist of: sets of characters, groups, alternatives, greedy and lazy
//! repetitions, `^`, `$`, `\b`, and the flag `i`. Classes and letter case are those of ASCII. A pattern is compiled to
//! steps, as in [Cox 2009](https://swtch.com/~rsc/regexp/regexp2.html), and a search goes back to the last alternative
//! that was not tried. No step is tried twice at the same place, so that the time is that of steps times characters.

mod compile;
mod program;

use std::ops::{Index, Range};

use compile::PatternError;
use program::{Program, Step};

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(crate) struct Regex(Program);

/// The part of a text that matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Match<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

/// The parts of a text that match the groups of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Captures<'r, 't> {
    text: &'t str,
    names: &'r [Option<String>],
    ends: Vec<Option<usize>>,
}

impl Regex {
    /// Compiles a pattern.
    pub(crate) fn new(pattern: &str) -> Result<Self, PatternError> {
        compile::compile(pattern).map(Self)
    }

    /// Whether the pattern matches somewhere.
    pub(crate) fn is_match(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// The first match.
    pub(crate) fn find<'t>(&self, text: &'t str) -> Option<Match<'t>> {
        self.captures(text)?.get(0)
    }

    /// The matches that are not empty, one after the other.
    pub(crate) fn find_iter<'t>(&self, text: &'t str) -> impl Iterator<Item = Match<'t>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            loop {
                let found = self.search(text, from)?.get(0)?;
                if found.range().is_empty() {
                    from = found.end + text[found.end..].chars().next()?.len_utf8();
                } else {
                    from = found.end;
                    return Some(found);
                }
            }
        })
    }

    /// The first match with its groups.
    pub(crate) fn captures<'t>(&self, text: &'t str) -> Option<Captures<'_, 't>> {
        self.search(text, 0)
    }

    /// The names of the groups, the first of which is the whole match.
    pub(crate) fn capture_names(&self) -> impl Iterator<Item = Option<&str>> {
        self.0.groups.iter().map(Option::as_deref)
    }

    fn search<'t>(&self, text: &'t str, from: usize) -> Option<Captures<'_, 't>> {
        let mut search = Search {
            steps: &self.0.steps,
            text,
            seen: Vec::new(),
            ends: vec![None; 2 * self.0.groups.len()],
        };
        let mut starts = (from..=text.len()).filter(|&at| text.is_char_boundary(at));
        starts
            .any(|start| search.matches_at(start))
            .then(|| Captures {
                text,
                names: &self.0.groups,
                ends: search.ends,
            })
    }
}

/// A search in a text.
struct Search<'r, 't> {
    steps: &'r [Step],
    text: &'t str,
    /// Whether a step was tried at a place: each step of the first place, then of the second, … as far as a step was tried.
    /// A bit for each.
    seen: Vec<u64>,
    /// Where the groups begin and end.
    ends: Vec<Option<usize>>,
}

/// What is left to do when everything that was tried since has failed.
enum Later {
    /// Go on with a step at a place.
    Try(usize, usize),
    /// The end of a group is where it was.
    Restore(usize, Option<usize>),
}

impl Search<'_, '_> {
    fn matches_at(&mut self, start: usize) -> bool {
        let mut later = vec![Later::Try(0, start)];
        while let Some(task) = later.pop() {
            match task {
                Later::Restore(end, place) => self.ends[end] = place,
                Later::Try(step, at) => {
                    if self.goes_on(step, at, &mut later) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Follows the steps from one on, and notes the others for later.
    fn goes_on(&mut self, mut step: usize, mut at: usize, later: &mut Vec<Later>) -> bool {
        loop {
            if self.has_tried(step, at) {
                return false;
            }
            let next = self.text[at..].chars().next();
            let is_possible = match &self.steps[step] {
                Step::Found => return true,
                Step::Start => at == 0,
                Step::End => next.is_none(),
                Step::Boundary => {
                    let before = self.text[..at].chars().next_back();
                    before.is_some_and(is_of_word) != next.is_some_and(is_of_word)
                }
                Step::One(set) => next.is_some_and(|next| {
                    at += next.len_utf8();
                    set.contains(next)
                }),
                &Step::Note(end) => {
                    later.push(Later::Restore(end, self.ends[end]));
                    self.ends[end] = Some(at);
                    true
                }
                &Step::Either(first, second) => {
                    later.push(Later::Try(step.wrapping_add_signed(second), at));
                    step = step.wrapping_add_signed(first);
                    continue;
                }
                &Step::Goto(distance) => {
                    step = step.wrapping_add_signed(distance);
                    continue;
                }
            };
            if !is_possible {
                return false;
            }
            step += 1;
        }
    }

    /// Whether a step was tried at a place before. From now on it was.
    fn has_tried(&mut self, step: usize, at: usize) -> bool {
        let number = at * self.steps.len() + step;
        let (word, bit) = (number / 64, 1 << (number % 64));
        if self.seen.len() <= word {
            self.seen.resize(word + self.steps.len() / 64 + 1, 0);
        }
        let has_tried = self.seen[word] & bit != 0;
        self.seen[word] |= bit;
        has_tried
    }
}

fn is_of_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

impl<'t> Match<'t> {
    pub(crate) fn as_str(&self) -> &'t str {
        &self.text[self.range()]
    }

    /// The place of the first byte after it.
    pub(crate) fn end(&self) -> usize {
        self.end
    }

    fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

impl<'t> Captures<'_, 't> {
    /// The part that matches a group; `None` if no part does.
    pub(crate) fn name(&self, name: &str) -> Option<Match<'t>> {
        let mut names = self.names.iter();
        let is_it = |it: &Option<String>| it.as_deref() == Some(name);
        self.get(names.position(is_it)?)
    }

    /// The parts that match the groups, after the whole match.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Option<Match<'t>>> {
        (0..self.names.len()).map(|number| self.get(number))
    }

    fn get(&self, number: usize) -> Option<Match<'t>> {
        Some(Match {
            text: self.text,
            start: self.ends[2 * number]?,
            end: self.ends[2 * number + 1]?,
        })
    }
}

impl Index<&str> for Captures<'_, '_> {
    type Output = str;

    /// The part that matches a group.
    ///
    /// # Panics
    ///
    /// If no part does.
    fn index(&self, name: &str) -> &str {
        let found = self.name(name);
        found.map_or_else(
            || panic!("no part of the text matches {name}"),
            |it| it.as_str(),
        )
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Regex;

    /// The matches with their groups, by this engine and by the library. Classes are those of ASCII here.
    fn check(pattern: &str, text: &str) {
        let small = Regex::new(pattern).unwrap();
        let library = regex::Regex::new(pattern).unwrap();
        let expected = library.captures(text).map(|found| {
            let parts = found.iter().map(|it| it.map(|it| it.as_str().to_owned()));
            parts.collect::<Vec<_>>()
        });
        let found = small.captures(text).map(|found| {
            let parts = found.iter().map(|it| it.map(|it| it.as_str().to_owned()));
            parts.collect::<Vec<_>>()
        });
        assert_eq!(found, expected, "{pattern} {text:?}");
        assert_eq!(small.is_match(text), expected.is_some());
        let all = library.find_iter(text).filter(|it| !it.is_empty());
        let all = all.map(|it| (it.end(), it.as_str()));
        let found = small.find_iter(text).map(|it| (it.end(), it.as_str()));
        assert!(found.eq(all), "{pattern} {text:?}");
        assert!(small.capture_names().eq(library.capture_names()));
    }

    #[test]
    fn finds_what_the_library_finds() {
        for (pattern, text) in [
            ("a|ab", "xab"),
            ("(a|ab)(c|bcd)", "abcd"),
            ("(?i)^A(?-i:b)C", "aBc abC"),
            ("(?i)^A(?-i:b)C", "abc"),
            (r"^(?<one>\d{1,3})(?:,(?<two>\d+))?$", "12,345"),
            (r"^(?<one>\d{1,3})(?:,(?<two>\d+))?$", "123"),
            (r"\bper\b", "super per second"),
            (r"(?:a*)*b", "aaaaab"),
            (r"(?:a*)*b", "aaaaa"),
            (r"a*?(b|$)", "aab"),
            (r"[^\d.,'_]+[-x:][\w\])>]", "é4-x:>]"),
            (r"\D\S\W", "a- 1"),
            (".", "\n\u{1f600}"),
            ("(a){2,3}", "aaaa"),
            ("(a)|b", "b"),
            (r"^.*\w+|^.*$", "a -  -"),
        ] {
            check(pattern, text);
        }
    }

    #[test]
    fn says_what_is_wrong_with_a_pattern() {
        for (pattern, problem) in [
            ("(a", "unclosed ("),
            ("a)", "unopened )"),
            ("[a", "unclosed ["),
            ("*", "nothing to repeat"),
            ("[b-a]", "ends before"),
            (r"\q", "escape"),
            ("a\\", "nothing after"),
            ("(?=a)", "kind of group"),
            ("a{x}", "no numbers"),
            ("((a{99}){99}){99}", "too long"),
        ] {
            assert!(regex::Regex::new(pattern).is_err(), "{pattern}");
            let error = Regex::new(pattern).unwrap_err().to_string();
            assert!(error.contains(problem), "{pattern}: {error}");
        }
    }

    /// A library that goes back without a limit would never end here.
    #[test]
    fn takes_no_longer_than_steps_times_characters() {
        let text = "a".repeat(4000);
        assert!(!Regex::new("(?:a|a?)+$b").unwrap().is_match(&text));
        assert!(
            !Regex::new("(?:a*)*(?:a*)*(?:a*)*b")
                .unwrap()
                .is_match(&text)
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn finds_what_the_library_finds_with_any_pattern(
            pattern in r"(\^?(a|b|\.|\[ab\]|\(a\|b\)|\(b\)|\(\?:ab?\)|\\b|\\w|-)(\*|\+|\?|\{1,2\}|\*\?)?\|?){1,5}\$?",
            text in "[ab -]{0,6}"
        ) {
            check(&pattern, &text);
        }
    }
}
