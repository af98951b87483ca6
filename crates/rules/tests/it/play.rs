//! Random games for the property tests.

use passant_rules::{Move, MoveKind, Position};
use proptest::prelude::*;

/// The positions in which the games begin: standard chess, endings, positions with en passant now or soon, Chess960.
pub(crate) const STARTS: [&str; 18] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "r3k2r/1p1p1p1p/8/1P1P1P1P/p1p1p1p1/8/P1P1P1P1/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "2b1kb2/p1p1p1p1/8/P1P1P1P1/1p1p1p1p/8/1P1P1P1P/2B1KB2 w - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "k7/b5b1/8/2PpP3/3K4/8/8/8 w - d6 0 1",
    "8/8/4k1p1/4PpP1/5P1p/R4K1P/2r5/8 w - f6 0 1",
    "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "8/8/8/8/8/8/6k1/4K2R w K - 90 100",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1",
    "rkr5/pppppppp/8/8/8/8/PPPPPPPP/5RKR w HFca - 0 1",
    "4rkr1/8/8/8/8/8/8/4RKR1 w GEge - 0 1",
    "r1r1k1r1/pppp1ppp/8/8/8/8/PPPP1PPP/R1R1K1R1 w GCgc - 0 1",
];

/// A start and up to 200 choices, each of which picks one of the legal moves.
#[derive(Clone, Debug)]
pub(crate) struct RandomGame {
    start: &'static str,
    choices: Vec<u16>,
}

pub(crate) fn any_game() -> impl Strategy<Value = RandomGame> {
    let start = prop::sample::select(&STARTS[..]);
    let longest = if cfg!(miri) { 6 } else { 200 };
    let choices = prop::collection::vec(any::<u16>(), 0..=longest);
    (start, choices).prop_map(|(start, choices)| RandomGame { start, choices })
}

/// A position somewhere in a game.
pub(crate) fn any_position() -> impl Strategy<Value = Position> {
    any_game().prop_map(|game| {
        let mut position = game.start();
        for mv in game.moves() {
            let _ = position.make(mv);
        }
        position
    })
}

impl RandomGame {
    pub(crate) fn start(&self) -> Position {
        Position::from_fen(self.start).expect("every start is a position")
    }

    /// The moves of the game, which may end before all choices are made.
    pub(crate) fn moves(&self) -> Vec<Move> {
        let mut position = self.start();
        let mut moves = Vec::new();
        for &choice in &self.choices {
            let Some(mv) = pick(&position, choice) else {
                break;
            };
            moves.push(mv);
            let _ = position.make(mv);
        }
        moves
    }

    /// Every position of the game, the start included.
    pub(crate) fn positions(&self) -> Vec<Position> {
        let mut position = self.start();
        let mut positions = vec![position.clone()];
        for mv in self.moves() {
            let _ = position.make(mv);
            positions.push(position.clone());
        }
        positions
    }
}

/// The number of cases. Failures are printed, not kept in files.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        // Miri is a thousand times slower than a processor.
        cases: if cfg!(miri) { 2 } else { cases },
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Picks a move; one time in four among double pushes, castlings and en passant captures, if there are any.
fn pick(position: &Position, choice: u16) -> Option<Move> {
    let mut moves = position.legal_moves();
    let is_wanted = |mv: &Move| {
        matches!(
            mv.kind(),
            MoveKind::DoublePush
                | MoveKind::EnPassant
                | MoveKind::CastleKing
                | MoveKind::CastleQueen
        )
    };
    if choice.is_multiple_of(4) && moves.iter().any(is_wanted) {
        moves.retain(|mv| is_wanted(mv));
    }
    let number = usize::from(choice / 4).checked_rem(moves.len())?;
    moves.get(number).copied()
}
