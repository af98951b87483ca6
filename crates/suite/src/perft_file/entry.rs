//! An entry: a FEN and its counts, in whatever order and places they come.

use std::ops::Range;
use std::sync::Arc;

use passant_rules::Position;

use super::numbers::small_perft;
use crate::epd::notes::{Notes, count, depth};
use crate::epd::{EpdCase, MAX_DEPTH, complete};
use crate::source::{Source, Text};
use crate::{Diagnostic, Diagnostics};

/// A position, or everything that is wrong with its entry.
pub(super) type Item = Result<EpdCase, Diagnostics>;

/// The most numbers that an entry holds: depth and nodes at each depth.
const MAX_NUMBERS: usize = 2 * (MAX_DEPTH as usize + 1);

/// The values of an entry.
#[derive(Default, Debug)]
pub(super) struct Entry {
    fen: Option<Cell>,
    name: Option<String>,
    depths: Vec<Cell>,
    nodes: Vec<Cell>,
    /// Nodes whose depth is part of their name.
    nodes_at: Vec<(u32, Cell)>,
    /// Tells whether the numbers are a list, which begins with the least depth.
    is_list: bool,
    /// Tells whether a search has counted the nodes.
    is_search: bool,
}

impl Entry {
    pub(super) fn has_fen(&self) -> bool {
        self.fen.is_some()
    }

    /// Adds a value. Empty ones say nothing.
    pub(super) fn add(&mut self, field: Field, cell: Cell) -> Result<(), Diagnostic> {
        if cell.value.is_empty() {
            return Ok(());
        }
        let is_number = matches!(field, Field::Depth | Field::Nodes | Field::NodesAt(_));
        if is_number && MAX_NUMBERS <= self.numbers() {
            let message = format!("an entry has at most {MAX_NUMBERS} depths and counts");
            return Err(cell.error(message));
        }
        match field {
            Field::Fen => self.add_fen(cell)?,
            Field::Position if cell.value.contains('/') => self.add_fen(cell)?,
            Field::Name | Field::Position => self.name = Some(cell.value),
            Field::Depth => self.depths.push(cell),
            Field::Nodes => self.nodes.push(cell),
            Field::NodesAt(depth) => self.nodes_at.push((depth, cell)),
            Field::Search => self.is_search = true,
            Field::Other => {}
        }
        Ok(())
    }

    fn add_fen(&mut self, cell: Cell) -> Result<(), Diagnostic> {
        if self.has_fen() {
            let error = cell.error("this entry has two FENs");
            return Err(error.with_hint("begin a new entry for each position"));
        }
        self.fen = Some(cell);
        Ok(())
    }

    /// Adds a number of a list.
    pub(super) fn add_in_list(&mut self, field: Field, cell: Cell) -> Result<(), Diagnostic> {
        self.is_list = true;
        self.add(field, cell)
    }

    /// Takes over the numbers of an entry without a FEN that lies within this one.
    pub(super) fn merge(&mut self, inner: Self) -> Result<(), Diagnostic> {
        if inner.is_search {
            return Ok(());
        }
        self.is_list |= inner.is_list;
        let depths = inner.depths.into_iter().map(|cell| (Field::Depth, cell));
        let nodes = inner.nodes.into_iter().map(|cell| (Field::Nodes, cell));
        let named = inner
            .nodes_at
            .into_iter()
            .map(|(depth, cell)| (Field::NodesAt(depth), cell));
        let mut numbers = depths.chain(nodes).chain(named);
        numbers.try_for_each(|(field, cell)| self.add(field, cell))
    }

    /// Takes over a list of two numbers: a depth and its nodes.
    pub(super) fn merge_pair(&mut self, inner: Self) -> Result<(), Diagnostic> {
        let [depth, nodes]: [Cell; 2] = match inner.nodes.try_into() {
            Ok(pair) => pair,
            Err(numbers) => {
                let Some(first) = numbers.first() else {
                    return Ok(());
                };
                let error = first.error(format!("a list of {} numbers", numbers.len()));
                return Err(error.with_hint("write a depth and its nodes, like [1, 20]"));
            }
        };
        self.add(Field::Depth, depth)?;
        self.add(Field::Nodes, nodes)
    }

    /// Returns the case; `None` if nothing was said.
    pub(super) fn finish(self) -> Option<Item> {
        match &self.fen {
            Some(fen) => Some(self.case(fen)),
            None if self.is_search => None,
            None => {
                let named = self.nodes_at.first().map(|(_, cell)| cell);
                let first = self.nodes.first().or(named)?;
                let error = first.error("there is no FEN that this count belongs to");
                let hint = "write the FEN beside its counts, under the name fen";
                Some(Err(error.with_hint(hint).into()))
            }
        }
    }

