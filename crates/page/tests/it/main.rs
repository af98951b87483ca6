//! What the page asks, and what it is told.

mod ask;
mod errors;
mod game;
mod setup;
