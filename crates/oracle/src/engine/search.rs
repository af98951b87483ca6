//! A small search: alpha-beta over material and mate, with a hash table and a staged move picker.
//!
//! The engine plays what it believes to be best with the moves that it believes to be legal, so a fault shows in its
//! play only where the fault makes a difference. It is deterministic: of equally good moves the first is played. The
//! faults of the family [`Search`](crate::Family::Search) are in this folder alone, so that no count shows them.

mod score;
mod table;

pub use score::{FoundLine, SearchOutcome};
pub use table::SearchTable;

use std::collections::VecDeque;

use passant_query::SearchLimit;
use passant_rules::{Move, MoveKind};

use crate::EngineFault;
use crate::engine::position::EnginePosition;
use score::{INFINITE, Node, Window, captures_first, score_in_moves};
use table::{Bound, Found, Place};

/// The deepest search for a single move, in plies. Deeper searches are cut to it.
const DEEPEST_MOVE: u32 = 4;

/// The deepest search that prints lines, in plies.
const DEEPEST: u32 = 6;

/// The most nodes of a search that prints lines.
const MOST_NODES: u64 = 20_000;

/// The most moves of a printed line.
const LONGEST_LINE: usize = 8;

/// A search of one position.
pub(in crate::engine) struct Searcher<'a> {
    pub(super) root: &'a EnginePosition,
    pub(super) table: &'a mut SearchTable,
    /// The positions of the game and of the line, without the one that is searched.
    pub(super) path: Vec<EnginePosition>,
    pub(super) nodes: u64,
    pub(super) most_nodes: u64,
}

/// The search has used up its nodes.
pub(super) struct OutOfNodes;

/// A score for the side to move, and the line to it.
pub(super) type Scored = (i32, Vec<Move>);

