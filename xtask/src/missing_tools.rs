//! Lists the checks that did not run because a tool is missing.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use passant_test_tools::{Missing, is_ci};

/// Returns the list of what did not run, a row for each tool.
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
        .map(|((tool, install), checks)| [*tool, *install, &shorten(checks)].map(str::to_owned))
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

/// Reports what does not run because a tool is missing; an error unless it may be missing.
pub fn report_or_fail(missing: &[Missing], may_be_missing: bool) -> Result<()> {
    if may_be_missing {
        missing.iter().for_each(Missing::report);
        return Ok(());
    }
    let lines = missing.iter().map(
        |Missing {
             tool,
             install,
             what,
         }| format!("{what} needs {tool}: {install}"),
    );
    let lines: Vec<_> = lines.collect();
    ensure!(lines.is_empty(), "{}", lines.join("\n"));
    Ok(())
}

/// Returns the first checks by name, and the number of the others.
fn shorten(checks: &[&str]) -> String {
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

    use super::{report_or_fail, table};

    fn missing(tool: &str, what: &str) -> Missing {
        Missing {
            tool: tool.to_owned(),
            install: format!("apt-get install {tool}"),
            what: what.to_owned(),
        }
    }

    #[test]
    fn lists_each_missing_tool_once_with_its_install_command() {
        let reports = ["a", "b", "c"].map(|what| missing("node", what));
        let text = table(&[&[missing("cc", "d")], &reports[..]].concat());
        assert_eq!(
            text,
            "did not run, because a tool is missing:\n  \
             cc    apt-get install cc    d\n  \
             node  apt-get install node  a, b and 1 more\n"
        );
    }

    #[test]
    fn fails_only_for_tools_that_are_missing_and_must_be_there() {
        let reports = [missing("wine", "a"), missing("cc", "b")];
        assert!(report_or_fail(&[], false).is_ok());
        assert_eq!(
            report_or_fail(&reports, false).unwrap_err().to_string(),
            "a needs wine: apt-get install wine\nb needs cc: apt-get install cc"
        );
    }
}
