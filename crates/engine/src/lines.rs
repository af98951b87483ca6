//! Lines of bounded length from bytes of any kind.

/// What a stream of bytes holds next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Line(String),
    /// A line longer than the bound; nothing follows.
    TooLong,
}

/// Bytes that are cut into lines.
///
/// A line ends with LF, CR LF or CR: engines on terminals redraw a line with CR alone. The last one needs no end.
#[derive(Debug)]
pub(super) struct Lines {
    longest: usize,
    bytes: Vec<u8>,
    /// Where the next line starts.
    start: usize,
    /// How many bytes of the next line are known not to end it.
    looked: usize,
    after_return: bool,
    is_over: bool,
}

impl Lines {
    /// No bytes yet, and the length in bytes that no line may have.
    pub(super) fn up_to(longest: usize) -> Self {
        Self {
            longest,
            bytes: Vec::new(),
            start: 0,
            looked: 0,
            after_return: false,
            is_over: false,
        }
    }

    /// Takes more bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// No more bytes will come.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// How many bytes have not been cut into lines.
    pub(super) fn waiting(&self) -> usize {
        self.bytes.len() - self.start
    }

    /// The next line, as soon as it is known where it ends.
    pub(super) fn next(&mut self) -> Option<Piece> {
        if self.after_return && self.start < self.bytes.len() {
            self.start += usize::from(self.bytes[self.start] == b'\n');
            self.after_return = false;
        }
        let rest = &self.bytes[self.start..];
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let end = rest[self.looked..].iter().position(is_end);
        let length = end.map_or(rest.len(), |end| self.looked + end);
        if self.longest < length {
            return Some(Piece::TooLong);
        }
        if end.is_none() && (!self.is_over || length == 0) {
            self.looked = length;
            return None;
        }
        let line = String::from_utf8_lossy(&rest[..length]).into_owned();
        self.after_return = rest.get(length) == Some(&b'\r');
        self.start += length + usize::from(end.is_some());
        self.looked = 0;
        Some(Piece::Line(line))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Lines, Piece};

    /// What is in bytes that come a few at a time.
    fn pieces(bytes: &[u8], longest: usize, at_a_time: usize) -> Vec<Piece> {
        let mut lines = Lines::up_to(longest);
        let mut pieces = Vec::new();
        let mut chunks = bytes.chunks(at_a_time);
        loop {
            match chunks.next() {
                Some(chunk) => lines.push(chunk),
                None => lines.end(),
            }
            while let Some(piece) = lines.next() {
                pieces.push(piece);
                if pieces.last() == Some(&Piece::TooLong) {
                    return pieces;
                }
            }
            if lines.is_over {
                return pieces;
            }
        }
    }

    #[test]
    fn every_end_of_line_is_one() {
        let lines = ["a", "", "b", "c", "d"].map(|line| Piece::Line(line.to_owned()));
        for at_a_time in 1..10 {
            assert_eq!(pieces(b"a\n\nb\r\nc\rd", 10, at_a_time), lines);
        }
    }

    #[test]
    fn half_a_character_is_replaced() {
        assert_eq!(
            pieces(b"e2e4: \xc3\n", 10, 100),
            [Piece::Line("e2e4: \u{fffd}".to_owned())]
        );
    }

    #[test]
    fn nothing_is_read_after_a_line_that_is_too_long() {
        for bytes in [&b"abc\nabcd\nabc\n"[..], b"abc\nabcdefghijk"] {
            assert_eq!(
                pieces(bytes, 3, 2),
                [Piece::Line("abc".to_owned()), Piece::TooLong]
            );
        }
    }

    proptest! {
        #[test]
        fn lines_are_bounded_whatever_comes(bytes: Vec<u8>, longest in 1_usize..20) {
            for piece in pieces(&bytes, longest, 7) {
                if let Piece::Line(line) = piece {
                    // A byte that is no UTF-8 becomes a character of three.
                    prop_assert!(line.len() <= 3 * longest);
                    prop_assert!(!line.contains(['\n', '\r']));
                }
            }
        }

        #[test]
        fn lines_are_the_same_however_the_bytes_come(
            bytes in "([a-c]{0,6}(\n|\r|\r\n)?){0,8}", at_a_time in 1_usize..9
        ) {
            let (bytes, whole) = (bytes.as_bytes(), 1000);
            prop_assert_eq!(pieces(bytes, 5, at_a_time), pieces(bytes, 5, whole));
        }
    }
}
