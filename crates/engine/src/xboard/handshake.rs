//! The first words to an engine: whether it speaks xboard, its features, and how it shows that it is ready.

use std::time::Duration;

use passant_query::EngineError;

use super::barrier::{Barrier, Echo, Pongs, Probe};
use crate::dialect;
use crate::process::{Deadline, Process};
use crate::xboard_messages::is_error;

/// Time for an answer to the first word before the next one is sent. GNU Chess does not notice what comes together with
/// it.
const HELLO: Duration = Duration::from_millis(150);

/// The time to wait for the list of features before it is requested again: some engines send none, and GNU Chess
/// sometimes loses the request just after its start.
const REPEAT: Duration = Duration::from_millis(400);

/// The time to wait for an answer before the next attempt.
const PAUSE: Duration = Duration::from_millis(200);

/// The time before an engine that has printed nothing is sent something that it does not understand: some engines end
/// after that. Also the time for the last answer of an engine that has sent its features.
const SILENCE: Duration = Duration::from_secs(2);

/// Why an engine that has sent its features cannot be asked.
const MUTE: &str = "it answers no ping, no unknown word and no impossible move";

/// The number of the first probes.
const FIRST: u32 = 1;

/// The answer of an engine to the handshake.
pub(super) struct Greeting {
    /// Its features, as far as it has sent any.
    pub(super) features: String,
    pub(super) barrier: Barrier,
}

/// The last command of the handshake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    Hello,
    Features,
    FeaturesAgain,
    Ping,
    Word,
    Move,
}

struct Handshake<'p> {
    process: &'p mut Process,
    stage: Stage,
    features: String,
    pongs: Pongs,
    /// Its error if it does not know the word `xboard`. It may know the rest of the protocol.
    refusal: Option<String>,
    /// True if it has printed anything.
    has_printed: bool,
    /// True if it has asked for more time, as the protocol allows. It gets the time of the start once.
    has_asked_for_time: bool,
}

/// Greets an engine. Fails with [`EngineError::Unsupported`] if it refuses the word `xboard` and sends no features.
pub(super) fn greet(process: &mut Process) -> Result<Greeting, EngineError> {
    process.send("xboard")?;
    let handshake = Handshake {
        process,
        stage: Stage::Hello,
        features: String::new(),
        pongs: Pongs::default(),
        refusal: None,
        has_printed: false,
        has_asked_for_time: false,
    };
    handshake.run()
}

impl Handshake<'_> {
    fn run(mut self) -> Result<Greeting, EngineError> {
        let mut end = Deadline::after(self.process.limits().start);
        loop {
            let pause = self.pause();
            let until = pause.map_or(end, |pause| end.within(pause));
            match self.process.line(until) {
                Ok(line) => {
                    if let Some(barrier) = self.read(&dialect::clean(&line))? {
                        let features = self.features;
                        return Ok(Greeting { features, barrier });
                    }
                    if self.stage == Stage::Hello {
                        self.advance(Stage::Features)?;
                    }
                    if line.contains("done=0") && !self.has_asked_for_time {
                        self.has_asked_for_time = true;
                        end = Deadline::after(self.process.limits().start);
                        self.advance(Stage::Ping)?;
                    }
                }
                Err(EngineError::TimedOut(_)) if until != end => self.try_next()?,
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the time before the next thing is tried, or `None` if nothing is left.
    fn pause(&self) -> Option<Duration> {
        match self.stage {
            _ if self.has_asked_for_time && !self.is_done() => Some(SILENCE),
            Stage::Hello => Some(HELLO),
            Stage::Features => Some(REPEAT),
            Stage::FeaturesAgain => Some(PAUSE),
            Stage::Ping | Stage::Word if self.has_printed => Some(PAUSE),
            Stage::Ping | Stage::Word => Some(SILENCE),
            Stage::Move => self.is_done().then_some(SILENCE),
        }
    }

    /// Reads a line, and returns the barrier if the line shows it.
    fn read(&mut self, line: &str) -> Result<Option<Barrier>, EngineError> {
        self.has_printed = true;
        if let Some((_, more)) = line.split_once("feature ") {
            self.features = format!("{} {more}", self.features);
            if self.is_done() {
                return self.after_features();
            }
        }
        if self.stage >= Stage::Ping && self.pongs.is_last(line) {
            self.expect_no_refusal()?;
            return Ok(Some(Barrier::Ping(std::mem::take(&mut self.pongs))));
        }
        for (stage, probe) in [(Stage::Word, Probe::Word), (Stage::Move, Probe::Move)] {
            if self.stage >= stage
                && let Some(echo) = Echo::of(probe, FIRST, line)
            {
                self.expect_no_refusal()?;
                return Ok(Some(Barrier::Echo(echo)));
            }
        }
        let refuses = |word: &str| is_error(line) && line.to_ascii_lowercase().contains(word);
        if refuses("xboard") {
            self.refusal = Some(line.trim().to_owned());
        }
        if self.stage < Stage::Ping && refuses("protover") {
            self.expect_no_refusal()?;
            self.advance(Stage::Ping)?;
        } else if self.stage == Stage::Ping && refuses("ping") {
            self.advance(Stage::Word)?;
        }
        Ok(None)
    }

    /// Continues after the last feature.
    fn after_features(&mut self) -> Result<Option<Barrier>, EngineError> {
        if self.features.contains("ping=1") {
            return Ok(Some(Barrier::Ping(std::mem::take(&mut self.pongs))));
        }
        let has_no_ping = self.features.contains("ping=0");
        let next = if has_no_ping {
            Stage::Word
        } else {
            Stage::Ping
        };
        if self.stage < next {
            self.advance(next)?;
        }
        Ok(None)
    }

    /// Tries the next thing after a silence. Fails if nothing is left.
    fn try_next(&mut self) -> Result<(), EngineError> {
        self.expect_no_refusal()?;
        if self.has_asked_for_time && !self.is_done() {
            // GNU Chess does not always notice its input, nor print all of its features, until more input comes.
            return self.advance(Stage::Ping);
        }
        self.advance(match self.stage {
            Stage::Hello => Stage::Features,
            Stage::Features => Stage::FeaturesAgain,
            Stage::FeaturesAgain => Stage::Ping,
            Stage::Ping => Stage::Word,
            Stage::Word => Stage::Move,
            Stage::Move => return Err(EngineError::unsupported(MUTE)),
        })
    }

    /// Fails if the engine has refused the word `xboard` and sent no features.
    fn expect_no_refusal(&self) -> Result<(), EngineError> {
        let refusal = self.refusal.as_ref().filter(|_| self.features.is_empty());
        refusal.map_or(Ok(()), |text| Err(EngineError::unsupported(text)))
    }

    /// Sends the command of a stage.
    fn advance(&mut self, stage: Stage) -> Result<(), EngineError> {
        self.stage = stage;
        let probe = |probe: Probe| probe.command(FIRST, self.features.contains("usermove=1"));
        let text = match stage {
            Stage::Features => "protover 2".to_owned(),
            Stage::FeaturesAgain if self.features.is_empty() => "protover 2".to_owned(),
            Stage::Hello | Stage::FeaturesAgain => return Ok(()),
            Stage::Ping => format!("ping {}", self.pongs.ask()),
            Stage::Word => probe(Probe::Word),
            Stage::Move => probe(Probe::Move),
        };
        self.process.send(&text)
    }

    fn is_done(&self) -> bool {
        self.features.contains("done=1")
    }
}
