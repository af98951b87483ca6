//! Lines of values with a character between them: CSV and its relatives.

use std::sync::Arc;

use super::entry::Entry;
use super::entry::Field;
use super::entry::Item;
use super::entry::{Cell, FileLine};
use crate::Diagnostic;

/// The characters that separate values.
pub(super) const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// A table.
#[derive(Debug)]
pub(super) struct Rows {
    separator: char,
    /// The meaning of each column; without a header, the last one goes on for counts by depth.
    columns: Columns,
}

#[derive(Debug)]
enum Columns {
    /// The names in the header, and whether it was read.
    Named(Vec<Field>, bool),
    DepthAndNodes,
    CountsByDepth,
}

impl Rows {
    pub(super) fn with_header(separator: char, names: &[String]) -> Self {
        let fields = names.iter().map(|name| Field::of(name)).collect();
        Self {
            separator,
            columns: Columns::Named(fields, false),
        }
    }

    pub(super) fn of_depth_and_nodes(separator: char) -> Self {
        Self {
            separator,
            columns: Columns::DepthAndNodes,
        }
    }

    pub(super) fn of_counts_by_depth(separator: char) -> Self {
        Self {
            separator,
            columns: Columns::CountsByDepth,
        }
    }

    /// Reads a line.
    pub(super) fn read(&mut self, line: &Arc<FileLine>) -> Option<Item> {
        if let Columns::Named(_, is_read @ false) = &mut self.columns {
            *is_read = true;
            return None;
        }
        match cells(line, self.separator).and_then(|cells| self.entry(cells)) {
            Ok(entry) if !entry.has_fen() => {
                let error = line.error(0..line.text.len(), "this line has no FEN");
                Some(Err(error.into()))
            }
            Ok(entry) => entry.finish(),
            Err(error) => Some(Err(error.into())),
        }
    }

    fn entry(&self, cells: Vec<Cell>) -> Result<Entry, Diagnostic> {
        let mut entry = Entry::default();
        if let (Columns::DepthAndNodes, [.., last]) = (&self.columns, &cells[..])
            && cells.len() != 3
        {
            let message = format!("{} values, expected 3", cells.len());
            let error = last.error(message);
            return Err(error.with_hint("write a FEN, a depth and its nodes, as above"));
        }
        for (index, cell) in cells.into_iter().enumerate() {
            match self.field(index) {
                Some(field) => entry.put(field, cell)?,
                None if cell.value.is_empty() => {}
                None => return Err(cell.error("this value has no column in the header")),
            }
        }
        Ok(entry)
    }

    fn field(&self, index: usize) -> Option<Field> {
        match (&self.columns, index) {
            (Columns::Named(fields, _), _) => fields.get(index).copied(),
            (_, 0) => Some(Field::Fen),
            (Columns::DepthAndNodes, 1) => Some(Field::Depth),
            (Columns::DepthAndNodes, _) => Some(Field::Nodes),
            (Columns::CountsByDepth, _) => u32::try_from(index).ok().map(Field::NodesAt),
        }
    }
}

/// The values of a line. A value may stand between quotation marks, in which two of them mean one.
pub(super) fn cells(line: &Arc<FileLine>, separator: char) -> Result<Vec<Cell>, Diagnostic> {
    let mut cells = Vec::new();
    let mut start = 0;
    let mut quote = None;
    for (at, letter) in line.text.char_indices() {
        match letter {
            '"' if quote.is_some() => quote = None,
            '"' => quote = Some(at),
            letter if letter == separator && quote.is_none() => {
                cells.push(unquote(Cell::plain(line, start..at)));
                start = at + 1;
            }
            _ => {}
        }
    }
    if let Some(at) = quote {
        let error = line.error(at..line.text.len(), "this string has no end");
        return Err(error.with_hint("write a quotation mark at its end"));
    }
    cells.push(unquote(Cell::plain(line, start..line.text.len())));
    Ok(cells)
}

fn unquote(mut cell: Cell) -> Cell {
    let inner = cell.value.strip_prefix('"');
    if let Some(inner) = inner.and_then(|value| value.strip_suffix('"')) {
        cell.value = String::from(inner.replace("\"\"", "\"").trim());
    }
    cell
}
