//! FEN errors and repairs, each at its place in the text.

use passant_rules::{FenError, Repair, Setup, SetupFault, SyntaxError, SyntaxErrorKind};
use passant_suite::Diagnostic;

use crate::FenReading;

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

/// The warnings about a FEN that was read: its repairs, and castling rights that may mean something else.
#[must_use]
pub fn about_reading(reading: &FenReading) -> Vec<Diagnostic> {
    let mut warnings = about_repairs(&reading.text, &reading.repairs);
    let first = reading.position.castling_rights().iter().next();
    if let (true, Some((color, side, _))) = (reading.is_guessed_chess960(), first) {
        let field = SetupFault::CastlingKing(color, side).span(&reading.text);
        let warning = Diagnostic::warning(GUESSED_CHESS960).in_text(&reading.text, field);
        warnings.push(warning.with_hint(
            "for standard chess write - where king or rook have moved; for Chess960 name the files, like HAha",
        ));
    }
    warnings
}

/// The warning about rights that standard chess has not.
pub const GUESSED_CHESS960: &str =
    "castling is read as Chess960, because king or rook do not stand where standard chess begins";

/// Says how a lenient reader treats a fault, in one word.
#[must_use]
pub fn remedy(fault: SetupFault) -> &'static str {
    match fault.repair() {
        Repair::DropCastling | Repair::DropEnPassant => "dropped",
        Repair::Accept => "accepted",
        Repair::Impossible => "refused",
    }
}

/// Says how a lenient reader treats a fault, in a sentence.
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
