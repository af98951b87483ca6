//! Text of other programs, made harmless for a terminal.

use std::fmt::{self, Write};

/// A line that is displayed with its control characters escaped, so that it cannot do anything to a terminal.
///
/// ```
/// use passant_engine::Escaped;
///
/// assert_eq!(Escaped("a\u{1b}[31mb").to_string(), "a\\u{1b}[31mb");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            if letter.is_control() && letter != '\t' {
                write!(f, "{}", letter.escape_default())?;
            } else {
                f.write_char(letter)?;
            }
        }
        Ok(())
    }
}
