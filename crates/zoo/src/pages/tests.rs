use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

use super::{Pages, render};
use crate::library::{self, Diagnosis, Library, Reproduction};
use crate::results::{Counts, Results};

/// The text of a page, and what it links to. Fails unless every tag is closed, in order.
#[derive(Default)]
struct Parsed {
    text: String,
    links: Vec<String>,
    tags: BTreeSet<String>,
    /// The cells of every row of every table.
    rows: Vec<Vec<String>>,
    /// The blocks of code.
    blocks: Vec<String>,
}

fn parse(page: &str) -> Parsed {
    let mut parsed = Parsed::default();
    // The place in the text where the last element began.
    let mut start = 0;
    let mut reader = Reader::from_str(page);
    loop {
        match reader
            .read_event()
            .unwrap_or_else(|error| panic!("{error}: {page}"))
        {
            Event::Eof => return parsed,
            Event::Start(tag) | Event::Empty(tag) => {
                parsed.open(&tag);
                if matches!(tag.name().as_ref(), b"th" | b"td" | b"pre") {
                    start = parsed.text.len();
                }
            }
            Event::End(tag) => {
                let text = parsed.text[start..].trim().to_owned();
                match tag.name().as_ref() {
                    b"th" | b"td" => parsed.rows.last_mut().unwrap().push(text),
                    b"pre" => parsed.blocks.push(text),
                    _ => {}
                }
            }
            Event::Text(text) => parsed.text += &String::from_utf8_lossy(&text),
            Event::GeneralRef(name) => parsed.text += entity(&name),
            _ => {}
        }
    }
}

impl Parsed {
    fn open(&mut self, tag: &BytesStart<'_>) {
        let name = String::from_utf8_lossy(tag.name().as_ref()).into_owned();
        if name == "tr" {
            self.rows.push(Vec::new());
        }
        self.tags.insert(name);
        for attribute in tag.attributes() {
            let attribute = attribute.unwrap();
            if matches!(attribute.key.as_ref(), b"href" | b"src") {
                let value = String::from_utf8_lossy(&attribute.value).into_owned();
                self.links.push(value);
            }
        }
    }
}

/// The character of an entity.
fn entity(name: &[u8]) -> &'static str {
    match name {
        b"lt" => "<",
        b"gt" => ">",
        b"amp" => "&",
        b"quot" => "\"",
        b"#x27" => "'",
        b"#x2f" => "/",
        other => panic!("an unknown entity: {}", String::from_utf8_lossy(other)),
    }
}

/// The tags of the templates.
const TAGS: [&str; 20] = [
    "a", "body", "code", "div", "h1", "h2", "head", "html", "link", "meta", "p", "pre", "table",
    "tbody", "td", "th", "thead", "title", "tr", "style",
];

/// Every page of a folder is well formed, has only tags of the templates, and links to files that are there.
fn check_pages(folder: &Path) -> Vec<(String, Parsed)> {
    let mut pages = Vec::new();
    for entry in folder.read_dir().unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|it| it != "html") {
            continue;
        }
        let parsed = parse(&fs::read_to_string(&path).unwrap());
        for tag in &parsed.tags {
            assert!(TAGS.contains(&&**tag), "{}: <{tag}>", path.display());
        }
        for link in &parsed.links {
            assert!(folder.join(link).is_file(), "{}: {link}", path.display());
        }
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        pages.push((name, parsed));
    }
    pages
}

/// The folder of the zoo.
fn zoo() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

/// Returns the committed pages.
fn committed() -> (Vec<Library>, Results) {
    let results = Results::read(&zoo()).unwrap();
    (library::read(&zoo()).unwrap(), results)
}

/// An edit of zoo.toml must not be forgotten in the pages.
#[test]
fn the_committed_pages_say_what_the_sources_say() {
    let (libraries, results) = committed();
    let pages = Pages::new(&libraries, &results).unwrap();
    for name in ["MATRIX.md", "FINDINGS.md"] {
        let committed = fs::read_to_string(zoo().join(name)).unwrap();
        let is_current = committed == render(name, &pages).unwrap();
        assert!(is_current, "{name} is stale: run cargo xtask zoo --pages");
    }
}

/// Each class, sum and finding has its place, and a reproduction ends with what is expected.
#[test]
fn markdown_has_a_cell_for_each_class_of_each_library() {
    let (libraries, results) = committed();
    let pages = Pages::new(&libraries, &results).unwrap();
    let matrix = render("MATRIX.md", &pages).unwrap();
    let row = "| eschac 0.6.2 | AGPL-3.0+ | 701 of 722 | FEN always, e.p. refused,";
    assert!(matrix.contains(row), "{matrix}");
    let (_, by_class) = matrix.split_once("## By class").unwrap();
    let rows: Vec<_> = by_class
        .lines()
        .filter(|line| line.starts_with('|'))
        .collect();
    assert_eq!(rows.len(), 2 + pages.classes.len());
    for row in rows {
        assert_eq!(row.matches('|').count(), libraries.len() + 2, "{row}");
    }
    let findings = render("FINDINGS.md", &pages).unwrap();
    for library in &libraries {
        let heading = format!("\n### {} {}\n", library.name, library.version);
        let times = usize::from(library.finding.is_some());
        assert_eq!(findings.matches(&heading).count(), times, "{heading}");
        // Modes of a library share its row.
        let row = format!("\n| {} {} | ", library.name, library.version);
        assert_eq!(findings.matches(&row).count(), 1, "{row}");
    }
}

