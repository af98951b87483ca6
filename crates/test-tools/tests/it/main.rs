//! The filter, the search path and the report of missing tools.

mod filter;
mod tools;
