//! Programs that speak the line protocol.

use passant_rules::Square;

use super::{Read, Times, Witness};
use crate::keeper::Keeper;
use crate::line_protocol::{Ability, Adapter, End, ErrorKind, Flag};
use crate::starter::Starter;
use crate::{Place, Trouble};

/// An adapter that is asked in the line protocol.
pub struct LineWitness {
    keeper: Keeper<Adapter>,
    /// Whether it gives flags behind the moves that it reads from SAN; `None` before that was tried.
    reads_with_flags: Option<bool>,
}

/// An ordinary capture, by which it is seen whether flags are given.
const ORDINARY: (&str, &str) = ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5");

impl LineWitness {
    /// Starts the adapter when it is asked first.
    #[must_use]
    pub fn new(starter: Starter) -> Self {
        Self {
            keeper: Keeper::new(starter, Starter::adapter),
            reads_with_flags: None,
        }
    }

    /// Whether flags stand behind what is read from SAN: not every adapter that gives them in lists of moves has them
    /// there.
    fn reads_with_flags(&mut self) -> Result<bool, Trouble> {
        if let Some(known) = self.reads_with_flags {
            return Ok(known);
        }
        let (fen, text) = ORDINARY;
        let found = self.keeper.ask(|adapter| {
            let capabilities = adapter.capabilities();
            let claims = [Flag::EnPassant, Flag::Capture];
            if !claims.iter().all(|flag| capabilities.flags.contains(flag))
                || !capabilities.can.contains(&Ability::Parse)
            {
                return Ok(false);
            }
            adapter.position(&Place::new(fen))?;
            let lines = adapter.ask(&format!("parse {text}"))?.lines;
            Ok(lines.iter().any(|line| line.ends_with(" cap")))
        })?;
        self.reads_with_flags = Some(found);
        Ok(found)
    }

    /// Whether a list of moves has a flag behind a move.
    fn has_flag(&mut self, mv: &str, flag: Flag) -> Result<bool, Trouble> {
        self.keeper.ask(|adapter| {
            let claims = &adapter.capabilities().flags;
            let word = Flag::ALL.iter().find(|(_, known)| *known == flag);
            let word = word.map_or("", |(word, _)| *word);
            if !claims.contains(&flag) {
                return Err(Trouble::Unsupported(format!("the flag {word}")));
            }
            adapter.require(Ability::Moves)?;
            let lines = adapter.ask("moves")?.into_lines()?;
            let listed = lines.iter().find_map(|line| {
                let mut words = line.split_whitespace().skip(1);
                (words.next() == Some(mv)).then(|| words.any(|found| found == word))
            });
            listed.ok_or_else(|| Trouble::Refused(format!("does not list {mv}")))
        })
    }
}

impl Witness for LineWitness {
    fn is_chess960(&mut self) -> Result<bool, Trouble> {
        self.keeper
            .ask(|adapter| Ok(adapter.capabilities().is_chess960))
    }

    fn has_null_moves(&mut self) -> Result<bool, Trouble> {
        self.keeper
            .ask(|adapter| Ok(adapter.capabilities().has_null_moves))
    }

    fn has_polyglot_keys(&mut self) -> Result<bool, Trouble> {
        self.keeper
            .ask(|adapter| Ok(adapter.capabilities().has_polyglot_keys))
    }

    fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        // Before the position is told, for another one is needed for it.
        self.reads_with_flags()?;
        self.keeper
            .ask(|adapter| adapter.position(place).map(|_| ()))
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        self.keeper.ask(|adapter| adapter.undo().map(|_| ()))
    }

    fn fen(&mut self) -> Result<String, Trouble> {
        self.keeper
            .ask(|adapter| one_line(adapter, Ability::Fen, "fen"))
    }

    fn key(&mut self) -> Result<String, Trouble> {
        self.keeper.ask(Adapter::key)
    }

    fn same(&mut self, other: &Place) -> Result<bool, Trouble> {
        let request = format!("same {other}");
        let ask = |adapter: &mut Adapter| one_line(adapter, Ability::Same, &request);
        let answer = self.keeper.ask(ask)?;
        match answer.as_str() {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(garbled("same", &answer)),
        }
    }

    fn occurrences(&mut self) -> Result<Times, Trouble> {
        let ask = |adapter: &mut Adapter| one_line(adapter, Ability::Occurrences, "occurrences");
        let answer = self.keeper.ask(ask)?;
        match answer.as_str() {
            "<3" => Ok(Times::FewerThan(3)),
            ">=3" => Ok(Times::AtLeast(3)),
            number => number
                .parse()
                .map(Times::Exactly)
                .map_err(|_| garbled("occurrences", number)),
        }
    }

    fn san(&mut self, mv: &str) -> Result<String, Trouble> {
        let request = format!("san {mv}");
        self.keeper
            .ask(|adapter| one_line(adapter, Ability::San, &request))
    }

    fn parse(&mut self, text: &str) -> Result<Option<Read>, Trouble> {
        let has_flags = self.reads_with_flags == Some(true);
        self.keeper.ask(|adapter| {
            adapter.require(Ability::Parse)?;
            let reply = adapter.ask(&format!("parse {text}"))?;
            if matches!(reply.end, End::Error(ErrorKind::Illegal, _)) {
                return Ok(None);
            }
            let answer = rest_of_only(&reply.into_lines()?, "move")?;
            let mut words = answer.split_whitespace();
            Ok(words.next().map(|mv| Read {
                mv: mv.to_owned(),
                is_en_passant: has_flags.then(|| words.any(|flag| flag == "ep")),
            }))
        })
    }

    fn is_legal(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.keeper.ask(|adapter| adapter.is_legal(mv))
    }

    fn victim(&mut self, mv: &str) -> Result<Option<Square>, Trouble> {
        let request = format!("victim {mv}");
        let ask = |adapter: &mut Adapter| one_line(adapter, Ability::Victim, &request);
        let answer = self.keeper.ask(ask)?;
        match Square::from_name(&answer) {
            _ if answer == "none" => Ok(None),
            Some(square) => Ok(Some(square)),
            None => Err(garbled("victim", &answer)),
        }
    }

    fn is_capture(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.has_flag(mv, Flag::Capture)
    }

    fn is_en_passant(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.has_flag(mv, Flag::EnPassant)
    }

    fn gives_check(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.has_flag(mv, Flag::Check)
    }

    fn restart(&mut self) {
        self.keeper.restart();
    }
}

/// What stands behind the word of the ability in an answer of one line.
fn one_line(adapter: &mut Adapter, ability: Ability, request: &str) -> Result<String, Trouble> {
    adapter.require(ability)?;
    rest_of_only(&adapter.ask(request)?.into_lines()?, ability.word())
}

fn rest_of_only(lines: &[String], word: &str) -> Result<String, Trouble> {
    let line = match lines {
        [line] => line.as_str(),
        _ => "",
    };
    let rest = line
        .strip_prefix(word)
        .and_then(|rest| rest.strip_prefix(' '));
    rest.map(|rest| rest.trim().to_owned())
        .ok_or_else(|| garbled(word, &lines.join(" / ")))
}

fn garbled(word: &str, answer: &str) -> Trouble {
    Trouble::Garbled(format!("{answer:?} in answer to {word}"))
}
