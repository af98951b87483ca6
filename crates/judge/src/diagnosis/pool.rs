//! The same engine several times over, for as many threads as ask at once.

use std::sync::{Mutex, PoisonError};

use crate::Connections;

/// An engine, and the conversations with it that nobody uses at the moment.
pub struct Pool<F> {
    open: F,
    idle: Mutex<Vec<Connections>>,
}

impl<F: Fn() -> Connections + Sync> Pool<F> {
    /// `open` begins a conversation; as many are begun as there are threads that ask at the same time.
    pub fn new(open: F) -> Self {
        Self {
            open,
            idle: Mutex::default(),
        }
    }

    /// Asks something.
    pub fn with<T>(&self, ask: impl FnOnce(&mut Connections) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut program = taken.unwrap_or_else(&self.open);
        let answer = ask(&mut program);
        idle().push(program);
        answer
    }
}
