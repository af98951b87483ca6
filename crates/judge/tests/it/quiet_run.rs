//! A run as most tests need it.

use std::collections::HashMap;
use std::sync::LazyLock;
use std::time::Duration;

use passant_judge::Connections;
use passant_judge::check::questions::Conventions;
use passant_judge::check::{CaseResult, Plan, Run};
use passant_query::{Channel, Interrupt};

static NEVER: LazyLock<Interrupt> = LazyLock::new(Interrupt::default);
static NOTHING: LazyLock<HashMap<String, CaseResult>> = LazyLock::new(HashMap::new);

/// A run of a whole plan on one thread, with enough time, without results of an earlier one.
pub(crate) fn quiet_run<'a>(
    plan: &'a Plan,
    channel: Channel,
    connect: &'a (dyn Fn() -> Connections + Sync),
) -> Run<'a> {
    Run {
        connect,
        channel,
        plan,
        conventions: Conventions::default(),
        jobs: 1,
        reply: Duration::from_secs(20),
        time: Duration::from_secs(600),
        for_diagnosis: Duration::ZERO,
        interrupt: &NEVER,
        known: &NOTHING,
        ends: &|_| false,
    }
}
