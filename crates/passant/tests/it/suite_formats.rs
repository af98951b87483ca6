//! `passant suite --format`, which other programs read, and `passant faults`.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use passant_needs::needs;
use passant_oracle::{EngineFault, Family};
use passant_test_tools::tool;
use serde_json::Value;

use crate::json::{SeededFault, faults};
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

#[test]
fn lists_all_faults_by_family() {
    let run = run_with(&["faults"]).exits_with(0);
    let (names, others): (Vec<_>, Vec<_>) = run
        .stdout
        .lines()
        .filter(|line| !line.is_empty())
        .partition(|line| line.starts_with("  "));
    let names: BTreeSet<_> = names
        .iter()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let all = EngineFault::ALL.iter().map(|fault| fault.name());
    assert_eq!(names, all.collect());
    let families: Vec<_> = others
        .iter()
        .filter_map(|line| Some(line.split_once(": ")?.0))
        .collect();
    assert_eq!(families, Family::ALL.map(Family::name));
}

/// The position is that of python-chess issue 70, moved by a file.
#[test]
fn explains_a_fault_with_a_position() {
    let run = run_with(&["faults", "rank-pin-ignored"]).exits_with(0);
    for part in [
        "5  K . P p . . . r",
        " a5a4 a5a6 a5b4 a5b5 a5b6 c5c6\n",
        " a5a4 a5a6 a5b4 a5b5 a5b6 c5c6 c5d6\n",
        "niklasf/python-chess#70",
    ] {
        assert!(run.stdout.contains(part), "{part} in:\n{}", run.stdout);
    }
    run.snapshot("faults-explained", "passant faults rank-pin-ignored");
}

/// The last sentence of a check names every fault of its diagnosis in one command.
#[test]
fn explains_several_faults() {
    let names = ["moves-ignored", "rank-pin-ignored"];
    let run = run_with(&["faults", names[0], names[1]]).exits_with(0);
    let each = names.map(|name| run_with(&["faults", name]).exits_with(0).stdout);
    assert_eq!(run.stdout, each.join("\n"));
    let run = run_with(&["faults", "--json", names[0], names[1]]).exits_with(0);
    let listed: Vec<_> = SeededFault::all(&run);
    assert_eq!(
        listed.iter().map(SeededFault::name).collect::<Vec<_>>(),
        names
    );
}

#[test]
fn json_holds_the_question_and_both_answers() {
    let run = run_with(&["faults", "--json"]).exits_with(0);
    let faults = SeededFault::all(&run);
    let victim_stays = faults
        .iter()
        .find(|fault| fault.name() == "victim-stays")
        .expect("it is listed");
    assert_eq!(victim_stays.value()["family"], "make");
    let question = &victim_stays.value()["question"];
    assert_eq!(question["ask"], "fen");
    assert_eq!(question["moves"][0], "c5d6");
    assert_eq!(victim_stays.got(), "3k4/8/3P4/3p4/8/K7/8/8 b - - 0 1");
    for fault in &faults {
        assert_ne!(fault.expected(), fault.got(), "{}", fault.name());
    }
}

#[test]
fn refuses_an_unknown_fault_with_the_nearest_name() {
    let run = run_with(&["faults", "rank-pins-ignored"]).exits_with(2);
    assert!(run.stderr.contains("rank-pin-ignored"), "{}", run.stderr);
    assert_eq!(run.stdout, "");
}
