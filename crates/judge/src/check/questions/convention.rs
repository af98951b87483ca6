//! The conventions in which engines may differ.

use passant_rules::EnPassantMode;
use serde::{Deserialize, Serialize};

use crate::check::words::words;

/// When an en passant right counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Convention {
    /// After every double push.
    Always,
    /// If a pawn stands beside the pushed pawn.
    PseudoLegal,
    /// If an en passant capture is legal.
    Legal,
    /// As in Polyglot books: if a pawn stands beside the pushed pawn, and with the numbers of that format.
    Polyglot,
    /// The answers follow no convention.
    None,
}

/// The treatment of a text that is not quite SAN but can mean only one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tolerance {
    /// It reads such texts.
    Read,
    /// It refuses such texts.
    Refused,
    /// It reads some of them.
    Mixed,
}

impl Convention {
    /// The mode in which positions print FENs under the convention; `None` for [`Self::None`].
    #[must_use]
    pub fn mode(self) -> Option<EnPassantMode> {
        match self {
            Self::Always => Some(EnPassantMode::Always),
            Self::PseudoLegal | Self::Polyglot => Some(EnPassantMode::PseudoLegal),
            Self::Legal => Some(EnPassantMode::Legal),
            Self::None => None,
        }
    }
}

words! { Convention:
    Always "always",
    PseudoLegal "pseudo-legal",
    Legal "legal",
    Polyglot "polyglot",
    None "none",
}

words! { Tolerance:
    Read "read",
    Refused "refused",
    Mixed "mixed",
}
