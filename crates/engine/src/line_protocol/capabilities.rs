//! What an adapter says about itself in the handshake.

use std::collections::BTreeSet;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// A request that an adapter may support in addition to `position`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ability {
    /// `moves`: all legal moves.
    Moves,
    /// `divide N`: leaf nodes below each legal move.
    Divide,
    /// `play MOVE`.
    Play,
    /// `undo`.
    Undo,
    /// `fen`, and the FEN after `position`, `play` and `undo`.
    Fen,
    /// `legal MOVE`: whether one move is legal.
    Legal,
    /// `victim MOVE`: the square of the captured piece.
    Victim,
    /// `san MOVE`.
    San,
    /// `parse TEXT`: the move that a text in SAN denotes.
    Parse,
    /// `key`: the key of the position.
    Key,
    /// `same POSITION`: whether another position is the same.
    Same,
    /// `occurrences`: how many times the position has occurred.
    Occurrences,
}

impl Ability {
    /// All of them, in the order of the documentation of the protocol.
    pub const ALL: [Self; 12] = [
        Self::Moves,
        Self::Divide,
        Self::Play,
        Self::Undo,
        Self::Fen,
        Self::Legal,
        Self::Victim,
        Self::San,
        Self::Parse,
        Self::Key,
        Self::Same,
        Self::Occurrences,
    ];

    /// The word for it in the handshake and in requests.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Divide => "divide",
            Self::Play => "play",
            Self::Undo => "undo",
            Self::Fen => "fen",
            Self::Legal => "legal",
            Self::Victim => "victim",
            Self::San => "san",
            Self::Parse => "parse",
            Self::Key => "key",
            Self::Same => "same",
            Self::Occurrences => "occurrences",
        }
    }
}

/// A property that an adapter prints after a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Flag {
    /// `ep`: it captures en passant.
    EnPassant,
    /// `cap`: it captures, including en passant.
    Capture,
    /// `castle`: it castles.
    Castling,
    /// `promo`: it promotes.
    Promotion,
    /// `check`: it gives check.
    Check,
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::EnPassant,
        Self::Capture,
        Self::Castling,
        Self::Promotion,
        Self::Check,
    ];

    /// The word for it after a move.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::EnPassant => "ep",
            Self::Capture => "cap",
            Self::Castling => "castle",
            Self::Promotion => "promo",
            Self::Check => "check",
        }
    }
}

/// The answer to the handshake.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Capabilities {
    /// The name and version of the library that is tested.
    pub name: String,
    /// The requests that it supports.
    pub can: BTreeSet<Ability>,
    /// The properties that it prints after each move that has them.
    pub flags: BTreeSet<Flag>,
    /// Whether its keys are Polyglot keys.
    pub has_polyglot_keys: bool,
    /// Whether it plays null moves, `0000`.
    pub has_null_moves: bool,
    /// Unknown words, perhaps of a later version of the protocol.
    pub unknown: Vec<String>,
    /// Whether it plays Chess960.
    pub is_chess960: bool,
}

impl Capabilities {
    /// Reads `passant 1 name "Foo 2.1" can=moves,divide chess960=no`.
    ///
    /// The error says what is wrong with the line, and what is expected.
    pub fn parse(line: &str) -> Result<Self, String> {
        let words = shell_words::split(line).map_err(|error| error.to_string())?;
        let rest = match &words[..] {
            [passant, version, rest @ ..] if passant == "passant" => {
                if *version != VERSION.to_string() {
                    return Err(format!("version {version:?}, expected {VERSION}"));
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
                Some(("flags", list)) => capabilities.add_flags(list),
                Some(("keys", "polyglot")) => capabilities.has_polyglot_keys = true,
                Some(("keys", "own")) => capabilities.has_polyglot_keys = false,
                Some(("null", "yes")) => capabilities.has_null_moves = true,
                Some(("null", "no")) => capabilities.has_null_moves = false,
                Some(("chess960", "yes")) => capabilities.is_chess960 = true,
                Some(("chess960", "no")) => capabilities.is_chess960 = false,
                Some((known @ ("keys" | "null" | "chess960"), _)) => {
                    let expected = if known == "keys" {
                        "polyglot or own"
                    } else {
                        "yes or no"
                    };
                    return Err(format!("{word:?}, expected {known}= with {expected}"));
                }
                Some(_) => capabilities.unknown.push(word.clone()),
                None => {
                    return Err(format!(
                        "{word:?}, expected name \"…\" or a word like can=…"
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

    fn add_flags(&mut self, list: &str) {
        for word in words(list) {
            match Flag::ALL.into_iter().find(|flag| flag.word() == word) {
                Some(flag) => drop(self.flags.insert(flag)),
                None => self.unknown.push(word.to_owned()),
            }
        }
    }

    fn add(&mut self, list: &str) {
        for word in words(list) {
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

fn words(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Ability, Capabilities, Flag};

    #[test]
    fn a_handshake_is_read() {
        let line = "passant 1 name \"Foo 2.1\" can=moves,fen,telepathy flags=ep,cap,zugzwang \
            keys=polyglot null=yes dress=black chess960=yes";
        let expected = Capabilities {
            name: "Foo 2.1".to_owned(),
            can: [Ability::Moves, Ability::Fen].into(),
            flags: [Flag::EnPassant, Flag::Capture].into(),
            has_polyglot_keys: true,
            has_null_moves: true,
            unknown: ["telepathy", "zugzwang", "dress=black"]
                .map(str::to_owned)
                .into(),
            is_chess960: true,
        };
        assert_eq!(Capabilities::parse(line), Ok(expected));
    }

    #[test]
    fn an_invalid_handshake_is_explained() {
        let cases = [
            ("passant 2 can=moves", "version \"2\""),
            ("uciok", "no handshake"),
            ("passant 1 name", "no name"),
            ("passant 1 can=fen", "neither moves nor divide"),
            ("passant 1 name 'x", "quote"),
            ("passant 1 can=moves chess960=perhaps", "yes or no"),
            ("passant 1 can=moves null=maybe", "yes or no"),
            ("passant 1 can=moves keys=some", "polyglot or own"),
            ("passant 1 can=moves hello", "\"hello\""),
        ];
        for (line, part) in cases {
            let error = Capabilities::parse(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
