//! Which faults a channel can show.
//!
//! The table `visible_faults.txt` comes from the oracle: each fault, and the kinds of questions with which a check of the
//! built-in suites finds it. A test asks the oracle again.

use std::collections::BTreeSet;

use passant_query::{Abilities, Asks, Channel};
use passant_suite::PlayCase;
use serde::{Deserialize, Serialize};

use super::{CaseResult, Verdict};

/// Each fault with the words of [`word`] for subjects that set up positions, and with those followed by [`IN_GAMES`] for
/// subjects that do not.
const TABLE: &str = include_str!("visible_faults.txt");

/// What is added to the word for subjects that can be asked about games from the initial position only.
const IN_GAMES: &str = "-in-games";

/// How many faults a check could show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FaultCoverage {
    /// The faults that the channel can show, with the answers that the engine has given.
    pub shown: usize,
    /// The faults that the channel can show in the chosen cases, whatever the engine answers.
    pub possible: usize,
    /// All faults that the oracle knows.
    pub of: usize,
}

impl FaultCoverage {
    /// The faults that a subject with these abilities can show; `None` for channels that can be asked everything, and for
    /// subjects that do not play moves.
    #[must_use]
    pub fn of(can: Abilities) -> Option<Self> {
        let can_ask_all = matches!(can.channel, Channel::Line | Channel::Library);
        let possible = visible(can.channel.asks(), can.sets_up).count();
        (can.plays_moves && !can_ask_all).then(|| Self {
            shown: possible,
            possible,
            of: TABLE.lines().count(),
        })
    }

    /// How many faults show in leaf counts.
    #[must_use]
    pub fn by_counts() -> usize {
        visible(Asks::Counts, true).count()
    }

    /// The faults that the answers of an engine could show. An engine that can only play shows something where it plays
    /// the best move, or a wrong one.
    #[must_use]
    pub fn of_answers(can: Abilities, plays: &[PlayCase], cases: &[CaseResult]) -> Option<Self> {
        let all = Self::of(can)?;
        if can.channel.asks() != Asks::BestMove {
            return Some(all);
        }
        let has_shown = |verdict| matches!(verdict, Verdict::Pass | Verdict::Fail);
        let answered: BTreeSet<&str> = cases
            .iter()
            .filter(|case| has_shown(case.verdict))
            .map(|case| case.address.as_str())
            .collect();
        let visible: BTreeSet<_> = visible(Asks::BestMove, can.sets_up).collect();
        let faults = |is_wanted: &dyn Fn(&&PlayCase) -> bool| {
            let chosen = plays.iter().filter(is_wanted);
            let faults: BTreeSet<_> = chosen.flat_map(|case| &case.faults).collect();
            let faults = faults.into_iter();
            faults.filter(|it| visible.contains(it.as_str())).count()
        };
        Some(Self {
            shown: faults(&|case| answered.contains(case.address.as_str())),
            possible: faults(&|_| true),
            ..all
        })
    }

    /// Whether the answers could show less than half of what is possible.
    #[must_use]
    pub fn is_small(self) -> bool {
        2 * self.shown < self.possible
    }
}

/// The names of the faults that a kind of question shows.
fn visible(asks: Asks, sets_up: bool) -> impl Iterator<Item = &'static str> {
    let rows = TABLE.lines().filter_map(|row| row.split_once(':'));
    let rest = if sets_up { "" } else { IN_GAMES };
    let is_wanted = move |it: &str| it.strip_prefix(word(asks)) == Some(rest);
    let has_word = move |words: &str| words.split_whitespace().any(is_wanted);
    rows.filter(move |(_, words)| has_word(words))
        .map(|(name, _)| name)
}

/// The word in the table.
fn word(asks: Asks) -> &'static str {
    match asks {
        Asks::Counts => "counts",
        Asks::Moves => "moves",
        Asks::Legality => "legality",
        Asks::BestMove => "play",
    }
}
