//! schachmatt.

use schachmatt::{CLASSIC_RULESET, Fen, Lan, Position, San, Turn};

mod adapter;

struct Schachmatt(Position);

impl Schachmatt {
    fn uci(turn: &Turn) -> String {
        Lan::export(turn).replace(['-', '=', 'x'], "").to_ascii_lowercase()
    }

    fn find(&self, uci: &str) -> Result<Turn, String> {
        let turns = self.0.get_possible_turns(&CLASSIC_RULESET);
        turns.into_iter().find(|turn| Self::uci(turn) == uci).ok_or_else(|| uci.to_owned())
    }
}

impl adapter::Library for Schachmatt {
    const NAME: &'static str = "schachmatt 0.3.0";
    const OFFERS: &'static [&'static str] = &["fen", "san", "parse"];

    fn read(fen: &str) -> Result<Self, String> {
        Fen::import(fen).map(Self).map_err(|error| format!("{error:?}"))
    }

    fn moves(&mut self) -> Vec<String> {
        self.0.get_possible_turns(&CLASSIC_RULESET).iter().map(Self::uci).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let turn = self.find(uci)?;
        self.0 = self.0.turn(&CLASSIC_RULESET, &turn).map_err(|error| format!("{error:?}"))?;
        Ok(())
    }

    fn fen(&mut self) -> String {
        Fen::export(&self.0)
    }

    fn san(&mut self, uci: &str) -> Result<String, String> {
        Ok(San::export(&self.find(uci)?, &self.0))
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let turn = San::import(text, &self.0).map_err(|error| format!("{error:?}"))?;
        Ok(Self::uci(&turn))
    }
}

fn main() {
    adapter::serve::<Schachmatt>();
}
