//! The output of an engine as lines.

use std::ops::Range;
use std::sync::LazyLock;

use crate::dialect::{self, CustomPatterns, Reading, Regex, clean};

/// The longest line that is read, in bytes. Lines with answers are short; the rest of a longer line is left out.
const LONGEST_LINE: usize = 4096;

/// The lines of a text that the engine printed, as far as they can be recognized.
#[derive(Clone, Default, Debug)]
pub struct PrintedText {
    lines: Vec<String>,
    /// The lines that fill the whole width of the text, by their numbers, if another line follows at once. A terminal
    /// or a page may have broken them, in the middle of a number too.
    full: Vec<usize>,
    /// The lines that begin with a digit directly below another line, by their numbers. The digit may belong to a
    /// number there.
    after_number: Vec<usize>,
    patterns: CustomPatterns,
}

/// The longest name of an engine in the log of a GUI, in letters. A bound in the pattern would make it sixty times as
/// large.
const LONGEST_NAME: usize = 61;

static LOG: LazyLock<Regex> = LazyLock::new(|| {
    // 1234 <Engine(0): e2e4: 20 · 2024-05-01 12:00:00.123-->1:go perft 1
    let pattern = r"^\s*\[?\d[\d:.,/ \[\]T-]*?(?:(?<sent>-->|>)|(?:<--|<))(?:\d{1,3}|(?<name>[A-Za-z][\w .+-]*)\(\d{1,3}\))\s?:\s?(?<line>.*)$";
    dialect::compile_constant(pattern)
});

impl PrintedText {
    /// The number of lines that are read. Answers to a block have far fewer.
    pub const MOST_LINES: usize = 2_000_000;

    /// At most [`MOST_LINES`](Self::MOST_LINES) lines of a file or of standard input: UTF-8, or UTF-16 as Windows
    /// PowerShell writes it, with any ends of lines. Bytes that are no text are replaced.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let text = match bytes {
            [0xff, 0xfe, rest @ ..] => from_utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => from_utf16(rest, u16::from_be_bytes),
            [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
            _ if is_utf16_without_mark(bytes) => from_utf16(bytes, u16::from_le_bytes),
            _ => String::from_utf8_lossy(bytes).into_owned(),
        };
        let unix_text = text.replace("\r\n", "\n");
        let width = unix_text
            .split(['\n', '\r'])
            .map(|it| it.chars().count())
            .max();
        let mut found = Self::default();
        let mut pieces = unix_text.split(['\n', '\r']).peekable();
        let mut is_below_line = false;
        while let Some(piece) = pieces.next() {
            let goes_on = is_below_line && piece.starts_with(|it: char| it.is_ascii_digit());
            is_below_line = !piece.trim().is_empty();
            let Some(line) = clean_line(piece) else {
                continue;
            };
            if found.lines.len() == Self::MOST_LINES {
                break;
            }
            let has_next = pieces.peek().is_some_and(|next| !next.trim().is_empty());
            if has_next && Some(piece.chars().count()) == width {
                found.full.push(found.lines.len());
            }
            if goes_on && piece.trim() == line {
                found.after_number.push(found.lines.len());
            }
            found.lines.push(line);
        }
        found
    }

    /// Tells whether one of these lines may go on in the next one.
    pub(super) fn may_be_broken(&self, lines: &Range<usize>) -> bool {
        has_any(&self.full, lines)
    }

    /// Tells whether one of these lines may go on with the digits of a number on the line above it, which is one of
    /// them too.
    pub(super) fn may_break_number(&self, lines: &Range<usize>) -> bool {
        has_any(&self.after_number, &(lines.start + 1..lines.end))
    }

    /// Returns the text of an engine whose lines need patterns of their own.
    #[must_use]
    pub fn with_patterns(self, patterns: CustomPatterns) -> Self {
        Self { patterns, ..self }
    }

    /// Returns the lines.
    #[must_use]
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// Reads each line as a part of a count.
    pub(super) fn readings(&self) -> Vec<Reading> {
        let lines = self.lines.iter();
        lines.map(|line| self.patterns.read(line)).collect()
    }
}

