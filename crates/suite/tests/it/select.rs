//! Selecting cases by address.

use passant_suite::{Case, Suites};

fn addresses(selectors: &[&str]) -> Result<Vec<String>, String> {
    let suites = Suites::builtin().map_err(|diagnostics| diagnostics.to_string())?;
    let selection = suites
        .select(selectors)
        .map_err(|unknown| unknown.to_string())?;
    let cases = selection.cases.into_iter().map(|case| case.address);
    let fen_cases = selection.fen_cases.into_iter().map(|case| case.address);
    let state_cases = selection.state_cases.into_iter().map(|case| case.address);
    let play_cases = selection.play_cases.into_iter().map(|case| case.address);
    Ok(cases
        .chain(fen_cases)
        .chain(state_cases)
        .chain(play_cases)
        .collect())
}

#[test]
fn an_address_selects_one_case() {
    let found = addresses(&["perft/standard/kiwipete"]).unwrap();
    assert_eq!(found, ["perft/standard/kiwipete"]);
}

#[test]
fn the_beginning_of_addresses_selects_all_of_them() {
    let suites = Suites::builtin().unwrap();
    let all = suites.cases().count() + suites.fen_cases().count();
    let found = addresses(&["perft", "en-passant/", "fen"]).unwrap();
    assert_eq!(found.len(), all);
    let standard = addresses(&["perft/standard"]).unwrap();
    assert!(
        standard
            .iter()
            .all(|address| address.starts_with("perft/standard/"))
    );
    assert!(standard.len() < found.len());
    let fields = addresses(&["fen/fields"]).unwrap();
    assert!(
        fields
            .iter()
            .all(|address| address.starts_with("fen/fields/"))
    );
}

#[test]
fn questions_are_selected_by_kind_file_and_name() {
    let suites = Suites::builtin().unwrap();
    let all = addresses(&["state"]).unwrap();
    assert_eq!(all.len(), suites.state_cases().count());
    let scripts = addresses(&["state/repetition"]).unwrap();
    let of_file = addresses(&["state/repetition/real-right"]).unwrap();
    assert!(of_file.len() < scripts.len() && scripts.len() < all.len());
    let both = addresses(&["state/repetition/real-right/edge-file~flipped~mirrored"]).unwrap();
    assert_eq!(
        both,
        ["state/repetition/real-right/edge-file~flipped~mirrored"]
    );
    let error = addresses(&["state/repetitions"]).unwrap_err();
    assert!(
        error.starts_with("there is no state/repetitions"),
        "{error}"
    );
}

#[test]
fn moves_to_play_are_selected_by_file_and_name() {
    let suites = Suites::builtin().unwrap();
    let all = addresses(&["play"]).unwrap();
    assert_eq!(all.len(), suites.play_cases().count());
    let of_file = addresses(&["play/reply-moves"]).unwrap();
    assert!(!of_file.is_empty() && of_file.len() <= all.len());
    let mirrored = format!("{}~mirrored", of_file[0]);
    assert_eq!(addresses(&[&mirrored]).unwrap(), [mirrored]);
    let error = addresses(&["play/reply-move"]).unwrap_err();
    assert!(error.contains("did you mean play/reply-moves"), "{error}");
}

#[test]
fn nothing_is_selected_twice() {
    let once = addresses(&["perft/standard"]).unwrap();
    let twice = addresses(&[
        "perft/standard/kiwipete",
        "perft/standard",
        "perft/standard/startpos",
    ]);
    assert_eq!(twice.unwrap(), once);
}

#[test]
fn a_part_of_a_name_selects_nothing() {
    let error = addresses(&[
        "perft/standard/kiwi",
        "en-passant/rejected",
        "perft/standard/startpos",
    ]);
    let error = error.unwrap_err();
    assert!(
        error.contains("there is no perft/standard/kiwi\n"),
        "{error}"
    );
    assert!(error.contains("there is no en-passant/rejected"), "{error}");
    assert!(!error.contains("startpos"), "{error}");
}

#[test]
fn an_unknown_address_is_refused_with_similar_ones() {
    for (selector, meant) in [
        ("kiwipete", "perft/standard/kiwipete"),
        ("perft/kiwipete", "perft/standard/kiwipete"),
        ("en-pasant", "en-passant"),
        ("rejected-rnk", "en-passant/rejected-rank"),
        ("fen/after_push", "fen/after-push"),
    ] {
        let error = addresses(&[selector]).unwrap_err();
        let suggested = format!("there is no {selector}; did you mean {meant}");
        assert!(error.starts_with(&suggested), "{error}");
    }
    let error = addresses(&["", "/", "quux"]).unwrap_err();
    assert_eq!(error, "there is no \nthere is no \nthere is no quux");
}

#[test]
fn twins_are_selected_by_their_names() {
    let found = addresses(&[
        "perft/standard/position-3~flipped",
        "perft/standard/kiwipete~flipped",
    ]);
    assert_eq!(
        found.unwrap(),
        [
            "perft/standard/kiwipete~flipped",
            "perft/standard/position-3~flipped"
        ]
    );
    // A position with castling rights has no mirror.
    assert!(addresses(&["perft/standard/kiwipete~mirrored"]).is_err());

    let suites = Suites::builtin().unwrap();
    let case = &suites.select(["perft/standard/position-3"]).unwrap().cases[0];
    for twin in case.twins() {
        let selection = suites.select([&twin.address]).unwrap();
        assert_eq!(selection.cases, [twin]);
    }
    let plain: Vec<Case> = suites.select(["en-passant/plain"]).unwrap().cases;
    let flipped = suites.select(["en-passant/plain~flipped"]).unwrap().cases;
    assert_eq!(flipped, plain.iter().map(Case::flip).collect::<Vec<_>>());
}
