//! Times each counter by itself; for comparisons see `pairs` and `peers`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use passant_count::{bulk, naive, tally};
use passant_kernel::{Batches, Kernel, Mode, Root};
use passant_rules::Position;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const DEPTH: u32 = 3;
const NODES: u64 = 97_862;

fn count(c: &mut Criterion) {
    let mut position = Position::from_fen(KIWIPETE).expect("a valid position");
    let mut group = c.benchmark_group("kiwipete 3");
    group.throughput(Throughput::Elements(NODES));
    group.bench_function("bulk", |b| b.iter(|| bulk(&mut position, DEPTH)));
    group.bench_function("naive", |b| b.iter(|| naive(&mut position, DEPTH)));
    group.bench_function("tally", |b| b.iter(|| tally(&mut position, DEPTH)));
    for kernel in Kernel::available() {
        for (name, mode) in [("make-all", Mode::MakeAll), ("reuse", Mode::Reuse)] {
            group.bench_function(format!("{kernel}, {name}"), |b| {
                b.iter(|| passant_kernel::count(&position, DEPTH, kernel, mode));
            });
        }
        for (name, mode) in [("typed", Mode::MakeAll), ("typed, reuse", Mode::Reuse)] {
            group.bench_function(format!("{kernel}, {name}"), |b| {
                b.iter(|| passant_kernel::tally(&position, DEPTH, kernel, mode));
            });
        }
        group.bench_function(format!("{kernel}, typed without checks"), |b| {
            let roots = [Root::from(&position)];
            b.iter(|| {
                passant_kernel::tally_moves_in(
                    &mut Batches::default(),
                    &roots,
                    DEPTH,
                    kernel,
                    Mode::Reuse,
                )
            });
        });
    }
    group.finish();
}

criterion_group!(benches, count);
criterion_main!(benches);
