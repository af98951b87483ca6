//! The fuzz targets over their corpora, with any compiler.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::{fs, thread};

use passant_fuzz::{TARGETS, Target};
use passant_test_tools::Random;

/// The folder of this package.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The example inputs of a target, by name.
fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let folder = root().join("corpus").join(target);
    let entries =
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let inputs = paths.into_iter().map(|path| {
        let bytes = fs::read(&path).unwrap();
        (path, bytes)
    });
    inputs.collect()
}

/// The words of a target: the file has the format of libFuzzer, a quoted word in each line.
fn dictionary(target: &str) -> Vec<Vec<u8>> {
    let path = root().join("dictionaries").join(format!("{target}.dict"));
    let text =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let words = text.lines().map(|line| {
        let quoted = line
            .strip_prefix('"')
            .and_then(|line| line.strip_suffix('"'));
        word(quoted.unwrap_or_else(|| panic!("{}: {line}", path.display())))
    });
    words.collect()
}

/// The bytes that a quoted word stands for.
fn word(quoted: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = quoted.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'\\' => match rest.next() {
                Some(b'x') => {
                    let mut digit = || char::from(rest.next().unwrap()).to_digit(16).unwrap();
                    u8::try_from(16 * digit() + digit()).unwrap()
                }
                escaped => escaped.unwrap(),
            },
            byte => byte,
        });
    }
    bytes
}

#[test]
fn a_word_of_a_dictionary_may_have_escapes() {
    assert_eq!(word(r#"a\x0A\\\"\xFF"#), b"a\n\\\"\xff");
}

/// The names in a folder, without an extension.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|entry| Path::new(&entry.unwrap().file_name()).with_extension(""))
        .map(|name| name.to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn every_target_has_a_corpus_a_dictionary_and_a_program() {
    let targets = TARGETS.map(|target| target.name.to_owned());
    for folder in ["corpus", "dictionaries"] {
        assert_eq!(names(&root().join(folder)), targets, "{folder}");
    }
    let manifest = fs::read_to_string(root().join("libfuzzer/Cargo.toml")).unwrap();
    let (_, programs) = manifest.split_once("[[bin]]").unwrap();
    let names = programs
        .lines()
        .filter_map(|line| line.strip_prefix("name = "));
    let programs: Vec<_> = names.map(|name| name.trim_matches('"')).collect();
    assert_eq!(programs, targets);
    for target in &targets {
        assert!(!dictionary(target).is_empty(), "{target}");
    }
}

/// The repository is no place for what a fuzzer collects.
#[test]
fn a_corpus_is_a_few_small_files() {
    for target in TARGETS {
        let inputs = corpus(target.name);
        assert!((1..=16).contains(&inputs.len()), "{}", target.name);
        for (path, bytes) in inputs {
            assert!(
                bytes.len() <= 4096,
                "{} has {} bytes",
                path.display(),
                bytes.len()
            );
        }
    }
}

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
