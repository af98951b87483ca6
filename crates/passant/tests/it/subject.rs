//! A library in this process. The oracle behind the trait passes every test that the macros make, and the tests of a
//! library that is wrong fail with messages that name the move.

use std::collections::BTreeSet;

use passant::check::cargo_test::{assert_right, assert_right_about};
use passant::engine::Subject;
use passant_oracle::{Fault, State};
use passant_rules::Setup;
use regex::Regex;

use crate::seeded::Seeded;
use crate::snapshot::Page;

/// The oracle as a library of another author.
struct Library {
    state: Option<State>,
}

impl Subject for Library {
    fn set(&mut self, fen: &str, moves: &[String]) -> Result<(), String> {
        let setup = Setup::from_fen(fen).map_err(|error| error.to_string())?;
        let mut state = State::new(&setup);
        for text in moves {
            let legal = state.moves();
            let mv = legal.iter().find(|mv| mv.uci()[..] == **text);
            state = state.make(*mv.ok_or_else(|| format!("{text} is illegal"))?);
        }
        self.state = Some(state);
        Ok(())
    }

    fn legal_moves(&mut self) -> Vec<String> {
        let moves = self.state.iter().flat_map(State::moves);
        moves.map(|mv| mv.uci().to_string()).collect()
    }
}

/// The same, but without two captures on the a-file.
struct Blind(Library);

impl Subject for Blind {
    fn set(&mut self, fen: &str, moves: &[String]) -> Result<(), String> {
        self.0.set(fen, moves)
    }

    fn legal_moves(&mut self) -> Vec<String> {
        let mut moves = self.0.legal_moves();
        moves.retain(|mv| mv != "b5a6" && mv != "b4a3");
        moves
    }
}

/// The same, but it lists en passant captures that it does not play.
struct Careless(Library);

impl Subject for Careless {
    fn set(&mut self, fen: &str, moves: &[String]) -> Result<(), String> {
        self.0.set(fen, moves)
    }

    fn legal_moves(&mut self) -> Vec<String> {
        let mut moves = self.0.legal_moves();
        let listed = self.0.state.iter().flat_map(State::pseudo_legal_moves);
        let captures = listed.filter(|mv| mv.is_en_passant());
        moves.extend(captures.map(|mv| mv.uci().to_string()));
        moves.sort();
        moves.dedup();
        moves
    }
}

mod right {
    passant::en_passant_tests!(|| super::Library { state: None });
}

/// The oracle's engine can answer every question about a game.
mod state {
    use crate::seeded::Seeded;
    use passant_oracle::FaultSet;

    passant::state_tests!(|| Seeded::new(FaultSet::NONE));
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
    let mut page = Page::new("library-tests");
    let repetition = message(|| {
        assert_right_about("repetition", || {
            Seeded::new(Fault::RepetitionWithPin.into())
        });
    });
    assert!(
        repetition.contains("\nstate/repetition/refused/"),
        "{repetition}"
    );
    page.section("a wrong repetition", &kinds(&repetition));

    let missing = message(|| assert_right("plain", || Blind(Library { state: None })));
    let mut lines = missing.lines().skip(1);
    assert!(
        lines.all(|line| line.contains(" b4a3") || line.contains(" b5a6")),
        "{missing}"
    );
    page.section("a missing capture", &kinds(&missing));

    // Whatever is asked first, the move that should not be listed is named.
    let extra = message(|| assert_right("rejected-rank", || Careless(Library { state: None })));
    let mut lines = extra.lines().skip(1);
    assert!(lines.all(|line| line.contains(": extra ")), "{extra}");
    page.section("a capture that is listed and not played", &kinds(&extra));
    page.check();
}
