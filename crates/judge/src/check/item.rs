//! Positions to count, with their depths.

use passant_count::bulk;
use passant_query::{Abilities, Asks, Channel, Interrupt, Line};
use passant_suite::{Case, Reach};

use super::hearing::Hearing;
use super::left_out::HAS_TIMED_OUT;
use super::pace::Pace;
use super::presentation::{self, Presentation, Prompt};
use super::reference_counts::nodes;
use super::worker::{PlannedCase, Worker};
use super::{CaseResult, PresentationResult, QuestionKind, Verdict};

/// A case, and the depths to which it is counted.
#[derive(Clone, Debug)]
pub struct Item {
    /// The case.
    pub case: Case,
    /// The line by which it is told first, if it was given by one.
    pub line: Option<Line>,
    /// The depths with their counts, in increasing order. There is at least one.
    pub depths: Vec<(u32, u64)>,
}

/// The depths to which positions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CountLimits {
    /// The maximum depth in plies, if one was chosen.
    pub depth: Option<u32>,
    /// The largest count that is asked for, in nodes.
    pub max_nodes: u64,
}

impl CountLimits {
    /// The cases with the depths whose counts are stored, those with the smallest counts first. Cases without a count
    /// within the limits are left out.
    #[must_use]
    pub fn items(&self, cases: Vec<Case>) -> Vec<Item> {
        let mut items: Vec<_> = cases
            .into_iter()
            .map(|case| Item {
                depths: self.depths_of(&case),
                line: None,
                case,
            })
            .filter(|item| !item.depths.is_empty())
            .collect();
        items.sort_by_key(|item| item.depths.last().map(|(_, nodes)| *nodes));
        items
    }

