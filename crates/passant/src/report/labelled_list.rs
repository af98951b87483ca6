//! A list of labels with a text beside each.

use std::fmt::Write;

use anstyle::Style;

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
    pub(crate) fn plain(&mut self, text: &str) {
        self.text += text;
    }

    /// Adds a label with its text, broken into lines between words.
    pub(crate) fn entry(&mut self, label: &str, style: Style, text: &str) {
        self.lines(label, style, wrap(text, WIDTH - INDENT));
    }

    /// Adds a label with lines that are not wrapped.
    pub(crate) fn lines(
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

    /// The whole list.
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
