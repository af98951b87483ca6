//! The pages of an archive or a package, and the files that they link to. The source has them in other folders, so that links are
//! rewritten: each leads to a file that is packed, or names a file of the source as text.

use std::fs;
use std::path::Path;

use anyhow::Context;

/// What is in an archive, for its readers.
const README: &str = "crates/passant/archive/README.md";

/// Files of the source, and where they are in the archive.
const FILES: [(&str, &str); 7] = [
    ("CHANGELOG.md", "CHANGELOG.md"),
    ("SECURITY.md", "SECURITY.md"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
    ("xtask/recipes/slurm/count.sbatch", "recipes/count.sbatch"),
    ("xtask/recipes/dask/count.py", "recipes/count.py"),
    ("xtask/recipes/parallel/count.sh", "recipes/count.sh"),
];

/// Folders of the source whose files are in the archive, and where. Folders in them are rows of their own.
const FOLDERS: [(&str, &str); 6] = [
    ("crates/passant/docs", "docs"),
    ("crates/passant/ci", "ci"),
    (".github/actions/check", "ci/github"),
    ("crates/passant/adapters", "adapters"),
    ("crates/passant/adapters/short", "adapters/short"),
    ("crates/report/schema", "schema"),
];

/// Copies what an archive has to say about itself into a folder.
pub(super) fn copy_readme(root: &Path, contents: &Path) -> anyhow::Result<()> {
    copy_file(root, README, &contents.join("README.md"))
}

/// Copies everything else into a folder.
pub(super) fn copy(root: &Path, contents: &Path) -> anyhow::Result<()> {
    for (from, to) in FILES {
        copy_file(root, from, &contents.join(to))?;
    }
    for (folder, to) in FOLDERS {
        let entries = fs::read_dir(root.join(folder));
        for entry in entries.with_context(|| format!("cannot read {folder}"))? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                let name = entry.file_name().to_string_lossy().into_owned();
                copy_file(
                    root,
                    &format!("{folder}/{name}"),
                    &contents.join(to).join(name),
                )?;
            }
        }
    }
    Ok(())
}

fn copy_file(root: &Path, from: &str, to: &Path) -> anyhow::Result<()> {
    let source = root.join(from);
    fs::create_dir_all(to.parent().unwrap_or(to))?;
    // Permissions are copied too: a script stays a program.
    fs::copy(&source, to).with_context(|| format!("cannot copy {from}"))?;
    if to.extension().is_some_and(|it| it == "md") {
        fs::write(
            to,
            with_links_of_archive(&fs::read_to_string(&source)?, from),
        )?;
    }
    Ok(())
}

/// Where a file or a folder of the source is in the archive.
fn place(path: &str) -> Option<String> {
    let mut named = FILES.iter().chain(&FOLDERS);
    if let Some((_, to)) = named.find(|(from, _)| *from == path) {
        return Some((*to).to_owned());
    }
    let (folder, name) = path.rsplit_once('/')?;
    let (_, to) = FOLDERS.iter().find(|(from, _)| *from == folder)?;
    name.contains('.').then(|| format!("{to}/{name}"))
}

