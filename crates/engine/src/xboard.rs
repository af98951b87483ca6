//! The protocol of xboard, as far as perft and questions about moves need it.

mod barrier;
mod handshake;

use std::time::Duration;

use passant_query::{EngineError, Line, decoy, distinguishing_moves};
use passant_rules::{Move, Square, UciMove};

use crate::calibration::Protocol;
use crate::connection::{Connection, EngineSpec, Session};
use crate::dialect;
use crate::position_command::before_takebacks;
use crate::process::{Deadline, Process};
use crate::variants::refuse_variants_of_feature;
use crate::xboard_messages::{
    depth_of_thought, error_message, is_error, is_refusal, is_result, read_played_move,
};
use barrier::Barrier;
use handshake::{Greeting, greet};

/// A move that is legal in the [decoy] and illegal in the initial position.
const OF_DECOY: UciMove = UciMove::new(Square::A1, Square::B1);

/// The time after which a searching engine is told to move.
const PATIENCE: Duration = Duration::from_secs(2);

/// Silence after which an engine is sent `ping` once more. Each later one is twice as long.
const SILENCE: Duration = Duration::from_millis(400);

/// An engine that speaks the protocol of xboard.
#[derive(Debug)]
pub struct Xboard {
    process: Process,
    spec: EngineSpec,
    /// The name that the engine gives itself.
    pub name: String,
    /// True if moves are preceded by the word `usermove`.
    pub has_usermove: bool,
    /// Its features, as it has sent them.
    pub(crate) features: String,
    barrier: Barrier,
    /// True if it sets up positions. Otherwise it is asked about games from the initial position only.
    sets_up: bool,
    /// True if it has exited after an answer. It is restarted with the next position.
    has_exited: bool,
}

/// The output of a search.
pub(crate) struct Thought {
    /// The lines up to and including the line with the move.
    pub(crate) lines: Vec<String>,
    /// True if the move has ended the game.
    pub(crate) is_over: bool,
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

    /// Tells whether the engine accepts a move in the position that it was sent. The position is undefined afterwards.
    /// An engine that has exited because the game is over accepts no move.
    pub fn accepts(&mut self, mv: UciMove) -> Result<bool, EngineError> {
        if self.has_exited {
            return Ok(false);
        }
        self.send_move(mv)?;
        let lines = self.lines_until_ready(|line| is_error(line) || is_result(line))?;
        let text = mv.text();
        let is_other = |line: &&String| is_error(line) && !line.contains(&*text);
        match lines.iter().find(is_other) {
            Some(other) if self.barrier.repeats_moves() => Err(late_answer(other)),
            _ => Ok(error_message(&lines).is_none()),
        }
    }

