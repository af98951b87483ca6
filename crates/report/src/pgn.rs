//! Finds the moves of the first game of a text in PGN, or in any notation that is a list of moves.
//!
//! [Portable Game Notation](https://www.chessprogramming.org/Portable_Game_Notation): tags, comments in braces and after a
//! semicolon, variations in parentheses, annotations, move numbers and results are skipped. Nothing is decided about the
//! moves; whoever plays them does that.

use std::ops::Range;

use passant_suite::Diagnostic;

use crate::move_list;

/// The words that end a game.
const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// The first game of a text. All ranges are bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The value of the tag `FEN`, without its quotes, if the game does not begin at the initial position.
    pub fen: Option<Range<usize>>,
    /// The moves, in order.
    pub moves: Vec<Range<usize>>,
}

impl PgnGame {
    /// Finds the first game of a text.
    ///
    /// # Errors
    ///
    /// If a comment, a variation or a tag has no end, or if a variation ends that has not begun.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let mut reader = Reader {
            text,
            at: 0,
            game: Self::default(),
            variations: Vec::new(),
        };
        while reader.step()? {}
        match reader.variations.first() {
            Some(start) => Err(report_unclosed(text, *start, "variation", ')')),
            None => Ok(reader.game),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    game: PgnGame,
    /// The beginnings of the variations that have not ended, the outermost first.
    variations: Vec<usize>,
}

impl Reader<'_> {
    /// Reads one comment, tag, parenthesis or run of words; `false` at the end of the game.
    fn step(&mut self) -> Result<bool, Diagnostic> {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else {
            return Ok(false);
        };
        let starts_line = self.at == 0 || self.text[..self.at].ends_with('\n');
        match first {
            '{' => self.skip_to('}', "comment")?,
            ';' => self.skip_line(),
            '%' if starts_line => self.skip_line(),
            '[' if self.variations.is_empty() => return self.tag(),
            '(' => {
                self.variations.push(self.at);
                self.at += 1;
            }
            ')' => {
                if self.variations.pop().is_none() {
                    let stray = self.at..self.at + 1;
                    return Err(Diagnostic::error("no variation begins before this )")
                        .in_text(self.text, stray)
                        .with_hint("remove it, or write ( before the variation"));
                }
                self.at += 1;
            }
            '\u{feff}' => self.at += first.len_utf8(),
            _ if first.is_whitespace() => self.at += first.len_utf8(),
            _ => return Ok(self.words()),
        }
        Ok(true)
    }

    /// Reads words up to the next sign of punctuation; `false` if they end the game.
    fn words(&mut self) -> bool {
        let start = self.at;
        let rest = &self.text[start..];
        // A tag begins a line, so that `[` within a word is part of the word.
        let end = rest.find(['{', ';', '(', ')', '\n']);
        let words = &rest[..end.unwrap_or(rest.len())];
        self.at = start + words.len();
        if !self.variations.is_empty() {
            return true;
        }
        for span in move_list::moves(words) {
            let word = &words[span.clone()];
            if RESULTS.contains(&word) {
                return false;
            }
            if !is_annotation(word) {
                let span = start + span.start..start + span.end;
                self.game.moves.push(span);
            }
        }
        true
    }

    /// Reads a tag; `false` if it belongs to the next game.
    fn tag(&mut self) -> Result<bool, Diagnostic> {
        if !self.game.moves.is_empty() {
            return Ok(false);
        }
        let start = self.at;
        let rest = &self.text[start..];
        let Some(end) = closing_bracket(rest) else {
            return Err(report_unclosed(self.text, start, "tag", ']'));
        };
        let tag = &rest[1..end];
        if tag.trim_start().starts_with("FEN ")
            && let (Some(first), Some(last)) = (tag.find('"'), tag.rfind('"'))
            && first < last
        {
            self.game.fen = Some(start + 1 + first + 1..start + 1 + last);
        }
        self.at = start + end + 1;
        Ok(true)
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    fn skip_to(&mut self, end: char, what: &str) -> Result<(), Diagnostic> {
        let found = self.text[self.at..].find(end);
        let length = found.ok_or_else(|| report_unclosed(self.text, self.at, what, end))?;
        self.at += length + end.len_utf8();
        Ok(())
    }
}

