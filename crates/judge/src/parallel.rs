//! Work on all cores, where there are threads: without the feature `threads`, everything is done in turn.

use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// Locks a value that is consistent between any two statements, also after a panic of another thread.
pub(crate) fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns what a function makes of each item, in the order of the items.
pub(crate) fn map<T: Send, R: Send>(
    items: Vec<T>,
    function: impl Fn(T) -> R + Send + Sync,
) -> Vec<R> {
    #[cfg(feature = "threads")]
    let results = items.into_par_iter().map(function).collect();
    #[cfg(not(feature = "threads"))]
    let results = items.into_iter().map(function).collect();
    results
}

/// The first result, in the order of the items, whatever the number of cores.
pub(crate) fn find_map_first<T: Send, R: Send>(
    items: Vec<T>,
    function: impl Fn(T) -> Option<R> + Send + Sync,
) -> Option<R> {
    #[cfg(feature = "threads")]
    let found = items.into_par_iter().find_map_first(function);
    #[cfg(not(feature = "threads"))]
    let found = items.into_iter().find_map(function);
    found
}
