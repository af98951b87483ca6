//! Counts and tallies the standard positions on this chip.

#![cfg_attr(target_os = "none", no_std, no_main)]

passant_firmware::program!(passant_firmware::perft);
