//! Every position of `suites/en-passant`, asked about in C and in Rust.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use passant_count::naive;
use passant_needs::needs;
use passant_query::{Expected, Line, Query};
use passant_rules::{
    EnPassantMode, EnPassantSuffix, EnPassantVerdict, IllegalReason, Position, Setup,
};
use passant_suite::{Case, Expect, StateCase, Suites};

use crate::{Language, program, run, text};

#[needs("cc", "c++")]
#[test]
fn c_and_cpp_answer_what_rust_answers() {
    let suites = Suites::builtin().unwrap();
    let cases = suites.select(["en-passant"]).unwrap().cases;
    assert!(300 < cases.len());
    let fens: String = cases.iter().map(|case| case.fen.clone() + "\n").collect();
    let expected: Vec<String> = cases.iter().map(line_about).collect();
    for language in Language::ALL {
        let files = [
            "tests/c/suite.c",
            "tests/c/answer.c",
            "tests/c/console_host.c",
        ];
        let program = program("suite", language, &files, &[]);
        let output = run(&program, fens.clone());
        let printed = text(&output);
        let printed: Vec<_> = printed.lines().skip(1).collect();
        for ((case, expected), printed) in cases.iter().zip(&expected).zip(&printed) {
            assert_eq!(printed, expected, "{language:?}: {}", case.address);
        }
        assert_eq!(printed.len(), cases.len());
        assert!(output.status.success());
    }
}

/// The line of `tests/c/answer.c`. The leaves and the verdicts are those of the suite, which two independent programs have
/// confirmed; the rest comes from the rules without the layer in C.
fn line_about(case: &Case) -> String {
    let (mut position, _) = Setup::from_fen(&case.fen).unwrap().repair().unwrap();
    let mut line = String::new();
    for depth in 1..=3 {
        let leaves = case.perft[depth as usize - 1];
        assert_eq!(naive(&mut position, depth), leaves, "{}", case.address);
        write!(line, "{leaves} ").unwrap();
    }
    let captures = case.legal.iter().chain(&case.illegal);
    let mut origins: Vec<_> = captures.map(|mv| mv.from()).collect();
    origins.sort_unstable();
    for capturer in origins {
        let verdict = match position.judge_en_passant(capturer) {
            Some(EnPassantVerdict::Legal) => 1,
            Some(EnPassantVerdict::Illegal(reason)) => 2 + number_of(reason),
            None => 0,
        };
        let is_legal = case.legal.iter().any(|mv| mv.from() == capturer);
        assert_eq!(verdict == 1, is_legal, "{}", case.address);
        write!(line, "{}:{verdict} ", capturer.index()).unwrap();
    }
    write!(line, "{}", sum_over(&position)).unwrap();
    line
}

fn number_of(reason: IllegalReason) -> usize {
    let mut reasons = IllegalReason::ALL.iter();
    reasons.position(|it| *it == reason).unwrap()
}

/// FNV-1a over the three FENs, the key, and each move in SAN and UCI notation.
fn sum_over(position: &Position) -> u32 {
    let mut bytes = Vec::new();
    for mode in EnPassantMode::ALL {
        bytes.extend(position.fen(mode).bytes());
    }
    bytes.extend(position.key().0.to_le_bytes());
    for mv in position.legal_moves() {
        bytes.extend(position.san(mv, EnPassantSuffix::With).bytes());
        bytes.extend(position.uci(mv).bytes());
    }
    bytes.iter().fold(0x811C_9DC5, |sum, byte| {
        (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193)
    })
}

/// The lines that `tests/c/games.c` prints about a game.
struct Printed {
    fens: Vec<String>,
    occurrences: usize,
    key: String,
}

#[needs("cc")]
#[test]
fn plays_every_game_of_the_state_suites() {
    let suites = Suites::builtin().unwrap();
    let cases = suites.state_suites().iter().flat_map(|suite| &suite.cases);
    let asked: Vec<Expect> = cases.flat_map(StateCase::questions).collect();
    let lines = lines(&asked);
    let input: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let files = ["tests/c/games.c", "tests/c/console_host.c"];
    let program = program("games", Language::C99, &files, &[]);
    let output = run(&program, input.join("\n") + "\n\n");
    let printed = text(&output);
    assert!(output.status.success(), "{printed}");
    let printed: Vec<Printed> = printed.lines().skip(1).map(read).collect();
    assert_eq!(printed.len(), lines.len());
    let printed: BTreeMap<String, Printed> = input.into_iter().zip(printed).collect();
    let checked = asked.iter().filter(|asked| is_right(asked, &printed));
    assert!(500 < checked.count());
}

/// The lines that are asked about, without those with null moves and round trips, which the program has no words for.
fn lines(asked: &[Expect]) -> Vec<Line> {
    let mut lines = BTreeMap::new();
    for asked in asked {
        let other = match &asked.query {
            Query::SameKey(other) => Some(other),
            _ => None,
        };
        for line in other.into_iter().chain([&asked.line]) {
            lines.insert(line.to_string(), line.clone());
        }
    }
    lines.retain(|_, line| !line.has_null_move() && !line.has_round_trip());
    lines.into_values().collect()
}

/// Checks an answer; `false` if it is none that the program prints.
fn is_right(asked: &Expect, printed: &BTreeMap<String, Printed>) -> bool {
    let Some(answer) = printed.get(&asked.line.to_string()) else {
        return false;
    };
    match (&asked.expected, &asked.query) {
        (Expected::Fen(fens), _) => {
            assert_eq!(answer.fens, fens.each_ref().map(ToString::to_string));
        }
        (Expected::Occurrences(times), _) => {
            assert!(times.contains(&answer.occurrences), "{}", asked.line);
        }
        (Expected::SameKey { is_same, .. }, Query::SameKey(other)) => {
            let Some(other) = printed.get(&other.to_string()) else {
                return false;
            };
            assert_eq!(answer.key == other.key, *is_same, "{}", asked.line);
        }
        _ => return false,
    }
    true
}

fn read(line: &str) -> Printed {
    let mut parts = line.split("; ");
    let (fens, rest) = (parts.next().unwrap(), parts.next().unwrap());
    let (occurrences, key) = rest.split_once(' ').unwrap();
    Printed {
        fens: fens.split(';').map(str::to_owned).collect(),
        occurrences: occurrences.parse().unwrap(),
        key: key.to_owned(),
    }
}
