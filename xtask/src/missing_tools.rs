//! What did not run because a tool is missing.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use passant_test_tools::{Missing, is_ci};

/// What did not run, a row for each tool.
#[must_use]
pub fn table(missing: &[Missing]) -> String {
    if missing.is_empty() {
        return "every check ran; no tool is missing\n".to_owned();
    }
    let mut tools: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for Missing {
        tool,
        install,
        what,
    } in missing
    {
        tools.entry((tool, install)).or_default().push(what);
    }
    let rows: Vec<_> = tools
        .iter()
        .map(|((tool, install), checks)| [*tool, *install, &shortened(checks)].map(str::to_owned))
        .collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let [tools, installs] = [0, 1].map(|column| width(column).unwrap_or(0));
    let lines = rows
        .iter()
        .map(|[tool, install, checks]| format!("  {tool:tools$}  {install:installs$}  {checks}\n"));
    "did not run, because a tool is missing:\n".to_owned() + &lines.collect::<String>()
}

/// With `CI=true` a missing tool is an error.
pub fn accept(missing: &[Missing]) -> Result<()> {
    ensure!(
        missing.is_empty() || !is_ci(),
        "CI=true, and tools are missing"
    );
    Ok(())
}

/// The first checks by name, and how many more there are.
fn shortened(checks: &[&str]) -> String {
    match checks {
        [first, second, rest @ ..] if !rest.is_empty() => {
            format!("{first}, {second} and {} more", rest.len())
        }
        _ => checks.join(", "),
    }
}

#[cfg(test)]
mod tests {
    use passant_test_tools::Missing;

    use super::table;

    #[test]
    fn lists_each_missing_tool_once_with_its_install_command() {
        let missing = |tool: &str, what: &str| Missing {
            tool: tool.to_owned(),
            install: format!("apt-get install {tool}"),
            what: what.to_owned(),
        };
        let reports = ["a", "b", "c"].map(|what| missing("node", what));
        let text = table(&[&[missing("cc", "d")], &reports[..]].concat());
        assert_eq!(
            text,
            "did not run, because a tool is missing:\n  \
             cc    apt-get install cc    d\n  \
             node  apt-get install node  a, b and 1 more\n"
        );
    }
}
