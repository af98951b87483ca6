//! All snapshot tests, in one binary.

mod classes;
mod faults;
mod identities;
mod published;
mod random;
mod tables;
mod tallies;
