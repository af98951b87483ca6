//! Which case is asked next, and by whom.
//!
//! Some engines run once at a time: a second one ends at once, or waits until the first has ended. Nothing is wrong
//! with them. So the silence of an engine that has never answered is believed if nobody else asks, and its cases are
//! left to the others before that.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many cases an engine that has never answered may leave to others: it may be wrong about the first of them.
const TRIES: u32 = 3;

/// The cases that are not asked yet, for several threads with an engine each.
pub(super) struct Queue {
    state: Mutex<State>,
}

struct State {
    next: usize,
    count: usize,
    left: Vec<usize>,
    threads: usize,
}

/// A case for a thread to ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taken {
    /// Its place in the plan.
    pub(super) index: usize,
    /// Whether there is no other thread that asks.
    pub(super) is_alone: bool,
}

/// The place of a thread in the queue.
pub(super) struct Thread<'a> {
    queue: &'a Queue,
    has_answered: bool,
    tries: u32,
}

impl Queue {
    /// So many cases, and threads that will ask about them.
    pub(super) fn new(count: usize, threads: usize) -> Self {
        Self {
            state: Mutex::new(State {
                next: 0,
                count,
                left: Vec::new(),
                threads,
            }),
        }
    }

    /// The place of one of the threads.
    pub(super) fn thread(&self) -> Thread<'_> {
        Thread {
            queue: self,
            has_answered: false,
            tries: 0,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Plain numbers: whoever has panicked has left them whole.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Thread<'_> {
    /// The next case; `None` if there is none for this thread, which does not ask again then.
    pub(super) fn take(&self) -> Option<Taken> {
        let mut state = self.queue.state();
        let is_alone = state.threads == 1;
        let gives_up = TRIES <= self.tries && !self.has_answered && !is_alone;
        let next = if gives_up {
            None
        } else if state.next < state.count {
            state.next += 1;
            Some(state.next - 1)
        } else {
            state.left.pop()
        };
        if next.is_none() {
            state.threads -= 1;
        }
        next.map(|index| Taken { index, is_alone })
    }

    /// The engine has answered: its silence is believed from now on.
    pub(super) fn has_answered(&mut self) {
        self.has_answered = true;
    }

    /// The engine has not answered. Whether that is not believed yet, and the case is left to somebody else.
    pub(super) fn leaves(&mut self, taken: Taken) -> bool {
        if self.has_answered || taken.is_alone {
            return false;
        }
        self.tries += 1;
        self.queue.state().left.push(taken.index);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{Queue, Taken};

    fn taken(index: usize, is_alone: bool) -> Taken {
        Taken { index, is_alone }
    }

    #[test]
    fn the_cases_of_an_engine_that_never_answers_are_left_to_another() {
        let queue = Queue::new(5, 2);
        let (mut silent, mut well) = (queue.thread(), queue.thread());
        assert_eq!(well.take(), Some(taken(0, false)));
        well.has_answered();
        for index in 1..4 {
            assert_eq!(silent.take(), Some(taken(index, false)));
            assert!(silent.leaves(taken(index, false)));
        }
        assert_eq!(silent.take(), None);
        for index in [4, 3, 2, 1] {
            let next = taken(index, true);
            assert_eq!(well.take(), Some(next));
            assert!(!well.leaves(next), "its silence is believed");
        }
        assert_eq!(well.take(), None);
    }

    #[test]
    fn who_is_alone_in_the_end_asks_again() {
        let queue = Queue::new(2, 2);
        let (mut slow, mut quick) = (queue.thread(), queue.thread());
        let waits = slow.take().unwrap();
        assert_eq!(quick.take(), Some(taken(1, false)));
        quick.has_answered();
        assert_eq!(quick.take(), None);
        assert!(slow.leaves(waits));
        let again = slow.take().unwrap();
        assert_eq!(again, taken(0, true));
        assert!(!slow.leaves(again), "nobody else can be asked");
        assert_eq!(slow.take(), None);
    }

    #[test]
    fn engines_that_all_are_silent_are_believed_in_the_end() {
        let queue = Queue::new(10, 2);
        let mut threads = vec![queue.thread(), queue.thread()];
        let mut believed = Vec::new();
        while !threads.is_empty() {
            threads.retain_mut(|thread| {
                let taken = thread.take();
                believed.extend(taken.filter(|&taken| !thread.leaves(taken)));
                taken.is_some()
            });
        }
        let mut believed: Vec<_> = believed.into_iter().map(|taken| taken.index).collect();
        believed.sort_unstable();
        assert_eq!(believed, (0..10).collect::<Vec<_>>());
    }
}
