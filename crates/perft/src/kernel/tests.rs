//! Tests for every kernel and both modes.

mod agree;
mod play;
mod reuse;
