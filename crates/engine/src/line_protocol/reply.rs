//! Answers in the line protocol.

use std::fmt;

use crate::dialect::{MOST_MOVES, too_many_moves};
use passant_query::EngineError;

/// An answer: its lines, and how it ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The lines before the end, without comments.
    pub lines: Vec<String>,
    /// The last line.
    pub end: End,
}

/// How an answer ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// `ok`
    Ok,
    /// `error KIND TEXT`
    Error(ErrorKind, String),
}

/// What kind of error an adapter tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// `badfen`: the position is refused.
    BadFen,
    /// `illegal`: a move is.
    Illegal,
    /// `unsupported`: the request is not known.
    Unsupported,
    /// `usage`: the request is not understood.
    Usage,
    /// `failed`: the library has failed inside.
    Failed,
    /// Any other word, which belongs to the text.
    Other,
}

/// Leaf nodes below each move, and in total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided {
    /// The moves as the program writes them, in its order.
    pub moves: Vec<(String, u64)>,
    /// The sum that the program gives.
    pub total: u64,
}

impl ErrorKind {
    /// The word for it; empty for those that have none.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::BadFen => "badfen",
            Self::Illegal => "illegal",
            Self::Unsupported => "unsupported",
            Self::Usage => "usage",
            Self::Failed => "failed",
            Self::Other => "",
        }
    }
}

impl fmt::Display for End {
    /// The line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("ok"),
            Self::Error(kind, text) => {
                let words = ["error", kind.word(), text];
                let words: Vec<_> = words.into_iter().filter(|word| !word.is_empty()).collect();
                f.write_str(&words.join(" "))
            }
        }
    }
}

impl End {
    /// The end of an answer, if this is one.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let (word, rest) = split(line);
        match word {
            "ok" if rest.is_empty() => Some(Self::Ok),
            "error" => {
                let (kind, text) = split(rest);
                Some(match kind {
                    "badfen" => Self::Error(ErrorKind::BadFen, text.to_owned()),
                    "illegal" => Self::Error(ErrorKind::Illegal, text.to_owned()),
                    "unsupported" => Self::Error(ErrorKind::Unsupported, text.to_owned()),
                    "usage" => Self::Error(ErrorKind::Usage, text.to_owned()),
                    "failed" => Self::Error(ErrorKind::Failed, text.to_owned()),
                    _ => Self::Error(ErrorKind::Other, rest.to_owned()),
                })
            }
            _ => None,
        }
    }
}

impl Reply {
    /// The lines, if the answer ends with `ok`.
    pub fn into_lines(self) -> Result<Vec<String>, EngineError> {
        match self.end {
            End::Ok => Ok(self.lines),
            End::Error(ErrorKind::BadFen, text) => Err(EngineError::Refused(text)),
            End::Error(ErrorKind::Illegal, text) => Err(illegal(&text)),
            End::Error(ErrorKind::Unsupported, text) => Err(EngineError::Unsupported(text)),
            End::Error(ErrorKind::Failed, text) => {
                Err(EngineError::Crashed(format!("the library failed: {text}")))
            }
            End::Error(ErrorKind::Usage, text) => {
                Err(EngineError::Garbled(format!("error usage {text}")))
            }
            End::Error(ErrorKind::Other, text) => {
                Err(EngineError::Garbled(format!("error {text}")))
            }
        }
    }

    /// At most one line `fen …`.
    pub fn into_fen(self) -> Result<Option<String>, EngineError> {
        match &self.into_lines()?[..] {
            [] => Ok(None),
            [line] => rest_of(line, "fen").map(|fen| Some(fen.to_owned())),
            [_, line, ..] => Err(unexpected(line, "ok")),
        }
    }

    /// Lines `move e2e4`, anything behind it ignored.
    pub fn into_moves(self) -> Result<Vec<String>, EngineError> {
        let of_line = |line: &String| {
            let rest = rest_of(line, "move")?;
            Ok(split(rest).0.to_owned())
        };
        expect_few(self.into_lines()?)?
            .iter()
            .map(of_line)
            .collect()
    }

    /// Lines `move e2e4 600`, then `total 8902`.
    pub fn into_divide(self) -> Result<Divided, EngineError> {
        let lines = self.into_lines()?;
        let Some((last, lines)) = lines.split_last() else {
            return Err(unexpected("ok", "total"));
        };
        let number = |line: &str, text: &str| {
            text.parse()
                .map_err(|_| unexpected(line, "a number of nodes"))
        };
        let of_line = |line: &String| {
            let (mv, rest) = split(rest_of(line, "move")?);
            Ok((mv.to_owned(), number(line, split(rest).0)?))
        };
        Ok(Divided {
            total: number(last, rest_of(last, "total")?)?,
            moves: expect_few(lines)?
                .iter()
                .map(of_line)
                .collect::<Result<_, EngineError>>()?,
        })
    }

