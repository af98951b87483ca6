//! `passant-rules` answers every question of `suites/state`, with every convention that it offers.

use passant::check::Verdict;
use passant::check::questions::{Convention, Declared, Tolerance, case};
use passant::engine::{Place, Read, Rung, Times, Trouble, Witness};
use passant_rules::{EnPassantMode, EnPassantSuffix, Key, Move, Position, Square, Undo};
use passant_suite::Suites;

/// A game with the rules. Moves are made and taken back in place, and the keys of earlier positions are kept.
struct Rules {
    fen: EnPassantMode,
    suffix: EnPassantSuffix,
    is_polyglot: bool,
    position: Position,
    past: Vec<(Key, Option<Move>, Undo)>,
}

impl Rules {
    fn new(fen: EnPassantMode, suffix: EnPassantSuffix, is_polyglot: bool) -> Self {
        Self {
            fen,
            suffix,
            is_polyglot,
            position: Position::initial(),
            past: Vec::new(),
        }
    }

    fn mv(&self, text: &str) -> Result<Move, Trouble> {
        let mv = self.position.parse_uci(text);
        mv.map_err(|error| Trouble::Refused(error.to_string()))
    }
}

impl Witness for Rules {
    fn is_chess960(&mut self) -> Result<bool, Trouble> {
        Ok(true)
    }

    fn has_null_moves(&mut self) -> Result<bool, Trouble> {
        Ok(true)
    }

    fn has_polyglot_keys(&mut self) -> Result<bool, Trouble> {
        Ok(self.is_polyglot)
    }

    fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        let root = Position::from_fen(&place.fen);
        self.position = root.map_err(|error| Trouble::Refused(error.to_string()))?;
        self.past.clear();
        for text in &place.moves {
            let key = self.position.key();
            let (mv, undo) = if text == "0000" {
                (None, self.position.make_null().unwrap())
            } else {
                let mv = self.mv(text)?;
                (Some(mv), self.position.make(mv))
            };
            self.past.push((key, mv, undo));
        }
        Ok(())
    }

    fn undo(&mut self) -> Result<(), Trouble> {
        match self.past.pop().unwrap() {
            (_, Some(mv), undo) => self.position.unmake(mv, undo),
            (_, None, undo) => self.position.unmake_null(undo),
        }
        Ok(())
    }

    fn fen(&mut self) -> Result<String, Trouble> {
        Ok(self.position.fen(self.fen).to_string())
    }

    fn key(&mut self) -> Result<String, Trouble> {
        let key = if self.is_polyglot {
            self.position.polyglot_key()
        } else {
            self.position.key().0
        };
        Ok(format!("{key:016x}"))
    }

    fn same(&mut self, other: &Place) -> Result<bool, Trouble> {
        let mut game = Self::new(self.fen, self.suffix, false);
        game.position(other)?;
        Ok(self.position == game.position)
    }

    fn occurrences(&mut self) -> Result<Times, Trouble> {
        let history: Vec<_> = self.past.iter().map(|(key, ..)| *key).collect();
        Ok(Times::Exactly(self.position.occurrences(&history)))
    }

    fn san(&mut self, text: &str) -> Result<String, Trouble> {
        Ok(self.position.san(self.mv(text)?, self.suffix).to_string())
    }

    fn parse(&mut self, text: &str) -> Result<Option<Read>, Trouble> {
        let mv = self.position.parse_san(text).ok();
        Ok(mv.map(|mv| Read {
            mv: self.position.uci(mv).to_string(),
            is_en_passant: Some(mv.is_en_passant()),
        }))
    }

    fn is_legal(&mut self, text: &str) -> Result<bool, Trouble> {
        Ok(self.mv(text).is_ok())
    }

    fn victim(&mut self, text: &str) -> Result<Option<Square>, Trouble> {
        Ok(self.mv(text)?.victim_square())
    }

    fn is_capture(&mut self, text: &str) -> Result<bool, Trouble> {
        Ok(self.mv(text)?.is_capture())
    }

    fn is_en_passant(&mut self, text: &str) -> Result<bool, Trouble> {
        Ok(self.mv(text)?.is_en_passant())
    }

    fn gives_check(&mut self, text: &str) -> Result<bool, Trouble> {
        let mut after = self.position.clone();
        let _ = after.make(self.mv(text)?);
        Ok(after.is_check())
    }

    fn restart(&mut self) {}
}

#[test]
fn rules_pass_with_every_convention() {
    let suites = Suites::builtin().unwrap();
    let own = [
        (
            EnPassantMode::Always,
            Convention::Always,
            EnPassantSuffix::With,
            false,
        ),
        (
            EnPassantMode::PseudoLegal,
            Convention::PseudoLegal,
            EnPassantSuffix::Without,
            true,
        ),
        (
            EnPassantMode::Legal,
            Convention::Legal,
            EnPassantSuffix::Without,
            false,
        ),
    ];
    for (mode, fen, suffix, is_polyglot) in own {
        let mut rules = Rules::new(mode, suffix, is_polyglot);
        let declared = Declared::survey(&mut rules, suites.state_cases());
        let key = if is_polyglot {
            Convention::Polyglot
        } else {
            Convention::Legal
        };
        let expected = Declared {
            fen: Some(fen),
            key: Some(key),
            suffix: Some(Tolerance::Read),
            without_file: Some(Tolerance::Refused),
            halfmove_clock: Some(true),
            fullmove_number: Some(true),
        };
        assert_eq!(declared, expected);
        for asked in suites.state_cases() {
            let result = case(&mut rules, Rung::Subject, asked, declared);
            assert_eq!(result.verdict, Verdict::Pass, "{fen:?}: {result:#?}");
        }
    }
}
