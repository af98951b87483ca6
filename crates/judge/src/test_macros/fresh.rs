//! Asks a library about positions that nobody wrote down.

use std::collections::HashSet;
use std::env::{self, VarError};
use std::fmt::Write;
use std::time::Duration;

use passant_query::{Interrupt, Line, Subject};
use passant_sampler::{Sampler, draw_seed};

use super::suites::SUITES;
use crate::check::hunt::{Hunt, tellable};
use crate::check::{CaseResult, SmallestPosition};
use crate::diagnosis::smallest_position::{SmallestFailure, shrink};
use crate::minimize::Bounds;
use crate::{Connections, EnginePool, InProcess};

/// The number of cases that a message shows.
const SHOWN: usize = 10;

/// The most positions that a library is asked about while one shrinks.
const TRIALS: u64 = 20_000;

/// Longer than any hunt takes: its end is the number of positions.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// The positions that a test asks about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FreshPositions {
    /// The seed: the same seed gives the same positions.
    pub seed: u64,
    /// The number of positions.
    pub number: u64,
}

impl Default for FreshPositions {
    /// 2,000 positions, the same ones in each run.
    fn default() -> Self {
        Self {
            seed: 1,
            number: 2_000,
        }
    }
}

impl FreshPositions {
    /// Returns the positions that the environment chooses: `PASSANT_SEED` is a number or `random`, `PASSANT_POSITIONS` is a
    /// number. Without them, returns the default.
    ///
    /// # Panics
    ///
    /// If a variable is something else.
    #[must_use]
    pub fn from_environment() -> Self {
        let value = |name| match env::var(name) {
            Ok(value) => Some(value),
            Err(VarError::NotPresent) => None,
            Err(error) => panic!("{name}: {error}"),
        };
        let seed = value("PASSANT_SEED");
        let number = value("PASSANT_POSITIONS");
        Self::parse(seed.as_deref(), number.as_deref()).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads the values of the variables.
    fn parse(seed: Option<&str>, number: Option<&str>) -> Result<Self, String> {
        let default = Self::default();
        let seed = match seed {
            None => default.seed,
            Some("random") => draw_seed(),
            Some(text) => text.parse().map_err(|_| {
                format!("PASSANT_SEED is {text:?}, and neither a number nor \"random\"")
            })?,
        };
        let number = match number {
            None => default.number,
            Some(text) => match text.parse() {
                Ok(number) if number != 0 => number,
                _ => {
                    return Err(format!(
                        "PASSANT_POSITIONS is {text:?}, and not a number from 1 on"
                    ));
                }
            },
        };
        Ok(Self { seed, number })
    }
}

/// Asks a subject about fresh positions: by FEN, by the moves that lead there, after further moves, and after moves that are
/// taken back. An answer that is wrong is asked for again, as about a case of a suite. Unsupported questions are skipped.
///
/// # Panics
///
/// If an answer is wrong, with the lines, the smallest positions that are wrong in the same way, and the variables that
/// repeat the test. Also if the subject answers no question at all.
pub fn assert_fresh<S: Subject + 'static>(
    positions: FreshPositions,
    make: impl FnMut() -> S + Clone + Send + Sync + 'static,
) {
    let FreshPositions { seed, number } = positions;
    // A test that passes shows this with `--nocapture`, one that fails always does.
    println!("{}", variables(positions));
    let connect =
        || Connections::through(Box::new(InProcess::new(make.clone())) as Box<dyn Subject>);
    let can = tellable(connect().counts.as_mut());
    let interrupt = Interrupt::default();
    let hunt = Hunt {
        connect: &connect,
        jobs: 1,
        number: Some(number),
        time: UNLIMITED,
        reply: UNLIMITED,
        keeps_going: true,
        interrupt: &interrupt,
    };
    let hunted = hunt.run(&mut Sampler::with(seed, can, &SUITES), &|_| ());
    let mut wrong = hunted.cases;
    wrong.retain(|case| case.verdict.fails_library());
    if !wrong.is_empty() {
        let bounds = Bounds {
            trials: TRIALS,
            ..Bounds::default()
        };
        shrink(&mut wrong, &EnginePool::new(connect), &bounds, smallest);
        panic!("{}", message(positions, &wrong));
    }
    assert_ne!(
        hunted.answered, 0,
        "the library answers no question about {} fresh positions",
        hunted.unsupported
    );
}

/// Returns the variables of the environment that choose these positions.
fn variables(positions: FreshPositions) -> String {
    let FreshPositions { seed, number } = positions;
    format!("PASSANT_SEED={seed} PASSANT_POSITIONS={number}")
}

/// Returns the entry of a report about a position that has shrunk, without sentences.
fn smallest(failure: &SmallestFailure) -> SmallestPosition {
    SmallestPosition {
        fen: failure.line.fen().to_string(),
        moves: failure.line.step_texts(),
        depth: failure.depth,
        wrong: Vec::new(),
        rules: Vec::new(),
        is_minimal: failure.is_minimal,
    }
}

/// Returns the message about wrong answers.
fn message(positions: FreshPositions, wrong: &[CaseResult]) -> String {
    let mut text = format!(
        "answers about {} fresh positions are wrong; again with {}:\n",
        wrong.len(),
        variables(positions)
    );
    let mut shown = HashSet::new();
    for case in wrong.iter().take(SHOWN) {
        text += &line_about(case);
        let smallest = case.smallest.as_ref().map(text_of);
        if let Some(smallest) = smallest.filter(|it| shown.insert(it.clone())) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  smallest: fen {smallest}");
        }
    }
    if SHOWN < wrong.len() {
        let _ = writeln!(text, "… and {} more", wrong.len() - SHOWN);
    }
    text
}

/// Returns a line about a case: how its position is told first where an answer is wrong, and the mistake.
fn line_about(case: &CaseResult) -> String {
    let mut presentations = case.presentations.iter();
    let Some(first) = presentations.find(|it| it.verdict.fails_library()) else {
        return String::new();
    };
    let found: Vec<_> = first.findings.iter().map(ToString::to_string).collect();
    let line = first.line.as_ref().map(Line::to_string);
    let line = line.as_deref().unwrap_or(&case.fen);
    format!("fen {line}: {}\n", found.join("; "))
}

/// Returns the text of a smallest position, as that of a line.
fn text_of(smallest: &SmallestPosition) -> String {
    let SmallestPosition { fen, moves, .. } = smallest;
    if moves.is_empty() {
        fen.clone()
    } else {
        format!("{fen} moves {}", moves.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::FreshPositions;

    #[test]
    fn variables_choose_the_positions() {
        let parse = FreshPositions::parse;
        let chosen = |seed, number| Ok(FreshPositions { seed, number });
        assert_eq!(parse(None, None), chosen(1, 2_000));
        assert_eq!(parse(Some("7"), Some("30")), chosen(7, 30));
        let random = || parse(Some("random"), None).unwrap().seed;
        assert!((0..8).map(|_| random()).any(|seed| seed != random()));
    }

    #[test]
    fn other_values_are_refused_by_name() {
        for seed in ["", "-1", "Random", "0x10"] {
            let error = FreshPositions::parse(Some(seed), None).unwrap_err();
            assert!(error.starts_with("PASSANT_SEED is "), "{error}");
        }
        for number in ["", "0", "-1", "1e6"] {
            let error = FreshPositions::parse(None, Some(number)).unwrap_err();
            assert!(error.starts_with("PASSANT_POSITIONS is "), "{error}");
        }
    }
}
