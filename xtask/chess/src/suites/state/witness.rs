//! The two programs that verify state: the rules, and the oracle as an engine without a fault.

use passant_oracle::{Engine, FaultSet, State};
use passant_rules::{EnPassantMode, EnPassantSuffix, Key, Move, Position, Setup, Square, Undo};
use passant_suite::Ply;

use super::super::verifier::oracle_shows;

/// A program that keeps a game.
pub(super) trait Witness: Sized {
    const NAME: &str;

    /// Starts a game at a position.
    fn read(setup: &Setup) -> Self;
    fn step(&mut self, ply: Ply);
    /// Takes the last ply back, if there is one.
    fn undo(&mut self);
    fn setup(&self, mode: EnPassantMode) -> Setup;
    fn key(&self) -> u64;
    fn is_same(&self, other: &Self) -> bool;
    fn occurrences(&self) -> usize;
    fn is_check(&self) -> bool;
    fn uci(&self, mv: Move) -> String;
    fn san(&self, mv: Move) -> String;
    fn read_uci(&self, text: &str) -> Option<Move>;
    fn read_san(&self, text: &str) -> Option<Move>;
    /// The square of the piece that a move captures.
    fn victim(&self, mv: Move) -> Option<Square>;
}

/// The rules, with the keys of the game and the undo information of its plies.
pub(super) struct Rules {
    position: Position,
    past: Vec<(Key, Ply, Option<Undo>)>,
}

impl Witness for Rules {
    const NAME: &str = "rules";

    fn read(setup: &Setup) -> Self {
        let position = setup.validate().unwrap_or_default();
        Self {
            position,
            past: Vec::new(),
        }
    }

    fn step(&mut self, ply: Ply) {
        let key = self.position.key();
        let undo = match ply {
            Ply::Move(mv) => Some(self.position.make(mv)),
            Ply::Pass => self.position.make_null(),
        };
        self.past.push((key, ply, undo));
    }

    fn undo(&mut self) {
        if let Some((_, ply, Some(undo))) = self.past.pop() {
            match ply {
                Ply::Move(mv) => self.position.unmake(mv, undo),
                Ply::Pass => self.position.unmake_null(undo),
            }
        }
    }

    fn setup(&self, mode: EnPassantMode) -> Setup {
        self.position.setup(mode)
    }

    fn key(&self) -> u64 {
        self.position.key().0
    }

    fn is_same(&self, other: &Self) -> bool {
        self.position == other.position
    }

    fn occurrences(&self) -> usize {
        let history: Vec<Key> = self.past.iter().map(|(key, ..)| *key).collect();
        self.position.occurrences(&history)
    }

    fn is_check(&self) -> bool {
        self.position.is_check()
    }

    fn uci(&self, mv: Move) -> String {
        self.position.uci(mv).to_string()
    }

    fn san(&self, mv: Move) -> String {
        let san = self.position.san(mv, EnPassantSuffix::Without);
        san.to_string()
    }

    fn read_uci(&self, text: &str) -> Option<Move> {
        self.position.parse_uci(text).ok()
    }

    fn read_san(&self, text: &str) -> Option<Move> {
        self.position.parse_san(text).ok()
    }

    fn victim(&self, mv: Move) -> Option<Square> {
        mv.victim_square()
    }
}

impl Witness for Engine {
    const NAME: &str = "oracle";

    fn read(setup: &Setup) -> Self {
        Self::new(setup, FaultSet::NONE)
    }

    fn step(&mut self, ply: Ply) {
        match ply {
            Ply::Move(mv) => self.play(mv),
            Ply::Pass => self.pass(),
        }
    }

    fn undo(&mut self) {
        self.undo();
    }

    fn setup(&self, mode: EnPassantMode) -> Setup {
        let setup = self.setup();
        let en_passant = oracle_shows(&State::new(&setup), mode);
        Setup {
            en_passant,
            ..setup
        }
    }

    fn key(&self) -> u64 {
        self.key()
    }

    fn is_same(&self, other: &Self) -> bool {
        self.is_same(other)
    }

    fn occurrences(&self) -> usize {
        self.occurrences()
    }

    fn is_check(&self) -> bool {
        self.is_check()
    }

    fn uci(&self, mv: Move) -> String {
        self.uci(mv)
    }

    fn san(&self, mv: Move) -> String {
        self.san(mv)
    }

    fn read_uci(&self, text: &str) -> Option<Move> {
        self.read_uci(text)
    }

    fn read_san(&self, text: &str) -> Option<Move> {
        self.read_san(text)
    }

    fn victim(&self, mv: Move) -> Option<Square> {
        self.victim(mv)
    }
}
