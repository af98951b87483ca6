//! Pages in HTML, each a file without scripts, fonts or pictures of other hosts: what they have in common, and the report of
//! a check.

use std::{io, mem};

use anstream::adapter::strip_str;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, escape_formatter};
use passant_judge::check::{CaseResult, Verdict};
use passant_query::{Syntax, escape};
use passant_report::{CounterexampleRecord, DiagnosisRecord, EngineResult};
use serde::Serialize;

use super::board::Picture;
use super::closing::Closing;
use super::group::Group;
use super::labelled_list::{BAD, GOOD, Item, LabelledList, Value};
use super::{Verbosity, board_svg, diagnosis, no_channel, parts};

/// The maximum number of cases of a group that are listed below the one that is drawn.
const LISTED: usize = 50;

/// The parts that pages include.
const INCLUDED: [(&str, &str); 4] = [
    ("style.css", include_str!("html/style.css")),
    ("cell.html", include_str!("html/cell.html")),
    ("failure.html", include_str!("html/failure.html")),
    ("facts.html", include_str!("html/facts.html")),
];

/// Fills in a page. Every value is escaped, unless the page says that it is markup.
pub(crate) fn render(page: &str, content: impl Serialize) -> io::Result<String> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    environment.set_formatter(|out, state, value| match value.as_str() {
        Some(text) if !value.is_safe() => {
            escape_formatter(out, state, &escape(text, Syntax::Line).into())
        }
        _ => escape_formatter(out, state, value),
    });
    for (name, text) in INCLUDED {
        environment
            .add_template(name, text)
            .map_err(io::Error::other)?;
    }
    environment
        .render_str(page, Serde(content))
        .map_err(io::Error::other)
}

/// A case that is drawn.
#[derive(Serialize)]
pub(crate) struct FailedCase {
    id: String,
    verdict: &'static str,
    mark: &'static str,
    address: String,
    fen: String,
    board: String,
    /// Says why each en passant capture is legal or illegal.
    rules: Vec<String>,
    why: String,
    found: Vec<String>,
    /// The commands that repeat the case.
    commands: Vec<String>,
}

impl FailedCase {
    /// Draws a case of an engine with a number on the page.
    pub(crate) fn new(number: usize, engine: &EngineResult, case: &CaseResult) -> Self {
        let picture = Picture::of_fen(&case.fen);
        let picture = picture.as_ref();
        Self {
            id: anchor(number, &case.address),
            verdict: case.verdict.word(),
            mark: mark(case.verdict),
            address: case.address.clone(),
            fen: case.fen.clone(),
            board: picture.map_or_else(String::new, board_svg::draw),
            rules: picture.map_or_else(Vec::new, Picture::sentences),
            why: case.why.clone(),
            found: parts::finding_lines(case)
                .lines()
                .map(str::to_owned)
                .collect(),
            commands: commands(case, engine),
        }
    }
}

/// Returns the commands that repeat a case; none if no command can.
fn commands(case: &CaseResult, engine: &EngineResult) -> Vec<String> {
    if engine.words.is_empty() && engine.text.is_none() {
        return Vec::new();
    }
    let bisect = parts::bisect_command(case, &engine.words);
    let check = parts::check_command(case, engine);
    std::iter::once(check).chain(bisect).collect()
}

/// Returns the anchor of an engine.
pub(crate) fn engine_anchor(number: usize) -> String {
    format!("engine-{number}")
}

/// Returns the anchor of a class or a case of an engine.
pub(crate) fn anchor(number: usize, name: &str) -> String {
    format!("{}-{name}", engine_anchor(number))
}

/// A mark and an explanation for each verdict. The mark helps readers who cannot see the colors.
pub(crate) const MARKS: [(Verdict, &str, &str); 10] = [
    (Verdict::Pass, "✓", "all answers are correct"),
    (Verdict::Fail, "✗", "moves or counts differ from the rules"),
    (Verdict::Refused, "⊘", "a legal position is not accepted"),
    (
        Verdict::Crash,
        "†",
        "the engine ended, or printed without end",
    ),
    (Verdict::Timeout, "…", "no answer in time"),
    (
        Verdict::Unknown,
        "?",
        "an answer contradicts itself or another answer",
    ),
    (
        Verdict::Nonstrict,
        "≈",
        "a difference in a position that no game reaches: not an error",
    ),
    (Verdict::Unsupported, "–", "the channel cannot test this"),
    (Verdict::Xfail, "(✗)", "an expected failure"),
    (
        Verdict::Xpass,
        "!✓",
        "an expected failure that did not happen",
    ),
];

