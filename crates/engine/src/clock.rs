//! Time for limits and races: it stands still while the machine does.
//!
//! A laptop that sleeps and a runner without a turn stop engines too. Threads that wait notice it, because they look at
//! the clock every few milliseconds. A pause that a thread has noticed is left out of all its limits, earlier and later
//! ones.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// The longest time that counts between two looks. Where one takes longer, the machine has given its time to others.
const LONGEST: Duration = Duration::from_millis(50);

thread_local! {
    /// The time that the machine has paused while this thread has waited.
    static PAUSED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// This moment in the time of this thread, which leaves out the pauses of the machine.
pub(crate) fn now() -> Instant {
    moment(Instant::now())
}

fn moment(at: Instant) -> Instant {
    // No thread has paused for longer than the machine runs.
    at.checked_sub(PAUSED.get()).unwrap_or(at)
}

/// A clock that is looked at in a loop.
pub(crate) struct Clock {
    start: Instant,
    /// The last look, in the time of this thread, and in that of the machine.
    now: Instant,
    looked: Instant,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let looked = Instant::now();
        let now = moment(looked);
        Self {
            start: now,
            now,
            looked,
        }
    }

    /// Returns the time from its creation to the last look, without the pauses of the machine.
    pub(crate) fn time(&self) -> Duration {
        self.now - self.start
    }

    /// Looks at the clock in a polling loop, and returns the moment in the time of this thread.
    pub(crate) fn look(&mut self) -> Instant {
        self.advance(Instant::now(), LONGEST);
        self.now
    }

    /// Looks at the clock after other work, whose time counts in full.
    pub(crate) fn return_to(&mut self) {
        self.advance(Instant::now(), Duration::MAX);
    }

    fn advance(&mut self, at: Instant, most: Duration) {
        let passed = at.saturating_duration_since(self.looked);
        PAUSED.set(PAUSED.get() + passed.saturating_sub(most));
        self.looked += passed;
        self.now = moment(self.looked);
    }
}

/// The end of a wait, in the time of the thread that waits: pauses of the machine that the thread has noticed do not
/// count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    pub(crate) at: Instant,
    /// The whole time from the beginning of waiting, for the error.
    pub(crate) timeout: Duration,
}

impl Deadline {
    /// Waits this long from now.
    #[must_use]
    pub fn after(timeout: Duration) -> Self {
        Self {
            at: now() + timeout,
            timeout,
        }
    }

    /// Waits this long from now, but not longer than this deadline.
    #[must_use]
    pub fn within(self, timeout: Duration) -> Self {
        let sooner = Self::after(timeout);
        if sooner.at < self.at { sooner } else { self }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, LONGEST, PAUSED, moment};

    #[test]
    fn a_pause_of_the_machine_counts_as_one_look() {
        let mut clock = Clock::new();
        let start = clock.looked;
        let after = |milliseconds| start + Duration::from_millis(milliseconds);
        clock.advance(after(2), LONGEST);
        clock.advance(after(5), LONGEST);
        assert_eq!(clock.time(), Duration::from_millis(5));
        clock.advance(after(3005), LONGEST);
        assert_eq!(clock.time(), Duration::from_millis(5) + LONGEST);
        assert_eq!(PAUSED.get() + LONGEST, Duration::from_secs(3));
        clock.advance(after(3007), LONGEST);
        assert_eq!(clock.time(), Duration::from_millis(7) + LONGEST);
        clock.advance(after(4007), Duration::MAX);
        assert_eq!(clock.time(), Duration::from_millis(1007) + LONGEST);
        assert_eq!(PAUSED.get() + LONGEST, Duration::from_secs(3));
    }

    #[test]
    fn a_pause_that_was_noticed_is_left_out_of_every_limit() {
        let mut clock = Clock::new();
        let start = clock.looked;
        let limit = moment(start) + Duration::from_secs(2);
        let mut other = Clock::new();
        other.looked = start;
        let hour = start + Duration::from_secs(3600);
        other.advance(hour, LONGEST);
        assert_eq!(limit - moment(hour), Duration::from_millis(1950));
        // This clock is not looked at while another one is.
        clock.advance(hour, Duration::MAX);
        assert_eq!(clock.time(), LONGEST);
    }
}
