//! A chess board with sensors and lights.

#![cfg_attr(target_os = "none", no_std, no_main)]

passant_firmware::program!(passant_firmware::board, over passant_firmware::serial_line);