/// Returns the mark of a verdict.
pub(crate) fn mark(verdict: Verdict) -> &'static str {
    let row = MARKS.iter().find(|(known, ..)| *known == verdict);
    row.map_or("", |(_, mark, _)| mark)
}

#[derive(Serialize)]
struct Page<'a> {
    version: &'static str,
    squares: String,
    columns: [&'static str; 5],
    engines: Vec<EngineView<'a>>,
}

/// The report on an engine.
#[derive(Serialize)]
struct EngineView<'a> {
    id: String,
    name: &'a str,
    /// The verdict that has the color of the sentence.
    tone: &'static str,
    sentence: String,
    totals: Vec<Total>,
    counts: String,
    groups: Vec<GroupView<'a>>,
    diagnosis: Option<DiagnosisView<'a>>,
    approach: Vec<Facts>,
    remarks: Vec<String>,
    classes: Vec<(&'a str, [usize; 4])>,
    /// The lines about an engine without a channel.
    without_channel: Vec<String>,
}

/// The number of cases in a column of the table of classes.
#[derive(Serialize)]
struct Total {
    label: &'static str,
    count: usize,
    /// The verdict that has the color of the number.
    verdict: &'static str,
}

#[derive(Serialize)]
struct GroupView<'a> {
    verdict: &'static str,
    mark: &'static str,
    heading: Option<String>,
    mistake: String,
    first: FailedCase,
    /// The classes of the others.
    classes: String,
    others: Vec<OtherCase<'a>>,
    left_out: usize,
}

/// A case that is listed below the one that is drawn.
#[derive(Serialize)]
struct OtherCase<'a> {
    verdict: &'static str,
    address: &'a str,
    fen: &'a str,
    commands: Vec<String>,
}

#[derive(Serialize)]
struct DiagnosisView<'a> {
    facts: Vec<Facts>,
    counterexample: Option<CounterexampleView<'a>>,
}

#[derive(Serialize)]
struct CounterexampleView<'a> {
    board: Option<String>,
    facts: Vec<Facts>,
    tests: Vec<Test<'a>>,
}

#[derive(Serialize)]
struct Test<'a> {
    language: &'static str,
    lines: Vec<&'a str>,
}

/// A text and the labelled entries after it.
#[derive(Default, Serialize)]
struct Facts {
    text: String,
    entries: Vec<Fact>,
}

#[derive(Serialize)]
struct Fact {
    label: String,
    lines: Vec<String>,
    links: Vec<Link>,
}

#[derive(Serialize)]
struct Link {
    text: String,
    /// The address; `None` if the text names no issue and no commit.
    address: Option<String>,
}

impl Link {
    /// Links a report of a fault: `owner/repository#number` or `owner/repository commit`, both of GitHub.
    fn new(text: String) -> Self {
        let address = |start: &str, end: &str, kind: &str| {
            let number = end.split(' ').next().unwrap_or_default();
            format!("https://github.com/{start}/{kind}/{number}")
        };
        let issue = text.split_once('#').map(|it| (it, "issues"));
        let named = issue.or_else(|| text.split_once(' ').map(|it| (it, "commit")));
        let is_repository = |name: &str| name.matches('/').count() == 1 && !name.contains(' ');
        Self {
            address: named
                .filter(|((repository, _), _)| is_repository(repository))
                .map(|((repository, end), kind)| address(repository, end, kind)),
            text,
        }
    }
}

/// Returns the report of a check as a page.
pub(crate) fn text(results: &[EngineResult]) -> io::Result<String> {
    let engines = results.iter().enumerate();
    render(
        include_str!("html/check.html"),
        Page {
            version: env!("CARGO_PKG_VERSION"),
            squares: board_svg::squares(),
            columns: parts::CLASS_COLUMNS,
            engines: engines.map(|(number, it)| engine(number, it)).collect(),
        },
    )
}

fn engine(number: usize, result: &EngineResult) -> EngineView<'_> {
    let closing = Closing::of(result);
    let classes: Vec<_> = parts::class_counts(result).collect();
    let groups = Group::of_result(result).into_iter();
    EngineView {
        id: engine_anchor(number),
        name: parts::name(result),
        tone: match closing.style {
            GOOD => Verdict::Pass.word(),
            BAD => Verdict::Fail.word(),
            _ => Verdict::Unknown.word(),
        },
        sentence: match result.calibration {
            None => result.without_channel().to_owned(),
            Some(_) => closing.sentence,
        },
        totals: totals(&classes),
        counts: strip_str(&closing.counts).to_string(),
        groups: groups.map(|it| group(number, result, &it)).collect(),
        diagnosis: result.diagnosis.as_ref().map(diagnosis_view),
        approach: approach(result),
        remarks: plain_lines(&closing.remarks),
        classes,
        without_channel: match result.calibration {
            None => plain_lines(&no_channel::text(result, Verbosity::Normal)),
            Some(_) => Vec::new(),
        },
    }
}

