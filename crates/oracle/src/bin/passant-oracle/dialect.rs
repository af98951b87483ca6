//! Dialects: the commands that make engines count leaf nodes, and the formats of their output.

use std::io::{self, Write};

use passant_oracle::Engine;
use passant_rules::Move;

/// The command and the output of one engine.
pub(crate) struct Dialect {
    pub(crate) name: &'static str,
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

/// A peculiarity of its output.
#[derive(PartialEq)]
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
pub(crate) const ALL: &[Dialect] = &[
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

/// The dialect with this name.
pub(crate) fn named(name: &str) -> Option<&'static Dialect> {
    ALL.iter().find(|dialect| dialect.name == name)
}

impl Dialect {
    /// The depth that a command requests, if it counts leaf nodes.
    pub(crate) fn depth(&self, command: &str) -> Option<u32> {
        self.commands.iter().find_map(|words| {
            let rest = command.strip_prefix(words)?;
            let depth = rest.strip_prefix(' ')?.split_whitespace().next()?;
            depth.parse().ok()
        })
    }

    /// Counts leaf nodes and prints the counts.
    pub(crate) fn count(
        &self,
        engine: &Engine,
        depth: u32,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let first = if self.quirk == Quirk::EachDepth {
            1
        } else {
            depth
        };
        for depth in first..=depth {
            self.count_one(engine, depth, out)?;
        }
        Ok(())
    }

    fn count_one(&self, engine: &Engine, depth: u32, out: &mut impl Write) -> io::Result<()> {
        let with_depth = |text: &str| text.replace("{depth}", &depth.to_string());
        if !self.header.is_empty() {
            writeln!(out, "{}", with_depth(self.header))?;
        }
        let counts = engine.divide(depth);
        let is_silent = self.quirk == Quirk::SilentAtDepth1 && depth == 1;
        let mut sum = 0;
        for (index, &(mv, nodes)) in (1..).zip(&counts) {
            sum += nodes;
            let is_omitted = self.quirk == Quirk::OmitsEmpty && nodes == 0;
            if self.line.is_empty() || is_silent || is_omitted {
                continue;
            }
            let line = self
                .line
                .replace("{move}", &self.text(engine, mv))
                .replace("{nodes}", &self.number(nodes))
                .replace("{index}", &index.to_string())
                .replace("{sum}", &sum.to_string());
            writeln!(out, "{line}")?;
        }
        let total = if depth == 0 { 1 } else { sum };
        let total = with_depth(self.total).replace("{total}", &self.number(total));
        writeln!(out, "{total}")
    }

    fn text(&self, engine: &Engine, mv: Move) -> String {
        let mut text = engine.uci(mv);
        match self.quirk {
            Quirk::UpperPromotion if mv.promotion().is_some() => {
                if let Some(letter) = text.pop() {
                    text.push(letter.to_ascii_uppercase());
                }
            }
            Quirk::NoPromotion if mv.promotion().is_some() => drop(text.pop()),
            _ => {}
        }
        text
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
