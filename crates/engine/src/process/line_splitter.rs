//! Splits bytes into lines of limited length.

use passant_query::escape_invisible;

/// The next item in a stream of bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum SplitLine {
    /// A line without its end. Bytes that are not UTF-8 are replaced, and characters that cannot be seen are escaped,
    /// because parts of the line are shown to people.
    Line(String),
    /// A line that is longer than the limit. Nothing follows it.
    TooLong,
}

/// Splits bytes into lines.
///
/// A line ends with LF, CR LF or CR, because some engines redraw a line with CR alone. The last line needs no end.
#[derive(Debug)]
pub(super) struct LineSplitter {
    longest: usize,
    bytes: Vec<u8>,
    /// The start of the next line.
    start: usize,
    /// The number of bytes of the next line that have been searched for its end.
    searched: usize,
    /// True if the previous line ended with CR, so that LF at the start belongs to it.
    after_return: bool,
    /// True if all bytes have come.
    has_ended: bool,
}

impl LineSplitter {
    /// Returns an empty splitter for lines of at most `longest` bytes.
    pub(super) fn up_to(longest: usize) -> Self {
        Self {
            longest,
            bytes: Vec::new(),
            start: 0,
            searched: 0,
            after_return: false,
            has_ended: false,
        }
    }

    /// Adds bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Ends the stream: a last line without an end is complete.
    pub(super) fn end(&mut self) {
        self.has_ended = true;
    }

    /// Returns the number of bytes that have not been split yet.
    pub(super) fn waiting(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// Returns the next line, once its end has come.
    pub(super) fn next(&mut self) -> Option<SplitLine> {
        if self.after_return && self.start < self.bytes.len() {
            self.start += usize::from(self.bytes[self.start] == b'\n');
            self.after_return = false;
        }
        let rest = &self.bytes[self.start..];
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let end = rest[self.searched..].iter().position(is_end);
        let length = end.map_or(rest.len(), |end| self.searched + end);
        if self.longest < length {
            return Some(SplitLine::TooLong);
        }
        if end.is_none() && (!self.has_ended || length == 0) {
            self.searched = length;
            return None;
        }
        let line = String::from_utf8_lossy(&rest[..length]);
        let line = escape_invisible(&line).into_owned();
        self.after_return = rest.get(length) == Some(&b'\r');
        self.start += length + usize::from(end.is_some());
        self.searched = 0;
        Some(SplitLine::Line(line))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{LineSplitter, SplitLine};

    /// Splits bytes that come a few at a time.
    fn split(bytes: &[u8], longest: usize, at_a_time: usize) -> Vec<SplitLine> {
        let mut splitter = LineSplitter::up_to(longest);
        let mut found = Vec::new();
        let mut chunks = bytes.chunks(at_a_time);
        loop {
            match chunks.next() {
                Some(chunk) => splitter.push(chunk),
                None => splitter.end(),
            }
            while let Some(line) = splitter.next() {
                found.push(line);
                if found.last() == Some(&SplitLine::TooLong) {
                    return found;
                }
            }
            if splitter.has_ended {
                return found;
            }
        }
    }

    #[test]
    fn every_line_ending_ends_a_line() {
        let lines = ["a", "", "b", "c", "d"].map(|line| SplitLine::Line(line.to_owned()));
        for at_a_time in 1..10 {
            assert_eq!(split(b"a\n\nb\r\nc\rd", 10, at_a_time), lines);
        }
    }

    #[test]
    fn an_incomplete_character_is_replaced() {
        assert_eq!(
            split(b"e2e4: \xc3\n", 10, 100),
            [SplitLine::Line("e2e4: \u{fffd}".to_owned())]
        );
    }

    #[test]
    fn what_cannot_be_seen_is_shown() {
        let line = "id name a\u{202e}b\u{200b}";
        assert_eq!(
            split(line.as_bytes(), 100, 7),
            [SplitLine::Line("id name a\\u{202e}b\\u{200b}".to_owned())]
        );
    }

    #[test]
    fn splitting_stops_after_a_line_that_is_too_long() {
        for bytes in [&b"abc\nabcd\nabc\n"[..], b"abc\nabcdefghijk"] {
            assert_eq!(
                split(bytes, 3, 2),
                [SplitLine::Line("abc".to_owned()), SplitLine::TooLong]
            );
        }
    }

    proptest! {
        #[test]
        fn the_length_of_lines_is_limited_for_any_bytes(bytes: Vec<u8>, longest in 1_usize..20) {
            for line in split(&bytes, longest, 7) {
                if let SplitLine::Line(line) = line {
                    // Two bytes can become `\u{ad}`; one that is not UTF-8 becomes a character of three bytes.
                    prop_assert!(line.len() <= 4 * longest);
                    prop_assert!(!line.contains(['\n', '\r']));
                }
            }
        }

        #[test]
        fn the_size_of_chunks_does_not_change_the_lines(
            bytes in "([a-c]{0,6}(\n|\r|\r\n)?){0,8}", at_a_time in 1_usize..9
        ) {
            let (bytes, whole) = (bytes.as_bytes(), 1000);
            prop_assert_eq!(split(bytes, 5, at_a_time), split(bytes, 5, whole));
        }
    }
}
