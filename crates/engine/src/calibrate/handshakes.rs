//! The handshakes of all protocols that an engine may speak, side by side, each with a process of its own.

use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

use passant_query::{Channel, EngineError, Interrupt};

use crate::calibration::{Conversation, Protocol};
use crate::clock::Clock;
use crate::connection::{Connection, EngineSpec};
use crate::line_protocol::Adapter;
use crate::transcript::Excerpt;
use crate::uci::Uci;
use crate::xboard::Xboard;

/// The time for an answer to `uci` before the other protocols are tried.
const HEAD_START: Duration = Duration::from_millis(500);

/// The extra time of the slower handshake, UCI or xboard, after the faster one; at least the time of the faster one.
const GRACE: Duration = Duration::from_millis(500);

/// The polling interval of the handshakes.
const TICK: Duration = Duration::from_millis(2);

/// The handshakes of all protocols that an engine may speak.
pub(super) struct Handshakes {
    spec: EngineSpec,
    clock: Clock,
    uci: Handshake<Uci>,
    adapter: Handshake<Adapter>,
    xboard: Handshake<Xboard>,
    /// The conversation in each protocol.
    excerpts: [(Protocol, Excerpt); 3],
}

/// A handshake, as far as it has come.
enum Handshake<C> {
    NotTried,
    Running(Attempt<C>),
    /// It has ended, and took this time.
    Done(Result<C, EngineError>, Duration),
}

/// A handshake in a thread of its own. The engine is stopped if the attempt is dropped.
struct Attempt<C> {
    /// The time of the start, on the clock of the handshakes.
    start: Duration,
    interrupt: Interrupt,
    /// `None` once its outcome was taken.
    thread: Option<JoinHandle<Result<C, EngineError>>>,
}

impl Handshakes {
    /// Greets an engine in the only protocol that is allowed, or in all of them until one is answered.
    pub(super) fn run(spec: &EngineSpec, only: Option<Protocol>) -> Self {
        let mut handshakes = Self {
            spec: spec.clone(),
            clock: Clock::new(),
            uci: Handshake::NotTried,
            adapter: Handshake::NotTried,
            xboard: Handshake::NotTried,
            excerpts: [Protocol::Uci, Protocol::Line, Protocol::Xboard]
                .map(|it| (it, Excerpt::default())),
        };
        match only {
            Some(Protocol::Uci) => handshakes.start_uci(),
            Some(Protocol::Line) => handshakes.start_adapter(),
            Some(Protocol::Xboard) => handshakes.start_xboard(Duration::ZERO),
            Some(Protocol::Script) => {}
            None => handshakes.find(),
        }
        while handshakes.is_undecided() {
            handshakes.pause();
        }
        if handshakes.uci.is_completed() {
            handshakes.adapter = Handshake::NotTried;
        }
        handshakes
    }

    /// Tries UCI, and the other protocols as long as it is not answered.
    fn find(&mut self) {
        self.start_uci();
        while !self.uci.is_done(self.clock.time()) && self.clock.time() < HEAD_START {
            self.pause();
        }
        if let Handshake::Done(Ok(_), _) = &self.uci {
            // The engine may have a perft over xboard only. It starts if the search for one over UCI takes longer.
            self.start_xboard(HEAD_START);
            return;
        }
        self.start_xboard(Duration::ZERO);
        if self.may_be_adapter() {
            self.start_adapter();
        }
        while self.is_undecided() {
            if !self.may_be_adapter() {
                self.adapter = Handshake::NotTried;
            }
            self.pause();
        }
    }

    /// Waits until it is time to look at the handshakes again.
    fn pause(&mut self) {
        thread::sleep(TICK);
        self.clock.look();
    }

    /// Tells whether a better answer may still come.
    fn is_undecided(&mut self) -> bool {
        let now = self.clock.time();
        let (uci, adapter) = (self.uci.is_done(now), self.adapter.is_done(now));
        let is_greeted = self.uci.is_completed() || self.adapter.is_completed();
        let xboard = self.xboard.is_done(now);
        let is_late = self.xboard.completion_time().is_some_and(|time| {
            let others = [self.uci.running_for(now), self.adapter.running_for(now)];
            others
                .iter()
                .flatten()
                .all(|running| time + GRACE.max(time) < *running)
        });
        let have_all_ended = uci && adapter && xboard;
        !(is_greeted || is_late || have_all_ended)
    }

    /// Tells whether the answer to `uci` could come from an adapter: `error unsupported uci`, or none yet.
    fn may_be_adapter(&self) -> bool {
        self.spec.overrides.allow(Channel::Line)
            && match &self.uci {
                Handshake::Done(Err(EngineError::Unsupported(text)), _) => {
                    text.starts_with("error")
                }
                Handshake::Done(Err(error), _) => matches!(error, EngineError::TimedOut(_)),
                _ => true,
            }
    }

    fn start_uci(&mut self) {
        let spec = self.spec(Protocol::Uci);
        self.uci = Attempt::start(self.clock.time(), spec, Duration::ZERO, Uci::start);
    }

    fn start_adapter(&mut self) {
        let spec = self.spec(Protocol::Line);
        self.adapter = Attempt::start(self.clock.time(), spec, Duration::ZERO, EngineSpec::adapter);
    }

