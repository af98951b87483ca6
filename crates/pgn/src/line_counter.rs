//! The lines before places of a text.

use std::ops::Range;

use memchr::memchr_iter;

/// Counts the ends of lines before places of a text. From one place to the next it reads the bytes between them.
#[derive(Clone, Debug)]
pub struct LineCounter<'t> {
    text: &'t [u8],
    at: usize,
    lines: usize,
}

impl<'t> LineCounter<'t> {
    /// Begins at the start of a text.
    #[must_use]
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            at: 0,
            lines: 0,
        }
    }

    /// Goes to a place, forward or back, and returns the number of ends of lines before it.
    pub fn advance(&mut self, at: usize) -> usize {
        self.lines = if at < self.at {
            self.lines - self.count(at..self.at)
        } else {
            self.before(at)
        };
        self.at = at;
        self.lines
    }

    /// Returns the number of ends of lines before a place in the line of the last one, or in a later line.
    #[must_use]
    pub fn before(&self, at: usize) -> usize {
        self.lines + self.count(self.at..at)
    }

    fn count(&self, range: Range<usize>) -> usize {
        memchr_iter(b'\n', self.text.get(range).unwrap_or_default()).count()
    }
}
