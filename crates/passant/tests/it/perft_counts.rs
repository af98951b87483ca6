//! `passant perft` and `passant suite`. Expected counts are those of the chess programming wiki ("Perft Results"),
//! unless a test names another source.

use std::path::{Path, PathBuf};
use std::process::Command;

use passant_count::Column;
use passant_needs::needs;
use passant_oracle::State;
use passant_rules::Setup;
use passant_test_tools::{assert_generated, tool};
use serde_json::Value;

use crate::json::Counts;
use crate::run::{Run, passant, run, run_with};
use crate::snapshot::Page;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The largest number that a claim can be.
const MOST: &str = "18446744073709551615";

/// A file with this content in the folder for test files, which is a part of the target folder.
fn file(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).unwrap();
    path
}

pub(crate) fn verify(name: &str, content: &str, options: &[&str]) -> Run {
    let path = file(name, content);
    run_with(&[&["perft", "--epd", path.to_str().unwrap()], options].concat())
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
    ])
    .exits_with(0);
    let expected = "\
a5a4: 1\na5a6: 1\nb4a4: 1\nb4b1: 1\nb4b2: 1\nb4b3: 1\nb4c4: 1\nb4d4: 1\nb4e4: 1\nb4f4: 1\n\
e2e3: 1\ne2e4: 1\ng2g3: 1\ng2g4: 1\n\nNodes searched: 14\n";
    let (counts, method) = run.stdout.split_at(expected.len().min(run.stdout.len()));
    assert_eq!((counts, &run.stderr[..]), (expected, ""));
    assert_eq!(method.lines().count(), 1, "{method}");
}

#[test]
fn divide_writes_chess960_castling_as_king_takes_rook() {
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
fn json_holds_counts_divide_and_tally() {
    let run = run_with(&[
        "perft", "--fen", KIWIPETE, "--depth", "3", "--divide", "--tally", "--json",
    ]);
    let counts = Counts::of(&run);
    assert_eq!(counts.fen(), KIWIPETE);
    assert_eq!(counts.depth(), 3);
    assert_eq!(counts.nodes(), 97862);
    assert_eq!(counts.tally()["en_passant"], 45);
    assert_eq!(counts.tally()["direct_mates"], 1);
    let divide = counts.divide();
    assert_eq!(divide.len(), 48);
    assert_eq!(divide.iter().map(|(_, nodes)| nodes).sum::<u64>(), 97862);
}

/// The rows below the tables of columns: those of the chess programming wiki, then those of The Grand Chess Tree.
#[test]
fn tally_prints_both_published_views() {
    let run = run_with(&["perft", "--fen", KIWIPETE, "--depth", "2", "--tally"]);
    let rows: Vec<_> = run
        .stdout
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|row| row.starts_with("2039 351 1 91 0 3 "))
        .collect();
    assert_eq!(
        rows,
        [
            "2039 351 1 91 0 3 0 0 0",
            "2039 351 1 91 0 3 0 0 0 3 0 0 0 0 0"
        ]
    );
}

/// Columns that need no look at the replies, all of them, and nodes alone are counted in different ways. The chess
/// programming wiki, "Perft Results", position 2 at depth 4.
#[test]
fn columns_that_are_not_asked_for_are_not_printed() {
    let tally = ["perft", "--fen", KIWIPETE, "--depth", "4", "--tally"];
    let nodes = "{\"nodes\":4085603}";
    let moves = "{\"captures\":757163,\"en_passant\":1929,\"castles\":128013}";
    let mates = "{\"en_passant\":1929,\"promotions\":15172,\"direct_mates\":43}";
    for (columns, expected) in [
        ("nodes", nodes),
        ("castles,captures,en_passant,castles", moves),
        ("en_passant,promotions,direct_mates", mates),
    ] {
        let words = [&tally[..], &["--columns", columns]].concat();
        let run = run_with(&[&words[..], &["--json"]].concat()).exits_with(0);
        let counts = Counts::of(&run);
        assert_eq!(counts.tally().to_string(), expected);
        assert_eq!(counts.nodes(), 4_085_603);
        assert_eq!(counts.method()["mode"], "reuse", "{columns}");
        assert!(run.json().get("grand_chess_tree").is_none());
        let text = run_with(&words).exits_with(0).stdout;
        let lines: Vec<String> = text
            .lines()
            .filter_map(|line| line.split_once(' '))
            .filter(|(name, _)| Column::ALL.iter().any(|column| column.name() == *name))
            .map(|(name, count)| format!("\"{name}\":{}", count.trim()))
            .collect();
        assert_eq!(format!("{{{}}}", lines.join(",")), expected, "{text}");
    }
}

