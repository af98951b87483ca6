//! What the page asks, and what it is told.

mod ask;
mod divide;
mod errors;
mod game;
mod hostile;
mod judge;
mod lessons;
mod setup;
