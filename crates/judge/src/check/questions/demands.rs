//! Conventions that a program has promised to follow. They are judged, where other conventions are only observed.

use std::fmt;
use std::str::FromStr;

use passant_query::{Expected, Query};
use passant_suite::{Expect, propose, similar};
use serde::{Deserialize, Serialize};

use super::convention::{Convention, Tolerance};

/// The conventions that are demanded of a program; `None` for each that is free.
///
/// ```
/// use passant_judge::check::questions::{Convention, Demands, Tolerance};
///
/// let demands: Demands = "fen=legal,suffix=read".parse()?;
/// assert_eq!(demands.fen, Some(Convention::Legal));
/// assert_eq!(demands.suffix, Some(Tolerance::Read));
/// assert!("fen=polyglot".parse::<Demands>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Demands {
    /// When its FEN names the en passant square: [`Convention::Always`], `PseudoLegal` or `Legal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fen: Option<Convention>,
    /// When a right changes its key: one of these, or [`Convention::Polyglot`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<Convention>,
    /// Reads or refuses `e.p.` after an en passant capture in SAN: [`Tolerance::Read`] or `Refused`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suffix: Option<Tolerance>,
    /// Reads or refuses a pawn capture in SAN without the file of the pawn: one of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without_file: Option<Tolerance>,
}

/// The names of the conventions, each with its words.
const NAMES: [(&str, &[&str]); 4] = [
    ("fen", &["always", "pseudo-legal", "legal"]),
    ("key", &["always", "pseudo-legal", "legal", "polyglot"]),
    ("suffix", &["read", "refused"]),
    ("without-file", &["read", "refused"]),
];

impl Demands {
    /// Tells whether nothing is demanded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns each demand as its name and its word.
    pub fn iter(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let named = NAMES.into_iter().zip(self.words());
        named.filter_map(|((name, _), word)| Some((name, word?)))
    }

    /// Returns the names of the demands for which `is_known`, in the order of the fields, is false.
    pub(super) fn untested(self, is_known: [bool; 4]) -> Vec<&'static str> {
        let demands = NAMES.into_iter().zip(self.words()).zip(is_known);
        let untested = demands.filter(|((_, word), is_known)| word.is_some() && !is_known);
        untested.map(|(((name, _), _), _)| name).collect()
    }

    fn words(self) -> [Option<&'static str>; 4] {
        [
            self.fen.map(Convention::word),
            self.key.map(Convention::word),
            self.suffix.map(Tolerance::word),
            self.without_file.map(Tolerance::word),
        ]
    }

    /// Returns what a text in SAN that may be refused has to give if a tolerance is demanded, and the demand; `None` if the text is
    /// free.
    pub(super) fn of_text(self, asked: &Expect) -> Option<(Expected, String)> {
        let (name, tolerance) = match Lax::of(asked)? {
            Lax::Suffix => ("suffix", self.suffix?),
            Lax::WithoutFile => ("without-file", self.without_file?),
        };
        let Expected::Parsed { mv, .. } = asked.expected else {
            return None;
        };
        let expected = Expected::Parsed {
            mv: mv.filter(|_| tolerance == Tolerance::Read),
            may_be_refused: false,
        };
        Some((expected, format!("{name}={}", tolerance.word())))
    }
}

impl fmt::Display for Demands {
    /// Writes `fen=legal,key=polyglot`, as it is read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, (name, word)) in self.iter().enumerate() {
            let comma = if number == 0 { "" } else { "," };
            write!(f, "{comma}{name}={word}")?;
        }
        Ok(())
    }
}

impl FromStr for Demands {
    type Err = String;

    /// Reads `fen=legal,key=polyglot`: names with their words, in any order.
    ///
    /// # Errors
    ///
    /// A message that shows the part that is wrong, and what would be right.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut demands = Self::default();
        for part in text.split(',') {
            let (name, word) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` is no NAME=WORD, for example `fen=legal`"))?;
            let (name, words) = find_name(name)?;
            if demands.iter().any(|(given, _)| given == name) {
                return Err(format!("`{name}` is given twice"));
            }
            if !words.contains(&word) {
                return Err(format!(
                    "`{word}` is no convention of `{name}`, which is {}",
                    words.join(" or ")
                ));
            }
            let convention = || Convention::ALL.into_iter().find(|it| it.word() == word);
            let tolerance = || Tolerance::ALL.into_iter().find(|it| it.word() == word);
            match name {
                "fen" => demands.fen = convention(),
                "key" => demands.key = convention(),
                "suffix" => demands.suffix = tolerance(),
                _ => demands.without_file = tolerance(),
            }
        }
        Ok(demands)
    }
}

/// Finds a name with its words.
fn find_name(name: &str) -> Result<(&'static str, &'static [&'static str]), String> {
    let mut names = NAMES.into_iter();
    names.find(|(known, _)| *known == name).ok_or_else(|| {
        let known = NAMES.map(|(known, _)| known);
        let proposal = propose(&similar(name, known));
        let proposal = proposal.unwrap_or_else(|| known.join(", "));
        format!("`{name}` is not observed: {proposal}")
    })
}

/// A text that is not quite SAN but can mean only one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lax {
    /// An en passant capture with `e.p.`.
    Suffix,
    /// A pawn capture without the file of the pawn: `xd6` or `d6`.
    WithoutFile,
}

impl Lax {
    /// Returns the kind of the text that is asked about, if it may be refused.
    pub(super) fn of(asked: &Expect) -> Option<Self> {
        let Query::Parse(text) = &asked.query else {
            return None;
        };
        let Expected::Parsed {
            mv: Some((mv, is_en_passant)),
            may_be_refused: true,
        } = asked.expected
        else {
            return None;
        };
        let is_capture = mv.from().file() != mv.to().file();
        let is_without_file = text.strip_prefix('x').unwrap_or(text).len() == 2;
        if is_capture && is_without_file {
            return Some(Self::WithoutFile);
        }
        (is_en_passant && text.ends_with("e.p.")).then_some(Self::Suffix)
    }
}

#[cfg(test)]
mod tests {
    use super::Demands;

    #[test]
    fn wrong_demands_say_what_would_be_right() {
        for (text, message) in [
            ("fen", "`fen` is no NAME=WORD, for example `fen=legal`"),
            ("fem=legal", "`fem` is not observed: did you mean fen?"),
            (
                "board=legal",
                "`board` is not observed: fen, key, suffix, without-file",
            ),
            (
                "fen=polyglot",
                "`polyglot` is no convention of `fen`, which is always or pseudo-legal or legal",
            ),
            (
                "suffix=mixed",
                "`mixed` is no convention of `suffix`, which is read or refused",
            ),
            ("fen=legal,fen=always", "`fen` is given twice"),
            ("fen=legal,", "`` is no NAME=WORD, for example `fen=legal`"),
        ] {
            assert_eq!(text.parse::<Demands>(), Err(message.to_owned()), "{text}");
        }
    }

    #[test]
    fn every_word_is_read() {
        for (name, words) in super::NAMES {
            for word in words {
                let demands: Demands = format!("{name}={word}").parse().unwrap();
                assert_eq!(demands.to_string(), format!("{name}={word}"));
            }
        }
    }
}
