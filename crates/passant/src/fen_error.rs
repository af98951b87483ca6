//! FEN errors and repairs as text, with a caret under the wrong characters.

use passant_rules::{FenError, Repair, Setup, SetupFault, SyntaxError, SyntaxErrorKind};
use passant_suite::Diagnostic;

use crate::diagnostic;

/// The help for a FEN that ends too early.
const FIELDS: &str =
    "a FEN has a placement, the side to move, castling, en passant, and two clocks, as in
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

/// Every fault in a FEN that cannot be used, one message for each.
pub(crate) fn render(fen: &str, error: &FenError) -> String {
    let messages: Vec<_> = match error {
        FenError::Syntax(_) => Setup::syntax_errors(fen)
            .iter()
            .map(|error| diagnostic::render(&about_text(fen, error)))
            .collect(),
        FenError::Invalid(faults) => faults
            .iter()
            .map(|fault| Diagnostic::error(fault.to_string()).in_text(fen, fault.span(fen)))
            .map(|about_fault| diagnostic::render(&about_fault))
            .collect(),
    };
    messages.join("\n")
}

/// The faults in a FEN that were repaired, or accepted although no game leads to the position.
pub(crate) fn render_repairs(fen: &str, repairs: &[SetupFault]) -> String {
    let about_repair = |fault: &SetupFault| {
        Diagnostic::warning(fault.to_string())
            .in_text(fen, fault.span(fen))
            .with_note(consequence(*fault))
    };
    let messages: Vec<_> = repairs
        .iter()
        .map(|fault| diagnostic::render(&about_repair(fault)))
        .collect();
    messages.join("\n")
}

/// How a lenient reader treats a fault, in one word.
pub(crate) fn remedy(fault: SetupFault) -> &'static str {
    match fault.repair() {
        Repair::DropCastling | Repair::DropEnPassant => "dropped",
        Repair::Accept => "accepted",
        Repair::Impossible => "refused",
    }
}

/// How a lenient reader treats a fault, in a sentence.
fn consequence(fault: SetupFault) -> &'static str {
    match fault.repair() {
        Repair::DropCastling => "the castling right is dropped",
        Repair::DropEnPassant => "the en passant square is dropped",
        Repair::Accept => {
            "accepted unchanged: no game leads to this position, but its legal moves are well defined"
        }
        Repair::Impossible => "refused",
    }
}

fn about_text(fen: &str, error: &SyntaxError) -> Diagnostic {
    let diagnostic = Diagnostic::error(error.to_string()).in_text(fen, error.span());
    match error.kind {
        SyntaxErrorKind::Missing => diagnostic.with_hint(FIELDS),
        _ => diagnostic,
    }
}
