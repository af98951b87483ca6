//! Questions about a game, such as its keys and repetitions, which a count of nodes cannot answer.

mod adapter_subject;
mod uci_game;
mod xboard_game;

pub(crate) use adapter_subject::AdapterSubject;
pub(crate) use uci_game::UciGame;
pub(crate) use xboard_game::XboardGame;
