//! The filter, the search path and the report of missing tools.

// The filtered program is `cat`.
#[cfg(unix)]
mod filter;
mod tools;
