//! Connections to one engine, shared by several threads.

use std::sync::{Mutex, PoisonError};

use crate::Connections;

/// An engine, and the connections to it that no thread is using.
pub struct EnginePool<F> {
    connect: F,
    idle: Mutex<Vec<Connections>>,
}

impl<F: Fn() -> Connections + Sync> EnginePool<F> {
    /// `connect` is called once for each thread that asks at the same time as others.
    pub fn new(connect: F) -> Self {
        Self {
            connect,
            idle: Mutex::default(),
        }
    }

    /// Lends a connection to a function.
    pub fn with<T>(&self, ask: impl FnOnce(&mut Connections) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut program = taken.unwrap_or_else(&self.connect);
        let answer = ask(&mut program);
        idle().push(program);
        answer
    }
}
