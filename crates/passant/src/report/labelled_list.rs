//! A list of labels with a text beside each.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

/// The style of labels and headings.
pub(crate) const BOLD: Style = Style::new().bold();

/// The style of a correct answer.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();

/// The style of a wrong answer.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();

/// The column in which the texts begin.
const INDENT: usize = 10;

/// The maximum width of a line, unless a single word is wider.
pub(crate) const WIDTH: usize = 80;

/// A list that grows item by item.
#[derive(Default)]
pub(crate) struct LabelledList {
    items: Vec<Item>,
}

/// An item of a list.
pub(crate) enum Item {
    /// Text without a label.
    Text(String),
    /// A label with its text. Without a label, the text goes on below that of the item before.
    Entry(String, Style, Value),
}

/// The text of an entry.
pub(crate) enum Value {
    /// A text that is broken into lines between words.
    Text(String),
    /// Lines that are not wrapped.
    Lines(Vec<String>),
    /// Public reports of a fault.
    Reports(Vec<String>),
}

impl LabelledList {
    /// Adds text without a label.
    pub(crate) fn text(&mut self, text: &str) {
        self.items.push(Item::Text(text.to_owned()));
    }

    /// Adds a label with its text, broken into lines between words.
    pub(crate) fn entry(&mut self, label: &str, text: &str) {
        self.entry_in_style(label, BOLD, text);
    }

    /// Adds a label in a style with its text, broken into lines between words.
    pub(crate) fn entry_in_style(&mut self, label: &str, style: Style, text: &str) {
        let value = Value::Text(text.to_owned());
        self.items.push(Item::Entry(label.to_owned(), style, value));
    }

    /// Adds a label with lines that are not wrapped.
    pub(crate) fn lines(&mut self, label: &str, lines: impl IntoIterator<Item = String>) {
        self.lines_in_style(label, BOLD, lines);
    }

    /// Adds a label in a style with lines that are not wrapped.
    pub(crate) fn lines_in_style(
        &mut self,
        label: &str,
        style: Style,
        lines: impl IntoIterator<Item = String>,
    ) {
        let value = Value::Lines(lines.into_iter().collect());
        self.items.push(Item::Entry(label.to_owned(), style, value));
    }

    /// Adds a label with public reports of a fault.
    pub(crate) fn reports(&mut self, label: &str, reports: &[String]) {
        let value = Value::Reports(reports.to_vec());
        self.items.push(Item::Entry(label.to_owned(), BOLD, value));
    }

    /// Returns the items, for a form other than text.
    pub(crate) fn items(self) -> Vec<Item> {
        self.items
    }

    /// Returns the whole list as text.
    pub(crate) fn finish(self) -> String {
        let mut text = String::new();
        for item in self.items {
            match item {
                Item::Text(more) => text += &more,
                Item::Entry(label, style, value) => {
                    let lines = match value {
                        Value::Text(text) => wrap(&text, WIDTH - INDENT),
                        Value::Lines(lines) => lines,
                        Value::Reports(reports) => wrap(&reports.join(", "), WIDTH - INDENT),
                    };
                    write_entry(&mut text, &label, style, lines);
                }
            }
        }
        text
    }
}

fn write_entry(text: &mut String, label: &str, style: Style, lines: Vec<String>) {
    let mut label = label;
    for line in lines {
        let gap = INDENT.saturating_sub(label.chars().count()).max(1);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{style}{label}{style:#}{:gap$}{line}", "");
        label = "";
    }
}

/// Breaks a text between words into lines of a width.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
