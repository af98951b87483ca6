//! What each verb of the command line does: one module, one `run`.

pub mod explain;
pub mod perft;
