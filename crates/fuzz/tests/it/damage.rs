//! Every input of the corpora, and damaged copies of it, through the targets.

use std::panic::catch_unwind;
use std::thread;

use passant_fuzz::{TARGETS, Target};
use passant_test_tools::Random;

use crate::{corpus, dictionary};

/// The number of damaged copies of each target's inputs that are tried.
const COPIES: usize = 400;

/// The longest copy, in bytes.
const LONGEST: usize = 1 << 13;

/// Bytes that mean something in one of the formats.
const BYTES: &[u8] = b"09-,\"\n\r\0[]{}/ \xff";

/// A copy with a few damages of the kinds that fuzzers make.
fn damaged(bytes: &[u8], other: &[u8], words: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut copy = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(copy.len() + 1);
        let length = random.below(16).min(copy.len() - at);
        match random.below(7) {
            0 if at < copy.len() => copy[at] ^= 1 << random.below(8),
            1 if at < copy.len() => copy[at] = u8::try_from(random.below(256)).unwrap(),
            2 => drop(copy.drain(at..at + length)),
            3 => {
                let part = copy[at..at + length].to_vec();
                copy.splice(at..at, part);
            }
            4 => {
                let word = &words[random.below(words.len())];
                let end = if random.below(2) == 0 {
                    at
                } else {
                    at + length
                };
                copy.splice(at..end, word.iter().copied());
            }
            5 => {
                let from = random.below(other.len() + 1);
                let end = from + random.below(64).min(other.len() - from);
                copy.splice(at..at, other[from..end].iter().copied());
            }
            _ if random.below(8) == 0 => copy.truncate(at),
            _ => copy.insert(at, BYTES[random.below(BYTES.len())]),
        }
    }
    copy.truncate(LONGEST);
    copy
}

/// The first input that makes a target panic: an input of its corpus, or a damaged copy.
fn bug_in(target: &Target) -> Option<String> {
    let (inputs, words) = (corpus(target.name), dictionary(target.name));
    let mut random = Random::new(0);
    let copies = (0..COPIES).map(|index| {
        let other = &inputs[random.below(inputs.len())].1;
        damaged(&inputs[index % inputs.len()].1, other, &words, &mut random)
    });
    let whole = inputs.iter().map(|(_, bytes)| bytes.clone());
    let mut all = whole.chain(copies);
    // The first one is enough: the panic has said what is wrong.
    let found = all.find(|bytes| catch_unwind(|| (target.run)(bytes)).is_err());
    found.map(|bytes| format!("{}: {}", target.name, bytes.escape_ascii()))
}

#[test]
fn no_target_finds_a_bug_in_its_corpus_or_in_damaged_copies() {
    let bugs: Vec<String> = thread::scope(|scope| {
        let searches: Vec<_> = TARGETS
            .iter()
            .map(|target| scope.spawn(|| bug_in(target)))
            .collect();
        let found = searches.into_iter().map(|search| search.join().unwrap());
        found.flatten().collect()
    });
    assert!(bugs.is_empty(), "{}", bugs.join("\n"));
}