/// What was counted without some columns is no part of a count with them.
#[test]
fn a_checkpoint_with_other_columns_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("checkpoint");
    let words: Vec<&str> = "perft --fen startpos --depth 6 --tally --checkpoint"
        .split(' ')
        .chain(file.to_str())
        .collect();
    run_with(&[&words[..], &["--columns", "en_passant"]].concat()).exits_with(0);
    let run = run_with(&[&words[..], &["--columns", "direct_mates"]].concat()).exits_with(2);
    let message = "its count is move-tally, not tally";
    assert!(run.stderr.contains(message), "{}", run.stderr);
}

/// The help names every column, so that nobody has to look for them.
#[test]
fn the_help_names_all_columns() {
    let help = run_with(&["perft", "--help"]).exits_with(0).stdout;
    for name in Column::ALL.map(Column::name) {
        assert!(help.contains(name), "{name}");
    }
}

/// The page says what each column means.
#[test]
fn the_page_has_a_row_for_each_column() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/counting.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let head = "| column | what it counts |\n| --- | --- |\n";
    let (before, rest) = page.split_once(head).expect("there is the table");
    let is_row = |line: &&str| line.starts_with('|');
    let after: String = rest.split_inclusive('\n').skip_while(is_row).collect();
    let rows = Column::ALL.map(|column| format!("| `{column}` | {} |\n", column.meaning()));
    assert_generated(&path, format!("{before}{head}{}{after}", rows.concat()));
}

#[test]
fn the_number_of_threads_changes_no_count() {
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
        let counts = Counts::of(&run);
        assert_eq!(counts.method()["threads"].to_string(), threads);
        counts
    };
    assert_eq!(count("1").tally(), count("3").tally());
    assert_eq!(count("1").nodes(), 4_085_603);
}

#[test]
fn confirms_an_epd_file_with_correct_counts() {
    let text = format!("{KIWIPETE} ;D1 48 ;D2 2039\n");
    let run = verify("right.epd", &text, &["--json"]).exits_with(0);
    let counts = Counts::of(&run);
    assert_eq!(counts.verdicts(), ["ok"]);
    assert_eq!(counts.positions()[0]["depth"], 2);
    assert_eq!(counts.summary()["nodes"], 48 + 2039);
}

#[test]
fn finds_a_wrong_count_at_its_first_depth() {
    let text = format!("{KIWIPETE} ;D1 48 ;D2 2038 ;D3 97862\n");
    let run = verify("wrong.epd", &text, &["--json"]).exits_with(1);
    let counts = Counts::of(&run);
    assert_eq!(counts.verdicts(), ["different"]);
    let position = &counts.positions()[0];
    assert_eq!(
        (
            &position["depth"],
            &position["expected"],
            &position["nodes"]
        ),
        (&2.into(), &2038.into(), &2039.into())
    );
}

