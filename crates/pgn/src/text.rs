//! Games of a text that is in memory, with diagnostics.

use passant_suite::Diagnostic;

use crate::game::{PgnFault, PgnGame};
use crate::reader::PgnReader;

/// Finds all games of a text, and the first place where it is broken. The games after that place are found too.
///
/// ```
/// use passant_pgn::read_games;
///
/// let (games, error) = read_games("1. e4 e5 1-0\n\n1. d4 (1. c4 d5 *");
/// assert_eq!(games[0].moves.len(), 2);
/// assert_eq!(error.unwrap().message, "this variation has no end");
/// ```
#[must_use]
pub fn read_games(text: &str) -> (Vec<PgnGame>, Option<Diagnostic>) {
    let (mut games, mut error) = (Vec::new(), None);
    let mut reader = PgnReader::new(text.as_bytes());
    let mut game = PgnGame::default();
    while reader.read_next(&mut game) {
        error = error.or_else(|| game.faults.first().map(|fault| fault.diagnostic(text)));
        if !game.is_empty() {
            games.push(game.clone());
        }
    }
    (games, error)
}

impl PgnGame {
    /// Finds the first game of a text.
    ///
    /// # Errors
    ///
    /// If a comment, a variation or a tag has no end, or if a variation ends that has not begun.
    pub fn read(text: &str) -> Result<Self, Diagnostic> {
        let mut game = Self::default();
        PgnReader::new(text.as_bytes()).read_next(&mut game);
        match game.faults.first() {
            Some(fault) => Err(fault.diagnostic(text)),
            None => Ok(game),
        }
    }
}

impl PgnFault {
    /// Describes the fault at its place in a text, as if that were one line.
    #[must_use]
    pub fn diagnostic(&self, text: &str) -> Diagnostic {
        Diagnostic::error(self.kind.message())
            .in_text(text, self.at..self.at + 1)
            .with_hint(self.kind.hint())
    }
}
