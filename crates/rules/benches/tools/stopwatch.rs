//! Times functions and prints a line for each.

use std::hint::black_box;
use std::time::{Duration, Instant};

/// How often a function is measured.
const SAMPLES: usize = 51;

/// The shortest measurement. A function that is faster is called several times for each.
const SAMPLE: Duration = Duration::from_millis(20);

/// Prints the median time of a call and the middle half of all times, and returns the median in seconds.
pub(crate) fn time<T>(name: &str, mut work: impl FnMut() -> T) -> f64 {
    let mut calls = 1;
    while measure(calls, &mut work) < SAMPLE {
        calls *= 2;
    }
    let mut samples: Vec<_> = (0..SAMPLES)
        .map(|_| measure(calls, &mut work).as_secs_f64() / f64::from(calls))
        .collect();
    samples.sort_by(f64::total_cmp);
    let [low, median, high] = [1, 2, 3].map(|quarter| samples[quarter * SAMPLES / 4]);
    let [shown, low, high] = [median, low, high].map(in_words);
    println!("{name:<40} {shown:>12}  ({low} to {high})");
    median
}

/// The time that some calls take.
fn measure<T>(calls: u32, work: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    for _ in 0..calls {
        black_box(work());
    }
    start.elapsed()
}

fn in_words(seconds: f64) -> String {
    match seconds {
        below if below < 1e-6 => format!("{:.1} ns", 1e9 * below),
        below if below < 1e-3 => format!("{:.2} µs", 1e6 * below),
        more => format!("{:.2} ms", 1e3 * more),
    }
}
