//! Text of other programs, made harmless for terminals and reports.

use std::fmt::{self, Write};

/// The longest name of an engine, in characters.
const LONGEST_NAME: usize = 100;

/// A line that is displayed with its control characters escaped, and those that change the direction of writing, so that
/// it cannot do anything to a terminal or to the text around it.
///
/// ```
/// use passant_engine::Escaped;
///
/// assert_eq!(Escaped("a\u{1b}[31mb").to_string(), "a\\u{1b}[31mb");
/// assert_eq!(Escaped("a\u{202e}b").to_string(), "a\\u{202e}b");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            if is_harmful(letter) && letter != '\t' {
                write!(f, "{}", letter.escape_default())?;
            } else {
                f.write_char(letter)?;
            }
        }
        Ok(())
    }
}

/// The name of an engine as it is shown: a line of reasonable length that no log of a CI system takes for a command, as
/// GitHub Actions takes lines that begin with `::` or contain `##[`.
pub(crate) fn name(text: &str) -> String {
    let text: String = text
        .trim_start_matches(|letter: char| letter == ':' || letter.is_whitespace())
        .chars()
        .take(LONGEST_NAME)
        .collect();
    Escaped(&text.replace("##[", "# #[")).to_string()
}

/// Whether a character does something instead of being shown: control characters, and those that change the direction of
/// writing.
pub(crate) fn is_harmful(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}')
        || ('\u{202a}'..='\u{202e}').contains(&letter)
        || ('\u{2028}'..='\u{2029}').contains(&letter)
        || ('\u{2066}'..='\u{2069}').contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_is_no_command_of_a_log() {
        assert_eq!(name("Stockfish 17 (dev: a::b)"), "Stockfish 17 (dev: a::b)");
        assert_eq!(name(" ::error::owned"), "error::owned");
        assert_eq!(name("a ##[error]owned"), "a # #[error]owned");
        assert_eq!(name("\u{202e}a\u{7}"), "\\u{202e}a\\u{7}");
        assert_eq!(name(&"a".repeat(1000)).len(), 100);
    }
}
