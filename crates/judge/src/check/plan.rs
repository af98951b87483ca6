//! Which cases are asked, to which depths, in which order.

use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::str::FromStr;

use passant_perft::bulk;
use passant_suite::{Case, StateCase, Suites};

use super::reference_counts::nodes;
use passant_query::{Channel, Interrupt};

/// What is asked where nothing is chosen.
const DEFAULT: [&str; 2] = ["en-passant", "state"];

/// A case, and the depths at which it is counted.
#[derive(Clone, Debug)]
pub struct Item {
    /// The case.
    pub case: Case,
    /// Depths with their counts, the shallow ones first; never empty. Those that are stored, and one at least.
    pub depths: Vec<(u32, u64)>,
}

/// What to choose from the suites.
#[derive(Clone, Default, Debug)]
pub struct Choice {
    /// Addresses, or how they begin; all of `en-passant` and of `state` if there are none.
    pub suites: Vec<String>,
    /// Classes; all if there are none.
    pub classes: Vec<String>,
    /// Parts of addresses, of which a case must have one; all if there are none.
    pub filters: Vec<String>,
    /// Counts that are larger are left out.
    pub max_nodes: u64,
    /// Asks for all depths up to this one, whether they are stored or not.
    pub depth: Option<u32>,
    /// The part of the cases that this run is for.
    pub shard: Option<Shard>,
}

/// One part of several, equally large as far as that goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u32,
    count: NonZeroU32,
}

/// The cases, the quickest first.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Positions that are counted.
    pub items: Vec<Item>,
    /// Questions about the state of a game.
    pub questions: Vec<StateCase>,
    /// Whether the questions were named, and not only chosen because nothing was.
    pub names_questions: bool,
    /// The depth up to which counts are wanted that are not stored, if any are.
    deepest: Option<u32>,
    /// Counts that are larger are left out.
    max_nodes: u64,
}

impl Plan {
    /// Chooses from the suites. The error says what is not there.
    pub fn new(suites: &Suites, choice: &Choice) -> Result<Self, String> {
        let all = DEFAULT.map(str::to_owned);
        let names = if choice.suites.is_empty() {
            &all[..]
        } else {
            &choice.suites
        };
        let selection = suites.select(names).map_err(|error| error.to_string())?;
        let counted = selection.cases.iter().map(|case| case.class.as_str());
        let asked = selection.state_cases.iter();
        let classes: BTreeSet<_> = counted
            .chain(asked.map(|case| case.question.class()))
            .collect();
        for class in &choice.classes {
            if !classes.contains(class.as_str()) {
                let classes: Vec<_> = classes.iter().copied().collect();
                return Err(format!(
                    "there is no class {class} in {}; there are {}",
                    names.join(", "),
                    classes.join(", ")
                ));
            }
        }
        let mut cases = selection.cases;
        cases.retain(|case| choice.has(&case.address, &case.class));
        // Whoever names no position to count has named the questions. That a part of the cases has none, or none that
        // is small enough, names nothing.
        let names_questions =
            choice.suites.iter().any(|name| name.starts_with("state")) || cases.is_empty();
        let mut items: Vec<_> = cases
            .into_iter()
            .map(|case| Item {
                depths: depths(&case, choice),
                case,
            })
            .filter(|item| !item.depths.is_empty())
            .collect();
        items.sort_by_key(|item| item.depths.last().map(|(_, nodes)| *nodes));
        let mut questions = selection.state_cases;
        questions.retain(|case| choice.has(&case.address, case.question.class()));
        if let Some(shard) = choice.shard {
            let mut numbers = 0..;
            let mut is_in_shard = || numbers.next().is_some_and(|number: u32| shard.has(number));
            items.retain(|_| is_in_shard());
            questions.retain(|_| is_in_shard());
        }
        Ok(Self {
            items,
            questions,
            names_questions,
            deepest: choice.depth,
            max_nodes: choice.max_nodes,
        })
    }

