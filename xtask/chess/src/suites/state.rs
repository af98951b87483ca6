//! The suites below `state/`, verified with the rules and the oracle.

use passant_judge::RulesSubject;
use passant_oracle::{Oracle, State};
use passant_query::{EngineError, Expected, Line, Query, Subject};
use passant_rules::{EnPassantMode, Setup};
use passant_suite::{Expect, StateCase, StateQuestion};

use super::verifier::{Verifier, oracle_shows};

impl Verifier {
    /// Verifies a case. Only the rules compute Polyglot keys.
    pub(super) fn verify_state_case(&mut self, case: &StateCase) {
        self.cases += 1;
        for question in case.questions() {
            let what = format!("{}: {question}", case.address);
            self.verify_answer(&what, "rules", &mut RulesSubject::default(), &question);
            self.verify_answer(&what, "oracle", &mut Oracle::correct(), &question);
            if let Expected::Fen(fens) = &question.expected {
                let fens = Ok(fens.map(|fen| fen.to_string()));
                self.compare(&what, "rules", [&fens, &rules_fens(&question.line)]);
                self.compare(&what, "oracle", [&fens, &oracle_fens(&question.line)]);
            }
        }
        if let StateQuestion::SamePosition(pair) = &case.question
            && let Some(keys) = pair.polyglot
        {
            let ends = [&pair.one, &pair.other].map(Line::position);
            let found = ends.map(|end| end.map(|end| end.polyglot_key()));
            self.compare(&case.address, "rules (Polyglot)", [keys.map(Some), found]);
        }
    }

    /// Verifies an answer.
    fn verify_answer(&mut self, what: &str, who: &str, subject: &mut dyn Subject, asked: &Expect) {
        let answer = subject.ask(&asked.line, &asked.query);
        if !answer
            .as_ref()
            .is_ok_and(|answer| asked.expected.allows(answer))
        {
            self.difference(what, who, &asked.expected, &answer);
        }
        // The keys were updated move by move. Now they are computed from FENs.
        if let (Query::SameKey(other), Expected::SameKey { is_same, .. }) =
            (&asked.query, &asked.expected)
        {
            let found = same_key_read(subject, [&asked.line, other]);
            self.compare(what, who, [Ok(*is_same), found]);
        }
    }
}

/// Tells whether the keys are equal if a program reads the FENs that it prints at the ends of two lines.
fn same_key_read(subject: &mut dyn Subject, lines: [&Line; 2]) -> Result<bool, EngineError> {
    let mut key = |line| {
        let fen = subject.fen(line)?;
        let read = Line::from_fen(&fen).map_err(|error| EngineError::Garbled(error.to_string()))?;
        subject.key(&read)
    };
    Ok(key(lines[0])? == key(lines[1])?)
}

/// Returns the FEN under each convention.
fn rules_fens(line: &Line) -> Result<[String; 3], EngineError> {
    let [always, pseudo_legal, legal] = EnPassantMode::ALL.map(|fen| {
        let mut rules = RulesSubject {
            fen,
            ..RulesSubject::default()
        };
        rules.fen(line)
    });
    Ok([always?, pseudo_legal?, legal?])
}

/// Returns the same from the oracle, which prints one of them.
fn oracle_fens(line: &Line) -> Result<[String; 3], EngineError> {
    let fen = Oracle::correct().fen(line)?;
    let setup = Setup::from_fen(&fen).map_err(|error| EngineError::Garbled(error.to_string()))?;
    let state = State::new(&setup);
    Ok(EnPassantMode::ALL.map(|mode| {
        let en_passant = oracle_shows(&state, mode);
        let shown = Setup {
            en_passant,
            ..setup.clone()
        };
        shown.fen().to_string()
    }))
}
