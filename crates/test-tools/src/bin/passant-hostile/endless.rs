//! Behavior that ends only when something else ends it.

use std::thread;
use std::time::Duration;

/// Longer than any test waits.
const FOREVER: Duration = Duration::from_secs(1000);

/// The size of the memory that is taken at a time, and the most that is taken if nothing ends the engine: a test that
/// fails must not fill the machine.
const BLOCK: usize = 16 << 20;
const BLOCKS: u8 = 128;

/// Takes memory and writes to it, so that it is really used.
pub(crate) fn hog() {
    let mut taken = Vec::new();
    for round in 1..=BLOCKS {
        taken.push(vec![round; BLOCK]);
        thread::sleep(Duration::from_millis(10));
    }
    remain();
    drop(taken);
}

/// Does nothing for a long time.
pub(crate) fn remain() {
    thread::sleep(FOREVER);
}
