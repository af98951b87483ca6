#![no_main]
//! Runs the target that has the name of this program.

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| passant_fuzz::run(env!("CARGO_BIN_NAME"), bytes));
