//! Lines with an entry each: values with a character between them, as in CSV; a FEN, a depth and its nodes, with spaces
//! between them; and names with values, `name="start" fen="…" depth=3 nodes=8902`.

use std::fmt;
use std::sync::Arc;

use passant_rules::Setup;

use super::entry::{Cell, Entry, Field, FileLine, Item};
use super::numbers::{Pair, clocks_or_counts};
use crate::Diagnostic;
use crate::source::Text;

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
    /// Returns the table of a form; `None` if that is no table.
    pub(super) fn of(form: &Form) -> Option<Self> {
        let (separator, columns) = match form {
            Form::Table { separator, columns } => {
                let fields = columns.iter().map(|name| Field::of(name)).collect();
                (separator, Columns::Named(fields, false))
            }
            Form::DepthAndNodes(separator) => (separator, Columns::DepthAndNodes),
            Form::CountsByDepth(separator) => (separator, Columns::CountsByDepth),
            _ => return None,
        };
        Some(Self {
            separator: *separator,
            columns,
        })
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
                Some(field) => entry.add(field, cell)?,
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

/// A line of this form: a FEN, and the words behind it.
pub(super) struct ColumnLine<'a> {
    pub(super) fen: Text<'a>,
    pub(super) depth: Text<'a>,
    pub(super) nodes: Text<'a>,
    /// Tells whether the FEN has its clocks, so that the last two words are none.
    pub(super) has_clocks: bool,
}

/// Takes a line apart; `None` if it has another form.
pub(super) fn split_columns(text: &str) -> Option<ColumnLine<'_>> {
    let line = Text::at(text, 0);
    // One word more than the longest line.
    let words: Vec<_> = line.words().take(9).collect();
    let is_number = |word: &Text<'_>| word.value.bytes().all(|byte| byte.is_ascii_digit());
    let (fen, numbers) = words.split_at(words.len().checked_sub(2)?);
    let [depth, nodes] = numbers else { return None };
    let clocks = fen.get(4..)?;
    if !matches!(clocks.len(), 0 | 2) || !clocks.iter().chain(numbers).all(is_number) {
        return None;
    }
    let end = fen.last()?.span.end;
    Some(ColumnLine {
        fen: line.slice(fen[0].span.start..end),
        depth: depth.clone(),
        nodes: nodes.clone(),
        has_clocks: clocks.len() == 2,
    })
}

/// The meaning of the last two words; `None` if the line has an error.
pub(super) fn column_pair(line: &ColumnLine<'_>) -> Option<Pair> {
    let (position, _) = Setup::from_fen(line.fen.value).ok()?.repair().ok()?;
    let [first, second] = [&line.depth, &line.nodes].map(|word| word.value.parse().ok());
    Some(clocks_or_counts(&position, first?, second?))
}

/// Reads a line.
pub(super) fn read_columns(line: &Arc<FileLine>) -> Item {
    let Some(parts) = split_columns(&line.text) else {
        let error = line.error(0..line.text.len(), "expected a FEN, a depth and its nodes");
        return Err(error.into());
    };
    let is_unclear = !parts.has_clocks
        && match column_pair(&parts) {
            Some(Pair::Clocks) => true,
            Some(Pair::Neither) => parts.nodes.value != "1",
            _ => false,
        };
    if is_unclear {
        return Err(unclear(line, &parts).into());
    }
    let mut entry = Entry::default();
    for (field, part) in [
        (Field::Fen, &parts.fen),
        (Field::Depth, &parts.depth),
        (Field::Nodes, &parts.nodes),
    ] {
        entry.add(field, Cell::plain(line, part.span.clone()))?;
    }
    // The entry has a FEN.
    entry
        .finish()
        .unwrap_or_else(|| Err(unclear(line, &parts).into()))
}

fn unclear(line: &FileLine, parts: &ColumnLine<'_>) -> Diagnostic {
    let span = parts.depth.span.start..parts.nodes.span.end;
    let (depth, nodes) = (parts.depth.value, parts.nodes.value);
    let message = "these numbers are not the right count, and can be the clocks of the FEN";
    let hint = format!("write ;D{depth} {nodes} if they are a depth and its nodes");
    line.error(span, message).with_hint(hint)
}

/// Reads a line.
pub(super) fn read_assignments(line: &Arc<FileLine>) -> Option<Item> {
    match read_entry(line) {
        Ok(entry) if !entry.has_fen() => {
            let error = line.error(0..line.text.len(), "this line has no FEN");
            Some(Err(error
                .with_hint("write fen=\"...\" in each line")
                .into()))
        }
        Ok(entry) => entry.finish(),
        Err(error) => Some(Err(error.into())),
    }
}

/// Tells whether a line has this form.
pub(super) fn is_assignments(line: &Arc<FileLine>) -> bool {
    let rest = Text::at(&line.text, 0).trim();
    name_length(rest.value).is_some() && read_entry(line).is_ok_and(|entry| entry.has_fen())
}

fn read_entry(line: &Arc<FileLine>) -> Result<Entry, Diagnostic> {
    let mut entry = Entry::default();
    let mut rest = Text::at(&line.text, 0).trim();
    while !rest.value.is_empty() {
        let Some(length) = name_length(rest.value) else {
            let word = rest.words().next().unwrap_or_else(|| rest.clone());
            let error = line.error(word.span, "expected a name with a value");
            return Err(error.with_hint("write fen=\"...\" depth=3 nodes=8902"));
        };
        let name = rest.slice(0..length);
        // The name ends before the equals sign.
        let after = rest.value[length..]
            .find('=')
            .map_or(rest.value.len(), |at| length + at + 1);
        rest = rest.slice(after..rest.value.len()).trim();
        let (cell, end) = read_value(line, &rest)?;
        entry.add(Field::of(name.value), cell)?;
        rest = rest.slice(end..rest.value.len());
        let used = rest.value.len() - rest.value.trim_start_matches([' ', '\t', ',', ';']).len();
        rest = rest.slice(used..rest.value.len());
    }
    Ok(entry)
}

/// The length of the name with which a text begins, if an equals sign follows it.
fn name_length(text: &str) -> Option<usize> {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_-.()".contains(letter);
    let length = text.find(|letter| !is_part(letter))?;
    let is_name = text.starts_with(|letter: char| letter.is_ascii_alphabetic());
    (is_name && text[length..].trim_ascii_start().starts_with('=')).then_some(length)
}

/// The value with which a text begins, and where it ends. Without quotation marks it ends before the next name.
fn read_value(line: &Arc<FileLine>, text: &Text<'_>) -> Result<(Cell, usize), Diagnostic> {
    if text.value.starts_with('"') {
        let Some(length) = text.value[1..].find('"') else {
            let error = line.error(text.span.clone(), "this string has no end");
            return Err(error.with_hint("write a quotation mark at its end"));
        };
        let mut cell = Cell::plain(line, text.part(0..length + 2));
        cell.value = String::from(text.value[1..=length].trim());
        return Ok((cell, length + 2));
    }
    let next = text.words().skip(1).find(|word| {
        let at = word.span.start - text.span.start;
        name_length(&text.value[at..]).is_some()
    });
    let end = next.map_or(text.value.len(), |word| word.span.start - text.span.start);
    let shown = text.value[..end].trim_end_matches([' ', '\t', ',', ';']);
    Ok((Cell::plain(line, text.part(0..shown.len())), end))
}
