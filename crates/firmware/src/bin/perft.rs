//! Counts the standard positions on this chip, and tallies them.

#![cfg_attr(target_os = "none", no_std, no_main)]

passant_firmware::program!(passant_firmware::perft);
