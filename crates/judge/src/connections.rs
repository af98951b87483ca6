//! The connections to one engine, and those that several threads share.

use std::sync::Mutex;

use passant_query::{RetryLog, Subject};

use crate::parallel::lock;

/// The connections to one engine: for counts and moves, for the state of a game, for a cross-check of moves, and
/// for searches.
pub struct Connections {
    /// For counts, moves and the position that the engine reports.
    pub counts: Box<dyn Subject>,
    /// For the state of a game, if the engine can be asked about it.
    pub game: Option<Box<dyn Subject>>,
    /// A second channel that may list moves, if the protocol has one.
    pub cross_check: Option<Box<dyn Subject>>,
    /// For what a search prints, if the engine searches.
    pub search: Option<Box<dyn Subject>>,
    /// The record of the questions that were answered when they were asked again after a crash.
    pub retry_log: RetryLog,
}

impl Connections {
    /// An engine that is asked everything through one channel.
    #[must_use]
    pub fn through(counts: Box<dyn Subject>) -> Self {
        Self {
            counts,
            game: None,
            cross_check: None,
            search: None,
            retry_log: RetryLog::default(),
        }
    }
}

/// An engine, and the connections to it that no thread is using.
pub struct EnginePool<'a> {
    connect: Box<dyn Fn() -> Connections + Sync + 'a>,
    idle: Mutex<Vec<Connections>>,
}

impl<'a> EnginePool<'a> {
    /// `connect` is called once for each thread that asks at the same time as others.
    pub fn new(connect: impl Fn() -> Connections + Sync + 'a) -> Self {
        Self {
            connect: Box::new(connect),
            idle: Mutex::default(),
        }
    }

    /// Lends a connection to a function.
    pub fn with<T>(&self, ask: impl FnOnce(&mut Connections) -> T) -> T {
        let taken = lock(&self.idle).pop();
        let mut program = taken.unwrap_or_else(&self.connect);
        let answer = ask(&mut program);
        lock(&self.idle).push(program);
        answer
    }
}
