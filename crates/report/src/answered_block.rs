//! Finds the block of questions that a text answers.

use std::fmt;

use passant_engine::recorded::{PrintedText, Recorded, TooManyQuestions};
use passant_judge::check::plan::Choice;
use passant_judge::check::{CountLimits, Item};
use passant_suite::Case;

use crate::text_judge::TextJudge;

/// Small counts, because the texts are for people to carry.
const LIMITS: CountLimits = CountLimits {
    depth: Some(2),
    max_nodes: 5_000,
};

/// The suite that is asked about if none is chosen.
const SUITE: &str = "quick";

/// The cases that a block asks about: those of the quick suite if no suite is chosen.
#[must_use]
pub fn choice(suites: Vec<String>, classes: Vec<String>, filters: Vec<String>) -> Choice {
    let quick = vec![SUITE.to_owned()];
    Choice {
        suites: Some(suites).filter(|it| !it.is_empty()).unwrap_or(quick),
        classes,
        filters,
        max_nodes: LIMITS.max_nodes,
        depth: LIMITS.depth,
        shard: None,
        lines: Vec::new(),
    }
}

/// The positions that a block asks about by default, from the cases of
/// [`quick_cases`](passant_judge::diagnosis::quick_cases), in their order.
#[must_use]
pub fn quick_items(cases: Vec<Case>) -> Vec<Item> {
    LIMITS.to_all_depths(&LIMITS.items(cases))
}

/// Why a text answers no block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unanswered {
    /// It holds no answer.
    NoAnswers,
    /// It answers other questions.
    AnotherBlock,
    /// There are more questions than a block can number.
    TooMany(TooManyQuestions),
}

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAnswers => f.write_str("has no answers to these questions"),
            Self::AnotherBlock => f.write_str("answers the questions of another block"),
            Self::TooMany(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unanswered {}

/// The block that a text answers, and the answers. The first that it answers for the most part is taken, because it takes
/// time to make more.
///
/// # Errors
///
/// If it answers none of the blocks.
pub fn find_answered<'j>(
    judges: impl Iterator<Item = Result<&'j TextJudge<'j>, TooManyQuestions>>,
    text: &PrintedText,
) -> Result<(&'j TextJudge<'j>, Recorded), Unanswered> {
    let mut error = Unanswered::NoAnswers;
    let mut best: Option<(&TextJudge<'_>, Recorded)> = None;
    for judge in judges {
        let judge = match judge {
            Ok(judge) => judge,
            // Other words may need fewer questions.
            Err(too_many_questions) => {
                error = Unanswered::TooMany(too_many_questions);
                continue;
            }
        };
        let recorded = judge.read(text);
        let found = recorded.coverage();
        if !found.is_in_order {
            error = Unanswered::AnotherBlock;
            continue;
        }
        let number =
            |recorded: &Recorded| recorded.coverage().answered + recorded.coverage().contradicted;
        let is_most = found.asked < 2 * number(&recorded);
        if best.as_ref().map_or(0, |(_, best)| number(best)) < number(&recorded) {
            best = Some((judge, recorded));
        }
        if is_most {
            break;
        }
    }
    best.ok_or(error)
}
