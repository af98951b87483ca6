//! Counts the faults that a channel can show.
//!
//! The table `visible_faults.txt` comes from the oracle: each fault, and the kinds of questions with which a check of the
//! built-in suites finds it. A test asks the oracle again. The word `search` stands where a case of `suites/search` names
//! the fault.

use std::collections::BTreeSet;

use passant_judge::check::{CaseResult, Plan, Verdict};
use passant_query::{Abilities, Asks, Channel};
use serde::{Deserialize, Serialize};

/// Each fault with the words of [`word`] for subjects that set up positions, and with those followed by [`IN_GAMES`] for
/// subjects that do not.
const TABLE: &str = include_str!("visible_faults.txt");

/// The suffix of the word for subjects that can be asked about games from the initial position only.
const IN_GAMES: &str = "-in-games";

/// The number of faults that a check could show.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FaultCoverage {
    /// The faults that the channel can show, with the answers that the engine has given.
    pub shown: usize,
    /// The faults that the channel can show in the chosen cases, whatever the engine answers.
    pub possible: usize,
    /// All faults that the oracle knows.
    pub of: usize,
    /// The faults that engines with this protocol can show through some channel or by searching; absent if the user has
    /// chosen cases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub protocol: Option<usize>,
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
            protocol: None,
        })
    }

    /// Returns the names of the faults that show in leaf counts.
    pub fn faults_by_counts() -> impl Iterator<Item = &'static str> {
        visible(Asks::Counts, true)
    }

    /// The faults that the answers of an engine could show. An engine that can only play shows something where it plays
    /// the best move, or a wrong one.
    ///
    /// `is_whole` says that the user has not chosen cases.
    #[must_use]
    pub fn of_answers(
        can: Abilities,
        plan: &Plan,
        is_whole: bool,
        cases: &[CaseResult],
    ) -> Option<Self> {
        let all = Self::of(can)?;
        let answered: BTreeSet<&str> = cases
            .iter()
            .filter(|case| matches!(case.verdict, Verdict::Pass | Verdict::Fail | Verdict::Xfail))
            .map(|case| case.address.as_str())
            .collect();
        let searched = plan
            .searches
            .iter()
            .filter(|case| answered.contains(case.address.as_str()));
        let searched: BTreeSet<&str> = searched
            .flat_map(|case| &case.faults)
            .map(String::as_str)
            .collect();
        let visible: BTreeSet<&str> = visible(can.channel.asks(), can.sets_up).collect();
        let plays = |is_wanted: &dyn Fn(&str) -> bool| -> BTreeSet<&str> {
            let chosen = plan
                .plays(can.channel)
                .iter()
                .filter(|case| is_wanted(&case.address));
            let faults = chosen.flat_map(|case| &case.faults).map(String::as_str);
            faults.filter(|fault| visible.contains(fault)).collect()
        };
        let (shown, possible) = if can.channel.asks() == Asks::BestMove {
            let shown = plays(&|address| answered.contains(address));
            (shown, plays(&|_| true).len())
        } else {
            (visible.clone(), visible.len())
        };
        Some(Self {
            shown: shown.union(&searched).count(),
            possible,
            protocol: is_whole.then(|| by_protocol(can.channel)),
            ..all
        })
    }

    /// Tells whether the answers could show less than two thirds of the faults that the protocol can show. Where the user has
    /// chosen cases, these are those that the cases can show.
    #[must_use]
    pub fn is_small(self) -> bool {
        3 * self.shown < 2 * self.protocol.unwrap_or(self.possible)
    }
}

/// Counts the faults that engines with the protocol of a channel can show: those with UCI or xboard by everything but scripts.
fn by_protocol(channel: Channel) -> usize {
    let is_script = channel == Channel::Script;
    let counts = word(Asks::Counts);
    let can_show = |words: &str| {
        let mut words = words.split_whitespace();
        words.any(|it| it == counts || !is_script && !it.ends_with(IN_GAMES))
    };
    rows().filter(|(_, words)| can_show(words)).count()
}

/// The names of the faults, each with its words.
fn rows() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter_map(|row| row.split_once(':'))
}

/// The names of the faults that a kind of question shows.
fn visible(asks: Asks, sets_up: bool) -> impl Iterator<Item = &'static str> {
    let rest = if sets_up { "" } else { IN_GAMES };
    let is_wanted = move |it: &str| it.strip_prefix(word(asks)) == Some(rest);
    let has_word = move |words: &str| words.split_whitespace().any(is_wanted);
    rows()
        .filter(move |(_, words)| has_word(words))
        .map(|(name, _)| name)
}

/// The word in the table for the questions of a channel.
fn word(asks: Asks) -> &'static str {
    match asks {
        Asks::Counts => "counts",
        Asks::Moves => "moves",
        Asks::Legality => "legality",
        Asks::BestMove => "play",
    }
}
