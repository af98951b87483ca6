//! The report of a check as an HTML page.

use std::path::Path;

use regex::Regex;

use crate::oracle::command;
use crate::run::{Run, run_with};

/// Cases with the same mistake of an engine with this fault.
const RANK: [&str; 2] = ["--class", "rejected-rank"];
const FAULT: &str = "--fault rank-pin-ignored";

/// Runs a check that also writes a page, and returns the page.
fn check(folder: &Path, engine: &str, options: &[&str], code: i32) -> (Run, String) {
    let path = folder.join("check.html");
    let words = ["check", engine, "--html", path.to_str().unwrap()];
    let run = run_with(&[&words, options, &["--search", "0", "--depth", "1"]].concat());
    let run = run.exits_with(code);
    let page = std::fs::read_to_string(path).unwrap();
    assert_well_formed(&page);
    (run, page)
}

/// Asserts that a page closes each element that it opens, and that it needs no other file and no script.
#[track_caller]
fn assert_well_formed(page: &str) {
    let tag = Regex::new(r#"<(/?)([a-z][a-z0-9]*)((?: [a-zA-Z-]+(?:="[^"<]*")?)*)(/?)>"#).unwrap();
    let mut open = Vec::new();
    for parts in tag.captures_iter(page) {
        let name = parts.get(2).unwrap().as_str();
        match (&parts[1], &parts[4]) {
            ("/", _) => assert_eq!(open.pop(), Some(name), "{}", &parts[0]),
            (_, "/") => {}
            _ if ["meta", "br"].contains(&name) => {}
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
    let rest = tag.replace_all(page, "");
    let rest = rest.trim_start_matches("<!doctype html>");
    assert!(!rest.contains('<'), "not a tag: {rest}");
    for needs in [
        "<script", "<link", "<img", " src=", "url(", "@import", "onclick",
    ] {
        assert!(!page.contains(needs), "{needs}");
    }
}

/// The text of a page as a reader sees it.
fn visible(page: &str) -> String {
    let tags = Regex::new("(?s)<style.*?</style>|<[^>]*>").unwrap();
    let text = tags.replace_all(page, "").into_owned();
    let entities = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#x27;", "'"),
        ("&quot;", "\""),
        ("&#x2f;", "/"),
        ("&amp;", "&"),
    ];
    entities
        .into_iter()
        .fold(text, |text, (entity, letter)| text.replace(entity, letter))
}

#[test]
fn a_page_has_the_sentence_and_the_commands_of_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let options = [&RANK[..], &["--verbose"]].concat();
    let (run, page) = check(folder.path(), &command(FAULT), &options, 1);
    let text = visible(&page);
    let last = run.stdout.trim_end().lines().last().unwrap();
    assert!(last.starts_with("FAILED: "), "{last}");
    assert_eq!(text.matches(last).count(), 1, "{text}");
    let lines = run.stdout.lines().map(str::trim);
    let reruns: Vec<_> = lines
        .filter_map(|it| it.strip_prefix("rerun    "))
        .collect();
    assert!(2 < reruns.len());
    for rerun in reruns {
        assert!(text.contains(rerun), "{rerun}: {text}");
    }
    assert!(
        text.contains("rank-pin-ignored: The capture is played"),
        "{text}"
    );
    assert!(text.contains("As a test in Python"), "{text}");
    let issue = "https:&#x2f;&#x2f;github.com&#x2f;niklasf&#x2f;python-chess&#x2f;issues&#x2f;70";
    assert!(page.contains(&format!("href=\"{issue}\"")), "{page}");
}

/// Cases with one mistake are one group: the first is drawn, the others are listed.
#[test]
fn a_page_folds_failures_with_the_same_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let options = [&RANK[..], &["--no-diagnosis"]].concat();
    let (run, page) = check(folder.path(), &command(FAULT), &options, 1);
    let heading = run
        .stdout
        .lines()
        .find(|it| it.contains("with the same mistake:"));
    let heading = heading.expect("a group").trim();
    assert!(visible(&page).contains(heading), "{page}");
    assert_eq!(page.matches("<details open>").count(), 1);
    assert_eq!(page.matches("<section class=\"failure\"").count(), 1);
    assert_eq!(page.matches("<use ").count(), 1);
    assert_eq!(page.matches("class=\"arrow attack\"").count(), 1, "{page}");
    let listed = page.matches("<li><span class=\"fail\">").count();
    let counted: usize = heading.split(' ').next().unwrap().parse().unwrap();
    assert_eq!(1 + listed, counted, "{page}");
}

#[test]
fn a_page_about_an_engine_that_passes_has_no_failures() {
    let folder = tempfile::tempdir().unwrap();
    let (run, page) = check(folder.path(), &command(""), &["--class", "plain"], 0);
    let text = visible(&page);
    let last = run.stdout.trim_end().lines().last().unwrap();
    assert!(
        last.starts_with("PASSED: ") && text.contains(last),
        "{text}"
    );
    assert!(
        text.contains("What was tested") && !text.contains("Failures"),
        "{text}"
    );
    assert!(text.contains("not asked: the FEN after moves"), "{text}");
    assert!(!page.contains("role=\"img\""), "{page}");
}

#[test]
fn a_page_has_a_part_for_each_engine() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("check.html");
    let words = [
        "check",
        &command(""),
        "true",
        "--html",
        path.to_str().unwrap(),
    ];
    run_with(&[&words[..], &["--class", "plain", "--search", "0"]].concat()).exits_with(3);
    let page = std::fs::read_to_string(path).unwrap();
    assert_well_formed(&page);
    let text = visible(&page);
    assert!(
        text.contains("PASSED: ") && text.contains("no channel works"),
        "{text}"
    );
    assert!(!text.contains("NOT ANSWERED"), "{text}");
    assert_eq!(page.matches("<h2>").count(), 2, "{page}");
}

#[test]
fn a_page_says_what_a_hunt_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("hunt.html");
    let words = ["hunt", &command("--fault white-capture-missed"), "--html"];
    let options = ["--seed", "1", "--positions", "50", "--no-diagnosis"];
    run_with(&[&words[..], &[path.to_str().unwrap()], &options].concat()).exits_with(1);
    let page = std::fs::read_to_string(path).unwrap();
    assert_well_formed(&page);
    assert!(visible(&page).contains("seed 1"), "{page}");
}
