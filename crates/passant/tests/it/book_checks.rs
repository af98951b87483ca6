//! `passant check --book`, with the book reader of python-chess.

use passant_needs::needs;
use passant_test_tools::{package, tool};

use crate::json::Report;
use crate::oracle::command;
use crate::run::{Run, run_with};

const READER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/engines/book_reader.py");

fn reader(arguments: &[&str]) -> String {
    let path = format!("PYTHONPATH={}", package("python-chess").display());
    shell_words::join([&["env", &path, "python3", READER], arguments].concat())
}

fn check(arguments: &[&str]) -> Run {
    run_with(&["check", &reader(arguments), "--book", "--json"])
}

#[needs("python3", "python-chess")]
#[test]
fn a_reader_that_follows_the_format_passes() {
    let run = check(&[]).exits_with(0);
    assert_eq!(Report::of(&run).engine().count("pass"), 32);
}

/// The FEN of python-chess omits a right that a pinned pawn has, and the key of the format counts it.
#[needs("python3", "python-chess")]
#[test]
fn a_reader_that_loses_the_right_on_the_way_is_found() {
    let run = check(&["fen"]).exits_with(1);
    let report = Report::of(&run);
    assert_eq!(report.engine().count("pass"), 28);
    let failed = report.cases().filter(|it| it.verdict() == "fail");
    let failed: Vec<_> = failed.map(|it| it.class().to_owned()).collect();
    assert_eq!(failed, ["pinned-capturer"; 4]);
    let why = "plays h2h3, which the book has for a reader that counts the file only if a capture is legal; \
               the move for the key of the format is a2a3";
    assert!(run.stdout.contains(why), "{}", run.stdout);
    // No suite has the cases.
    let text = run_with(&["check", &reader(&["fen"]), "--book"]).exits_with(1);
    let mut reruns = text.stdout.lines().filter(|it| it.contains("  rerun "));
    assert!(reruns.all(|it| it.ends_with(" --book")), "{}", text.stdout);
}

/// Polyglot 2.0.4, which makes an xboard engine of a UCI engine and reads books for it, counts the file that a FEN names, whoever stands
/// beside the pawn. After a double push that is played it follows its format.
#[needs("polyglot", "stockfish")]
#[test]
fn an_xboard_engine_is_found_that_believes_the_square_of_a_fen() {
    let [polyglot, stockfish] =
        ["polyglot", "stockfish"].map(|name| tool(name).to_string_lossy().into_owned());
    let engine = shell_words::join([&*polyglot, "-noini", "-ec", &stockfish]);
    let command = ["check", &engine, "--book", "--protocol", "xboard", "--json"];
    let run = run_with(&command).exits_with(1);
    let report = Report::of(&run);
    let failed = report.cases().filter(|it| it.verdict() == "fail");
    let failed: Vec<_> = failed.map(|it| it.address().to_owned()).collect();
    assert_eq!(failed.len(), 10, "{failed:?}");
    assert!(failed.iter().all(|it| it.ends_with("/read")), "{failed:?}");
    let other_names = ["around the edge", "takes a p"];
    assert!(
        other_names
            .iter()
            .all(|it| !run.stdout.contains(&format!("for a reader that {it}")))
    );
    assert!(
        run.stdout
            .contains("for a reader that counts the file of every double push")
    );
}

/// An engine without a book is not judged, whatever it plays.
#[test]
fn an_engine_without_a_book_is_not_judged() {
    let uci = run_with(&["check", &command(""), "--book"]).exits_with(4);
    assert!(
        uci.stdout.contains("no option of the engine names one"),
        "{}",
        uci.stdout
    );
    assert!(
        uci.stdout.contains("the lines above say why"),
        "{}",
        uci.stdout
    );
    let line = ["check", &command(""), "--book", "--protocol", "line"];
    let line = run_with(&line).exits_with(4);
    assert!(
        line.stdout
            .contains("only UCI and xboard have options that name one"),
        "{}",
        line.stdout
    );
}
