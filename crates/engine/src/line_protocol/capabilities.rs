//! The capabilities that an adapter announces in the handshake.

use std::collections::BTreeSet;

use passant_query::{MoveQuery, PackedFormat, Step};

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
    /// `again`: the game is copied.
    Again,
    /// `reread`: the position is written as a FEN, which is read back.
    Reread,
    /// `pack`: the position in a format of the library.
    Pack,
    /// `unpack BYTES`: a position that was packed.
    Unpack,
    /// `fen`, and the FEN after `position`, `play` and `undo`.
    Fen,
    /// `legal MOVE`: whether one move is legal.
    Legal,
    /// `san MOVE` and the other [requests](MoveQuery::requests) about a legal move.
    About(MoveQuery),
    /// `parse TEXT`: the move that a text in SAN denotes.
    Parse,
    /// `pgn TEXT`: the moves of a game in PGN.
    Pgn,
    /// `key`: the key of the position.
    Key,
    /// `same POSITION`: whether another position is the same.
    Same,
    /// `occurrences`: how many times the position has occurred.
    Occurrences,
}

impl Ability {
    /// Returns all of them, in the order of the documentation of the protocol.
    pub fn all() -> impl Iterator<Item = Self> {
        let before = [
            Self::Moves,
            Self::Divide,
            Self::Play,
            Self::Undo,
            Self::Again,
            Self::Reread,
            Self::Pack,
            Self::Unpack,
            Self::Fen,
            Self::Legal,
        ];
        let after = [
            Self::Parse,
            Self::Pgn,
            Self::Key,
            Self::Same,
            Self::Occurrences,
        ];
        let about = MoveQuery::requests().map(Self::About);
        before.into_iter().chain(about).chain(after)
    }

    /// Returns what an adapter needs to take a step that does not follow a `position` request as text.
    #[must_use]
    pub fn of_step(step: Step) -> Self {
        match step {
            Step::Move(_) => Self::Play,
            Step::TakeBack => Self::Undo,
            Step::Copy => Self::Again,
            Step::Reread => Self::Reread,
        }
    }

    /// Returns the word for it in the handshake and in requests.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Divide => "divide",
            Self::Play => "play",
            Self::Undo => "undo",
            Self::Again => "again",
            Self::Reread => "reread",
            Self::Pack => "pack",
            Self::Unpack => "unpack",
            Self::Fen => "fen",
            Self::Legal => "legal",
            Self::About(asked) => asked.word(),
            Self::Parse => "parse",
            Self::Pgn => "pgn",
            Self::Key => "key",
            Self::Same => "same",
            Self::Occurrences => "occurrences",
        }
    }
}

/// A property that an adapter prints after a move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Flag {
    /// `ep`, `cap` and the other [flags](MoveQuery::flag) that answer a question about the move with yes.
    About(MoveQuery),
    /// `castle`: it castles.
    Castling,
    /// `promo`: it promotes.
    Promotion,
}

impl Flag {
    /// It captures en passant.
    pub const EN_PASSANT: Self = Self::About(MoveQuery::EnPassant);

    /// It captures, including en passant.
    pub const CAPTURE: Self = Self::About(MoveQuery::Capture);

    /// Returns all of them.
    pub fn all() -> impl Iterator<Item = Self> {
        let about = MoveQuery::ALL
            .into_iter()
            .filter(|it| it.flag().is_some())
            .map(Self::About);
        about.chain([Self::Castling, Self::Promotion])
    }

    /// Returns the word for it after a move.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::About(asked) => asked.flag().unwrap_or(asked.word()),
            Self::Castling => "castle",
            Self::Promotion => "promo",
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
    /// True if its keys are Polyglot keys.
    pub has_polyglot_keys: bool,
    /// The format of its packed positions.
    pub packs: Option<PackedFormat>,
    /// True if it plays null moves, `0000`.
    pub has_null_moves: bool,
    /// Unknown words, perhaps of a later version of the protocol.
    pub unknown: Vec<String>,
    /// True if it plays Chess960.
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
                Some(("packs", format)) => capabilities.packs = Some(format.parse()?),
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
        if capabilities.can.contains(&Ability::Pack) && capabilities.packs.is_none() {
            return Err("pack after can= without packs=, which names the format".to_owned());
        }
        Ok(capabilities)
    }

    fn add_flags(&mut self, list: &str) {
        for word in words(list) {
            match Flag::all().find(|flag| flag.word() == word) {
                Some(flag) => drop(self.flags.insert(flag)),
                None => self.unknown.push(word.to_owned()),
            }
        }
    }

    fn add(&mut self, list: &str) {
        for word in words(list) {
            match Ability::all().find(|ability| ability.word() == word) {
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
    use std::collections::BTreeSet;

    use super::{Ability, Capabilities, Flag};

    #[test]
    fn a_handshake_is_read() {
        let line = "passant 1 name \"Foo 2.1\" can=moves,fen,telepathy flags=ep,cap,zugzwang \
            keys=polyglot null=yes dress=black chess960=yes";
        let expected = Capabilities {
            name: "Foo 2.1".to_owned(),
            can: [Ability::Moves, Ability::Fen].into(),
            flags: [Flag::EN_PASSANT, Flag::CAPTURE].into(),
            has_polyglot_keys: true,
            packs: None,
            has_null_moves: true,
            unknown: ["telepathy", "zugzwang", "dress=black"]
                .map(str::to_owned)
                .into(),
            is_chess960: true,
        };
        assert_eq!(Capabilities::parse(line), Ok(expected));
    }

    /// The words are those of the documentation for authors of adapters.
    #[test]
    fn the_words_are_those_of_the_documentation() {
        let requests = "moves divide play undo again reread pack unpack fen legal victim san parse pgn key same occurrences";
        assert!(Ability::all().map(Ability::word).eq(requests.split(' ')));
        let flags: BTreeSet<_> = Flag::all().map(Flag::word).collect();
        assert_eq!(flags, ["ep", "cap", "castle", "promo", "check"].into());
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
            ("passant 1 can=moves,pack,unpack", "without packs="),
            ("passant 1 can=moves,pack,unpack packs=mine", "NAME:KEEPS"),
            ("passant 1 can=moves hello", "\"hello\""),
        ];
        for (line, part) in cases {
            let error = Capabilities::parse(line).unwrap_err();
            assert!(error.contains(part), "{line}: {error}");
        }
    }
}
