//! Measures what the rules cost on this chip.

#![cfg_attr(target_os = "none", no_std, no_main)]

passant_firmware::program!(passant_firmware::measure);
