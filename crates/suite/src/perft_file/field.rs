//! The names that people give to columns and keys.

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Fen,
    /// A FEN, or the name of a position.
    Position,
    Name,
    Depth,
    Nodes,
    /// The nodes at this depth.
    NodesAt(u32),
    /// Something that only a search has: the nodes beside it are no leaf nodes.
    Search,
    Other,
}

impl Field {
    /// Reads a name. Case, spaces and punctuation do not matter.
    pub(super) fn of(name: &str) -> Self {
        let letters = name.chars().filter(char::is_ascii_alphanumeric);
        // No name is as long.
        let plain: String = letters.take(24).map(|it| it.to_ascii_lowercase()).collect();
        match plain.as_str() {
            "fen" | "epd" | "startfen" | "startingfen" | "initialfen" | "rootfen" | "fenstring"
            | "positionfen" => Self::Fen,
            "position" | "pos" | "board" => Self::Position,
            "name" | "id" | "title" | "description" | "label" => Self::Name,
            "depth" | "depths" | "d" | "ply" | "plies" | "perftdepth" | "maxdepth" => Self::Depth,
            "nodes" | "node" | "count" | "counts" | "perft" | "perfts" | "leafnodes" | "leaves"
            | "leafs" | "nodecount" | "nodecounts" | "perftcount" | "perftcounts" | "expected"
            | "expectednodes" | "expectedcount" | "results" | "totalnodes" => Self::Nodes,
            "score" | "cp" | "mate" | "eval" | "evaluation" | "evals" | "pv" | "pvs"
            | "bestmove" | "bm" | "seldepth" | "nps" | "wdl" | "knodes" | "acd" | "acn" | "ce" => {
                Self::Search
            }
            other => Self::at_depth(other),
        }
    }

    /// Reads `d3`, `depth3`, `perft3`, `nodes3`, `ply3` and `3`.
    fn at_depth(name: &str) -> Self {
        let start = name.find(|letter: char| letter.is_ascii_digit());
        let (word, digits) = name.split_at(start.unwrap_or(name.len()));
        let is_known = matches!(
            word,
            "" | "d" | "depth" | "perft" | "nodes" | "nodesd" | "ply" | "nodesatdepth" | "perftd"
        );
        match digits.parse() {
            Ok(depth) if is_known && digits.len() <= 3 => Self::NodesAt(depth),
            _ => Self::Other,
        }
    }
}
