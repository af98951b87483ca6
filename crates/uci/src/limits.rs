//! The words after `go`.

/// The limits of a search, and the moves to consider.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Limits {
    /// In plies.
    pub depth: Option<u32>,
    /// In positions searched.
    pub nodes: Option<u64>,
    /// The moves to consider; `None` if all are.
    pub search_moves: Option<Vec<String>>,
    /// True if the answer waits for `stop`.
    pub is_infinite: bool,
}

/// The words that a number follows.
const NUMBERS: [&str; 10] = [
    "depth",
    "nodes",
    "movetime",
    "mate",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "perft",
];

/// The words that can stand after `go`.
const EXPECTED: &str = "perft, depth, nodes, movetime, mate, wtime, btime, winc, binc, movestogo, searchmoves, infinite \
                        or ponder";

impl Limits {
    /// Reads the words after `go`. `searchmoves` takes all words to the end.
    ///
    /// # Errors
    ///
    /// A message that says what is wrong, and what would be correct.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut limits = Self::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "infinite" => limits.is_infinite = true,
                "ponder" => {}
                "searchmoves" => {
                    limits.search_moves = Some(words.by_ref().map(str::to_owned).collect());
                }
                _ if NUMBERS.contains(&word) => {
                    let value = words.next().unwrap_or_default();
                    // A clock may have run out.
                    let number: i64 = value.parse().map_err(|_| {
                        format!("expected a number after {word}, as in go {word} 5, got {value:?}")
                    })?;
                    if word == "depth" {
                        limits.depth = u32::try_from(number).ok();
                    }
                    if word == "nodes" {
                        limits.nodes = u64::try_from(number).ok();
                    }
                }
                _ => return Err(format!("expected {EXPECTED} after go, got {word:?}")),
            }
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::Limits;

    #[test]
    fn reads_limits_in_any_order() {
        let limits =
            Limits::parse("wtime -5 depth 3 nodes 500 infinite searchmoves e2e4 d2d4").unwrap();
        let search_moves = ["e2e4", "d2d4"].map(str::to_owned).to_vec();
        assert_eq!(
            limits,
            Limits {
                depth: Some(3),
                nodes: Some(500),
                search_moves: Some(search_moves),
                is_infinite: true
            }
        );
        assert_eq!(Limits::parse(""), Ok(Limits::default()));
    }

    #[test]
    fn says_what_would_be_right() {
        for (text, part) in [
            ("depth", "go depth 5"),
            ("nodes many", "\"many\""),
            ("deep 3", "expected perft, depth"),
        ] {
            let error = Limits::parse(text).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
    }
}
