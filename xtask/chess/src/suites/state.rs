//! The suites below `state/`, verified with the rules and the oracle.

use std::fmt::Debug;

use passant_oracle::Engine;
use passant_rules::{EnPassantMode, Move, Square};
use passant_suite::{Ask, Line, Ply, Question, StateCase, What};

use self::witness::{Rules, Witness};
use super::verifier::Verifier;

mod witness;

impl Verifier {
    /// Verifies a case. Only the rules compute Polyglot keys.
    pub(super) fn state_case(&mut self, case: &StateCase) {
        self.cases += 1;
        for ask in case.asks() {
            self.ask::<Rules>(case, &ask);
            self.ask::<Engine>(case, &ask);
        }
        if let Question::SamePosition(pair) = &case.question
            && let Some(keys) = pair.polyglot
        {
            let found = [&pair.one, &pair.other].map(|line| line.end().polyglot_key());
            self.compare(&case.address, "rules (Polyglot)", [keys, found]);
        }
    }

    fn ask<W: Witness>(&mut self, case: &StateCase, ask: &Ask<'_>) {
        let what = format!("{}: {ask}", case.address);
        let mut game: W = play(ask.line, ask.plies + ask.taken_back);
        for _ in 0..ask.taken_back {
            game.undo();
        }
        match &ask.what {
            What::Fen(fens) => {
                let printed = EnPassantMode::ALL.map(|mode| game.setup(mode).fen());
                self.expect::<W, _>(&what, fens, &printed);
            }
            What::Same { other, right } => {
                let other = play(other, other.plies().len());
                self.expect::<W, _>(&what, *right, game.is_same(&other));
            }
            What::Key {
                other,
                plies,
                right,
                ..
            } => self.keys(&what, *right, [game, play(other, *plies)]),
            What::Occurrences(times) => {
                let found = game.occurrences();
                let is_right = times.contains(&found);
                let found = if is_right {
                    times.clone()
                } else {
                    found..=found
                };
                self.expect::<W, _>(&what, times, &found);
            }
            What::San { mv, right } => self.expect::<W, _>(&what, *right, &game.san(*mv)),
            What::Read {
                text,
                right,
                may_be_refused,
            } => {
                let read = game.read_san(text).or_else(|| game.read_uci(text));
                let is_refused = read.is_none() && *may_be_refused;
                self.expect::<W, _>(&what, *right, if is_refused { *right } else { read });
            }
            What::Legal { uci, right } => {
                let written = game.read_uci(uci).map(|mv| game.uci(mv));
                let expected = right.then_some(uci.as_ref());
                self.expect::<W, _>(&what, expected, written.as_deref());
            }
            What::Takes { mv, .. }
            | What::Capture { mv, .. }
            | What::EnPassant { mv, .. }
            | What::Check { mv, .. } => self.effect(&what, ask, *mv, game),
        }
    }

    /// What a legal move takes, and whether it gives check.
    fn effect<W: Witness>(&mut self, what: &str, ask: &Ask<'_>, mv: Move, mut game: W) {
        let victim = game.victim(mv);
        match &ask.what {
            What::Takes { right, .. } => {
                let board = game.setup(EnPassantMode::Always).board;
                let piece = |at: Square| Some((board.get(at)?.piece_type(), at));
                self.expect::<W, _>(what, *right, victim.and_then(piece));
            }
            What::Capture { right, .. } => self.expect::<W, _>(what, *right, victim.is_some()),
            What::EnPassant { right, .. } => {
                let takes_elsewhere = victim.is_some_and(|at| at != mv.to());
                self.expect::<W, _>(what, *right, takes_elsewhere);
            }
            What::Check { right, .. } => {
                game.step(Ply::Move(mv));
                self.expect::<W, _>(what, *right, game.is_check());
            }
            _ => {}
        }
    }

    /// Compares keys that are updated move by move, and keys that are computed from the FENs.
    fn keys<W: Witness>(&mut self, what: &str, right: bool, games: [W; 2]) {
        let [one, other] = [&games[0], &games[1]].map(Witness::key);
        self.expect::<W, _>(what, right, one == other);
        let fresh = games.map(|game| W::read(&game.setup(EnPassantMode::Always)).key());
        self.expect::<W, _>(what, right, fresh[0] == fresh[1]);
    }

    fn expect<W: Witness, T: PartialEq + Debug>(&mut self, what: &str, expected: T, found: T) {
        self.compare(what, W::NAME, [expected, found]);
    }
}

/// The first plies of a line.
fn play<W: Witness>(line: &Line, plies: usize) -> W {
    let mut game = W::read(&line.start().setup(EnPassantMode::Always));
    for &ply in line.plies().iter().take(plies) {
        game.step(ply);
    }
    game
}
