//! The forms of replies.

use passant_rules::{Setup, Square};

use passant_engine::line_protocol::{End, ErrorKind, Flag, Reply};

/// The form that a reply must have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// `ok` alone.
    Nothing,
    /// `fen …`
    Fen,
    /// `move …` for each move.
    Moves,
    /// `move … N` for each move, and a total.
    Divide(u32),
    /// `legal yes`, after the word that is given.
    YesOrNo(&'static str),
    /// `victim d5` or `victim none`.
    Victim,
    /// Text after the word that is given.
    Text(&'static str),
    /// One move.
    OneMove,
    /// `key …`; whether as Polyglot has it.
    Key(bool),
    /// `occurrences 2`.
    Occurrences,
    /// An error of this kind.
    Error(ErrorKind),
    /// An error of this kind, or what a library says that does not look.
    MayRefuse(ErrorKind),
}

/// The longest text of an error, and the longest line, in characters and in bytes.
const TEXT: usize = 400;

impl Form {
    /// What is wrong with a reply, and what would be right.
    pub(super) fn fault_of(self, reply: &Reply) -> Option<String> {
        let fault = match (self, &reply.end) {
            (Self::Error(kind) | Self::MayRefuse(kind), End::Error(found, text))
                if kind == *found =>
            {
                return (TEXT < text.chars().count())
                    .then(|| format!("the text of an error has at most {TEXT} characters"));
            }
            (_, End::Error(..)) => Some(reply.end.to_string()),
            (Self::Error(_), End::Ok) => Some("ok".to_owned()),
            // Whether it should look is for `passant check` to judge.
            (Self::MayRefuse(_), End::Ok) => None,
            (_, End::Ok) => self.fault_in(&reply.lines),
        };
        fault.map(|line| format!("{line:?} where expected: {}", self.expected()))
    }

    /// The line that is wrong; `ok` if there is a line too few.
    fn fault_in(self, lines: &[String]) -> Option<String> {
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
            Self::Nothing => "ok alone: fen is not announced".to_owned(),
            Self::Fen => "fen and six fields of FEN; then ok".to_owned(),
            Self::Moves => "move and a move in UCI notation, like move e7e8q promo, for each legal move; then ok".to_owned(),
            Self::OneMove => "move and a move in UCI notation; then ok".to_owned(),
            Self::Divide(1) => "move, a move in UCI notation, and 1, for each legal move; then total and their sum; then ok".to_owned(),
            Self::Divide(_) => "move, a move in UCI notation, and a number, like move e2e4 600, for each legal move; then total and their sum; then ok".to_owned(),
            Self::YesOrNo(word) => format!("{word} yes or {word} no; then ok"),
            Self::Victim => "victim and a square, or victim none; then ok".to_owned(),
            Self::Text(word) => format!("{word} and text; then ok"),
            Self::Key(true) => "key and 16 hexadecimal digits in lower case; then ok".to_owned(),
            Self::Key(false) => "key and one word of at most 64 characters; then ok".to_owned(),
            Self::Occurrences => "occurrences and a number from 1 on, <3 or >=3; then ok".to_owned(),
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
    use super::{End, ErrorKind, Form, Reply};

    fn fault(form: Form, text: &str) -> Option<String> {
        let lines = text.split('|').filter(|line| !line.is_empty());
        let reply = Reply {
            lines: lines.map(str::to_owned).collect(),
            end: End::Ok,
        };
        form.fault_of(&reply)
    }

    #[test]
    fn replies_in_form_have_no_fault() {
        let cases = [
            (Form::Nothing, ""),
            (Form::Fen, "fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            (Form::Moves, "move e7e8q promo check|move e2e4"),
            (Form::Moves, ""),
            (Form::Divide(2), "move e2e4 20|move d2d4 0|total 20"),
            (Form::Divide(1), "total 0"),
            (Form::YesOrNo("same"), "same no"),
            (Form::Victim, "victim d5"),
            (Form::Victim, "victim none"),
            (Form::Text("san"), "san cxd6 e.p."),
            (Form::Key(true), "key 0123456789abcdef"),
            (Form::Occurrences, "occurrences >=3"),
        ];
        for (form, text) in cases {
            assert_eq!(fault(form, text), None, "{form:?}: {text}");
        }
    }

    #[test]
    fn the_line_that_is_wrong_is_shown_and_what_would_be_right() {
        let cases = [
            (Form::Nothing, "fen 8/8", "fen is not announced"),
            (Form::Fen, "fen 4k3/8/8/8/8/8/8/4K3 w - -", "six fields"),
            (Form::Fen, "", "\"ok\""),
            (Form::Moves, "move e2e4|e2e5", "\"e2e5\""),
            (Form::Moves, "move O-O", "UCI"),
            (Form::Moves, "move e7e8Q", "e7e8q"),
            (Form::Moves, "move e2e4 nice", "nice"),
            (Form::Divide(1), "move e2e4 2|total 2", "and 1"),
            (Form::Divide(2), "move e2e4 20|total 21", "\"total 21\""),
            (Form::Divide(2), "move e2e4: 20|total 20", "e2e4:"),
            (
                Form::YesOrNo("legal"),
                "legal maybe",
                "legal yes or legal no",
            ),
            (Form::Victim, "victim d9", "a square"),
            (Form::Key(true), "key 0123456789ABCDEF", "lower case"),
            (Form::Key(false), "key a b", "one word"),
            (Form::Occurrences, "occurrences 0", "from 1 on"),
            (Form::Error(ErrorKind::BadFen), "", "error badfen"),
        ];
        for (form, text, part) in cases {
            let found = fault(form, text).unwrap_or_default();
            assert!(found.contains(part), "{form:?}: {text}: {found}");
        }
        // A library that takes every FEN is not asked to look at them.
        assert_eq!(fault(Form::MayRefuse(ErrorKind::BadFen), ""), None);
    }
}
