//! The counters as their users meet them.

mod checkpoint;
mod runner;