impl<'a> Searcher<'a> {
    /// A search of a position, after the positions of a game.
    pub(in crate::engine) fn new(
        root: &'a EnginePosition,
        past: Vec<EnginePosition>,
        table: &'a mut SearchTable,
    ) -> Self {
        Self {
            root,
            table,
            path: past,
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// The best of some moves after a search to a depth in plies; `None` if there are no moves.
    pub(in crate::engine) fn best_of(mut self, mut moves: Vec<Move>, depth: u32) -> Option<Move> {
        captures_first(self.root, &mut moves);
        let found = self.best_at_root(&moves, depth.clamp(1, DEEPEST_MOVE));
        found.ok()?.1.first().copied()
    }

    /// Searches one ply deeper after the other until a limit is reached.
    pub(in crate::engine) fn deepen(mut self, limit: SearchLimit, lines: u32) -> SearchOutcome {
        let deepest = match limit {
            SearchLimit::Depth(depth) => depth.clamp(1, DEEPEST),
            SearchLimit::Nodes(_) => DEEPEST,
        };
        let most_nodes = match limit {
            SearchLimit::Depth(_) => MOST_NODES,
            SearchLimit::Nodes(nodes) => nodes.min(MOST_NODES),
        };
        let mut moves = self.root.moves();
        captures_first(self.root, &mut moves);
        let mut found = SearchOutcome::default();
        for depth in 1..=deepest {
            // A move is found at depth 1, whatever the limit.
            self.most_nodes = if depth == 1 { u64::MAX } else { most_nodes };
            let moves = self.hint_first(moves.clone());
            let Ok(at_depth) = self.best_lines(moves, depth, lines) else {
                break;
            };
            let best = at_depth.first().and_then(|line| line.moves.first());
            found.best = best.copied();
            found.lines.extend(at_depth);
        }
        found.nodes = self.nodes;
        found
    }

    /// The best lines to a depth, each with another first move.
    fn best_lines(
        &mut self,
        mut moves: Vec<Move>,
        depth: u32,
        lines: u32,
    ) -> Result<Vec<FoundLine>, OutOfNodes> {
        let mut found = Vec::new();
        for number in 1..=lines {
            let (score, line) = self.best_at_root(&moves, depth)?;
            let Some(&first) = line.first() else {
                break;
            };
            moves.retain(|&mv| mv != first);
            found.push(FoundLine {
                number,
                depth,
                score: score_in_moves(score),
                moves: self.extend(line),
                nodes: self.nodes,
            });
        }
        Ok(found)
    }

    /// The root's moves with the one of the table before the others.
    fn hint_first(&self, mut moves: Vec<Move>) -> Vec<Move> {
        if let Some(hint) = self.table.hint(Place::of(self.root), self.root) {
            moves.retain(|&mv| mv != hint);
            moves.insert(0, hint);
        }
        moves
    }

    /// The best score of the root, and its line; no moves if there are none.
    fn best_at_root(&mut self, moves: &[Move], depth: u32) -> Result<Scored, OutOfNodes> {
        let root = self.root;
        let node = Node {
            position: root,
            ply: 0,
            depth,
        };
        let mut window = Window {
            alpha: -INFINITE,
            beta: INFINITE,
        };
        let mut line = Vec::new();
        self.path.push(root.clone());
        for &mv in moves {
            let (score, rest) = self.after(node, mv, window)?;
            if window.alpha < score {
                window.alpha = score;
                line = [vec![mv], rest].concat();
            }
        }
        self.path.pop();
        let best = line.first().copied();
        if best.is_some() {
            let found = Found {
                score: window.alpha,
                bound: Bound::Exact,
                best,
            };
            self.table.store(Place::of(root), &node, found);
        }
        Ok((window.alpha, line))
    }

    /// The score of a node within a window, and the line to it.
    fn score(&mut self, node: Node<'_>, window: Window) -> Result<Scored, OutOfNodes> {
        self.nodes += 1;
        if self.most_nodes < self.nodes {
            return Err(OutOfNodes);
        }
        let position = node.position;
        if self.is_third_occurrence(position) {
            return Ok((0, Vec::new()));
        }
        if node.depth == 0 {
            let has_move = Picker::new(position, None).has_move();
            let score = if has_move {
                position.material()
            } else {
                node.end()
            };
            return Ok((score, Vec::new()));
        }
        let place = Place::of(position);
        if let Some(score) = self.table.cutoff(place, &node, window) {
            return Ok((score, Vec::new()));
        }
        let mut picker = Picker::new(position, self.table.hint(place, position));
        let Some(first) = picker.next() else {
            return Ok((node.end(), Vec::new()));
        };
        self.path.push(position.clone());
        let best = self.best_of_node(node, window, std::iter::once(first).chain(picker));
        self.path.pop();
        let (found, line) = best?;
        self.table.store(place, &node, found);
        Ok((found.score, line))
    }

    fn best_of_node(
        &mut self,
        node: Node<'_>,
        mut window: Window,
        moves: impl Iterator<Item = Move>,
    ) -> Result<(Found, Vec<Move>), OutOfNodes> {
        let (mut best, mut bound, mut line) = (None, Bound::AtMost, Vec::new());
        for mv in moves {
            let (score, rest) = self.after(node, mv, window)?;
            if score <= window.alpha {
                continue;
            }
            (window.alpha, best, bound) = (score, Some(mv), Bound::Exact);
            line = [vec![mv], rest].concat();
            if window.beta <= score {
                bound = Bound::AtLeast;
                break;
            }
        }
        let score = window.alpha;
        Ok((Found { score, bound, best }, line))
    }

    /// The score of the position after a move, for the side that makes it.
    fn after(&mut self, node: Node<'_>, mv: Move, window: Window) -> Result<Scored, OutOfNodes> {
        let next = node.position.play(mv);
        let child = Node {
            position: &next,
            ply: node.ply + 1,
            depth: node.depth - 1,
        };
        let (score, line) = self.score(child, window.reverse())?;
        Ok((-score, line))
    }
    /// Tells whether a position has occurred twice before, in the game or in the line.
    fn is_third_occurrence(&self, position: &EnginePosition) -> bool {
        let reversible = usize::from(position.state.setup().halfmove_clock);
        let before = self.path.iter().rev().take(reversible);
        before
            .filter(|then| position.recurs_from(then))
            .nth(1)
            .is_some()
    }

    /// Continues a line with the moves of the table.
    fn extend(&self, mut line: Vec<Move>) -> Vec<Move> {
        let mut end = self.root.clone();
        for &mv in &line {
            end = end.play(mv);
        }
        while line.len() < LONGEST_LINE
            && let Some(mv) = self.table.continuation(&end)
        {
            line.push(mv);
            end = end.play(mv);
        }
        line
    }
}

impl EnginePosition {
    /// Tells whether the search takes a position of its line for an earlier one.
    fn recurs_from(&self, then: &Self) -> bool {
        let counts_unreal = self.has(EngineFault::RepetitionInLineWithUnrealRight);
        (!counts_unreal || self.right == then.right) && self.is_same(then)
    }
}

/// The moves of a position, one after the other.
pub(super) struct Picker<'a> {
    position: &'a EnginePosition,
    hint: Option<Move>,
    stage: Stage,
    moves: VecDeque<Move>,
}

#[derive(Clone, Copy)]
enum Stage {
    Hint,
    Captures,
    QuietMoves,
    /// All answers to a check, instead of captures and quiet moves.
    Evasions,
    End,
}

impl<'a> Picker<'a> {
    pub(super) fn new(position: &'a EnginePosition, hint: Option<Move>) -> Self {
        Self {
            position,
            hint,
            stage: Stage::Hint,
            moves: VecDeque::new(),
        }
    }

