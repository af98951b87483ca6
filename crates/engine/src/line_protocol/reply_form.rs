//! The forms of replies in the line protocol.

use passant_query::{AnswerKind, MoveQuery, Occurrences};
use passant_rules::{Setup, UciMove};

use super::capabilities::Flag;
use super::reply::{
    End, ErrorKind, Reply, read_bytes, read_move, read_occurrences, read_square, read_total,
    read_yes_or_no, rest_of,
};

/// The form that a reply must have. It is stricter than what is read: one space between words, and nothing unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReplyForm {
    /// `ok` alone.
    Nothing,
    /// `fen …`
    Fen,
    /// `move …` for each legal move.
    Moves,
    /// `move … N` for each legal move at this depth, and the total.
    Divide(u32),
    /// `yes` or `no` after this word.
    YesOrNo(&'static str),
    /// A square or `none` after this word.
    Square(&'static str),
    /// Text after this word.
    Text(&'static str),
    /// One move.
    OneMove,
    /// `move …` for each move of a game.
    Game,
    /// `packed …` with bytes in hexadecimal.
    Packed,
    /// `key …`; `true` for a key in the format of Polyglot.
    Key(bool),
    /// `occurrences 2`.
    Occurrences,
    /// An error of this kind.
    Error(ErrorKind),
    /// An error of this kind, or `ok` from a library that does not check its input.
    MayRefuse(ErrorKind),
}

/// The longest text of an error, in characters.
const TEXT: usize = 400;

impl ReplyForm {
    /// Returns the form of the answer to a question about a move.
    #[must_use]
    pub const fn about(asked: MoveQuery) -> Self {
        match asked.answer_kind() {
            AnswerKind::San => Self::Text(asked.word()),
            AnswerKind::Square => Self::Square(asked.word()),
            AnswerKind::YesOrNo => Self::YesOrNo(asked.word()),
        }
    }

    /// Returns what is wrong with a reply, and what is expected; `None` if it has this form.
    #[must_use]
    pub fn problem_of(self, reply: &Reply) -> Option<String> {
        let wrong = match (self, &reply.end) {
            (Self::Error(kind) | Self::MayRefuse(kind), End::Error(found, text))
                if kind == *found =>
            {
                return (TEXT < text.chars().count()).then(|| {
                    format!("the text of the error is too long; expected at most {TEXT} characters")
                });
            }
            (_, End::Error(..)) => Some(reply.end.to_string()),
            (Self::Error(_), End::Ok) => Some("ok".to_owned()),
            // `passant check` judges whether it should have refused.
            (Self::MayRefuse(_), End::Ok) => None,
            (_, End::Ok) => self.wrong_line(&reply.lines),
        };
        wrong.map(|line| format!("got {line:?}; expected {}", self.description()))
    }

    /// Returns the line that is wrong; `ok` if a line is missing before it.
    fn wrong_line(self, lines: &[String]) -> Option<String> {
        let only = |test: &dyn Fn(&str) -> bool| match lines {
            [line] => (!test(line)).then(|| line.clone()),
            [] => Some("ok".to_owned()),
            [_, second, ..] => Some(second.clone()),
        };
        let each = |lines: &[String], test: &dyn Fn(&str) -> bool| {
            lines.iter().find(|line| !test(line)).cloned()
        };
        match self {
            Self::Nothing => lines.first().cloned(),
            Self::Game if lines.is_empty() => Some("ok".to_owned()),
            Self::Moves | Self::Game => each(lines, &is_move),
            Self::Divide(depth) => match lines.split_last() {
                None => Some("ok".to_owned()),
                Some((total, moves)) => each(moves, &|line| divide_nodes(line, depth).is_some())
                    .or_else(|| (!is_sum(total, moves, depth)).then(|| total.clone())),
            },
            Self::Error(_) | Self::MayRefuse(_) => None,
            _ => only(&|line| self.allows(line)),
        }
    }

    /// Tells whether the only line of a reply has this form.
    fn allows(self, line: &str) -> bool {
        let is_text = matches!(self, Self::Text(_));
        (is_text || is_spaced(line))
            && match self {
                Self::Fen => rest_of(line, "fen")
                    .is_some_and(|fen| fen.split(' ').count() == 6 && Setup::from_fen(fen).is_ok()),
                Self::OneMove => is_move(line),
                Self::Packed => read_bytes(line).is_some(),
                Self::YesOrNo(word) => read_yes_or_no(line, word).is_some(),
                Self::Square(word) => read_square(line, word).is_some(),
                Self::Text(word) => rest_of(line, word).is_some(),
                Self::Key(is_polyglot) => {
                    rest_of(line, "key").is_some_and(|key| is_key(key, is_polyglot))
                }
                Self::Occurrences => {
                    read_occurrences(line).is_some_and(|it| it != Occurrences::Exactly(0))
                }
                _ => false,
            }
    }

    /// Returns the form in words.
    fn description(self) -> String {
        match self {
            Self::Nothing => "only ok, because fen is not announced".to_owned(),
            Self::Fen => "fen and the six fields of a FEN, then ok".to_owned(),
            Self::Moves => {
                "a line for each legal move in UCI notation, such as: move e7e8q promo; then ok".to_owned()
            }
            Self::OneMove => "move and a move in UCI notation, then ok".to_owned(),
            Self::Packed => "packed and an even number of digits from 0 to f, 2 to 4096, then ok".to_owned(),
            Self::Game => {
                "a line for each move of the game in UCI notation, such as: move e2e4; then ok".to_owned()
            }
            Self::Divide(1) => {
                "a line for each legal move in UCI notation, such as: move e2e4 1; then total and their sum, then ok"
                    .to_owned()
            }
            Self::Divide(_) => {
                "a line for each legal move in UCI notation, such as: move e2e4 600; then total and their sum, then ok"
                    .to_owned()
            }
            Self::YesOrNo(word) => format!("{word} yes or {word} no, then ok"),
            Self::Square(word) => format!("{word} and a square, or {word} none, then ok"),
            Self::Text(word) => format!("{word} and a text, then ok"),
            Self::Key(true) => "key and 16 hexadecimal digits in lower case, then ok".to_owned(),
            Self::Key(false) => "key and one word of at most 64 characters, then ok".to_owned(),
            Self::Occurrences => "occurrences and a number from 1, <3 or >=3, then ok".to_owned(),
            Self::Error(kind) => format!("error {}", kind.word()),
            Self::MayRefuse(kind) => format!("error {}, or ok", kind.word()),
        }
    }
}

/// Tells whether single spaces separate the words of a line.
fn is_spaced(line: &str) -> bool {
    line.split_whitespace().eq(line.split(' '))
}

fn is_move(line: &str) -> bool {
    let is_known = |word: &str| Flag::all().any(|flag| flag.word() == word);
    is_spaced(line)
        && read_move(line).is_some_and(|read| is_uci(read.mv) && read.flags().all(is_known))
}

/// Returns the nodes of a line `move e2e4 600` and nothing else. Below a legal move, there is one leaf at depth 1.
fn divide_nodes(line: &str, depth: u32) -> Option<u64> {
    let read = read_move(line).filter(|read| is_uci(read.mv) && read.flags().count() == 1)?;
    let nodes = read.nodes().filter(|nodes| depth != 1 || *nodes == 1);
    nodes.filter(|_| is_spaced(line))
}

/// Tells whether a line has the sum of the nodes of the others.
fn is_sum(total: &str, moves: &[String], depth: u32) -> bool {
    let mut nodes = moves.iter().map(|line| divide_nodes(line, depth));
    let sum = nodes.try_fold(0_u64, |sum, nodes| sum.checked_add(nodes?));
    is_spaced(total) && sum.is_some() && read_total(total) == sum
}

fn is_uci(text: &str) -> bool {
    text.parse::<UciMove>().is_ok_and(|mv| !mv.is_null())
}

fn is_key(key: &str, is_polyglot: bool) -> bool {
    if is_polyglot {
        key.len() == 16
            && key
                .bytes()
                .all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    } else {
        (1..=64).contains(&key.len()) && !key.contains(char::is_whitespace)
    }
}

#[cfg(test)]
mod tests {
    use super::{End, ErrorKind, Reply, ReplyForm};

    fn problem(form: ReplyForm, text: &str) -> Option<String> {
        let lines = text.split('|').filter(|line| !line.is_empty());
        let reply = Reply {
            lines: lines.map(str::to_owned).collect(),
            end: End::Ok,
        };
        form.problem_of(&reply)
    }

    #[test]
    fn accepts_replies_of_each_form() {
        let cases = [
            (ReplyForm::Nothing, ""),
            (ReplyForm::Fen, "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            (ReplyForm::Moves, "move e7e8q promo check|move e2e4"),
            (ReplyForm::Moves, ""),
            (ReplyForm::Divide(2), "move e2e4 20|move d2d4 0|total 20"),
            (ReplyForm::Divide(1), "total 0"),
            (ReplyForm::YesOrNo("same"), "same no"),
            (ReplyForm::Square("takes"), "takes d5"),
            (ReplyForm::Square("takes"), "takes none"),
            (ReplyForm::Text("san"), "san cxd6 e.p."),
            (ReplyForm::Key(true), "key 0123456789abcdef"),
            (ReplyForm::Occurrences, "occurrences >=3"),
        ];
        for (form, text) in cases {
            assert_eq!(problem(form, text), None, "{form:?}: {text}");
        }
    }

    #[test]
    fn shows_the_wrong_line_and_the_expected_form() {
        let cases = [
            (ReplyForm::Nothing, "fen 8/8", "fen is not announced"),
            (
                ReplyForm::Fen,
                "fen 4k3/8/8/8/8/8/8/4K3 w - -",
                "six fields",
            ),
            (ReplyForm::Fen, "", "\"ok\""),
            (ReplyForm::Moves, "move e2e4|e2e5", "\"e2e5\""),
            (ReplyForm::Moves, "move O-O", "UCI"),
            (ReplyForm::Moves, "move e7e8Q", "e7e8q"),
            (ReplyForm::Moves, "move e2e4 nice", "nice"),
            (ReplyForm::Divide(1), "move e2e4 2|total 2", "move e2e4 1"),
            (
                ReplyForm::Divide(2),
                "move e2e4 20|total 21",
                "\"total 21\"",
            ),
            (ReplyForm::Divide(2), "move e2e4: 20|total 20", "e2e4:"),
            (
                ReplyForm::YesOrNo("legal"),
                "legal maybe",
                "legal yes or legal no",
            ),
            (ReplyForm::Square("takes"), "takes d9", "takes and a square"),
            (ReplyForm::Key(true), "key 0123456789ABCDEF", "lower case"),
            (ReplyForm::Key(false), "key a b", "one word"),
            (ReplyForm::Occurrences, "occurrences 0", "from 1"),
            (ReplyForm::Error(ErrorKind::BadFen), "", "error badfen"),
        ];
        for (form, text, part) in cases {
            let found = problem(form, text).unwrap_or_default();
            assert!(found.contains(part), "{form:?}: {text}: {found}");
        }
        // A library may accept every FEN.
        assert_eq!(problem(ReplyForm::MayRefuse(ErrorKind::BadFen), ""), None);
    }
}
