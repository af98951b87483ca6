//! Shapes of lines that a user describes, for an engine that prints like no other.

use regex::Regex;

use super::{Reading, clean, patterns};

/// How the lines of one engine look, where it is not left to be found out.
#[derive(Clone, Default, Debug)]
pub struct Shapes {
    moves: Option<Regex>,
    total: Option<Regex>,
}

/// The names of the parts that a shape must have.
const MOVE: &str = "move";
const NODES: &str = "nodes";

impl Shapes {
    /// The shape of lines with a move: a regular expression with groups named `move` and `nodes`.
    ///
    /// The error says what is wrong with it, and what would be right.
    pub fn set_move(&mut self, pattern: &str) -> Result<(), String> {
        self.moves = Some(shape(pattern, &[MOVE, NODES])?);
        Ok(())
    }

    /// The shape of the line with the total: a regular expression with a group named `nodes`.
    ///
    /// The error says what is wrong with it, and what would be right.
    pub fn set_total(&mut self, pattern: &str) -> Result<(), String> {
        self.total = Some(shape(pattern, &[NODES])?);
        Ok(())
    }

    /// Reads a line. What has a shape of its own is read by that alone; all else as from any engine.
    #[must_use]
    pub fn read(&self, line: &str) -> Reading {
        let cleaned = clean(line);
        let nodes = |shape: &Option<Regex>| {
            let found = shape.as_ref()?.captures(&cleaned)?;
            let text = found.name(MOVE).map(|mv| mv.as_str().to_owned());
            Some((text, patterns::number(found.name(NODES)?.as_str())?))
        };
        if let Some((Some(text), nodes)) = nodes(&self.moves) {
            return Reading::Move { text, nodes };
        }
        if let Some((_, nodes)) = nodes(&self.total) {
            return Reading::Total(nodes);
        }
        match super::read(line) {
            Reading::Move { .. } | Reading::MoveAlone(_) if self.moves.is_some() => Reading::Other,
            Reading::Total(_) | Reading::Bare(_) | Reading::Row { .. } if self.total.is_some() => {
                Reading::Other
            }
            reading => reading,
        }
    }
}

fn shape(pattern: &str, parts: &[&str]) -> Result<Regex, String> {
    let shape = Regex::new(pattern).map_err(|error| match error {
        regex::Error::CompiledTooBig(size) => format!("takes more than {size} bytes"),
        error => error.to_string(),
    })?;
    let missing = parts
        .iter()
        .find(|part| !shape.capture_names().flatten().any(|name| name == **part));
    match missing {
        None => Ok(shape),
        Some(part) => Err(format!(
            "there is no group named {part}: write (?<{part}>…) around the part of the line that has it"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::{Reading, Shapes};

    #[test]
    fn own_shapes_come_before_known_ones() {
        let mut shapes = Shapes::default();
        shapes
            .set_move(r"^leaf (?<nodes>[\d.]+) via (?<move>\S+)$")
            .unwrap();
        let text = "e2e4".to_owned();
        let read = |line| shapes.read(line);
        assert_eq!(
            read("leaf 1.234 via e2e4"),
            Reading::Move { text, nodes: 1234 }
        );
        assert_eq!(read("e2e4: 600"), Reading::Other);
        assert_eq!(read("Nodes searched: 20"), Reading::Total(20));
        shapes.set_total(r"^(?<nodes>\d+) in all").unwrap();
        assert_eq!(shapes.read("20 in all"), Reading::Total(20));
        assert_eq!(shapes.read("Nodes searched: 20"), Reading::Other);
        assert_eq!(
            shapes.read("bestmove e2e4"),
            Reading::BestMove("e2e4".to_owned())
        );
    }

    #[test]
    fn what_is_wrong_with_a_shape_is_said() {
        let mut shapes = Shapes::default();
        for (pattern, part) in [
            ("(", "unclosed"),
            (r"(?<move>\S+)", "(?<nodes>…)"),
            (r"(?<nodes>\d+)", "(?<move>…)"),
        ] {
            let error = shapes.set_move(pattern).unwrap_err();
            assert!(error.contains(part), "{pattern}: {error}");
        }
    }
}
