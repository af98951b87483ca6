//! The same engine several times over, for as many threads as ask at once.

use std::sync::{Mutex, PoisonError};

use super::asking::Examinee;

/// An engine, and the conversations with it that nobody uses at the moment.
pub struct Pool<F> {
    open: F,
    idle: Mutex<Vec<Examinee>>,
}

impl<F: Fn() -> Examinee + Sync> Pool<F> {
    /// `open` begins a conversation; as many are begun as there are threads that ask at the same time.
    pub fn new(open: F) -> Self {
        Self {
            open,
            idle: Mutex::default(),
        }
    }

    /// Asks something.
    pub fn with<T>(&self, ask: impl FnOnce(&mut Examinee) -> T) -> T {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let taken = idle().pop();
        let mut examinee = taken.unwrap_or_else(&self.open);
        let answer = ask(&mut examinee);
        idle().push(examinee);
        answer
    }
}
