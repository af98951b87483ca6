//! The messages that engines print on their own.

/// Tells whether a line is an error.
///
/// Examples are `Illegal move: e5d6`, `Invalid move: e5d6`, `Error (Illegal move or unknown command): e5d6`,
/// `tellusererror Illegal position` and `telluser Board is wrong!`.
pub(crate) fn is_error(line: &str) -> bool {
    let line = normalize(line);
    let starts = [
        "illegal",
        "invalid",
        "error",
        "tellusererror",
        "bad move",
        "unknown",
    ];
    starts.iter().any(|start| line.starts_with(start))
        || line.starts_with("telluser") && line.contains("wrong")
        || line.contains("illegal move") && !line.starts_with('#')
}

/// Tells whether an error means that a position, or a move that leads to it, is refused. Other errors may be about a
/// part of the FEN that the engine does not need.
#[cfg(feature = "processes")]
pub(crate) fn is_refusal(error: &str) -> bool {
    let error = normalize(error);
    let parts = [
        "illegal position",
        "board is wrong",
        "illegal move",
        "invalid move",
        "bad move",
    ];
    error.starts_with("tellusererror") || parts.iter().any(|part| error.contains(part))
}

/// Tells whether a line says that the game is over: `1-0 {White mates}`, `1/2-1/2 {Stalemate}`.
#[cfg(feature = "processes")]
pub(crate) fn is_result(line: &str) -> bool {
    let results = ["1-0", "0-1", "1/2-1/2"];
    let word = line.split_whitespace().next();
    word.is_some_and(|word| results.contains(&word))
}

/// Returns the depth of a line of thought: `4 +13 0 717 2. Kc2 Ke7`.
#[cfg(feature = "processes")]
pub(crate) fn depth_of_thought(line: &str) -> Option<u32> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.parse().ok()?;
    let mut numbers = words.by_ref().take(3);
    let is_thought = numbers.all(|word| word.parse::<i64>().is_ok());
    (is_thought && words.next().is_some()).then_some(depth)
}

/// Returns the move that an engine plays: `move e5d6`, or `My move is : e5d6` in the first version of the protocol.
#[cfg(feature = "processes")]
pub(crate) fn read_played_move(line: &str) -> Option<&str> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["move", mv] | ["My", "move", "is", ":", mv] | ["My", "move", "is:", mv] => Some(mv),
        _ => None,
    }
}

/// Returns the first error among the lines.
#[cfg(feature = "processes")]
pub(crate) fn error_message(lines: &[String]) -> Option<String> {
    let mut lines = lines.iter().map(|line| line.trim());
    lines.find(|line| is_error(line)).map(str::to_owned)
}

fn normalize(line: &str) -> String {
    line.trim().to_ascii_lowercase()
}

#[cfg(all(test, feature = "processes"))]
mod tests {
    use super::{is_error, is_refusal, is_result};

    #[test]
    fn a_refusal_is_distinguished_from_a_remark() {
        for (line, is_final) in [
            ("tellusererror Illegal position", true),
            ("telluser Board is wrong!", true),
            ("Error (Illegal move or unknown command): e7e5", true),
            ("Invalid en passant square ignored", false),
            ("telluser wrong en passant square ignored", false),
        ] {
            assert!(is_error(line), "{line}");
            assert_eq!(is_refusal(line), is_final, "{line}");
        }
    }

    #[test]
    fn a_result_stands_at_the_start_of_its_line() {
        assert!(is_result("0-1 {Black mates}"));
        assert!(is_result("1/2-1/2"));
        assert!(!is_result("0-1-0"));
        assert!(!is_result("# not 1-0 yet"));
    }
}
