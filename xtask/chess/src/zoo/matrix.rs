//! The libraries against the classes: as a table in the repository, and as a page with boards.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::process::Command;

use anyhow::{Context, Result, bail};
use passant_judge::check::questions::Conventions;
use serde::Deserialize;
use serde_json::Value;

use super::last_run::LastRun;
use super::library::Library;
use super::paths::ZooPaths;
use super::report;

const HEAD: &str = "\
# Published libraries

Written by `cargo xtask zoo`; README.md in this folder has the smallest reproduction of each finding. A position counts as
correct if the library is correct in every presentation: as a FEN and as played moves, in both colors. Conventions are
observed, not judged: when a FEN names the en passant square, when the square is part of the key, whether `e.p.` is
accepted after SAN, and, where it is so, that captures are accepted without their file and that clocks do not count.

";

const LIBRARIES: &str = "\
| library | license | correct | conventions | what is wrong |
| --- | --- | ---: | --- | --- |
";

const CLASSES: &str = "
## By class

`=`: all positions of the class are correct.

";

/// Draws both. The table is written only if it is whole.
pub(crate) fn write(zoo: &ZooPaths, libraries: &[&Library], whole: bool) -> Result<()> {
    let page = zoo.target.join("matrix.html");
    let reports: Vec<_> = libraries
        .iter()
        .map(|library| zoo.report(library))
        .filter(|path| path.metadata().is_ok_and(|file| file.len() > 0))
        .collect();
    let mut command = Command::new(&zoo.passant);
    command.arg("matrix").args(&reports).arg("-o").arg(&page);
    let status = command.status().context("cannot start passant")?;
    if !status.success() {
        bail!("passant matrix failed ({status})");
    }
    eprintln!("==> {}", page.display());
    if whole {
        let table = table(zoo, libraries)?;
        std::fs::write(zoo.folder.join("MATRIX.md"), table)?;
    }
    Ok(())
}

/// The correct positions, of those asked about, by class.
type Row = BTreeMap<String, (u32, u32)>;

fn table(zoo: &ZooPaths, libraries: &[&Library]) -> Result<String> {
    let rows = libraries
        .iter()
        .map(|library| row(zoo, library))
        .collect::<Result<Vec<_>>>()?;
    let classes: BTreeSet<_> = rows.iter().flat_map(Row::keys).collect();
    let run = LastRun::of_reports(zoo, libraries)?;
    let mut text = format!("{HEAD}{run}\n\n{LIBRARIES}");
    for (library, row) in libraries.iter().zip(&rows) {
        let (correct, asked) = row
            .values()
            .fold((0, 0), |sum, cell| (sum.0 + cell.0, sum.1 + cell.1));
        writeln!(
            text,
            "| {} | {} | {correct} of {asked} | {} | {} |",
            library.title(),
            library.license,
            conventions(&report::read(zoo, library)?)?,
            library.finding.as_deref().unwrap_or("–")
        )?;
    }
    write!(text, "{CLASSES}| class |")?;
    for library in libraries {
        write!(text, " {} |", library.title())?;
    }
    writeln!(text, "\n| --- |{}", " ---: |".repeat(libraries.len()))?;
    for class in classes {
        write!(text, "| {class} |")?;
        for row in &rows {
            match row.get(class) {
                Some((correct, asked)) if correct == asked => write!(text, " = |")?,
                Some((correct, asked)) => write!(text, " {correct}/{asked} |")?,
                None => write!(text, " |")?,
            }
        }
        writeln!(text)?;
    }
    Ok(text)
}

/// What it declares by its answers, in the words of `passant check`.
fn conventions(report: &Value) -> Result<String> {
    let conventions = match &report["conventions"] {
        Value::Null => Conventions::default(),
        known => Conventions::deserialize(known).context("its conventions cannot be read")?,
    };
    Ok(passant_report::describe_conventions(conventions))
}

fn row(zoo: &ZooPaths, library: &Library) -> Result<Row> {
    let report = report::read(zoo, library)?;
    let mut row = Row::new();
    let cases = report["cases"].as_array().into_iter().flatten();
    for case in cases {
        let Some(is_correct) = report::is_correct(case) else {
            continue;
        };
        let (correct, asked) = row
            .entry(case["class"].as_str().unwrap_or_default().to_owned())
            .or_default();
        *correct += u32::from(is_correct);
        *asked += 1;
    }
    Ok(row)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::conventions;

    #[test]
    fn shows_every_convention() {
        let observed = json!({
            "fen": "always", "key": "legal", "suffix": "refused", "without_file": "read",
            "halfmove_clock": true, "fullmove_number": false,
        });
        assert_eq!(
            conventions(&json!({ "conventions": observed })).unwrap(),
            "FEN always, key legal, e.p. refused, captures without file read, no move numbers"
        );
        assert_eq!(conventions(&json!({})).unwrap(), "");
        assert!(conventions(&json!({ "conventions": { "fen": "perhaps" } })).is_err());
    }
}
