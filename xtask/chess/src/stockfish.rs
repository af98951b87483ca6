//! Stockfish, the third program that verifies counts, if it is installed.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread::Builder;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use passant_query::Line;
use passant_suite::{Case, Variant};

/// The time limit for a count, which none reaches.
const PATIENCE: Duration = Duration::from_secs(300);

/// The limit for the lines of an answer, which none reaches.
const MOST_LINES: usize = 1000;

/// The path on Debian, which `PATH` often does not contain.
const DEBIAN: &str = "/usr/games/stockfish";

/// A running Stockfish.
pub(crate) struct Stockfish {
    process: Child,
    input: ChildStdin,
    output: Receiver<String>,
    name: String,
    variant: Variant,
}

impl Stockfish {
    /// Starts the installed Stockfish; `None` if it is not installed.
    pub(crate) fn start() -> Result<Option<Self>> {
        let Some(program) = find() else {
            return Ok(None);
        };
        let mut process = Command::new(&program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {}", program.display()))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            bail!("{} has no input or output", program.display());
        };
        let (send, receive) = sync_channel(MOST_LINES);
        Builder::new().spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        })?;
        let mut engine = Self {
            process,
            input,
            output: receive,
            name: String::new(),
            variant: Variant::Standard,
        };
        engine.say("uci")?;
        engine.name = engine.wait_for("id name ")?;
        engine.wait_for("uciok")?;
        Ok(Some(engine))
    }

    /// Its name and version.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Counts the leaf nodes of a case at a depth of at least 1.
    pub(crate) fn perft(&mut self, case: &Case, depth: u32) -> Result<u64> {
        if self.variant != case.variant {
            self.variant = case.variant;
            let is_chess960 = case.variant == Variant::Chess960;
            self.say(&format!("setoption name UCI_Chess960 value {is_chess960}"))?;
        }
        self.say(&format!("position fen {}", case.fen))?;
        self.say(&format!("go perft {depth}"))?;
        let nodes = self.wait_for("Nodes searched: ")?;
        nodes
            .trim()
            .parse()
            .with_context(|| format!("{} counts {nodes:?} nodes", self.name))
    }

    /// The move that it plays at the end of a line after a search to a depth, with an empty hash table.
    pub(crate) fn best_move(&mut self, line: &Line, depth: u32) -> Result<String> {
        self.say("ucinewgame")?;
        self.say(&format!("position fen {line}"))?;
        self.say(&format!("go depth {depth}"))?;
        let rest = self.wait_for("bestmove ")?;
        Ok(rest.split(' ').next().unwrap_or_default().to_owned())
    }

    fn say(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").with_context(|| format!("cannot write to {}", self.name))
    }

    /// Waits for a line with this prefix, and returns the rest of it.
    fn wait_for(&mut self, beginning: &str) -> Result<String> {
        for _ in 0..MOST_LINES {
            match self.output.recv_timeout(PATIENCE) {
                Ok(line) => {
                    if let Some(rest) = line.strip_prefix(beginning) {
                        return Ok(rest.to_owned());
                    }
                }
                Err(RecvTimeoutError::Timeout) => bail!("{} does not answer", self.name),
                Err(RecvTimeoutError::Disconnected) => bail!("{} exited", self.name),
            }
        }
        bail!("{} prints too much before {beginning:?}", self.name)
    }
}

impl Drop for Stockfish {
    /// Ends the process.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .map(|folder| folder.join("stockfish"))
        .chain([Path::new(DEBIAN).to_owned()])
        .find(|program| program.is_file())
}
