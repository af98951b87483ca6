//! The list of libraries, `crates/zoo/zoo.toml`, and the folders of the zoo.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

/// The whole list.
#[derive(Deserialize)]
struct List {
    library: Vec<Library>,
}

/// A published library.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Library {
    pub(crate) name: String,
    pub(crate) version: String,
    /// One of several ways to query the same library: the argument of the adapter.
    pub(crate) mode: Option<String>,
    /// The packages to install, in the notation of pip, npm or Cargo.toml.
    pub(crate) needs: Vec<String>,
    /// The source of the adapter that speaks the line protocol, relative to `crates/zoo`.
    pub(crate) adapter: String,
    /// The required version of Python, if the library works with only one.
    pub(crate) python: Option<String>,
    /// The time limit for an answer, in seconds, if it differs from the default.
    pub(crate) timeout: Option<u32>,
    pub(crate) license: String,
    /// The results of the checks with cases of their own that it can answer, by their options: `pgn = "57 of 57"`.
    #[serde(default)]
    pub(crate) own: BTreeMap<String, String>,
    /// The bug in its en passant code, in one sentence.
    pub(crate) finding: Option<String>,
    pub(crate) diagnosis: Diagnosis,
    /// The smallest program that shows the finding.
    pub(crate) reproduction: Option<Reproduction>,
}

/// The result of `passant diagnose`. Text between backquotes is code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Diagnosis {
    /// The named faults.
    pub(crate) faults: String,
    /// The answers that they explain.
    pub(crate) answers: String,
    /// The result by hand.
    pub(crate) by_hand: String,
}

/// A program that needs nothing but the library.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Reproduction {
    pub(crate) language: String,
    pub(crate) program: String,
    pub(crate) output: String,
    /// The output of a correct library, in a sentence.
    pub(crate) expected: String,
}

/// The folders of the zoo, and the command.
pub(crate) struct ZooPaths {
    /// `crates/zoo`: adapters, expectations, and results.
    pub(crate) folder: PathBuf,
    /// `target/zoo`: installed libraries, built adapters, and reports.
    pub(crate) target: PathBuf,
    /// The command `passant`.
    pub(crate) passant: PathBuf,
}

impl ZooPaths {
    pub(crate) fn new(root: &Path) -> Result<Self> {
        // This program is in `target/debug` or `target/release`.
        let this = std::env::current_exe().context("cannot tell where this program is")?;
        let target = this
            .ancestors()
            .nth(2)
            .context("this program is not in target/")?;
        Ok(Self {
            folder: std::path::absolute(root.join("crates/zoo"))?,
            target: target.join("zoo"),
            passant: target.join("debug/passant"),
        })
    }

    /// Returns the file of the report on a library.
    pub(crate) fn report(&self, library: &Library) -> PathBuf {
        self.target.join(format!("{}.json", library.id()))
    }
}

/// Reads the list in the folder of the zoo.
pub(crate) fn read(folder: &Path) -> Result<Vec<Library>> {
    let path = folder.join("zoo.toml");
    let context = || format!("cannot read {}", path.display());
    let text = std::fs::read_to_string(&path).with_context(context)?;
    let list: List = toml::from_str(&text).with_context(context)?;
    for library in &list.library {
        if library.needs.is_empty() {
            bail!("{} needs nothing", library.name);
        }
    }
    Ok(list.library)
}

impl Library {
    /// Name and version: the folder that it is installed into.
    pub(crate) fn package(&self) -> String {
        format!("{}-{}", self.name, self.version)
    }

    /// Name, version and mode: the file name of its reports and lists.
    pub(crate) fn id(&self) -> String {
        let mode = self.mode.iter().map(|mode| format!("-{mode}"));
        mode.fold(self.package(), |id, mode| id + &mode)
    }

    /// Its name in tables.
    pub(crate) fn title(&self) -> String {
        let mode = self.mode.iter().map(|mode| format!(" ({mode})"));
        mode.fold(format!("{} {}", self.name, self.version), |title, mode| {
            title + &mode
        })
    }

    /// Tells whether the user selected it; no names select all libraries.
    pub(crate) fn is_selected(&self, names: &[String]) -> bool {
        let own = [self.name.clone(), self.package(), self.id()];
        names.is_empty() || names.iter().any(|name| own.contains(name))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::read;

    #[test]
    fn every_library_has_its_files_and_every_file_its_library() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf();
        let libraries = read(&folder).unwrap();
        let mut known = BTreeSet::new();
        for library in &libraries {
            assert!(
                folder.join(&library.adapter).exists(),
                "{}",
                library.adapter
            );
            assert!(
                known.insert(library.id()),
                "{} is listed twice",
                library.id()
            );
            assert_eq!(
                library.reproduction.is_some(),
                library.finding.is_some(),
                "{}: each finding needs a reproduction",
                library.id()
            );
        }
        for entry in folder.join("expected").read_dir().unwrap() {
            let name = entry.unwrap().path();
            let id = name.file_stem().unwrap().to_string_lossy().into_owned();
            assert!(known.contains(&id), "{id} is not in zoo.toml");
        }
    }
    /// The parts of a report to the authors of a library, in order.
    const PARTS: [&str; 5] = [
        "## Reproduction",
        "## Got",
        "## Expected",
        "## Rule",
        "## Hint",
    ];

    /// Each report is about a version that is pinned here, and names the article of the Laws of Chess.
    #[test]
    fn every_report_is_about_a_finding_and_is_complete() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf();
        let libraries = read(&folder).unwrap();
        for entry in folder.join("reports").read_dir().unwrap() {
            let path = entry.unwrap().path();
            let id = path.file_stem().unwrap().to_string_lossy().into_owned();
            let library = libraries.iter().find(|library| library.id() == id);
            let library = library.unwrap_or_else(|| panic!("{id} is not in zoo.toml"));
            assert!(library.finding.is_some(), "{id} has no finding");
            let text = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with("# "), "{id} has no title");
            let headings: Vec<_> = text
                .lines()
                .filter(|line| line.starts_with("## "))
                .collect();
            assert_eq!(headings, PARTS, "{id}");
            for part in [
                "FIDE Laws of Chess, ",
                "Draft, not sent.",
                &*library.version,
            ] {
                assert!(text.contains(part), "{id}: {part}");
            }
        }
    }
}
