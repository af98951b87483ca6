//! Asks the questions on this chip that counting nodes cannot answer: FEN, keys, repetition, notation.

#![cfg_attr(target_os = "none", no_std, no_main)]

passant_firmware::program!(passant_firmware::state);
