//! A FEN that is read leniently, with its repairs.

use passant_rules::{EnPassantMode, FenError, Position, Setup, SetupFaults};

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
    pub repairs: SetupFaults,
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
        let (position, repairs) = setup.repair().map_err(FenError::Invalid)?;
        Ok(Self {
            text,
            setup,
            position,
            repairs,
        })
    }
}
