//! The suites themselves, compared with the rules, and errors in a folder of suites.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use passant_rules::{EnPassantMode, EnPassantVerdict, Position};
use passant_suite::{Case, Reach, Suites, Variant};
use passant_test_tools::assert_generated;
use proptest::prelude::{any, proptest};
use proptest::sample::{self, Index};
use tempfile::tempdir;

use crate::{check, listed};

fn suites() -> Suites {
    Suites::load("../../suites").unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// Leaf nodes at a small depth.
fn nodes(position: &Position, depth: usize) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = moves.into_iter().map(|mv| {
        let mut after = position.clone();
        let _ = after.make(mv);
        nodes(&after, depth - 1)
    });
    after.sum()
}

/// Compares the first counts and the en passant captures of a case with the rules.
fn check_case(case: &Case) {
    let position = case.position();
    for (depth, &count) in case.perft.iter().enumerate().take(2) {
        let depth = depth + 1;
        assert_eq!(
            nodes(position, depth),
            count,
            "{} at depth {depth}",
            case.address
        );
    }
    let Some(right) = position.en_passant() else {
        assert_eq!(case.legal.len() + case.illegal.len(), 0, "{}", case.address);
        return;
    };
    for (captures, is_legal) in [(&case.legal, true), (&case.illegal, false)] {
        for capture in captures {
            let verdict = position.judge_en_passant(capture.from());
            assert_eq!(
                verdict.map(|verdict| verdict == EnPassantVerdict::Legal),
                Some(is_legal),
                "{}",
                case.address
            );
            assert_eq!(capture.to(), right.target(), "{}", case.address);
        }
    }
    if case.address.starts_with("en-passant/") {
        let capturers = right.capturers().len() as usize;
        assert_eq!(
            case.legal.len() + case.illegal.len(),
            capturers,
            "{}",
            case.address
        );
    }
}

#[test]
fn the_builtin_suites_are_those_of_the_folder() {
    assert_eq!(Suites::builtin().unwrap(), suites());
}

#[test]
fn cases_agree_with_the_rules() {
    suites().cases().for_each(check_case);
}

#[test]
fn twins_agree_with_the_rules() {
    for case in suites().cases() {
        case.twins().for_each(|twin| check_case(&twin));
    }
}

#[test]
fn en_passant_fields_agree_with_the_rules() {
    for case in suites().fen_cases() {
        let mut position = case.position().clone();
        for &mv in &case.moves {
            let _ = position.make(mv);
        }
        for mode in [
            EnPassantMode::Always,
            EnPassantMode::PseudoLegal,
            EnPassantMode::Legal,
        ] {
            let printed = position.setup(mode).en_passant;
            assert_eq!(printed, case.en_passant(mode), "{} {mode:?}", case.address);
        }
    }
}

#[test]
fn reads_every_part_of_a_case() {
    let suites = suites();
    let has = |holds: fn(&Case) -> bool| suites.cases().any(holds);
    assert!(has(
        |case| !case.legal.is_empty() && !case.illegal.is_empty()
    ));
    assert!(has(|case| case.last.is_some()));
    assert!(has(|case| !case.proof.is_empty()));
    assert!(has(
        |case| case.variant == Variant::Chess960 && case.position().is_chess960()
    ));
    for reach in [Reach::Reachable, Reach::Unreachable, Reach::Bogus] {
        assert!(suites.cases().any(|case| case.reach == reach));
        assert!(suites.fen_cases().any(|case| case.reach == reach));
    }
}

#[test]
fn no_position_is_in_two_suites() {
    let suites = suites();
    let mut seen = BTreeMap::new();
    for case in suites.cases() {
        let other = seen.insert(&case.fen, &case.address);
        assert_eq!(other, None, "{} and {}", case.fen, case.address);
    }
}

