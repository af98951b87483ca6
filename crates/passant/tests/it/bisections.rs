//! `passant bisect` with engines whose moves do not show what is wrong.

use crate::json::{Finding, Presentation, Report};
use crate::oracle::{command, filtered};
use crate::run::{QUOTE, run_with};
use crate::snapshot::Page;

/// The engine is correct in every position that it is told of. Within its own count a move that is taken back leaves
/// the position changed. Stockfish 15.1 counts 27 at depth 2, and 3 below d5e6. The page `bisect` has the message.
#[test]
fn tells_a_count_that_is_wrong_only_inside_the_engine_from_wrong_moves() {
    let fen = "2K5/8/8/3Pp3/8/8/8/7k w - e6 0 1";
    let engine = command("--fault right-not-restored");
    let run = run_with(&["bisect", &engine, fen, "2"]).exits_with(1);
    let end = format!("passant explain {QUOTE}{fen}{QUOTE}\n");
    assert!(run.stdout.ends_with(&end), "{}", run.stdout);
    let case = "en-passant/plain/d5-takes-on-e6";
    let some = ["--suite", case, "--max-nodes", "300", "--json"];
    let run = run_with(&[&["check", &engine], &some[..]].concat()).exits_with(1);
    for case in Report::of(&run).cases() {
        let ways = case.presentations();
        for difference in ways
            .flat_map(Presentation::findings)
            .filter_map(Finding::difference)
        {
            assert_eq!(
                (difference.missing(), difference.extra()),
                (vec![], vec![]),
                "{case}"
            );
        }
    }
}

/// Engines that contradict themselves. The page has what is printed about each.
#[test]
fn explains_contradictions_of_an_engine() {
    let mut page = Page::new("bisect-contradictions");
    // The engine lists a move once, and counts it twice.
    let rules = [
        ["--replace", "^e2e4: 1$", "e2e4: 2"],
        ["--replace", "^Nodes searched: 20$", "Nodes searched: 21"],
    ];
    let engine = filtered(&rules.concat(), "");
    let run = run_with(&["bisect", &engine, "startpos", "1"]).exits_with(1);
    assert!(run.stdout.contains("e2e4"), "{}", run.stdout);
    page.run("a move that counts twice", &run);

    // A wrong count that the engine does not repeat is no difference.
    let folder = tempfile::tempdir().unwrap();
    let [divide, total] = ["divide", "total"].map(|name| folder.path().join(name));
    let [divide, total] = [&divide, &total].map(|path| path.to_str().unwrap());
    let rules = [
        ["--replace-once", divide, "^e2e4: 20$", "e2e4: 21"],
        [
            "--replace-once",
            total,
            "^Nodes searched: 400$",
            "Nodes searched: 401",
        ],
    ];
    let engine = filtered(&rules.concat(), "");
    let run = run_with(&["bisect", &engine, "startpos", "2"]).exits_with(6);
    page.run("a wrong count that is not repeated", &run);

    // The moves are correct and the total is not, so that no move is wrong. Depth 3 has 8902 nodes.
    let rule = [
        "--replace",
        "^Nodes searched: 8902$",
        "Nodes searched: 8903",
    ];
    let engine = filtered(&rule, "");
    let run = run_with(&["bisect", &engine, "startpos", "3"]).exits_with(6);
    page.run("correct moves with a wrong total", &run);
    page.check();
}

/// After a6 and c5 the engine does not capture on c6. Below the capture it would be asked about a position that it does
/// not have.
#[test]
fn totals_lead_to_the_position_whose_moves_are_wrong() {
    let engine = command("--dialect ethereal --fault white-capture-missed");
    let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
    let run = run_with(&["bisect", &engine, fen, "4"]).exits_with(1);
    assert!(
        run.stdout.ends_with(&format!(
            "passant explain {QUOTE}8/8/K2p4/1Pp4r/1R3p1k/8/4P1P1/8 w - c6 0 2{QUOTE}\n"
        )),
        "{}",
        run.stdout
    );
}

/// An adapter lists a capture which its library does not play, with a message of its own.
#[test]
fn names_a_move_that_is_listed_and_not_played() {
    let rules = [
        ["--input", "--replace", " b5c6$", " zz"],
        ["--output", "--replace", "can=[^ ]*", "can=moves"],
    ];
    let engine = filtered(&rules.concat(), "--fault rank-pin-ignored");
    let (before, after) = (
        "8/2p5/8/KP5r/8/8/8/7k b - - 0 1",
        "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
    );
    for (fen, depth) in [(after, "2"), (before, "3")] {
        let run = run_with(&["bisect", &engine, fen, depth, "--protocol", "line"]).exits_with(1);
        let named: Vec<_> = run
            .stdout
            .lines()
            .filter(|line| line.starts_with("extra "))
            .filter_map(|line| line.split(' ').nth(1))
            .collect();
        assert_eq!(named, ["b5c6"], "{}", run.stdout);
    }
}

/// The words are those of `passant check --script`, in each command that asks one engine.
#[cfg(unix)]
#[test]
fn a_script_is_queried_as_check_does() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("perft.sh");
    let text = format!(
        r#"printf 'position fen %s moves %s\ngo perft %s\n' "$2" "$3" "$1" | {} |
while read -r move count rest; do
  case "$move" in
    Nodes) printf '\n%s\n' "$rest";;
    ????: | ?????:) printf '%s %s\n' "${{move%:}}" "$count";;
  esac
done
"#,
        command("--fault victim-stays")
    );
    std::fs::write(&script, text).unwrap();
    let engine = format!("sh '{}' {{depth}} {{fen}} {{moves}}", script.display());
    // The pawn on d5 stays, and its side has a move more.
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let run = run_with(&["bisect", "--script", &engine, fen, "2"]).exits_with(1);
    assert!(run.stdout.contains("extra"), "{}", run.stdout);
    let run = run_with(&["minimize", "--script", &engine, fen, "2"]).exits_with(0);
    assert!(run.stdout.contains(" w - d6 "), "{}", run.stdout);
    let wrong = engine.replace("{depth}", "{dpth}");
    let run = run_with(&["diagnose", "--script", &wrong]).exits_with(2);
    assert!(run.stderr.contains("{dpth}"), "{}", run.stderr);
}
