//! Asks an engine all cases of a plan in turn, without threads and without a clock.

use std::time::Duration;

use passant_query::{Channel, Interrupt};

use super::questions::Conventions;
use super::worker::{PlannedCase, Worker};
use super::{Checked, LeftOut, Plan};
use crate::Connections;

/// Asks everything. This is for engines that answer at once, as a recorded one does: nothing limits the time.
#[must_use]
pub fn check_in_turn(program: Connections, channel: Channel, plan: &Plan) -> Checked {
    let mut worker = Worker::untimed(program);
    let interrupt = Interrupt::default();
    let items = plan.items.iter().map(PlannedCase::Count);
    let questions = plan.questions(channel).iter().map(PlannedCase::State);
    let plays = plan.plays(channel).iter().map(PlannedCase::Play);
    let cases = items.chain(questions).chain(plays).map(|task| match task {
        PlannedCase::Count(item) => worker.count(&plan.with_all_depths(item, &interrupt), |_| None),
        PlannedCase::State(case) => worker.state(case, Conventions::default()),
        PlannedCase::Play(case) => worker.play(case, |_| None),
    });
    Checked {
        cases: cases.collect(),
        not_asked: 0,
        left_out: LeftOut::default(),
        withdrawn: None,
        fewer_jobs: None,
        time: Duration::ZERO,
    }
}
