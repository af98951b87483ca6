//! Dialects: the commands that make engines count leaf nodes, and the formats of their output.

use std::io::{self, Write};

use crate::uci_engine::NoCount;

/// The command and the output of one engine.
#[derive(Debug)]
pub struct Dialect {
    name: &'static str,
    /// The words before the depth.
    commands: &'static [&'static str],
    /// Printed before the moves.
    header: &'static str,
    /// A line for a move, with `{move}`, `{nodes}`, `{index}` and `{sum}`; empty if moves are not printed.
    line: &'static str,
    /// The last line, with `{total}` and `{depth}`.
    total: &'static str,
    quirk: Quirk,
}

/// A request to count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PerftRequest {
    /// In plies.
    pub depth: u32,
    /// True if the leaf moves are counted by kind.
    pub is_typed: bool,
}

/// A peculiarity of its output.
#[derive(PartialEq, Debug)]
enum Quirk {
    None,
    /// No lines for moves at depth 1.
    SilentAtDepth1,
    /// Moves without a leaf are omitted.
    OmitsEmpty,
    /// `a7a8Q`.
    UpperPromotion,
    /// `a7a8` four times.
    NoPromotion,
    /// `8,902`.
    Groups,
    /// A line for each depth up to the requested one.
    EachDepth,
}

/// All dialects, the default first.
static ALL: [Dialect; 19] = [
    dialect(
        "stockfish",
        &["go perft"],
        "",
        "{move}: {nodes}",
        "\nNodes searched: {total}\n",
        Quirk::None,
    ),
    // It has no command that counts leaf nodes.
    dialect("none", &[], "", "", "", Quirk::None),
    dialect("ethereal", &["perft"], "", "", "{total}", Quirk::None),
    dialect(
        "berserk",
        &["go perft", "perft"],
        "",
        " {move}: {nodes}",
        "\nNodes: {total}\nTime: 3ms\nNPS: 1000",
        Quirk::None,
    ),
    dialect(
        "viridithas",
        &["perft divide", "perft split"],
        "",
        "{move}: {nodes}",
        "info depth {depth} nodes {total} time 1 nps 1000",
        Quirk::None,
    ),
    dialect(
        "reckless",
        &["perft"],
        "----------",
        "  {index}     {move}          {nodes}        0.001s   1000 kN/s",
        "----------\n       Total         {total}        0.001s   1000 kN/s",
        Quirk::None,
    ),
    dialect(
        "koivisto",
        &["go perft"],
        "",
        "{move} {nodes}",
        "nodes: {total} nps: 1000",
        Quirk::SilentAtDepth1,
    ),
    dialect(
        "caissa",
        &["perft"],
        "Running Perft... depth={depth}",
        "{move}: {nodes}",
        "Total nodes:      {total}\nTime: 0.001 s",
        Quirk::None,
    ),
    dialect(
        "obsidian",
        &["go perft"],
        "",
        "{move} -> {nodes}",
        "nodes: {total}\ntime: 1\nnps: 1000",
        Quirk::SilentAtDepth1,
    ),
    dialect(
        "stormphrax",
        &["splitperft"],
        "",
        "{move}\t{nodes}",
        "\ntotal {total}\n1000 nps",
        Quirk::None,
    ),
    dialect(
        "lynx",
        &["divide"],
        "",
        "{move}\t\t{nodes}",
        "Depth:\t{depth}\nNodes:\t{total}\nTime:\t1 ms\nnps:\t1000",
        Quirk::None,
    ),
    dialect(
        "crafty",
        &["perft"],
        "",
        "",
        "total moves={total}  time=0.00",
        Quirk::None,
    ),
    dialect(
        "texel",
        &["perft"],
        "",
        "",
        "perft({depth}) = {total}, t=0.001s",
        Quirk::None,
    ),
    dialect(
        "sjeng",
        &["perft"],
        "",
        "",
        "Raw nodes for depth {depth}: {total}",
        Quirk::None,
    ),
    dialect(
        "jchess",
        &["perft"],
        "",
        "{move}: {nodes}",
        "perft {total} leaves in 3 ms",
        Quirk::Groups,
    ),
    dialect(
        "lperft",
        &["perft"],
        "",
        "{move} -> {nodes}",
        "{total} nodes in 55.79us -> 1000 nps",
        Quirk::OmitsEmpty,
    ),
    dialect(
        "mperft",
        &["perft"],
        "",
        "{move}   {nodes} leaves in 0 ms",
        "Total nodes: {total}",
        Quirk::UpperPromotion,
    ),
    dialect(
        "roce",
        &["divide"],
        "",
        "{move} {nodes}",
        "Nodes: {total}",
        Quirk::NoPromotion,
    ),
    dialect(
        "sjaakii",
        &["perft"],
        "",
        "   {move}         {nodes}       {sum}",
        " {depth}       {total}  0.00   1000.00nps",
        Quirk::EachDepth,
    ),
];

const fn dialect(
    name: &'static str,
    commands: &'static [&'static str],
    header: &'static str,
    line: &'static str,
    total: &'static str,
    quirk: Quirk,
) -> Dialect {
    Dialect {
        name,
        commands,
        header,
        line,
        total,
        quirk,
    }
}

