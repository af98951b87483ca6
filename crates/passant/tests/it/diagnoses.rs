//! `passant diagnose` and `passant minimize`, with the engine of this workspace.

use std::collections::{BTreeMap, BTreeSet};

use passant_needs::needs;
use passant_rules::{Move, Setup};
use passant_test_tools::{test_each, tool};

use crate::json::{Diagnosis, Report};
use crate::oracle::{command as engine, filtered};
use crate::run::{Run, run_with};

/// Runs `passant diagnose --json`, which finds something.
pub(crate) fn diagnosed(engine: &str, options: &[&str]) -> Run {
    // A diagnosis that runs out of time on a busy machine names less, and its position is not the smallest.
    let patient = ["diagnose", engine, "--json", "--time", "600"];
    run_with(&[&patient[..], options].concat()).exits_with(1)
}

/// The faults that a run of `passant diagnose --json` names, and what kind of result that is.
fn outcome_and_faults(run: &Run) -> (String, Vec<String>) {
    let json = run.json();
    let diagnosis = Diagnosis(&json);
    let faults = diagnosis.faults().into_iter().map(str::to_owned);
    (diagnosis.outcome().to_owned(), faults.collect())
}

/// Asserts that a run of `passant diagnose --json` names one fault and no other.
#[track_caller]
fn assert_named(run: &Run, fault: &str) {
    let named = ("named".to_owned(), vec![fault.to_owned()]);
    assert_eq!(outcome_and_faults(run), named);
}

#[test]
fn names_a_fault() {
    let run = diagnosed(&engine("--fault along-pin-refused"), &[]);
    assert_named(&run, "along-pin-refused");
}

#[test]
fn names_three_faults() {
    let names = ["rank-pin-ignored", "kept-after-quiet", "fen-prints-victim"];
    let faults = names.map(|name| format!("--fault {name}")).join(" ");
    let engine = engine(&format!("--dialect none {faults}"));
    let run = diagnosed(&engine, &["--protocol", "line"]);
    let expected = names.map(str::to_owned).to_vec();
    assert_eq!(outcome_and_faults(&run), ("named".to_owned(), expected));
}

/// Some moves are written as a wrong text, which no fault does.
#[test]
fn calls_what_explains_most_a_partial_fit() {
    let rules = ["--replace", "^san [ab].*", "san Kxh8"];
    let engine = filtered(&rules, "--dialect none --fault rank-pin-ignored");
    let run = diagnosed(&engine, &["--protocol", "line"]);
    let names = vec!["rank-pin-ignored".to_owned()];
    assert_eq!(outcome_and_faults(&run), ("in-part".to_owned(), names));
    let run = run_with(&["diagnose", &engine, "--protocol", "line"]).exits_with(1);
    for text in [
        "A partial fit, which may not be the fault:",
        "fits      rank-pin-ignored: ",
        "remain unexplained",
    ] {
        assert!(run.stdout.contains(text), "{}", run.stdout);
    }
    assert!(!run.stdout.contains("fault     "), "{}", run.stdout);
}

/// Every move is written as the same wrong text: the fault explains less than half of what is wrong.
#[test]
fn says_nothing_of_what_explains_little() {
    let rules = ["--replace", "^san .*", "san Kxh8"];
    let engine = filtered(&rules, "--dialect none --fault kept-after-promotion");
    let run = diagnosed(&engine, &["--protocol", "line"]);
    assert_eq!(outcome_and_faults(&run), ("unknown".to_owned(), vec![]));
}

/// The library calls every move legal if it is asked about it, and lists the legal ones: the questions from which faults are named
/// ask for lists. What the check has found is asked again, and nothing is called correct.
#[test]
fn takes_over_what_a_check_has_found() {
    let engine = filtered(&["--replace", "^legal no", "legal yes"], "--dialect none");
    let check = ["check", &engine, "--protocol", "line", "state/queries"];
    let run = run_with(&check).exits_with(1);
    assert!(!run.stdout.contains("are correct"), "{}", run.stdout);
    let said = "No known fault explains the wrong answers.";
    assert!(run.stdout.contains(said), "{}", run.stdout);
}

