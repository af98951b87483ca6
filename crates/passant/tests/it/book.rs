//! The pages for readers: what they show in `console` blocks is run, and what it prints is compared. The commands of the
//! other blocks are tried in [`crate::readme`].
//!
//! The blocks of a page run one after the other in one folder. It has `my-engine`, which breaks a rule, and what the
//! libraries of other languages need. A line `…` stands for any lines that the page leaves out, and a line that ends in `…`
//! for one that begins so. Times may differ. Where nothing but figures has changed, `cargo xtask bless` writes them.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use passant_needs::needs;
use passant_test_tools::readme::{self, Page};
use passant_test_tools::{is_blessing, package, program, search_path, tool};
use regex::Regex;

use crate::run::{passant, run};

/// What stands for lines, or the rest of a line, that a page leaves out.
const GAP: &str = "…";

/// The engine of the pages, as `docs/README.md` shows it.
const ENGINE: &str = "#!/bin/sh\nexec passant uci --fault rank-pin-ignored \"$@\"\n";

/// A command of a page, and the output that the page shows.
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
}

#[needs("sh")]
#[test]
fn readme_shows_what_is_printed() {
    run_page("README.md");
}

#[needs("sh")]
#[test]
fn index_shows_what_is_printed() {
    run_page("crates/passant/docs/README.md");
}

#[needs("sh", "python3", "python-chess", "node", "chess.js")]
#[test]
fn first_check_shows_what_is_printed() {
    run_page("crates/passant/docs/first-check.md");
}

#[needs("sh")]
#[test]
fn hunt_shows_what_is_printed() {
    run_page("crates/passant/docs/hunt.md");
}

#[needs("sh")]
#[test]
fn report_shows_what_is_printed() {
    run_page("crates/passant/docs/report.md");
}

#[needs("sh")]
#[test]
fn ci_shows_what_is_printed() {
    run_page("crates/passant/docs/ci.md");
}

#[needs("sh")]
#[test]
fn conventions_show_what_is_printed() {
    run_page("crates/passant/docs/conventions.md");
}

#[needs("sh")]
#[test]
fn verdicts_show_what_is_printed() {
    run_page("crates/passant/docs/verdicts.md");
}

#[needs("sh")]
#[test]
fn pgn_shows_what_is_printed() {
    run_page("crates/passant/docs/pgn.md");
}

#[needs("sh", "gnuchess")]
#[test]
fn opening_books_show_what_is_printed() {
    run_page("crates/passant/docs/books.md");
}

#[needs("sh", "python3", "python-chess")]
#[test]
fn scripts_show_what_is_printed() {
    run_page("crates/passant/docs/scripts.md");
}

#[needs("sh")]
#[test]
fn counting_shows_what_is_printed() {
    run_page("crates/passant/docs/counting.md");
}

/// A page without a test here would show what nobody has run.
#[test]
fn every_page_with_output_is_run() {
    let source =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/book.rs")).unwrap();
    for page in readme::pages() {
        let is_run = source.contains(&format!("run_page(\"{}\")", page.path));
        assert_eq!(is_run, !shown(&page.text).is_empty(), "{}", page.path);
    }
}

/// Every relative link leads to a file, and every part of a page that is linked has a heading.
#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let link = Regex::new(r"\]\(([^)\s]+)\)").unwrap();
    let mut links = 0;
    for page in readme::pages() {
        let folder = root.join(&page.path).parent().unwrap().to_owned();
        for found in link.captures_iter(&page.text) {
            let target = &found[1];
            if target.contains("://") {
                continue;
            }
            links += 1;
            let (file, part) = target.split_once('#').unwrap_or((target, ""));
            let path = if file.is_empty() {
                root.join(&page.path)
            } else {
                folder.join(file)
            };
            assert!(path.exists(), "{}: {target}", page.path);
            if !part.is_empty() {
                let text = fs::read_to_string(&path).unwrap();
                let parts: Vec<_> = text.lines().filter_map(anchor).collect();
                assert!(
                    parts.iter().any(|it| it == part),
                    "{}: {target}: {parts:?}",
                    page.path
                );
            }
        }
    }
    assert!(20 < links);
}

