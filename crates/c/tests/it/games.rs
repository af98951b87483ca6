//! The games of `suites/state`, played in C: the answers are compared with those of the suite.

use std::collections::BTreeMap;

use passant_needs::needs;
use passant_query::{Expected, Line, Query};
use passant_suite::{Expect, StateCase, Suites};

use crate::archive::{Language, program, run, text};

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

/// The lines that are asked about, without those with null moves, which `passant.h` has not.
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
    lines.retain(|text, _| !text.contains("0000"));
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
