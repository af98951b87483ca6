//! Reads one line of output.

use std::borrow::Cow;
use std::sync::LazyLock;

/// The content of one line of output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// A move and the nodes below it: `e2e4: 600`.
    Move {
        /// The move as the engine writes it.
        text: String,
        /// The nodes.
        nodes: u64,
    },
    /// A move alone on its line. The nodes may follow on the next line.
    MoveAlone(String),
    /// A number alone on its line: a total, or the nodes of the move on the line before.
    Bare(u64),
    /// A total: `Nodes searched: 8902`.
    Total(u64),
    /// A line of a table with a line for each depth: `3 8902 0.00 714285.71nps`.
    Row {
        /// The depth.
        depth: u32,
        /// The nodes at that depth.
        nodes: u64,
    },
    /// A line of a search, which perft does not print.
    Search,
    /// The end of a search, with its move.
    BestMove(String),
    /// An error message, such as `Unknown command`.
    ErrorMessage(String),
    /// Anything else.
    Other,
}

/// Reads a line of any bytes.
///
/// ```
/// use passant_engine::dialect::{Reading, read};
///
/// assert_eq!(read("Nodes searched: 8902"), Reading::Total(8902));
/// assert_eq!(read("perft 8,902 leaves in 3 ms"), Reading::Total(8902));
/// let text = "e2e4".to_owned();
/// assert_eq!(read("  1     e2e4          600        0.001s"), Reading::Move { text, nodes: 600 });
/// ```
#[must_use]
pub fn read(line: &str) -> Reading {
    let cleaned = clean(line);
    let line = cleaned.trim();
    let reading = read_clean(line);
    if reading != Reading::Other {
        return reading;
    }
    without_prompt(line).map_or(Reading::Other, read_clean)
}

/// The line without terminal control sequences, NUL bytes and other invisible characters.
pub(crate) fn clean(line: &str) -> Cow<'_, str> {
    if !line.contains(char::is_control) {
        return Cow::Borrowed(line);
    }
    let mut cleaned = String::with_capacity(line.len());
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            // A terminal control sequence is ESC, `[`, parameters and a letter.
            '\u{1b}' => {
                if letters.clone().next() == Some('[') {
                    letters.next();
                    let _ = letters.find(|letter| ('@'..='~').contains(letter));
                }
            }
            '\t' => cleaned.push(' '),
            _ if letter.is_control() => {}
            _ => cleaned.push(letter),
        }
    }
    Cow::Owned(cleaned)
}

#[cfg(feature = "processes")]
pub(crate) use regex::Regex;
#[cfg(not(feature = "processes"))]
pub(crate) use regex_lite::Regex;

/// A count: digits, or digits in groups of three.
const COUNT: &str = r"(?<count>\d{1,3}(?:[,'_]\d{3})+|\d+)";

/// The text that may follow a count: anything that does not continue the number.
const END: &str = r"(?:[^\d.,'_].*|[,'_](?:\D.*)?|\.(?:\D.*)?)?$";

/// The text between a move and its nodes.
const SEPARATOR: &str = r"(?:\s*(?:->|[:=|-]|moves\s*=|nodes\s*:)\s*|\s+)";

/// A move in any notation: two squares with or without a piece letter, short algebraic notation, or castling. A mark
/// for en passant (`e.p.`, `ep`, `(ep)`) may follow.
const MOVE: &str = concat!(
    r"(?<move>",
    r"(?:[KQRBNP]?[a-h][1-8][-x:]?[a-h][1-8](?:[=/]?[qrbnQRBN]|\([qrbnQRBN]\))?",
    r"|[KQRBN][a-h1-8]?x?[a-h][1-8]",
    r"|(?:[a-h]x)?[a-h][1-8](?:[=/]?[QRBN]|\([QRBN]\))?",
    r"|O-O(?:-O)?|0-0(?:-0)?)",
    r")[+#]?(?:\s?(?:[eE]\.?[pP]\.?|\([eE]\.?[pP]\.?\))[+#]?)?",
);

/// The texts before a total. Case is ignored.
const TOTALS: [&str; 5] = [
    // Nodes searched: 8902 · Total nodes: 8902 · Nodes : 8902
    r"(?:total\s+)?nodes(?:\s+searched)?\s*[:=]\s*",
    // total 8902 · Total: 8902 · total moves=8902
    r"total\s*(?:[:=]\s*|moves\s*=\s*|\s)",
    // nodes 8902
    r"nodes\s+",
    // leaves: 8902 · Leaf count: 8902
    r"(?:leaf\s+(?:nodes|count)|leaves)\s*[:=]\s*",
    // Perft result: 8902 nodes · Result = 8902
    r"(?:perft\s+)?result\s*[:=]\s*",
];

