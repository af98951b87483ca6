//! Programs that keep a game and can be asked about it: what counting nodes cannot see.

mod line;
mod probed;
mod uci;
mod xboard;

pub(crate) use line::LineGame;
pub(crate) use uci::UciGame;
pub(crate) use xboard::XboardGame;
