//! Draws diagnostics as text for people.

use annotate_snippets::{
    AnnotationKind, Element, Level, Origin, Renderer, Snippet, normalize_untrusted_str,
};
use passant_suite::{Diagnostic, Diagnostics, Place, Severity};

/// Draws a diagnostic with colors, ending in a newline. The printer removes colors where they do not belong.
///
/// ```text
/// error: the king on e1 cannot go to e3
///  |
///  | e4 e5 Ke3
///  |       ^^^ ply 3, White's move 2
///  |
///  = help: legal moves of the king on e1: Ke2
/// ```
pub(crate) fn render(diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let notes = diagnostic
        .note
        .iter()
        .map(|note| Level::NOTE.message(normalize_untrusted_str(note)));
    let hints = diagnostic
        .hint
        .iter()
        .map(|hint| Level::HELP.message(normalize_untrusted_str(hint)));
    let group = level
        .primary_title(&diagnostic.message)
        .elements(source(diagnostic))
        .elements(notes)
        .elements(hints);
    Renderer::styled().render(&[group]) + "\n"
}

/// Draws all diagnostics, with an empty line between.
pub(crate) fn render_all(diagnostics: &Diagnostics) -> String {
    render_each(diagnostics.iter())
}

/// Draws some diagnostics, with an empty line between.
pub(crate) fn render_each<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let rendered: Vec<_> = diagnostics.into_iter().map(render).collect();
    rendered.join("\n")
}

/// Returns the line with the characters that are wrong underlined, or else the name of the file.
fn source(diagnostic: &Diagnostic) -> Option<Element<'_>> {
    let file = diagnostic.file.as_deref();
    let Some(Place { line, text, span }) = &diagnostic.place else {
        return file.map(|file| Origin::path(file).into());
    };
    if file.is_none() && text.trim().is_empty() {
        return None;
    }
    let caret = AnnotationKind::Primary
        .span(span.clone())
        .label(diagnostic.label.as_deref());
    let snippet = Snippet::source(text)
        .line_start(*line)
        .line_numbering(file.is_some())
        .path(file)
        .annotation(caret);
    Some(snippet.into())
}

#[cfg(test)]
mod tests {
    use passant_suite::{Diagnostic, epd};
    use proptest::prelude::proptest;

    use super::{render, render_all};

    #[test]
    fn names_file_line_and_column() {
        let diagnostics = epd::read("mine.epd", b"\n4k3/8/8/8/8/8/8/4K2X w - -").unwrap_err();
        let shown = anstream::adapter::strip_str(&render_all(&diagnostics)).to_string();
        let expected = "\
 --> mine.epd:2:20
  |
2 | 4k3/8/8/8/8/8/8/4K2X w - -
  |                    ^
";
        assert!(shown.ends_with(expected), "{shown}");
    }

    #[test]
    fn names_a_file_that_is_wrong_as_a_whole() {
        let missing = Diagnostic::error("it is not there").in_file("mine.epd");
        let shown = anstream::adapter::strip_str(&render(&missing)).to_string();
        assert_eq!(shown, "error: it is not there\n--> mine.epd\n");
    }

    proptest! {
        #[test]
        fn renders_whatever_a_file_holds(text in "[\\x00-\\x7f\u{80}-\u{2fff}]{1,60}") {
            if let Err(diagnostics) = epd::read("hostile.epd", text.as_bytes()) {
                assert!(!render_all(&diagnostics).is_empty());
            }
        }
    }
}
