//! A small search: alpha-beta over material and mate, with a hash table and a staged move picker.
//!
//! The engine plays what it believes to be best with the moves that it believes to be legal, so a fault shows in its
//! play only where the fault makes a difference. It is deterministic: of equally good moves the first is played. The
//! faults of the family [`Search`](crate::Family::Search) are in this folder alone, so that no count shows them.

mod evaluation;
mod node;
mod outcome;
mod picker;
mod searcher;
mod table;

pub use outcome::{FoundLine, SearchOutcome};
pub(super) use searcher::Searcher;
pub use table::SearchTable;
