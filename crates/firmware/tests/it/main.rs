//! The programs, run on this host: what they print here, chips must print as well.

use passant_firmware::{Line, board, game, measure, script, state, suite};
use passant_suite::{Ask, StateCase, Suites, What};

/// A line on which everything has been said in advance.
struct Script {
    input: Vec<u8>,
    printed: String,
}

impl Line for Script {
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
    let is_right = program(&mut line);
    (is_right, line.printed)
}

fn after<'a>(printed: &'a str, word: &str) -> Vec<&'a str> {
    printed
        .lines()
        .filter_map(|line| line.strip_prefix(word))
        .collect()
}

#[test]
fn every_case_of_the_suite_is_right() {
    let (is_right, printed) = run(suite, "");
    assert!(is_right, "{printed}");
    assert!(printed.contains("rejected-rank "), "{printed}");
}

/// Lines as in [`state`], for as many cases and answers as the suites have.
#[test]
fn every_question_about_state_is_answered_right() {
    let (is_right, printed) = run(state, "");
    assert!(is_right, "{printed}");
    let suites = Suites::builtin().unwrap();
    let expected = suites.state_suites().iter().map(|suite| {
        let name = suite.name.strip_prefix("state/").unwrap();
        let cases = suite.cases.len();
        let asks = suite.cases.iter().flat_map(StateCase::asks);
        let keys = |ask: &Ask<'_>| {
            matches!(
                ask.what,
                What::Key {
                    polyglot: Some(_),
                    ..
                }
            )
        };
        let answers: usize = asks.map(|ask| 1 + usize::from(keys(&ask))).sum();
        format!("{name} {cases} cases, {answers} ok")
    });
    assert!(printed.lines().eq(expected), "{printed}");
}

#[test]
fn the_measured_counts_are_right() {
    let (is_right, printed) = run(measure, "");
    assert!(is_right, "{printed}");
}

/// The sensors see nothing but squares; the moves that the board infers must be those that were printed in 1994.
#[test]
fn the_board_follows_a_game() {
    let (is_right, printed) = run(board, &script());
    assert!(is_right, "{printed}");
    let moves: Vec<_> = after(&printed, "move ")
        .into_iter()
        .map(|text| text.trim_end_matches(" e.p."))
        .collect();
    assert_eq!(moves, game());
}

/// After 23.b4 two pawns may capture, and the board shows both; the pawn that vanishes is asked for.
#[test]
fn both_capturers_are_shown_and_the_victim_is_asked_for() {
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
fn what_means_nothing_is_repeated() {
    let (is_right, printed) = run(board, "-e2\n+e9\nhello\n+e4\nquit\n-e7\n");
    assert!(!is_right);
    assert!(printed.contains("what is +e9?\n"), "{printed}");
    assert!(printed.contains("what is hell?\n"), "{printed}");
    assert_eq!(after(&printed, "move "), ["e4"]);
}

#[test]
fn a_promotion_is_to_what_was_said() {
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
