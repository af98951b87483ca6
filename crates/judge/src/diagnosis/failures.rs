//! The number of failures of a check that a fault explains.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant};

use passant_oracle::{FaultSet, Oracle};
use passant_query::{
    Abilities, Answer, Asks, Channel, Counts, EngineError, Interrupt, Line, Query, Question,
    Subject,
};
use passant_suite::StateCase;
use serde::{Deserialize, Serialize};

use super::predictions::{Predictions, predict};
use super::queries::{PositionQuery, queries_about, queries_of_state, query_after_game};
use crate::Connections;
use crate::check::questions::Conventions;
use crate::check::{CaseResult, Difference, Plan, PresentationResult, QuestionKind, Run, Verdict};

/// The time for which the oracle is asked.
const TIME: Duration = Duration::from_secs(10);

/// The number of failing cases of a class that the engine is asked about again.
const OF_A_CLASS: usize = 6;

/// The number of failing cases that no fault explains whose addresses are kept.
const KEPT: usize = 3;

/// Longer than any answer takes.
const UNLIMITED: Duration = Duration::from_secs(86_400);

/// The failing cases of a check, and how many of them an engine with the fault would fail too; none of them if there is no name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExplainedFailures {
    /// The failing cases that an engine with the fault fails in the same way.
    pub explained: usize,
    /// The failing cases about which the oracle was asked, which are all of them unless that takes too long.
    pub failing: usize,
    /// The addresses of the first failing cases that an engine with the fault does not fail in the same way. They show something
    /// else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unexplained: Vec<String>,
}

/// The oracle, which answers only what engines answer through a channel.
pub struct OracleThrough {
    oracle: Oracle,
    can: Abilities,
}

impl OracleThrough {
    /// An engine with faults that answers no more than these abilities allow.
    #[must_use]
    pub fn new(can: Abilities, faults: FaultSet) -> Self {
        Self {
            oracle: Oracle::with(faults),
            can,
        }
    }
}

impl Subject for OracleThrough {
    fn can(&self) -> Abilities {
        self.can
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        if !self.can.sets_up && !line.is_from_initial_position() {
            return Err(EngineError::unsupported("positions that are set up"));
        }
        let channel = self.can.channel;
        let asks = channel.asks();
        let is_possible = match query {
            Query::Count(_) => asks == Asks::Counts,
            Query::Moves => asks == Asks::Moves,
            Query::Legal(_) => asks == Asks::Legality,
            Query::BestMove(_) => {
                matches!(channel, Channel::SearchMoves | Channel::BestMove)
            }
            _ => false,
        };
        if !is_possible {
            return Err(EngineError::unsupported(query.word()));
        }
        Ok(match self.oracle.ask(line, query)? {
            Answer::Counts(Counts { total, .. }) if channel == Channel::Total => {
                let moves = Vec::new();
                Answer::Counts(Counts { moves, total })
            }
            answer => answer,
        })
    }
}

/// Asks the oracle with the faults the cases of a plan that have failed, in the same way, until it is interrupted.
#[must_use]
pub fn count_explained_failures(
    plan: &Plan,
    can: Abilities,
    faults: FaultSet,
    cases: &[CaseResult],
    interrupt: &Interrupt,
) -> ExplainedFailures {
    let failing: HashMap<_, _> = cases
        .iter()
        .filter(|case| case.breaks_rules())
        .map(|case| (case.address.as_str(), case))
        .collect();
    // Deeper counts show no more, and the oracle is slow.
    let plan = plan.restrict(|address| {
        let case = failing.get(address)?;
        Some(deepest_failure(case).max(1))
    });
    let start = Instant::now();
    let run = Run {
        connect: &|| Connections::through(Box::new(OracleThrough::new(can, faults))),
        channel: can.channel,
        plan: &plan,
        conventions: Conventions::default(),
        jobs: 2,
        // Each case is asked as deep as it goes, as many cases as there is time for.
        reply: UNLIMITED,
        time: UNLIMITED,
        for_diagnosis: Duration::ZERO,
        interrupt,
        known: &HashMap::new(),
        ends: &|_| TIME <= start.elapsed(),
    };
    let checked = run.run(|_, _| {});
    let is_explained = |predicted: &&CaseResult| {
        let case = failing.get(predicted.address.as_str());
        case.is_some_and(|case| fails_alike(case, predicted))
    };
    let compared = |case: &&CaseResult| case.verdict != Verdict::Unsupported;
    let (explained, others): (Vec<_>, Vec<_>) = checked
        .cases
        .iter()
        .filter(compared)
        .partition(is_explained);
    let unexplained = others.iter().take(KEPT).map(|it| it.address.clone());
    ExplainedFailures {
        explained: explained.len(),
        failing: explained.len() + others.len(),
        unexplained: unexplained.collect(),
    }
}