/// Tells whether any of the numbers of lines, which ascend, is in a range.
fn has_any(numbers: &[usize], lines: &Range<usize>) -> bool {
    let next = numbers.partition_point(|&it| it < lines.start);
    numbers.get(next).is_some_and(|it| *it < lines.end)
}

/// Returns a line without control sequences and without what the log of a GUI puts before it; `None` for an empty line,
/// and for a line that was sent to the engine.
fn clean_line(line: &str) -> Option<String> {
    let mut ends = (0..=line.len().min(LONGEST_LINE)).rev();
    let end = ends.find(|&end| line.is_char_boundary(end)).unwrap_or(0);
    let line = clean(&line[..end]);
    let log = LOG.captures(&line).filter(|found| {
        let name = found.name("name").map_or("", |name| name.as_str());
        name.chars().count() <= LONGEST_NAME
    });
    let line = match log {
        Some(found) if found.name("sent").is_some() => return None,
        Some(found) => found["line"].to_owned(),
        None => line.into_owned(),
    };
    let trimmed = line.trim();
    let word = trimmed
        .trim_start_matches(['>', ' '])
        .split_whitespace()
        .next();
    // A terminal shows what was typed, too.
    let is_sent = matches!(word, Some("position" | "setboard" | "go"));
    (!trimmed.is_empty() && !is_sent).then(|| trimmed.to_owned())
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    let letters =
        char::decode_utf16(units).map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER));
    letters.collect()
}

/// Tells whether every second byte is zero, as in UTF-16 of plain English.
fn is_utf16_without_mark(bytes: &[u8]) -> bool {
    let start = &bytes[..bytes.len().min(512)];
    let zeros = start
        .chunks_exact(2)
        .filter(|pair| pair[0] != 0 && pair[1] == 0);
    8 <= start.len() && start.len() / 2 <= zeros.count() + 2
}

#[cfg(test)]
mod tests {
    use super::PrintedText;

    fn lines(bytes: &[u8]) -> Vec<String> {
        PrintedText::from_bytes(bytes).lines().to_vec()
    }

    #[test]
    fn a_text_of_any_terminal_is_read() {
        let text = "e2e4: 20\r\n\r\nNodes searched: 20\r\n";
        let expected = ["e2e4: 20", "Nodes searched: 20"];
        assert_eq!(lines(text.as_bytes()), expected);
        assert_eq!(lines(format!("\u{feff}{text}").as_bytes()), expected);
        let wide =
            |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<_>>();
        assert_eq!(
            lines(&[&[0xff, 0xfe], &wide(u16::to_le_bytes)[..]].concat()),
            expected
        );
        assert_eq!(
            lines(&[&[0xfe, 0xff], &wide(u16::to_be_bytes)[..]].concat()),
            expected
        );
        assert_eq!(lines(&wide(u16::to_le_bytes)), expected);
        let long = [&[0xe9; 5000][..], b"\x1b[1m\ne2e4: 20"].concat();
        assert_eq!(lines(&long)[1], "e2e4: 20");
        assert!(lines(&long)[0].len() <= 4096);
    }

    #[test]
    fn what_was_sent_is_left_out_and_logs_are_read() {
        let log = "1234 >Engine(0): go perft 1\n1235 <Engine(0): e2e4: 20\n12:00:00.123-->1:isready\n\
                   12:00:01.000<--1:Nodes: 20\n> position fen 8/8\nsetboard 8/8\nposition startpos\n1 -> e2e4: 3\n";
        assert_eq!(
            lines(log.as_bytes()),
            ["e2e4: 20", "Nodes: 20", "1 -> e2e4: 3"]
        );
    }

    #[test]
    fn a_log_names_an_engine_in_at_most_61_letters() {
        let log = |name: &str| format!("1235 <{name}(0): e2e4: 20");
        let longest = format!("B{}", "\u{f6}".repeat(60));
        assert_eq!(lines(log(&longest).as_bytes()), ["e2e4: 20"]);
        let longer = log(&format!("{longest}t"));
        assert_eq!(lines(longer.as_bytes()), [longer]);
    }
}
