//! FEN errors and repairs as text, with a caret under the characters at fault.

use passant_rules::{FenError, Repair, SetupFault, SyntaxErrorKind};
use passant_suite::Diagnostic;

use crate::diagnostic;
use crate::fen_syntax::{self, TextError};

/// What a FEN looks like, for one that ends too early.
const FIELDS: &str =
    "a FEN has a placement, the side to move, castling, en passant, and two clocks, as in
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

/// Everything that is wrong with a FEN that was refused: one message for each fault.
pub(crate) fn render(fen: &str, error: &FenError) -> String {
    let messages: Vec<_> = match error {
        FenError::Syntax(_) => fen_syntax::errors(fen)
            .into_iter()
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

/// What was repaired in a FEN, or accepted though no game leads there.
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

/// What a lenient reader has done about what a fault is about, in one word.
pub(crate) fn remedy(fault: SetupFault) -> &'static str {
    match fault.repair() {
        Repair::DropCastling | Repair::DropEnPassant => "dropped",
        Repair::Accept => "accepted",
        Repair::Impossible => "refused",
    }
}

/// What a lenient reader has done, in a sentence.
fn consequence(fault: SetupFault) -> &'static str {
    match fault.repair() {
        Repair::DropCastling => "the castling right is dropped",
        Repair::DropEnPassant => "the en passant square is dropped",
        Repair::Accept => "accepted as it is: no game leads there, but the rules say how to go on",
        Repair::Impossible => "refused",
    }
}

fn about_text(fen: &str, error: TextError) -> Diagnostic {
    let diagnostic = Diagnostic::error(error.message).in_text(fen, error.span);
    match error.kind {
        SyntaxErrorKind::Missing => diagnostic.with_hint(FIELDS),
        _ => diagnostic,
    }
}
