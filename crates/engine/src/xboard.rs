//! The protocol of xboard, as far as perft and single moves need it.

use std::time::Duration;

use super::counting::Counter;
use super::dialect;
use super::process::Deadline;
use super::starter::Starter;
use super::{Process, Protocol};
use passant_query::{EngineError, Line, decoy, distinguishing_moves};
use passant_rules::UciMove;

mod words;

use words::{is_complaint, is_refusal, is_result};

/// How long to wait for the list of features, which not every engine sends. One that may start slowly is then asked for a
/// sign of life, and has sent its list before that if it has one.
const FEATURES: Duration = Duration::from_secs(2);

/// How long to wait before they are asked for again.
const AGAIN: Duration = Duration::from_millis(500);

/// An engine that speaks the protocol of xboard.
#[derive(Debug)]
pub struct Xboard {
    process: Process,
    starter: Starter,
    /// What it calls itself.
    pub name: String,
    /// Whether moves are preceded by the word `usermove`.
    pub has_usermove: bool,
    pongs: Pongs,
    /// Whether it has ended, having answered. It is started again when it is told of a position.
    has_ended: bool,
}

/// Which `ping` was answered, and how often.
///
/// GNU Chess answers each twice: it is two programs, and the one that judges the game answers last, when the other has
/// been told of the next move already.
#[derive(Debug)]
struct Pongs {
    /// The number of the last `ping`.
    asked: u32,
    /// How many answers to it have come.
    came: u32,
    /// How many come to each, as far as is known.
    usual: u32,
    /// The last that had an answer.
    answered: u32,
}

impl Default for Pongs {
    fn default() -> Self {
        Self {
            asked: 0,
            came: 0,
            usual: 1,
            answered: 0,
        }
    }
}

impl Pongs {
    /// The number of the next `ping`.
    fn ask(&mut self) -> u32 {
        self.asked += 1;
        self.came = 0;
        self.asked
    }

    /// Whether a line is the last answer to the last `ping`.
    fn is_last(&mut self, line: &str) -> bool {
        let line = dialect::clean(line);
        let number = line.trim_end().rsplit_once("pong ");
        match number.and_then(|(_, number)| number.parse::<u32>().ok()) {
            Some(number) if number == self.asked => {
                self.came += 1;
                self.answered = number;
            }
            Some(number) if number <= self.answered => self.usual = 2,
            _ => {}
        }
        self.usual <= self.came
    }
}

impl Xboard {
    /// Shows a move to the engine; the lines that it prints then. Refused if it complains.
    pub fn play(&mut self, mv: UciMove) -> Result<Vec<String>, EngineError> {
        self.say_move(mv)?;
        self.settled()
    }

    /// Takes moves back. Refused if the engine complains; a game with which it has ended cannot be gone on with.
    pub fn take_back(&mut self, moves: usize) -> Result<(), EngineError> {
        if self.has_ended {
            return Err(EngineError::unsupported(
                "taking back when the game is over",
            ));
        }
        for _ in 0..moves {
            self.process.send("undo")?;
        }
        self.settled().map(|_| ())
    }

    /// Waits, and looks for a complaint.
    fn settled(&mut self) -> Result<Vec<String>, EngineError> {
        let lines = self.heard(is_result)?;
        match complaint(&lines) {
            Some(complaint) => Err(EngineError::Refused(complaint)),
            None => Ok(lines),
        }
    }

    /// Whether the engine takes a move in the position it was told; the position is undefined afterwards. If it has
    /// ended with the game there, it takes none.
    pub fn accepts(&mut self, mv: UciMove) -> Result<bool, EngineError> {
        if self.has_ended {
            return Ok(false);
        }
        self.say_move(mv)?;
        let lines = self.heard(|line| is_complaint(line) || is_result(line))?;
        Ok(complaint(&lines).is_none())
    }

