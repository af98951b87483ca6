//! Chooses cases and depths, and puts them in order.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::str::FromStr;

use passant_query::{Abilities, Channel, Interrupt, Line};
use passant_suite::{
    PlayCase, SearchCase, SearchClaim, Selection, StateCase, Suites, is_quick, propose, similar,
};

use super::item::{CountLimits, Item};
use super::order::numbers_in_files;

/// The suites that are asked if none is chosen.
const DEFAULT: [&str; 4] = ["en-passant", "state", "play", "search"];

/// A choice of cases from the suites.
#[derive(Clone, Default, Debug)]
pub struct Choice {
    /// Addresses or their beginnings. If empty, all of `en-passant`, `state`, `play` and `search`.
    pub suites: Vec<String>,
    /// Classes. If empty, all classes.
    pub classes: Vec<String>,
    /// Parts of addresses. If not empty, an address must contain one of them.
    pub filters: Vec<String>,
    /// The largest count that is asked for, in nodes.
    pub max_nodes: u64,
    /// The maximum depth. All depths up to it are counted, also those that are not stored.
    pub depth: Option<u32>,
    /// The part of the cases that is asked.
    pub shard: Option<Shard>,
    /// Lines that are asked about, each with its end. If there are any and no suites, nothing else is asked.
    pub lines: Vec<Line>,
}

/// One of several parts of nearly the same size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u32,
    count: NonZeroU32,
}

/// The chosen cases, those with the smallest counts first.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions to count.
    pub items: Vec<Item>,
    /// Questions about the state of a game.
    pub questions: Vec<StateCase>,
    /// Positions in which a move is played.
    pub plays: Vec<PlayCase>,
    /// Positions to search, the most telling first.
    pub searches: Vec<SearchCase>,
    /// True if the questions and the positions to play in were chosen by name, not only by default.
    pub names_questions: bool,
    /// The smallest count of each chosen position that is left out, because all its counts are above the largest that is
    /// asked for.
    pub left_out_counts: Vec<u64>,
    /// True if the positions of the quick suite are asked before all others.
    asks_quick_first: bool,
    limits: CountLimits,
}

impl Plan {
    /// A plan of these positions alone.
    #[must_use]
    pub fn of_items(items: Vec<Item>) -> Self {
        Self {
            items,
            questions: Vec::new(),
            plays: Vec::new(),
            searches: Vec::new(),
            names_questions: false,
            left_out_counts: Vec::new(),
            asks_quick_first: false,
            limits: CountLimits {
                depth: None,
                max_nodes: u64::MAX,
            },
        }
    }

    /// Returns the number of cases of every kind.
    #[must_use]
    pub fn number_of_cases(&self) -> usize {
        self.items.len() + self.questions.len() + self.plays.len() + self.searches.len()
    }

    /// Chooses from the suites.
    ///
    /// # Errors
    ///
    /// A message that names the suite or class that does not exist.
    pub fn new(suites: &Suites, choice: &Choice) -> Result<Self, String> {
        let all = DEFAULT.map(str::to_owned);
        let names = if choice.suites.is_empty() && choice.lines.is_empty() {
            &all[..]
        } else {
            &choice.suites
        };
        let selection = suites.select(names).map_err(|error| error.to_string())?;
        choice.has_classes_of(&selection, names)?;
        let mut cases = selection.cases;
        cases.retain(|case| choice.has(&case.address, &case.class));
        // A choice without positions to count names the questions. This is decided before shards and limits, so that
        // an empty part of the positions does not count as such a choice.
        let names = |name: &String| name.starts_with("state") || name.starts_with("play");
        let names_questions = choice.suites.iter().any(names) || cases.is_empty();
        let limits = choice.limits();
        let left_out_counts = cases.iter().filter_map(|case| limits.smallest_above(case));
        let left_out_counts = left_out_counts.collect();
        let mut items = limits.items(cases);
        let depth = choice.depth.unwrap_or(1);
        items.extend(
            choice
                .lines
                .iter()
                .filter_map(|line| Item::of_line(line, depth)),
        );
        let mut questions = selection.state_cases;
        questions.retain(|case| choice.has(&case.address, case.question.class()));
        let mut plays = selection.play_cases;
        plays.retain(|case| choice.has(&case.address, &case.class));
        let mut searches = selection.search_cases;
        searches.retain(|case| choice.has(&case.address, &case.class));
        let mut searches = most_telling_first(searches);
        if let Some(shard) = choice.shard {
            let mut numbers = 0..;
            let mut is_in_shard = || numbers.next().is_some_and(|number: u32| shard.has(number));
            items.retain(|_| is_in_shard());
            questions.retain(|_| is_in_shard());
            plays.retain(|_| is_in_shard());
            searches.retain(|_| is_in_shard());
        }
        Ok(Self {
            items,
            questions,
            plays,
            searches,
            names_questions,
            left_out_counts,
            asks_quick_first: false,
            limits,
        })
    }