/// Returns where a tag ends: at the first bracket outside of its quotes, on the same line.
fn closing_bracket(text: &str) -> Option<usize> {
    let mut is_quoted = false;
    let mut is_escaped = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '\n' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            ']' if !is_quoted => return Some(at),
            _ => {}
        }
    }
    None
}

/// Tells whether a word says something about the move before it.
fn is_annotation(word: &str) -> bool {
    let is_sign = |c: char| "!?+-=/\\~#□∓±⩲⩱∞⇆↑→⊙".contains(c);
    let is_nag = |code: &str| !code.is_empty() && code.bytes().all(|byte| byte.is_ascii_digit());
    word.strip_prefix('$').is_some_and(is_nag)
        || word != "--" && word.chars().all(is_sign)
        || is_nag(word)
}

fn report_unclosed(text: &str, start: usize, what: &str, end: char) -> Diagnostic {
    Diagnostic::error(format!("this {what} has no end"))
        .in_text(text, start..start + 1)
        .with_hint(format!("write {end} where it ends"))
}

#[cfg(test)]
mod tests {
    use super::PgnGame;

    fn read(text: &str) -> (Option<&str>, Vec<&str>) {
        let game = PgnGame::read(text).unwrap();
        let moves = game.moves.into_iter().map(|span| &text[span]);
        (game.fen.map(|span| &text[span]), moves.collect())
    }

    #[test]
    fn finds_the_moves_of_the_first_game() {
        let cases: [(&str, &[&str]); 12] = [
            ("", &[]),
            ("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *", &["e4", "e5", "Nf3"]),
            ("1.e4{a {b}1...e5", &["e4", "e5"]),
            ("1. e4 ; e5 is best\n 1... d5 1/2-1/2", &["e4", "d5"]),
            ("% escaped\n1. e4", &["e4"]),
            ("1. e4 (1. d4 (1. c4 {)} e5) d5) 1... e5", &["e4", "e5"]),
            ("1. e4 $1 e5!? $14 2. Nf3 ! ?!", &["e4", "e5!?", "Nf3"]),
            ("1. e4 e5 1-0 2. d4", &["e4", "e5"]),
            ("1. e4\n[Event \"2\"]\n1. d4", &["e4"]),
            ("5. exd6 e.p.+ {taken} Qxd6", &["exd6 e.p.+", "Qxd6"]),
            ("e2e4 e7e5", &["e2e4", "e7e5"]),
            ("1. e4 -- 2. d4", &["e4", "--", "d4"]),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), (None, expected.to_vec()), "{text:?}");
        }
    }

    #[test]
    fn finds_the_position_at_the_start() {
        let fen = "4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2";
        let text =
            format!("[White \"A ]\\\" b\"]\r\n[FEN \"{fen}\"]\r\n[SetUp \"1\"]\r\n\r\ncxd6 *");
        assert_eq!(read(&text), (Some(fen), vec!["cxd6"]));
    }

    #[test]
    fn an_error_points_at_what_has_no_end() {
        let cases = [
            ("1. e4 {never", 6, "this comment has no end"),
            ("1. e4 (1. d4 (2. c4)", 6, "this variation has no end"),
            ("1. e4 ) e5", 6, "no variation begins before this )"),
            ("[White \"A]\n1. e4", 0, "this tag has no end"),
        ];
        for (text, at, message) in cases {
            let error = PgnGame::read(text).unwrap_err();
            assert_eq!(error.message, message);
            assert_eq!(error.place.unwrap().span, at..at + 1, "{text:?}");
            assert!(error.hint.is_some());
        }
    }
}
