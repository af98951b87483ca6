//! The part of Markdown that the pages of the zoo use: paragraphs with code in them, and blocks of code.

use serde::Serialize;

/// A part of a section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", content = "content", rename_all = "lowercase")]
pub(super) enum Block {
    /// A paragraph.
    Text(Vec<Span>),
    /// Lines of code, or of output.
    Code(String),
}

/// A part of a paragraph.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct Span {
    text: String,
    is_code: bool,
}

/// A sentence: what stands between backquotes is code.
pub(super) fn spans(text: &str) -> Vec<Span> {
    let parts = text.split('`').enumerate();
    let spans = parts.map(|(index, part)| Span {
        text: part.to_owned(),
        is_code: index % 2 == 1,
    });
    spans.filter(|span| !span.text.is_empty()).collect()
}

/// What stands below a heading, up to the next heading; nothing if there is no such heading.
pub(super) fn section(page: &str, heading: &str) -> Vec<Block> {
    let mut lines = page.lines().skip_while(|line| *line != heading).skip(1);
    let mut blocks = Vec::new();
    let mut paragraph = String::new();
    while let Some(line) = lines.next() {
        if let Some("```") = line.get(..3) {
            end(&mut paragraph, &mut blocks);
            let code: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            blocks.push(Block::Code(code.join("\n") + "\n"));
        } else if line.is_empty() {
            end(&mut paragraph, &mut blocks);
        } else if line.starts_with('#') {
            break;
        } else {
            let space = if paragraph.is_empty() { "" } else { " " };
            paragraph = format!("{paragraph}{space}{line}");
        }
    }
    end(&mut paragraph, &mut blocks);
    blocks
}

/// Ends a paragraph.
fn end(paragraph: &mut String, blocks: &mut Vec<Block>) {
    if !paragraph.is_empty() {
        blocks.push(Block::Text(spans(&std::mem::take(paragraph))));
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, section, spans};

    #[test]
    fn reads_paragraphs_and_code_up_to_the_next_heading() {
        let page =
            "### a 1\nno\n### b 1\n\nOne `x`\ntwo.\n\n```js\n# <b>\n\ny\n```\nend\n### c 1\nno\n";
        let expected = [
            Block::Text(spans("One `x` two.")),
            Block::Code("# <b>\n\ny\n".to_owned()),
            Block::Text(spans("end")),
        ];
        assert_eq!(section(page, "### b 1"), expected);
        assert_eq!(section(page, "### d 1"), []);
    }
}