/// One family for each protocol: single moves, lists of moves, and what only a game shows.
#[test]
fn names_a_fault_over_every_protocol() {
    for (protocol, fault) in [
        ("xboard", "rank-pin-ignored"),
        ("uci", "file-pin-ignored"),
        ("line", "key-not-restored"),
        ("line", "repetition-with-pin"),
        ("line", "san-without-file"),
    ] {
        let engine = engine(&format!("--dialect none --fault {fault}"));
        let run = diagnosed(&engine, &["--protocol", protocol]);
        assert_named(&run, fault);
    }
}

/// Roce prints promotions without their letter, which is how it writes them and no fault.
#[test]
fn promotions_without_a_letter_are_no_fault() {
    run_with(&["diagnose", &engine("--dialect roce"), "--json"]).exits_with(0);
}

/// An engine that counts with one move generator and searches with another. Asking through another channel shows which
/// of them is wrong.
#[needs("python3")]
#[test]
fn tells_which_generator_is_wrong() {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/engines/two_generators.py"
    );
    let (right, wrong) = (engine(""), engine("--fault file-pin-ignored"));
    for (searches, is_right) in [(&right, true), (&wrong, false)] {
        let both = shell_words::join(["python3", script, &wrong, searches]);
        let run = diagnosed(&both, &["--protocol", "uci"]);
        let json = run.json();
        let diagnosis = Diagnosis(&json);
        let variants = diagnosis.variants();
        // The variant with the same question asks it through another channel.
        let other = variants
            .iter()
            .find(|(question, _)| *question == diagnosis.question());
        assert_eq!(
            other.map(|(_, is_correct)| *is_correct),
            Some(is_right),
            "{json:#}"
        );
    }
}

#[test]
fn a_failed_check_has_a_diagnosis_and_smallest_positions() {
    let engine = engine("--fault file-pin-ignored");
    let options = ["--class", "rejected-file", "--max-nodes", "100"];
    let check = |more: &[&str]| run_with(&[&["check", &engine], &options[..], more].concat());
    let run = check(&["--json"]).exits_with(1);
    let report = Report::of(&run);
    let diagnosis = report.engine().diagnosis().expect("a diagnosis");
    assert_eq!(diagnosis.outcome(), "named");
    assert_eq!(diagnosis.faults(), ["file-pin-ignored"]);
    for case in report.cases().filter(|case| case.verdict() == "fail") {
        let fen = case.smallest_fen().expect("it was shrunk");
        let placement = fen.split(' ').next().unwrap_or_default();
        let pieces = placement.matches(char::is_alphabetic);
        assert_eq!(pieces.count(), 5, "{fen}");
    }
    let run = check(&["--json", "--no-diagnosis"]);
    let report = Report::of(&run);
    assert!(report.engine().diagnosis().is_none());
    assert!(report.cases().all(|case| case.smallest_fen().is_none()));
}

/// Two faults that both hide captures: the smallest position of a case shows the fault of its own class.
#[test]
fn no_class_has_the_smallest_position_of_another() {
    let engine = engine("--fault along-pin-refused --fault edge-victim-missed");
    let classes = ["--class", "pinned-legal", "--class", "edge-file"];
    let check = ["check", &engine, "--json", "--max-nodes", "100"];
    let report = Report::of(&run_with(&[&check[..], &classes].concat()).exits_with(1));
    let mut by_class: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for case in report.cases().filter(|case| case.verdict() == "fail") {
        by_class
            .entry(case.class())
            .or_default()
            .extend(case.smallest_fen());
    }
    let [pinned, edge] = ["pinned-legal", "edge-file"].map(|class| &by_class[class]);
    assert!(
        !pinned.is_empty() && pinned.is_disjoint(edge),
        "{by_class:?}"
    );
}

#[test]
fn has_no_diagnosis_for_a_correct_engine() {
    let run = run_with(&["diagnose", &engine(""), "--json"]).exits_with(0);
    assert_eq!(outcome_and_faults(&run), ("sound".to_owned(), vec![]));
    run_with(&["diagnose", "true"]).exits_with(3);
}

