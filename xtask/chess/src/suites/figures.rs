//! Files that follow from the suites and the faults: `suites/quick.txt`, and figures of `suites/README.md`.

use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::Args;
use passant_oracle::{EngineFault, Family};
use passant_suite::Suites;

use super::score::{Choice, Rated, Score, cheapest, rate_choice, score};

/// The head of the addresses in `quick.txt`.
const QUICK_HEADER: &str = "\
# The cheapest cases that catch every fault that all cases together catch, and tell every pair of faults apart that
# all of them do. Written by `cargo xtask suites figures`.
";

/// The row of all suites.
const ALL: &str = "all suites, all kinds of queries";

/// The row of the quick cases.
const QUICK: &str = "`quick.txt`, the cheapest of these cases that do the same";

/// The rows of other choices: a title, a suite, and whether leaf counts are rated alone.
const ROWS: [(&str, &str, bool); 3] = [
    ("`en-passant`, all kinds of queries", "en-passant", false),
    ("`en-passant`, leaf counts alone", "en-passant", true),
    (
        "the six positions of the chess programming wiki, leaf counts alone",
        "perft/standard",
        true,
    ),
];

/// Tells whether to write the files.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write nothing, and fail if a file is not what it would be
    #[arg(long)]
    check: bool,
}

/// Writes or checks the files.
pub(super) fn run(root: &Path, suites: &Suites, arguments: &Arguments) -> Result<()> {
    let whole = rate_choice(suites, &Choice::all())?;
    let quick = cheapest(&whole);
    let addresses: String = quick.iter().map(|case| case.name.clone() + "\n").collect();
    let quick: Vec<Rated> = quick.into_iter().cloned().collect();
    let mut rows = vec![row(ALL, &score(&whole)), row(QUICK, &score(&quick))];
    for (title, suite, counts) in ROWS {
        let choice = Choice {
            names: vec![suite.to_owned()],
            counts,
            ..Choice::all()
        };
        rows.push(row(title, &score(&rate_choice(suites, &choice)?)));
    }
    let readme = root.join("suites/README.md");
    let page = std::fs::read_to_string(&readme).context("cannot read suites/README.md")?;
    let files = [
        (
            root.join("suites/quick.txt"),
            QUICK_HEADER.to_owned() + &addresses,
        ),
        (readme, replace_rows(&page, &rows)?),
    ];
    for (path, text) in files {
        if std::fs::read_to_string(&path).is_ok_and(|found| found == text) {
            continue;
        }
        if arguments.check {
            bail!(
                "{} is stale: cargo xtask bless writes it anew",
                path.display()
            );
        }
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Returns the beginning of a row, and the row.
fn row(title: &str, score: &Score) -> (String, String) {
    let is_of_lists = |fault: &&EngineFault| fault.family() != Family::Search;
    let start = format!("| {title} | ");
    let row = format!(
        "{start}{} | {} | {} of {}{} |",
        score.cases,
        group_digits(score.nodes),
        score.caught.len(),
        EngineFault::ALL.iter().filter(is_of_lists).count(),
        if score.indistinguishable.is_empty() {
            ", all distinguished"
        } else {
            ""
        }
    );
    (start, row)
}

/// Writes a number with a space between each three digits.
fn group_digits(number: u64) -> String {
    let digits = number.to_string().into_bytes();
    let groups = digits.rchunks(3).rev();
    let groups = groups.map(|group| String::from_utf8_lossy(group).into_owned());
    groups.collect::<Vec<_>>().join(" ")
}

/// Replaces the rows of a page by those that begin alike.
fn replace_rows(page: &str, rows: &[(String, String)]) -> Result<String> {
    let mut lines: Vec<&str> = page.lines().collect();
    for (start, row) in rows {
        let line = lines.iter_mut().find(|line| line.starts_with(start));
        *line.with_context(|| format!("suites/README.md has no row {start:?}"))? = row;
    }
    Ok(lines.join("\n") + "\n")
}
