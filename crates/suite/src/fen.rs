//! FENs within files: an error of `passant-rules` becomes a diagnostic with its place in the file.

use passant_rules::{Setup, SetupFault};

use crate::Diagnostic;
use crate::source::{Source, Text};

/// Reads a FEN without validating it.
pub(crate) fn setup(source: &Source<'_>, fen: &Text<'_>) -> Result<Setup, Diagnostic> {
    Setup::from_fen(fen.value)
        .map_err(|error| source.error(fen.part(error.span()), error.to_string()))
}

/// A fault of a FEN.
pub(crate) fn fault(source: &Source<'_>, fen: &Text<'_>, fault: SetupFault) -> Diagnostic {
    source.error(fen.part(fault.span(fen.value)), fault.to_string())
}
