//! The tests of the kernels of `passant-perft`, which `cargo xtask neon` runs in an emulator.

#[path = "../../../crates/perft/tests/it/checks.rs"]
mod checks;
#[path = "../../../crates/perft/tests/it/kernels.rs"]
mod kernels;
#[path = "../../../crates/perft/tests/it/random_positions.rs"]
mod random_positions;
