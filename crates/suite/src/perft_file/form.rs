//! The forms of a file.

use std::fmt;

/// The form of a file of positions and counts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Form {
    /// EPD: operations after a FEN.
    Epd,
    /// A FEN, a depth and its nodes, separated by spaces.
    Columns,
    /// A FEN, a depth and its nodes, separated by this character.
    DepthAndNodes(char),
    /// A FEN and its nodes at depth 1, 2 and so on, separated by this character.
    CountsByDepth(char),
    /// A table with a header.
    Table {
        /// The character between two columns.
        separator: char,
        /// The names of the columns.
        columns: Vec<String>,
    },
    /// Names with values: `fen="…" depth=3 nodes=8902`.
    Assignments,
    /// JSON.
    Json,
    /// An object of JSON in each line.
    JsonLines,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let visible = |separator: &char| match separator {
            '\t' => "<tab>".to_owned(),
            other => other.to_string(),
        };
        match self {
            Self::Epd => f.write_str("EPD"),
            Self::Columns => f.write_str("lines of FEN depth nodes"),
            Self::DepthAndNodes(separator) => {
                write!(f, "lines of FEN{0}depth{0}nodes", visible(separator))
            }
            Self::CountsByDepth(separator) => write!(
                f,
                "lines of FEN{0}nodes at depth 1{0}nodes at depth 2",
                visible(separator)
            ),
            Self::Table { columns, .. } => {
                write!(f, "a table with the columns {}", columns.join(", "))
            }
            Self::Assignments => f.write_str("lines of name=value"),
            Self::Json => f.write_str("JSON"),
            Self::JsonLines => f.write_str("JSON Lines"),
        }
    }
}
