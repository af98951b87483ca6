//! Runs the programs on the host. A chip must print the same.

use passant_firmware::{SerialLine, board, game, measure, script, state, suite};
use passant_query::Expected;
use passant_suite::{Expect, StateCase, Suites};

mod packed;

/// A serial line with fixed input that collects the output.
struct Script {
    input: Vec<u8>,
    printed: String,
}

impl SerialLine for Script {
    fn send(&mut self, byte: u8) {
        self.printed.push(char::from(byte));
    }

    fn receive(&mut self) -> Option<u8> {
        self.input.pop()
    }
}

fn run(program: fn(&mut Script) -> bool, input: &str) -> (bool, String) {
    let mut line = Script {
        input: input.bytes().rev().collect(),
        printed: String::new(),
    };
    let passed = program(&mut line);
    (passed, line.printed)
}

fn after<'a>(printed: &'a str, word: &str) -> Vec<&'a str> {
    printed
        .lines()
        .filter_map(|line| line.strip_prefix(word))
        .collect()
}

#[test]
fn checks_every_case_of_the_suite() {
    let (passed, printed) = run(suite, "");
    assert!(passed, "{printed}");
    assert!(printed.contains("rejected-rank "), "{printed}");
}

/// The output has a line for each file, with as many cases and answers as the suite has.
#[test]
fn answers_every_question_about_state() {
    let (passed, printed) = run(state, "");
    assert!(passed, "{printed}");
    let suites = Suites::builtin().unwrap();
    let expected = packed::state_suites(&suites).map(|suite| {
        let name = suite.name.strip_prefix("state/").unwrap();
        let cases = suite.cases.len();
        let questions = suite.cases.iter().flat_map(StateCase::questions);
        let keys = |asked: &Expect| {
            matches!(
                asked.expected,
                Expected::SameKey {
                    polyglot: Some(_),
                    ..
                }
            )
        };
        let answers: usize = questions.map(|asked| 1 + usize::from(keys(&asked))).sum();
        format!("{name} {cases} cases, {answers} ok")
    });
    assert!(printed.lines().eq(expected), "{printed}");
}

#[test]
fn measures_correct_counts() {
    let (passed, printed) = run(measure, "");
    assert!(passed, "{printed}");
}

/// The sensors see only occupied squares, and the moves that the board infers are those of the game score.
#[test]
fn the_board_infers_the_moves_of_a_game() {
    let (passed, printed) = run(board, &script());
    assert!(passed, "{printed}");
    let moves: Vec<_> = after(&printed, "move ")
        .into_iter()
        .map(|text| text.trim_end_matches(" e.p."))
        .collect();
    assert_eq!(moves, game());
}

/// After 23.b4 two pawns may capture. The board shows the target of both, and asks for the removal of the victim.
#[test]
fn the_board_shows_both_capturers_and_asks_for_the_victim() {
    let (_, printed) = run(board, &script());
    let lines: Vec<_> = printed.lines().collect();
    let push = lines.iter().position(|line| *line == "move b4").unwrap();
    assert_eq!(
        lines[push + 1..push + 7],
        [
            "fen 2r3k1/1q1nbppp/r3p3/3pP3/pPpP4/P1Q2N2/2RN1PPP/2R4K b - b3 0 23",
            "lights b3",
            "lights b3",
            "lights b3",
            "remove b4",
            "move axb3 e.p.",
        ]
    );
}

#[test]
fn the_board_repeats_a_line_that_is_not_an_event() {
    let (passed, printed) = run(board, "-e2\n+e9\nhello\n+e4\nquit\n-e7\n");
    assert!(!passed);
    assert!(printed.contains("what is +e9?\n"), "{printed}");
    assert!(printed.contains("what is hell?\n"), "{printed}");
    assert_eq!(after(&printed, "move "), ["e4"]);
}

#[test]
fn the_board_promotes_to_the_requested_piece() {
    let moves = [
        "-a2+a4-h7+h5-a4+a5-h5+h4-a5+a6-h4+h3-b7-a6+b7-h3-g2+g2-a8-b7",
        "=n+a8",
    ];
    let input: String = moves
        .concat()
        .chars()
        .flat_map(|letter| match letter {
            '-' | '+' | '=' => vec!['\n', letter],
            _ => vec![letter],
        })
        .collect();
    let (_, printed) = run(board, &(input + "\n"));
    assert_eq!(after(&printed, "move ").last(), Some(&"bxa8=N"));
}
