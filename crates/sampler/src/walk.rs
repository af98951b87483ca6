//! Walks: games of random moves that are steered towards double pushes beside enemy pawns.

use passant_query::Line;
use passant_rules::{MAX_MOVES, Move, MoveKind, Piece, PieceType, Position, Rank};

use crate::push::{Push, Source};
use crate::random::Random;

/// The greatest number of plies of a game.
const LONGEST: usize = 60;

/// The greatest number of plies before the push that a sample tells, if the program can be told a position.
const TOLD: usize = 6;

/// A game that goes on from call to call.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    position: Position,
    /// The positions of the game, each with the move that was played there.
    played: Vec<(Position, Move)>,
}

impl Walk {
    pub(crate) fn new() -> Self {
        Self {
            position: Position::initial(),
            played: Vec::new(),
        }
    }

    /// Plays until a pawn moves two squares beside an enemy pawn, or any two squares once in a while. Begins a new game at
    /// the initial position or one of `starts` when one has ended, and returns `None` then.
    pub(crate) fn play(&mut self, random: &mut Random, starts: &[Position]) -> Option<Push> {
        while self.played.len() < LONGEST {
            let Some(mv) = pick_move(&self.position, random) else {
                break;
            };
            let before = self.position.clone();
            let _ = self.position.make(mv);
            let right = self.position.en_passant();
            let has_capturer = right.is_some_and(|it| !it.capturers().is_empty());
            let is_chosen = right.is_some() && (has_capturer || random.is_one_in(24));
            let push = is_chosen.then(|| Push {
                source: Source::Walk,
                game: self.game(random, starts),
                before: before.clone(),
                mv,
                after: self.position.clone(),
            });
            self.played.push((before, mv));
            if push.is_some() {
                return push;
            }
        }
        let start = random
            .pick(&[false, true])?
            .then(|| random.below(starts.len()));
        let start = start.and_then(|index| starts.get(index));
        self.position = start.cloned().unwrap_or_else(Position::initial);
        self.played.clear();
        None
    }

    /// Returns a line of some of the last moves, or of the whole game where all games begin at the initial position; `None`
    /// if there are none.
    fn game(&self, random: &mut Random, starts: &[Position]) -> Option<Line> {
        let plies = self.played.len();
        let from = if starts.is_empty() {
            0
        } else {
            plies.saturating_sub(1 + random.below(TOLD))
        };
        let (start, _) = self.played.get(from)?;
        let steps = self.played[from..].iter();
        let mut line = Line::at(start);
        line.steps = steps
            .map(|(before, mv)| before.uci_move(*mv).into())
            .collect();
        Some(line)
    }
}

/// Picks a legal move, those that lead towards en passant more often than others; `None` if there is none.
fn pick_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let pawn = Some(Piece::new(position.side_to_move(), PieceType::Pawn));
    let mut weights = [0; MAX_MOVES];
    for (weight, &mv) in weights.iter_mut().zip(moves.iter()) {
        let is_push = mv.from().file() == mv.to().file() && position.piece_at(mv.from()) == pawn;
        *weight = weigh_move(position, mv, is_push);
    }
    moves.get(random.weigh(&weights[..moves.len()])?).copied()
}

/// Returns how often a move is played, compared with a quiet move of a piece.
fn weigh_move(position: &Position, mv: Move, is_push: bool) -> u32 {
    let us = position.side_to_move();
    match mv.kind() {
        MoveKind::DoublePush => {
            let enemy = Some(Piece::new(!us, PieceType::Pawn));
            let mut beside = [-1, 1]
                .into_iter()
                .filter_map(|side| mv.to().offset(side, 0));
            if beside.any(|at| position.piece_at(at) == enemy) {
                60
            } else {
                3
            }
        }
        MoveKind::Quiet if is_push => match mv.to().rank().relative_to(us) {
            Rank::Fifth => 12,
            Rank::Fourth => 6,
            // A pawn that leaves its original square makes no double push.
            Rank::Third => 1,
            _ => 2,
        },
        MoveKind::CastleKing | MoveKind::CastleQueen => 8,
        MoveKind::Quiet | MoveKind::EnPassant | MoveKind::Capture => 2,
        _ => 6,
    }
}
