//! A target has a corpus, a dictionary and a program for libFuzzer, and nothing else has one.

use std::fs;
use std::path::Path;

use passant_fuzz::TARGETS;

use crate::corpus::{corpus, dictionary, root};

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