/// The limit is on what is counted, not on what the file claims: depth 9 has billions of nodes.
#[test]
fn stops_counting_where_a_claim_is_passed() {
    let text = "k7/8/8/3p4/4p3/8/3P4/K6R w - - 0 1 ;D9 6 ;D2 84\n";
    let run = verify("claim.epd", text, &["--max-nodes", "2000"]).exits_with(1);
    assert!(
        run.stdout.contains("depth 9 ") && run.stdout.contains("more than 6  DIFFERENT"),
        "{}",
        run.stdout
    );
    let run = verify(
        "claim.epd",
        text,
        &["--max-nodes", "2000", "--json", "--tally"],
    );
    let counts = Counts::of(&run.exits_with(1));
    let position = counts.positions()[0];
    let found = (
        &position["nodes"],
        &position["more_than"],
        &position["verdict"],
    );
    assert_eq!(found, (&Value::Null, &6.into(), &"different".into()));
}

/// Two kings have few positions and very many lines. What a position counts, it counts for each line that leads to it, so the
/// claim is passed at once; the next line is counted too. By hand: a king in the corner has three moves.
#[test]
fn stops_where_a_claim_is_passed_whatever_was_merged() {
    let kings = "k7/8/8/8/8/8/8/K7 w - - 0 1";
    for (depth, claim) in [
        (20, "500000"),
        (100, "5000000"),
        (100, "200000000"),
        (100, MOST),
    ] {
        let text = format!("{kings} ;D{depth} {claim}\n{kings} ;D1 3\n");
        for kernel in ["rules", "portable"] {
            let options = ["--max-nodes", MOST, "--kernel", kernel, "--json"];
            let counts = Counts::of(&verify("kings.epd", &text, &options).exits_with(1));
            assert_eq!(counts.verdicts(), ["different", "ok"], "{kernel}: {text}");
            let position = counts.positions()[0];
            let more = position["more_than"].to_string();
            assert_eq!(more, claim, "{kernel}: {text}");
        }
    }
}

/// Most moves of the queen stalemate or mate, so that there are fewer replies than moves. The oracle agrees.
#[test]
fn confirms_counts_that_fall() {
    let fen = "k7/2Q5/2K5/8/8/8/8/8 w - - 0 1";
    let run = verify(
        "fall.epd",
        &format!("{fen} ;D1 23 ;D2 15 ;D3 373\n"),
        &["--json"],
    );
    assert_eq!(Counts::of(&run.exits_with(0)).verdicts(), ["ok"]);
    let state = State::new(&Setup::from_fen(fen).unwrap());
    assert_eq!([1, 2, 3].map(|depth| state.perft(depth)), [23, 15, 373]);
}

/// The peak memory of reading a file does not depend on its length: the long one has 32 MB, four times what may be added. Half
/// of a line is a comment, and half an operation.
#[needs("python3")]
#[test]
fn memory_does_not_grow_with_the_file() {
    let python = tool("python3");
    let peak = |lines: usize| {
        let half = "x".repeat(1_950);
        let text = format!("{KIWIPETE} ;D1 48 ;D2 2039 ;c0 \"{half}\"; # {half}\n").repeat(lines);
        let path = file(&format!("long-{lines}.epd"), &text);
        let script = "import resource, subprocess, sys\n\
            subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)\n\
            print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";
        let mut command = Command::new(&python);
        command.args(["-c", script, env!("CARGO_BIN_EXE_passant"), "perft"]);
        command.args(["--max-nodes", "1", "--threads", "1", "--epd"]);
        let run = run({
            command.arg(path);
            command
        });
        let peak: u64 = run.exits_with(0).stdout.trim().parse().unwrap();
        // macOS reports bytes, others kilobytes.
        peak / if cfg!(target_os = "macos") { 1024 } else { 1 }
    };
    let (short, long) = (peak(1_500), peak(8_000));
    assert!(long < short + 8_000, "{short} KB, {long} KB");
}

/// The stack of the main thread is not ours to choose; that of the thread that does the work is.
#[cfg(unix)]
#[needs("sh")]
#[test]
fn works_on_a_small_stack() {
    let sh = tool("sh");
    let script = "ulimit -s 64 && exec \"$0\" \"$@\"";
    let mut command = Command::new(sh);
    command.args(["-c", script, env!("CARGO_BIN_EXE_passant")]);
    command.args(["perft", "--fen", "startpos", "--depth", "3", "--json"]);
    let run = run(command).exits_with(0);
    assert_eq!(Counts::of(&run).nodes(), 8902);
}

