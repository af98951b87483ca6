//! The scripted engine, as UCI and xboard ask it.

use passant_suite::Suites;
use passant_uci::{Limits, NoCount, Search, Stop, UciEngine};

use crate::script::{Place, Reply, Script};

/// An engine that plays the moves of the cases, legal or not. Its score is 0, so that no runner adjudicates a win.
#[derive(Clone, Debug)]
pub struct ScriptedEngine {
    script: Script,
    /// The position from which the moves are counted; `None` for the initial position.
    base: Option<String>,
    /// The number of plies since then.
    plies: usize,
    /// The place at which the engine played last.
    last: Option<Place>,
}

impl ScriptedEngine {
    /// Creates the engine with the cases of the suites, in the initial position.
    #[must_use]
    pub fn new(suites: &Suites) -> Self {
        Self {
            script: Script::new(suites),
            base: None,
            plies: 0,
            last: None,
        }
    }

    /// Forgets the game.
    pub(crate) fn restart(&mut self) {
        self.last = None;
        self.set_base(None);
    }

    /// Sets up a FEN, or the initial position.
    pub(crate) fn set_base(&mut self, fen: Option<&str>) {
        self.base = fen.map(str::to_owned);
        self.plies = 0;
    }

    /// Counts moves that were played, whatever they are.
    pub(crate) fn count_moves(&mut self, plies: usize) {
        self.plies += plies;
    }

    /// Takes moves back.
    pub(crate) fn take_back(&mut self, plies: usize) {
        self.plies = self.plies.saturating_sub(plies);
        self.last = None;
    }

    /// Returns what to play now.
    pub(crate) fn choose(&mut self) -> Reply {
        let fen = self.base.as_deref();
        let place = fen.and_then(|fen| self.script.find(fen, self.plies, self.last));
        self.last = place;
        self.script.reply(place)
    }
}

impl UciEngine for ScriptedEngine {
    fn name(&self) -> String {
        format!("passant referee {}", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<String> {
        vec!["UCI_Chess960 type check default false".to_owned()]
    }

    fn new_game(&mut self) {
        self.restart();
    }

    /// Whatever the text is, it is taken: an engine that refuses a position tests nothing.
    fn set_position(&mut self, text: &str) -> Result<Vec<String>, String> {
        let (base, moves) = match text.split_once("moves") {
            Some((base, moves)) => (base, moves.split_whitespace().count()),
            None => (text, 0),
        };
        self.set_base(base.trim().strip_prefix("fen "));
        self.count_moves(moves);
        Ok(Vec::new())
    }

    fn divide(&mut self, _: u32, _: &Stop) -> Result<Vec<(String, u64)>, NoCount> {
        let why = "this engine plays the games of a script, and counts nothing";
        Err(NoCount::Refused(why.to_owned()))
    }

    fn search(&mut self, _: &Limits) -> Search {
        let reply = self.choose();
        let line = |pv| format!("depth 1 score cp 0 time 1 nodes 1 pv {pv}");
        Search {
            lines: reply.pv.map(line).into_iter().collect(),
            best: Some(reply.mv.to_string()),
            is_late: false,
        }
    }

    fn display(&self) -> String {
        let base = self.base.as_deref().unwrap_or("startpos");
        format!("{base} and {} plies", self.plies)
    }
}