    /// Adds the counts of all depths up to the maximum that are not stored.
    ///
    /// This takes time, and is therefore done for each case when it is asked. After an interrupt, fewer depths are added.
    #[must_use]
    pub fn with_all_depths(&self, item: &Item, interrupt: &Interrupt) -> Item {
        self.limits.with_all_depths(item, interrupt)
    }

    /// The positions with the counts of all depths up to the maximum.
    #[must_use]
    pub fn to_all_depths(&self) -> Vec<Item> {
        self.limits.to_all_depths(&self.items)
    }

    /// The positions for which `deepest` names a maximum depth, with their stored counts up to it, and without questions
    /// about the state of a game.
    #[must_use]
    pub(crate) fn restrict(&self, deepest: impl Fn(&str) -> Option<u32>) -> Self {
        let mut items = self.items.clone();
        items.retain_mut(|item| {
            let deepest = deepest(&item.case.address);
            item.depths.retain(|&(depth, _)| Some(depth) <= deepest);
            deepest.is_some()
        });
        let plays = self
            .plays
            .iter()
            .filter(|case| deepest(&case.address).is_some());
        Self {
            items,
            questions: Vec::new(),
            plays: plays.cloned().collect(),
            searches: Vec::new(),
            names_questions: self.names_questions,
            left_out_counts: Vec::new(),
            asks_quick_first: false,
            limits: CountLimits {
                depth: None,
                ..self.limits
            },
        }
    }

    /// The plan for an engine. It is asked about the quick positions first, because they catch nearly every fault, and a slow
    /// engine may have no time for the others. An engine that sets up no positions is asked about the shortest games first,
    /// and about positions without a known game last.
    #[must_use]
    pub fn in_order_for(&self, can: Abilities) -> Self {
        let mut plan = self.clone();
        if can.sets_up {
            plan.asks_quick_first = true;
            return plan;
        }
        plan.items.sort_by_key(|item| {
            let moves = item.case.proof.len();
            (moves == 0, moves)
        });
        plan
    }

    /// The indices of the positions to count, in the order in which they are asked.
    pub(super) fn order_of_items(&self) -> Vec<usize> {
        let mut order: Vec<_> = (0..self.items.len()).collect();
        if self.asks_quick_first {
            order.sort_by_cached_key(|&index| !is_quick(&self.items[index].case.address));
        }
        order
    }

    /// The number of cases that are asked through a channel.
    #[must_use]
    pub fn cases(&self, channel: Channel) -> usize {
        self.items.len() + self.questions(channel).len() + self.plays(channel).len()
    }

    /// The positions to play in that are asked through a channel. By default, only engines that can do nothing else are
    /// asked.
    #[must_use]
    pub fn plays(&self, channel: Channel) -> &[PlayCase] {
        if channel == Channel::BestMove || self.names_questions {
            &self.plays
        } else {
            &[]
        }
    }

    /// The questions about the state of a game that are asked through a channel. By default, only channels that can
    /// answer them are asked.
    #[must_use]
    pub fn questions(&self, channel: Channel) -> &[StateCase] {
        let can_be_asked = matches!(channel, Channel::Line | Channel::Library);
        if can_be_asked || self.names_questions {
            &self.questions
        } else {
            &[]
        }
    }
}

