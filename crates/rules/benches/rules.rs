//! The parts of the rules, measured one by one.

use criterion::{Criterion, criterion_group, criterion_main};
use passant_rules::{EnPassantMode, EnPassantSuffix, Position};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const BEFORE_PUSH: &str = "b6k/3Rp3/8/r2P3K/8/8/8/NR6 b - - 0 1";

fn moves(c: &mut Criterion) {
    let mut position = Position::from_fen(KIWIPETE).expect("a valid position");
    let all = position.legal_moves();
    c.bench_function("list the moves", |b| b.iter(|| position.legal_moves()));
    c.bench_function("count the moves", |b| {
        b.iter(|| position.count_legal_moves());
    });
    c.bench_function("make and unmake all moves", |b| {
        b.iter(|| {
            for &mv in &all {
                let undo = position.make(mv);
                position.unmake(mv, undo);
            }
        });
    });
}

fn en_passant(c: &mut Criterion) {
    let mut position = Position::from_fen(BEFORE_PUSH).expect("a valid position");
    let push = position.parse_uci("e7e5").expect("a legal move");
    c.bench_function("a double push and its verdict", |b| {
        b.iter(|| {
            let undo = position.make(push);
            position.unmake(push, undo);
        });
    });
}

fn text(c: &mut Criterion) {
    let position = Position::from_fen(KIWIPETE).expect("a valid position");
    let all = position.legal_moves();
    c.bench_function("read a FEN", |b| b.iter(|| Position::from_fen(KIWIPETE)));
    c.bench_function("write a FEN", |b| {
        b.iter(|| position.fen(EnPassantMode::Legal));
    });
    c.bench_function("write all moves in SAN", |b| {
        b.iter(|| {
            all.iter()
                .map(|&mv| position.san(mv, EnPassantSuffix::Without).len())
                .sum::<usize>()
        });
    });
    c.bench_function("key", |b| b.iter(|| position.key()));
}

criterion_group!(benches, moves, en_passant, text);
criterion_main!(benches);
