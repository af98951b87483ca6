#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| passant_fuzz::targets::perft_file(bytes));
