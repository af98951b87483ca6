//! What an adapter says of itself in the handshake.

use std::collections::BTreeSet;

/// Something an adapter can be asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ability {
    /// `moves`: all legal moves.
    Moves,
    /// `divide N`: leaf nodes below each legal move.
    Divide,
    /// The FEN after `position`, `play` and `undo`.
    Fen,
    /// `legal MOVE`: whether one move is legal.
    Legal,
    /// `play MOVE`.
    Play,
    /// `undo`.
    Undo,
    /// `hash`: the key of the position.
    Hash,
}

impl Ability {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Moves,
        Self::Divide,
        Self::Fen,
        Self::Legal,
        Self::Play,
        Self::Undo,
        Self::Hash,
    ];

    /// The word for it in the handshake.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Divide => "divide",
            Self::Fen => "fen",
            Self::Legal => "legal",
            Self::Play => "play",
            Self::Undo => "undo",
            Self::Hash => "hash",
        }
    }
}

/// The answer to the handshake.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Capabilities {
    /// Name and version of what is tested.
    pub name: String,
    /// What it can be asked.
    pub can: BTreeSet<Ability>,
    /// Words after `can=` that mean nothing here: perhaps those of a later version.
    pub unknown: Vec<String>,
    /// Whether it plays Chess960.
    pub is_chess960: bool,
}

impl Capabilities {
    /// Reads `passant 1 name "Foo 2.1" can=moves,divide chess960=no`.
    ///
    /// The error says what is wrong with the line, and what would be right.
    pub fn parse(line: &str) -> Result<Self, String> {
        let words = shell_words::split(line).map_err(|error| error.to_string())?;
        let rest = match &words[..] {
            [passant, version, rest @ ..] if passant == "passant" => {
                if version != "1" {
                    return Err(format!("version {version:?} where 1 was asked for"));
                }
                rest
            }
            _ => return Err("no handshake, expected: passant 1 name \"…\" can=moves".to_owned()),
        };
        let mut capabilities = Self::default();
        let mut words = rest.iter();
        while let Some(word) = words.next() {
            match word.split_once('=') {
                None if word == "name" => {
                    let name = words.next().ok_or("no name after the word name")?;
                    capabilities.name.clone_from(name);
                }
                Some(("name", name)) => name.clone_into(&mut capabilities.name),
                Some(("can", list)) => capabilities.add(list),
                Some(("chess960", "yes")) => capabilities.is_chess960 = true,
                Some(("chess960", "no")) => capabilities.is_chess960 = false,
                _ => {
                    return Err(format!(
                        "{word:?}, expected name \"…\", can=… or chess960=yes|no"
                    ));
                }
            }
        }
        if capabilities
            .can
            .is_disjoint(&[Ability::Moves, Ability::Divide].into())
        {
            return Err("neither moves nor divide after can=".to_owned());
        }
        Ok(capabilities)
    }

    fn add(&mut self, list: &str) {
        for word in list.split(',').filter(|word| !word.is_empty()) {
            match Ability::ALL
                .into_iter()
                .find(|ability| ability.word() == word)
            {
                Some(ability) => drop(self.can.insert(ability)),
                None => self.unknown.push(word.to_owned()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Ability, Capabilities};

    #[test]
    fn a_handshake_is_read() {
        let line = "passant 1 name \"Foo 2.1\" can=moves,fen,telepathy chess960=yes";
        let expected = Capabilities {
            name: "Foo 2.1".to_owned(),
            can: [Ability::Moves, Ability::Fen].into(),
            unknown: vec!["telepathy".to_owned()],
            is_chess960: true,
        };
        assert_eq!(Capabilities::parse(line), Ok(expected));
    }

    #[test]
    fn what_is_wrong_with_a_handshake_is_said() {
        let cases = [
            ("passant 2 can=moves", "version \"2\""),
            ("uciok", "no handshake"),
            ("passant 1 name", "no name"),
            ("passant 1 can=fen", "neither moves nor divide"),
            ("passant 1 name 'x", "quote"),
            ("passant 1 can=moves chess960=perhaps", "chess960=perhaps"),
        ];
        for (line, part) in cases {
            let error = Capabilities::parse(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
