//! A FEN that is read leniently, with its repairs.

use passant_rules::{EnPassantMode, FenError, Position, Setup, SetupFault, SetupFaults};

use crate::stale_castling::{is_guessed_chess960, stale_rights, without};

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
