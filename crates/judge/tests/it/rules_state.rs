//! `passant-rules` answers every question of `suites/state`, with every convention that it offers.

use passant_judge::RulesSubject;
use passant_judge::check::Verdict;
use passant_judge::check::questions::{Convention, Conventions, Demands, Tolerance, case};
use passant_query::{Answer, Channel, EngineError, Feature, Line, Query, Subject};
use passant_rules::{EnPassantMode, EnPassantSuffix};
use passant_suite::Suites;

/// The rules, with a convention for keys besides those for FEN and SAN.
struct Rules {
    rules: RulesSubject,
    is_polyglot: bool,
}

impl Subject for Rules {
    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        match feature {
            Feature::PolyglotKeys => Ok(self.is_polyglot),
            feature => self.rules.supports(feature),
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match (query, line.position()) {
            (Query::Key, Some(position)) if self.is_polyglot => {
                Ok(Answer::Key(format!("{:016x}", position.polyglot_key())))
            }
            _ => self.rules.ask(line, query),
        }
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
            rules: RulesSubject { fen: mode, suffix },
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
            marks: None,
            halfmove_clock: Some(true),
            fullmove_number: Some(true),
            demanded: Demands::default(),
        };
        assert_eq!(conventions, expected);
        for asked in suites.state_cases() {
            let result = case(&mut rules, Channel::Library, asked, conventions);
            assert_eq!(result.verdict, Verdict::Pass, "{fen:?}: {result:#?}");
        }
    }
}
