//! Engines without perft, asked about one move at a time. A correct engine passes, and the report about a wrong one names
//! the move.

use passant_rules::Setup;

use crate::json::{Case, Finding, Report};
use crate::oracle::{command, filtered, oracle};
use crate::run::run_with;

/// What is checked of both engines.
const SOME: [&str; 8] = [
    "--class",
    "rejected-rank",
    "--class",
    "plain",
    "--shard",
    "1/3",
    "--no-diagnosis",
    "--json",
];

/// The oracle through each channel below counting: the channel, the command, and the options of `passant check`.
fn channels(fault: &str) -> [(&'static str, String, &'static [&'static str]); 3] {
    let oracle = oracle().display();
    // Without the option that lists moves an engine is asked about one move at a time.
    let narrow = filtered(&["--delete", "MultiPV"], &format!("--dialect none {fault}"));
    let plain = format!("'{oracle}' {fault}");
    [
        (
            "multi-pv",
            plain.clone(),
            &["--dialect", "none", "--protocol", "uci"],
        ),
        ("search-moves", narrow, &["--protocol", "uci"]),
        (
            "illegal-move",
            plain,
            &["--dialect", "none", "--protocol", "xboard"],
        ),
    ]
}

/// Checks the oracle through each channel.
fn reports(fault: &str, code: i32) -> Vec<Report> {
    let report = |(channel, engine, options): (&str, String, &[&str])| {
        let run = run_with(&[&["check", &engine], options, &SOME].concat()).exits_with(code);
        let report = Report::of(&run);
        assert_eq!(report.engine().channel(), channel);
        report
    };
    channels(fault).map(report).into()
}

#[test]
fn passes_a_correct_engine_move_by_move() {
    for report in reports("", 0) {
        assert!(report.cases().all(|case| case.verdict() == "pass"));
    }
}

#[test]
fn names_an_illegal_capture_move_by_move() {
    for report in reports("--fault rank-pin-ignored", 1) {
        let failing: Vec<_> = report
            .cases()
            .filter(|case| case.verdict() == "fail")
            .collect();
        assert!(4 <= failing.len(), "{} fail", failing.len());
        failing.into_iter().for_each(assert_extra_capture);
    }
}

/// A healthy engine that ignores or half honors the optional words, and the channel through which it is asked then.
const QUIRKS: [(&str, &str); 5] = [
    ("searchmoves-ignored", "best-move"),
    ("searchmoves-once", "best-move"),
    ("searchmoves-at-first", "best-move"),
    ("searchmoves-deeper", "best-move"),
    ("multipv-capped", "search-moves"),
];

/// The report about the oracle with a quirk, without perft and without a list of moves unless the quirk is about it.
fn with_quirk(quirk: &str, fault: &str) -> Report {
    let lists = match quirk {
        "multipv-capped" => "",
        _ => "--quirk multipv-absent",
    };
    let engine = command(&format!("--dialect none {lists} --quirk {quirk} {fault}"));
    let classes = [
        "--class",
        "rejected-rank",
        "--class",
        "plain",
        "--class",
        "only-move",
    ];
    let fixed = [
        "check",
        &engine,
        "--calibrate",
        "--no-diagnosis",
        "--json",
        "--protocol",
        "uci",
    ];
    Report::of(&run_with(&[&fixed[..], &classes].concat()))
}

#[test]
fn accuses_no_engine_that_ignores_an_optional_word() {
    for (quirk, channel) in QUIRKS {
        let report = with_quirk(quirk, "");
        assert_eq!(report.engine().channel(), channel, "{quirk}");
        for case in report.cases() {
            assert!(
                ["pass", "unsupported"].contains(&case.verdict()),
                "{quirk}: {case}"
            );
        }
        assert!(
            report.cases().any(|case| case.verdict() == "pass"),
            "{quirk}"
        );
    }
}

/// An engine that ignores the moves after a position is asked about positions only, and none of its answers is wrong. That
/// is no clean bill, and the fault has a name, through each channel.
#[test]
fn names_an_engine_that_does_not_play_moves() {
    let quirks = [
        "",
        "--quirk multipv-absent",
        "--quirk multipv-absent --quirk searchmoves-ignored",
    ];
    for quirks in quirks {
        let engine = command(&format!("--dialect none {quirks} --fault moves-ignored"));
        let engine = ["--protocol", "uci", &engine];
        let check = [
            &["check", "--calibrate", "--class", "only-move"],
            &engine[..],
        ]
        .concat();
        let run = run_with(&check).exits_with(7);
        assert!(run.stdout.contains("13 pass"), "{}", run.stdout);
        assert!(
            run.stdout.contains("(fault moves-ignored)"),
            "{}",
            run.stdout
        );
        let run = run_with(&[&["diagnose"], &engine[..]].concat()).exits_with(1);
        assert!(
            run.stdout.contains("fault     moves-ignored"),
            "{}",
            run.stdout
        );
    }
}

/// An engine that plays the moves after `startpos` and not those after a FEN is asked about games from there. A fault of its
/// parser has a name.
#[test]
fn asks_about_games_where_moves_after_a_fen_are_ignored() {
    let check = |fault: &str| {
        let rule = ["--input", "--replace", "^(position fen .*) moves .*", "$1"];
        let engine = filtered(&rule, fault);
        let some = ["--class", "plain", "--max-nodes", "1000", "--search", "0"];
        let fixed = [
            "check",
            &engine,
            "--protocol",
            "uci",
            "--calibrate",
            "--time",
            "1000",
        ];
        run_with(&[&fixed[..], &some].concat())
    };
    let sound = check("").exits_with(7);
    let said = "it plays the moves after `position startpos`, and not those after `position fen`";
    assert!(sound.stdout.contains(said), "{}", sound.stdout);
    let faulty = check("--fault moves-parser-leaves-victim").exits_with(1);
    let named = "fault     moves-parser-leaves-victim";
    assert!(faulty.stdout.contains(named), "{}", faulty.stdout);
}

/// A channel that is withdrawn during the run is named, with what the engine did.
#[test]
fn says_why_a_channel_was_withdrawn() {
    let report = with_quirk("searchmoves-at-first", "");
    let notes = report.engine().calibration().unwrap().notes().join("; ");
    assert!(notes.contains("not asked through searchmoves"), "{notes}");
    assert!(notes.contains("also if it may only consider"), "{notes}");
}

/// No GUI sends a move of a piece that is not there, so an engine may end at one. It has then not accepted the move, and its other
/// answers show what is wrong, if anything is.
#[test]
fn an_engine_that_ends_at_a_move_from_an_empty_square_is_judged_by_its_other_answers() {
    // A control move of the detection, and one of the check.
    let ends = ["--input", "--exit", "searchmoves (d4d6|a1b1)"];
    for (fault, verdict) in [("", "pass"), ("--fault capture-missed", "fail")] {
        let options = format!("--dialect none --quirk multipv-absent {fault}");
        let engine = filtered(&ends, &options);
        let suite = ["--suite", "en-passant/plain/knight-a5-king-h5"];
        let more = [
            "--protocol",
            "uci",
            "--calibrate",
            "--no-diagnosis",
            "--json",
        ];
        let check = ["check", &engine, "--search", "0"];
        let report = Report::of(&run_with(&[&check, &suite[..], &more].concat()));
        assert_eq!(report.engine().channel(), "search-moves");
        let calibration = report.engine().calibration().unwrap();
        assert_eq!(calibration.notes(), [""; 0], "{fault}");
        let case = report.cases().next().unwrap();
        assert_eq!(case.verdict(), verdict, "{case}");
        for presentation in case.presentations() {
            assert_ne!(presentation.verdict(), "crash", "{case}");
        }
    }
}

/// The reader of `searchmoves` may miss en passant captures that the search plays. No rule of the game is then broken.
#[test]
fn an_engine_whose_searchmoves_misses_captures_is_asked_in_another_way() {
    let captures = "searchmoves ([a-h]5[a-h]6|[a-h]4[a-h]3)$";
    let misses = ["--input", "--replace", captures, "searchmoves a1a1"];
    let engine = filtered(&misses, "--dialect none --quirk multipv-absent");
    let options = ["--class", "plain", "--class", "only-move", "--json"];
    let more = ["--protocol", "uci", "--calibrate", "--no-diagnosis"];
    let check = ["check", &engine];
    let report = Report::of(&run_with(&[&check[..], &options, &more].concat()));
    assert_eq!(report.engine().channel(), "best-move");
    let notes = report.engine().calibration().unwrap().notes().join("; ");
    let said = "`go searchmoves` refuses en passant captures that its search plays";
    assert!(notes.contains(said), "{notes}");
    assert_eq!(
        report.cases().filter(|it| it.verdict() == "fail").count(),
        0
    );
    assert!(report.cases().any(|it| it.verdict() == "pass"));
}

/// Of an engine that can only play, the positions with a single move say little. That is no clean bill. The positions in
/// which the move that is played shows a fault do.
#[test]
fn gives_no_clean_bill_for_a_few_positions() {
    let engine = command("--dialect none --quirk multipv-absent --quirk searchmoves-ignored");
    let check = |options: &[&str]| {
        let check = ["check", &engine, "--protocol", "uci", "--search", "0"];
        run_with(&[&check, options].concat())
    };
    let run = check(&["--calibrate", "--suite", "en-passant"]).exits_with(7);
    let said = "hardly tested: this channel can be asked about";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    // Its play and no search: less than two thirds of what UCI can show.
    let run = check(&[]).exits_with(7);
    let said = "hardly tested: what was asked could show 49 of 148 known faults";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    // Of the class with a single move all can be asked.
    let only = [
        "check",
        &engine,
        "--protocol",
        "uci",
        "--class",
        "only-move",
    ];
    let run = run_with(&only).exits_with(0);
    assert!(!run.stdout.contains("hardly tested"), "{}", run.stdout);
}

/// What the remaining channel can show is still found: the only legal move, and in a list the illegal one.
#[test]
fn finds_the_fault_of_an_engine_that_ignores_an_optional_word() {
    for (quirk, fault) in [
        ("searchmoves-ignored", "only-move-missed"),
        ("searchmoves-at-first", "only-move-missed"),
        ("multipv-capped", "rank-pin-ignored"),
    ] {
        let report = with_quirk(quirk, &format!("--fault {fault}"));
        assert!(
            report.cases().any(|case| case.verdict() == "fail"),
            "{quirk}: {fault}"
        );
    }
}

/// In every presentation the first difference is an en passant capture that the engine takes for legal.
fn assert_extra_capture(case: Case<'_>) {
    assert_eq!(case.class(), "rejected-rank", "{case}");
    for way in case.presentations() {
        let difference = way.findings().next().and_then(Finding::difference).unwrap();
        assert_eq!(difference.missing(), [""; 0], "{case}");
        let extra = difference.extra();
        let setup = Setup::from_fen(difference.fen()).unwrap();
        let target = setup.en_passant.unwrap().to_string();
        // A pawn from another file.
        let is_capture = extra[0].ends_with(&target) && extra[0][..1] != target[..1];
        assert!(is_capture, "{case}");
    }
}

/// Sound engines that cannot be asked. They speak one protocol, and it is no fault that they are silent or end when they
/// are addressed in another one.
#[cfg(unix)]
#[test]
fn does_not_fail_an_engine_without_a_channel() {
    let uci =
        "uci) echo id name Mute; echo uciok;; isready) echo readyok;; go*) echo bestmove 0000;;";
    let xboard =
        "protover*) echo feature setboard=1 ping=1 done=1;; ping*) echo pong ${line#ping };;";
    let other = "*) echo Error unknown command $line;;";
    let engines = [
        format!("position*) ;; {uci} {other}"),
        format!("position*) ;; xboard) exit 1;; {uci} {other}"),
        format!("uci|passant*) ;; {xboard} setboard*|[a-h]*|undo|force) ;; {other}"),
    ];
    let runs = engines.map(|answers| {
        let engine = format!(
            "sh -c 'while read -r line; do case $line in quit) exit;; {answers} esac; done'"
        );
        let options = ["--calibrate", "--start-timeout", "4", "--json"];
        std::thread::spawn(move || run_with(&[&["check", &engine], &options[..]].concat()))
    });
    for run in runs {
        let finished = run.join().unwrap().exits_with(4);
        assert!(Report::of(&finished).engine().calibration().is_none());
    }
}
