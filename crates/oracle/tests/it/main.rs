//! The oracle against published figures, and the rules against the oracle.

mod binary;
mod compare;
mod constructed;
mod en_passant;
mod faults;
mod play;
mod published;
