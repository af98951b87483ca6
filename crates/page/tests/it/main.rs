//! The requests of the page, and the replies.

mod ask;
mod divide;
mod errors;
mod game;
mod hostile;
mod judge;
mod lessons;
mod setup;