/// A line that cannot be read does not keep the others from being verified.
#[test]
fn verifies_the_other_lines_of_a_file_with_errors() {
    let text = format!("{KIWIPETE} ;D1 48\n8/8/8 w - - ;D1 5\n");
    let run = verify("partly.epd", &text, &["--json"]).exits_with(2);
    assert_eq!(Counts::of(&run).verdicts(), ["ok"]);
    assert!(run.stderr.contains("partly.epd:2:6"), "{}", run.stderr);
}

#[test]
fn names_counts_beyond_the_limit_as_unchecked() {
    let text = format!("{KIWIPETE} ;D3 97862\n");
    let options = ["--max-nodes", "1000", "--json"];
    let run = verify("limit.epd", &text, &options).exits_with(0);
    let counts = Counts::of(&run);
    assert_eq!(counts.verdicts(), ["unchecked"]);
    assert_eq!(counts.summary()["unchecked"], 1);
    assert_eq!(counts.summary()["counts"], 0);
}

/// A file with every verdict and an error, a tally, and an en passant square that is dropped.
#[test]
fn prints_counts_and_verdicts_for_people() {
    let folder = tempfile::tempdir().unwrap();
    let lines = [";D1 48 ;D2 2039", ";D2 2038 ;D3 97862", ";D3 97862"]
        .map(|counts| format!("{KIWIPETE} {counts}\n"));
    let text = lines.concat() + "8/8/8 w - - ;D1 5\n";
    std::fs::write(folder.path().join("counts.epd"), text).unwrap();
    let mut command = passant(&["perft", "--epd", "counts.epd", "--max-nodes", "3000"]);
    command.current_dir(folder.path());
    let mut page = Page::new("perft");
    page.run("a file", &run(command).exits_with(2));
    let fen = "4k3/8/8/8/8/8/8/4K3 w - e6 0 1";
    for options in [
        &["--fen", KIWIPETE, "--depth", "2", "--tally"][..],
        &["--fen", fen, "--depth", "1"],
    ] {
        let run = run_with(&[&["perft"], options].concat()).exits_with(0);
        page.run(shell_words::join(options), &run);
    }
    page.check();
}

#[test]
fn suites_survive_the_way_through_perft_lines() {
    let epd = run_with(&["suite", "en-passant/rejected-rank", "--format", "perft"]).exits_with(0);
    let options = ["--max-nodes", "20000", "--json"];
    let run = verify("suite.epd", &epd.stdout, &options).exits_with(0);
    let counts = Counts::of(&run);
    assert_eq!(counts.summary()["positions"], epd.stdout.lines().count());
    assert_eq!(counts.summary()["different"], 0);
}

#[test]
fn leaves_out_unreachable_positions_unless_they_are_named() {
    let lines = |name| {
        run_with(&["suite", name, "--format", "perft"])
            .stdout
            .lines()
            .count()
    };
    let reachable = lines("en-passant");
    assert_eq!(lines("en-passant/unreachable"), 20);
    let all = run_with(&["suite", "en-passant", "--json"]).json();
    assert_eq!(all.as_array().unwrap().len(), reachable + 20 + 20);
}

/// A program without Chess960 would refuse the FENs, or read their castling rights as none.
#[test]
fn leaves_out_chess960_unless_it_is_named() {
    let has_files = |name: &[&str]| {
        let lines = run_with(&[&["suite"], name, &["--format", "perft"]].concat()).stdout;
        let rights = |line: &str| line.split(' ').nth(2).map(str::to_owned);
        let is_standard = |it: &String| it.chars().all(|right| "KQkq-".contains(right));
        !lines.lines().filter_map(rights).all(|it| is_standard(&it))
    };
    assert!(!has_files(&[]));
    assert!(!has_files(&["perft"]));
    assert!(has_files(&["perft/chess960"]));
}
