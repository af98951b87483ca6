//! FENs that are read leniently: their errors and repairs, each at its place in the text.

use passant_rules::{
    CastlingRights, CastlingSide, Color, EnPassantMode, FenError, File, Piece, PieceType, Position,
    Repair, Setup, SetupFault, SetupFaults, Square, SyntaxError, SyntaxErrorKind,
};
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

/// The word for the initial position, as in UCI.
pub const STARTPOS: &str = "startpos";

/// A FEN that was read, with its repairs.
#[derive(Clone, Debug)]
pub struct FenReading {
    /// The FEN as given; `startpos` is spelled out.
    pub text: String,
    /// The content of the FEN before the repairs.
    pub setup: Setup,
    /// The position after the repairs.
    pub position: Position,
    /// The faults that were repaired or accepted.
    pub repairs: Vec<SetupFault>,
}

impl FenReading {
    /// Reads a FEN, or the word `startpos`, and repairs the faults that can be repaired.
    ///
    /// # Errors
    ///
    /// If the text is not a FEN, or if no repair makes its position playable.
    pub fn new(text: &str) -> Result<Self, FenError> {
        let text = if text.trim() == STARTPOS {
            Position::initial().fen(EnPassantMode::Always).to_string()
        } else {
            text.to_owned()
        };
        let setup = Setup::from_fen(&text).map_err(FenError::Syntax)?;
        Self::of_setup(text, setup).map_err(FenError::Invalid)
    }

    /// Repairs what a FEN says. Castling rights that no game of standard chess has are dropped, unless the FEN is one of
    /// Chess960.
    ///
    /// # Errors
    ///
    /// If no repair makes its position playable.
    pub fn of_setup(text: String, setup: Setup) -> Result<Self, SetupFaults> {
        let mut repairs = stale_rights(&setup, &text);
        let standard = Setup {
            castling: without(setup.castling, &repairs),
            ..setup.clone()
        };
        let (position, others) = standard.repair()?;
        repairs.extend(others);
        Ok(Self {
            text,
            setup,
            position,
            repairs,
        })
    }

    /// Tells whether the position is one of Chess960 although its FEN does not name the files of the rooks.
    #[must_use]
    pub fn is_guessed_chess960(&self) -> bool {
        self.position.is_chess960() && is_guessed_chess960(&self.setup, &self.text)
    }
}

/// Returns the rights that a setup has only in Chess960 and that its FEN does not mean, as faults of standard chess.
pub(crate) fn stale_rights(setup: &Setup, fen: &str) -> Vec<SetupFault> {
    if !is_of_letters(fen) {
        return Vec::new();
    }
    let wrong = setup.faults();
    let is_wrong = |color, side| {
        wrong.iter().any(|fault| match *fault {
            SetupFault::CastlingKing(its, wing) | SetupFault::CastlingRook(its, wing, _) => {
                (its, wing) == (color, side)
            }
            _ => false,
        })
    };
    let fits = setup
        .castling
        .iter()
        .all(|(color, side, _)| !is_wrong(color, side))
        && is_symmetric(setup);
    let rights = setup.castling.iter();
    rights
        .filter(|(color, side, _)| !fits && !is_wrong(*color, *side))
        .filter_map(|(color, side, file)| only_of_chess960(setup, color, side, file))
        .collect()
}

/// Tells whether a FEN has rights of Chess960 that are written like those of standard chess.
pub(crate) fn is_guessed_chess960(setup: &Setup, fen: &str) -> bool {
    let mut rights = setup.castling.iter();
    is_of_letters(fen)
        && rights.any(|(color, side, file)| only_of_chess960(setup, color, side, file).is_some())
}

/// Removes rights that were found to be stale.
pub(crate) fn without(mut rights: CastlingRights, stale: &[SetupFault]) -> CastlingRights {
    for fault in stale {
        if let SetupFault::CastlingKing(color, side) | SetupFault::CastlingRook(color, side, _) =
            *fault
        {
            rights.set(color, side, None);
        }
    }
    rights
}

/// Tells whether the castling field names sides, and no files.
fn is_of_letters(fen: &str) -> bool {
    let field = fen.split_ascii_whitespace().nth(2);
    field.is_some_and(|field| field.bytes().all(|letter| b"KQkq".contains(&letter)))
}

/// The fault that a right is in standard chess.
fn only_of_chess960(
    setup: &Setup,
    color: Color,
    side: CastlingSide,
    rook: File,
) -> Option<SetupFault> {
    let corner = side.standard_rook_file();
    if king_file(setup, color) != Some(File::E) {
        Some(SetupFault::CastlingKing(color, side))
    } else if rook != corner {
        Some(SetupFault::CastlingRook(color, side, corner))
    } else {
        None
    }
}

/// Tells whether both sides, as far as they have rights, began on the same files.
fn is_symmetric(setup: &Setup) -> bool {
    let [white, black] = Color::ALL.map(|color| {
        let mut rights = setup
            .castling
            .iter()
            .filter(|(its, _, _)| *its == color)
            .peekable();
        let king = rights.peek().and_then(|_| king_file(setup, color));
        let [short, long] = CastlingSide::ALL.map(|side| setup.castling.rook_file(color, side));
        [king, short, long]
    });
    let mut pairs = white.into_iter().zip(black);
    pairs.all(|pair| !matches!(pair, (Some(one), Some(other)) if one != other))
}

/// The file of a king on its home rank.
fn king_file(setup: &Setup, color: Color) -> Option<File> {
    let king = Some(Piece::new(color, PieceType::King));
    let is_king = |file: &File| setup.board.get(Square::new(*file, color.home_rank())) == king;
    File::ALL.into_iter().find(is_king)
}

#[cfg(test)]
mod tests {
    use crate::FenReading;

    /// FEN, legal moves, repairs, and whether it is read as Chess960. The counts of standard chess are those of
    /// python-chess 1.11.2, with `chess960=True` for Chess960.
    #[test]
    fn rights_are_of_chess960_only_if_they_fit() {
        for (fen, moves, repairs, is_chess960) in [
            ("2k5/8/8/8/8/8/8/R5K1 w KQkq - 0 1", 17, 4, false),
            ("2k5/8/8/8/8/8/8/R5K1 w A - 0 1", 18, 0, true),
            ("2k5/8/8/8/8/8/8/R5K1 w Q - 0 1", 18, 0, true),
            ("r3k2r/8/8/8/8/8/8/R5K1 w Qkq - 0 1", 15, 1, false),
            ("4k3/8/8/8/8/8/8/1R2K3 w KQ - 0 1", 15, 2, false),
            ("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1", 25, 0, true),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 26, 0, false),
        ] {
            let reading = FenReading::new(fen).unwrap();
            assert_eq!(reading.position.legal_moves().len(), moves, "{fen}");
            assert_eq!(
                reading.repairs.len(),
                repairs,
                "{fen}: {:?}",
                reading.repairs
            );
            assert_eq!(reading.position.is_chess960(), is_chess960, "{fen}");
        }
    }
}