    /// What the engine says until it is ready, or until it ends, if something it has said is an answer after which it
    /// may: some end with the game, and some when a move is illegal.
    fn heard(&mut self, is_last_word: fn(&str) -> bool) -> Result<Vec<String>, EngineError> {
        self.ask_ready()?;
        let deadline = self.process.reply_deadline();
        let mut lines = Vec::new();
        loop {
            match self.process.line(deadline) {
                Ok(line) if self.is_ready(&line) => return Ok(lines),
                Ok(line) => lines.push(dialect::clean(&line).into_owned()),
                Err(EngineError::Crashed(_)) if lines.iter().any(|line| is_last_word(line)) => {
                    self.has_ended = true;
                    return Ok(lines);
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Tells the engine a position; what it complains about.
    fn tell(&mut self, line: &Line) -> Result<Option<String>, EngineError> {
        if self.has_ended {
            *self = Self::start(&self.starter.clone())?;
        }
        // Without `force` some engines begin to think as soon as they are told of a position.
        self.process.send("force")?;
        // Who does not take the position shall not keep one that is alike.
        for fen in [decoy().fen(), line.fen()] {
            self.process.send(&format!("setboard {fen}"))?;
        }
        for mv in line
            .moves()
            .ok_or_else(|| EngineError::unsupported("undo"))?
        {
            self.say_move(mv)?;
        }
        Ok(complaint(&self.heard(is_result)?))
    }

    /// Whether the engine holds a position all the same that it has complained about: it takes a move of it, and none
    /// of another that it may have kept. Where there is no move, to take none is right.
    fn holds(&mut self, line: &Line) -> Result<bool, EngineError> {
        let moves = distinguishing_moves(line);
        for &(mv, is_legal) in &moves {
            self.tell(line)?;
            if self.accepts(mv)? != is_legal {
                return Ok(false);
            }
        }
        Ok(!moves.is_empty())
    }

    /// The list of features, as far as one comes. GNU Chess loses the question now and then when it has just been
    /// started, and is asked once more.
    fn features(&mut self, patience: Duration) -> Result<String, EngineError> {
        let mut end = Deadline::after(patience);
        let mut deadline = Deadline::after(patience.min(AGAIN));
        let mut features = String::new();
        let (mut is_again, mut is_pinged) = (false, false);
        loop {
            match self.process.line(deadline) {
                Ok(line) => {
                    let cleaned = dialect::clean(&line);
                    if let Some((_, more)) = cleaned.split_once("feature ") {
                        features = features + " " + more;
                    }
                    if !is_pinged && cleaned.contains("done=0") {
                        // It asks for time, as the protocol has it, and gets it once.
                        end = Deadline::after(self.starter.limits.start);
                        (is_again, is_pinged, deadline) = (true, true, end);
                    }
                    if features.contains("done=1") || is_pinged && self.is_ready(&line) {
                        return Ok(features);
                    }
                }
                Err(EngineError::TimedOut(_)) if !is_again => {
                    if features.is_empty() {
                        self.process.send("protover 2")?;
                    }
                    is_again = true;
                    deadline = Deadline::after(patience.min(FEATURES).saturating_sub(AGAIN));
                }
                Err(EngineError::TimedOut(_)) if !is_pinged && FEATURES < patience => {
                    self.ask_ready()?;
                    (is_pinged, deadline) = (true, end);
                }
                Err(EngineError::TimedOut(_)) => return Ok(features),
                Err(trouble) => return Err(trouble),
            }
        }
    }

    fn say_move(&mut self, mv: UciMove) -> Result<(), EngineError> {
        if self.has_usermove {
            self.process.send(&format!("usermove {mv}"))
        } else {
            self.process.send(&mv.text())
        }
    }
}

impl Counter for Xboard {
    /// Starts an engine, reads its features, and puts it into force mode.
    ///
    /// [`EngineError::Unsupported`] if it cannot be told of positions, or has no `ping`.
    fn start(starter: &Starter) -> Result<Self, EngineError> {
        let mut process = starter.process()?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut xboard = Self {
            process,
            starter: starter.clone(),
            name: String::new(),
            has_usermove: false,
            pongs: Pongs::default(),
            has_ended: false,
        };
        let patience = starter.patience(Protocol::Xboard, FEATURES);
        let features = xboard.features(patience)?;
        // What is not mentioned may be there all the same: GNU Chess loses its list at times.
        for missing in ["setboard=0", "ping=0"] {
            if features.contains(missing) {
                return Err(EngineError::Unsupported(format!("xboard with {missing}")));
            }
        }
        xboard.name = quoted(&features, "myname=").unwrap_or_default();
        xboard.has_usermove = features.contains("usermove=1");
        for (name, value) in &starter.hints.options {
            xboard.process.send(&format!("option {name}={value}"))?;
        }
        for line in &starter.hints.setup {
            xboard.process.send(line)?;
        }
        xboard.process.send("force")?;
        // Who has sent no features may not know this protocol at all.
        let patience = if features.is_empty() {
            patience
        } else {
            starter.limits.start
        };
        xboard.ready(Deadline::after(patience))?;
        Ok(xboard)
    }

    /// Tells the engine a position; refused if it says so, or calls a move illegal. Some complain about a part of the
    /// FEN that they leave out, as an en passant square where nothing can be captured, and take the position.
    fn position(&mut self, line: &Line) -> Result<(), EngineError> {
        if line.is_chess960 {
            return Err(EngineError::Unsupported("Chess960".to_owned()));
        }
        match self.tell(line)? {
            Some(complaint) if is_refusal(&complaint) || !self.holds(line)? => {
                Err(EngineError::Refused(complaint))
            }
            Some(_) => self.tell(line).map(|_| ()),
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

    /// `go` with whatever behind it is the word to play on.
    fn may_count(command: &str) -> bool {
        !command.starts_with("go ")
    }

    /// The protocol has no word for that.
    fn show(&mut self) -> Result<Vec<String>, EngineError> {
        Ok(Vec::new())
    }
}

/// The first complaint among the lines.
fn complaint(lines: &[String]) -> Option<String> {
    let mut lines = lines.iter().map(|line| line.trim());
    lines.find(|line| is_complaint(line)).map(str::to_owned)
}

/// The text between quotes after a key: `myname="Foo 2"`.
fn quoted(features: &str, key: &str) -> Option<String> {
    let rest = &features[features.find(key)? + key.len()..];
    match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next().map(str::to_owned),
        None => rest.split_whitespace().next().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::Pongs;

    /// Which of these lines end an answer; `>` is another `ping`.
    fn ends(lines: &[&'static str]) -> Vec<&'static str> {
        let mut pongs = Pongs::default();
        let mut ends = Vec::new();
        for &line in lines {
            if line == ">" {
                pongs.ask();
            } else if pongs.is_last(line) {
                ends.push(line);
            }
        }
        ends
    }

    #[test]
    fn one_answer_is_enough_of_those_who_have_one() {
        let lines = [
            ">",
            "pong 1",
            ">",
            "e2e4",
            "White (1) : pong 2",
            ">",
            "pong 3",
        ];
        assert_eq!(ends(&lines), ["pong 1", "White (1) : pong 2", "pong 3"]);
        // An answer that nobody has waited for is late, and not the second.
        assert_eq!(ends(&[">", ">", "pong 1", "pong 2"]), ["pong 2"]);
    }

    #[test]
    fn the_second_answer_is_awaited_of_those_who_have_two() {
        let claim = "1/2-1/2 {Draw by repetition}";
        let lines = [
            ">", "pong 1", ">", "pong 1", "pong 2", "pong 2", ">", "pong 3", claim, "pong 3",
        ];
        assert_eq!(ends(&lines), ["pong 1", "pong 2", "pong 3"]);
        assert_eq!(ends(&lines[..8]), ["pong 1", "pong 2"]);
    }
}
