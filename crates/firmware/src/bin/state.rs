//! Asks on this chip what counting nodes cannot see: FEN, keys, repetition, notation.

#![cfg_attr(target_os = "none", no_std, no_main)]

passant_firmware::program!(passant_firmware::state);