/// An engine without null moves that is told of one stays where it is, so that its answers would be wrong.
fn is_asked_about_no_null_move(engine: &str) {
    let run = run_with(&["diagnose", &tool(engine).to_string_lossy(), "--json"]);
    assert!(run.code <= Some(1), "{}{}", run.stdout, run.stderr);
    assert!(!outcome_and_faults(&run).0.is_empty(), "{}", run.stdout);
    assert!(!run.stdout.contains("0000"), "{}", run.stdout);
}

test_each!(
    is_asked_about_no_null_move:
    stockfish("stockfish"),
    fairy_stockfish("fairy-stockfish"),
);

/// These engines print illegal moves without nodes, number moves differently, or write castling rights of Chess960 as
/// X-FEN does.
fn has_conventions_and_no_fault(engine: &str) {
    let run = run_with(&["diagnose", &tool(engine).to_string_lossy()]);
    assert_eq!(run.code, Some(0), "{engine}: {}{}", run.stdout, run.stderr);
}

test_each!(
    has_conventions_and_no_fault:
    sjaakii("sjaakii"),
    glaurung("glaurung"),
);

/// Ethereal 12.00 takes any square that a FEN names for a right. It draws the same games where the FEN names none.
#[needs("ethereal-chess")]
#[test]
fn names_the_square_of_a_fen_that_hides_a_repetition() {
    let engine = tool("ethereal-chess");
    let run = run_with(&["diagnose", &engine.to_string_lossy(), "--json"]).exits_with(1);
    let (outcome, faults) = outcome_and_faults(&run);
    assert_eq!(
        (&*outcome, faults),
        ("named", vec!["repetition-of-fen".to_owned()])
    );
}

/// The position is from owlchess issue 6: a game, and a full board.
#[test]
fn shrinks_a_full_board_to_five_pieces() {
    let fen = "1nbqkbnr/1ppp1ppp/8/r3pP1K/p7/8/PPPPP1PP/RNBQ1BNR w k e6 0 1";
    let run = run_with(&["minimize", &engine("--fault rank-pin-ignored"), fen]).exits_with(0);
    let smallest = smallest(&run.stdout).expect(&run.stdout);
    assert_eq!(smallest.board.iter().count(), 5, "{}", run.stdout);
    // Without the fault the engine is correct.
    let run = run_with(&["minimize", &engine(""), fen]).exits_with(0);
    assert_eq!(self::smallest(&run.stdout), None, "{}", run.stdout);
}

/// The last FEN that `passant minimize` prints, if it has shrunk a position.
fn smallest(text: &str) -> Option<Setup> {
    let mut fens = text.lines().rev().filter_map(|line| {
        let words: Vec<_> = line.split_whitespace().collect();
        let fen = words.last_chunk::<6>()?.join(" ");
        Setup::from_fen(&fen).ok()
    });
    fens.next()
}

/// A full board after a double push, with as many legal moves as in any game.
const FULL: &str = "1nbqkbnr/rpp1pppp/p7/3pP3/8/8/PPPPKPPP/RNBQ1BNR w k d6 0 3";

/// The oracle behind filters that leave one way to ask it: about single moves, or for the move that it plays.
fn narrow(fault: &str) -> [String; 2] {
    let single = ["--delete", "MultiPV"];
    let played = ["--input", "--replace", " searchmoves.*", ""];
    let options = format!("--dialect none {fault}");
    [&single[..], &[&single[..], &played].concat()].map(|rules| filtered(rules, &options))
}

/// The move that a search to depth 1 ends with is no list of moves.
#[test]
fn does_not_minimize_if_an_engine_shows_only_the_move_it_plays() {
    let [single, played] = narrow("");
    let run = run_with(&["minimize", "--protocol", "uci", &single, FULL]).exits_with(0);
    assert_eq!(smallest(&run.stdout), None, "{}", run.stdout);
    is_not_minimized(&played);
}

fn is_not_minimized(engine: &str) {
    let run = run_with(&["minimize", "--protocol", "uci", engine, FULL]).exits_with(3);
    assert_eq!(run.stdout, "", "{engine}");
    assert!(run.stderr.starts_with("error: "), "{}", run.stderr);
}

