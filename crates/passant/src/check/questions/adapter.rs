//! Programs that speak the line protocol.

use passant_rules::Square;

use super::{Keeper, Times};
use crate::engine::line_protocol::{Ability, Adapter, End, ErrorKind};
use crate::engine::{Place, Trouble};

impl Keeper for Adapter {
    fn is_chess960(&self) -> bool {
        self.capabilities().is_chess960
    }

    fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        Self::position(self, place).map(|_| ())
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        Self::undo(self).map(|_| ())
    }

    fn fen(&mut self) -> Result<String, Trouble> {
        one_line(self, Ability::Fen, "fen")
    }

    /// Polyglot's keys follow a rule of their own, and are not asked for here.
    fn key(&mut self) -> Result<String, Trouble> {
        if self.capabilities().has_polyglot_keys {
            return Err(Trouble::Unsupported("keys of its own".to_owned()));
        }
        Self::key(self)
    }

    fn same(&mut self, other: &Place) -> Result<bool, Trouble> {
        let answer = one_line(self, Ability::Same, &format!("same {other}"))?;
        match answer.as_str() {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(garbled("same", &answer)),
        }
    }

    fn occurrences(&mut self) -> Result<Times, Trouble> {
        let answer = one_line(self, Ability::Occurrences, "occurrences")?;
        match answer.as_str() {
            "<3" => Ok(Times::FewerThanThree),
            ">=3" => Ok(Times::ThreeOrMore),
            number => number
                .parse()
                .map(Times::Exactly)
                .map_err(|_| garbled("occurrences", number)),
        }
    }

    fn san(&mut self, uci: &str) -> Result<String, Trouble> {
        one_line(self, Ability::San, &format!("san {uci}"))
    }

    fn parse(&mut self, text: &str) -> Result<Option<String>, Trouble> {
        require(self, Ability::Parse)?;
        let reply = self.ask(&format!("parse {text}"))?;
        if matches!(reply.end, End::Error(ErrorKind::Illegal, _)) {
            return Ok(None);
        }
        let answer = rest_of_only(&reply.into_lines()?, "move")?;
        // Flags may stand behind the move.
        Ok(answer.split_whitespace().next().map(str::to_owned))
    }

    fn is_legal(&mut self, uci: &str) -> Result<bool, Trouble> {
        Self::is_legal(self, uci)
    }

    fn victim(&mut self, uci: &str) -> Result<Option<Square>, Trouble> {
        let answer = one_line(self, Ability::Victim, &format!("victim {uci}"))?;
        match Square::from_name(&answer) {
            _ if answer == "none" => Ok(None),
            Some(square) => Ok(Some(square)),
            None => Err(garbled("victim", &answer)),
        }
    }
}

fn require(adapter: &Adapter, ability: Ability) -> Result<(), Trouble> {
    if adapter.capabilities().can.contains(&ability) {
        Ok(())
    } else {
        Err(Trouble::Unsupported(ability.word().to_owned()))
    }
}

/// What stands behind the word of the ability in an answer of one line.
fn one_line(adapter: &mut Adapter, ability: Ability, request: &str) -> Result<String, Trouble> {
    require(adapter, ability)?;
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
