use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use serde_json::Value;

use super::{Sources, write};
use crate::zoo::last_run::LastRun;
use crate::zoo::library::{self, Library};

mod every_page;

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
    // Where the element that is read last began in the text.
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

fn zoo() -> (Vec<Library>, String, String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../zoo");
    let libraries = library::read(&folder.join("zoo.toml")).unwrap();
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    (libraries, read("MATRIX.md"), read("README.md"))
}

/// The badge of a library.
fn badge(folder: &Path, library: &Library) -> Value {
    let path = folder.join(format!("badge/{}.json", library.id()));
    serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
}

/// What is committed makes a page for each library, which says what is wrong and shows its reproduction.
#[test]
fn makes_a_page_for_each_library() {
    let (libraries, matrix, readme) = zoo();
    let folder = tempfile::tempdir().unwrap();
    let sources = Sources {
        libraries: &libraries,
        matrix: &matrix,
        readme: &readme,
    };
    write(&sources, folder.path()).unwrap();
    let pages = check_pages(folder.path());
    assert_eq!(pages.len(), libraries.len() + 1);
    for library in &libraries {
        let name = format!("{}.html", library.id());
        let (_, page) = pages.iter().find(|(it, _)| *it == name).unwrap();
        assert!(page.text.contains(&library.title()), "{name}");
        if let Some(finding) = &library.finding {
            assert!(
                page.text.contains(&finding.replace('`', "")),
                "{name}: {}",
                page.text
            );
            assert!(page.text.contains("The smallest reproduction"), "{name}");
        }
        let badge = badge(folder.path(), library);
        let is_right = library.finding.is_none();
        assert_eq!(badge["schemaVersion"], 1, "{name}");
        assert_eq!(badge["label"], "en passant", "{name}");
        assert_eq!(badge["color"] == "brightgreen", is_right, "{name}: {badge}");
    }
    let eschac = &pages
        .iter()
        .find(|(it, _)| it == "eschac-0.6.2.html")
        .unwrap()
        .1
        .text;
    for part in [
        "along-pin-refused",
        "219 of 223",
        "a4a3 a4b3 a4b4 a4a5 d4d3 d4c3",
    ] {
        assert!(eschac.contains(part), "{part}: {eschac}");
    }
}

/// A library whose texts are markup, control characters and quotes: all of it is shown, none of it works.
#[test]
fn escapes_what_others_wrote() {
    let hostile = "<script>alert('1')</script> & \"\u{1b}[2J\u{202e}";
    let library = Library {
        name: hostile.to_owned(),
        version: "1".to_owned(),
        mode: None,
        needs: vec![hostile.to_owned()],
        adapter: String::new(),
        python: None,
        timeout: None,
        license: hostile.to_owned(),
        finding: Some(hostile.to_owned()),
    };
    let title = library.title();
    let matrix = format!(
        "Last run: 2026-11-23, suites {hostile}, SHA-256 `{}`\n\n| library | l | c | c | w |\n| --- | --- | --- | --- | --- |\n| {title} | x | 1 of 2 | {hostile} | x |\n\n\
         | class | {title} |\n| --- | --- |\n| {hostile} | 1/2 |\n",
        "0".repeat(64)
    );
    let readme = format!("### {title}\n\n{hostile}\n\n```text\n{hostile}\n```\n");
    let folder = tempfile::tempdir().unwrap();
    let run = LastRun::read(&matrix).unwrap();
    let sources = Sources {
        libraries: &[library],
        matrix: &matrix,
        readme: &readme,
    };
    let entry = super::entries(&sources, &run);
    let mut entries = entry.unwrap();
    "hostile".clone_into(&mut entries[0].id);
    fs::create_dir(folder.path().join("badge")).unwrap();
    for (name, text) in [
        ("index.html", super::index(&entries, &run).unwrap()),
        ("hostile.html", super::page(&entries[0]).unwrap()),
        ("style.css", String::new()),
        ("badge/hostile.json", String::new()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let shown = "<script>alert('1')</script> & \"\\u{1b}[2J\\u{202e}";
    for (name, page) in check_pages(folder.path()) {
        assert!(page.text.contains(shown), "{name}: {}", page.text);
        assert!(!page.text.contains(['\u{1b}', '\u{202e}']), "{name}");
    }
}

#[test]
fn says_which_row_is_missing() {
    let (libraries, matrix, readme) = zoo();
    let matrix = matrix.replace("| eschac 0.6.2 |", "| eschac 0.6.3 |");
    let sources = Sources {
        libraries: &libraries,
        matrix: &matrix,
        readme: &readme,
    };
    let folder = tempfile::tempdir().unwrap();
    let error = write(&sources, folder.path()).unwrap_err().to_string();
    assert!(error.contains("eschac 0.6"), "{error}");
}
