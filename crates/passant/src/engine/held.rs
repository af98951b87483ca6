//! The FEN among lines that show a position.

use std::sync::LazyLock;

use regex::Regex;

use super::dialect;

#[expect(
    clippy::expect_used,
    reason = "the pattern is constant; every test compiles it"
)]
static FEN: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r"(?:[pnbrqkPNBRQK1-8]{1,8}/){7}[pnbrqkPNBRQK1-8]{1,8} [wb] [KQkqA-Ha-h-]{1,4} (?:[a-h][1-8]|-)(?: \d{1,4} \d{1,5})?";
    Regex::new(pattern).expect("the pattern is well-formed")
});

/// The first FEN in the lines.
pub(super) fn fen(lines: &[String]) -> Option<String> {
    lines.iter().find_map(|line| {
        let line = dialect::clean(line);
        FEN.find(&line).map(|found| found.as_str().to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::fen;

    #[test]
    fn a_fen_is_found_anywhere() {
        let text = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
        for line in [
            text.to_owned(),
            format!("Fen: {text}"),
            format!("fen \"{text}\"."),
        ] {
            assert_eq!(fen(&["8 | k |".to_owned(), line]).as_deref(), Some(text));
        }
        assert_eq!(fen(&["k7/8/8 w - -".to_owned()]), None);
    }
}
