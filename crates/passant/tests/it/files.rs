//! Files that the tool writes and reads: what cannot be written is named, and what it prints can be used.

use std::process::Command;

use passant_test_tools::tool;
use serde_json::{Value, json};

use crate::oracle::command;
use crate::run::{Run, passant, run, run_with, with_passant};

/// A few positions, some of which an engine with [`FAULT`] gets wrong.
const FEW: [&str; 5] = [
    "--class",
    "rejected-rank",
    "--max-nodes",
    "500",
    "--no-diagnosis",
];

const FAULT: &str = "rank-pin-ignored";

fn faulty() -> String {
    command(&format!("--fault {FAULT}"))
}

fn check(options: &[&str]) -> Run {
    run_with(&[&["check", &faulty()], &FEW[..], options].concat())
}

/// The example as it is printed: that its engines are not there is another matter.
#[test]
fn the_example_of_descriptors_can_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engines.toml");
    let example = run_with(&["generate", "descriptors"]).stdout;
    std::fs::write(&path, example).unwrap();
    let path = path.to_str().unwrap();
    let run = run_with(&["check", "--engines", path, "my-engine", "--class", "mate"]);
    assert_eq!(run.code, Some(3), "{}{}", run.stdout, run.stderr);
}

/// `prove` is the reader of TAP that comes with Perl; it knows no version after 13.
#[test]
fn prove_reads_the_test_anything_protocol() {
    let Some(prove) = tool("prove") else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.tap");
    let list = folder.path().join("expected.toml");
    let entry = format!("[[expected]]\nclass = \"{}\"\nreason = \"known\"\n", FEW[1]);
    std::fs::write(&list, entry).unwrap();
    let list = list.to_str().unwrap();
    let sound = command("");
    for (engine, options, passes) in [
        (&sound, &[][..], true),
        (&faulty(), &[], false),
        (&faulty(), &["--expected", list], true),
        // What passes unexpectedly is told, with nothing to show for it.
        (&sound, &["--expected", list], false),
    ] {
        let tap = run_with(&[&["check", engine, "--tap"], &FEW[..], options].concat());
        std::fs::write(&path, &tap.stdout).unwrap();
        let proved = Command::new(&prove)
            .args(["-v", "-e", "cat"])
            .arg(&path)
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&proved.stdout);
        assert_eq!(proved.status.success(), passes, "{engine}: {told}");
        let is_sound = !["Parse errors", "Unknown TAP", "Bad plan"]
            .iter()
            .any(|fault| told.contains(fault));
        assert!(is_sound, "{engine}: {told}");
    }
}

#[test]
fn man_pages_refer_to_pages_that_are_there_and_have_the_options_that_are_taken() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_with(&["generate", "man", folder.path().to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut pages = 0;
    for entry in folder.path().read_dir().unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let page = std::fs::read_to_string(entry.path())
            .unwrap()
            .replace("\\-", "-");
        let options = page.contains("--color");
        assert!(options, "{name}: {page}");
        assert_eq!(page.contains("--version"), name == "passant.1", "{name}");
        for (at, _) in page.match_indices("(1)") {
            let word = page[..at]
                .rsplit(|letter: char| letter.is_whitespace())
                .next();
            let other = format!("{}.1", word.unwrap());
            let path = folder.path().join(&other);
            assert!(path.is_file(), "{name} refers to {other}");
        }
        pages += 1;
    }
    for page in ["passant-adapter-check.1", "passant-generate-man.1"] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
    assert!(!folder.path().join("passant-help.1").exists());
    assert!(11 < pages, "{pages}");
    let alone = run_with(&["generate", "man"]);
    let page = std::fs::read_to_string(folder.path().join("passant.1")).unwrap();
    assert_eq!(alone.stdout, page);
}

#[test]
fn completions_offer_the_words_that_an_option_takes() {
    let bash = run_with(&["generate", "completions", "bash"]).stdout;
    for words in ["auto always never", "uci xboard line"] {
        assert!(bash.contains(words), "{words}");
    }
    for (option, words) in [
        ("--color", "auto, always, never"),
        ("--protocol", "uci, xboard, line"),
    ] {
        let run = run_with(&["check", "true", option, "cecp"]);
        assert_eq!(run.code, Some(2), "{}", run.stdout);
        for part in ["'cecp'", option, words] {
            assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
        }
    }
}

