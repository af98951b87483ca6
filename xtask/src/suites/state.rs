//! The suites below `state/`, answered again by the rules and by the oracle, forwards and taken back.

use std::fmt::Debug;

use passant_oracle::Engine;
use passant_rules::{EnPassantMode, Move, Square};
use passant_suite::{
    AfterMoves, Effect, Game, Notation, Ply, Queries, Question, Repetition, SamePosition, StateCase,
};

use self::witness::{Rules, Witness};
use super::Verifier;

mod witness;

const MODES: [EnPassantMode; 3] = [
    EnPassantMode::Always,
    EnPassantMode::PseudoLegal,
    EnPassantMode::Legal,
];

impl Verifier {
    /// Answers a question again.
    pub(super) fn state_case(&mut self, case: &StateCase) {
        self.cases += 1;
        self.ask::<Rules>(case);
        self.ask::<Engine>(case);
        if let Question::SamePosition(SamePosition {
            one,
            other,
            polyglot: Some(keys),
            ..
        }) = &case.question
        {
            let found = [one, other].map(|line| line.end().polyglot_key());
            self.compare(&case.address, "rules (Polyglot)", [*keys, found]);
        }
    }

    fn ask<W: Witness>(&mut self, case: &StateCase) {
        let at = case.address.as_str();
        match &case.question {
            Question::AfterMoves(asked) => self.after_moves::<W>(at, asked),
            Question::SamePosition(pair) => self.same_position::<W>(at, pair),
            Question::Repetition(script) => self.repetition::<W>(at, script),
            Question::Text(asked) => self.notation::<W>(at, asked),
            Question::Queries(asked) => self.queries::<W>(at, asked),
            Question::Game(game) => self.game::<W>(at, game),
        }
    }

    fn after_moves<W: Witness>(&mut self, at: &str, asked: &AfterMoves) {
        let mut game = W::at_end(&asked.line);
        let plies = asked.line.plies().len();
        // From the end back to the start, beside a game that goes forward to the same ply.
        for ply in (0..=plies).rev() {
            if let Some(after) = asked.after.iter().find(|after| after.ply == ply) {
                let mut there = W::start(&asked.line);
                for &ply in &asked.line.plies()[..ply] {
                    there.step(ply);
                }
                for mode in MODES {
                    let what = format!("{at} ply {ply} {mode:?}");
                    self.expect::<W, _>(&what, after.fen(mode), there.setup(mode).fen());
                    let what = format!("{what}, taken back");
                    self.expect::<W, _>(&what, after.fen(mode), game.setup(mode).fen());
                }
            }
            game.undo();
        }
    }

    fn same_position<W: Witness>(&mut self, at: &str, pair: &SamePosition) {
        let [one, other] = [&pair.one, &pair.other].map(W::at_end);
        self.expect::<W, _>(&format!("{at} same"), pair.is_same(), one.is_same(&other));
        let what = format!("{at} same key");
        self.expect::<W, _>(&what, pair.is_same(), one.key() == other.key());
        // The keys of the two ends, each read afresh from its FEN.
        let [one, other] = [one, other].map(|end| W::read(&end.setup(EnPassantMode::Always)));
        let what = format!("{at} same key, fresh");
        self.expect::<W, _>(&what, pair.is_same(), one.key() == other.key());
    }

    fn repetition<W: Witness>(&mut self, at: &str, script: &Repetition) {
        let mut game = W::start(&script.line);
        let mut times = vec![game.occurrences()];
        for &ply in script.line.plies() {
            game.step(ply);
            times.push(game.occurrences());
        }
        let expected = [(2, script.second), (3, script.third), (5, script.fifth)];
        for (number, expected) in expected {
            let found = times.iter().position(|&now| now == number);
            self.expect::<W, _>(&format!("{at} {number} times"), expected, found);
        }
    }

    fn notation<W: Witness>(&mut self, at: &str, asked: &Notation) {
        let game = W::at_end(&asked.line);
        for written in &asked.written {
            let what = format!("{at} {}", written.uci);
            let mv = written.mv;
            self.expect::<W, _>(&what, Some(mv), game.read_uci(&written.uci));
            self.expect::<W, _>(&what, Some(mv), game.read_san(&written.san));
            self.expect::<W, _>(&what, &written.uci, &game.uci(mv));
            self.expect::<W, _>(&what, &written.san, &game.san(mv));
            for text in &written.tolerated {
                let read = game.read_san(text).or_else(|| game.read_uci(text));
                self.expect::<W, _>(&format!("{what} as {text}"), mv, read.unwrap_or(mv));
            }
        }
        for text in &asked.refused {
            let read = game.read_san(text).or_else(|| game.read_uci(text));
            self.expect::<W, _>(&format!("{at} {text}"), None, read);
        }
    }

    fn queries<W: Witness>(&mut self, at: &str, asked: &Queries) {
        let mut game = W::at_end(&asked.line);
        for query in &asked.asked {
            let what = format!("{at} {}", query.uci);
            let expected = query.legal.as_ref().map(|effect| effect.mv);
            self.expect::<W, _>(&what, expected, game.read_uci(&query.uci));
            if let Some(effect) = &query.legal {
                let found = effect_of(&mut game, effect.mv);
                self.expect::<W, _>(&what, effect, &found);
            }
        }
    }

    fn game<W: Witness>(&mut self, at: &str, game: &Game) {
        let mut board = W::start(&game.line);
        for (&ply, san) in game.line.plies().iter().zip(game.san()) {
            let what = format!("{at} {san}");
            if let Ply::Move(mv) = ply {
                self.expect::<W, _>(&what, Some(mv), board.read_san(san));
                self.expect::<W, _>(&what, san, &board.san(mv));
            }
            board.step(ply);
        }
        let end = board.setup(EnPassantMode::Always).fen();
        self.expect::<W, _>(at, game.end(), end);
        let is_capture = |ply: &Ply| matches!(ply, Ply::Move(mv) if mv.is_en_passant());
        let plies = (1..).zip(game.line.plies());
        let captures = plies
            .filter(|(_, ply)| is_capture(ply))
            .map(|(number, _)| number);
        self.expect::<W, _>(at, &game.en_passant, &captures.collect::<Vec<usize>>());
    }

    fn expect<W: Witness, T: PartialEq + Debug>(&mut self, what: &str, expected: T, found: T) {
        self.compare(what, W::NAME, [expected, found]);
    }
}

/// What a move does, by playing it.
fn effect_of<W: Witness>(game: &mut W, mv: Move) -> Effect {
    let board = game.setup(EnPassantMode::Always).board;
    let victim = game.victim(mv);
    let takes = victim.and_then(|at: Square| Some((board.get(at)?.piece_type(), at)));
    game.step(Ply::Move(mv));
    let gives_check = game.is_check();
    game.undo();
    Effect {
        mv,
        takes,
        gives_check,
    }
}
