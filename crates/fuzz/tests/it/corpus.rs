//! The parts that each target has: example inputs, and words that its inputs contain.

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
