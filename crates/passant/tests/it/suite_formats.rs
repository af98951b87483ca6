//! `passant suite --format`: what other programs read.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use passant_needs::needs;
use passant_test_tools::tool;
use serde_json::Value;

use crate::json::faults;
use crate::run::{Run, run_with};

/// Every folder of the suites, which are all cases.
const ALL: [&str; 6] = ["en-passant", "fen", "perft", "play", "search", "state"];

fn printed(names: &[&str], format: &str) -> Run {
    run_with(&[&["suite", "--format", format], names].concat())
}

fn objects(names: &[&str]) -> Vec<Value> {
    let run = printed(names, "jsonl").exits_with(0);
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[needs("python3", "check-jsonschema")]
#[test]
fn every_case_is_an_object_of_the_schema_with_an_address_of_its_own() {
    let schema = run_with(&["generate", "case-schema"]).json();
    let cases = objects(&ALL);
    let mut with_more = cases.clone();
    for case in &mut with_more {
        case["other"] = true.into();
    }
    let faults = faults(&schema, &[&cases[..], &with_more].concat());
    for (number, faults) in faults.iter().enumerate() {
        assert_eq!(faults.is_empty(), number < cases.len(), "{faults:#?}");
    }
    let addresses: BTreeSet<_> = cases.iter().map(|case| case["address"].as_str()).collect();
    assert_eq!(addresses.len(), cases.len());
    // What is listed without a format, and the searches for legal lines, which are made and not stored.
    let overview = run_with(&["suite"]).exits_with(0).stdout;
    let count = |line: &str| line.split_whitespace().nth(1)?.parse::<usize>().ok();
    let listed: usize = overview.lines().filter_map(count).sum();
    let is_stored = |case: &&Value| case["class"] != "lines";
    assert_eq!(cases.iter().filter(is_stored).count(), listed);
    assert_eq!(printed(&ALL, "json").json().as_array(), Some(&cases));
}

#[test]
fn a_table_has_the_counts_of_the_objects() {
    let run = printed(&["en-passant", "perft"], "csv").exits_with(0);
    let mut table = csv::Reader::from_reader(run.stdout.as_bytes());
    let header = table.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|it| it == name).unwrap();
    let mut rows = table.records();
    for case in objects(&["en-passant", "perft"]) {
        let row = rows.next().unwrap().unwrap();
        for key in ["address", "class", "fen", "reach", "why", "source"] {
            assert_eq!(&row[column(key)], case[key].as_str().unwrap(), "{key}");
        }
        let counts: Vec<u64> = (1..)
            .map_while(|depth| header.iter().position(|it| it == format!("d{depth}")))
            .map(|at| &row[at])
            .filter(|count| !count.is_empty())
            .map(|count| count.parse().unwrap())
            .collect();
        assert_eq!(Value::from(counts), case["perft"]);
    }
    assert!(rows.next().is_none());
}

/// The lines have the positions and counts of the other formats, and a name that says where each is from.
#[test]
fn epd_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let read = |format: &str| {
        let run = printed(&["en-passant"], format).exits_with(0);
        let file = folder.path().join(format);
        std::fs::write(&file, &run.stdout).unwrap();
        passant_suite::epd::load(file).unwrap()
    };
    let (perft, epd) = (read("perft"), read("epd"));
    let cases = objects(&["en-passant"]);
    let text = |case: &Value, key: &str| case[key].as_str().unwrap().to_owned();
    let fens: BTreeMap<_, _> = cases
        .iter()
        .map(|case| (text(case, "address"), text(case, "fen")))
        .collect();
    assert!(!perft.is_empty());
    assert_eq!(perft.len(), epd.len());
    for (plain, named) in perft.iter().zip(&epd) {
        assert_eq!((&plain.setup, &plain.depths), (&named.setup, &named.depths));
        let name = named.name.as_deref().unwrap();
        assert_eq!(fens[name], plain.fen);
    }
}

/// The checksum in a report is what `sha256sum` makes of the files of the repository, here with Python's library.
#[needs("python3")]
#[test]
fn reports_name_the_suites_by_their_checksum() {
    let python = tool("python3");
    let script = "\
import hashlib, pathlib
sha = lambda data: hashlib.sha256(data).hexdigest()
names = sorted(path.as_posix() for path in pathlib.Path('.').glob('*/**/*.toml'))
lines = [sha(open(name, 'rb').read()) + '  ' + name for name in names]
print(sha(''.join(line + '\\n' for line in lines).encode()), end='')";
    let suites = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites");
    let run = Command::new(python)
        .args(["-c", script])
        .current_dir(suites)
        .output()
        .unwrap();
    let expected = String::from_utf8(run.stdout).unwrap();
    assert_eq!(
        expected.len(),
        64,
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let report = run_with(&["check", "true", "--json"]).exits_with(3).json();
    assert_eq!(report["suites"]["sha256"], expected);
    let tap = run_with(&["check", "true", "--tap"]).exits_with(3);
    assert!(tap.stdout.contains(&expected), "{}", tap.stdout);
}

#[test]
fn says_what_a_format_has_no_room_for() {
    for (names, format, code) in [
        (&["state/repetition"][..], "csv", 2),
        (&["fen"], "epd", 2),
        (&["play"], "perft", 2),
        (&["search/lines"], "epd", 2),
        (&["fen", "perft/castling"], "perft", 0),
        (&["play", "search/same-pieces"], "csv", 0),
    ] {
        let run = printed(names, format).exits_with(code);
        let all = objects(names).len();
        let lines = run.stdout.lines().count() - usize::from(code == 0 && format == "csv");
        let message = format!("no room for {} of the cases", all - lines);
        assert!(run.stderr.contains(&message), "{}", run.stderr);
        assert!(run.stderr.contains("--format jsonl has"), "{}", run.stderr);
    }
    printed(&["perft"], "epdd").exits_with(2);
}
