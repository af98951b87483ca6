//! FEN errors and repairs, each at its place in the text.

use passant_rules::{FenError, Repair, Setup, SetupFault, SyntaxError, SyntaxErrorKind};
use passant_suite::Diagnostic;

/// The help for a FEN that ends too early.
const FIELDS: &str =
    "a FEN has a placement, the side to move, castling, en passant, and two clocks, as in
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1";

/// Everything that is wrong with a FEN that cannot be used.
#[must_use]
pub fn diagnostics(fen: &str, error: &FenError) -> Vec<Diagnostic> {
    match error {
        FenError::Syntax(_) => Setup::syntax_errors(fen)
            .iter()
            .map(|error| about_text(fen, error))
            .collect(),
        FenError::Invalid(faults) => faults
            .iter()
            .map(|fault| Diagnostic::error(fault.to_string()).in_text(fen, fault.span(fen)))
            .collect(),
    }
}

/// The faults in a FEN that were repaired, or accepted although no game leads to the position.
#[must_use]
pub fn about_repairs(fen: &str, repairs: &[SetupFault]) -> Vec<Diagnostic> {
    let about_repair = |fault: &SetupFault| {
        Diagnostic::warning(fault.to_string())
            .in_text(fen, fault.span(fen))
            .with_note(consequence(*fault))
    };
    repairs.iter().map(about_repair).collect()
}

/// How a lenient reader treats a fault, in one word.
#[must_use]
pub fn remedy(fault: SetupFault) -> &'static str {
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
