//! Answers in the line protocol, and their lines: a word and what follows it. Answers are read and forms are checked with
//! these functions alone, which are lenient about spaces, and about what a later version of the protocol may add.

use std::fmt;

use passant_query::{EngineError, Occurrences};
use passant_rules::Square;

use crate::dialect::{MAX_MOVES, too_many_moves};

/// An answer: its lines and its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The lines before the end, without comments.
    pub lines: Vec<String>,
    /// The last line.
    pub end: End,
}

/// The end of an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// `ok`
    Ok,
    /// `error KIND TEXT`
    Error(ErrorKind, String),
}

/// The kind of error that an adapter reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// `badfen`: the adapter refuses the position.
    BadFen,
    /// `illegal`: a move is illegal.
    Illegal,
    /// `unsupported`: the adapter does not know the request.
    Unsupported,
    /// `usage`: the adapter cannot read the request.
    Usage,
    /// `failed`: the library has failed internally.
    Failed,
    /// Any other word. It is part of the text.
    Other,
}

/// Leaf nodes below each move, and in total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided {
    /// The moves as the program writes them, in its order.
    pub moves: Vec<(String, u64)>,
    /// The total that the program prints.
    pub total: u64,
}

impl ErrorKind {
    /// The kinds that have a word.
    const KNOWN: [Self; 5] = [
        Self::BadFen,
        Self::Illegal,
        Self::Unsupported,
        Self::Usage,
        Self::Failed,
    ];

    /// Returns the word for it; empty for [`Other`](Self::Other).
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
                let words: Vec<_> = ["error", kind.word(), text]
                    .into_iter()
                    .filter(|word| !word.is_empty())
                    .collect();
                f.write_str(&words.join(" "))
            }
        }
    }
}

impl End {
    /// Reads a line as the end of an answer; `None` if it is another line.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let (word, rest) = split(line);
        match word {
            "ok" if rest.is_empty() => Some(Self::Ok),
            "error" => {
                let (word, text) = split(rest);
                let mut known = ErrorKind::KNOWN.into_iter();
                Some(match known.find(|kind| kind.word() == word) {
                    Some(kind) => Self::Error(kind, text.to_owned()),
                    None => Self::Error(ErrorKind::Other, rest.to_owned()),
                })
            }
            _ => None,
        }
    }
}

impl Reply {
    /// Returns the lines of an answer that ends with `ok`. An error becomes an [`EngineError`].
    pub fn into_lines(self) -> Result<Vec<String>, EngineError> {
        match self.end {
            End::Ok => Ok(self.lines),
            End::Error(ErrorKind::BadFen, text) => Err(EngineError::Refused(text)),
            End::Error(ErrorKind::Illegal, text) => Err(illegal_move(&text)),
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

    /// Reads an answer with at most one line, `fen …`.
    pub fn into_fen(self) -> Result<Option<String>, EngineError> {
        match &self.into_lines()?[..] {
            [] => Ok(None),
            [line] => expect_rest(line, "fen").map(|fen| Some(fen.to_owned())),
            [_, line, ..] => Err(form_error(line, "ok")),
        }
    }

    /// Reads the lines `move e2e4`. Anything after the move is ignored.
    pub fn into_moves(self) -> Result<Vec<String>, EngineError> {
        let lines = expect_few(self.into_lines()?)?;
        let moves = lines.iter().map(|line| Ok(move_line(line)?.mv.to_owned()));
        moves.collect()
    }

    /// Reads the lines `move e2e4 600`, followed by `total 8902`.
    pub fn into_divide(self) -> Result<Divided, EngineError> {
        let lines = self.into_lines()?;
        let Some((last, lines)) = lines.split_last() else {
            return Err(form_error("ok", "total"));
        };
        let no_number = |line: &str| form_error(line, "a number of nodes");
        let of_line = |line: &String| {
            let read = move_line(line)?;
            let nodes = read.nodes().ok_or_else(|| no_number(line))?;
            Ok((read.mv.to_owned(), nodes))
        };
        expect_rest(last, "total")?;
        Ok(Divided {
            total: read_total(last).ok_or_else(|| no_number(last))?,
            moves: expect_few(lines)?
                .iter()
                .map(of_line)
                .collect::<Result<_, EngineError>>()?,
        })
    }

    /// Reads an answer with one line, `legal yes` or `legal no`.
    pub fn into_yes_or_no(self) -> Result<bool, EngineError> {
        let lines = self.into_lines()?;
        let answer = match &lines[..] {
            [line] => read_yes_or_no(line, "legal"),
            _ => None,
        };
        answer.ok_or_else(|| form_error(first(&lines), "legal yes or legal no"))
    }

    /// Reads an answer with one line, `key …`.
    pub fn into_key(self) -> Result<String, EngineError> {
        expect_rest(first(&self.into_lines()?), "key").map(str::to_owned)
    }
}

/// Reads `e5d6`, and a reason that may follow after a space or a colon.
fn illegal_move(text: &str) -> EngineError {
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

/// Returns the lines, unless there are more than a list of moves has.
fn expect_few<L: AsRef<[String]>>(lines: L) -> Result<L, EngineError> {
    if lines.as_ref().len() <= MAX_MOVES {
        Ok(lines)
    } else {
        Err(EngineError::Garbled(too_many_moves()))
    }
}

/// Returns the rest of a line that must start with a word.
fn expect_rest<'a>(line: &'a str, word: &str) -> Result<&'a str, EngineError> {
    rest_of(line, word).ok_or_else(|| form_error(line, word))
}

/// Returns a line that must be a move.
fn move_line(line: &str) -> Result<MoveLine<'_>, EngineError> {
    read_move(line).ok_or_else(|| form_error(line, "move"))
}

