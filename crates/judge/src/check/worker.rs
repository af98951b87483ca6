//! One thread of a run: asks an engine about one case after the other.

use std::time::Duration;

use passant_query::{Asks, Channel, Subject};
use passant_suite::{PlayCase, Reach, StateCase};

use super::confirmations::Confirmations;
use super::judge::judge;
use super::pace::Pace;
use super::presentation::{self, Presentation, Prompt};
use super::questions::{self, Conventions};
use super::{CaseResult, HAS_TIMED_OUT, Item, PresentationResult, QuestionKind, Verdict, play};
use crate::Connections;

/// A case of the plan.
pub(super) enum PlannedCase<'a> {
    Count(&'a Item),
    State(&'a StateCase),
    Play(&'a PlayCase),
}

/// The connection of one thread, and how fast the engine is there.
pub(super) struct Worker {
    program: Connections,
    pace: Pace,
    confirmations: Confirmations,
}

impl PlannedCase<'_> {
    /// The address of the case.
    pub(super) fn address(&self) -> &str {
        match self {
            Self::Count(item) => &item.case.address,
            Self::State(case) => &case.address,
            Self::Play(case) => &case.address,
        }
    }
}

impl Worker {
    /// A thread whose engine may take this long for one count, and cases so much longer than their share.
    pub(super) fn new(program: Connections, longest: Duration, reserve: Duration) -> Self {
        Self {
            program,
            pace: Pace::new(longest).with_reserve(reserve),
            confirmations: Confirmations::default(),
        }
    }

    /// A thread without a clock, whose engine is asked everything.
    pub(super) fn untimed(program: Connections) -> Self {
        Self {
            pace: Pace::untimed(),
            ..Self::new(program, Duration::MAX, Duration::ZERO)
        }
    }

    /// Limits the time of the next case.
    pub(super) fn limit(&mut self, share: Duration) {
        self.pace.limit(share);
    }

    /// Asks about a case in every way that is not refused, as long as the case has time.
    pub(super) fn count(
        &mut self,
        item: &Item,
        refuses: impl Fn(Presentation) -> Option<String>,
    ) -> CaseResult {
        // An engine that does not start fails again with the question. The start is not part of the time of the case.
        let _ = self.program.counts.start();
        let stopwatch = self.pace.stopwatch();
        let prompts = self.prompts(item);
        if prompts.is_empty() {
            let why =
                "no game is known that leads to the position, and the engine sets up no positions";
            return self.not_asked(&PlannedCase::Count(item), why);
        }
        let mut presentations: Vec<PresentationResult> = Vec::new();
        for prompt in &prompts {
            let before = before(prompt, &presentations);
            // An engine that is wrong or in doubt about a position says nothing about what follows.
            if before.is_some_and(|it| !matches!(it, Verdict::Pass | Verdict::Unsupported)) {
                continue;
            }
            let is_late = !presentations.is_empty() && self.pace.is_over(stopwatch.elapsed());
            let late = match presentations.iter().map(|it| it.verdict).max() {
                Some(Verdict::Timeout) => Some(HAS_TIMED_OUT.to_owned()),
                _ => is_late.then(|| "not asked: the engine is slow".to_owned()),
            };
            let mut result = match late.or_else(|| refuses(prompt.presentation)) {
                Some(why) => self.left_out(prompt, item, &why),
                None => self.ask(prompt, item),
            };
            if before == Some(Verdict::Unsupported) && result.verdict == Verdict::Refused {
                // It may not hold the position in which it refuses the move.
                result.verdict = Verdict::Unknown;
            }
            presentations.push(result);
        }
        self.pace.settle(stopwatch.elapsed());
        summarize(item, presentations, self.program.counts.can().channel)
    }

    /// The result of a case with the answers of an earlier run; `None` if the earlier result is not about this case as
    /// it is now, or has a verdict that its findings contradict. Only the answers, and how long they took, are taken from it.
    pub(super) fn known(&self, task: &PlannedCase<'_>, earlier: &CaseResult) -> Option<CaseResult> {
        let given = self.given(task);
        let is_given = |it: &PresentationResult| {
            let mut given = given.iter();
            given.any(|given| {
                (given.presentation, &given.fen, &given.moves)
                    == (it.presentation, &it.fen, &it.moves)
            })
        };
        let answers = earlier.presentations.clone();
        let fits = |it: &PresentationResult| is_given(it) && it.verdict_follows();
        let fits = !answers.is_empty() && answers.iter().all(fits);
        let channel = self.program.counts.can().channel;
        let result = CaseResult {
            milliseconds: earlier.milliseconds,
            ..match task {
                PlannedCase::Count(item) => summarize(item, answers, channel),
                PlannedCase::State(case) => questions::summarize(case, channel, answers),
                PlannedCase::Play(case) => play::summarize(case, channel, answers),
            }
        };
        (fits && result == *earlier).then_some(result)
    }

    /// What the engine can be given for a case, without answers.
    fn given(&self, task: &PlannedCase<'_>) -> Vec<PresentationResult> {
        match task {
            PlannedCase::Count(item) => {
                let mut prompts = self.prompts(item);
                if prompts.is_empty() {
                    prompts.push(presentation::by_fen(&item.case, Presentation::Fen));
                }
                prompts.iter().map(PresentationResult::unanswered).collect()
            }
            PlannedCase::State(case) => questions::given(case),
            PlannedCase::Play(case) => play::given(case),
        }
    }

    /// The ways in which the engine can be given a case. An engine that plays moves after the initial position alone is given
    /// a game, if one is known, in place of the moves after a FEN.
    fn prompts(&self, item: &Item) -> Vec<Prompt> {
        let can = self.program.counts.can();
        if !can.sets_up {
            return presentation::games(&item.case);
        }
        let mut prompts = presentation::presentations(&item.case);
        if can.plays_games {
            let games = presentation::games(&item.case);
            prompts.retain(|it| games.is_empty() || !it.presentation.is_played());
            prompts.extend(games);
        }
        prompts
    }

    /// The result for a presentation that would take too long.
    fn left_out(&self, prompt: &Prompt, item: &Item, why: &str) -> PresentationResult {
        let can = self.program.counts.can();
        let depths = match can.channel.asks() {
            Asks::Counts => planned_depths(item, prompt, can.least_depth),
            _ => vec![(0, 0)],
        };
        let depths = depths.into_iter().map(|(depth, _)| depth).collect();
        PresentationResult::left_out(prompt, QuestionKind::Count, why, depths)
    }

    fn ask(&mut self, prompt: &Prompt, item: &Item) -> PresentationResult {
        // Nothing about a position that no game reaches is a failure: for confirmation these are all alike.
        let class = match item.case.reach {
            Reach::Reachable => &item.case.class,
            _ => "no game reaches it",
        };
        let mut subject = self.confirmations.of(class, self.program.counts.as_mut());
        let result = ask_presentation(&mut subject, &mut self.pace, prompt, item);
        self.confirmations.record(class, result.verdict);
        result
    }

    /// Asks a question about the state of a game.
    pub(super) fn state(&mut self, case: &StateCase, conventions: Conventions) -> CaseResult {
        let channel = self.program.counts.can().channel;
        match &mut self.program.game {
            Some(game) => questions::case(game.as_mut(), channel, case, conventions),
            None => questions::not_asked(
                channel,
                case,
                "this channel says nothing about the state of a game",
            ),
        }
    }

    /// Asks which move is played.
    pub(super) fn play(
        &mut self,
        case: &PlayCase,
        refuses: impl Fn(Presentation) -> Option<String>,
    ) -> CaseResult {
        let counts = self.program.counts.as_mut();
        let mut subject = self.confirmations.of(&case.class, counts);
        let result = play::case(&mut subject, case, refuses);
        self.confirmations.record(&case.class, result.verdict);
        result
    }

    /// The result of a case about which the engine is not asked for lack of time.
    pub(super) fn given_up(&self, task: &PlannedCase<'_>, why: &str) -> CaseResult {
        let can = self.program.counts.can();
        let depths = match task {
            PlannedCase::Count(item) if can.channel.asks() == Asks::Counts => {
                item.depths.iter().map(|&(depth, _)| depth).collect()
            }
            _ => vec![0],
        };
        self.not_asked(task, why).leave_out(&depths)
    }

    /// The result of a case about which the engine is not asked.
    fn not_asked(&self, task: &PlannedCase<'_>, why: &str) -> CaseResult {
        let channel = self.program.counts.can().channel;
        match task {
            PlannedCase::Count(item) => {
                let prompt = presentation::by_fen(&item.case, Presentation::Fen);
                summarize(item, vec![not_asked(&prompt, why)], channel)
            }
            PlannedCase::State(case) => questions::not_asked(channel, case, why),
            PlannedCase::Play(case) => play::left_out(case, channel, why),
        }
    }
}

/// The verdict on the position from which a presentation goes on with moves; `None` if it does not.
fn before(prompt: &Prompt, presentations: &[PresentationResult]) -> Option<Verdict> {
    let line = prompt.before()?;
    let (fen, moves) = (line.fen(), line.step_texts());
    let is_before = |it: &&PresentationResult| fen == it.fen.as_str() && it.moves == moves;
    presentations.iter().find(is_before).map(|it| it.verdict)
}

fn ask_presentation(
    channel: &mut dyn Subject,
    pace: &mut Pace,
    prompt: &Prompt,
    item: &Item,
) -> PresentationResult {
    let can = channel.can();
    let plays_moves = can.plays_moves || can.plays_games && prompt.line.is_from_initial_position();
    if prompt.presentation.is_played() && !plays_moves {
        return not_asked(
            prompt,
            "the engine does not play the moves that follow a position",
        );
    }
    let planned = planned_depths(item, prompt, can.least_depth);
    let depths = chosen_depths(&planned, prompt.presentation, pace);
    let mut result = judge(channel, pace, prompt, &depths);
    if result.verdict == Verdict::Pass && channel.can().channel.asks() == Asks::Counts {
        let is_chosen = |depth| depths.contains(&depth);
        let others = planned.iter().filter(|&&depth| !is_chosen(depth));
        result.left_out.extend(others.map(|(depth, _)| depth));
    }
    let is_scored = item.case.reach == Reach::Reachable;
    if !is_scored && (result.verdict.is_bad() || result.verdict == Verdict::Unknown) {
        result.verdict = Verdict::Nonstrict;
    }
    result
}

/// The depths to compare, if the engine is fast enough.
fn planned_depths(item: &Item, prompt: &Prompt, least: u32) -> Vec<(u32, u64)> {
    let mut depths = prompt.counts(&item.depths);
    depths.retain(|&(depth, _)| least <= depth);
    depths
}

/// The depths that are asked for. An engine that is not fast enough for all of them is asked for more depths with a FEN
/// than with other presentations, because deep in a tree little depends on how its root was given.
fn chosen_depths(planned: &[(u32, u64)], given: Presentation, pace: &Pace) -> Vec<(u32, u64)> {
    let by_fen = given == Presentation::Fen;
    let small = planned.first();
    let is_chosen = |depth: &&(u32, u64)| by_fen || Some(*depth) == small || pace.is_quick(depth.1);
    planned.iter().filter(is_chosen).copied().collect()
}

fn not_asked(prompt: &Prompt, why: &str) -> PresentationResult {
    PresentationResult::not_asked(prompt, QuestionKind::Count, why)
}

fn summarize(item: &Item, presentations: Vec<PresentationResult>, channel: Channel) -> CaseResult {
    let case = &item.case;
    CaseResult {
        address: case.address.clone(),
        class: case.class.clone(),
        fen: case.fen.clone(),
        why: case.why.clone(),
        ..CaseResult::of(presentations, channel, case.position().side_to_move())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use passant_oracle::{FaultSet, Oracle};
    use passant_query::Line;
    use passant_suite::Suites;

    use super::{
        Connections, Item, Pace, Presentation, Prompt, Verdict, Worker, chosen_depths,
        planned_depths,
    };

    #[test]
    fn asks_a_fast_engine_for_every_depth_with_every_presentation() {
        let suites = Suites::builtin().unwrap();
        let address = "en-passant/bogus/no-victim-e6";
        let case = suites.cases().find(|case| case.address == address);
        let case = case.unwrap().clone();
        // Counted by Stockfish, cozy-chess and python-chess.
        let item = Item {
            depths: vec![(1, 36), (2, 1013), (3, 35_805), (4, 1_032_654)],
            case,
        };
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
            let planned = planned_depths(&item, prompt, least);
            chosen_depths(&planned, prompt.presentation, pace)
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

    /// The engine may take ten seconds for a count, and needs a millisecond for each node.
    #[test]
    fn a_depth_that_would_take_too_long_is_left_out_and_said() {
        let suites = Suites::builtin().unwrap();
        let address = "en-passant/bogus/no-victim-e6";
        let case = suites.cases().find(|case| case.address == address);
        let item = Item {
            depths: vec![(1, 36), (2, 1013), (3, 35_805), (4, 1_032_654)],
            case: case.unwrap().clone(),
        };
        let oracle = Oracle::with(FaultSet::NONE);
        let longest = Duration::from_secs(10);
        let mut worker = Worker::new(
            Connections::through(Box::new(oracle)),
            longest,
            Duration::ZERO,
        );
        worker
            .pace
            .learn(1_000_000_000, Duration::from_secs(1_000_000));
        let result = worker.count(&item, |_| None);
        let by_fen = &result.presentations[0];
        assert_eq!(by_fen.verdict, Verdict::Pass);
        assert_eq!((by_fen.depth, &by_fen.left_out[..]), (2, &[3, 4][..]));
        let refused = worker.count(&item, |_| Some("not asked".to_owned()));
        assert_eq!(refused.presentations[0].left_out, [1, 2, 3, 4]);
        assert!(refused.presentations[0].is_left_out());
    }
}