/// Questions about the positions in which a check has found failures: the moves of each, or its count where the moves are
/// not known. A fault that shows nowhere else must not be missed. An engine that does not set up positions, or plays moves
/// after the initial position alone, is asked about the moves after the same games.
#[must_use]
pub fn questions_of_failures(cases: &[CaseResult], can: Abilities) -> Vec<Predictions> {
    let mut of_class: BTreeMap<&str, usize> = BTreeMap::new();
    let failed = cases.iter().filter(|case| case.breaks_rules());
    let few = failed.filter(|case| {
        let number = of_class.entry(&case.class).or_default();
        *number += 1;
        *number <= OF_A_CLASS
    });
    let presented = few
        .flat_map(|case| &case.presentations)
        .filter(|it| it.verdict == Verdict::Fail);
    let (games, positions): (Vec<_>, Vec<_>) = presented.partition(|it| {
        let game = game_of(it).filter(Line::is_from_initial_position);
        !can.sets_up || can.plays_games && game.is_some()
    });
    let mut seen = BTreeSet::new();
    let games = games
        .into_iter()
        .filter_map(game_of)
        .filter(|line| seen.insert(line.to_string()));
    let of_games: Vec<_> = games
        .filter_map(|game| query_after_game(game, Query::Moves))
        .collect();
    let roots = positions.into_iter().filter_map(|it| {
        let given = it.line.as_ref().map(|line| &line.setup);
        let root = difference(it).map(|it| &it.setup).or(given)?;
        seen.insert(root.fen().to_string()).then(|| root.clone())
    });
    let is_asked = |it: &PositionQuery| {
        let Question { line, query } = &it.question;
        *query == Query::Moves && (!can.plays_games || line.steps.is_empty())
    };
    let queries = roots.flat_map(|root| queries_about(&root, []));
    predict(
        of_games
            .into_iter()
            .chain(queries.filter(is_asked))
            .collect(),
    )
}

/// The questions of failing cases about the state of a game, with both colors, as far as their kind is answered wrongly there.
#[must_use]
pub fn state_questions_of_failures<'a>(
    state_cases: impl Iterator<Item = &'a StateCase>,
    cases: &[CaseResult],
) -> Vec<Predictions> {
    let failed: HashMap<_, _> = cases
        .iter()
        .filter(|case| case.breaks_rules())
        .map(|it| (it.address.as_str(), it))
        .collect();
    let mut of_class: BTreeMap<&str, usize> = BTreeMap::new();
    let mut queries = Vec::new();
    for case in state_cases {
        let Some(result) = failed.get(case.address.as_str()) else {
            continue;
        };
        let number = of_class.entry(case.question.class()).or_default();
        *number += 1;
        if *number <= OF_A_CLASS {
            let findings = result.presentations.iter().flat_map(|it| &it.findings);
            let kinds: Vec<_> = findings.map(|it| it.question).collect();
            let is_wrong = |query: &Query| kinds.contains(&QuestionKind::of(query));
            let twins = [Some(case.clone()), case.flip()].into_iter().flatten();
            queries.extend(twins.flat_map(|it| queries_of_state(&it, is_wrong)));
        }
    }
    predict(queries)
}

/// Returns the game that was sent, if moves were.
fn game_of(result: &PresentationResult) -> Option<Line> {
    let line = result.line.as_ref();
    line.filter(|it| !it.steps.is_empty()).cloned()
}

/// The depth of the deepest count that was wrong; 0 if none was.
fn deepest_failure(case: &CaseResult) -> u32 {
    let findings = case.presentations.iter().flat_map(|it| &it.findings);
    findings.filter_map(|it| it.depth).max().unwrap_or(0)
}

/// Tells whether every presentation that fails is predicted to fail, with the same moves where both name them.
fn fails_alike(case: &CaseResult, predicted: &CaseResult) -> bool {
    let failed = case
        .presentations
        .iter()
        .filter(|it| it.verdict == Verdict::Fail);
    let is_predicted = |it: &PresentationResult| {
        predicted.presentations.iter().any(|other| {
            let [one, two] = [it, other].map(difference);
            let are_alike = one.zip(two).is_none_or(|(one, two)| {
                one.path != two.path || (&one.missing, &one.extra) == (&two.missing, &two.extra)
            });
            it.is_given_alike(other) && other.verdict == Verdict::Fail && are_alike
        })
    };
    failed.into_iter().all(is_predicted)
}

/// The first position in which the moves differ.
fn difference(result: &PresentationResult) -> Option<&Difference> {
    let mut findings = result.findings.iter();
    findings.find_map(|finding| finding.difference.as_ref())
}