#[cfg(unix)]
#[test]
fn scripts_that_ask_again_can_be_run_from_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("it's here");
    std::fs::create_dir(&here).unwrap();
    let engine = format!("exec {}\n", faulty());
    std::fs::write(here.join("engine.sh"), engine).unwrap();
    let mut command = passant(&["check", "sh engine.sh", "--reproduce", "again"]);
    command.args(FEW).current_dir(&here);
    assert_eq!(run(command).code, Some(1));
    let script = here.join("again").read_dir().unwrap().next().unwrap();
    let output = Command::new(script.unwrap().path())
        .current_dir("/")
        .env("PATH", with_passant())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("1 fail"), "{told}");
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    // A file is no folder that could hold another.
    let nowhere = file.join("a");
    let nowhere = nowhere.to_str().unwrap();
    let is_named = |run: &Run| {
        let title = format!("error: cannot write {nowhere}");
        assert_eq!(run.code, Some(74), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(&title), "{}", run.stderr);
    };
    for option in [
        "--junit",
        "--transcript",
        "--reproduce",
        "--resume",
        "--write-expected",
    ] {
        is_named(&check(&[option, nowhere]));
    }
    let mut command = passant(&["check", &faulty()]);
    command.args(FEW).env("GITHUB_ACTIONS", "true");
    command.env("GITHUB_STEP_SUMMARY", nowhere);
    is_named(&run(command));
    is_named(&run_with(&["generate", "man", nowhere]));
    let report = folder.path().join("report.json");
    std::fs::write(&report, check(&["--json"]).stdout).unwrap();
    is_named(&run_with(&[
        "matrix",
        report.to_str().unwrap(),
        "-o",
        nowhere,
    ]));
}

#[test]
fn results_are_not_added_to_the_file_of_somebody_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes");
    let resume = |text: &[u8]| {
        std::fs::write(&path, text).unwrap();
        check(&["--resume", path.to_str().unwrap()])
    };
    let other: [&[u8]; 4] = [
        b"my precious notes\n",
        b"{\n  \"a\": 1\n}\n",
        b"\xff\0",
        b"[]",
    ];
    for text in other {
        let run = resume(text);
        assert_eq!(run.code, Some(2), "{}{}", run.stdout, run.stderr);
        for part in [
            path.to_str().unwrap(),
            "holds no results",
            "nothing was written",
        ] {
            assert!(run.stderr.contains(part), "{}", run.stderr);
        }
        assert_eq!(std::fs::read(&path).unwrap(), text);
    }
    assert_eq!(resume(b"").code, Some(1));
    let whole = std::fs::read(&path).unwrap();
    let of_another_version = b"{\"engine\":\"a\",\"key\":\"0\",\"case\":{\"name\":1}}\n";
    let garbage = [b"garbage\n\0\n", &whole[..], b"\xff"].concat();
    for text in [
        &whole[..whole.len() / 2],
        b"{\"eng",
        of_another_version,
        &garbage,
    ] {
        let run = resume(text);
        assert_eq!(run.code, Some(1), "{}{}", run.stdout, run.stderr);
        assert!(text.len() < std::fs::read(&path).unwrap().len() || text == garbage);
    }
}

/// The schema asks for one way at least.
#[test]
fn a_report_with_a_case_that_was_asked_in_no_way_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let mut report: Value = serde_json::from_str(&check(&["--json"]).stdout).unwrap();
    let case = &mut report["engines"][0]["cases"][0];
    let address = case["address"].as_str().unwrap().to_owned();
    case["ways"] = json!([]);
    std::fs::write(&path, report.to_string()).unwrap();
    let run = run_with(&["matrix", path.to_str().unwrap()]);
    assert_eq!((run.code, &run.stdout[..]), (Some(2), ""));
    for part in [path.to_str().unwrap(), "no ways", &address] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
}

#[test]
fn a_mark_of_a_script_that_is_misspelt_is_refused() {
    let run = run_with(&["check", "--script", "./count.sh {dpth} {fen}"]);
    assert_eq!(run.code, Some(2), "{}", run.stdout);
    for part in ["{dpth}", "{depth}", "{fen}", "{moves}"] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
}
