//! The protocol of xboard, as far as perft and single moves need it.

use std::time::Duration;

use super::counting::Counter;
use super::dialect;
use super::process::Deadline;
use super::starter::Starter;
use super::{Place, Process, Trouble};

/// How long to wait for the list of features; engines of protocol 1 send none.
const FEATURES: Duration = Duration::from_secs(2);

/// An engine that speaks the protocol of xboard.
#[derive(Debug)]
pub struct Xboard {
    process: Process,
    /// What it calls itself.
    pub name: String,
    /// Whether moves are preceded by the word `usermove`.
    has_usermove: bool,
    pings: u32,
    has_ended: bool,
}

impl Xboard {
    /// Starts an engine, reads its features, and puts it into force mode.
    ///
    /// [`Trouble::Unsupported`] if it cannot be told of positions, or has no `ping`.
    pub fn start(starter: &Starter) -> Result<Self, Trouble> {
        let mut process = starter.process()?;
        process.send("xboard")?;
        process.send("protover 2")?;
        let mut features = String::new();
        let deadline = Deadline::after(starter.limits.start.min(FEATURES));
        loop {
            match process.line(deadline) {
                Ok(line) => {
                    let line = dialect::clean(&line);
                    if let Some((_, more)) = line.split_once("feature ") {
                        features = features + " " + more;
                    }
                    if features.contains("done=1") {
                        break;
                    }
                }
                Err(Trouble::TimedOut(_)) => break,
                Err(trouble) => return Err(trouble),
            }
        }
        // What is not mentioned may be there all the same: GNU Chess loses its list now and then.
        for missing in ["setboard=0", "ping=0"] {
            if features.contains(missing) {
                return Err(Trouble::Unsupported(format!("xboard with {missing}")));
            }
        }
        let mut xboard = Self {
            process,
            name: quoted(&features, "myname=").unwrap_or_default(),
            has_usermove: features.contains("usermove=1"),
            pings: 0,
            has_ended: false,
        };
        for (name, value) in &starter.hints.options {
            xboard.process.send(&format!("option {name}={value}"))?;
        }
        for line in &starter.hints.setup {
            xboard.process.send(line)?;
        }
        xboard.process.send("force")?;
        // Who has sent no features may not know this protocol at all.
        let patience = if features.is_empty() {
            FEATURES
        } else {
            starter.limits.start
        };
        xboard.ready(Deadline::after(patience))?;
        Ok(xboard)
    }

    /// Tells the engine a position; refused if it complains, or calls a move illegal.
    pub fn position(&mut self, place: &Place) -> Result<(), Trouble> {
        if place.is_chess960 {
            return Err(Trouble::Unsupported("Chess960".to_owned()));
        }
        // Without `force` some engines begin to think as soon as they are told of a position.
        self.process.send("force")?;
        self.process.send(&format!("setboard {}", place.fen))?;
        for mv in &place.moves {
            self.say_move(mv)?;
        }
        self.settled().map(|_| ())
    }

    /// Shows a move to the engine; the lines that it prints then. Refused if it complains.
    pub fn play(&mut self, mv: &str) -> Result<Vec<String>, Trouble> {
        self.say_move(mv)?;
        self.settled()
    }

    /// Takes moves back. Refused if the engine complains.
    pub fn take_back(&mut self, moves: usize) -> Result<(), Trouble> {
        for _ in 0..moves {
            self.process.send("undo")?;
        }
        self.settled().map(|_| ())
    }

    /// Waits, and looks for a complaint.
    fn settled(&mut self) -> Result<Vec<String>, Trouble> {
        let deadline = self.process.reply_deadline();
        let lines = self.ready(deadline)?;
        let mut cleaned = lines.iter().map(|line| dialect::clean(line));
        match cleaned.find(|line| is_complaint(line)) {
            Some(line) => Err(Trouble::Refused(line.trim().to_owned())),
            None => Ok(lines),
        }
    }

    /// Whether the engine takes a move in the position it was told; the position is undefined afterwards.
    ///
    /// Some engines end when a move is illegal: what they say before is their answer, and [`Self::has_ended`] then.
    pub fn accepts(&mut self, mv: &str) -> Result<bool, Trouble> {
        self.say_move(mv)?;
        self.ask_ready()?;
        let deadline = self.process.reply_deadline();
        let mut is_accepted = true;
        loop {
            match self.process.line(deadline) {
                Ok(line) if self.is_ready(&line) => return Ok(is_accepted),
                Ok(line) => is_accepted &= !is_complaint(&dialect::clean(&line)),
                Err(Trouble::Crashed(_)) if !is_accepted => {
                    self.has_ended = true;
                    return Ok(false);
                }
                Err(trouble) => return Err(trouble),
            }
        }
    }

    /// Whether the engine has ended, having answered.
    #[must_use]
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    fn say_move(&mut self, mv: &str) -> Result<(), Trouble> {
        if self.has_usermove {
            self.process.send(&format!("usermove {mv}"))
        } else {
            self.process.send(mv)
        }
    }
}

impl Counter for Xboard {
    fn begin(starter: &Starter) -> Result<Self, Trouble> {
        Self::start(starter)
    }

    fn set(&mut self, place: &Place) -> Result<(), Trouble> {
        self.position(place)
    }

    fn process(&mut self) -> &mut Process {
        &mut self.process
    }

    fn ask_ready(&mut self) -> Result<(), Trouble> {
        self.pings += 1;
        self.process.send(&format!("ping {}", self.pings))
    }

    fn is_ready(&self, line: &str) -> bool {
        let pong = format!("pong {}", self.pings);
        dialect::clean(line).trim_end().ends_with(&pong)
    }

    /// `go` with whatever behind it is the word to play on.
    fn may_count(command: &str) -> bool {
        !command.starts_with("go ")
    }

    /// The protocol has no word for that.
    fn show(&mut self) -> Result<Vec<String>, Trouble> {
        Ok(Vec::new())
    }
}

/// `Illegal move: e5d6`, `Invalid move: e5d6`, `Error (Illegal move or unknown command): e5d6`,
/// `tellusererror Illegal position`, `telluser Board is wrong!`
fn is_complaint(line: &str) -> bool {
    let line = line.trim().to_ascii_lowercase();
    let starts = [
        "illegal",
        "invalid",
        "error",
        "tellusererror",
        "bad move",
        "unknown",
    ];
    starts.iter().any(|start| line.starts_with(start))
        || line.starts_with("telluser") && line.contains("wrong")
        || line.contains("illegal move") && !line.starts_with('#')
}

/// The text between quotes after a key: `myname="Foo 2"`.
fn quoted(features: &str, key: &str) -> Option<String> {
    let rest = &features[features.find(key)? + key.len()..];
    match rest.strip_prefix('"') {
        Some(rest) => rest.split('"').next().map(str::to_owned),
        None => rest.split_whitespace().next().map(str::to_owned),
    }
}
