//! What did not run because a tool is missing.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Result, ensure};
use passant_test_tools::{Missing, is_ci};
use walkdir::WalkDir;

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

/// Returns the tests that are ignored because a tool is missing, as their attributes `needs` and calls of `test_each!` say.
///
/// # Errors
///
/// If a source cannot be read.
pub fn of_tests(root: &Path) -> Result<Vec<Missing>> {
    let missing = passant_test_tools::missing_tools(&root.join("target"), is_ci());
    let mut ignored = Vec::new();
    for entry in WalkDir::new(root.join("crates")).sort_by_file_name() {
        let path = entry?.into_path();
        if path.extension().is_some_and(|it| it == "rs") {
            for (test, tools) in needs(&std::fs::read_to_string(&path)?) {
                let mut missing = missing.iter();
                let missing = missing.find(|it| tools.contains(&it.tool.as_str()));
                ignored.extend(missing.map(|it| Missing {
                    what: test.to_owned(),
                    ..it.clone()
                }));
            }
        }
    }
    Ok(ignored)
}

/// Returns the tests of a source that need tools, each with these.
fn needs(source: &str) -> Vec<(&str, Vec<&str>)> {
    let mut tests = Vec::new();
    for part in source.split("\n#[needs(").skip(1) {
        if let Some((attribute, rest)) = part.split_once(")]")
            && let Some((_, rest)) = rest.split_once("fn ")
            && let Some((test, _)) = rest.split_once('(')
        {
            tests.push((test, quoted(attribute)));
        }
    }
    for part in source.split("\ntest_each!(").skip(1) {
        let engines = part.split("\n);").next().unwrap_or_default();
        for line in engines.lines() {
            if let Some((_, arguments)) = line.split_once("(\"")
                && let Some((tool, _)) = arguments.split_once('"')
            {
                let function = engines.split(':').next().unwrap_or_default();
                tests.push((function.trim(), vec![tool]));
            }
        }
    }
    tests
}

/// Returns the texts between quotation marks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('"').skip(1).step_by(2).collect()
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

    use super::{needs, report_or_fail, table};

    fn missing(tool: &str, what: &str) -> Missing {
        Missing {
            tool: tool.to_owned(),
            install: format!("apt-get install {tool}"),
            what: what.to_owned(),
        }
    }

    #[test]
    fn finds_what_tests_need() {
        let source = "
#[needs(\"cc\", \"c++\")]
#[test]
fn one() {}

test_each!(
    passes:
    // A comment.
    phalanx(\"phalanx\", \"1/3\"),
    sjeng(\"sjeng\", \"x\"),
);
";
        let expected = [
            ("one", vec!["cc", "c++"]),
            ("passes", vec!["phalanx"]),
            ("passes", vec!["sjeng"]),
        ];
        assert_eq!(needs(source), expected);
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
