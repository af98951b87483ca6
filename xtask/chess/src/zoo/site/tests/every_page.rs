//! Every page of a library states the facts of that library, and all of them.

use std::collections::BTreeMap;

use serde_json::Value;

use super::super::{Sources, write};
use super::{Parsed, badge, check_pages, zoo};
use crate::zoo::last_run::LastRun;
use crate::zoo::library::Library;

/// A page with its facts: the rows of two cells.
struct LibraryPage<'a> {
    library: &'a Library,
    page: &'a Parsed,
    facts: BTreeMap<&'a str, &'a str>,
    badge: Value,
}

impl LibraryPage<'_> {
    /// What the page says in this row.
    fn fact(&self, name: &str) -> &str {
        let fact = self.facts.get(name).copied().unwrap_or_default();
        assert!(!fact.is_empty(), "{} lacks {name}", self.library.id());
        fact
    }

    /// The classes with their cells.
    fn classes(&self) -> Vec<(&str, &str)> {
        let rows = self.page.rows.iter();
        let mut rows = rows.skip_while(|row| *row != &["class", "correct"]);
        rows.next();
        rows.map(|row| (row[0].as_str(), row[1].as_str())).collect()
    }
}

/// Makes the site from what is committed, and checks each page of a library.
fn each_page(check: impl Fn(&LibraryPage<'_>)) {
    let (libraries, matrix, readme) = zoo();
    let folder = tempfile::tempdir().unwrap();
    let sources = Sources {
        libraries: &libraries,
        matrix: &matrix,
        readme: &readme,
    };
    write(&sources, folder.path()).unwrap();
    // This follows the links, too.
    let pages = check_pages(folder.path());
    let (_, index) = pages.iter().find(|(it, _)| it == "index.html").unwrap();
    let run = LastRun::read(&matrix).unwrap().to_string();
    assert!(index.text.contains(&run.replace('`', "")), "{run}");
    for library in &libraries {
        let name = format!("{}.html", library.id());
        let (_, page) = pages.iter().find(|(it, _)| *it == name).unwrap();
        let rows = page.rows.iter().filter(|row| row.len() == 2);
        check(&LibraryPage {
            library,
            page,
            facts: rows.map(|row| (&*row[0], &*row[1])).collect(),
            badge: badge(folder.path(), library),
        });
    }
}

/// The numbers of a sentence.
fn numbers(text: &str) -> Vec<usize> {
    let parts = text.split(|it: char| !it.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

#[test]
fn has_version_license_package_and_conventions() {
    each_page(|page| {
        let library = page.library;
        assert!(page.page.text.contains(&library.title()));
        assert_eq!(page.fact("license"), library.license);
        assert!(page.fact("checked package").contains(&library.version));
        page.fact("conventions");
    });
}

#[test]
fn says_when_and_with_which_suites_it_was_made() {
    each_page(|page| {
        let [year, month, day] = numbers(page.fact("last run"))[..] else {
            panic!("{}: no date", page.library.id());
        };
        assert!(2025 < year && (1..=12).contains(&month) && (1..=31).contains(&day));
        let (version, sha256) = page.fact("suites").split_once(", SHA-256 ").unwrap();
        assert_eq!(numbers(version).len(), 3, "{version}");
        assert!(sha256.len() == 64 && sha256.bytes().all(|it| it.is_ascii_hexdigit()));
    });
}

/// The sentence, the classes, the sum and the badge agree on whether anything is wrong.
#[test]
fn agrees_with_its_badge() {
    each_page(|page| {
        let id = page.library.id();
        let is_wrong = page.library.finding.is_some();
        let [correct, asked] = numbers(page.fact("correct"))[..] else {
            panic!("{id}: no share");
        };
        assert_eq!(correct < asked, is_wrong, "{id}");
        assert_eq!(page.badge["message"], page.fact("correct"), "{id}");
        assert_eq!(page.badge["color"] != "brightgreen", is_wrong, "{id}");
        let (mut missed, mut complete) = (0, 0);
        for (class, cell) in page.classes() {
            match numbers(cell)[..] {
                [some, of] => missed += of - some,
                _ => complete += usize::from(cell == "all"),
            }
            assert!(!class.is_empty(), "{id}");
        }
        assert_eq!(missed, asked - correct, "{id}");
        assert!(0 < complete, "{id}");
    });
}

/// Backquotes mark code in Markdown, and are no part of what a page shows.
#[test]
fn shows_code_as_code() {
    each_page(|page| {
        let cells = page.page.rows.iter().flatten();
        for cell in cells {
            assert!(!cell.contains('`'), "{}: {cell}", page.library.id());
        }
    });
}

/// `passant diagnose` was run for this library alone: a count of others never stands on its page.
#[test]
fn shows_one_diagnosis() {
    each_page(|page| {
        let id = page.library.id();
        let (faults, answers) = (page.fact("named faults"), page.fact("answers explained"));
        let is_wrong = page.library.finding.is_some();
        assert_eq!(faults != "none", is_wrong, "{id}: {faults}");
        assert_eq!(!answers.ends_with("all correct"), is_wrong, "{id}");
        // Such as "452 of 455, all 18 wrong" or "64 answers, 52 wrong": a sum, and what is wrong.
        let expected = if is_wrong { 2..=4 } else { 1..=1 };
        assert!(
            expected.contains(&numbers(answers).len()),
            "{id}: {answers}"
        );
        assert!(!answers.contains("both"), "{id}: {answers}");
    });
}

/// Where something is wrong there is a program and its output, as the page says, and no reference to another page.
#[test]
fn has_its_own_reproduction() {
    each_page(|page| {
        let id = page.library.id();
        let expected = if page.library.finding.is_some() { 2 } else { 0 };
        assert_eq!(page.page.blocks.len(), expected, "{id}");
        assert!(page.page.blocks.iter().all(|it| !it.is_empty()), "{id}");
        let says_expected = page.page.text.contains("Expected ");
        assert_eq!(says_expected, page.library.finding.is_some(), "{id}");
        for reference in ["As in ", "is as in", "same output"] {
            assert!(!page.page.text.contains(reference), "{id}: {reference}");
        }
    });
}

/// License and finding are in `zoo.toml`, and `MATRIX.md` repeats them: an edit of one of the two must not be forgotten.
#[test]
fn says_what_the_matrix_says() {
    let (libraries, matrix, _) = zoo();
    for library in &libraries {
        let start = format!("| {} | {} | ", library.title(), library.license);
        let end = format!(" | {} |", library.finding.as_deref().unwrap_or("–"));
        let mut lines = matrix.lines();
        let is_there = lines.any(|line| line.starts_with(&start) && line.ends_with(&end));
        assert!(is_there, "{start}…{end}: run cargo xtask zoo --draw");
    }
}