    /// Adds the counts of all depths up to the maximum that are not stored. After an interrupt, fewer depths are added.
    #[must_use]
    pub fn with_all_depths(&self, item: &Item, interrupt: &Interrupt) -> Item {
        let mut item = item.clone();
        let known = item.depths.last().map_or(0, |(depth, _)| *depth);
        let too_large = item
            .case
            .depths()
            .find(|(_, nodes)| self.max_nodes < *nodes);
        for depth in known + 1..=self.depth.unwrap_or(0) {
            // All deeper trees are larger.
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

    /// The same for all items, without an interrupt.
    #[must_use]
    pub fn to_all_depths(&self, items: &[Item]) -> Vec<Item> {
        let interrupt = Interrupt::default();
        let items = items.iter();
        items
            .map(|item| self.with_all_depths(item, &interrupt))
            .collect()
    }

    /// Returns the smallest count of a case if it is above the largest that is asked for, so that the case is left out.
    pub(super) fn smallest_above(&self, case: &Case) -> Option<u64> {
        let depths = self.depths_within(case);
        let smallest = depths.into_iter().map(|(_, nodes)| nodes).min();
        smallest.filter(|nodes| self.max_nodes < *nodes)
    }

    /// The stored depths of a case within the limits, with their counts; depth 1 if none is stored.
    fn depths_of(&self, case: &Case) -> Vec<(u32, u64)> {
        let mut depths = self.depths_within(case);
        depths.retain(|(_, nodes)| *nodes <= self.max_nodes);
        depths
    }

    /// The stored depths of a case up to the maximum, with counts of any size; depth 1 if none is stored.
    fn depths_within(&self, case: &Case) -> Vec<(u32, u64)> {
        let mut depths: Vec<_> = case.depths().collect();
        if let Some(deepest) = self.depth {
            depths.retain(|(depth, _)| *depth <= deepest);
            if depths.is_empty() {
                depths.push((1, bulk(&mut case.position().clone(), 1)));
            }
        }
        depths
    }
}

impl PlannedCase for Item {
    fn address(&self) -> &str {
        &self.case.address
    }

    fn depths(&self) -> Vec<u32> {
        self.depths.iter().map(|&(depth, _)| depth).collect()
    }

    fn presentations_for(&self, can: Abilities) -> Vec<PresentationResult> {
        let mut prompts = self.prompts(can);
        if prompts.is_empty() {
            prompts.push(presentation::by_fen(&self.case, Presentation::Fen));
        }
        prompts
            .iter()
            .map(PresentationResult::before_answers)
            .collect()
    }

    /// Asks about the position as long as the case has time.
    fn ask(&self, worker: &mut Worker<'_>) -> CaseResult {
        // An engine that does not start fails again with the question. The start is not part of the time of the case.
        let _ = worker.program.counts.start();
        let stopwatch = worker.pace.stopwatch();
        let can = worker.can();
        let prompts = self.prompts(can);
        if prompts.is_empty() {
            let why =
                "no game is known that leads to the position, and the engine sets up no positions";
            return self.summarize(can.channel, self.without_answers(why));
        }
        let mut presentations: Vec<PresentationResult> = Vec::new();
        for prompt in &prompts {
            let before = before(prompt, &presentations);
            // An engine that is wrong or in doubt about a position says nothing about what follows.
            if before.is_some_and(|it| !matches!(it, Verdict::Pass | Verdict::Unsupported)) {
                continue;
            }
            let is_late = !presentations.is_empty() && worker.pace.is_over(stopwatch.elapsed());
            let late = match presentations.iter().map(|it| it.verdict).max() {
                Some(Verdict::Timeout) => Some(HAS_TIMED_OUT.to_owned()),
                _ => is_late
                    .then(|| "not asked: the case had used up its share of the time".to_owned()),
            };
            let late = late.or_else(|| {
                worker
                    .schedule
                    .refuse(&self.case.class, prompt.presentation)
            });
            let mut result = match late {
                Some(why) => self.leave_out(prompt, can, &why),
                None => worker.hear(self.class(), prompt, |hearing| self.hear(hearing, can)),
            };
            if before == Some(Verdict::Unsupported) && result.verdict == Verdict::Refused {
                // It may not hold the position in which it refuses the move.
                result.verdict = Verdict::Unknown;
            }
            presentations.push(result);
        }
        worker.pace.settle(stopwatch.elapsed());
        self.summarize(can.channel, presentations)
    }

    fn without_answers(&self, why: &str) -> Vec<PresentationResult> {
        let prompt = presentation::by_fen(&self.case, Presentation::Fen);
        vec![not_asked(&prompt, why)]
    }

    fn summarize(&self, channel: Channel, answers: Vec<PresentationResult>) -> CaseResult {
        let case = &self.case;
        CaseResult {
            address: case.address.clone(),
            class: case.class.clone(),
            fen: case.fen.clone(),
            why: case.why.clone(),
            ..CaseResult::of(answers, channel, case.position().side_to_move())
        }
    }
}

impl Item {
    /// Returns the item about the end of a line, with all depths up to one; `None` if the line has no position.
    #[must_use]
    pub fn of_line(line: &Line, depth: u32) -> Option<Self> {
        let case = Case::from_line(line)?;
        let count = |depth| (depth, bulk(&mut case.position().clone(), depth));
        Some(Self {
            depths: (1..=depth.max(1)).map(count).collect(),
            line: Some(line.clone()),
            case,
        })
    }

    /// Returns the class of the position as far as failures are alike. Nothing about a position that no game reaches is a
    /// failure.
    fn class(&self) -> &str {
        match self.case.reach {
            Reach::Reachable => &self.case.class,
            _ => "no game reaches it",
        }
    }

    /// Returns the ways in which the engine can be given the position. An engine that plays moves after the initial position
    /// alone is given a game, if one is known, in place of the moves after a FEN.
    fn prompts(&self, can: Abilities) -> Vec<Prompt> {
        if !can.sets_up {
            let mut games = presentation::games(&self.case);
            let is_game = |line: &&Line| line.is_from_initial_position();
            if let Some(line) = self.line.as_ref().filter(is_game) {
                games.splice(0..0, Prompt::at(Presentation::Moves, line));
            }
            return games;
        }
        let mut prompts = presentation::presentations(&self.case);
        if let Some(line) = &self.line {
            presentation::begin_with(line, &mut prompts);
        }
        if can.plays_games {
            let games = presentation::games(&self.case);
            prompts.retain(|it| games.is_empty() || !it.presentation.is_played());
            prompts.extend(games);
        }
        prompts
    }

    /// Returns the result for a presentation that would take too long.
    fn leave_out(&self, prompt: &Prompt, can: Abilities, why: &str) -> PresentationResult {
        let depths = match can.channel.asks() {
            Asks::Counts => self.depths_in_time(prompt, can.least_depth),
            _ => vec![(0, 0)],
        };
        let depths = depths.into_iter().map(|(depth, _)| depth).collect();
        PresentationResult::leave_out(prompt, QuestionKind::Count, why, depths)
    }

    /// Judges the answers about one presentation.
    fn hear(&self, hearing: Hearing<'_>, can: Abilities) -> PresentationResult {
        let prompt = hearing.prompt;
        let plays_moves =
            can.plays_moves || can.plays_games && prompt.line.is_from_initial_position();
        if prompt.presentation.is_played() && !plays_moves {
            return not_asked(
                prompt,
                "the engine does not play the moves that follow a position",
            );
        }
        let planned = self.depths_in_time(prompt, can.least_depth);
        let depths = choose_depths(&planned, prompt.presentation, hearing.pace);
        let mut result = hearing.judge(&depths);
        if result.verdict == Verdict::Pass && can.channel.asks() == Asks::Counts {
            let is_chosen = |depth| depths.contains(&depth);
            let others = planned.iter().filter(|&&depth| !is_chosen(depth));
            result.left_out.extend(others.map(|(depth, _)| depth));
        }
        let is_scored = self.case.reach == Reach::Reachable;
        if !is_scored && (result.verdict.is_bad() || result.verdict == Verdict::Unknown) {
            result.verdict = Verdict::Nonstrict;
        }
        result
    }

    /// Returns the depths to compare, if the engine is fast enough.
    fn depths_in_time(&self, prompt: &Prompt, least: u32) -> Vec<(u32, u64)> {
        let mut depths = prompt.counts(&self.depths);
        depths.retain(|&(depth, _)| least <= depth);
        depths
    }
}

/// The verdict on the position from which a presentation goes on with moves; `None` if it does not.
fn before(prompt: &Prompt, presentations: &[PresentationResult]) -> Option<Verdict> {
    let line = prompt.before()?;
    let mut results = presentations.iter();
    results.find(|it| it.is_about(&line)).map(|it| it.verdict)
}

/// The depths that are asked for. An engine that is not fast enough for all of them is asked for more depths with a FEN
/// than with other presentations, because deep in a tree little depends on how its root was given.
fn choose_depths(planned: &[(u32, u64)], given: Presentation, pace: &Pace) -> Vec<(u32, u64)> {
    let by_fen = given == Presentation::Fen;
    let small = planned.first();
    let is_chosen = |depth: &&(u32, u64)| by_fen || Some(*depth) == small || pace.is_quick(depth.1);
    planned.iter().filter(is_chosen).copied().collect()
}

fn not_asked(prompt: &Prompt, why: &str) -> PresentationResult {
    PresentationResult::not_asked(prompt, QuestionKind::Count, why)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use passant_oracle::{FaultSet, Oracle};
    use passant_suite::Suites;

    use super::{
        Item, Line, Pace, PlannedCase, Presentation, Prompt, Verdict, Worker, choose_depths,
    };
    use crate::Connections;
    use crate::check::questions::Conventions;
    use crate::check::worker::{InTurn, Schedule};

    /// Counted by Stockfish, cozy-chess and python-chess.
    fn item() -> Item {
        let suites = Suites::builtin().unwrap();
        let address = "en-passant/bogus/no-victim-e6";
        let case = suites.cases().find(|case| case.address == address);
        Item {
            depths: vec![(1, 36), (2, 1013), (3, 35_805), (4, 1_032_654)],
            line: None,
            case: case.unwrap().clone(),
        }
    }

    #[test]
    fn asks_a_fast_engine_for_every_depth_with_every_presentation() {
        let item = item();
        let mut fast = Pace::new(Duration::from_secs(10));
        let mut slow = fast;
        for pace in [&mut fast, &mut slow] {
            pace.learn(1, Duration::from_micros(10));
        }
        fast.learn(1_000_000, Duration::from_millis(10));
        slow.learn(1_000_000, Duration::from_secs(5));
        let prompt = |presentation| Prompt {
            presentation,
            line: Line::from_fen(&item.case.fen).unwrap(),
            position: item.case.position().clone(),
        };
        let depths = |prompt: &Prompt, least, pace: &Pace| {
            let planned = item.depths_in_time(prompt, least);
            choose_depths(&planned, prompt.presentation, pace)
        };
        for presentation in Presentation::ALL {
            let prompt = prompt(presentation);
            if presentation.goes_on() {
                // Whatever is stored belongs to the position before more moves.
                assert_eq!(depths(&prompt, 1, &fast), item.depths[..2]);
                continue;
            }
            assert_eq!(depths(&prompt, 1, &fast), item.depths, "{presentation:?}");
            assert_eq!(
                depths(&prompt, 3, &fast),
                item.depths[2..],
                "{presentation:?}"
            );
            let asked = if presentation == Presentation::Fen {
                4
            } else {
                2
            };
            assert_eq!(depths(&prompt, 1, &slow), item.depths[..asked]);
        }
    }

    /// A schedule that refuses everything.
    struct Refusing;

    impl Schedule for Refusing {
        fn pace(&self) -> Pace {
            Pace::without_clock()
        }

        fn refuse(&self, _: &str, _: Presentation) -> Option<String> {
            Some("not asked".to_owned())
        }
    }

    /// The engine may take ten seconds for a count, and needs a millisecond for each node.
    #[test]
    fn a_depth_that_would_take_too_long_is_left_out_and_said() {
        let item = item();
        let worker = |schedule| {
            let oracle = Box::new(Oracle::with(FaultSet::NONE));
            Worker::new(
                Connections::through(oracle),
                Conventions::default(),
                schedule,
            )
        };
        let mut slow = worker(&InTurn);
        slow.pace = Pace::new(Duration::from_secs(10));
        slow.pace
            .learn(1_000_000_000, Duration::from_secs(1_000_000));
        let result = item.ask(&mut slow);
        let by_fen = &result.presentations[0];
        assert_eq!(by_fen.verdict, Verdict::Pass);
        assert_eq!((by_fen.depth, &by_fen.left_out[..]), (2, &[3, 4][..]));
        let refused = item.ask(&mut worker(&Refusing));
        assert_eq!(refused.presentations[0].left_out, [1, 2, 3, 4]);
        assert!(refused.presentations[0].is_left_out());
    }
}
