//! The tests that the macro `fresh_tests` makes: sound libraries pass, and the message about a faulty one holds in
//! cozy-chess, a second generator.

use std::env;
use std::process::Command;

use cozy_chess::Board;
use cozy_chess::util::{display_uci_move, parse_uci_move};
use passant_judge::test_macros::{FreshPositions, assert_fresh};
use passant_oracle::{EngineFault, FaultSet, Oracle};
use passant_query::{Answer, EngineError, Line, Query, Subject};
use passant_rules::Move;

mod sound {
    use passant_oracle::{FaultSet, Oracle};

    passant_judge::fresh_tests!(|| Oracle::with(FaultSet::NONE));
}

/// Returns the message with which a test about a subject panics.
fn message<S: Subject + 'static>(
    number: u64,
    make: impl FnMut() -> S + Clone + Send + Sync + 'static,
) -> String {
    let positions = FreshPositions { seed: 1, number };
    let test = std::panic::AssertUnwindSafe(|| assert_fresh(positions, make));
    let panic = std::panic::catch_unwind(test).unwrap_err();
    *panic.downcast::<String>().unwrap()
}

/// Returns the legal moves after a line, and after further moves, in cozy-chess.
pub(crate) fn legal_moves(line: &Line, path: &[&str]) -> Vec<String> {
    let mut board = Board::from_fen(line.fen().as_ref(), false).unwrap();
    let mut before = Vec::new();
    let steps = line.step_texts();
    for step in steps.iter().map(String::as_str).chain(path.iter().copied()) {
        if step == "undo" {
            board = before.pop().unwrap();
            continue;
        }
        before.push(board.clone());
        let mv = parse_uci_move(&board, step).unwrap();
        board.play(mv);
    }
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(
            of_piece
                .into_iter()
                .map(|mv| display_uci_move(&board, mv).to_string()),
        );
        false
    });
    moves
}

#[test]
fn a_failure_shows_the_line_the_mistake_and_the_smallest_position() {
    let text = message(1_000, || Oracle::with(EngineFault::RankPinIgnored));
    let again = "answers about ";
    assert!(text.starts_with(again), "{text}");
    assert!(text.contains("again with PASSANT_SEED=1 PASSANT_POSITIONS=1000:\n"));
    let mut played = 0;
    for (line, mistake) in text
        .lines()
        .filter_map(|it| it.strip_prefix("fen ")?.split_once(": "))
    {
        let line: Line = line.parse().unwrap();
        played += usize::from(!line.steps.is_empty());
        let (path, extra) = mistake
            .split_once("extra ")
            .unwrap_or_else(|| panic!("{text}"));
        let path = path.split_once(": after ").map_or("", |(_, path)| path);
        let path: Vec<_> = path.split_whitespace().collect();
        let extra = extra.split(' ').next().unwrap();
        assert!(
            !legal_moves(&line, &path).iter().any(|mv| mv == extra),
            "{line}: {extra}"
        );
        assert!(mistake.contains("both pawns leave the rank"), "{mistake}");
    }
    assert_ne!(played, 0, "{text}");
    // Two kings, two pawns and a slider.
    let smallest = text
        .lines()
        .filter_map(|it| it.strip_prefix("  smallest: fen "));
    let pieces = |line: &str| line.parse::<Line>().unwrap().setup.board.iter().count();
    let pieces: Vec<_> = smallest.map(pieces).collect();
    assert!(
        !pieces.is_empty() && pieces.iter().all(|&number| number == 5),
        "{text}"
    );
}

#[test]
fn a_fault_after_moves_alone_is_found() {
    let text = message(1_000, || Oracle::with(EngineFault::NeverCleared));
    assert!(
        text.lines()
            .any(|it| it.starts_with("fen ") && it.contains(" moves ")),
        "{text}"
    );
}

/// Answers nothing.
struct Silent;

impl Subject for Silent {
    fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
        Err(EngineError::unsupported(query.word()))
    }
}

/// Panics where an en passant capture is legal, as an assertion in a library may.
struct Panicking(Oracle);

impl Subject for Panicking {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let position = line.position().unwrap();
        let moves = position.legal_moves();
        assert!(
            !moves.into_iter().any(Move::is_en_passant),
            "no such capture"
        );
        self.0.ask(line, query)
    }
}

#[test]
fn a_library_that_answers_nothing_does_not_pass() {
    let text = message(30, || Silent);
    assert!(
        text.contains("answers no question about 30 fresh positions"),
        "{text}"
    );
}

#[test]
fn a_panic_is_a_failure_of_one_position() {
    let text = message(100, || Panicking(Oracle::with(FaultSet::NONE)));
    assert!(text.contains("panicked: no such capture"), "{text}");
}

/// Runs the test of the macro again, in a process with these variables, and returns what it prints.
fn run_with(variables: &[(&str, &str)]) -> (bool, String) {
    let mut test = Command::new(env::current_exe().unwrap());
    test.args(["--exact", "fresh::sound::fresh_positions", "--nocapture"]);
    let output = test.envs(variables.iter().copied()).output().unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8_lossy(&printed).into_owned(),
    )
}

#[test]
fn the_environment_chooses_the_positions() {
    let (passes, printed) = run_with(&[("PASSANT_SEED", "7"), ("PASSANT_POSITIONS", "30")]);
    assert!(
        passes && printed.contains("PASSANT_SEED=7 PASSANT_POSITIONS=30\n"),
        "{printed}"
    );
    let (passes, printed) = run_with(&[("PASSANT_SEED", "random"), ("PASSANT_POSITIONS", "30")]);
    assert!(
        passes && printed.contains(" PASSANT_POSITIONS=30\n"),
        "{printed}"
    );
    let (passes, printed) = run_with(&[("PASSANT_SEED", "seven")]);
    assert!(
        !passes && printed.contains("PASSANT_SEED is \"seven\""),
        "{printed}"
    );
}
