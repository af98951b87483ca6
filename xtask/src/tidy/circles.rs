//! No circles between the modules of a crate: whoever reads a module can read what it uses first.
//!
//! A module uses another if it declares it, or if it names something that the other defines; a re-export counts for the
//! module that defines the item. Several modules in one file count as one.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::files::files;
use super::finding::Finding;
use super::modules::Modules;
use super::resolve::{Target, resolve};

/// For each file, the files that it uses, and one line on which it does.
type Uses = BTreeMap<PathBuf, BTreeMap<PathBuf, usize>>;

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let manifests = ["crates", "xtask"].map(|folder| files(&root.join(folder), "toml"));
    for manifest in manifests.into_iter().flatten() {
        let Some(package) = manifest
            .parent()
            .filter(|_| manifest.ends_with("Cargo.toml"))
        else {
            continue;
        };
        for start in roots(package) {
            let modules = Modules::read(&start, &|path| std::fs::read_to_string(path).ok())?;
            let circles = circles_in(&uses(&modules));
            findings.extend(circles.iter().map(|circle| finding(root, circle)));
        }
    }
    Ok(findings)
}

/// The files at which the compiler starts to read a package: its library, and its programs.
fn roots(package: &Path) -> Vec<PathBuf> {
    let source = package.join("src");
    let programs = source.join("bin").read_dir().into_iter().flatten();
    let programs = programs.filter_map(Result::ok).map(|entry| entry.path());
    let programs = programs.map(|path| {
        if path.is_dir() {
            path.join("main.rs")
        } else {
            path
        }
    });
    let mut roots: Vec<_> = programs.collect();
    roots.extend(["lib.rs", "main.rs"].map(|name| source.join(name)));
    roots.retain(|path| path.is_file());
    roots.sort();
    roots
}

/// Which file uses which.
fn uses(modules: &Modules) -> Uses {
    let mut uses = Uses::new();
    let mut add = |from: &Path, to: usize, line: usize| {
        let to = &modules.all[to].file;
        if from != to {
            let lines = uses.entry(from.to_owned()).or_default();
            lines.entry(to.clone()).or_insert(line);
        }
    };
    for (number, module) in modules.all.iter().enumerate() {
        let imports = module.imports.iter().map(|import| &import.mention);
        for mention in imports.chain(&module.mentions) {
            // To name a module is not to use it: what is named in it counts.
            if let Some(Target::Item(to)) = resolve(modules, number, &mention.segments) {
                add(&module.file, to, mention.line);
            }
        }
        for (child, line) in module.children.values() {
            add(&module.file, *child, *line);
        }
    }
    uses
}

/// Files that reach each other.
struct Circle {
    /// The shortest circle among them: each file, and the line on which it uses the next one; the last uses the first.
    steps: Vec<(PathBuf, usize)>,
    /// How many files reach each other in all.
    files: usize,
}

/// A circle for each group of files that reach each other.
fn circles_in(uses: &Uses) -> Vec<Circle> {
    let mut circles = Vec::new();
    let mut seen: Vec<&PathBuf> = Vec::new();
    for start in uses.keys() {
        if seen.contains(&start) || path(uses, start, start).is_none() {
            continue;
        }
        let is_in_group = |other: &&PathBuf| {
            path(uses, start, other).is_some() && path(uses, other, start).is_some()
        };
        let group: Vec<_> = uses.keys().filter(is_in_group).collect();
        let circle = group.iter().filter_map(|file| path(uses, file, file));
        let shortest = circle.min_by_key(Vec::len);
        circles.extend(shortest.map(|steps| Circle {
            steps,
            files: group.len(),
        }));
        seen.extend(group);
    }
    circles
}

