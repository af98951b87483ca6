//! Selecting cases by address.

use std::error::Error;
use std::fmt;

use crate::diagnostic::{propose, similar};
use crate::twin::{Addressed, addresses};
use crate::{Case, FenCase, PlayCase, SearchCase, StateCase, Suite, Suites};

/// The selected cases, in the order of the suites, none twice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    /// Positions with counts.
    pub cases: Vec<Case>,
    /// FENs with en passant squares.
    pub fen_cases: Vec<FenCase>,
    /// Questions about the state of a game.
    pub state_cases: Vec<StateCase>,
    /// Positions in which a move is played.
    pub play_cases: Vec<PlayCase>,
    /// Positions that are searched.
    pub search_cases: Vec<SearchCase>,
}

/// Selectors that match no case, each with the addresses that resemble it most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSelectors(Vec<(String, Vec<String>)>);

impl Suites {
    /// The cases that match any of the selectors.
    ///
    /// A selector is an address or its beginning, up to a `/`: `en-passant`, `en-passant/plain`,
    /// `perft/standard/kiwipete`; or `quick`, a few cases that reveal every fault that all cases reveal. With the name of
    /// a [twin](Case::twins) at its end, it selects the twins: `en-passant/plain~flipped~mirrored`.
    pub fn select<S: AsRef<str>>(
        &self,
        selectors: impl IntoIterator<Item = S>,
    ) -> Result<Selection, UnknownSelectors> {
        let selectors: Vec<_> = selectors.into_iter().collect();
        let selectors: Vec<_> = selectors
            .iter()
            .flat_map(|s| expand(s.as_ref()))
            .map(Selector::new)
            .collect();
        let selection = Selection {
            cases: pick(self.cases(), &selectors),
            fen_cases: pick(self.fen_cases(), &selectors),
            state_cases: pick(self.state_cases(), &selectors),
            play_cases: pick(self.play_cases(), &selectors),
            search_cases: self.select_searches(&selectors),
        };
        let unknown: Vec<_> = selectors
            .iter()
            .filter(|selector| {
                !selection
                    .addresses()
                    .any(|address| selector.selects(address))
            })
            .map(|selector| (selector.to_string(), self.similar(selector)))
            .collect();
        if unknown.is_empty() {
            Ok(selection)
        } else {
            Err(UnknownSelectors(unknown))
        }
    }

    /// The cases about searches, those of legal lines last.
    fn select_searches(&self, selectors: &[Selector<'_>]) -> Vec<SearchCase> {
        let is_picked = |case: &SearchCase| is_selected(&case.address, selectors);
        let mut cases = pick(self.search_cases(), selectors);
        cases.extend(self.line_cases().filter(is_picked));
        cases
    }

    /// The addresses that resemble a selector most.
    fn similar(&self, selector: &Selector<'_>) -> Vec<String> {
        let folders = ["en-passant", "fen", "perft", "play", "search", "state"];
        let names = folders
            .into_iter()
            .chain(names(self.suites()))
            .chain(names(self.fen_suites()))
            .chain(names(self.state_suites()))
            .chain(names(self.play_suites()))
            .chain(names(self.search_suites()));
        let found = similar(selector.start, names);
        found.into_iter().map(str::to_owned).collect()
    }
}

impl Selection {
    fn addresses(&self) -> impl Iterator<Item = &str> {
        addresses(&self.cases)
            .chain(addresses(&self.fen_cases))
            .chain(addresses(&self.state_cases))
            .chain(addresses(&self.play_cases))
            .chain(addresses(&self.search_cases))
    }
}

/// The selected cases. Twins are made only for selectors that name one.
fn pick<'a, T: Addressed + 'a>(
    cases: impl Iterator<Item = &'a T>,
    selectors: &[Selector<'_>],
) -> Vec<T> {
    let twins = |case: &T| {
        if selectors.iter().any(|it| it.is_twin_of(case.address())) {
            case.every_twin()
        } else {
            Vec::new()
        }
    };
    cases
        .flat_map(|case| std::iter::once(case.clone()).chain(twins(case)))
        .filter(|case| is_selected(case.address(), selectors))
        .collect()
}

/// The names of suites, and then the addresses of their cases.
fn names<T: Addressed>(suites: &[Suite<T>]) -> impl Iterator<Item = &str> {
    let cases = suites.iter().flat_map(|suite| addresses(&suite.cases));
    suites.iter().map(|suite| suite.name.as_str()).chain(cases)
}

fn is_selected(address: &str, selectors: &[Selector<'_>]) -> bool {
    selectors.iter().any(|it| it.selects(address))
}

/// The addresses of `suites/quick.txt`, one per line.
const QUICK: &str = include_str!(concat!(env!("OUT_DIR"), "/quick.txt"));

/// The selectors that a word stands for: itself, or the addresses of the quick cases.
fn expand(word: &str) -> impl Iterator<Item = &str> {
    let is_quick = word == "quick";
    quick_addresses()
        .filter(move |_| is_quick)
        .chain((!is_quick).then_some(word))
}

/// Tells whether the selector `quick` selects the case with this address.
#[must_use]
pub fn is_quick(address: &str) -> bool {
    quick_addresses().any(|quick| Selector::new(quick).selects(address))
}

fn quick_addresses<'a>() -> impl Iterator<Item = &'a str> {
    let lines = QUICK.lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The beginning of addresses, and the name of a twin.
struct Selector<'a> {
    start: &'a str,
    twin: Option<&'a str>,
}

impl<'a> Selector<'a> {
    fn new(text: &'a str) -> Self {
        let (start, twin) = split_twin(text);
        Self {
            start: start.trim_end_matches('/'),
            twin,
        }
    }

    fn selects(&self, address: &str) -> bool {
        let (case, twin) = split_twin(address);
        self.twin == twin && self.begins(case)
    }

    fn is_twin_of(&self, address: &str) -> bool {
        self.twin.is_some() && self.begins(address)
    }

    fn begins(&self, address: &str) -> bool {
        address
            .strip_prefix(self.start)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// An address, and the name of a twin.
fn split_twin(address: &str) -> (&str, Option<&str>) {
    match address.split_once('~') {
        Some((address, twin)) => (address, Some(twin)),
        None => (address, None),
    }
}

impl fmt::Display for Selector<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.start)?;
        self.twin.iter().try_for_each(|twin| write!(f, "~{twin}"))
    }
}

impl fmt::Display for UnknownSelectors {
    /// Writes one sentence for each selector, one per line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (selector, similar)) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}there is no {selector}")?;
            if let Some(proposal) = propose(similar) {
                write!(f, "; {proposal}")?;
            }
        }
        Ok(())
    }
}

impl Error for UnknownSelectors {}
