//! The samples of a second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use passant_sampler::Sampler;

/// The number of samples after which nearly all pairs of features were seen.
const BEGINNING: usize = 20_000;

fn samples(c: &mut Criterion) {
    let mut sampler = Sampler::new(1);
    let _ = sampler.by_ref().nth(BEGINNING);
    let mut group = c.benchmark_group("samples");
    group.throughput(Throughput::Elements(1000));
    group.bench_function("draw 1000", |b| {
        b.iter(|| sampler.by_ref().take(1000).count());
    });
    group.finish();
}

criterion_group!(benches, samples);
criterion_main!(benches);
