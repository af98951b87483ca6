//! A position that a program has packed and unpacked.

use passant_rules::EnPassantMode;

use crate::EngineMove;

/// What a program says about a position before it has packed it, and after it has unpacked it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repacked {
    /// The format.
    pub format: PackedFormat,
    /// The packed position in hexadecimal.
    pub bytes: String,
    /// The FEN before, as the program prints it.
    pub before: String,
    /// The legal moves before.
    pub moves_before: Vec<EngineMove>,
    /// The FEN and the legal moves after; `None` if the program refuses the bytes.
    pub after: Option<(String, Vec<EngineMove>)>,
}

/// A format for packed positions, with what it promises.
///
/// ```
/// use passant_query::PackedFormat;
/// use passant_rules::EnPassantMode;
///
/// let known: PackedFormat = "viriformat".parse()?;
/// assert_eq!(known.keeps, Some(EnPassantMode::Always));
/// let own: PackedFormat = "my-record:legal".parse()?;
/// assert_eq!(own.keeps, Some(EnPassantMode::Legal));
/// assert!("my-record".parse::<PackedFormat>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PackedFormat {
    /// Its name.
    pub name: String,
    /// The rights that it keeps, of those that the board has: all, those with a pawn beside the pushed one, or those that can be
    /// used. `None` if it keeps none.
    pub keeps: Option<EnPassantMode>,
}

/// The formats whose promise is known, each with the version of the library whose source says so.
const KNOWN: [(&str, &str, Option<EnPassantMode>); 2] = [
    ("viriformat", "3.0.0", Some(EnPassantMode::Always)),
    ("sfbinpack", "0.6.5", Some(EnPassantMode::Always)),
];

/// The words for what a format keeps.
const KEEPS: [(&str, Option<EnPassantMode>); 4] = [
    ("none", None),
    ("legal", Some(EnPassantMode::Legal)),
    ("pseudo-legal", Some(EnPassantMode::PseudoLegal)),
    ("always", Some(EnPassantMode::Always)),
];

impl PackedFormat {
    /// The word for what it keeps.
    #[must_use]
    pub fn word(&self) -> &'static str {
        let mut words = KEEPS.iter();
        let found = words.find(|(_, keeps)| *keeps == self.keeps);
        found.map_or("none", |(word, _)| word)
    }
}

impl std::str::FromStr for PackedFormat {
    type Err = String;

    /// Reads `NAME` of a known format, or `NAME:KEEPS`.
    ///
    /// # Errors
    ///
    /// A message that says what would be right.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, word) = text
            .split_once(':')
            .map_or((text, None), |(name, word)| (name, Some(word)));
        let keeps = match word {
            Some(word) => KEEPS.iter().find(|it| it.0 == word).map(|it| it.1),
            None => KNOWN.iter().find(|it| it.0 == name).map(|it| it.2),
        };
        if let Some(keeps) = keeps.filter(|_| !name.is_empty()) {
            return Ok(Self {
                name: name.to_owned(),
                keeps,
            });
        }
        let words = KEEPS.map(|(word, _)| word).join(", ");
        let known = KNOWN.map(|(name, version, _)| format!("{name} ({version})"));
        Err(format!(
            "{text:?} says not what the format keeps, expected NAME:KEEPS, where KEEPS is one of {words}; known without it: {}",
            known.join(", ")
        ))
    }
}
