//! The oracle compared with published figures, and the rules compared with the oracle.

mod binary;
mod compare;
mod constructed;
mod en_passant;
mod faults;
mod play;
mod published;
mod search;