impl Choice {
    /// Tells whether no cases are chosen, so that all of them are asked.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        let lists = [&self.suites, &self.classes, &self.filters];
        self.shard.is_none() && self.lines.is_empty() && lists.iter().all(|list| list.is_empty())
    }

    fn limits(&self) -> CountLimits {
        CountLimits {
            depth: self.depth,
            max_nodes: self.max_nodes,
        }
    }

    /// Tells whether a case has one of the classes and passes the filters.
    fn has(&self, address: &str, class: &str) -> bool {
        let (classes, filters) = (&self.classes, &self.filters);
        (classes.is_empty() || classes.iter().any(|chosen| chosen == class))
            && (filters.is_empty() || filters.iter().any(|part| address.contains(part.as_str())))
    }

    /// Tells whether every class that is named exists among the selected cases; otherwise a message.
    fn has_classes_of(&self, selection: &Selection, names: &[String]) -> Result<(), String> {
        let counted = selection.cases.iter().map(|case| case.class.as_str());
        let asked = selection.state_cases.iter();
        let played = selection.play_cases.iter();
        let search_cases = selection.search_cases.iter();
        let classes: BTreeSet<_> = counted
            .chain(asked.map(|case| case.question.class()))
            .chain(played.map(|case| case.class.as_str()))
            .chain(search_cases.map(|case| case.class.as_str()))
            .collect();
        for class in &self.classes {
            if !classes.contains(class.as_str()) {
                let found = similar(class, classes.iter().copied());
                let hint = propose(&found).unwrap_or_else(|| {
                    let all: Vec<_> = classes.iter().copied().collect();
                    format!("the classes are {}", all.join(", "))
                });
                let names = names.join(", ");
                return Err(format!("there is no class {class} in {names}; {hint}"));
            }
        }
        Ok(())
    }
}

/// Puts cases about what must be found before those about legal lines, and of these one of each file after the other, so
/// that an engine that is asked a part of them is asked about every class.
fn most_telling_first(searches: Vec<SearchCase>) -> Vec<SearchCase> {
    let numbers = numbers_in_files(searches.iter().map(|case| case.address.as_str()));
    let mut numbered: Vec<_> = numbers.into_iter().zip(searches).collect();
    numbered.sort_by_key(|(number, case)| (case.claim == SearchClaim::LegalLines, *number));
    numbered.into_iter().map(|(_, case)| case).collect()
}

