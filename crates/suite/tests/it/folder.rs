//! Errors in a folder of suites.

use std::fs;
use std::path::Path;

use passant_suite::Suites;
use proptest::prelude::{any, proptest};
use proptest::sample::{self, Index};
use tempfile::tempdir;

use crate::{check, listed};

#[test]
fn reports_every_error() {
    let diagnostics = Suites::load("tests/data/suites").unwrap_err();
    check("suites/diagnostics.txt", &listed(&diagnostics));
}

#[test]
fn the_short_form_is_one_line() {
    let diagnostics = Suites::load("tests/data/suites").unwrap_err();
    assert_eq!(diagnostics.to_string().lines().count(), diagnostics.len());
    let duplicate = diagnostics
        .iter()
        .find(|diagnostic| diagnostic.message.contains("twice"));
    assert_eq!(
        duplicate.unwrap().to_string().replace('\\', "/"),
        "tests/data/suites/perft/shape.toml:39:13: the name \"no-counts\" is used twice; \
         names are unique within a file; the other one is in line 30"
    );
}

#[test]
fn a_folder_without_suites_is_refused_with_a_hint() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("README.md"), "Nothing here.").unwrap();
    let diagnostics = Suites::load(folder.path()).unwrap_err();
    assert_eq!(diagnostics.len(), 1);
    assert!(diagnostics.to_string().ends_with(
        "there are no suites in this folder; a folder of suites holds perft/*.toml, en-passant/*.toml, \
         fen/after-push.toml, fen/fields.toml, play/*.toml, search/*.toml and state/<kind>/*.toml, where <kind> is after-moves, \
         same-position, repetition, text, queries or games"
    ));
    assert!(Suites::load(folder.path().join("none")).is_err());
}

/// Files of every kind, to be damaged.
const ORIGINALS: [&str; 8] = [
    "en-passant/bogus.toml",
    "play/reply-moves.toml",
    "state/after-moves/refused.toml",
    "state/same-position/other-reasons.toml",
    "state/repetition/castling.toml",
    "state/text/looks-alike.toml",
    "state/queries/refused.toml",
    "state/games/played.toml",
];

proptest! {
    /// A real file with a part of it replaced.
    #[test]
    fn survives_hostile_files(
        path in sample::select(&ORIGINALS),
        index in any::<Index>(),
        length in 0_usize..40,
        replacement in "[ -~é\n]{0,20}|\"|\\[\\[case\\]\\]|'''",
    ) {
        let original = fs::read_to_string(Path::new("../../suites").join(path)).unwrap();
        let mut letters: Vec<char> = original.chars().collect();
        let start = index.index(letters.len());
        let end = (start + length).min(letters.len());
        letters.splice(start..end, replacement.chars());

        let folder = tempdir().unwrap();
        let damaged = folder.path().join(path);
        fs::create_dir_all(damaged.parent().unwrap()).unwrap();
        fs::write(damaged, letters.into_iter().collect::<String>()).unwrap();
        match Suites::load(folder.path()) {
            // Twins can be made of every case that can be read.
            Ok(suites) => {
                assert!(suites.state_cases().all(|case| case.twins().count() <= 3));
                assert!(suites.play_cases().all(|case| case.twins().count() <= 3));
            }
            Err(diagnostics) => {
                assert!(!diagnostics.is_empty());
                for diagnostic in diagnostics.iter() {
                    assert!(diagnostic.excerpt().is_some(), "{diagnostic:?}");
                }
            }
        }
    }
}
