//! Stockfish, the third program that verifies counts, if it is installed.

use std::time::Duration;

use anyhow::{Result, anyhow};
use passant_engine::{Command, EngineSpec, calibrate};
use passant_query::{EngineMove, Line, SearchLimit, SearchRequest, Subject};
use passant_test_tools::{Missing, find_tool};

/// The time limit for the start and for an answer, which none reaches. Next to tests, with the lowest priority, Stockfish may
/// need a minute to start.
const PATIENCE: Duration = Duration::from_secs(300);

/// A running Stockfish.
pub(crate) struct Stockfish {
    /// Its name and version.
    pub(crate) name: String,
    counter: Box<dyn Subject>,
    searcher: Box<dyn Subject>,
}

impl Stockfish {
    /// Starts the installed Stockfish. Without one, reports that `what` does not run.
    pub(crate) fn start(what: &str) -> Result<Option<Self>> {
        let Ok(program) = find_tool("stockfish", what).inspect_err(Missing::report) else {
            return Ok(None);
        };
        let mut spec = EngineSpec::new(Command::new(program, [""; 0]));
        spec.limits.start = PATIENCE;
        spec.limits.reply = PATIENCE;
        // Its own default, with which it confirmed the cases.
        spec.overrides.options = vec![("Hash".to_owned(), "16".to_owned())];
        let calibration = calibrate(&spec).map_err(|error| anyhow!(error.tried.join("; ")))?;
        let searcher = calibration.open_search(&spec);
        Ok(Some(Self {
            counter: calibration.open(&spec),
            searcher: searcher.ok_or_else(|| anyhow!("Stockfish cannot be asked for a move"))?,
            name: calibration.name,
        }))
    }

    /// Counts the leaf nodes at the end of a line at a depth of at least 1.
    pub(crate) fn count(&mut self, line: &Line, depth: u32) -> Result<u64> {
        Ok(self.counter.count(line, depth)?.total)
    }

    /// Returns the move that it plays at the end of a line after a search to a depth, with an empty hash table.
    pub(crate) fn best_move(&mut self, line: &Line, depth: u32) -> Result<EngineMove> {
        let request = SearchRequest {
            limit: SearchLimit::Depth(depth),
            lines: 1,
            after: None,
        };
        Ok(self.searcher.search(line, request)?.best)
    }
}