impl Dialect {
    /// The words and the output of Stockfish: `go perft 3`, `e2e4: 600`, `Nodes searched: 8902`.
    pub const STOCKFISH: &'static Self = &ALL[0];

    /// The dialect with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|dialect| dialect.name == name)
    }

    /// The names of all dialects, the default first.
    pub fn names() -> impl Iterator<Item = &'static str> {
        ALL.iter().map(|dialect| dialect.name)
    }

    /// Tells whether `go perft` counts.
    pub(crate) fn has_go_perft(&self) -> bool {
        self.commands.contains(&"go perft")
    }

    /// Returns what a command asks to count; `None` if it is not a command for counting.
    ///
    /// The word `typed` after the depth asks for kinds of moves. Other words there are ignored, because some engines have
    /// more parameters; the dialect of Stockfish has none.
    #[must_use]
    pub fn request(&self, command: &str) -> Option<PerftRequest> {
        self.commands.iter().find_map(|words| {
            let rest = command.strip_prefix(words)?.strip_prefix(' ')?;
            let mut words = rest.split_whitespace();
            let depth = words.next()?.parse().ok()?;
            let is_typed = match (words.next(), words.next()) {
                (Some("typed"), None) => true,
                (Some(_), _) if self.name == Self::STOCKFISH.name => return None,
                _ => false,
            };
            Some(PerftRequest { depth, is_typed })
        })
    }

    /// Counts leaf nodes with a function that divides them by root move, at each depth that the dialect prints, and
    /// prints the counts. Nothing is printed for a depth that cannot be counted.
    ///
    /// # Errors
    ///
    /// If the counts cannot be written. Inside: if the function does not count.
    pub fn count(
        &self,
        depth: u32,
        mut divide: impl FnMut(u32) -> Result<Vec<(String, u64)>, NoCount>,
        out: &mut impl Write,
    ) -> io::Result<Result<(), NoCount>> {
        let first = if self.quirk == Quirk::EachDepth {
            1
        } else {
            depth
        };
        for depth in first..=depth {
            match divide(depth) {
                Ok(counts) => self.print(depth, counts, out)?,
                Err(why) => return Ok(Err(why)),
            }
        }
        Ok(Ok(()))
    }

    fn print(
        &self,
        depth: u32,
        counts: Vec<(String, u64)>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        if !self.header.is_empty() {
            writeln!(out, "{}", with_depth(self.header, depth))?;
        }
        let is_silent = self.quirk == Quirk::SilentAtDepth1 && depth == 1;
        let mut sum = 0;
        for (index, (mv, nodes)) in (1..).zip(counts) {
            sum += nodes;
            let is_omitted = self.quirk == Quirk::OmitsEmpty && nodes == 0;
            if self.line.is_empty() || is_silent || is_omitted {
                continue;
            }
            let line = self
                .line
                .replace("{move}", &self.text(mv))
                .replace("{nodes}", &self.number(nodes))
                .replace("{index}", &index.to_string())
                .replace("{sum}", &sum.to_string());
            writeln!(out, "{line}")?;
        }
        self.total(depth, if depth == 0 { 1 } else { sum }, out)
    }

    /// Prints the last line.
    pub(crate) fn total(&self, depth: u32, nodes: u64, out: &mut impl Write) -> io::Result<()> {
        let total = with_depth(self.total, depth).replace("{total}", &self.number(nodes));
        writeln!(out, "{total}")
    }

    fn text(&self, mut mv: String) -> String {
        let is_promotion = mv.len() == "a7a8q".len();
        match self.quirk {
            Quirk::UpperPromotion if is_promotion => {
                if let Some(letter) = mv.pop() {
                    mv.push(letter.to_ascii_uppercase());
                }
            }
            Quirk::NoPromotion if is_promotion => drop(mv.pop()),
            _ => {}
        }
        mv
    }

    fn number(&self, number: u64) -> String {
        let digits = number.to_string();
        if self.quirk != Quirk::Groups {
            return digits;
        }
        let mut grouped = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if 0 < index && (digits.len() - index).is_multiple_of(3) {
                grouped.push(',');
            }
            grouped.push(digit);
        }
        grouped
    }
}

fn with_depth(text: &str, depth: u32) -> String {
    text.replace("{depth}", &depth.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Dialect, PerftRequest};

    #[test]
    fn reads_what_to_count() {
        let request =
            |name: &str, command: &str| Dialect::from_name(name).unwrap().request(command);
        let counted = |depth, is_typed| Some(PerftRequest { depth, is_typed });
        for (name, command, expected) in [
            ("stockfish", "go perft 3", counted(3, false)),
            ("stockfish", "go perft  3 typed", counted(3, true)),
            ("stockfish", "go perft 3 type", None),
            ("stockfish", "go perft 3 typed typed", None),
            ("stockfish", "go perft -1", None),
            ("stockfish", "go perft", None),
            ("stockfish", "perft 3", None),
            ("crafty", "perft 3 1", counted(3, false)),
            ("viridithas", "perft split 3", counted(3, false)),
            ("none", "go perft 3", None),
        ] {
            assert_eq!(request(name, command), expected, "{name}: {command}");
        }
    }
}
