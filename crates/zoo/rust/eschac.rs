//! eschac. It keeps no counters, and equality of its positions is not that of FIDE, as its documentation says.

use eschac::prelude::*;

mod adapter;

struct Eschac(Position);

impl adapter::Library for Eschac {
    const NAME: &'static str = "eschac 0.6.2";
    const OFFERS: &'static [&'static str] = &["again", "fen", "legal", "san", "parse"];

    fn read(fen: &str) -> Result<Self, String> {
        // A text record is a FEN without counters.
        let record: Vec<_> = fen.split(' ').take(4).collect();
        let setup = Setup::from_text_record(&record.join(" ")).map_err(|error| format!("{error}"))?;
        setup.into_position().map(Self).map_err(|error| format!("{error}"))
    }

    fn moves(&mut self) -> Vec<String> {
        self.0.legal_moves().into_iter().map(|mv| mv.to_uci().to_string()).collect()
    }

    fn play(&mut self, uci: &str) -> Result<(), String> {
        let uci: UciMove = uci.parse().map_err(|error| format!("{error}"))?;
        let next = uci.to_move(&self.0).map_err(|error| format!("{error}"))?.make();
        self.0 = next;
        Ok(())
    }

    fn again(&self) -> Self {
        Self(self.0.clone())
    }

    fn fen(&mut self) -> String {
        self.0.to_setup().to_text_record().to_string()
    }

    fn legal(&mut self, uci: &str) -> bool {
        let uci: Result<UciMove, _> = uci.parse();
        uci.is_ok_and(|uci| uci.to_move(&self.0).is_ok())
    }

    fn san(&mut self, uci: &str) -> Result<String, String> {
        let uci: UciMove = uci.parse().map_err(|error| format!("{error}"))?;
        let mv = uci.to_move(&self.0).map_err(|error| format!("{error}"))?;
        Ok(mv.to_san().to_string())
    }

    fn parse(&mut self, text: &str) -> Result<String, String> {
        let san: San = text.parse().map_err(|error| format!("{error}"))?;
        let mv = san.to_move(&self.0).map_err(|error| format!("{error}"))?;
        Ok(mv.to_uci().to_string())
    }
}

fn main() {
    adapter::serve::<Eschac>();
}
