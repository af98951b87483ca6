//! The protocol of xboard, as far as perft and questions about moves need it.

use std::time::Duration;

use passant_query::{EngineError, Line, decoy, distinguishing_moves};
use passant_rules::UciMove;

use crate::calibration::Protocol;
use crate::connection::Connection;
use crate::dialect;
use crate::engine_spec::EngineSpec;
use crate::position_command::before_takebacks;
use crate::process::{Deadline, Process};
use crate::session::Session;

mod messages;
mod pongs;

use messages::{error_message, is_error, is_refusal, is_result};
use pongs::Pongs;

/// How long to wait for the list of features, which some engines do not send. An engine that may start slowly is then
/// sent a `ping`; it sends its list, if it has one, before it answers.
const FEATURES: Duration = Duration::from_secs(2);

/// How long to wait before the features are requested again.
const REPEAT: Duration = Duration::from_millis(500);

/// An engine that speaks the protocol of xboard.
#[derive(Debug)]
pub struct Xboard {
    process: Process,
    spec: EngineSpec,
    /// The name that the engine gives itself.
    pub name: String,
    /// Whether moves are preceded by the word `usermove`.
    pub has_usermove: bool,
    pongs: Pongs,
    /// Whether it has exited after an answer. It is restarted with the next position.
    has_exited: bool,
}

impl Xboard {
    /// Plays a move, and returns the lines that the engine prints. Fails with [`EngineError::Refused`] if one is an
    /// error.
    pub fn play(&mut self, mv: UciMove) -> Result<Vec<String>, EngineError> {
        self.send_move(mv)?;
        self.finish()
    }

    /// Takes moves back. Fails if the engine prints an error, or has exited at the end of the game.
    pub fn take_back(&mut self, moves: usize) -> Result<(), EngineError> {
        if self.has_exited {
            return Err(EngineError::unsupported(
                "taking moves back after the game is over",
            ));
        }
        for _ in 0..moves {
            self.process.send("undo")?;
        }
        self.finish().map(|_| ())
    }

    /// Waits until the engine is ready. Fails if it has printed an error.
    fn finish(&mut self) -> Result<Vec<String>, EngineError> {
        let lines = self.lines_until_ready(is_result)?;
        match error_message(&lines) {
            Some(message) => Err(EngineError::Refused(message)),
            None => Ok(lines),
        }
    }

    /// Whether the engine accepts a move in the position that it was sent. The position is undefined afterwards. An
    /// engine that has exited because the game is over accepts no move.
    pub fn accepts(&mut self, mv: UciMove) -> Result<bool, EngineError> {
        if self.has_exited {
            return Ok(false);
        }
        self.send_move(mv)?;
        let lines = self.lines_until_ready(|line| is_error(line) || is_result(line))?;
        Ok(error_message(&lines).is_none())
    }