/// The name under which a heading can be linked.
fn anchor(line: &str) -> Option<String> {
    let title = line.trim_start_matches('#');
    let is_heading = title.len() < line.len() && title.starts_with(' ');
    let letters = title.trim().chars().filter_map(|it| match it {
        ' ' => Some('-'),
        '-' | '_' => Some(it),
        _ => it.is_alphanumeric().then(|| it.to_ascii_lowercase()),
    });
    is_heading.then(|| letters.collect())
}

fn run_page(path: &str) {
    let shell = tool("sh");
    let pages = readme::pages();
    let page: &Page = pages
        .iter()
        .find(|page| page.path == path)
        .unwrap_or_else(|| panic!("{path} is no page"));
    let libraries = Libraries::of(&page.text);
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path(), &libraries);
    let mut lines: Vec<_> = page.text.lines().map(str::to_owned).collect();
    let mut status = 0;
    for Shown {
        line,
        command,
        output,
    } in shown(&page.text)
    {
        let mut process = Command::new(&shell);
        process.args(["-c", &format!("(exit {status}); {command}\n")]);
        let run = run(in_folder(process, folder.path(), &libraries));
        let printed: Vec<_> = run.stdout.lines().chain(run.stderr.lines()).collect();
        let (shown, found) = (kept(&output), kept(&printed));
        if !fits(&shown, &found) {
            let renewed = with_figures(&shown, &found).filter(|_| is_blessing());
            let printed = printed.join("\n");
            let renewed =
                renewed.unwrap_or_else(|| panic!("{path}:{line}: {command}\nprints:\n{printed}"));
            for (place, (before, after)) in shown.iter().zip(renewed).enumerate() {
                if *before != after {
                    lines[line + place] = after;
                }
            }
        }
        status = run.code.unwrap_or(1);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = lines.join("\n") + "\n";
    if text != page.text {
        fs::write(root.join(path), text).unwrap();
    }
}

/// What the examples in Python and JavaScript import, as far as the page has such examples.
struct Libraries {
    python: Option<PathBuf>,
    node: Option<PathBuf>,
}

impl Libraries {
    fn of(text: &str) -> Self {
        let uses = |word: &str| shown(text).iter().any(|it| it.command.contains(word));
        Self {
            python: uses("python3").then(|| package("python-chess")),
            node: uses("node ").then(|| package("chess.js")),
        }
    }
}

fn fill(folder: &Path, libraries: &Libraries) {
    let engine = folder.join("my-engine");
    fs::write(&engine, ENGINE).unwrap();
    fs::set_permissions(&engine, fs::Permissions::from_mode(0o755)).unwrap();
    if let Some(node) = &libraries.node {
        let modules = node.join("node_modules");
        std::os::unix::fs::symlink(modules, folder.join("node_modules")).unwrap();
    }
}

/// The process in the folder, with `passant` and `passant-oracle` in its `PATH`.
fn in_folder(mut process: Command, folder: &Path, libraries: &Libraries) -> Command {
    let installed = passant(&[]);
    for (name, value) in installed.get_envs() {
        match value {
            Some(value) => process.env(name, value),
            None => process.env_remove(name),
        };
    }
    let programs = [
        PathBuf::from(installed.get_program()),
        program("passant-oracle"),
    ];
    let folders = programs
        .iter()
        .filter_map(|it| it.parent())
        .map(Path::to_owned);
    let paths = folders.chain([PathBuf::from(search_path())]);
    process.env("PATH", std::env::join_paths(paths).unwrap());
    if let Some(python) = &libraries.python {
        process.env("PYTHONPATH", OsString::from(python));
    }
    process.env_remove("GITHUB_ACTIONS").current_dir(folder);
    process
}

