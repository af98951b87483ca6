//! Tests of the public API, in one binary.

mod audit;
mod chunks;
mod fix;
mod python_chess;
mod suite;
mod text;

/// A game with a capture, and no tags.
const CAPTURE: &str = "1. e4 a6 2. e5 d5 3. ";