    /// The lines that the engine prints until it is ready, or until it exits after a line that `may_be_last`. Some
    /// engines exit at the end of the game, others after an illegal move.
    fn lines_until_ready(
        &mut self,
        may_be_last: fn(&str) -> bool,
    ) -> Result<Vec<String>, EngineError> {
        self.ask_ready()?;
        let deadline = self.process.reply_deadline();
        let mut lines = Vec::new();
        loop {
            match self.process.line(deadline) {
                Ok(line) if self.is_ready(&line) => return Ok(lines),
                Ok(line) => lines.push(dialect::clean(&line).into_owned()),
                Err(EngineError::Crashed(_)) if lines.iter().any(|line| may_be_last(line)) => {
                    self.has_exited = true;
                    return Ok(lines);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Sends a position, after the [decoy]. Returns the error that the engine prints.
    fn send_position(&mut self, line: &Line) -> Result<Option<String>, EngineError> {
        if self.has_exited {
            *self = Self::start(&self.spec.clone())?;
        }
        // Without `force` some engines begin to think as soon as they receive a position.
        self.process.send("force")?;
        // Because of the decoy an engine that ignores the position cannot keep a similar one.
        for fen in [decoy().fen(), line.fen()] {
            self.process.send(&format!("setboard {fen}"))?;
        }
        for mv in line
            .moves()
            .ok_or_else(|| EngineError::unsupported("undo"))?
        {
            self.send_move(mv)?;
        }
        Ok(error_message(&self.lines_until_ready(is_result)?))
    }

    /// Whether the engine holds a position although it has printed an error about it. It must accept a move of this
    /// position, and refuse the moves of stale positions. A position without moves needs only the refusals.
    fn holds(&mut self, line: &Line) -> Result<bool, EngineError> {
        let moves = distinguishing_moves(line);
        for &(mv, is_legal) in &moves {
            self.send_position(line)?;
            if self.accepts(mv)? != is_legal {
                return Ok(false);
            }
        }
        Ok(!moves.is_empty())
    }

    /// The list of features, or as much of it as comes in time. It is requested a second time, because GNU Chess
    /// sometimes loses the request just after its start.
    fn features(&mut self, timeout: Duration) -> Result<String, EngineError> {
        let mut end = Deadline::after(timeout);
        let mut deadline = Deadline::after(timeout.min(REPEAT));
        let mut features = String::new();
        let (mut is_repeated, mut is_pinged) = (false, false);
        loop {
            match self.process.line(deadline) {
                Ok(line) => {
                    let cleaned = dialect::clean(&line);
                    if let Some((_, more)) = cleaned.split_once("feature ") {
                        features = features + " " + more;
                    }
                    if !is_pinged && cleaned.contains("done=0") {
                        // The engine asks for more time, as the protocol allows, and gets it once.
                        end = Deadline::after(self.spec.limits.start);
                        (is_repeated, is_pinged, deadline) = (true, true, end);
                    }
                    if features.contains("done=1") || is_pinged && self.is_ready(&line) {
                        return Ok(features);
                    }
                }
                Err(EngineError::TimedOut(_)) if !is_repeated => {
                    if features.is_empty() {
                        self.process.send("protover 2")?;
                    }
                    is_repeated = true;
                    deadline = Deadline::after(timeout.min(FEATURES).saturating_sub(REPEAT));
                }
                Err(EngineError::TimedOut(_)) if !is_pinged && FEATURES < timeout => {
                    self.ask_ready()?;
                    (is_pinged, deadline) = (true, end);
                }
                Err(EngineError::TimedOut(_)) => return Ok(features),
                Err(error) => return Err(error),
            }
        }
    }

    fn send_move(&mut self, mv: UciMove) -> Result<(), EngineError> {
        if self.has_usermove {
            self.process.send(&format!("usermove {mv}"))
        } else {
            self.process.send(&mv.text())
        }
    }
}

impl Connection for Xboard {
    /// Starts an engine, reads its features, and puts it into force mode.
    ///
    /// Fails with [`EngineError::Unsupported`] if the engine has no `setboard` or no `ping`.
    fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        let mut process = spec.process()?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut xboard = Self {
            process,
            spec: spec.clone(),
            name: String::new(),
            has_usermove: false,
            pongs: Pongs::default(),
            has_exited: false,
        };
        let timeout = spec.handshake_timeout(Protocol::Xboard, FEATURES);
        let features = xboard.features(timeout)?;
        // A feature that is not mentioned may exist, because GNU Chess sometimes loses its list.
        for missing in ["setboard=0", "ping=0"] {
            if features.contains(missing) {
                return Err(EngineError::Unsupported(format!("xboard with {missing}")));
            }
        }
        xboard.name = quoted(&features, "myname=").unwrap_or_default();
        xboard.has_usermove = features.contains("usermove=1");
        for (name, value) in &spec.overrides.options {
            xboard.process.send(&format!("option {name}={value}"))?;
        }
        for line in &spec.overrides.setup {
            xboard.process.send(line)?;
        }
        xboard.process.send("force")?;
        // An engine that has sent no features may not know this protocol at all.
        let timeout = if features.is_empty() {
            timeout
        } else {
            spec.limits.start
        };
        xboard.ready(Deadline::after(timeout))?;
        Ok(xboard)
    }

    /// Sends a position. Fails with [`EngineError::Refused`] if the engine refuses it, or calls a move illegal.
    ///
    /// Some engines print an error about a part of the FEN that they ignore, such as an en passant square without a
    /// capture, and accept the position.
    fn position(&mut self, line: &Line) -> Result<(), EngineError> {
        if line.is_chess960 {
            return Err(EngineError::Unsupported("Chess960".to_owned()));
        }
        match self.send_position(line)? {
            Some(message) if is_refusal(&message) || !self.holds(line)? => {
                Err(EngineError::Refused(message))
            }
            Some(_) => self.send_position(line).map(|_| ()),
            None => Ok(()),
        }
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn ask_ready(&mut self) -> Result<(), EngineError> {
        let number = self.pongs.ask();
        self.process.send(&format!("ping {number}"))
    }

    fn is_ready(&mut self, line: &str) -> bool {
        self.pongs.is_last(line)
    }

    /// `go`, whatever follows it, starts a game.
    fn may_count(command: &str) -> bool {
        !command.starts_with("go ")
    }

    /// No lines, because the protocol has no command that shows the position.
    fn show(&mut self) -> Result<Vec<String>, EngineError> {
        Ok(Vec::new())
    }
}

/// Whether an engine accepts a move at the end of a line.
pub(crate) fn accepts(
    session: &mut Session<Xboard>,
    line: &Line,
    mv: UciMove,
) -> Result<bool, EngineError> {
    let (line, taken_back) = before_takebacks(line)?;
    session.ask(|xboard| {
        xboard.position(&line)?;
        if taken_back != 0 {
            xboard.take_back(taken_back)?;
        }
        xboard.accepts(mv)
    })
}

/// The value after a key, with or without quotes: `myname="Foo 2"`.
fn quoted(features: &str, key: &str) -> Option<String> {
    let rest = &features[features.find(key)? + key.len()..];
    match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next().map(str::to_owned),
        None => rest.split_whitespace().next().map(str::to_owned),
    }
}