    /// One line, `legal yes` or `legal no`.
    pub fn into_yes_or_no(self) -> Result<bool, EngineError> {
        let lines = self.into_lines()?;
        match lines.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            ["legal yes"] => Ok(true),
            ["legal no"] => Ok(false),
            _ => Err(unexpected(first(&lines), "legal yes or legal no")),
        }
    }

    /// One line `key …`.
    pub fn into_key(self) -> Result<String, EngineError> {
        rest_of(first(&self.into_lines()?), "key").map(str::to_owned)
    }
}

/// `e5d6`, and perhaps a reason behind a blank or a colon.
fn illegal(text: &str) -> EngineError {
    let at = text.find([' ', ':']).unwrap_or(text.len());
    let (mv, why) = text.split_at(at);
    EngineError::Illegal {
        mv: mv.to_owned(),
        why: why.trim_start_matches([' ', ':']).to_owned(),
    }
}

fn first(lines: &[String]) -> &str {
    lines.first().map_or("ok", String::as_str)
}

/// The lines, unless they are more than any list of moves has.
fn expect_few<L: AsRef<[String]>>(lines: L) -> Result<L, EngineError> {
    if lines.as_ref().len() <= MOST_MOVES {
        Ok(lines)
    } else {
        Err(EngineError::Garbled(too_many_moves()))
    }
}

/// What stands behind a word that the line must begin with.
fn rest_of<'a>(line: &'a str, word: &str) -> Result<&'a str, EngineError> {
    match split(line) {
        (found, rest) if found == word && !rest.is_empty() => Ok(rest),
        _ => Err(unexpected(line, word)),
    }
}

fn unexpected(line: &str, expected: &str) -> EngineError {
    EngineError::Garbled(format!("{line:?} where {expected} was expected"))
}

/// The first word and the rest.
fn split(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (line, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{Divided, End, ErrorKind, Reply};
    use passant_query::EngineError;

    /// An answer whose lines are parted by `|`.
    fn reply(text: &str) -> Reply {
        Reply {
            lines: text.split('|').map(str::to_owned).collect(),
            end: End::Ok,
        }
    }

    #[test]
    fn ends_are_told_from_lines() {
        assert_eq!(End::parse("ok"), Some(End::Ok));
        assert_eq!(End::parse("okay"), None);
        assert_eq!(
            End::parse("error badfen two kings"),
            Some(End::Error(ErrorKind::BadFen, "two kings".to_owned()))
        );
        assert_eq!(
            End::parse("error failed IndexError"),
            Some(End::Error(ErrorKind::Failed, "IndexError".to_owned()))
        );
        assert_eq!(
            End::parse("error out of memory"),
            Some(End::Error(ErrorKind::Other, "out of memory".to_owned()))
        );
    }

    #[test]
    fn answers_are_read() {
        let divide = Divided {
            moves: vec![("e2e4".to_owned(), 600), ("a2a3".to_owned(), 380)],
            total: 980,
        };
        assert_eq!(
            reply("move e2e4 600|move a2a3 380 flag|total 980").into_divide(),
            Ok(divide)
        );
        assert_eq!(
            reply("move e5d6 ep cap|move e1e2").into_moves(),
            Ok(vec!["e5d6".to_owned(), "e1e2".to_owned()])
        );
        assert_eq!(
            reply("fen 8/8 w - -").into_fen(),
            Ok(Some("8/8 w - -".to_owned()))
        );
        assert_eq!(reply("legal no").into_yes_or_no(), Ok(false));
    }

    #[test]
    fn no_list_is_longer_than_any_position_has_moves() {
        let moves = |count: usize| vec!["move e2e4 1"; count].join("|");
        assert_eq!(
            reply(&moves(512)).into_moves().map(|all| all.len()),
            Ok(512)
        );
        let divided = reply(&(moves(512) + "|total 512")).into_divide();
        assert_eq!(divided.map(|all| all.total), Ok(512));
        let why = "more than 512 moves, which no position has".to_owned();
        let garbled = EngineError::Garbled(why);
        assert_eq!(reply(&moves(513)).into_moves(), Err(garbled.clone()));
        let divided = reply(&(moves(513) + "|total 513")).into_divide();
        assert_eq!(divided, Err(garbled));
    }

    #[test]
    fn what_is_no_answer_is_an_error() {
        for text in [
            "move e2e4",
            "total x",
            "move e2e4 600",
            "move e2e4 -1|total 0",
            "",
        ] {
            assert!(reply(text).into_divide().is_err(), "{text}");
        }
        assert!(reply("e2e4").into_moves().is_err());
        assert!(reply("fen a|fen b").into_fen().is_err());
        assert!(reply("legal perhaps").into_yes_or_no().is_err());
    }
}