    /// Returns the lines that the engine prints until it is ready, or until it exits after a line that `may_be_last`.
    /// Some engines exit at the end of the game, others after an illegal move.
    fn lines_until_ready(
        &mut self,
        may_be_last: fn(&str) -> bool,
    ) -> Result<Vec<String>, EngineError> {
        self.ask_ready()?;
        let deadline = self.process.reply_deadline();
        let mut pause = SILENCE;
        let mut lines = Vec::new();
        loop {
            let until = match self.barrier {
                Barrier::Ping(_) => deadline.within(pause),
                Barrier::Echo(_) => deadline,
            };
            match self.process.line(until) {
                // GNU Chess does not always notice its input until more of it comes.
                Err(EngineError::TimedOut(_)) if until != deadline => {
                    pause *= 2;
                    self.ask_ready()?;
                }
                Ok(line) if self.is_ready(&line) => return Ok(lines),
                Ok(line) if self.barrier.is_late(&line) => return Err(late_answer(&line)),
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
        self.restart_if_exited()?;
        let moves = line
            .moves()
            .ok_or_else(|| EngineError::unsupported("undo"))?;
        if self.sets_up {
            // Without `force` some engines begin to think as soon as they receive a position.
            self.process.send("force")?;
            // Because of the decoy an engine that ignores the position cannot keep a similar one.
            for fen in [decoy().fen(), line.fen()] {
                self.process.send(&format!("setboard {fen}"))?;
            }
        } else {
            self.new_game(line)?;
        }
        for mv in moves {
            self.send_move(mv)?;
        }
        let lines = self.lines_until_ready(is_result)?;
        let error = error_message(&lines);
        if error.is_some() && !self.sets_up && lines.iter().any(|line| is_result(line)) {
            return Err(EngineError::unsupported("a game after its end"));
        }
        if let Some(message) = &error
            && !self.sets_up
            && !has_en_passant(line)
        {
            // An error in the game, such as a promotion to a bishop, has nothing to do with the case.
            let what = format!("a game of which it refuses a move: {message}");
            return Err(EngineError::Unsupported(what));
        }
        Ok(error)
    }

    fn restart_if_exited(&mut self) -> Result<(), EngineError> {
        if self.has_exited {
            *self = Self::start(&self.spec.clone())?;
        }
        Ok(())
    }

    /// Starts a game from the initial position. Fails if the line starts elsewhere.
    fn new_game(&mut self, line: &Line) -> Result<(), EngineError> {
        if !line.is_from_initial_position() {
            return Err(EngineError::unsupported(
                "a position without a game that leads to it, because the engine has no setboard",
            ));
        }
        self.forget()
    }

    /// Tells the engine that a new game begins, so that it forgets what its searches have found.
    pub(crate) fn forget(&mut self) -> Result<(), EngineError> {
        self.restart_if_exited()?;
        self.process.send("new")?;
        self.process.send("force")
    }

    /// Searches the position that it was sent, and returns the lines up to and including that with the move. An engine
    /// that takes long, or searches deeper, is told to move: not every engine knows `sd`.
    pub(crate) fn search(
        &mut self,
        depth: u32,
        deadline: Deadline,
    ) -> Result<Thought, EngineError> {
        for command in ["easy", "post", &format!("sd {depth}")] {
            self.process.send(command)?;
        }
        // An error about an unknown word must not be taken for an answer to the next one.
        self.lines_until_ready(is_error)?;
        self.process.send("go")?;
        let mut until = deadline.within(PATIENCE);
        let mut lines = Vec::new();
        loop {
            let line = match self.process.line(until) {
                Ok(line) => dialect::clean(&line).into_owned(),
                Err(EngineError::TimedOut(_)) if until != deadline => {
                    self.process.send("?")?;
                    until = deadline;
                    continue;
                }
                Err(error) => return Err(error),
            };
            if is_error(&line) || is_result(&line) || line.starts_with("resign") {
                let what = format!("a search that plays a move: {}", line.trim());
                return Err(EngineError::Unsupported(what));
            }
            let is_deeper = depth_of_thought(&line).is_some_and(|it| depth < it);
            let is_last = read_played_move(&line).is_some();
            lines.push(line);
            if is_last {
                break;
            }
            if is_deeper && until != deadline {
                self.process.send("?")?;
                until = deadline;
            }
        }
        self.process.send("force")?;
        // The game may be over, and the engine with it.
        let after = self.lines_until_ready(is_result)?;
        let is_over = after.iter().any(|line| is_result(line));
        Ok(Thought { lines, is_over })
    }

    /// Tells whether an engine that says nothing about `setboard` knows it: it accepts a move that is legal in the
    /// decoy.
    fn proves_setup(&mut self) -> Result<bool, EngineError> {
        self.process.send(&format!("setboard {}", decoy().fen()))?;
        self.send_move(OF_DECOY)?;
        let lines = self.lines_until_ready(is_error)?;
        Ok(!self.has_exited && error_message(&lines).is_none())
    }

    /// Tells whether the engine holds a position although it has printed an error about it. It must accept a move of
    /// this position, and refuse the moves of stale positions. A position without moves needs only the refusals.
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
    /// Fails with [`EngineError::Unsupported`] if the engine does not speak the protocol. `ping` and `setboard` are
    /// optional, and a feature that is not mentioned may exist, because GNU Chess sometimes loses its list.
    fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        let (process, greeting) = match start_and_greet(spec) {
            // GNU Chess sometimes hangs as soon as it is started.
            Err(EngineError::TimedOut(_)) if spec.overrides.protocol == Some(Protocol::Xboard) => {
                start_and_greet(spec)?
            }
            greeted => greeted?,
        };
        let Greeting { features, barrier } = greeting;
        if let Some(list) = feature_value(&features, "variants=") {
            refuse_variants_of_feature(&list)?;
        }
        let mut xboard = Self {
            process,
            spec: spec.clone(),
            name: feature_value(&features, "myname=").unwrap_or_default(),
            has_usermove: features.contains("usermove=1"),
            features,
            barrier,
            sets_up: true,
            has_exited: false,
        };
        for (name, value) in &spec.overrides.options {
            xboard.process.send(&format!("option {name}={value}"))?;
        }
        for line in &spec.overrides.setup {
            xboard.process.send(line)?;
        }
        xboard.process.send("force")?;
        // An engine without `ping` also shows here that it answers a second time in the same way.
        xboard.lines_until_ready(|_| false)?;
        if !xboard.features.contains("setboard=1") {
            xboard.sets_up = !xboard.features.contains("setboard=0") && xboard.proves_setup()?;
        }
        Ok(xboard)
    }

    /// Sends a position. Fails with [`EngineError::Refused`] if the engine refuses it, and with
    /// [`EngineError::Illegal`] if it says which move of the line is illegal.
    ///
    /// Some engines print an error about a part of the FEN that they ignore, such as an en passant square without a
    /// capture, and accept the position.
    fn position(&mut self, line: &Line) -> Result<(), EngineError> {
        if line.is_chess960 {
            return Err(EngineError::Unsupported("Chess960".to_owned()));
        }
        match self.send_position(line)? {
            Some(message) if names_another_move(&message, line) => Err(EngineError::Garbled(
                format!("an error about another move: {message}"),
            )),
            Some(message) if is_refusal(&message) || !self.holds(line)? => {
                Err(refusal(message, line))
            }
            Some(_) => self.send_position(line).map(|_| ()),
            None => Ok(()),
        }
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn ask_ready(&mut self) -> Result<(), EngineError> {
        let request = self.barrier.request(self.has_usermove);
        self.process.send(&request)
    }

    fn is_ready(&mut self, line: &str) -> bool {
        self.barrier.is_last(line)
    }

    fn sets_up(&self) -> bool {
        self.sets_up
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

/// Starts an engine and greets it.
fn start_and_greet(spec: &EngineSpec) -> Result<(Process, Greeting), EngineError> {
    let mut process = spec.process()?;
    let greeting = greet(&mut process)?;
    Ok((process, greeting))
}

/// Tells whether a message names moves, and none of a line.
fn names_another_move(message: &str, line: &Line) -> bool {
    let moves = line.moves().unwrap_or_default();
    let mut named = find_moves(message).peekable();
    named.peek().is_some() && !named.any(|mv| moves.contains(&mv))
}

/// Returns the moves that a message names.
fn find_moves(message: &str) -> impl Iterator<Item = UciMove> + use<'_> {
    let words = message.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter_map(|word| word.parse().ok())
}

/// Returns the error for a message that refuses a line: the move that is illegal, if the message names one of the line.
fn refusal(message: String, line: &Line) -> EngineError {
    let moves = line.moves().unwrap_or_default();
    let illegal = find_moves(&message).find(|mv| moves.contains(mv));
    match illegal {
        Some(mv) => EngineError::Illegal {
            mv: mv.text().to_string(),
            why: message,
        },
        None => EngineError::Refused(message),
    }
}

/// Tells whether a move of a line captures en passant.
fn has_en_passant(line: &Line) -> bool {
    let (Some(positions), Some(moves)) = (line.positions(), line.moves()) else {
        return false;
    };
    let mut played = positions.iter().zip(moves);
    played.any(|(position, mv)| position.find(mv).is_ok_and(Move::is_en_passant))
}

/// Tells whether an engine accepts a move at the end of a line.
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

/// Returns the error for an answer to an earlier command.
fn late_answer(line: &str) -> EngineError {
    EngineError::Garbled(format!(
        "an answer to an earlier command: {:?}",
        line.trim()
    ))
}

/// Returns the value after a key, with or without quotes: `myname="Foo 2"`.
fn feature_value(features: &str, key: &str) -> Option<String> {
    let rest = &features[features.find(key)? + key.len()..];
    match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next().map(str::to_owned),
        None => rest.split_whitespace().next().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::names_another_move;

    #[test]
    fn an_error_about_a_move_that_was_not_sent_is_about_another_position() {
        let line = "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1 moves a2a4 b4a3"
            .parse()
            .unwrap();
        for (message, names_another) in [
            ("Illegal move: d5d4", true),
            ("Illegal move: b4a3", false),
            ("Illegal move (en passant): b4a3", false),
            ("Illegal position", false),
            ("Error (unknown command): setboard", false),
        ] {
            assert_eq!(
                names_another_move(message, &line),
                names_another,
                "{message}"
            );
        }
    }
}
