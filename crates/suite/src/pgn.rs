//! Finds the games of a text in PGN, or in any notation that is a list of moves.
//!
//! [Portable Game Notation](https://www.chessprogramming.org/Portable_Game_Notation): tags, comments in braces and after a
//! semicolon, variations in parentheses, annotations, move numbers and results are skipped. Nothing is decided about the
//! moves; whoever plays them does that.

use std::ops::Range;

use crate::Diagnostic;

use crate::movetext;

/// The words that end a game.
const RESULTS: [&str; 5] = ["1-0", "0-1", "1/2-1/2", "½-½", "*"];

/// A game of a text. All ranges are bytes of the text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PgnGame {
    /// The value of the tag `FEN`, without its quotes, if the game does not begin at the initial position.
    pub fen: Option<Range<usize>>,
    /// The name and the value of each tag, without quotes.
    pub tags: Vec<[Range<usize>; 2]>,
    /// The moves, in order.
    pub moves: Vec<Range<usize>>,
    /// The result at the end of the moves; `None` if the text ends or another game begins before it.
    pub result: Option<Range<usize>>,
    /// The last comment in braces, without them.
    pub last_comment: Option<Range<usize>>,
}

/// Finds all games of a text. The error is where the text cannot be read any further: the games are those before it, and what
/// was read of the game that it is in.
#[must_use]
pub fn read_games(text: &str) -> (Vec<PgnGame>, Option<Diagnostic>) {
    let (mut games, mut at) = (Vec::new(), 0);
    loop {
        let mut reader = Reader::new(text, at);
        let end = reader.read();
        at = reader.at;
        if reader.game != PgnGame::default() {
            games.push(reader.game);
        }
        if end.is_err() || at == text.len() {
            return (games, end.err());
        }
    }
}

impl PgnGame {
    /// Finds the first game of a text.
    ///
    /// # Errors
    ///
    /// If a comment, a variation or a tag has no end, or if a variation ends that has not begun.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let mut reader = Reader::new(text, 0);
        reader.read()?;
        Ok(reader.game)
    }

    /// Returns the value of a tag as it is written, without its quotes.
    #[must_use]
    pub fn tag<'t>(&self, name: &str, text: &'t str) -> Option<&'t str> {
        let mut tags = self.tags.iter();
        let [_, value] = tags.find(|[found, _]| &text[found.clone()] == name)?;
        Some(&text[value.clone()])
    }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    game: PgnGame,
    /// The beginnings of the variations that have not ended, the outermost first.
    variations: Vec<usize>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, at: usize) -> Self {
        Self {
            text,
            at,
            game: PgnGame::default(),
            variations: Vec::new(),
        }
    }

    /// Reads a game to its end.
    fn read(&mut self) -> Result<(), Diagnostic> {
        while self.step()? {}
        match self.variations.first() {
            Some(start) => Err(report_unclosed(self.text, *start, "variation", ')')),
            None => Ok(()),
        }
    }

    /// Reads one comment, tag, parenthesis or run of words; `false` at the end of the game.
    fn step(&mut self) -> Result<bool, Diagnostic> {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else {
            return Ok(false);
        };
        let starts_line = self.at == 0 || self.text[..self.at].ends_with('\n');
        match first {
            '{' => self.comment()?,
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
        for span in movetext::moves(words) {
            let word = &words[span.clone()];
            let in_text = start + span.start..start + span.end;
            if RESULTS.contains(&word) {
                self.at = in_text.end;
                self.game.result = Some(in_text);
                return false;
            }
            if !is_annotation(word) {
                self.game.moves.push(in_text);
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
        if let (Some(first), Some(last)) = (tag.find('"'), tag.rfind('"'))
            && first < last
        {
            let name = tag[..first].trim();
            let name_start = start + 1 + tag.len() - tag.trim_start().len();
            let value = start + 1 + first + 1..start + 1 + last;
            if name == "FEN" {
                self.game.fen = Some(value.clone());
            }
            let name = name_start..name_start + name.len();
            self.game.tags.push([name, value]);
        }
        self.at = start + end + 1;
        Ok(true)
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    fn comment(&mut self) -> Result<(), Diagnostic> {
        let found = self.text[self.at..].find('}');
        let length = found.ok_or_else(|| report_unclosed(self.text, self.at, "comment", '}'))?;
        self.game.last_comment = Some(self.at + 1..self.at + length);
        self.at += length + 1;
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
