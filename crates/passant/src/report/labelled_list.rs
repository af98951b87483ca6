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

/// A list that grows line by line.
#[derive(Default)]
pub(crate) struct LabelledList {
    text: String,
}

impl LabelledList {
    /// Adds text without a label.
    pub(crate) fn text(&mut self, text: &str) {
        self.text += text;
    }

    /// Adds a label with its text, broken into lines between words.
    pub(crate) fn entry(&mut self, label: &str, text: &str) {
        self.entry_in_style(label, BOLD, text);
    }

    /// Adds a label in a style with its text, broken into lines between words.
    pub(crate) fn entry_in_style(&mut self, label: &str, style: Style, text: &str) {
        self.lines_in_style(label, style, wrap(text, WIDTH - INDENT));
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
        let mut label = label;
        for line in lines {
            let gap = INDENT.saturating_sub(label.chars().count()).max(1);
            // Writing to a string cannot fail.
            let _ = writeln!(self.text, "{style}{label}{style:#}{:gap$}{line}", "");
            label = "";
        }
    }

    /// Returns the whole list.
    pub(crate) fn finish(self) -> String {
        self.text
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
