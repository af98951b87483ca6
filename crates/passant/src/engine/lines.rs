//! Lines of bounded length from bytes of any kind.

use std::io::{ErrorKind, Read};
use std::thread;
use std::time::Duration;

/// What a stream of bytes holds next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    /// A line without its end; bytes that are no UTF-8 are replaced.
    Line(String),
    /// A line longer than the bound; nothing follows.
    TooLong,
}

impl Piece {
    /// The line, if it is one.
    pub(super) fn into_line(self) -> Option<String> {
        match self {
            Self::Line(line) => Some(line),
            Self::TooLong => None,
        }
    }
}

/// The least time between two reads. Engines flush each line: who reads at once is woken for each, and what is woken
/// costs more than what is read. The first line is not held up, and the others come together.
const BREATH: Duration = Duration::from_micros(100);

/// Cuts a stream into lines, and hands what came together to `take` until that returns `false` or the stream ends.
///
/// A line ends with LF, CR LF or CR: engines on terminals redraw a line with CR alone. The last one needs no end.
pub(super) fn read(
    mut stream: impl Read,
    longest: usize,
    mut take: impl FnMut(Vec<Piece>) -> bool,
) {
    let mut buffer = [0; 8192];
    let mut line = Vec::new();
    let mut after_return = false;
    loop {
        let read = match stream.read(&mut buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            // A terminal or pipe that breaks ends like one that closes.
            Err(_) => break,
        };
        let mut pieces = Vec::new();
        for &byte in &buffer[..read] {
            let is_second_half = byte == b'\n' && after_return;
            after_return = byte == b'\r';
            match byte {
                b'\n' if is_second_half => {}
                b'\n' | b'\r' => {
                    pieces.push(Piece::Line(text(&line)));
                    line.clear();
                }
                _ if line.len() == longest => {
                    pieces.push(Piece::TooLong);
                    take(pieces);
                    return;
                }
                _ => line.push(byte),
            }
        }
        if !pieces.is_empty() && !take(pieces) {
            return;
        }
        thread::sleep(BREATH);
    }
    if !line.is_empty() {
        take(vec![Piece::Line(text(&line))]);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Piece, read};

    fn pieces(bytes: &[u8], longest: usize) -> Vec<Piece> {
        let mut pieces = Vec::new();
        read(bytes, longest, |more| {
            pieces.extend(more);
            true
        });
        pieces
    }

    #[test]
    fn every_end_of_line_is_one() {
        let lines = ["a", "", "b", "c", "d"].map(|line| Piece::Line(line.to_owned()));
        assert_eq!(pieces(b"a\n\nb\r\nc\rd", 10), lines);
    }

    #[test]
    fn half_a_character_is_replaced() {
        assert_eq!(
            pieces(b"e2e4: \xc3\n", 10),
            [Piece::Line("e2e4: \u{fffd}".to_owned())]
        );
    }

    #[test]
    fn nothing_is_read_after_a_line_that_is_too_long() {
        assert_eq!(
            pieces(b"abc\nabcd\nabc\n", 3),
            [Piece::Line("abc".to_owned()), Piece::TooLong]
        );
    }

    proptest! {
        #[test]
        fn lines_are_bounded_whatever_comes(bytes: Vec<u8>, longest in 1_usize..20) {
            for piece in pieces(&bytes, longest) {
                if let Piece::Line(line) = piece {
                    // A byte that is no UTF-8 becomes a character of three.
                    prop_assert!(line.len() <= 3 * longest);
                    prop_assert!(!line.contains(['\n', '\r']));
                }
            }
        }
    }
}
