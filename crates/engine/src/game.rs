//! Questions about a game, such as its keys and repetitions, which a count of nodes cannot answer.

mod adapter;
mod probed;
mod uci;
mod xboard;

pub(crate) use adapter::AdapterSubject;
pub(crate) use uci::UciGame;
pub(crate) use xboard::XboardGame;
