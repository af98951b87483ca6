//! A running engine, whatever protocol it speaks.

use passant_query::{EngineError, Line};

use crate::dialect::PerftOutput;
use crate::engine_spec::EngineSpec;
use crate::process::{Deadline, Process};

/// A running engine that has completed the handshake of a protocol.
pub(crate) trait Connection: Send + Sized {
    /// Starts an engine. Fails with [`EngineError::Unsupported`] if the engine does not speak the protocol.
    fn start(spec: &EngineSpec) -> Result<Self, EngineError>;
    /// Sends a position.
    fn position(&mut self, line: &Line) -> Result<(), EngineError>;
    /// The program.
    fn process(&mut self) -> &mut Process;
    /// Asks the engine to answer when it has processed all earlier commands.
    fn ask_ready(&mut self) -> Result<(), EngineError>;
    /// Tells whether a line is the answer to [`ask_ready`](Self::ask_ready), or the last line of it.
    fn is_ready(&mut self, line: &str) -> bool;
    /// What the engine prints when it is asked to show its position.
    fn show(&mut self) -> Result<Vec<String>, EngineError>;

    /// Waits until the engine has processed all commands, and returns the lines that it printed until then.
    fn ready(&mut self, deadline: Deadline) -> Result<Vec<String>, EngineError> {
        self.ask_ready()?;
        let mut lines = Vec::new();
        loop {
            let line = self.process().line(deadline)?;
            if self.is_ready(&line) {
                return Ok(lines);
            }
            lines.push(line);
        }
    }

    /// Tells whether a command may be tried for counting. Some commands mean something else in this protocol.
    fn may_count(_command: &str) -> bool {
        true
    }

    /// Tells whether the engine sets up positions. Otherwise it can be asked about games from the initial position only.
    fn sets_up(&self) -> bool {
        true
    }

    /// Stops a search that was started by accident, and reads its output.
    fn stop(&mut self, _output: &mut PerftOutput) -> Result<(), EngineError> {
        Ok(())
    }
}
