//! What only Windows has: batch files, endings of programs that are left out, long paths, and job objects. Most other tests
//! run there too.

use std::fs;
use std::path::{Path, PathBuf};

use crate::json::{Case, Report};
use crate::oracle::{filtered, link, oracle};
use crate::run::{Run, cache_home, passant, run, run_with};

/// A case that shows that an engine is asked and answers.
const ONE: [&str; 4] = [
    "--suite",
    "en-passant/plain/d5-takes-on-e6",
    "--max-nodes",
    "300",
];

/// A check of one case, in a folder.
fn check(folder: &Path, engine: &str, options: &[&str]) -> Run {
    let mut command = passant(&["check", engine, "--json"]);
    command.args(ONE).args(options).current_dir(folder);
    run(command)
}

#[track_caller]
fn assert_passes(run: Run) -> Report {
    let report = Report::of(&run.exits_with(0));
    assert_eq!(report.cases().next().map(Case::verdict), Some("pass"));
    report
}

/// Writes a batch file that starts the oracle with its arguments.
fn batch(folder: &Path, name: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("@\"{}\" %*\r\n", oracle().display())).unwrap();
    path
}

#[test]
fn a_batch_file_is_an_engine() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("my engines");
    fs::create_dir(&here).unwrap();
    for name in ["one.bat", "two.cmd"] {
        let path = batch(&here, name);
        for engine in [name.to_owned(), path.display().to_string()] {
            assert_passes(check(&here, &engine, &[]));
        }
        let faulty = format!("'{}' --fault white-capture-missed", path.display());
        check(&here, &faulty, &["--no-diagnosis"]).exits_with(1);
    }
}

#[test]
fn the_ending_of_a_program_may_be_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    batch(here, "mine.cmd");
    link(&here.join("16.1"));
    // Not a program: without `sh` nothing here runs it.
    fs::write(here.join("mine"), "#!/bin/sh\n").unwrap();
    for engine in ["mine", "./mine", r".\mine", "16.1", "./16.1"] {
        assert_passes(check(here, engine, &[]));
    }
    let elsewhere = tempfile::tempdir().unwrap();
    for engine in ["mine", "16.1"] {
        let mut command = passant(&["check", engine]);
        command
            .args(ONE)
            .current_dir(elsewhere.path())
            .env("PATH", here);
        run(command).exits_with(0);
    }
}

#[test]
fn single_and_double_quotes_keep_a_path_together() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("it's mine");
    link(&path);
    let shown = path.display();
    assert_passes(check(folder.path(), &shown.to_string(), &[]));
    assert_passes(check(
        folder.path(),
        &format!("\"{shown}\" --dialect ethereal"),
        &[],
    ));
    link(&folder.path().join("a b"));
    assert_passes(check(folder.path(), "'./a b' --dialect ethereal", &[]));
}

/// Arguments of a batch file pass through `cmd`, to which many characters are commands.
#[test]
fn arguments_of_a_batch_file_are_no_commands() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path();
    let command = filtered(
        &["--replace", "^id name .*", "id name a & b | c (d) <e> ^f"],
        "",
    );
    let parsed = passant_engine::Command::parse(&command).unwrap();
    let filter = parsed.program.to_str().unwrap();
    fs::write(here.join("filter.bat"), format!("@\"{filter}\" %*\r\n")).unwrap();
    let batch = command.replacen(filter, "filter.bat", 1);
    let report = assert_passes(check(here, &batch, &[]));
    let name = report.engine().calibration().unwrap().name();
    assert_eq!(name, "a & b | c (d) <e> ^f");
}

/// Characters that take two units of UTF-16, a verbatim path of a program, and paths of files beyond 260 characters.
#[test]
fn paths_may_be_long_and_in_any_language() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("größe ♞ 🦀");
    let mut deep = here.clone();
    while deep.as_os_str().len() < 300 {
        deep.push("a-long-name-of-a-folder");
    }
    fs::create_dir_all(&deep).unwrap();
    link(&here.join("engine"));
    let engine = here.join("engine.exe").display().to_string();
    let verbatim = format!(r"\\?\{engine}");
    for engine in [engine, verbatim] {
        let journal = deep.join("journal");
        let transcript = deep.join("transcript");
        let mut command = passant(&["check", &engine]);
        command.args(ONE).arg("--resume").arg(&journal);
        command.arg("--transcript").arg(&transcript);
        run(command).exits_with(0);
        let results = fs::read_to_string(&journal).unwrap();
        assert!(results.contains("d5-takes-on-e6"), "{results}");
        let said = fs::read_to_string(&transcript).unwrap();
        assert!(said.contains("uciok"), "{said}");
        fs::remove_file(journal).unwrap();
    }
}

/// A failure has a batch file, which repeats it in any folder.
#[test]
fn a_batch_file_reproduces_a_failure() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().join("it's here");
    fs::create_dir(&here).unwrap();
    link(&here.join("my engine"));
    let engine = "'./my engine' --fault white-capture-missed";
    let mut command = passant(&["check", engine, "--reproduce", "again", "--no-diagnosis"]);
    command.args(ONE).current_dir(&here);
    run(command).exits_with(1);
    let script = here
        .join("again")
        .read_dir()
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    assert_eq!(script.extension().unwrap(), "bat");
    let text = fs::read_to_string(&script).unwrap();
    assert!(!text.replace("\r\n", "").contains('\n'), "{text}");
    let mut command = std::process::Command::new(&script);
    command
        .current_dir("/")
        .env("PATH", crate::run::with_passant());
    command.env("XDG_CACHE_HOME", cache_home());
    let run = run(command);
    assert_eq!(
        run.stdout.matches("\nfail en-passant/").count(),
        1,
        "{text}{run:?}"
    );
}

/// A command that a report shows can be pasted.
#[test]
fn the_commands_that_are_shown_are_those_of_windows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my engine");
    link(&path);
    let engine = format!("'{}' --fault white-capture-missed", path.display());
    let run = run_with(&[&["check", &engine, "--no-diagnosis"], &ONE[..]].concat()).exits_with(1);
    let shown = run
        .stdout
        .lines()
        .find(|line| line.contains("passant check "));
    let expected = format!(
        "passant check \"{engine}\" --max-nodes 300 --suite {}",
        ONE[1]
    );
    assert!(shown.unwrap().ends_with(&expected), "{shown:?}");
}
