//! A library in this process. The oracle behind the trait passes every test that the macros make, and the tests of a
//! library that is wrong fail with messages that name the move.

use std::collections::BTreeSet;

use passant_judge::test_macros::{Extent, assert_en_passant, assert_state};
use passant_oracle::{EngineFault, State};
use passant_query::{Answer, EngineError, EngineMove, Line, Query, Subject};
use passant_rules::Move;
use regex::Regex;

use crate::check_snapshot;
use crate::subjects::Seeded;

/// The oracle as a library of another author: it lists moves, and nothing else.
struct Library;

/// The moves that a library makes of a position.
fn answer(
    line: &Line,
    query: &Query,
    moves: fn(&State) -> Vec<Move>,
) -> Result<Answer, EngineError> {
    let Query::Moves = query else {
        return Err(EngineError::unsupported(query));
    };
    let Some(played) = line.moves() else {
        return Err(EngineError::unsupported("steps that are no moves"));
    };
    let mut state = State::new(&line.setup);
    for mv in played {
        let legal = state.moves();
        let legal = legal.iter().find(|legal| legal.uci_move() == mv);
        state = state.make(*legal.ok_or_else(|| EngineError::illegal(mv))?);
    }
    let moves = moves(&state).into_iter();
    Ok(Answer::Moves(
        moves.map(|mv| EngineMove::Uci(mv.uci_move())).collect(),
    ))
}

impl Subject for Library {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        answer(line, query, State::moves)
    }
}

/// The same, but without two captures on the a-file.
struct Blind;

impl Subject for Blind {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        answer(line, query, |state| {
            let mut moves = state.moves();
            moves.retain(|mv| mv.uci() != "b5a6" && mv.uci() != "b4a3");
            moves
        })
    }
}

/// The same, but it lists en passant captures that it does not play.
struct Careless;

impl Subject for Careless {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        answer(line, query, |state| {
            let mut moves = state.moves();
            let listed = state.pseudo_legal_moves().into_iter();
            moves.extend(listed.filter(|mv| mv.is_en_passant()));
            moves.sort();
            moves.dedup();
            moves
        })
    }
}

mod right {
    passant_judge::en_passant_tests!(|| super::Library);
}

/// The oracle's engine can answer every question about a game.
mod state {
    use crate::subjects::Seeded;
    use passant_oracle::FaultSet;

    passant_judge::state_tests!(|| Seeded::new(FaultSet::NONE));
}

/// The message with which a test panics: a line for each wrong answer, after one with their number.
fn message(test: impl FnOnce() + std::panic::UnwindSafe) -> String {
    let panic = std::panic::catch_unwind(test).unwrap_err();
    *panic.downcast::<String>().unwrap()
}

/// The different kinds of lines in a message. Addresses, positions, moves and numbers are left out, because they change
/// with every new case.
fn kinds(message: &str) -> String {
    let varying = Regex::new(r"[a-h][1-8][a-h][1-8]( [a-h][1-8][a-h][1-8])*|\d+").unwrap();
    let kind = |line: &str| {
        let (_, found) = line.split_once(": ").unwrap_or(("", line));
        varying.replace_all(found, "_").into_owned() + "\n"
    };
    let kinds: BTreeSet<_> = message.lines().map(kind).collect();
    kinds.into_iter().collect()
}

#[test]
fn failed_tests_name_the_wrong_answers() {
    let mut page = Vec::new();
    let mut section = |heading: &str, text: &str| page.push(format!("=== {heading}\n{text}"));
    let repetition = message(|| {
        assert_state("repetition", || {
            Seeded::new(EngineFault::RepetitionWithPin.into())
        });
    });
    assert!(
        repetition.contains("\nstate/repetition/refused/"),
        "{repetition}"
    );
    section("a wrong repetition", &kinds(&repetition));

    let missing = message(|| assert_en_passant("plain", Extent::Deep, || Blind));
    // A fault that explains a part may be named after the answers.
    let missing = missing.split("\n\n").next().unwrap();
    let is_answer = |line: &&str| !line.starts_with("and ");
    let mut lines = missing.lines().skip(1).filter(is_answer);
    assert!(
        lines.all(|line| line.contains(" b4a3") || line.contains(" b5a6")),
        "{missing}"
    );
    section("a missing capture", &kinds(missing));

    // Whatever is asked first, the move that should not be listed is named.
    let extra = message(|| assert_en_passant("rejected-rank", Extent::Deep, || Careless));
    let (extra, diagnosis) = extra.split_once("\n\ndiagnosis: ").expect("a known fault");
    for part in ["look at: ", "`passant faults "] {
        assert!(diagnosis.contains(part), "{diagnosis}");
    }
    let mut lines = extra.lines().skip(1).filter(is_answer);
    assert!(lines.all(|line| line.contains(": extra ")), "{extra}");
    section("a capture that is listed and not played", &kinds(extra));
    check_snapshot("library-tests", page.join("\n").trim_end());
}