/// The badge of a library.
fn badge(folder: &Path, library: &Library) -> Value {
    let path = folder.join(format!("badge/{}.json", library.id()));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// Some facts of one library, from a second look at its report.
#[test]
fn shows_what_was_found_in_eschac() {
    each_page(|page| {
        let is_meant = page.library.name == "eschac";
        for part in [
            "along-pin-refused",
            "219 of 223",
            "a4a3 a4b3 a4b4 a4a5 d4d3 d4c3",
        ] {
            assert_eq!(page.page.text.contains(part), is_meant, "{part}");
        }
    });
}

/// A library whose texts are markup, control characters and quotes: all of it is shown, none of it works.
#[test]
fn escapes_what_others_wrote() {
    let hostile = "<script>alert('1')</script> & \"\u{1b}[2J\u{202e}";
    let text = || hostile.to_owned();
    let library = Library {
        name: text(),
        version: "1".to_owned(),
        mode: None,
        needs: vec![text()],
        adapter: String::new(),
        python: None,
        timeout: None,
        license: text(),
        own: BTreeMap::from([("pgn".to_owned(), text())]),
        finding: Some(text()),
        diagnosis: Diagnosis {
            faults: text(),
            answers: text(),
            by_hand: text(),
        },
        reproduction: Some(Reproduction {
            language: "text".to_owned(),
            program: format!("{hostile}\n"),
            output: text(),
            expected: text(),
        }),
    };
    let (_, mut results) = committed();
    let mut result = results.libraries[0].clone();
    result.id = library.id();
    text().clone_into(&mut result.conventions);
    let counts = Counts {
        correct: 1,
        asked: 2,
    };
    result.classes.insert(text(), counts);
    results.libraries.push(result.clone());
    // It is part of the name of a file.
    "hostile".clone_into(&mut result.id);
    let libraries = [library];
    let mut pages = Pages::new(&libraries, &results).unwrap();
    pages.entries[0].result = &result;
    let folder = tempfile::tempdir().unwrap();
    pages.write_site(folder.path()).unwrap();
    let shown = "<script>alert('1')</script> & \"\\u{1b}[2J\\u{202e}";
    for (name, page) in check_pages(folder.path()) {
        assert!(page.text.contains(shown), "{name}: {}", page.text);
        assert!(!page.text.contains(['\u{1b}', '\u{202e}']), "{name}");
    }
}

#[test]
fn says_which_result_is_missing() {
    let (libraries, mut results) = committed();
    results
        .libraries
        .retain(|result| result.id != "eschac-0.6.2");
    let error = Pages::new(&libraries, &results).err().unwrap().to_string();
    assert!(error.contains("eschac-0.6.2"), "{error}");
}

/// A page with its facts: the rows of two cells.
struct LibraryPage<'a> {
    library: &'a Library,
    page: &'a Parsed,
    facts: BTreeMap<&'a str, &'a str>,
    badge: Value,
}

impl LibraryPage<'_> {
    /// Returns the text of this row.
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
    let (libraries, results) = committed();
    let folder = tempfile::tempdir().unwrap();
    let written = Pages::new(&libraries, &results).unwrap();
    written.write_site(folder.path()).unwrap();
    // This follows the links, too.
    let pages = check_pages(folder.path());
    assert_eq!(pages.len(), libraries.len() + 1);
    let (_, index) = pages.iter().find(|(it, _)| it == "index.html").unwrap();
    let run = serde_json::to_value(&results.last_run).unwrap();
    for text in [
        &run["date"],
        &run["suites"]["version"],
        &run["suites"]["sha256"],
    ] {
        let text = text.as_str().unwrap();
        assert!(index.text.contains(text), "{text}");
    }
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
        let finding = library
            .finding
            .as_deref()
            .unwrap_or("Nothing wrong was found.");
        assert!(
            page.page.text.contains(&finding.replace('`', "")),
            "{finding}"
        );
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
        assert_eq!(page.badge["schemaVersion"], 1, "{id}");
        assert_eq!(page.badge["label"], "en passant", "{id}");
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

/// Backquotes mark code in zoo.toml, and are no part of what a page shows.
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

/// A wrong library has a program and its output, as the page says, and no reference to another page.
#[test]
fn has_its_own_reproduction() {
    each_page(|page| {
        let id = page.library.id();
        let expected = if page.library.finding.is_some() { 2 } else { 0 };
        assert_eq!(page.page.blocks.len(), expected, "{id}");
        assert!(page.page.blocks.iter().all(|it| !it.is_empty()), "{id}");
        let heads = page.page.text.contains("The smallest reproduction");
        assert_eq!(heads, expected == 2, "{id}");
        let says_expected = page.page.text.contains("Expected ");
        assert_eq!(says_expected, page.library.finding.is_some(), "{id}");
        for reference in ["As in ", "is as in", "same output"] {
            assert!(!page.page.text.contains(reference), "{id}: {reference}");
        }
    });
}
