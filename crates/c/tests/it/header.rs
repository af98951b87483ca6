//! The header declares what the archive has, and names the numbers that the library uses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use object::read::archive::ArchiveFile;
use object::{Object, ObjectSymbol};
use passant_c::{LIMITS, NUMBERS};

use crate::{CRATE, archive};

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(CRATE).join(path)).unwrap()
}

/// The header without comments.
fn declarations() -> String {
    let header = read("include/passant.h");
    let mut parts = header.split("/*");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        text += part.split_once("*/").unwrap().1;
    }
    text
}

/// The names of functions: what stands before a parenthesis.
fn functions(text: &str) -> BTreeSet<String> {
    text.split('(')
        .filter_map(|before| {
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let name = before.rsplit(|c| !is_name(c)).next()?;
            name.starts_with("passant_").then(|| name.to_owned())
        })
        .collect()
}

/// The symbols that the objects of the archive define for others, and those that nothing defines.
fn symbols() -> (BTreeSet<String>, BTreeSet<String>) {
    let bytes = std::fs::read(archive()).unwrap();
    let (mut defined, mut used) = (BTreeSet::new(), BTreeSet::new());
    for member in ArchiveFile::parse(&*bytes).unwrap().members() {
        let data = member.unwrap().data(&*bytes).unwrap();
        let Ok(file) = object::File::parse(data) else {
            continue;
        };
        for symbol in file.symbols() {
            // On macOS names in C have an underscore before them.
            let name = symbol.name().unwrap_or_default();
            let name = name
                .strip_prefix("_passant")
                .map_or(name.to_owned(), |it| format!("passant{it}"));
            if symbol.is_undefined() {
                used.insert(name);
            } else if symbol.is_global() {
                defined.insert(name);
            }
        }
    }
    (defined, used)
}

#[test]
fn declares_every_function_of_the_archive_and_no_other() {
    let (defined, _) = symbols();
    let defined: BTreeSet<_> = defined
        .into_iter()
        .filter(|name| name.starts_with("passant_"))
        .collect();
    assert_eq!(functions(&declarations()), defined);
    assert_eq!(defined.len(), 30);
}

/// The panic handler calls a function that nobody defines. If something could panic, the archive would refer to it.
#[test]
fn the_archive_cannot_panic() {
    let (_, used) = symbols();
    let panics: Vec<_> = used.iter().filter(|name| name.contains("panic")).collect();
    assert!(panics.is_empty(), "{panics:?}");
    assert!(used.contains("memcpy"), "{used:?}");
}

#[test]
fn names_the_numbers_of_the_library() {
    let text = declarations();
    let mut named = BTreeMap::new();
    for line in text.split(['\n', ',', '{', '}']) {
        let words: Vec<_> = line.split_whitespace().collect();
        let pair = match words[..] {
            ["#define", name, value] | [name, "=", value] => (name, value),
            _ => continue,
        };
        if let (name, Ok(value)) = (pair.0, pair.1.parse::<u64>()) {
            assert_eq!(named.insert(name.to_owned(), value), None, "{name} twice");
        }
    }
    let known = NUMBERS.iter().copied().chain([LIMITS]).flatten();
    let known: BTreeMap<_, _> = known
        .map(|(name, value)| ((*name).to_owned(), *value))
        .collect();
    assert_eq!(named, known);
    assert!(70 < known.len(), "{}", known.len());
}

/// `calls.c` demands something of every function.
#[test]
fn the_tests_in_c_call_every_function() {
    let called = functions(&read("tests/c/calls.c"));
    let missing: Vec<_> = functions(&declarations())
        .into_iter()
        .filter(|name| !called.contains(name))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
