//! A game with the notation of its moves.

use std::fmt;

use passant_rules::{Color, EnPassantSuffix, Key, Move, Outcome, Piece, Position, SanText, Undo};

/// One move that was played.
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The move in SAN.
    pub san: SanText,
    /// The move in SAN, with `e.p.` after an en passant capture.
    pub marked: SanText,
    /// The side that moved.
    pub color: Color,
    /// The fullmove number.
    pub number: u16,
    /// The captured piece.
    pub captured: Option<Piece>,
    before: Key,
    undo: Undo,
}

/// The moves of a game, and the position that they lead to.
pub struct GameRecord {
    position: Position,
    plies: Vec<Ply>,
}

/// The way a game has ended, or can end by a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the last position.
    Outcome(Outcome),
    /// By repetition: the last position has occurred this many times, at least three.
    Repetition(usize),
}

impl GameRecord {
    /// A game without moves.
    #[must_use]
    pub fn new(position: Position) -> Self {
        Self {
            position,
            plies: Vec::new(),
        }
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) {
        let ply = Ply {
            mv,
            san: self.position.san(mv, EnPassantSuffix::Without),
            marked: self.position.san(mv, EnPassantSuffix::With),
            color: self.position.side_to_move(),
            number: self.position.fullmove_number(),
            captured: mv.victim_square().and_then(|at| self.position.piece_at(at)),
            before: self.position.key(),
            undo: self.position.make(mv),
        };
        self.plies.push(ply);
    }

    /// Takes back the last move and returns it; `None` at the start.
    pub fn undo(&mut self) -> Option<Ply> {
        let ply = self.plies.pop()?;
        self.position.unmake(ply.mv, ply.undo);
        Some(ply)
    }

    /// The moves in SAN with their numbers: `1. e4 a6 2. e5 d5 3. exd6 e.p.`
    #[must_use]
    pub fn movetext(&self) -> String {
        let mut words = Vec::new();
        for (index, ply) in self.plies.iter().enumerate() {
            if ply.color == Color::White || index == 0 {
                words.push(ply.number_text());
            }
            words.push(ply.marked.to_string());
        }
        words.join(" ")
    }

    /// The moves in UCI notation; castling in Chess960 is written as king takes rook.
    #[must_use]
    pub fn uci_moves(&self) -> Vec<String> {
        let mut position = self.position.clone();
        let mut moves: Vec<_> = self
            .plies
            .iter()
            .rev()
            .map(|ply| {
                position.unmake(ply.mv, ply.undo);
                position.uci(ply.mv).to_string()
            })
            .collect();
        moves.reverse();
        moves
    }

    /// The pieces that a side has captured, in order.
    #[must_use]
    pub fn captures_of(&self, color: Color) -> Vec<Piece> {
        let by_color = self.plies.iter().filter(|ply| ply.color == color);
        by_color.filter_map(|ply| ply.captured).collect()
    }

    /// Returns the number of times the current position has occurred: 1 for a new one.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        let history: Vec<Key> = self.plies.iter().map(|ply| ply.before).collect();
        self.position.occurrences(&history)
    }

    /// The earlier positions that could be the same one: those since the last capture or pawn move, the latest first, each
    /// with the number of plies that were played before it.
    pub fn earlier(&self) -> impl Iterator<Item = (usize, Position)> + '_ {
        let mut position = self.position.clone();
        let since = usize::from(self.position.halfmove_clock());
        let plies = self.plies.iter().enumerate().rev().take(since);
        plies.map(move |(number, ply)| {
            position.unmake(ply.mv, ply.undo);
            (number, position.clone())
        })
    }

    /// Says how the game has ended, if it has.
    pub fn ending(&self) -> Option<Ending> {
        let times = self.occurrences();
        let repetition = (3 <= times).then_some(Ending::Repetition(times));
        match self.position.outcome() {
            Some(claim) if claim.needs_claim() => repetition.or(Some(Ending::Outcome(claim))),
            outcome => outcome.map(Ending::Outcome).or(repetition),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.fmt(f),
            Self::Repetition(times @ ..5) => {
                write!(f, "draw on claim: this position has occurred {times} times")
            }
            Self::Repetition(times) => write!(f, "draw: this position has occurred {times} times"),
        }
    }
}

impl Ply {
    /// The number before the move: `3.` for White, `3...` for Black.
    #[must_use]
    pub fn number_text(&self) -> String {
        number_text(self.number, self.color)
    }
}

/// The number before a move: `3.` for White, `3...` for Black.
fn number_text(number: u16, color: Color) -> String {
    match color {
        Color::White => format!("{number}."),
        Color::Black => format!("{number}..."),
    }
}