/// Reports and lists of expected failures name addresses: none is removed, also where the list is
/// written anew.
#[test]
fn no_address_is_lost() {
    let suites = suites();
    let counted = suites.cases().map(|it| &it.address);
    let printed = suites.fen_cases().map(|it| &it.address);
    let asked = suites.state_cases().map(|it| &it.address);
    let played = suites.play_cases().map(|it| &it.address);
    let searched = suites.search_cases().map(|it| &it.address);
    let all = counted.chain(printed).chain(asked).chain(played);
    let lines = suites.line_cases().map(|it| it.address);
    let all: BTreeSet<String> = all.chain(searched).cloned().chain(lines).collect();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/addresses.txt");
    let known = fs::read_to_string(&file).unwrap();
    let lost: Vec<_> = known.lines().filter(|it| !all.contains(*it)).collect();
    assert!(lost.is_empty(), "nothing has these addresses: {lost:#?}");
    let lines: String = all.into_iter().map(|address| address + "\n").collect();
    assert_generated(&file, lines);
}

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
         fen/after-push.toml, fen/fields.toml, play/*.toml, search/*.toml, referee/*.toml and state/<kind>/*.toml, where <kind> is after-moves, \
         same-position, repetition, text, queries, games or round-trip"
    ));
    assert!(Suites::load(folder.path().join("none")).is_err());
}

/// Files of every kind, to be damaged.
const ORIGINALS: [&str; 9] = [
    "en-passant/bogus.toml",
    "play/reply-moves.toml",
    "state/after-moves/refused.toml",
    "state/same-position/other-reasons.toml",
    "state/repetition/castling.toml",
    "state/text/looks-alike.toml",
    "state/queries/refused.toml",
    "state/games/played.toml",
    "state/round-trip/usable.toml",
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

fn case(address: &str) -> Case {
    let suites = Suites::builtin().unwrap();
    suites.select([address]).unwrap().cases.remove(0)
}

#[test]
fn a_flipped_case_is_the_same_game_for_the_other_side() {
    let kiwipete = case("perft/standard/kiwipete");
    let twin = kiwipete.flip();
    assert_eq!(twin.address, "perft/standard/kiwipete~flipped");
    assert_eq!(
        twin.fen,
        "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1"
    );
    assert_eq!(twin.perft, kiwipete.perft);
    assert_eq!(twin.class, kiwipete.class);
}

#[test]
fn moves_are_transformed_with_the_board() {
    let suites = Suites::builtin().unwrap();
    let with_moves = suites.cases().filter(|case| case.last.is_some());
    for case in with_moves {
        for twin in case.twins() {
            let right = twin.position().en_passant().unwrap();
            let last = twin.last.unwrap();
            assert_eq!(
                (last.from(), last.to()),
                (right.origin(), right.victim()),
                "{}",
                twin.address
            );
            assert!(twin.proof.is_empty());
        }
    }
}

#[test]
fn twins_of_twins_are_the_case_itself() {
    for case in Suites::builtin().unwrap().cases() {
        assert_eq!(case.flip().flip().position(), case.position());
        let mirror = |case: &Case| case.twins().nth(1);
        let Some(mirrored) = mirror(case) else {
            assert!(!case.setup().castling.is_empty(), "{}", case.address);
            continue;
        };
        let back = mirror(&mirrored).unwrap();
        assert_eq!(back.setup(), case.setup());
        assert_eq!(
            (back.legal, back.illegal),
            (case.legal.clone(), case.illegal.clone())
        );
    }
}

#[test]
fn twins_of_bogus_cases_are_bogus() {
    for case in Suites::builtin()
        .unwrap()
        .select(["en-passant/bogus"])
        .unwrap()
        .cases
    {
        for twin in case.twins() {
            assert!(twin.setup().validate().is_err(), "{}", twin.address);
            let printed = twin.position().fen(EnPassantMode::Always);
            assert_ne!(&printed[..], twin.fen, "{}", twin.address);
        }
    }
}
