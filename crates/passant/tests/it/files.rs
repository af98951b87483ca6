//! Files that the command writes and reads.

use std::process::Command;

use passant_needs::needs;
use passant_test_tools::tool;
use serde_json::json;

use crate::json::PRESENTATIONS;
use crate::oracle::command;
use crate::run::{Run, passant, run, run_with};
use crate::snapshot::Page;

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

/// The example is used as it is printed. Its engines do not exist, which has an exit code of its own.
#[test]
fn the_example_of_descriptors_is_valid() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("engines.toml");
    let example = run_with(&["generate", "descriptors"]).stdout;
    std::fs::write(&path, example).unwrap();
    let file = path.to_str().unwrap();
    run_with(&["check", "--engines", file, "my-engine", "--class", "mate"]).exits_with(3);
}

/// `prove` is the TAP reader that comes with Perl. It knows no version after 13.
#[needs("prove")]
#[test]
fn prints_tap_that_prove_can_read() {
    let prove = tool("prove");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.tap");
    let list = folder.path().join("expected.toml");
    let entry = format!("[[expected]]\nclass = \"{}\"\nreason = \"known\"\n", FEW[1]);
    std::fs::write(&list, entry).unwrap();
    let list_path = list.to_str().unwrap();
    let sound = command("");
    for (engine, options, passes) in [
        (&sound, &[][..], true),
        (&faulty(), &[], false),
        (&faulty(), &["--expected", list_path], true),
        // An unexpected pass is reported without findings.
        (&sound, &["--expected", list_path], false),
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
fn man_pages_list_all_options_and_refer_to_existing_pages() {
    let folder = tempfile::tempdir().unwrap();
    let run = run_with(&["generate", "man", folder.path().to_str().unwrap()]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    let mut pages = 0;
    for entry in folder.path().read_dir().unwrap() {
        let page_file = entry.unwrap();
        let name = page_file.file_name().into_string().unwrap();
        let page = std::fs::read_to_string(page_file.path())
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
fn completions_offer_the_values_of_an_option() {
    let bash = run_with(&["generate", "completions", "bash"]).stdout;
    for words in ["auto always never", "uci xboard line"] {
        assert!(bash.contains(words), "{words}");
    }
}

#[cfg(unix)]
#[test]
fn scripts_that_reproduce_a_failure_run_from_any_folder() {
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
        .env("PATH", crate::run::with_passant())
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(text.matches("\nfail en-passant/").count(), 1, "{text}");
}

#[test]
fn names_a_file_that_cannot_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    // A file is no folder that could hold another file.
    let nowhere_path = file.join("a");
    let nowhere = nowhere_path.to_str().unwrap();
    let mut page = Page::new("errors-write").hide(nowhere, "[path]");
    let mut is_named = |heading: &str, run: &Run| {
        assert_eq!(run.code, Some(74), "{}{}", run.stdout, run.stderr);
        assert!(run.stderr.contains(nowhere), "{}", run.stderr);
        page.section(heading, &run.stderr);
    };
    for option in [
        "--junit",
        "--html",
        "--report",
        "--transcript",
        "--reproduce",
        "--resume",
        "--write-expected",
    ] {
        is_named(&format!("check {option}"), &check(&[option, nowhere]));
    }
    let mut command = passant(&["check", &faulty()]);
    command.args(FEW).env("GITHUB_ACTIONS", "true");
    command.env("GITHUB_STEP_SUMMARY", nowhere);
    is_named("check with GITHUB_STEP_SUMMARY", &run(command));
    is_named("generate man", &run_with(&["generate", "man", nowhere]));
    let report = folder.path().join("report.json");
    std::fs::write(&report, check(&["--json"]).stdout).unwrap();
    let matrix = ["matrix", report.to_str().unwrap(), "-o", nowhere];
    is_named("matrix -o", &run_with(&matrix));
    let badge = ["badge", report.to_str().unwrap(), "-o", nowhere];
    is_named("badge -o", &run_with(&badge));
    page.check();
}

/// A file that cannot be used is named, and is not changed.
#[test]
fn does_not_resume_from_a_file_without_results() {
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
    let mut page = Page::new("errors-read").hide(folder.path().display(), "[folder]");
    for text in other {
        let run = resume(text).exits_with(2);
        let path = path.to_str().unwrap();
        assert!(run.stderr.contains(path), "{}", run.stderr);
        assert_eq!(std::fs::read(path).unwrap(), text);
        page.run(format!("{:?}", String::from_utf8_lossy(text)), &run);
    }
    page.check();
    resume(b"").exits_with(1);
    let whole = std::fs::read(&path).unwrap();
    let of_another_version =
        b"{\"crc32\":\"00000000\",\"engine\":\"a\",\"key\":\"0\",\"case\":{\"name\":1}}\n";
    let garbage = [b"garbage\n\0\n", &whole[..], b"\xff"].concat();
    for text in [
        &whole[..whole.len() / 2],
        b"{\"crc",
        of_another_version,
        &garbage,
    ] {
        resume(text).exits_with(1);
        assert!(text.len() < std::fs::read(&path).unwrap().len() || text == garbage);
    }
}

/// The schema requires at least one presentation of a case.
#[test]
fn refuses_a_report_with_a_case_without_presentations() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.json");
    let mut report = check(&["--json"]).json();
    // It is changed on purpose.
    report.as_object_mut().unwrap().remove("crc32").unwrap();
    let case = &mut report["engines"][0]["cases"][0];
    let address = case["address"].as_str().unwrap().to_owned();
    assert!(case[PRESENTATIONS].is_array());
    case[PRESENTATIONS] = json!([]);
    std::fs::write(&path, report.to_string()).unwrap();
    let run = run_with(&["matrix", path.to_str().unwrap()]).exits_with(2);
    assert_eq!(run.stdout, "");
    for part in [path.to_str().unwrap(), &address] {
        assert!(run.stderr.contains(part), "{}", run.stderr);
    }
}

/// A redirected standard output is a file with a name, which must not be replaced: what was printed before would be lost.
#[cfg(unix)]
#[test]
fn a_report_on_standard_output_comes_after_what_is_printed() {
    use std::io::{Seek, SeekFrom};

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ci.log");
    for (option, part) in [
        ("--junit", "<testsuites"),
        ("--write-expected", "[[expected]]"),
        ("--transcript", " > uci\n"),
    ] {
        for appends in [true, false] {
            std::fs::write(&path, "older\n").unwrap();
            let mut open = std::fs::OpenOptions::new();
            let mut log = open.write(true).append(appends).open(&path).unwrap();
            log.seek(SeekFrom::End(0)).unwrap();
            let mut command = passant(&["check", &faulty(), option, "/dev/stdout"]);
            command.args(FEW).stdout(log);
            assert_eq!(command.status().unwrap().code(), Some(1), "{option}");
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("older\n"), "{option}: {text}");
            for part in ["  coverage ", part] {
                assert!(text.contains(part), "{option}: {text}");
            }
        }
    }
}
