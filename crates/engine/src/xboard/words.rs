//! What engines say of their own accord.

/// `Illegal move: e5d6`, `Invalid move: e5d6`, `Error (Illegal move or unknown command): e5d6`,
/// `tellusererror Illegal position`, `telluser Board is wrong!`
pub(super) fn is_complaint(line: &str) -> bool {
    let line = plain(line);
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

/// Whether a complaint means that a position, or a move that leads there, is not taken: the word of the protocol for
/// that, or one that leaves no doubt. Others may be about a part of a FEN that was not needed.
pub(super) fn is_refusal(complaint: &str) -> bool {
    let complaint = plain(complaint);
    let parts = [
        "illegal position",
        "board is wrong",
        "illegal move",
        "invalid move",
        "bad move",
    ];
    complaint.starts_with("tellusererror") || parts.iter().any(|part| complaint.contains(part))
}

/// `1-0 {White mates}`, `1/2-1/2 {Stalemate}`: the engine takes the game for over.
pub(super) fn is_result(line: &str) -> bool {
    let results = ["1-0", "0-1", "1/2-1/2"];
    let word = line.split_whitespace().next();
    word.is_some_and(|word| results.contains(&word))
}

fn plain(line: &str) -> String {
    line.trim().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::{is_complaint, is_refusal, is_result};

    #[test]
    fn remarks_are_told_from_refusals() {
        for (line, is_final) in [
            ("tellusererror Illegal position", true),
            ("telluser Board is wrong!", true),
            ("Error (Illegal move or unknown command): e7e5", true),
            ("Invalid en passant square ignored", false),
            ("telluser wrong en passant square ignored", false),
        ] {
            assert!(is_complaint(line), "{line}");
            assert_eq!(is_refusal(line), is_final, "{line}");
        }
    }

    #[test]
    fn a_result_begins_its_line() {
        assert!(is_result("0-1 {Black mates}"));
        assert!(is_result("1/2-1/2"));
        assert!(!is_result("0-1-0"));
        assert!(!is_result("# not 1-0 yet"));
    }
}