/// The commands in the `console` blocks of a page.
fn shown(text: &str) -> Vec<Shown> {
    let mut all: Vec<Shown> = Vec::new();
    let mut is_console = false;
    for (index, line) in text.lines().enumerate() {
        if line.starts_with("```") {
            is_console = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_console) {
            all.push(Shown {
                line: index + 1,
                command: command.to_owned(),
                output: Vec::new(),
            });
        } else if is_console {
            let last = all.last_mut().expect("a block begins with a command");
            last.output.push(line.to_owned());
        }
    }
    all
}

/// Lines without what a busy machine leaves out, and without the spaces and the empty lines at their ends.
fn kept<T: AsRef<str>>(lines: &[T]) -> Vec<String> {
    let mut lines: Vec<String> = lines
        .iter()
        .map(|line| line.as_ref().trim_end())
        .filter(|line| !line.starts_with("left out, because"))
        .map(str::to_owned)
        .collect();
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

/// A line without what differs from run to run.
fn normalized(line: &str) -> String {
    static TIME: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\d+(\.\d+)? (s|ms)\b").expect("it is a pattern"));
    static VERSION: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\b\d+\.\d+\.\d+\b").expect("it is a pattern"));
    let line = TIME.replace_all(line, "[time]");
    VERSION.replace_all(&line, "[version]").into_owned()
}

/// Tells whether what was printed is what is shown, apart from gaps.
fn fits(shown: &[String], printed: &[String]) -> bool {
    match (shown, printed) {
        ([], rest) => rest.is_empty(),
        ([gap, more @ ..], rest) if gap.trim() == GAP => {
            (0..=rest.len()).any(|skipped| fits(more, &rest[skipped..]))
        }
        ([line, more @ ..], [first, rest @ ..]) => {
            let is_same = match line.strip_suffix(GAP) {
                Some(start) => normalized(first).starts_with(&normalized(start)),
                None => normalized(first) == normalized(line),
            };
            is_same && fits(more, rest)
        }
        _ => false,
    }
}

/// Returns what is shown, with the figures that are printed; `None` if more than figures differs.
fn with_figures(shown: &[String], printed: &[String]) -> Option<Vec<String>> {
    let Some((line, more)) = shown.split_first() else {
        return printed.is_empty().then(Vec::new);
    };
    let with_rest = |line: &String, printed| {
        let rest = with_figures(more, printed)?;
        Some([vec![line.clone()], rest].concat())
    };
    if line.trim() == GAP {
        return (0..=printed.len()).find_map(|skipped| with_rest(line, &printed[skipped..]));
    }
    let (first, rest) = printed.split_first()?;
    let words = |line: &str| normalized(line).replace(|it: char| it.is_ascii_digit(), "");
    match line.strip_suffix(GAP) {
        Some(start) if normalized(first).starts_with(&normalized(start)) => with_rest(line, rest),
        None if normalized(line) == normalized(first) => with_rest(line, rest),
        None if words(line) == words(first) => with_rest(first, rest),
        _ => None,
    }
}

#[test]
fn renews_figures_and_nothing_else() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let renewed = |shown: &str, printed: &str| with_figures(&lines(shown), &lines(printed));
    let expected = lines("a 12 b\n…\nd 3…");
    assert_eq!(
        renewed("a 9 b\n…\nd 3…", "a 12 b\nc\nd 3 4"),
        Some(expected)
    );
    assert_eq!(renewed("a 9 b", "a 12 c"), None);
    assert_eq!(renewed("a 9", "a 9\nb"), None);
}

#[test]
fn compares_lines_apart_from_gaps() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let texts_fit = |shown: &str, printed: &str| fits(&lines(shown), &lines(printed));
    assert!(texts_fit("a\n…\nd", "a\nb\nc\nd"));
    assert!(texts_fit("a b…", "a b c"));
    assert!(!texts_fit("a\nd", "a\nb\nd"));
    assert!(!texts_fit("a\n…\ne", "a\nb\nd"));
    assert!(!texts_fit("a", "a\nb"));
}
