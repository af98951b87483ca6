//! The tests of the kernels of `passant-kernel`, which `cargo xtask neon` runs in an emulator.

#[path = "../../../crates/kernel/tests/it/kernels.rs"]
mod kernels;
#[path = "../../../crates/kernel/tests/it/random_positions.rs"]
mod random_positions;