/// The shortest way from one file to another, at least one step long, each file with the line of the step from it.
fn path(uses: &Uses, from: &Path, to: &Path) -> Option<Vec<(PathBuf, usize)>> {
    let mut came_from: BTreeMap<&Path, (&Path, usize)> = BTreeMap::new();
    let mut open = VecDeque::from([from]);
    while let Some(at) = open.pop_front() {
        for (next, line) in uses.get(at).into_iter().flatten() {
            if came_from.contains_key(next.as_path()) {
                continue;
            }
            came_from.insert(next, (at, *line));
            open.push_back(next);
        }
    }
    let mut steps = Vec::new();
    let mut at = to;
    loop {
        let (before, line) = came_from.get(at)?;
        steps.push(((*before).to_owned(), *line));
        at = before;
        if at == from {
            steps.reverse();
            return Some(steps);
        }
    }
}

fn finding(root: &Path, circle: &Circle) -> Finding {
    let relative = |path: &Path| path.strip_prefix(root).unwrap_or(path).to_owned();
    let steps: Vec<_> = circle
        .steps
        .iter()
        .map(|(file, line)| format!("{}:{line}", relative(file).display()))
        .collect();
    let (first, line) = &circle.steps[0];
    let text = format!(
        "modules use each other in a circle: {} -> the first ({} files reach each other)",
        steps.join(" -> "),
        circle.files
    );
    Finding::new(&relative(first), *line, text)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{circles_in, uses};
    use crate::tidy::modules::Modules;

    /// The shortest circles of a crate with these files, each as `file:line file:line`.
    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let source = |path: &Path| {
            let found = files.iter().find(|(name, _)| path == Path::new(name));
            found.map(|(_, text)| (*text).to_owned())
        };
        let modules = Modules::read(Path::new("lib.rs"), &source).unwrap();
        let shown =
            |(file, line): &(std::path::PathBuf, usize)| format!("{}:{line}", file.display());
        circles_in(&uses(&modules))
            .iter()
            .map(|circle| circle.steps.iter().map(shown).collect::<Vec<_>>().join(" "))
            .collect()
    }

    #[test]
    fn finds_modules_that_use_each_other() {
        let a = "use crate::b::B;\npub struct A(B);\n#[macro_export]\nmacro_rules! exported { () => {} }";
        for b in [
            "pub struct B;\nfn f(_: crate::a::A) {}",
            "use super::a::A;\npub struct B;",
            "use crate::a;\npub struct B;\nfn f(_: a::A) {}",
            "use super::*;\npub struct B;\nfn f(_: a::A) {}",
            "pub struct B;\nfn f() { g!(1, crate::a::A) }",
            "pub struct B;\nmod inside { use crate::a::A; }",
            "pub struct B;\nfn f() { crate::exported!() }",
            // What another module exports belongs to the module that defines it.
            "use crate::A as Renamed;\npub struct B;",
        ] {
            let files = [
                ("lib.rs", "mod a;\nmod b;\npub use a::A;"),
                ("a.rs", a),
                ("b.rs", b),
            ];
            let found = circles(&files);
            assert_eq!(found.len(), 1, "{b}: {found:?}");
            assert!(found[0].starts_with("a.rs:1 b.rs:"), "{found:?}");
        }
    }

    #[test]
    fn finds_a_module_that_uses_what_its_parent_defines() {
        let root = "mod a;\npub struct Root;";
        assert_eq!(
            circles(&[("lib.rs", root), ("a.rs", "use crate::Root;")]),
            ["a.rs:1 lib.rs:1"]
        );
        let parent = "mod c;\npub struct P;";
        let files = [
            ("lib.rs", "mod a;"),
            ("a.rs", parent),
            ("a/c.rs", "fn f(_: super::P) {}"),
        ];
        assert_eq!(circles(&files), ["a/c.rs:1 a.rs:1"]);
    }

    #[test]
    fn finds_nothing_where_modules_use_each_other_in_one_direction() {
        let root = "mod a;\nmod b;\npub use b::B;\nmod inside { pub use crate::a::A; }";
        let files = [
            ("lib.rs", root),
            (
                "a.rs",
                "use crate::B;\nuse std::fmt;\npub struct A(B, fmt::Error);",
            ),
            // Neither tests nor names of other crates count, and to name the parent is not to use it.
            (
                "b.rs",
                "use super::b as this;\npub struct B;\n#[cfg(test)]\nmod tests { use crate::a::A; }",
            ),
        ];
        assert_eq!(circles(&files), [""; 0]);
    }
}
