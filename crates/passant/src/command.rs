//! The commands: one module for each, with its options, one `run`, and its report.

pub mod adapter;
pub mod badge;
pub mod bisect;
mod calibration_cache;
pub mod check;
pub mod check_arguments;
pub mod diagnose;
mod engines;
pub mod explain;
pub mod faults;
pub mod generate;
pub mod hunt;
pub mod judge;
pub mod matrix;
pub mod minimize;
mod own_cases;
pub mod page;
pub mod perft;
pub mod pgn;
pub mod referee;
mod reports;
mod searches;
pub mod suite;
pub mod uci;