/// Returns the lines of a text for a terminal, without colors.
fn plain_lines(text: &str) -> Vec<String> {
    let plain = strip_str(text).to_string();
    plain.lines().map(str::to_owned).collect()
}

/// Adds up the columns of the table of classes.
fn totals(classes: &[(&str, [usize; 4])]) -> Vec<Total> {
    let colors = [
        Verdict::Pass,
        Verdict::Fail,
        Verdict::Unknown,
        Verdict::Unsupported,
    ];
    let columns = parts::CLASS_COLUMNS[1..].iter().zip(colors).enumerate();
    let total = |(column, (label, color)): (usize, (&&'static str, Verdict))| Total {
        label,
        count: classes.iter().map(|(_, counts)| counts[column]).sum(),
        verdict: color.word(),
    };
    columns.map(total).filter(|it| it.count != 0).collect()
}

fn group<'a>(number: usize, result: &'a EngineResult, group: &Group<'a>) -> GroupView<'a> {
    let (first, others) = (group.cases[0], &group.cases[1..]);
    let other = |case: &&'a CaseResult| OtherCase {
        verdict: case.verdict.word(),
        address: &case.address,
        fen: &case.fen,
        commands: commands(case, result),
    };
    GroupView {
        verdict: first.verdict.word(),
        mark: mark(first.verdict),
        heading: (!others.is_empty()).then(|| group.heading()),
        mistake: group.mistake.clone(),
        first: FailedCase::new(number, result, first),
        classes: Group::classes(others),
        others: others.iter().take(LISTED).map(other).collect(),
        left_out: others.len().saturating_sub(LISTED),
    }
}

fn diagnosis_view(record: &DiagnosisRecord) -> DiagnosisView<'_> {
    let counterexample = |it| {
        let tests = diagnosis::tests(it).into_iter();
        CounterexampleView {
            board: diagnosis::counterexample_picture(it).map(|it| board_svg::draw(&it)),
            facts: facts(diagnosis::counterexample_facts(it)),
            tests: tests
                .map(|(language, code)| Test {
                    language,
                    lines: code.lines().collect(),
                })
                .collect(),
        }
    };
    let found: Option<&CounterexampleRecord> = record.counterexample.as_ref();
    DiagnosisView {
        facts: facts(diagnosis::body(record)),
        counterexample: found.map(counterexample),
    }
}

/// Returns how the engine was asked.
fn approach(result: &EngineResult) -> Vec<Facts> {
    let Some(calibration) = &result.calibration else {
        return Vec::new();
    };
    let (command, conventions) = (&result.command, result.conventions);
    let mut list = LabelledList::default();
    for (label, fact) in parts::approach(command, calibration, conventions, Verbosity::Normal) {
        list.entry(label, &fact);
    }
    facts(list)
}

/// Divides a list where a text stands between its entries.
fn facts(list: LabelledList) -> Vec<Facts> {
    let mut done = Vec::new();
    let mut current = Facts::default();
    for item in list.items() {
        match item {
            Item::Text(text) => {
                let entries = Vec::new();
                done.push(mem::replace(&mut current, Facts { text, entries }));
            }
            Item::Entry(label, _, value) => add_entry(&mut current.entries, label, value),
        }
    }
    done.push(current);
    done
}

/// Adds an entry. Without a label, it belongs to the one before.
fn add_entry(entries: &mut Vec<Fact>, label: String, value: Value) {
    let (lines, reports) = match value {
        Value::Text(text) => (vec![text], Vec::new()),
        Value::Lines(lines) => (lines, Vec::new()),
        Value::Reports(reports) => (Vec::new(), reports),
    };
    match entries.last_mut() {
        Some(before) if label.is_empty() => before.lines.extend(lines),
        _ => entries.push(Fact {
            label,
            lines,
            links: reports.into_iter().map(Link::new).collect(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    #[test]
    fn links_issues_and_commits() {
        let address = |text: &str| Link::new(text.to_owned()).address;
        for (text, end) in [
            ("niklasf/python-chess#70", "issues/70"),
            (
                "niklasf/python-chess 0a60f4a0 (fixed there)",
                "commit/0a60f4a0",
            ),
        ] {
            let expected = format!("https://github.com/niklasf/python-chess/{end}");
            assert_eq!(address(text), Some(expected));
        }
        assert_eq!(
            address("IsiChess, 1994 (chessprogramming.org/En_passant)"),
            None
        );
    }
}
