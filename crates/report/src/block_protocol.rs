//! The protocols in which a block of questions can be put.

use passant_engine::recorded::Form;

/// The command of most UCI engines that counts.
pub const PERFT: &str = "go perft {depth}";

/// The words of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BlockProtocol {
    /// UCI.
    Uci,
    /// xboard.
    Xboard,
    /// A FEN in each line.
    Fen,
}

impl BlockProtocol {
    /// All protocols.
    pub const ALL: [Self; 3] = [Self::Uci, Self::Xboard, Self::Fen];

    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Uci => "uci",
            Self::Xboard => "xboard",
            Self::Fen => "fen",
        }
    }

    /// The protocol with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.word() == word)
    }

    /// Says how the questions are put to an engine, with its command that counts if it is known.
    #[must_use]
    pub fn form(self, perft: Option<String>) -> Form {
        match (self, perft) {
            (Self::Uci, perft) => Form::Uci {
                perft: perft.unwrap_or_else(|| PERFT.to_owned()),
            },
            (Self::Xboard, Some(perft)) => Form::XboardPerft { perft },
            (Self::Xboard, None) => Form::Xboard,
            (Self::Fen, _) => Form::Fen,
        }
    }

    /// All words in which a block may have been put: of one protocol, or of any. The command that counts does not matter
    /// to a reader.
    pub fn forms(only: Option<Self>) -> impl Iterator<Item = Form> {
        let protocols = Self::ALL
            .into_iter()
            .filter(move |it| only.is_none_or(|only| only == *it));
        protocols.flat_map(|it| {
            let counts = (it == Self::Xboard).then(|| it.form(Some(PERFT.to_owned())));
            [it.form(None)].into_iter().chain(counts)
        })
    }
}

/// A command that counts.
///
/// # Errors
///
/// If it has no place for the depth.
pub fn perft_command(text: &str) -> Result<String, String> {
    if text.contains("{depth}") {
        Ok(text.to_owned())
    } else {
        Err(format!("expected {{depth}} in the command, as in: {PERFT}"))
    }
}
