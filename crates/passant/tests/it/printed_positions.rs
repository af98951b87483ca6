//! The positions that `passant hunt --print` prints for other programs. Their counts are confirmed by python-chess in
//! `python/tests/with_hypothesis`.

use serde_json::Value;

use crate::run::run_with;

fn print(number: &str, seed: &str, format: &str) -> Vec<String> {
    let words = [
        "hunt", "--print", number, "--seed", seed, "--format", format,
    ];
    let printed = run_with(&words).exits_with(0).stdout;
    printed.lines().map(str::to_owned).collect()
}

#[test]
fn prints_as_many_lines_as_asked_for_and_the_same_first_ones() {
    let many = print("3000", "7", "epd");
    assert_eq!(many.len(), 3000);
    // They are written in blocks, and the last one is not full.
    assert!(100_000 < many.concat().len());
    assert_eq!(print("1000", "7", "epd"), many[..1000]);
    assert_ne!(print("1000", "8", "epd"), many[..1000]);
    assert_eq!(print("0", "7", "epd"), [""; 0]);
}

#[test]
fn both_formats_have_the_same_positions_and_counts() {
    let lines = print("300", "7", "epd");
    let mut deepest = 0;
    for (line, object) in lines.iter().zip(print("300", "7", "jsonl")) {
        let object: Value = serde_json::from_str(&object).unwrap();
        let counts = object["perft"].as_array().unwrap();
        let counts = (1..)
            .zip(counts)
            .map(|(depth, count)| format!(" ;D{depth} {count}"));
        let end = object["end"].as_str().unwrap();
        assert_eq!(*line, end.to_owned() + &counts.collect::<String>());
        deepest = deepest.max(object["perft"].as_array().unwrap().len());
    }
    assert_eq!(deepest, 3);
}