fn form_error(line: &str, expected: &str) -> EngineError {
    EngineError::Garbled(format!("{line:?}, expected {expected}"))
}

/// A line `move e2e4 …`.
#[derive(Clone, Copy)]
pub(crate) struct MoveLine<'a> {
    /// The move as the adapter writes it.
    pub(crate) mv: &'a str,
    /// The rest of the line: flags, or a number of nodes.
    rest: &'a str,
}

impl<'a> MoveLine<'a> {
    /// Returns the flags that follow the move.
    pub(crate) fn flags(self) -> impl Iterator<Item = &'a str> {
        self.rest.split_whitespace()
    }

    /// Returns the number of nodes that follows the move.
    pub(crate) fn nodes(self) -> Option<u64> {
        split(self.rest).0.parse().ok()
    }
}

/// Returns the first word of a line and the rest.
pub(super) fn split(line: &str) -> (&str, &str) {
    let trimmed = line.trim();
    match trimmed.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim_start()),
        None => (trimmed, ""),
    }
}

/// Returns what follows a word at the start of a line; `None` if that is nothing.
pub(crate) fn rest_of<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (found, rest) = split(line);
    (found == word && !rest.is_empty()).then_some(rest)
}

/// Reads `move e2e4`, and keeps what follows.
pub(crate) fn read_move(line: &str) -> Option<MoveLine<'_>> {
    let (mv, rest) = split(rest_of(line, "move")?);
    Some(MoveLine { mv, rest })
}

/// Reads `total 8902`.
pub(super) fn read_total(line: &str) -> Option<u64> {
    rest_of(line, "total")?.parse().ok()
}

/// Reads `yes` or `no` after a word.
pub(crate) fn read_yes_or_no(line: &str, word: &str) -> Option<bool> {
    match rest_of(line, word)? {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}

/// Reads a square or `none` after a word.
#[expect(
    clippy::option_option,
    reason = "a line without a square differs from a line that cannot be read"
)]
pub(crate) fn read_square(line: &str, word: &str) -> Option<Option<Square>> {
    match rest_of(line, word)? {
        "none" => Some(None),
        name => Square::from_name(name).map(Some),
    }
}

/// Reads `occurrences 2`, `occurrences <3` or `occurrences >=3`.
pub(crate) fn read_occurrences(line: &str) -> Option<Occurrences> {
    match rest_of(line, "occurrences")? {
        "<3" => Some(Occurrences::FewerThan(3)),
        ">=3" => Some(Occurrences::AtLeast(3)),
        number => number.parse().ok().map(Occurrences::Exactly),
    }
}

/// The most digits of a packed position.
const MOST_DIGITS: usize = 4096;

/// Reads `packed 00ff`: bytes in hexadecimal.
pub(crate) fn read_bytes(line: &str) -> Option<&str> {
    let digits = rest_of(line, "packed")?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let fits = (2..=MOST_DIGITS).contains(&digits.len()) && digits.len() % 2 == 0;
    (fits && digits.bytes().all(is_digit)).then_some(digits)
}

#[cfg(test)]
mod tests {
    use passant_query::EngineError;

    use super::{Divided, End, ErrorKind, Reply};

    /// An answer whose lines are separated by `|`.
    fn reply(text: &str) -> Reply {
        Reply {
            lines: text.split('|').map(str::to_owned).collect(),
            end: End::Ok,
        }
    }

    #[test]
    fn the_end_of_an_answer_is_distinguished_from_its_lines() {
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
    fn replies_are_read() {
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
    fn a_list_with_more_moves_than_a_position_has_is_refused() {
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
    fn an_invalid_reply_is_refused() {
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
