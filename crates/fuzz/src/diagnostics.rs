//! The promises of every list of diagnostics.

use passant::readers::render;
use passant_suite::{Diagnostic, Diagnostics};

/// The number of diagnostics that are drawn.
const DRAWN: usize = 2;

/// Each diagnostic points into the text, and can be drawn.
pub(crate) fn check_diagnostics(text: &[u8], diagnostics: &Diagnostics) {
    assert!(!diagnostics.is_empty(), "refused without a reason");
    let lines = 1 + text
        .iter()
        .filter(|byte| matches!(byte, b'\n' | b'\r'))
        .count();
    for diagnostic in diagnostics.iter() {
        check_place(lines, diagnostic);
        assert!(!diagnostic.message.is_empty());
        assert!(!diagnostic.to_string().is_empty());
    }
    // Drawing takes longer than reading.
    let first: Diagnostics = diagnostics.iter().take(DRAWN).cloned().collect();
    assert!(!render(&first).is_empty());
}

fn check_place(lines: usize, diagnostic: &Diagnostic) {
    let Some(place) = &diagnostic.place else {
        return;
    };
    assert!((1..=lines).contains(&place.line), "{diagnostic:?}");
    assert!(diagnostic.column().is_some(), "{diagnostic:?}");
    assert!(diagnostic.excerpt().is_some(), "{diagnostic:?}");
}
