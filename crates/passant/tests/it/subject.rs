//! A library in this process: the oracle behind the trait passes every test that the macro makes, and a library that
//! panics or contradicts itself is caught.

use passant::check::cargo_test::{assert_right, assert_right_about};
use passant::engine::Subject;
use passant_oracle::{EngineFault, State};
use passant_rules::Setup;

use crate::seeded::Seeded;

/// The oracle as a library that somebody else has written.
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

/// The same, but blind for two captures on the a-file.
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

/// The same, but lists captures en passant that it does not play.
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

/// The oracle's engine has a word for everything that can be asked of a game.
mod state {
    use crate::seeded::Seeded;
    use passant_oracle::FaultSet;

    passant::state_tests!(|| Seeded::new(FaultSet::NONE));
}

#[test]
fn a_wrong_word_about_a_game_is_named() {
    let panic = std::panic::catch_unwind(|| {
        assert_right_about("repetition", || {
            Seeded::new(EngineFault::RepetitionWithPin.into())
        });
    });
    let message = panic.unwrap_err().downcast::<String>().unwrap();
    assert!(message.contains("state/repetition/refused/"), "{message}");
}

#[test]
fn a_missing_capture_is_named() {
    let panic = std::panic::catch_unwind(|| {
        assert_right("plain", || Blind(Library { state: None }));
    });
    let message = panic.unwrap_err().downcast::<String>().unwrap();
    assert!(
        message.contains("missing b4a3 (en passant capture)"),
        "{message}"
    );
}

/// Whatever is asked first, the move that should not be there is what is told.
#[test]
fn a_move_that_is_listed_and_not_played_is_named() {
    let panic = std::panic::catch_unwind(|| {
        assert_right("rejected-rank", || Careless(Library { state: None }));
    });
    let message = panic.unwrap_err().downcast::<String>().unwrap();
    let mut told = message.lines().skip(1);
    assert!(
        told.all(|line| line.contains("extra ") && !line.contains("says that")),
        "{message}"
    );
}
