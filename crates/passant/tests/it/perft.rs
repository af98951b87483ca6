//! `passant perft` and `passant suite`. Expected counts are those of the chess programming wiki ("Perft Results"),
//! where nothing else is said.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::run::{Run, run_with};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// A file of this content in the folder for test files, which cargo empties with its target folder.
fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

fn verify(name: &str, content: &str, options: &[&str]) -> Run {
    let path = file(name, content);
    run_with(&[&["perft", "--epd", path.to_str().unwrap()], options].concat())
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn divide_prints_what_most_engines_print() {
    let run = run_with(&[
        "perft",
        "--fen",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "--depth",
        "1",
        "--divide",
    ]);
    let expected = "\
a5a4: 1\na5a6: 1\nb4a4: 1\nb4b1: 1\nb4b2: 1\nb4b3: 1\nb4c4: 1\nb4d4: 1\nb4e4: 1\nb4f4: 1\n\
e2e3: 1\ne2e4: 1\ng2g3: 1\ng2g4: 1\n\nNodes searched: 14\n";
    let (counts, method) = run.stdout.split_at(expected.len().min(run.stdout.len()));
    assert_eq!((run.code, counts, &run.stderr[..]), (Some(0), expected, ""));
    assert!(method.ends_with(" million nodes per second\n"), "{method}");
    assert_eq!(method.lines().count(), 1);
}

#[test]
fn chess960_castling_is_divided_as_king_takes_rook() {
    let run = run_with(&[
        "perft",
        "--fen",
        "4k3/8/8/8/8/8/8/2RK2R1 w CG - 0 1",
        "--depth",
        "1",
        "--divide",
    ]);
    assert!(
        run.stdout.contains("d1g1: 1\n") && run.stdout.contains("d1c1: 1\n"),
        "{}",
        run.stdout
    );
}

#[test]
fn json_holds_the_documented_keys() {
    let run = run_with(&[
        "perft", "--fen", KIWIPETE, "--depth", "3", "--divide", "--tally", "--json",
    ]);
    let object = json(&run);
    assert_eq!(object["fen"], KIWIPETE);
    assert_eq!(object["depth"], 3);
    assert_eq!(object["nodes"], 97862);
    assert_eq!(object["tally"]["en_passant"], 45);
    assert_eq!(object["tally"]["direct_mates"], 1);
    let divide = object["divide"].as_object().unwrap();
    assert_eq!(divide.len(), 48);
    assert_eq!(
        divide
            .values()
            .map(|nodes| nodes.as_u64().unwrap())
            .sum::<u64>(),
        97862
    );
}

#[test]
fn both_published_views_are_printed() {
    let run = run_with(&["perft", "--fen", KIWIPETE, "--depth", "2", "--tally"]);
    let row = |title: &str| {
        let mut lines = run
            .stdout
            .lines()
            .skip_while(|line| !line.contains(title))
            .skip(2);
        lines
            .next()
            .unwrap()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(row("chess programming wiki"), "2039 351 1 91 0 3 0 0 0");
    assert_eq!(
        row("The Grand Chess Tree"),
        "2039 351 1 91 0 3 0 0 0 3 0 0 0 0 0"
    );
}

#[test]
fn a_right_that_cannot_be_is_dropped_with_a_warning() {
    let run = run_with(&[
        "perft",
        "--fen",
        "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
        "--depth",
        "1",
    ]);
    assert_eq!(run.code, Some(0));
    assert!(
        run.stdout.starts_with("Nodes searched: 5\n"),
        "{}",
        run.stdout
    );
    assert!(
        run.stderr
            .contains("warning: no pawn of the other side stands on e5"),
        "{}",
        run.stderr
    );
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let count = |threads| {
        let run = run_with(&[
            "perft",
            "--fen",
            KIWIPETE,
            "--depth",
            "4",
            "--tally",
            "--json",
            "--threads",
            threads,
        ]);
        let object = json(&run);
        assert_eq!(object["method"]["threads"].to_string(), threads);
        object
    };
    assert_eq!(count("1")["tally"], count("3")["tally"]);
    assert_eq!(count("1")["nodes"], 4_085_603);
}

#[test]
fn an_epd_file_that_is_right_is_confirmed() {
    let run = verify(
        "right.epd",
        &format!("{KIWIPETE} ;D1 48 ;D2 2039\n"),
        &["--json"],
    );
    let object = json(&run);
    assert_eq!(run.code, Some(0));
    assert_eq!(object["positions"][0]["verdict"], "ok");
    assert_eq!(object["positions"][0]["depth"], 2);
    assert_eq!(object["summary"]["nodes"], 48 + 2039);
}

#[test]
fn a_wrong_count_is_found_at_its_first_depth() {
    let run = verify(
        "wrong.epd",
        &format!("{KIWIPETE} ;D1 48 ;D2 2038 ;D3 97862\n"),
        &[],
    );
    assert_eq!(run.code, Some(1));
    let line = run.stdout.lines().next().unwrap();
    assert!(
        line.contains("depth 2") && line.contains("2038") && line.ends_with("2039  DIFFERENT"),
        "{line}"
    );
    assert!(run.stdout.contains("--depth 2 --divide"), "{}", run.stdout);
}

#[test]
fn a_line_that_cannot_be_read_does_not_keep_the_others_from_being_verified() {
    let run = verify(
        "partly.epd",
        &format!("{KIWIPETE} ;D1 48\n8/8/8 w - - ;D1 5\n"),
        &[],
    );
    assert_eq!(run.code, Some(2));
    assert!(
        run.stdout.contains("counted          48  ok"),
        "{}",
        run.stdout
    );
    assert!(run.stderr.contains("partly.epd:2:6"), "{}", run.stderr);
    assert!(
        run.stderr
            .ends_with("error: 1 error in EPD files, see above\n"),
        "{}",
        run.stderr
    );
}

#[test]
fn counts_beyond_the_limit_are_named_as_unchecked() {
    let run = verify(
        "limit.epd",
        &format!("{KIWIPETE} ;D3 97862\n"),
        &["--max-nodes", "1000"],
    );
    assert_eq!(run.code, Some(0));
    assert!(
        run.stdout
            .contains("unchecked: it has no count within the limit"),
        "{}",
        run.stdout
    );
    assert!(
        run.stdout.contains("1 position, 0 counts: 1 unchecked"),
        "{}",
        run.stdout
    );
}

#[test]
fn suites_go_out_as_epd_and_come_back() {
    let epd = run_with(&["suite", "en-passant/rejected-rank", "--epd"]);
    assert_eq!(epd.code, Some(0));
    let run = verify(
        "suite.epd",
        &epd.stdout,
        &["--max-nodes", "20000", "--json"],
    );
    let object = json(&run);
    assert_eq!(run.code, Some(0));
    assert_eq!(object["summary"]["positions"], epd.stdout.lines().count());
    assert_eq!(object["summary"]["different"], 0);
}

#[test]
fn unreachable_positions_go_out_only_where_they_are_named() {
    let lines = |name| run_with(&["suite", name, "--epd"]).stdout.lines().count();
    let reachable = lines("en-passant");
    assert_eq!(lines("en-passant/unreachable"), 20);
    let all = run_with(&["suite", "en-passant", "--json"]);
    assert_eq!(json(&all).as_array().unwrap().len(), reachable + 20 + 20);
}

#[test]
fn an_unknown_suite_is_refused_with_a_near_name() {
    let run = run_with(&["perft", "--suite", "perft/standart"]);
    let expected = "error: there is no perft/standart; did you mean perft/standard?\n";
    assert_eq!((run.code, &run.stderr[..]), (Some(2), expected));
}
