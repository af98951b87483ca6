//! The forms of replies in the line protocol.

use passant_rules::{Setup, Square};

use passant_engine::line_protocol::{End, ErrorKind, Flag, Reply};

/// The form that a reply must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ReplyForm {
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
    /// `victim d5` or `victim none`.
    Victim,
    /// Text after this word.
    Text(&'static str),
    /// One move.
    OneMove,
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
    /// What is wrong with a reply, and what is expected; `None` if it has this form.
    pub(super) fn problem_of(self, reply: &Reply) -> Option<String> {
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
        wrong.map(|line| format!("got {line:?}; expected {}", self.expected()))
    }

    /// The line that is wrong; `ok` if a line is missing before it.
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
            Self::Fen => only(&|line| {
                let fen = line.strip_prefix("fen ");
                fen.is_some_and(|fen| fen.split(' ').count() == 6 && Setup::from_fen(fen).is_ok())
            }),
            Self::Moves => each(lines, &is_move),
            Self::OneMove => only(&is_move),
            Self::Divide(depth) => match lines.split_last() {
                None => Some("ok".to_owned()),
                Some((total, moves)) => each(moves, &|line| is_divided(line, depth))
                    .or_else(|| (sum(moves) != number(total, "total")).then(|| total.clone())),
            },
            Self::YesOrNo(word) => {
                only(&|line| matches!(line.strip_prefix(word), Some(" yes" | " no")))
            }
            Self::Victim => only(&|line| match line.strip_prefix("victim ") {
                Some("none") => true,
                square => square.and_then(Square::from_name).is_some(),
            }),
            Self::Text(word) => only(&|line| {
                let rest = line
                    .strip_prefix(word)
                    .and_then(|rest| rest.strip_prefix(' '));
                rest.is_some_and(|text| !text.trim().is_empty())
            }),
            Self::Key(is_polyglot) => only(&|line| {
                line.strip_prefix("key ")
                    .is_some_and(|key| is_key(key, is_polyglot))
            }),
            Self::Occurrences => only(&|line| match line.strip_prefix("occurrences ") {
                Some("<3" | ">=3") => true,
                times => {
                    times.is_some_and(|times| times.parse::<u32>().is_ok_and(|times| 0 < times))
                }
            }),
            Self::Error(_) | Self::MayRefuse(_) => None,
        }
    }

    /// The form in words.
    fn expected(self) -> String {
        match self {
            Self::Nothing => "only ok, because fen is not announced".to_owned(),
            Self::Fen => "fen and the six fields of a FEN, then ok".to_owned(),
            Self::Moves => {
                "a line for each legal move in UCI notation, such as: move e7e8q promo; then ok".to_owned()
            }
            Self::OneMove => "move and a move in UCI notation, then ok".to_owned(),
            Self::Divide(1) => {
                "a line for each legal move in UCI notation, such as: move e2e4 1; then total and their sum, then ok"
                    .to_owned()
            }
            Self::Divide(_) => {
                "a line for each legal move in UCI notation, such as: move e2e4 600; then total and their sum, then ok"
                    .to_owned()
            }
            Self::YesOrNo(word) => format!("{word} yes or {word} no, then ok"),
            Self::Victim => "victim and a square, or victim none, then ok".to_owned(),
            Self::Text(word) => format!("{word} and a text, then ok"),
            Self::Key(true) => "key and 16 hexadecimal digits in lower case, then ok".to_owned(),
            Self::Key(false) => "key and one word of at most 64 characters, then ok".to_owned(),
            Self::Occurrences => "occurrences and a number from 1, <3 or >=3, then ok".to_owned(),
            Self::Error(kind) => format!("error {}", kind.word()),
            Self::MayRefuse(kind) => format!("error {}, or ok", kind.word()),
        }
    }
}

fn is_move(line: &str) -> bool {
    let mut words = line.split(' ');
    let is_known = |word: &str| Flag::ALL.iter().any(|(known, _)| *known == word);
    words.next() == Some("move") && words.next().is_some_and(is_uci) && words.all(is_known)
}

fn is_divided(line: &str, depth: u32) -> bool {
    match line.split(' ').collect::<Vec<_>>()[..] {
        ["move", mv, nodes] => {
            is_uci(mv)
                && nodes
                    .parse::<u64>()
                    .is_ok_and(|nodes| depth != 1 || nodes == 1)
        }
        _ => false,
    }
}

fn is_uci(text: &str) -> bool {
    let square = |range: std::ops::Range<usize>| {
        text.get(range)
            .is_some_and(|square| Square::from_name(square).is_some())
    };
    square(0..2) && square(2..4) && matches!(text.get(4..), Some("" | "q" | "r" | "b" | "n"))
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

/// The sum of the numbers at the ends of lines.
fn sum(moves: &[String]) -> Option<u64> {
    let mut nodes = moves
        .iter()
        .map(|line| line.rsplit(' ').next()?.parse().ok());
    nodes.try_fold(0_u64, |sum, nodes: Option<u64>| sum.checked_add(nodes?))
}

fn number(line: &str, word: &str) -> Option<u64> {
    line.strip_prefix(word)?.strip_prefix(' ')?.parse().ok()
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
            (ReplyForm::Victim, "victim d5"),
            (ReplyForm::Victim, "victim none"),
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
            (ReplyForm::Victim, "victim d9", "a square"),
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
