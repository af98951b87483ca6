//! The parts of the rules, measured one by one.

#[path = "tools/stopwatch.rs"]
mod stopwatch;

use passant_rules::{EnPassantMode, EnPassantSuffix, Position};
use stopwatch::time;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const BEFORE_PUSH: &str = "b6k/3Rp3/8/r2P3K/8/8/8/NR6 b - - 0 1";

fn main() {
    moves();
    en_passant();
    text();
}

fn moves() {
    let mut position = Position::from_fen(KIWIPETE).expect("a valid position");
    let all = position.legal_moves();
    time("list the moves", || position.legal_moves());
    time("count the moves", || position.count_legal_moves());
    time("make and unmake all moves", || {
        for &mv in &all {
            let undo = position.make(mv);
            position.unmake(mv, undo);
        }
    });
}

fn en_passant() {
    let mut position = Position::from_fen(BEFORE_PUSH).expect("a valid position");
    let push = position.parse_uci("e7e5").expect("a legal move");
    time("a double push and its verdict", || {
        let undo = position.make(push);
        position.unmake(push, undo);
    });
}

fn text() {
    let position = Position::from_fen(KIWIPETE).expect("a valid position");
    let all = position.legal_moves();
    time("read a FEN", || Position::from_fen(KIWIPETE));
    time("write a FEN", || position.fen(EnPassantMode::Legal));
    time("write all moves in SAN", || {
        all.iter()
            .map(|&mv| position.san(mv, EnPassantSuffix::Without).len())
            .sum::<usize>()
    });
    time("key", || position.key());
}