/// The text of a page of the source, with the links that it has in the archive. Blocks of code stay.
fn with_links_of_archive(text: &str, page: &str) -> String {
    let parts = text.split("```").enumerate();
    let parts = parts.map(|(number, part)| match number % 2 {
        0 => rewrite_links(part, page),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("```")
}

fn rewrite_links(mut text: &str, page: &str) -> String {
    let mut written = String::new();
    while let Some((before, after)) = text.split_once("](") {
        let Some((target, rest)) = after.split_once(')') else {
            break;
        };
        written += before;
        match link_of_archive(target, page) {
            Ok(target) => written += &["](", &target, ")"].concat(),
            Err(source) => {
                let bracket = written.rfind('[');
                bracket.map(|bracket| written.remove(bracket));
                written += &[" (`", &source, "` in the source)"].concat();
            }
        }
        text = rest;
    }
    written + text
}

/// The link that leads where a link of a page of the source does, or the path of a file that no archive has.
fn link_of_archive(target: &str, page: &str) -> Result<String, String> {
    if target.contains("://") || target.starts_with('#') {
        return Ok(target.to_owned());
    }
    let (file, part) = target.split_at(target.find('#').unwrap_or(target.len()));
    let source = joined(page, file);
    let place_of_page = place(page).unwrap_or_default();
    let target = place(&source).map(|it| relative(&place_of_page, &it) + part);
    target.ok_or(source)
}

/// The path to which a link of a page leads, below the root of the source.
fn joined(page: &str, link: &str) -> String {
    let mut path: Vec<_> = page.split('/').collect();
    path.pop();
    for name in link.split('/') {
        match name {
            ".." => drop(path.pop()),
            "." | "" => {}
            name => path.push(name),
        }
    }
    path.join("/")
}

/// The link that leads from a page to a file of the archive.
fn relative(page: &str, file: &str) -> String {
    let folder = page.rsplit_once('/').map(|(folder, _)| folder);
    let beside = folder.and_then(|folder| file.strip_prefix(folder)?.strip_prefix('/'));
    let up = "../".repeat(page.matches('/').count());
    beside.map_or_else(|| up + file, str::to_owned)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use walkdir::WalkDir;

    use tempfile::TempDir;

    use super::{copy, copy_readme, rewrite_links, with_links_of_archive};

    /// What an archive has besides programs and what they write.
    fn packed() -> TempDir {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let archive = tempfile::tempdir().unwrap();
        copy_readme(&root, archive.path()).unwrap();
        copy(&root, archive.path()).unwrap();
        archive
    }

    /// A reader of an archive has nothing but the archive.
    #[test]
    fn every_link_of_an_archive_leads_to_a_file_in_it() {
        let archive = packed();
        let (mut pages, mut links) = (0, 0);
        for entry in WalkDir::new(archive.path()) {
            let path = entry.unwrap().into_path();
            if path.extension().is_none_or(|it| it != "md") {
                continue;
            }
            pages += 1;
            let text = fs::read_to_string(&path).unwrap();
            for link in text.split("](").skip(1) {
                let target = link.split([')', '#']).next().unwrap();
                if target.contains("://") || target.is_empty() {
                    continue;
                }
                links += 1;
                let target = path.parent().unwrap().join(target);
                assert!(target.exists(), "{}: {}", path.display(), target.display());
                let target = target.canonicalize().unwrap();
                assert!(target.starts_with(archive.path().canonicalize().unwrap()));
            }
        }
        assert!(12 < pages && 30 < links, "{pages} pages, {links} links");
    }

    #[test]
    fn an_archive_has_what_its_pages_name() {
        let archive = packed();
        for file in [
            "SECURITY.md",
            "LICENSE-MIT",
            "ci/gitlab.yml",
            "ci/github/action.yml",
            "ci/github/check.sh",
            "adapters/short/adapter.cpp",
            "schema/check-1.json",
            "recipes/count.sbatch",
        ] {
            assert!(archive.path().join(file).is_file(), "{file}");
        }
        let readme = fs::read_to_string(archive.path().join("README.md")).unwrap();
        // Both need the source.
        assert!(
            !readme.contains("cargo ") && !readme.contains("crates/"),
            "{readme}"
        );
    }

    #[test]
    fn a_link_to_the_source_becomes_text() {
        let page = "crates/passant/docs/ci.md";
        for (text, expected) in [
            ("[a](../ci/gitlab.yml)", "[a](../ci/gitlab.yml)"),
            ("[a](../../../.github/actions/check)", "[a](../ci/github)"),
            ("[a](report.md#b), [c](#d)", "[a](report.md#b), [c](#d)"),
            ("[a](https://b.example/c)", "[a](https://b.example/c)"),
            (
                "see [a\nb](../../engine/README.md#c).",
                "see a\nb (`crates/engine/README.md` in the source).",
            ),
        ] {
            assert_eq!(rewrite_links(text, page), expected);
        }
        let code = "```\n[a](../../engine/README.md)\n```\n";
        assert_eq!(with_links_of_archive(code, page), code);
    }
}
