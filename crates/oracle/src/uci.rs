//! The oracle as a UCI engine: with the faults of an [`Engine`], and with habits of engines that have nothing to do with
//! chess.

mod session;
mod thinker;

pub use session::{Refusal, Session, setup};
pub use thinker::{Manner, Quirk, Thinker, Thought};

use passant_query::SearchLimit;
use passant_rules::Move;
use passant_uci::{Limits, NoCount, Search, Stop, UciEngine};

use crate::{Engine, FaultSet, FoundLine};

/// An engine that is correct, or has faults, behind a UCI [front end](passant_uci::FrontEnd).
pub struct UciOracle {
    /// The game.
    pub session: Session,
    quirks: Vec<Quirk>,
    /// The number of searches so far.
    searches: usize,
    /// The `position` command before the last one.
    former: String,
    /// The number of moves that `go` lists.
    lines: usize,
    thinker: Thinker,
}

impl UciOracle {
    /// An engine in the initial position.
    #[must_use]
    pub fn new(faults: FaultSet, quirks: &[Quirk]) -> Self {
        Self {
            session: Session::new(faults),
            quirks: quirks.to_vec(),
            searches: 0,
            former: "startpos".to_owned(),
            lines: 1,
            thinker: Thinker::new(&[]),
        }
    }

    /// The same engine with manners.
    #[must_use]
    pub fn with_manners(self, manners: &[Manner]) -> Self {
        Self {
            thinker: Thinker::new(manners),
            ..self
        }
    }

    fn has(&self, quirk: Quirk) -> bool {
        self.quirks.contains(&quirk)
    }

    fn search_lines(&mut self, limits: &Limits) -> Search {
        let limit = match (limits.depth, limits.nodes) {
            (None, Some(nodes)) => SearchLimit::Nodes(nodes),
            (depth, _) => SearchLimit::Depth(depth.unwrap_or(1)),
        };
        let engine = &self.session.engine;
        let lines = u32::try_from(self.lines).unwrap_or(u32::MAX);
        let found = self.thinker.search(engine, limit, lines);
        let line = |(line, moves): &(FoundLine, Vec<String>)| {
            let FoundLine {
                number,
                depth,
                score,
                nodes,
                ..
            } = line;
            let pv = moves.join(" ");
            format!("depth {depth} multipv {number} score {score} nodes {nodes} pv {pv}")
        };
        Search {
            lines: found.lines.iter().map(line).collect(),
            best: found.named,
            is_late: false,
        }
    }

    fn honors_search_moves(&self, depth: u32) -> bool {
        let is_late = self.has(Quirk::SearchMovesOnce) && self.searches != 0
            || self.has(Quirk::SearchMovesAtFirst) && 25 <= self.searches;
        let is_shallow = self.has(Quirk::SearchMovesDeeper) && depth < 2;
        !self.has(Quirk::SearchMovesIgnored) && !is_late && !is_shallow
    }
}

impl UciEngine for UciOracle {
    fn name(&self) -> String {
        concat!("passant-oracle ", env!("CARGO_PKG_VERSION")).to_owned()
    }

    fn options(&self) -> Vec<String> {
        let multi_pv = "MultiPV type spin default 1 min 1 max 500";
        let multi_pv = (!self.has(Quirk::MultiPvAbsent)).then_some(multi_pv);
        let chess960 = "UCI_Chess960 type check default false";
        let options = multi_pv.into_iter().chain([chess960]);
        options.map(str::to_owned).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name.eq_ignore_ascii_case("MultiPV") {
            self.lines = value.parse().unwrap_or(self.lines).clamp(1, 500);
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.thinker.forget();
        self.session.restart();
    }

    fn set_position(&mut self, text: &str) -> Result<Vec<String>, String> {
        let former = std::mem::replace(&mut self.former, text.to_owned());
        let text = if self.has(Quirk::FormerPosition) {
            &former
        } else {
            text
        };
        match self.session.set_position(text) {
            Ok(()) => Ok(Vec::new()),
            Err(Refusal::Fen(why)) => Err(format!("invalid position: {why}")),
            Err(Refusal::Move(mv)) => Err(format!("illegal move: {mv}")),
        }
    }

    fn divide(&mut self, depth: u32, stop: &Stop) -> Result<Vec<(String, u64)>, NoCount> {
        self.session
            .engine
            .divide_until(depth, &|| stop.is_raised())
            .map(|counts| self.session.texts(counts))
            .ok_or(NoCount::Stopped)
    }

    /// Prints the best lines at each depth. If some moves only, or several lines of a single move are requested, lists the
    /// best move first, then the others, all with the same score.
    fn search(&mut self, limits: &Limits) -> Search {
        let depth = limits.depth.unwrap_or(1);
        let honors = self.honors_search_moves(depth);
        let requested = limits.search_moves.as_ref().filter(|_| honors);
        self.searches += 1;
        let is_list = self.lines != 1 && limits.depth == Some(1);
        if !is_list && requested.is_none() {
            if self.thinker.is_late(&self.session.engine) {
                return Search {
                    lines: Vec::new(),
                    best: None,
                    is_late: true,
                };
            }
            return self.search_lines(limits);
        }
        let mut moves = self.session.moves();
        if let Some(requested) = requested {
            moves.retain(|(_, text)| requested.contains(text));
        }
        let best = best(&self.session.engine, &moves, depth);
        move_to_front(&mut moves, best);
        let lines = if self.has(Quirk::MultiPvCapped) {
            self.lines.min(16)
        } else {
            self.lines
        };
        let nodes = moves.len();
        let line = |(number, (_, text)): (usize, &(Move, String))| {
            format!(
                "depth {depth} seldepth 1 multipv {number} score cp 0 nodes {nodes} nps 1000 time 1 pv {text}"
            )
        };
        Search {
            lines: (1..=lines).zip(&moves).map(line).collect(),
            best: self
                .thinker
                .name(moves.into_iter().next().map(|(_, text)| text)),
            is_late: false,
        }
    }

    /// The board, the FEN and the key, in the order of Stockfish.
    fn display(&self) -> String {
        let engine = &self.session.engine;
        let setup = engine.setup();
        let checkers = engine.checkers().into_iter().map(|at| at.to_string());
        format!(
            "\n{}\nFen: {}\nKey: {:016X}\nCheckers: {}",
            setup.board,
            setup.fen(),
            engine.key(),
            checkers.collect::<Vec<_>>().join(" ")
        )
    }
}

/// The best of some moves.
fn best(engine: &Engine, moves: &[(Move, String)], depth: u32) -> Option<Move> {
    engine.best_of(moves.iter().map(|(mv, _)| *mv).collect(), depth)
}

fn move_to_front(moves: &mut [(Move, String)], best: Option<Move>) {
    let at = best.and_then(|best| moves.iter().position(|(mv, _)| *mv == best));
    if let Some(at) = at {
        moves[..=at].rotate_right(1);
    }
}
