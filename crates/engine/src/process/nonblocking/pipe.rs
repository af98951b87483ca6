//! The two directions of a pipe.

use std::fmt::Debug;
use std::io::{Read, Write};

/// The pipe from the output of a program.
pub(crate) trait Output: Read + Send + Debug {}

impl<S: Read + Send + Debug> Output for S {}

/// The pipe to the input of a program.
pub(crate) trait Input: Write + Send + Debug {}

impl<S: Write + Send + Debug> Input for S {}
