//! The fuzz targets over their corpora, with any compiler.

mod damage;

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of this package.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The example inputs of a target, by name.
pub(crate) fn corpus(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
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
pub(crate) fn dictionary(target: &str) -> Vec<Vec<u8>> {
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

use passant_fuzz::TARGETS;

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