    /// The moves of a stage, and the stage after it.
    fn generate(&self) -> (Vec<Move>, Stage) {
        match self.stage {
            Stage::Hint if self.position.state.is_check() => (self.hint_moves(), Stage::Evasions),
            Stage::Hint => (self.hint_moves(), Stage::Captures),
            Stage::Captures => (self.among(&is_capture), Stage::QuietMoves),
            Stage::QuietMoves => (self.among(&|mv| !is_capture(mv)), Stage::End),
            Stage::Evasions => (self.among(&|_| true), Stage::End),
            Stage::End => (Vec::new(), Stage::End),
        }
    }

    fn hint_moves(&self) -> Vec<Move> {
        self.hint.into_iter().collect()
    }

    /// The moves of a kind without the hint.
    fn among(&self, is_of_stage: &dyn Fn(Move) -> bool) -> Vec<Move> {
        let misses = self.misses(matches!(self.stage, Stage::Evasions));
        let is_picked = |mv| is_of_stage(mv) && !misses(mv) && Some(mv) != self.hint;
        let mut moves = self.position.moves_among(&is_picked);
        captures_first(self.position, &mut moves);
        moves
    }

    /// Tells whether there is a move at all. To list the moves takes much longer.
    pub(super) fn has_move(&self) -> bool {
        let misses = self.misses(self.position.state.is_check());
        self.position.has_move_among(&|mv| !misses(mv))
    }

    /// Returns the test for the moves that are missed among the answers to a check, or among captures and quiet moves.
    fn misses(&self, is_check: bool) -> impl Fn(Move) -> bool + use<> {
        let misses = self.position.has(if is_check {
            EngineFault::StagedEvasionsMiss
        } else {
            EngineFault::StagedCapturesMiss
        });
        move |mv| misses && mv.is_en_passant()
    }
}

impl Iterator for Picker<'_> {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        loop {
            if let Some(mv) = self.moves.pop_front() {
                return Some(mv);
            }
            if matches!(self.stage, Stage::End) {
                return None;
            }
            let (moves, next) = self.generate();
            (self.moves, self.stage) = (moves.into(), next);
        }
    }
}

fn is_capture(mv: Move) -> bool {
    mv.kind() == MoveKind::EnPassant || mv.is_capture()
}