test_each!(
    shows_only_the_move_it_plays:
    // It ignores to which moves a search is restricted.
    gnuchess("gnuchess", " --uci"),
    toga2("toga2", ""),
);

fn shows_only_the_move_it_plays(engine: &str, options: &str) {
    is_not_minimized(&format!("{}{options}", tool(engine).display()));
}

/// Where only one move is legal, the move that is played shows whether the engine finds it. Single moves show it in any
/// position.
#[test]
fn shrinks_a_missing_capture_without_a_list_of_moves() {
    let only = "b7/8/k7/2pP4/8/6q1/8/7K w - c6 0 1";
    let [single, played] = narrow("--fault white-capture-missed");
    for engine in [single, played] {
        let run = run_with(&["minimize", "--protocol", "uci", &engine, only]).exits_with(0);
        let smallest = smallest(&run.stdout).expect(&run.stdout);
        let (position, _) = smallest.repair().unwrap();
        let mut legal = position.legal_moves().into_iter();
        assert!(legal.any(Move::is_en_passant), "{}", run.stdout);
    }
}

/// Where several moves are legal, the one that the engine plays does not show that it is correct.
#[test]
fn concludes_nothing_from_the_choice_among_several_moves() {
    let [_, played] = narrow("--fault white-capture-missed");
    let run = diagnosed(&played, &["--protocol", "uci"]);
    let json = run.json();
    let diagnosis = Diagnosis(&json);
    let pieces = |question: &str| {
        let placement = question.split(' ').next().unwrap_or_default();
        placement.matches(char::is_alphabetic).count()
    };
    let all = pieces(diagnosis.question());
    let variants = diagnosis.variants();
    assert!(!variants.is_empty(), "{json:#}");
    // A missed capture needs no non-pawn. Without a non-pawn that leaves a single move, nothing can be concluded.
    let without = variants
        .iter()
        .filter(|(question, _)| pieces(question) < all);
    assert!(
        without.clone().all(|(_, is_correct)| !is_correct),
        "{json:#}"
    );
}

/// The commonest fault of all has one name, and is no pair of others. If the engine shows only its best move, the fault
/// is among those that miss the only move.
#[test]
fn names_the_fault_of_an_engine_without_en_passant_captures() {
    let fault = "--fault capture-missed";
    assert_named(&diagnosed(&engine(fault), &[]), "capture-missed");
    let [_, played] = narrow(fault);
    let run = diagnosed(&played, &["--protocol", "uci"]);
    let (_, faults) = outcome_and_faults(&run);
    assert!(faults.iter().any(|it| it == "capture-missed"), "{faults:?}");
}

/// The engine crashes or hangs at the position, which is no correct answer.
#[cfg(unix)]
#[test]
fn does_not_call_an_engine_correct_that_gives_no_answer() {
    let oracle = crate::oracle::oracle().display();
    let mut page = crate::snapshot::Page::new("minimize-no-answer");
    for deed in ["exit", "sleep 60"] {
        let fatal = format!("case \\$line in *d6*) {deed};; esac; echo \\$line");
        let engine = format!("sh -c \"while read -r line; do {fatal}; done | '{oracle}'\"");
        let run = run_with(&["minimize", &engine, FULL, "--timeout", "5"]).exits_with(3);
        page.run(deed, &run);
        let run = run_with(&["minimize", &engine, "startpos", "--timeout", "5"]).exits_with(0);
        assert_eq!(smallest(&run.stdout), None, "{deed}: {}", run.stdout);
    }
    page.check();
}

/// As every other command, `minimize` accepts `startpos`, points at mistakes, and accepts positions that cannot occur in
/// a game.
#[test]
fn minimize_reads_positions_as_other_commands_do() {
    let right = engine("");
    // The British spelling is an alias.
    let run = run_with(&["minimise", &right, "8/8 w - -"]).exits_with(2);
    assert!(run.stderr.contains("\n | 8/8 w - -"), "{}", run.stderr);
    let trusting = engine("--fault fen-field-trusted");
    let bogus = "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1";
    let run = run_with(&["minimize", &trusting, bogus]).exits_with(0);
    assert!(smallest(&run.stdout).is_some(), "{}", run.stdout);
}
