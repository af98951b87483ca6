//! Connections to one engine, shared by several threads.

use std::sync::Mutex;

use crate::Connections;
use crate::parallel::lock;

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