/// The texts before the total of a depth, with `%` for the depth. Some engines print a line for each depth.
const DEPTHS: [&str; 5] = [
    // perft(3) = 8902 · Perft(3): 8902 nodes.
    r"perft\s*\(\s*%\s*\)\s*[:=]\s*",
    // perft 3 = 8902 · perft 3 time 0 nodes 8902 (9.80 Mnps)
    r"perft\s+%(?:\s*=\s*|\s+time\s+\S+\s+nodes\s+)",
    // info depth 3 nodes 8902 time 1 nps 8902000
    r"info\s+depth\s+%\s+nodes\s+",
    // Raw nodes for depth 3: 8902
    r"raw\s+nodes\s+for\s+depth\s+%\s*:\s*",
    // Depth: 3 Nodes: 8902
    r"depth\s*:\s*%\s+nodes\s*:\s*",
];

/// The text before a total with a unit: `8902 nodes 3000 nps`, `Perft: 8902 nodes`, `perft 8,902 leaves in`.
const BEFORE_UNIT: &str = r"(?:perft\s*:?\s+)?";

/// The text after a speed, which distinguishes it from a total: `1234567 nodes/s`, `1234567 nodes per second`.
const RATE: &str = r"^\s*(?:nodes|leaves)?\s*(?:(?:/|\bper\b)\s*m?s|\bps\b)";

struct Patterns {
    moves: Regex,
    move_alone: Regex,
    total: Regex,
    /// The first group that matches is the depth.
    depth: Regex,
    before_unit: Regex,
    rate: Regex,
    bare: Regex,
    row: Regex,
    search: Regex,
    best_move: Regex,
    error_message: Regex,
    prompt: Regex,
}

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| {
    let totals = TOTALS.join("|");
    let depths = DEPTHS.join("|").replace('%', r"(\d{1,3})");
    Patterns {
        moves: pattern(&format!(
            r"^(?:move\s*:\s*)?(?:\d+[.)]?\s+)?(?-i:{MOVE}){SEPARATOR}{COUNT}{END}"
        )),
        move_alone: pattern(&format!(r"^(?-i:{MOVE})$")),
        total: pattern(&format!("^(?:{totals}){COUNT}{END}")),
        depth: pattern(&format!("^(?:{depths}){COUNT}{END}")),
        before_unit: pattern(&format!(r"^{BEFORE_UNIT}{COUNT}\s+(?:nodes|leaves)\b")),
        rate: pattern(RATE),
        bare: pattern(&format!("^{COUNT}$")),
        row: pattern(&format!(
            r"^(?<depth>\d{{1,3}})\s+{COUNT}\s+\d+\.\d+\s+\d+(?:\.\d+)?\s*nps$"
        )),
        search: pattern(r"^info\s.*\b(?:score|pv|currmove)\b"),
        best_move: pattern(r"^bestmove(?:\s+(?<move>\S+))?"),
        error_message: pattern(
            r"^(?:error\b|unkno?wn (?:command|cmd)|invalid (?:command|move)|illegal (?:move|command|position)|no such command|info string (?:error|unknown|invalid|illegal|critical error))",
        ),
        prompt: pattern(r"^(?:[^>]*[\w\])]> ?|(?:white|black) \(\d+\) ?: ?)"),
    }
});

fn pattern(text: &str) -> Regex {
    compile_constant(&format!("(?i){text}"))
}

/// Returns all patterns.
#[cfg(all(test, feature = "processes"))]
pub(super) fn all() -> [&'static Regex; 12] {
    let patterns = &*PATTERNS;
    [
        &patterns.moves,
        &patterns.move_alone,
        &patterns.total,
        &patterns.depth,
        &patterns.before_unit,
        &patterns.rate,
        &patterns.bare,
        &patterns.row,
        &patterns.search,
        &patterns.best_move,
        &patterns.error_message,
        &patterns.prompt,
    ]
}

/// Compiles a pattern of this crate.
#[expect(
    clippy::expect_used,
    reason = "the patterns are constant; tests compile all of them"
)]
pub(crate) fn compile_constant(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the pattern is well-formed")
}

