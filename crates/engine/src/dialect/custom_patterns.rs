//! Line patterns that a user gives, for an engine whose output differs from that of all known engines.

use super::line_reader::{self, Reading, Regex, clean};

/// The line patterns that a user gives. Lines without a pattern are read as for all engines.
#[derive(Clone, Default, Debug)]
pub struct CustomPatterns {
    moves: Option<Regex>,
    total: Option<Regex>,
}

/// The names of the groups in a pattern.
const MOVE: &str = "move";
const NODES: &str = "nodes";

impl CustomPatterns {
    /// Sets the pattern of lines with a move: a regular expression with groups named `move` and `nodes`.
    ///
    /// The error says what is wrong with the pattern, and what is expected.
    pub fn set_move(&mut self, pattern: &str) -> Result<(), String> {
        self.moves = Some(compile(pattern, &[MOVE, NODES])?);
        Ok(())
    }

    /// Sets the pattern of the line with the total: a regular expression with a group named `nodes`.
    ///
    /// The error says what is wrong with the pattern, and what is expected.
    pub fn set_total(&mut self, pattern: &str) -> Result<(), String> {
        self.total = Some(compile(pattern, &[NODES])?);
        Ok(())
    }

    /// The patterns of lines with a move and of the line with the total, as the user has given them.
    #[cfg(feature = "processes")]
    pub(crate) fn texts(&self) -> [Option<&str>; 2] {
        [&self.moves, &self.total].map(|pattern| pattern.as_ref().map(Regex::as_str))
    }

    /// Reads a line. If there is a pattern for moves, or for the total, only that pattern applies to them.
    #[must_use]
    pub fn read(&self, line: &str) -> Reading {
        let cleaned = clean(line);
        let nodes = |pattern: &Option<Regex>| {
            let found = pattern.as_ref()?.captures(&cleaned)?;
            let text = found.name(MOVE).map(|mv| mv.as_str().to_owned());
            Some((text, line_reader::number(found.name(NODES)?.as_str())?))
        };
        if let Some((Some(text), nodes)) = nodes(&self.moves) {
            return Reading::Move { text, nodes };
        }
        if let Some((_, nodes)) = nodes(&self.total) {
            return Reading::Total(nodes);
        }
        match line_reader::read(line) {
            Reading::Move { .. } | Reading::MoveAlone(_) if self.moves.is_some() => Reading::Other,
            Reading::Total(_) | Reading::Bare(_) | Reading::Row { .. } if self.total.is_some() => {
                Reading::Other
            }
            reading => reading,
        }
    }
}

fn compile(pattern: &str, groups: &[&str]) -> Result<Regex, String> {
    let compiled = Regex::new(pattern).map_err(|error| error.to_string())?;
    let missing = groups.iter().find(|group| {
        !compiled
            .capture_names()
            .flatten()
            .any(|name| name == **group)
    });
    match missing {
        None => Ok(compiled),
        Some(group) => Err(format!(
            "there is no group named {group}; write (?<{group}>…) around that part of the line"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{CustomPatterns, Reading};

    #[test]
    fn custom_patterns_replace_the_known_ones() {
        let mut patterns = CustomPatterns::default();
        patterns
            .set_move(r"^leaf (?<nodes>[\d.]+) via (?<move>\S+)$")
            .unwrap();
        let text = "e2e4".to_owned();
        let read = |line| patterns.read(line);
        assert_eq!(
            read("leaf 1.234 via e2e4"),
            Reading::Move { text, nodes: 1234 }
        );
        assert_eq!(read("e2e4: 600"), Reading::Other);
        assert_eq!(read("Nodes searched: 20"), Reading::Total(20));
        patterns.set_total(r"^(?<nodes>\d+) in all").unwrap();
        assert_eq!(patterns.read("20 in all"), Reading::Total(20));
        assert_eq!(patterns.read("Nodes searched: 20"), Reading::Other);
        assert_eq!(
            patterns.read("bestmove e2e4"),
            Reading::BestMove("e2e4".to_owned())
        );
    }

    #[test]
    fn an_invalid_pattern_is_explained() {
        let mut patterns = CustomPatterns::default();
        for (pattern, part) in [
            ("(", "unclosed"),
            (r"(?<move>\S+)", "(?<nodes>…)"),
            (r"(?<nodes>\d+)", "(?<move>…)"),
        ] {
            let error = patterns.set_move(pattern).unwrap_err();
            assert!(error.contains(part), "{pattern}: {error}");
        }
    }
}
