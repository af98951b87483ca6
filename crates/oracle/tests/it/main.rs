//! The oracle compared with published figures, and the rules compared with the oracle.

mod attackers;
mod binary;
mod compare;
mod constructed;
mod en_passant;
mod fault_set;
mod faults;
mod play;
mod published;
mod search;