    fn start_xboard(&mut self, delay: Duration) {
        let spec = self.spec(Protocol::Xboard);
        self.xboard = Attempt::start(self.clock.time(), spec, delay, Xboard::start);
    }

    /// Returns the engine for one handshake, whose first lines are kept.
    fn spec(&self, protocol: Protocol) -> EngineSpec {
        let mut spec = self.spec.clone();
        if let Some((_, excerpt)) = self.excerpts.iter().find(|(it, _)| *it == protocol) {
            spec.transcript = spec.transcript.with_excerpt(excerpt);
        }
        spec
    }

    /// Returns the conversations of the handshakes that were begun, of which these were completed.
    pub(super) fn conversations(&self, completed: &[Protocol]) -> Vec<Conversation> {
        let conversation = |(protocol, excerpt): &(Protocol, Excerpt)| {
            excerpt.conversation(*protocol, completed.contains(protocol))
        };
        self.excerpts.iter().filter_map(conversation).collect()
    }

    /// Returns the outcome of the handshake of UCI; `None` if it was not tried.
    pub(super) fn uci(&mut self) -> Option<Result<Uci, EngineError>> {
        self.uci.take(self.clock.time())
    }

    /// Returns the outcome of the handshake of the line protocol; `None` if it was not tried.
    pub(super) fn adapter(&mut self) -> Option<Result<Adapter, EngineError>> {
        self.adapter.take(self.clock.time())
    }

    /// Returns the outcome of the handshake of xboard; `None` if it was not tried. An engine that has answered `uci`
    /// does not get much more time.
    pub(super) fn xboard(&mut self, uci: Option<Duration>) -> Option<Result<Xboard, EngineError>> {
        self.clock.return_to();
        while !self.xboard.is_done(self.clock.time()) {
            let running = self.xboard.running_for(self.clock.time());
            let limit = uci.map(|uci| HEAD_START + GRACE.max(2 * uci));
            if limit
                .zip(running)
                .is_some_and(|(limit, running)| limit < running)
            {
                break;
            }
            self.pause();
        }
        self.xboard.take(self.clock.time())
    }

    /// Returns the time of the handshake of UCI, if it was completed.
    pub(super) fn uci_time(&self) -> Option<Duration> {
        self.uci.completion_time()
    }
}

impl<C> Handshake<C> {
    /// Tells whether it has ended, or is not tried.
    fn is_done(&mut self, now: Duration) -> bool {
        if let Self::Running(attempt) = self
            && let Some(outcome) = attempt.outcome()
        {
            *self = Self::Done(outcome, attempt.running_for(now));
        }
        !matches!(self, Self::Running(_))
    }

    fn is_completed(&self) -> bool {
        matches!(self, Self::Done(Ok(_), _))
    }

    fn completion_time(&self) -> Option<Duration> {
        match self {
            Self::Done(Ok(_), time) => Some(*time),
            _ => None,
        }
    }

    fn running_for(&self, now: Duration) -> Option<Duration> {
        match self {
            Self::Running(attempt) => Some(attempt.running_for(now)),
            _ => None,
        }
    }

    /// Returns the outcome. A handshake that still runs is stopped.
    fn take(&mut self, now: Duration) -> Option<Result<C, EngineError>> {
        match std::mem::replace(self, Self::NotTried) {
            Self::NotTried => None,
            Self::Running(attempt) => Some(Err(EngineError::TimedOut(attempt.running_for(now)))),
            Self::Done(outcome, _) => Some(outcome),
        }
    }
}

impl<C: Send + 'static> Attempt<C> {
    /// Connects to an engine after a delay.
    fn start(
        now: Duration,
        mut spec: EngineSpec,
        delay: Duration,
        connect: fn(&EngineSpec) -> Result<C, EngineError>,
    ) -> Handshake<C> {
        let interrupt = spec.interrupt.child();
        spec.interrupt = interrupt.clone();
        let thread = Builder::new().spawn(move || {
            let start = Instant::now();
            while start.elapsed() < delay && !spec.interrupt.is_raised() {
                thread::sleep(TICK);
            }
            if spec.interrupt.is_raised() {
                return Err(EngineError::Interrupted);
            }
            connect(&spec)
        });
        match thread {
            Ok(thread) => Handshake::Running(Self {
                start: now,
                interrupt,
                thread: Some(thread),
            }),
            Err(error) => {
                let why = format!("no thread could be started: {error}");
                Handshake::Done(Err(EngineError::NotStarted(why)), Duration::ZERO)
            }
        }
    }
}

impl<C> Attempt<C> {
    fn running_for(&self, now: Duration) -> Duration {
        now.saturating_sub(self.start)
    }

    /// Returns the outcome, if the thread has ended.
    fn outcome(&mut self) -> Option<Result<C, EngineError>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        let panicked = |_| Err(EngineError::NotStarted("a thread panicked".to_owned()));
        Some(thread.join().unwrap_or_else(panicked))
    }
}

impl<C> Drop for Attempt<C> {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.interrupt.raise();
            // The engine is stopped before the next one is started.
            let _ = thread.join();
        }
    }
}
