//! A clock for limits and races: it stands still while the machine does.

use std::time::{Duration, Instant};

/// The longest time that counts between two looks. The clock is looked at every few milliseconds; where that takes longer,
/// the machine has given its time to others, and engines could not work either.
const LONGEST: Duration = Duration::from_millis(50);

/// The time since it was made, without the pauses of the machine.
pub(crate) struct Clock {
    start: Instant,
    looked: Instant,
    paused: Duration,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let now = Instant::now();
        Self {
            start: now,
            looked: now,
            paused: Duration::ZERO,
        }
    }

    /// The time when it was last looked at.
    pub(crate) fn time(&self) -> Duration {
        (self.looked - self.start).saturating_sub(self.paused)
    }

    /// How long the machine has paused since the clock was made.
    pub(crate) fn paused(&self) -> Duration {
        self.paused
    }

    /// Looks at the clock in a loop that does so all the time.
    pub(crate) fn look(&mut self) {
        self.advance(Instant::now(), LONGEST);
    }

    /// Looks at the clock after something else was done: all of that time counts.
    pub(crate) fn return_to(&mut self) {
        self.advance(Instant::now(), Duration::MAX);
    }

    fn advance(&mut self, now: Instant, most: Duration) {
        let passed = now.saturating_duration_since(self.looked);
        self.paused += passed.saturating_sub(most);
        self.looked += passed;
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, LONGEST};

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
        assert_eq!(clock.paused() + LONGEST, Duration::from_secs(3));
        clock.advance(after(3007), LONGEST);
        assert_eq!(clock.time(), Duration::from_millis(7) + LONGEST);
        clock.advance(after(4007), Duration::MAX);
        assert_eq!(clock.time(), Duration::from_millis(1007) + LONGEST);
        assert_eq!(clock.paused() + LONGEST, Duration::from_secs(3));
    }
}
