//! Games of a text that is in memory, with diagnostics.

use std::ops::Range;

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

/// The places of the moves in a text, without those of variations. Move numbers (`1.`, `1...`, `1.e4`), comments, numbers of
/// annotations and results are skipped, and so is the word `moves` of UCI. `e.p.` belongs to the move before it. Moves after a
/// result follow those before it.
///
/// ```
/// use passant_pgn::find_moves;
///
/// let text = "3. exd6 e.p. {a pawn} (3. Nf3) Qxd6 1-0";
/// let found: Vec<_> = find_moves(text).unwrap().into_iter().map(|span| &text[span]).collect();
/// assert_eq!(found, ["exd6 e.p.", "Qxd6"]);
/// ```
///
/// # Errors
///
/// If a comment or a variation has no end, or if a variation ends that has not begun.
pub fn find_moves(text: &str) -> Result<Vec<Range<usize>>, Diagnostic> {
    let (games, error) = read_games(text);
    if let Some(error) = error {
        return Err(error);
    }
    let moves = games.into_iter().flat_map(|game| game.moves);
    Ok(moves
        .filter(|span| &text[span.clone()] != "moves")
        .collect())
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