impl Shard {
    fn has(self, number: u32) -> bool {
        number % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `I/N`, with parts numbered from 1.
    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some((
                index.parse::<u32>().ok()?,
                count.parse::<NonZeroU32>().ok()?,
            ))
        });
        match numbers {
            Some((index, count)) if 1 <= index && index <= count.get() => Ok(Self {
                index: index - 1,
                count,
            }),
            _ => Err("expected I/N, for example 1/4 for the first of four parts".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use passant_suite::Suites;

    use super::{Channel, Choice, Plan};
    use passant_query::{Abilities, Interrupt};

    fn plan(choice: &Choice) -> Vec<String> {
        let plan = Plan::new(&Suites::builtin().unwrap(), choice).unwrap();
        plan.items
            .into_iter()
            .map(|item| item.case.address)
            .collect()
    }

    #[test]
    fn shards_contain_every_case_once() {
        let whole = Choice {
            max_nodes: u64::MAX,
            ..Choice::default()
        };
        let mut parts: Vec<_> = ["1/3", "2/3", "3/3"]
            .iter()
            .flat_map(|shard| {
                plan(&Choice {
                    shard: Some(shard.parse().unwrap()),
                    ..whole.clone()
                })
            })
            .collect();
        let mut all = plan(&whole);
        parts.sort();
        all.sort();
        assert_eq!(parts, all);
        for text in ["0/3", "4/3", "1/0", "1", "a/b"] {
            assert!(text.parse::<super::Shard>().is_err(), "{text}");
        }
    }

    /// Tells whether the default questions are asked does not depend on the other cases of a shard.
    #[test]
    fn a_shard_asks_the_same_questions_as_the_whole() {
        let suites = Suites::builtin().unwrap();
        let plan = |choice: &Choice| Plan::new(&suites, choice).unwrap();
        let asked = |choice: &Choice| plan(choice).questions(Channel::Divide).len();
        let whole = Choice {
            max_nodes: u64::MAX,
            ..Choice::default()
        };
        // With one shard per case, the last shard has only a position to search.
        let Plan {
            items,
            questions,
            plays,
            searches,
            ..
        } = plan(&whole);
        let parts = items.len() + questions.len() + plays.len() + searches.len();
        let part = Choice {
            shard: Some(format!("{parts}/{parts}").parse().unwrap()),
            ..whole.clone()
        };
        let last = plan(&part);
        let asked_last = [last.items.len(), last.questions.len(), last.plays.len()];
        assert_eq!((asked_last, last.searches.len()), ([0; 3], 1));
        let small = Choice {
            max_nodes: 0,
            ..Choice::default()
        };
        for names_nothing in [&whole, &part, &small] {
            assert_eq!(asked(names_nothing), 0, "{names_nothing:?}");
        }
        let named = Choice {
            classes: vec!["repetition".to_owned()],
            ..whole
        };
        assert!(0 < asked(&named));
    }

    /// Published at depth 1: 20, 48, 14, 6, 44 and 46 moves.
    #[test]
    fn knows_the_smallest_counts_of_positions_that_are_left_out() {
        let left_out = |max_nodes| {
            let choice = Choice {
                suites: vec!["perft/standard".to_owned()],
                max_nodes,
                ..Choice::default()
            };
            let plan = Plan::new(&Suites::builtin().unwrap(), &choice).unwrap();
            (plan.items.len(), plan.left_out_counts)
        };
        assert_eq!(left_out(5), (0, vec![20, 48, 14, 6, 44, 46]));
        assert_eq!(left_out(20), (3, vec![48, 44, 46]));
        assert_eq!(left_out(48), (6, vec![]));
    }

    /// `suites/quick.txt` names the positions, and they are asked in the order of the plan.
    #[test]
    fn asks_an_engine_that_sets_up_positions_the_quick_ones_first() {
        let suites = Suites::builtin().unwrap();
        let choice = |suites: &[&str]| Choice {
            suites: suites.iter().map(ToString::to_string).collect(),
            max_nodes: 1_000_000,
            ..Choice::default()
        };
        let quick = Plan::new(&suites, &choice(&["quick"])).unwrap();
        let plan = Plan::new(&suites, &choice(&["en-passant", "perft"])).unwrap();
        let plan = plan.in_order_for(Abilities::of(Channel::Divide));
        let addresses = |plan: &Plan, order: &[usize]| -> Vec<String> {
            let items = order.iter().map(|&index| &plan.items[index]);
            items.map(|item| item.case.address.clone()).collect()
        };
        let asked = addresses(&plan, &plan.order_of_items());
        let expected = addresses(&quick, &quick.order_of_items());
        assert!(expected.len() < asked.len());
        assert_eq!(asked[..expected.len()], expected);
    }

    #[test]
    fn counts_depths_that_are_not_stored() {
        let choice = Choice {
            suites: vec!["perft/standard/kiwipete".to_owned()],
            max_nodes: 5_000_000,
            depth: Some(9),
            ..Choice::default()
        };
        let mut plan = Plan::new(&Suites::builtin().unwrap(), &choice).unwrap();
        // At first there are only the stored depths.
        let stored: Vec<_> = plan.items[0].case.depths().collect();
        assert!(plan.items[0].depths.iter().all(|it| stored.contains(it)));
        // Pretend that only depth 1 is stored.
        plan.items[0].depths.truncate(1);
        let interrupt = Interrupt::default();
        let item = plan.with_all_depths(&plan.items[0], &interrupt);
        // Published for kiwipete.
        let expected = [(1, 48), (2, 2039), (3, 97_862), (4, 4_085_603)];
        assert_eq!(item.depths, expected);
        interrupt.raise();
        let item = plan.with_all_depths(&plan.items[0], &interrupt);
        assert_eq!(item.depths, expected[..1]);
    }
}
