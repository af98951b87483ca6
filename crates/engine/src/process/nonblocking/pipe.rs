//! The two directions of a pipe.

use std::fmt::Debug;
use std::io::{Cursor, Read, Write};
use std::process::{ChildStderr, ChildStdout};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The pipe from the output of a program.
pub(crate) trait Output: Read + Send + Debug {
    /// Waits for something to read, at most for a time.
    ///
    /// A pipe sleeps for all of it. Engines flush each line, and waking up for every flushed line costs more than reading it.
    fn wait(&mut self, at_most: Duration) {
        thread::sleep(at_most);
    }
}

impl Output for ChildStdout {}

impl Output for ChildStderr {}

/// What was recorded is there.
impl Output for Cursor<Arc<[u8]>> {
    fn wait(&mut self, _: Duration) {}
}

/// The pipe to the input of a program.
pub(crate) trait Input: Write + Send + Debug {}

impl<S: Write + Send + Debug> Input for S {}
