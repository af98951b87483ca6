//! The lines before places of a text.

use memchr::memchr_iter;

/// Counts the ends of lines before places of a text. Each byte is counted once if the places come in order.
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

    /// Goes to a place that is not before the last one, and returns the number of ends of lines before it.
    pub fn advance(&mut self, at: usize) -> usize {
        self.lines = self.before(at);
        self.at = at;
        self.lines
    }

    /// Returns the number of ends of lines before a place in the line of the last one, or in a later line.
    #[must_use]
    pub fn before(&self, at: usize) -> usize {
        let passed = self.text.get(self.at..at).unwrap_or_default();
        self.lines + memchr_iter(b'\n', passed).count()
    }
}