fn read_clean(line: &str) -> Reading {
    plain_move(line).unwrap_or_else(|| match_patterns(line))
}

/// Reads the most frequent line, `e7e8q: 600`, as the patterns do, in a fifth of the time.
fn plain_move(line: &str) -> Option<Reading> {
    let (text, count) = line.split_once(": ")?;
    let is_move = match *text.as_bytes() {
        [a, b, c, d] => is_square(a, b) && is_square(c, d),
        [a, b, c, d, promotion] => {
            is_square(a, b) && is_square(c, d) && b"qrbn".contains(&promotion)
        }
        _ => false,
    };
    let is_count = is_move && count.bytes().all(|digit| digit.is_ascii_digit());
    let nodes = is_count.then(|| count.parse().ok()).flatten()?;
    let text = text.to_owned();
    Some(Reading::Move { text, nodes })
}

fn is_square(file: u8, rank: u8) -> bool {
    matches!((file, rank), (b'a'..=b'h', b'1'..=b'8'))
}

fn match_patterns(line: &str) -> Reading {
    let patterns = &*PATTERNS;
    if let Some(found) = patterns.moves.captures(line) {
        return number(&found["count"]).map_or(Reading::Other, |nodes| Reading::Move {
            text: found["move"].to_owned(),
            nodes,
        });
    }
    if let Some(found) = patterns.best_move.captures(line) {
        let mv = found.name("move").map_or("", |mv| mv.as_str());
        return Reading::BestMove(mv.to_owned());
    }
    if patterns.search.is_match(line) {
        return Reading::Search;
    }
    if let Some(found) = patterns.row.captures(line) {
        return match (found["depth"].parse(), number(&found["count"])) {
            (Ok(depth), Some(nodes)) => Reading::Row { depth, nodes },
            _ => Reading::Other,
        };
    }
    if let Some(reading) = total(patterns, line) {
        return reading;
    }
    if let Some(found) = patterns.bare.captures(line) {
        return number(&found["count"]).map_or(Reading::Other, Reading::Bare);
    }
    if let Some(found) = patterns.move_alone.captures(line) {
        return Reading::MoveAlone(found["move"].to_owned());
    }
    if patterns.error_message.is_match(line) {
        return Reading::ErrorMessage(line.to_owned());
    }
    Reading::Other
}

/// A total, or `Other` for a line that looks like a total but gives a speed.
fn total(patterns: &Patterns, line: &str) -> Option<Reading> {
    let totals = [&patterns.total, &patterns.depth, &patterns.before_unit];
    let found = totals.iter().find_map(|total| total.captures(line))?;
    let count = found.name("count")?;
    if patterns.rate.is_match(&line[count.end()..]) {
        return Some(Reading::Other);
    }
    let first = found.iter().skip(1).flatten().next();
    let depth = first.filter(|&first| first != count);
    let depth = depth.map(|depth| depth.as_str().parse());
    Some(match (depth, number(count.as_str())) {
        (None, Some(nodes)) => Reading::Total(nodes),
        (Some(Ok(depth)), Some(nodes)) => Reading::Row { depth, nodes },
        _ => Reading::Other,
    })
}

/// The line after a prompt: `[Chess] 0w> 8902`.
fn without_prompt(line: &str) -> Option<&str> {
    let prompt = PATTERNS.prompt.find(line)?;
    Some(line[prompt.end()..].trim_start())
}

/// A count; `None` if it exceeds 64 bits.
pub(super) fn number(text: &str) -> Option<u64> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Reading, match_patterns, plain_move};

    #[test]
    fn the_most_frequent_line_is_read_without_patterns() {
        for (line, text, nodes) in [("e2e4: 600", "e2e4", 600), ("a2b1q: 1", "a2b1q", 1)] {
            let text = text.to_owned();
            assert_eq!(plain_move(line), Some(Reading::Move { text, nodes }));
        }
    }

    proptest! {
        #[test]
        fn a_line_that_is_read_without_patterns_is_read_as_with_them(
            line in "[a-i][0-9][a-h][1-8][qQ1]?( |:|: |: -)[0-9]{0,3}([0-9]{17})?[ .,]?"
        ) {
            if let Some(reading) = plain_move(&line) {
                prop_assert_eq!(reading, match_patterns(&line));
            }
        }
    }
}
