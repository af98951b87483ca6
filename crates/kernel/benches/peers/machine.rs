//! The processor: one core of it, its CPU time and its name.

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use nix::time::{ClockId, clock_gettime};
use nix::unistd::Pid;

/// Pins this thread, and the programs that it starts, to the last core that it may use.
pub(crate) fn pin() -> Result<(), String> {
    let this = Pid::from_raw(0);
    let pinned = sched_getaffinity(this).and_then(|allowed| {
        let is_allowed = |core: &usize| allowed.is_set(*core).unwrap_or(false);
        let core = (0..CpuSet::count()).rev().find(is_allowed).unwrap_or(0);
        let mut only = CpuSet::new();
        only.set(core)?;
        sched_setaffinity(this, &only)
    });
    pinned.map_err(|error| format!("cannot stay on one core: {error}"))
}

/// Returns the CPU time of this thread, in seconds.
pub(crate) fn thread_seconds() -> f64 {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).map_or(0.0, |time| {
        time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9
    })
}

/// Returns the CPU time of the child processes that have ended, in seconds.
pub(crate) fn children_seconds() -> f64 {
    getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0.0, |usage| {
        (usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6
    })
}

/// The processor, as Linux names it.
pub(crate) fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .and_then(|rest| rest.split_once(':'));
    name.map_or(std::env::consts::ARCH.to_owned(), |(_, name)| {
        name.trim().to_owned()
    })
}
