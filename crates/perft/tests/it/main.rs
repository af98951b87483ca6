//! Tests of the kernels and the runner through their public interfaces.

#[cfg(feature = "threads")]
mod checkpoint;
mod checks;
#[cfg(feature = "threads")]
mod frontier;
mod kernels;
mod random_positions;
#[cfg(feature = "threads")]
mod runner;
#[cfg(feature = "threads")]
mod shards;
