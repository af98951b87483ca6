//! The limits of an engine, and deadlines.

use std::time::{Duration, Instant};

use crate::clock;

/// The limits of time, length and memory of an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The timeout of the start, including the handshake.
    pub start: Duration,
    /// The timeout of an answer.
    pub reply: Duration,
    /// The longest line, in bytes.
    pub line: usize,
    /// The longest answer, in bytes.
    pub output: usize,
    /// The most memory of the program and everything that it has started, in bytes. Programs without a
    /// [guard](crate::guard) are not limited.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            reply: Duration::from_secs(20),
            line: 1 << 16,
            output: 1 << 22,
            memory: 4 << 30,
        }
    }
}

/// The end of a wait, in the time of the thread that waits: pauses of the machine that the thread has noticed do not
/// count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline {
    pub(super) at: Instant,
    /// The whole time from the beginning of waiting, for the error.
    pub(super) timeout: Duration,
}

impl Deadline {
    /// Waits this long from now.
    #[must_use]
    pub fn after(timeout: Duration) -> Self {
        Self {
            at: clock::now() + timeout,
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
