//! Reads the games of a text, one after the other.

use std::ops::Range;

use memchr::memchr;

use crate::boundary::next_boundary;
use crate::game::{PgnFaultKind, PgnGame, PgnVariation};
use crate::movetext::{is_mark, without_number};

/// Reads the games of a text one after the other: tags, comments in braces and after a semicolon, variations, annotations, move
/// numbers, lines that begin with `%`, and results. The text may have any bytes.
///
/// A game ends with its result, before the next tag, or at an empty line that is followed by a line that begins with `[Event "`.
/// The last of these ends it within a comment or a variation too, so that a comment without an end costs one game.
///
/// ```
/// use passant_pgn::{PgnGame, PgnReader};
///
/// let text = b"[Event \"1\"]\n\n1. e4 {never closed\n\n[Event \"2\"]\n\n1. d4 d5 *\n";
/// let (mut reader, mut game) = (PgnReader::new(text), PgnGame::default());
/// let mut moves = Vec::new();
/// while reader.read_next(&mut game) {
///     moves.push(game.moves.len());
/// }
/// assert_eq!(moves, [1, 2]);
/// ```
#[derive(Debug)]
pub struct PgnReader<'t> {
    text: &'t [u8],
    at: usize,
    /// The place where the text of the current game ends at the latest.
    end: usize,
    /// The beginning of the outermost variation that has not ended, and the number of all that have not.
    variation: (usize, usize),
    scope: Scope,
}

/// The part of a game that is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scope {
    /// All of it.
    Game,
    /// The moves of a variation, without those of variations in it.
    Variation,
    /// The moves of a variation and of all variations in it.
    AllOfVariation,
}

/// The bytes that end a word: spaces, control characters, and signs with a meaning of their own.
static ENDS_WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_space(byte as u8) || matches!(byte as u8, b'{' | b';' | b'(' | b')');
        byte += 1;
    }
    table
};

/// Tells whether a byte only separates words. Control characters, NUL among them, do.
const fn is_space(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7F
}

