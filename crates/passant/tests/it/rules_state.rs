//! `passant-rules` answers every question of `suites/state`, with every convention that it offers.

use passant_judge::check::Verdict;
use passant_judge::check::questions::{Convention, Conventions, Tolerance, case};
use passant_query::{
    Answer, Channel, EngineError, EngineMove, Feature, Line, Occurrences, ParsedMove, Query, Step,
    Subject,
};
use passant_rules::{EnPassantMode, EnPassantSuffix, Key, Move, Position, UciMove, Undo};
use passant_suite::Suites;

/// The rules as a subject. Moves are made and taken back in place, and the keys of earlier positions are kept.
struct Rules {
    fen: EnPassantMode,
    suffix: EnPassantSuffix,
    is_polyglot: bool,
}

/// A game with the rules.
struct Game {
    position: Position,
    past: Vec<(Key, Option<Move>, Undo)>,
}

impl Game {
    fn play(line: &Line) -> Result<Self, EngineError> {
        let refused = |_| EngineError::Refused("not a position".to_owned());
        let mut game = Self {
            position: line.setup.validate().map_err(refused)?,
            past: Vec::new(),
        };
        for step in &line.steps {
            game.step(*step)?;
        }
        Ok(game)
    }

    fn step(&mut self, step: Step) -> Result<(), EngineError> {
        let key = self.position.key();
        let (mv, undo) = match step {
            Step::TakeBack => {
                match self.past.pop().unwrap() {
                    (_, Some(mv), undo) => self.position.unmake(mv, undo),
                    (_, None, undo) => self.position.unmake_null(undo),
                }
                return Ok(());
            }
            Step::Move(mv) if mv.is_null() => (None, self.position.make_null().unwrap()),
            Step::Move(mv) => {
                let mv = self.find(mv)?;
                (Some(mv), self.position.make(mv))
            }
        };
        self.past.push((key, mv, undo));
        Ok(())
    }

    fn find(&self, mv: UciMove) -> Result<Move, EngineError> {
        let found = self.position.find(mv);
        found.map_err(|error| EngineError::Refused(error.to_string()))
    }
}

impl Subject for Rules {
    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Ok(feature != Feature::PolyglotKeys || self.is_polyglot)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let game = Game::play(line)?;
        let position = &game.position;
        Ok(match query {
            Query::Fen => Answer::Fen(position.fen(self.fen).to_string()),
            Query::Key if self.is_polyglot => {
                Answer::Key(format!("{:016x}", position.polyglot_key()))
            }
            Query::Key => Answer::Key(position.key().0.to_string()),
            Query::Same(other) => Answer::Is(*position == Game::play(other)?.position),
            Query::Occurrences => {
                let history: Vec<_> = game.past.iter().map(|(key, ..)| *key).collect();
                Answer::Occurrences(Occurrences::Exactly(position.occurrences(&history)))
            }
            Query::San(mv) => Answer::San(position.san(game.find(*mv)?, self.suffix).to_string()),
            Query::Parse(text) => {
                let mv = position.parse_san(text).ok();
                Answer::Parsed(mv.map(|mv| ParsedMove {
                    mv: EngineMove::Uci(position.uci_move(mv)),
                    is_en_passant: Some(mv.is_en_passant()),
                }))
            }
            Query::Legal(mv) => Answer::Is(game.find(*mv).is_ok()),
            Query::Victim(mv) => Answer::Victim(game.find(*mv)?.victim_square()),
            Query::Capture(mv) => Answer::Is(game.find(*mv)?.is_capture()),
            Query::EnPassant(mv) => Answer::Is(game.find(*mv)?.is_en_passant()),
            Query::Check(mv) => {
                let mut after = position.clone();
                let _ = after.make(game.find(*mv)?);
                Answer::Is(after.is_check())
            }
            other => return Err(EngineError::unsupported(other)),
        })
    }
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
        let mut rules = Rules {
            fen: mode,
            suffix,
            is_polyglot,
        };
        let conventions = Conventions::observe(&mut rules, suites.state_cases());
        let key = if is_polyglot {
            Convention::Polyglot
        } else {
            Convention::Legal
        };
        let expected = Conventions {
            fen: Some(fen),
            key: Some(key),
            suffix: Some(Tolerance::Read),
            without_file: Some(Tolerance::Refused),
            halfmove_clock: Some(true),
            fullmove_number: Some(true),
        };
        assert_eq!(conventions, expected);
        for asked in suites.state_cases() {
            let result = case(&mut rules, Channel::Library, asked, conventions);
            assert_eq!(result.verdict, Verdict::Pass, "{fen:?}: {result:#?}");
        }
    }
}
