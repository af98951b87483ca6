//! Who may use whom.

use std::path::Path;

use anyhow::{Context, Result};

use super::Finding;

/// For each crate, the crates of this workspace that it may depend on, and those that only its tests and its build
/// script may use.
const ARROWS: [(&str, &[&str], &[&str]); 7] = [
    ("rules", &[], &[]),
    ("perft", &["rules"], &[]),
    ("oracle", &["rules"], &[]),
    ("suite", &["rules", "perft"], &[]),
    ("snapshots", &["rules", "perft", "suite"], &["oracle"]),
    ("passant", &["rules", "perft", "suite", "oracle"], &[]),
    ("firmware", &["rules", "perft"], &["suite"]),
];

pub(super) fn check(root: &Path) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    for entry in root
        .join("crates")
        .read_dir()
        .context("cannot list crates/")?
    {
        let folder = entry?.path();
        let manifest = folder.join("Cargo.toml");
        let text = std::fs::read_to_string(&manifest)
            .with_context(|| format!("cannot read {}", manifest.display()))?;
        let table: toml::Table = text
            .parse()
            .with_context(|| format!("cannot read {}", manifest.display()))?;
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let Some((_, uses, others_use)) = ARROWS.iter().find(|(known, ..)| *known == name) else {
            findings.push(Finding::new(
                &manifest,
                None,
                "is not in the map of who may use whom",
            ));
            continue;
        };
        let both = [*uses, *others_use].concat();
        for (section, allowed) in [
            ("dependencies", *uses),
            ("build-dependencies", &both[..]),
            ("dev-dependencies", &both[..]),
        ] {
            findings.extend(forbidden(&table, section, allowed).map(|other| {
                Finding::new(
                    &manifest,
                    None,
                    format!("{name} may not use {other} ({section})"),
                )
            }));
        }
    }
    Ok(findings)
}

/// The crates of this workspace that a section names and that are not allowed there.
fn forbidden<'a>(
    manifest: &'a toml::Table,
    section: &str,
    allowed: &'a [&str],
) -> impl Iterator<Item = &'a str> {
    let names = manifest
        .get(section)
        .and_then(toml::Value::as_table)
        .into_iter()
        .flat_map(toml::Table::keys);
    names
        .filter_map(|name| name.strip_prefix("passant-"))
        .filter(move |name| !allowed.contains(name))
}

#[cfg(test)]
mod tests {
    use super::forbidden;

    #[test]
    fn an_arrow_against_the_map_is_found() {
        let manifest = "[dependencies]\npassant-rules = {}\npassant-oracle = {}\nclap = {}"
            .parse()
            .unwrap();
        let found: Vec<_> = forbidden(&manifest, "dependencies", &["rules"]).collect();
        assert_eq!(found, ["oracle"]);
    }
}
