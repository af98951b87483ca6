//! The answers of the oracle to one question. It is asked once for all sets of faults that cannot change what it does.

use std::sync::Mutex;

use passant_oracle::{FaultSet, record_consulted};

use super::reply::Reply;
use crate::parallel::lock;

/// The answers of the oracle to a question.
#[derive(Debug, Default)]
pub(super) struct KnownAnswers(Mutex<Vec<KnownAnswer>>);

#[derive(Clone, Debug)]
struct KnownAnswer {
    reply: Reply,
    /// The faults that the oracle was tested for.
    consulted: FaultSet,
    /// Those of them that it had.
    faults: FaultSet,
}

impl KnownAnswers {
    /// The answer with these faults. `ask` asks the oracle, on this thread.
    pub(super) fn get(&self, faults: FaultSet, ask: impl FnOnce() -> Reply) -> Reply {
        let is_same = |it: &&KnownAnswer| faults.intersection(it.consulted) == it.faults;
        if let Some(known) = lock(&self.0).iter().find(is_same) {
            return known.reply.clone();
        }
        let (reply, consulted) = record_consulted(ask);
        lock(&self.0).push(KnownAnswer {
            reply: reply.clone(),
            consulted,
            faults: faults.intersection(consulted),
        });
        reply
    }
}

impl Clone for KnownAnswers {
    fn clone(&self) -> Self {
        Self(Mutex::new(lock(&self.0).clone()))
    }
}
