//! All snapshot tests, in one binary.

mod classes;
mod deep;
mod faults;
mod identities;
mod kernels;
mod play;
mod published;
mod random;
mod state;
mod tables;
mod tallies;