impl<'t> PgnReader<'t> {
    /// Reads from the start of a text, which ends with a whole game.
    #[must_use]
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            at: 0,
            end: 0,
            variation: (0, 0),
            scope: Scope::Game,
        }
    }

    /// Reads the moves of a variation as those of a game, with the variations in it. A result in it is skipped.
    ///
    /// ```
    /// use passant_pgn::{PgnGame, PgnReader};
    ///
    /// let text = b"1. e4 e5 (1... c5 2. Nf3 (2. c3) d6) 2. f4 *";
    /// let (mut game, mut variation) = (PgnGame::default(), PgnGame::default());
    /// PgnReader::new(text).read_next(&mut game);
    /// PgnReader::of_variation(text, &game.variations[0]).read_next(&mut variation);
    /// let moves: Vec<_> = variation.moves.iter().map(|span| &text[span.clone()]).collect();
    /// assert_eq!(moves, [&b"c5"[..], b"Nf3", b"d6"]);
    /// assert_eq!(variation.variations[0].moves_before, 2);
    /// ```
    #[must_use]
    pub fn of_variation(text: &'t [u8], variation: &PgnVariation) -> Self {
        let text = &text[..variation.span.end];
        Self {
            text,
            at: variation.span.start,
            end: text.len(),
            variation: (0, 0),
            scope: Scope::Variation,
        }
    }

    /// Reads the moves of a variation and of all variations in it, in the order of the text, in the place of an earlier game.
    pub(crate) fn read_all_of(text: &'t [u8], variation: &PgnVariation, game: &mut PgnGame) {
        let mut reader = Self {
            scope: Scope::AllOfVariation,
            ..Self::of_variation(text, variation)
        };
        reader.read_next(game);
    }

    /// Reads the next game in the place of an earlier one. Returns `false` at the end of the text.
    pub fn read_next(&mut self, game: &mut PgnGame) -> bool {
        loop {
            if self.at == self.end {
                if self.end == self.text.len() {
                    game.clear(self.at);
                    return false;
                }
                self.end = next_boundary(self.text, self.at + 1).unwrap_or(self.text.len());
            }
            self.skip_spaces();
            game.clear(self.at);
            self.variation = (0, 0);
            while self.step(game) {}
            if self.variation.1 != 0 {
                game.report(PgnFaultKind::UnclosedVariation, self.variation.0);
                self.end_variation(game);
            }
            game.span.end = self.at;
            if !game.is_empty() || !game.faults.is_empty() {
                return true;
            }
        }
    }

    fn skip_spaces(&mut self) {
        while self.at < self.end && is_space(self.text[self.at]) {
            self.at += 1;
        }
    }

    /// Reads one comment, tag, parenthesis or word; `false` at the end of the game.
    fn step(&mut self, game: &mut PgnGame) -> bool {
        self.skip_spaces();
        if self.at == self.end {
            return false;
        }
        match self.text[self.at] {
            b'{' => self.comment(game),
            b';' => self.skip_line(),
            b'%' if self.starts_line() => self.skip_line(),
            b'[' if self.is_tag(game) => return self.tag(game),
            b'(' | b')' => self.parenthesis(game),
            _ => return self.word(game),
        }
        true
    }

    fn parenthesis(&mut self, game: &mut PgnGame) {
        let begins = self.text[self.at] == b'(';
        match self.variation.1 {
            _ if self.scope == Scope::AllOfVariation => {}
            0 if begins => self.variation = (self.at, 1),
            0 => game.report(PgnFaultKind::StrayParenthesis, self.at),
            1 if !begins => {
                self.end_variation(game);
                self.variation.1 = 0;
            }
            depth if begins => self.variation.1 = depth + 1,
            depth => self.variation.1 = depth - 1,
        }
        self.at += 1;
    }

    /// Takes the outermost variation, which ends here.
    fn end_variation(&self, game: &mut PgnGame) {
        game.variations.push(PgnVariation {
            moves_before: game.moves.len(),
            span: self.variation.0 + 1..self.at,
        });
    }

    fn starts_line(&self) -> bool {
        self.at == 0 || self.text[self.at - 1] == b'\n'
    }

    /// Tells whether a bracket begins a tag. Within a line of moves it is part of a word.
    fn is_tag(&self, game: &PgnGame) -> bool {
        let before = self.text[..self.at].iter().rev();
        let starts_line = || {
            let mut before = before.skip_while(|byte| is_space(**byte) && **byte != b'\n');
            before.next().is_none_or(|byte| *byte == b'\n')
        };
        if self.variation.1 == 0 && self.scope == Scope::Game {
            game.moves.is_empty() || starts_line()
        } else {
            // In a variation, it has to look like one.
            let rest = &self.text[self.at + 1..self.end];
            let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric());
            let name = name.count();
            name != 0 && rest[name..].starts_with(b" \"") && starts_line()
        }
    }

    /// Reads a word; `false` if it ends the game.
    fn word(&mut self, game: &mut PgnGame) -> bool {
        let start = self.at;
        let bytes = &self.text[start..self.end];
        let length = bytes.iter().position(|byte| ENDS_WORD[usize::from(*byte)]);
        let word = start..start + length.unwrap_or(bytes.len());
        self.at = word.end;
        if self.variation.1 != 0 {
            return true;
        }
        if self.text[word.clone()].is_ascii() {
            return self.take(word, game);
        }
        // Pasted text has spaces that are not ASCII, and a file may begin with a byte order mark.
        let Ok(text) = std::str::from_utf8(&self.text[word.clone()]) else {
            return self.take(word, game);
        };
        let is_space = |letter: char| letter.is_whitespace() || letter == '\u{feff}';
        for part in text.split(is_space).filter(|part| !part.is_empty()) {
            let start = word.start + (part.as_ptr().addr() - text.as_ptr().addr());
            if !self.take(start..start + part.len(), game) {
                self.at = start + part.len();
                return false;
            }
        }
        true
    }

    /// Takes a word of the moves; `false` if it ends the game.
    fn take(&mut self, span: Range<usize>, game: &mut PgnGame) -> bool {
        let word = &self.text[span.clone()];
        match word[0] {
            b'e' | b'/' if is_mark(word) => {
                self.take_mark(&span, game);
                return true;
            }
            b'0'..=b'9' | b'*' | 0x80.. if is_result(word) => {
                if self.scope != Scope::Game {
                    return true;
                }
                game.result = Some(span);
                self.comment_after_result(game);
                return false;
            }
            b'a'..=b'h' | b'A'..=b'Z' => {}
            _ => {
                let rest = without_number(word);
                if !rest.is_empty() && !is_annotation(rest) && is_mark(rest) {
                    self.take_mark(&span, game);
                } else if !rest.is_empty() && !is_annotation(rest) && rest != b"moves" {
                    game.moves.push(span.end - rest.len()..span.end);
                }
                return true;
            }
        }
        game.moves.push(span);
        true
    }

    /// Takes a mark for a part of the move before it, if only spaces stand between. Elsewhere it says nothing.
    fn take_mark(&self, span: &Range<usize>, game: &mut PgnGame) {
        if let Some(last) = game.moves.last_mut()
            && self.text[last.end..span.start]
                .iter()
                .all(|it| is_space(*it))
        {
            last.end = span.end;
        }
    }

    /// Takes a comment on the line of the result for one about the game that has ended.
    fn comment_after_result(&mut self, game: &mut PgnGame) {
        let rest = &self.text[self.at..self.end];
        let spaces = rest.iter().take_while(|byte| **byte == b' ').count();
        if rest[spaces..].starts_with(b"{") {
            self.at += spaces;
            self.comment(game);
        }
    }

    /// Reads a tag; `false` if it belongs to the next game.
    fn tag(&mut self, game: &mut PgnGame) -> bool {
        if !game.moves.is_empty() || self.variation.1 != 0 {
            return false;
        }
        let start = self.at;
        let rest = &self.text[start..self.end];
        let Some(end) = closing_bracket(rest) else {
            game.report(PgnFaultKind::UnclosedTag, start);
            self.skip_line();
            return true;
        };
        let tag = &rest[1..end];
        let quote = |byte: &u8| *byte == b'"';
        if let (Some(first), Some(last)) = (tag.iter().position(quote), tag.iter().rposition(quote))
            && first < last
        {
            let name_start = start + 1 + (tag.len() - tag.trim_ascii_start().len());
            let name = name_start..name_start + tag[..first].trim_ascii().len();
            let value = start + 1 + first + 1..start + 1 + last;
            if &self.text[name.clone()] == b"FEN" {
                game.fen = Some(value.clone());
            }
            game.tags.push([name, value]);
        }
        self.at = start + end + 1;
        true
    }

    fn skip_line(&mut self) {
        let rest = &self.text[self.at..self.end];
        self.at += memchr(b'\n', rest).unwrap_or(rest.len());
    }

    fn comment(&mut self, game: &mut PgnGame) {
        let start = self.at;
        let rest = &self.text[start..self.end];
        let Some(length) = memchr(b'}', rest) else {
            game.report(PgnFaultKind::UnclosedComment, start);
            self.at = self.end;
            return;
        };
        if self.variation.1 == 0 {
            game.last_comment = Some(start + 1..start + length);
        }
        self.at = start + length + 1;
    }
}

/// Tells whether a word is a result.
fn is_result(word: &[u8]) -> bool {
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") || word == "½-½".as_bytes()
}

/// Returns where a tag ends: at the first bracket outside of its quotes, on the same line.
fn closing_bracket(text: &[u8]) -> Option<usize> {
    let mut is_quoted = false;
    let mut is_escaped = false;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'\n' => return None,
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_quoted,
            b'"' => is_quoted = !is_quoted,
            b']' if !is_quoted => return Some(at),
            _ => {}
        }
    }
    None
}

/// Tells whether a word says something about the move before it.
fn is_annotation(word: &[u8]) -> bool {
    let is_nag = |code: &[u8]| !code.is_empty() && code.iter().all(u8::is_ascii_digit);
    if word.strip_prefix(b"$").is_some_and(is_nag) || is_nag(word) {
        return true;
    }
    let is_sign = |letter: char| "!?+-=/\\~#□∓±⩲⩱∞⇆↑→⊙".contains(letter);
    word != b"--" && std::str::from_utf8(word).is_ok_and(|word| word.chars().all(is_sign))
}
