//! Asks an engine to search, and judges what it prints: every move of a line must be legal, what must be found must be played,
//! and a mate that is announced must be there.

mod asked;
pub(crate) mod blame;
pub(crate) mod case;
pub(crate) mod controls;
mod findings;
pub mod flaw;
mod run;

pub use run::{SearchRun, SearchesChecked};
