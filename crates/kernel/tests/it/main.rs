//! Tests of the kernels through their public interface.

mod checks;
mod kernels;
mod random_positions;
