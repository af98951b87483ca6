//! Distributes cases over threads.
//!
//! Some engines can run only once at a time: a second process ends at once, or waits until the first has ended. That is
//! not wrong. As long as other threads are asking, the cases of an engine that has never answered are therefore left to
//! them. Its timeouts count once no other thread is asking.

use std::sync::Mutex;

use crate::parallel::lock;

/// The number of cases that a thread whose engine has never answered leaves to other threads before it gives up. The first of them
/// may be at fault.
const TRIES: u32 = 3;

/// The cases that have not been asked, for several threads with a process each.
pub(super) struct Queue {
    state: Mutex<State>,
}

struct State {
    next: usize,
    count: usize,
    left: Vec<usize>,
    threads: usize,
}

/// A case that a thread has taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Taken {
    /// Its index in the plan.
    pub(super) index: usize,
    /// True if no other thread is asking.
    pub(super) is_alone: bool,
}

/// A thread that takes cases from the queue.
pub(super) struct Thread<'a> {
    queue: &'a Queue,
    has_answered: bool,
    tries: u32,
}

impl Queue {
    /// A queue of `count` cases for this number of threads.
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

    /// Registers one of the threads.
    pub(super) fn thread(&self) -> Thread<'_> {
        Thread {
            queue: self,
            has_answered: false,
            tries: 0,
        }
    }

    /// Notes that so many of the threads could not be started. Others may already have ended.
    pub(super) fn lacks(&self, threads: usize) {
        lock(&self.state).threads -= threads;
    }

    /// Returns the number of cases no thread has taken.
    pub(super) fn count_remaining(&self) -> usize {
        let state = lock(&self.state);
        state.count - state.next + state.left.len()
    }
}

impl Thread<'_> {
    /// The next case; `None` if there is none for this thread, which must not take another.
    pub(super) fn take(&self) -> Option<Taken> {
        let mut state = lock(&self.queue.state);
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

    /// Notes that the engine has answered. From now on its timeouts count.
    pub(super) fn has_answered(&mut self) {
        self.has_answered = true;
    }

    /// Notes that the engine has not answered. Returns whether the case is left to another thread.
    pub(super) fn leaves(&mut self, taken: Taken) -> bool {
        if self.has_answered || taken.is_alone {
            return false;
        }
        self.tries += 1;
        lock(&self.queue.state).left.push(taken.index);
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
    fn leaves_the_cases_of_a_silent_engine_to_another_thread() {
        let queue = Queue::new(5, 2);
        let (mut silent, mut well) = (queue.thread(), queue.thread());
        assert_eq!(well.take(), Some(taken(0, false)));
        well.has_answered();
        for index in 1..4 {
            assert_eq!(silent.take(), Some(taken(index, false)));
            assert!(silent.leaves(taken(index, false)));
        }
        assert_eq!(silent.take(), None);
        assert_eq!(queue.count_remaining(), 4);
        for index in [4, 3, 2, 1] {
            let next = taken(index, true);
            assert_eq!(well.take(), Some(next));
            assert!(!well.leaves(next), "its timeouts count");
        }
        assert_eq!(well.take(), None);
    }

    #[test]
    fn the_last_thread_asks_again() {
        let queue = Queue::new(2, 2);
        let (mut slow, mut quick) = (queue.thread(), queue.thread());
        let waits = slow.take().unwrap();
        assert_eq!(quick.take(), Some(taken(1, false)));
        quick.has_answered();
        assert_eq!(quick.take(), None);
        assert!(slow.leaves(waits));
        let again = slow.take().unwrap();
        assert_eq!(again, taken(0, true));
        assert!(!slow.leaves(again), "there is no other thread");
        assert_eq!(slow.take(), None);
    }

    #[test]
    fn asks_every_case_once_if_all_engines_are_silent() {
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