    fn case(&self, fen: &Cell) -> Item {
        let notes = Notes {
            name: self.name.clone(),
            ..Notes::default()
        };
        let mut case = complete(&fen.line.source(), fen.line.number, &fen.text(), notes)?;
        if self.is_search {
            return Ok(case);
        }
        let mut notes = Notes::default();
        for (depth, cell) in self.counts(&case.position)? {
            let count = count(&cell.value).map_err(|message| cell.error(message))?;
            notes
                .add(depth, count)
                .map_err(|message| cell.error(message))?;
        }
        case.depths = notes.depths;
        Ok(case)
    }

    /// The counts with their depths.
    fn counts(&self, position: &Position) -> Result<Vec<(u32, &Cell)>, Diagnostic> {
        let named = self.nodes_at.iter().map(|(depth, cell)| (*depth, cell));
        let mut counts: Vec<_> = named.collect();
        match (&self.depths[..], &self.nodes[..]) {
            // A depth alone says nothing.
            ([] | [_], []) => {}
            (depths, nodes) if depths.len() == nodes.len() => {
                for (cell, nodes) in depths.iter().zip(nodes) {
                    let depth = depth(&cell.value).map_err(|message| cell.error(message))?;
                    counts.push((depth, nodes));
                }
            }
            ([], list) | (list, []) if self.is_list => {
                let first = first_depth(position, list)?;
                counts.extend((first..).zip(list));
            }
            ([], [nodes, ..]) => {
                let error = nodes.error("the depth of this count is missing");
                return Err(error.with_hint("write it beside the count, under the name depth"));
            }
            (depths, nodes) => {
                let (depths, nodes) = (depths.len(), nodes);
                let message = format!("{} counts, but {depths} depths", nodes.len());
                let place = nodes.first().or(self.depths.first()).or(self.fen.as_ref());
                return Err(place.map_or_else(
                    || Diagnostic::error(message.clone()),
                    |cell| cell.error(message.clone()),
                ));
            }
        }
        Ok(counts)
    }

    fn numbers(&self) -> usize {
        self.depths.len() + self.nodes.len() + self.nodes_at.len()
    }
}

/// The depth of the first number of a list. A list that begins with 1 begins at depth 0, unless a position has one move.
fn first_depth(position: &Position, list: &[Cell]) -> Result<u32, Diagnostic> {
    let number = |index: usize| list.get(index).and_then(|cell| count(&cell.value).ok());
    if number(0) != Some(1) {
        return Ok(1);
    }
    if position.legal_moves().len() != 1 {
        return Ok(0);
    }
    let two_deep = small_perft(position, 2, 1);
    match number(1) {
        None => Ok(1),
        Some(second) if second != 1 => Ok(1),
        Some(_) if two_deep != Some(1) => Ok(0),
        Some(_) => {
            let message = "this list can begin at depth 0 or at depth 1";
            let error = list[0].error(message);
            Err(error.with_hint("name the depths, like {\"1\": 1, \"2\": 1}"))
        }
    }
}

/// A line of a file.
#[derive(Debug)]
pub(super) struct FileLine {
    pub(super) file: Arc<str>,
    pub(super) number: usize,
    pub(super) text: String,
}

/// A value, and where it is written.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) line: Arc<FileLine>,
    /// Its bytes in the line, quotes included.
    pub(super) span: Range<usize>,
    pub(super) value: String,
}

impl FileLine {
    pub(super) fn source(&self) -> Source<'_> {
        Source::line(&self.file, self.number, &self.text)
    }

    pub(super) fn error(&self, span: Range<usize>, message: impl Into<String>) -> Diagnostic {
        self.source().error(span, message)
    }
}

impl Cell {
    /// The value of a range of a line, letter by letter and without surrounding spaces.
    pub(super) fn plain(line: &Arc<FileLine>, span: Range<usize>) -> Self {
        let text = line.text.get(span.clone()).unwrap_or_default();
        let trimmed = Text::at(text, span.start).trim();
        Self {
            line: Arc::clone(line),
            span: trimmed.span,
            value: trimmed.value.to_owned(),
        }
    }

    pub(super) fn text(&self) -> Text<'_> {
        self.line.source().quote(&self.value, self.span.clone())
    }

    pub(super) fn error(&self, message: impl Into<String>) -> Diagnostic {
        self.line.error(self.span.clone(), message)
    }
}

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
