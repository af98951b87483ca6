//! Lines of a FEN, a depth and its nodes, with spaces between them.

use std::sync::Arc;

use passant_rules::Setup;

use super::entry::Entry;
use super::entry::Field;
use super::entry::Item;
use super::entry::{Cell, FileLine};
use super::numbers::{Pair, clocks_or_counts};
use crate::Diagnostic;
use crate::source::Text;

/// A line of this form: a FEN, and the words behind it.
pub(super) struct ColumnLine<'a> {
    pub(super) fen: Text<'a>,
    pub(super) depth: Text<'a>,
    pub(super) nodes: Text<'a>,
    /// Tells whether the FEN has its clocks, so that the last two words are none.
    pub(super) has_clocks: bool,
}

/// Takes a line apart; `None` if it has another form.
pub(super) fn split(text: &str) -> Option<ColumnLine<'_>> {
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
pub(super) fn pair(line: &ColumnLine<'_>) -> Option<Pair> {
    let (position, _) = Setup::from_fen(line.fen.value).ok()?.repair().ok()?;
    let [first, second] = [&line.depth, &line.nodes].map(|word| word.value.parse().ok());
    Some(clocks_or_counts(&position, first?, second?))
}

/// Reads a line.
pub(super) fn read(line: &Arc<FileLine>) -> Item {
    let Some(parts) = split(&line.text) else {
        let error = line.error(0..line.text.len(), "expected a FEN, a depth and its nodes");
        return Err(error.into());
    };
    let is_unclear = !parts.has_clocks
        && match pair(&parts) {
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
        entry.put(field, Cell::plain(line, part.span.clone()))?;
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
