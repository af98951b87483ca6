//! Lines of bounded length from a stream of any length.

use std::io::{self, BufRead};

/// A line without its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RawLine {
    /// Counted from 1.
    pub number: usize,
    /// The bytes of the line, or as many as are kept of a longer one.
    pub bytes: Vec<u8>,
    /// The length of the line in bytes, of which not all may be kept.
    pub length: usize,
}

/// Reads lines that end with LF, CR LF or CR. The last line needs no end.
///
/// It never holds more than one line, and no more of that than `longest` bytes. After a CR it does not wait for a LF,
/// so that a person can type the lines.
///
/// ```
/// use passant_suite::Lines;
///
/// let mut lines = Lines::new(&b"e4\r\ne5\rNf3 Nc6"[..], 3);
/// let mut read = Vec::new();
/// while let Some(line) = lines.next()? {
///     read.push((line.number, line.bytes, line.length));
/// }
/// assert_eq!(read, [(1, b"e4".to_vec(), 2), (2, b"e5".to_vec(), 2), (3, b"Nf3".to_vec(), 7)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    longest: usize,
    number: usize,
    /// True if the previous line ended with CR, so that LF at the start belongs to it.
    after_return: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads from a stream, and keeps at most `longest` bytes of each line.
    pub fn new(input: R, longest: usize) -> Self {
        Self {
            input,
            longest,
            number: 0,
            after_return: false,
        }
    }

    /// The next line; `None` at the end of the stream.
    #[expect(
        clippy::should_implement_trait,
        reason = "an iterator of results is easily read past its first error"
    )]
    pub fn next(&mut self) -> io::Result<Option<RawLine>> {
        let mut line = RawLine {
            number: self.number + 1,
            bytes: Vec::new(),
            length: 0,
        };
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if available.is_empty() {
                self.number = line.number;
                return Ok((line.length != 0).then_some(line));
            }
            if self.after_return {
                self.after_return = false;
                if available[0] == b'\n' {
                    self.input.consume(1);
                    continue;
                }
            }
            let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
            let end = available.iter().position(is_end);
            let part = &available[..end.unwrap_or(available.len())];
            let room = self.longest - line.bytes.len();
            line.bytes.extend_from_slice(&part[..part.len().min(room)]);
            line.length += part.len();
            let used = part.len() + usize::from(end.is_some());
            self.after_return = end.is_some_and(|end| available[end] == b'\r');
            self.input.consume(used);
            if end.is_some() {
                self.number = line.number;
                return Ok(Some(line));
            }
        }
    }
}
