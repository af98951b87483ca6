//! What a pattern is compiled to.

/// A compiled pattern.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) steps: Vec<Step>,
    /// The names of the groups; the first is the whole match.
    pub(super) groups: Vec<Option<String>>,
}

/// What is done at one place of the text. Steps are told by their distance.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// One character is in a set.
    One(Set),
    /// This way is tried first, then the other.
    Either(isize, isize),
    /// This is the only way.
    Goto(isize),
    /// A group begins or ends here: twice its number, plus one at its end.
    Note(usize),
    /// The text begins here.
    Start,
    /// The text ends here.
    End,
    /// A word begins or ends here.
    Boundary,
    /// The pattern matches.
    Found,
}

/// A set of characters.
#[derive(Clone, Default, Debug)]
pub(super) struct Set {
    pub(super) ranges: Vec<(char, char)>,
    pub(super) is_negated: bool,
    pub(super) ignores_case: bool,
}

impl Set {
    pub(super) fn contains(&self, sign: char) -> bool {
        let is_in = |sign: char| {
            let mut ranges = self.ranges.iter();
            ranges.any(|(first, last)| (*first..=*last).contains(&sign))
        };
        let is_in_other_case =
            || is_in(sign.to_ascii_lowercase()) || is_in(sign.to_ascii_uppercase());
        let is_found = is_in(sign) || self.ignores_case && is_in_other_case();
        is_found != self.is_negated
    }
}