    /// The same with our own counts for all depths that were chosen and are not stored.
    ///
    /// That takes time, and so it is done when a case is asked about, and not before the first. Who is interrupted has
    /// counted less.
    #[must_use]
    pub fn with_all_depths(&self, item: &Item, interrupt: &Interrupt) -> Item {
        let mut item = item.clone();
        let known = item.depths.last().map_or(0, |(depth, _)| *depth);
        let too_large = item
            .case
            .depths()
            .find(|(_, nodes)| self.max_nodes < *nodes);
        for depth in known + 1..=self.deepest.unwrap_or(0) {
            // What is below a tree that is too large is not counted to see.
            if too_large.is_some_and(|(too_deep, _)| too_deep <= depth) {
                break;
            }
            let mut position = item.case.position().clone();
            let Some(nodes) = nodes(&mut position, depth, self.max_nodes, interrupt) else {
                break;
            };
            item.depths.push((depth, nodes));
        }
        item
    }

    /// The questions about the state of a game for an engine that is asked through a rung. Where nothing was chosen,
    /// only those are asked who can be asked anything.
    #[must_use]
    pub fn questions(&self, rung: Channel) -> &[StateCase] {
        let can_be_asked = matches!(rung, Channel::Line | Channel::Library);
        if can_be_asked || self.names_questions {
            &self.questions
        } else {
            &[]
        }
    }
}

impl Choice {
    /// Whether classes and filters let a case through.
    fn has(&self, address: &str, class: &str) -> bool {
        let (classes, filters) = (&self.classes, &self.filters);
        (classes.is_empty() || classes.iter().any(|chosen| chosen == class))
            && (filters.is_empty() || filters.iter().any(|part| address.contains(part.as_str())))
    }
}

/// The depths of a case that are stored with their counts, within what is chosen; depth 1 if none is.
fn depths(case: &Case, choice: &Choice) -> Vec<(u32, u64)> {
    let mut depths: Vec<_> = case.depths().collect();
    if let Some(deepest) = choice.depth {
        depths.retain(|(depth, _)| *depth <= deepest);
        if depths.is_empty() {
            depths.push((1, bulk(&mut case.position().clone(), 1)));
        }
    }
    depths.retain(|(_, nodes)| *nodes <= choice.max_nodes);
    depths
}

impl Shard {
    fn has(self, number: u32) -> bool {
        number % self.count == self.index
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `I/N`, parts counted from 1.
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
            _ => Err("expected I/N, like 1/4 for the first of four parts".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use passant_suite::Suites;

    use super::{Channel, Choice, Plan};
    use passant_query::Interrupt;

    fn plan(choice: &Choice) -> Vec<String> {
        let plan = Plan::new(&Suites::builtin().unwrap(), choice).unwrap();
        plan.items
            .into_iter()
            .map(|item| item.case.address)
            .collect()
    }

    #[test]
    fn shards_are_all_cases_once() {
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

    /// What an engine is asked that cannot be asked everything does not depend on what else is in its part.
    #[test]
    fn a_part_asks_what_the_whole_asks() {
        let suites = Suites::builtin().unwrap();
        let plan = |choice: &Choice| Plan::new(&suites, choice).unwrap();
        let asked = |choice: &Choice| plan(choice).questions(Channel::Divide).len();
        let whole = Choice {
            max_nodes: u64::MAX,
            ..Choice::default()
        };
        // As many parts as there are cases: the last has a question and nothing else.
        let parts = plan(&whole).items.len() + plan(&whole).questions.len();
        let part = Choice {
            shard: Some(format!("{parts}/{parts}").parse().unwrap()),
            ..whole.clone()
        };
        let last = plan(&part);
        assert_eq!((last.items.len(), last.questions.len()), (0, 1));
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

    #[test]
    fn depths_that_are_not_stored_are_counted() {
        let choice = Choice {
            suites: vec!["perft/standard/kiwipete".to_owned()],
            max_nodes: 5_000_000,
            depth: Some(9),
            ..Choice::default()
        };
        let mut plan = Plan::new(&Suites::builtin().unwrap(), &choice).unwrap();
        // What is stored is there at once, and nothing is counted before somebody asks.
        let stored: Vec<_> = plan.items[0].case.depths().collect();
        assert!(plan.items[0].depths.iter().all(|it| stored.contains(it)));
        // As if none were stored.
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
