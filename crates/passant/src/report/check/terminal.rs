//! What `passant check` says on a terminal.

use std::collections::BTreeMap;
use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use comfy_table::{CellAlignment, Table, presets};
use passant_rules::{EnPassant, Position};

use crate::engine_report::EngineResult;
use crate::report::{self, board};
use passant_engine::{Calibration, Starter};
use passant_judge::check::questions::Declared;
use passant_judge::check::{
    Answer, CaseResult, Difference, Finding, NamedMove, Plan, Verdict, WayResult,
};
use passant_judge::diagnosis::Examination;

use super::rerun;
use super::group::Group;

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
const PLAIN: Style = Style::new();
const HEADING: Style = Style::new().bold();

/// How many failures of a kind are drawn; the others are counted.
const DRAWN: usize = 2;

/// How much to say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// Nothing but what goes wrong.
    Quiet,
    /// A few failures of each kind.
    Some,
    /// Every failure.
    Every,
}

/// How the engine is asked, before anything is.
pub(crate) fn card(
    starter: &Starter,
    calibration: &Calibration,
    plan: &Plan,
    declared: Declared,
) -> String {
    let name = match calibration.name.trim() {
        "" => starter.launch.to_string(),
        name => name.to_owned(),
    };
    let mut card = format!("{HEADING}{name}{HEADING:#}\n");
    let channel = match &calibration.command {
        Some(command) => format!("{} ({command})", calibration.channel),
        None => calibration.channel.to_string(),
    };
    let positions = plan.items.len();
    // Writing to a string cannot fail.
    let _ = writeln!(card, "  command   {}", starter.launch);
    let _ = writeln!(card, "  protocol  {}", calibration.protocol.word());
    let _ = writeln!(card, "  channel   {channel}");
    for note in &calibration.notes {
        let _ = writeln!(card, "  note      {note}");
    }
    if !declared.is_empty() {
        let _ = writeln!(card, "  declares  {declared}");
    }
    let asked = match plan.questions(calibration.channel).len() {
        0 => format!("{positions} positions"),
        games if positions == 0 => format!("{games} games"),
        games => format!("{positions} positions, {games} games"),
    };
    let _ = writeln!(card, "  asked     {asked}\n");
    card
}

/// Why an engine cannot be asked.
fn no_channel(result: &EngineResult) -> String {
    let mut text = format!(
        "{HEADING}{}{HEADING:#}\n{BAD}cannot be asked{BAD:#}; what was tried:\n",
        result.command
    );
    for line in &result.tried {
        let _ = writeln!(text, "  {line}");
    }
    text + "Its own perft, xboard's setboard or the line protocol would do; --protocol and --perft-command choose.\n"
}

/// The table of classes, and each case that is not as it should be.
pub(crate) fn result(result: &EngineResult, detail: Detail) -> String {
    if result.calibration.is_none() {
        return no_channel(result);
    }
    let mut text = String::new();
    if detail != Detail::Quiet && !result.cases.is_empty() {
        text += &classes(result);
    }
    for alike in Group::sort(result.cases.iter().filter(|case| is_reported(case))) {
        text += &failures(&alike, result, detail);
    }
    if let Some(examination) = &result.diagnosis {
        text += &diagnosis(examination, &result.command, detail);
    }
    if detail != Detail::Quiet {
        text += &summary(result);
    }
    text
}

/// What is wrong by name, and the wrong answer that shows it; the tests only when everything is told.
fn diagnosis(examination: &Examination, command: &str, detail: Detail) -> String {
    let mut text = format!("{HEADING}Diagnosis{HEADING:#}\n\n");
    text += &report::diagnosis::body(examination);
    if let Some(exhibit) = &examination.exhibit {
        text.push('\n');
        text += &report::diagnosis::shown(exhibit);
        if detail == Detail::Every {
            text.push('\n');
            text += &report::diagnosis::pasted(exhibit);
        } else {
            let command = shell_words::join(["passant", "diagnose", command]);
            let _ = writeln!(text, "tests     {command} prints some to paste");
        }
    }
    text + "\n"
}

/// Cases that fail alike: some of them drawn, the others named by class.
fn failures(alike: &Group, result: &EngineResult, detail: Detail) -> String {
    let count = alike.cases.len();
    let drawn = match detail {
        Detail::Every => count,
        Detail::Quiet | Detail::Some => count.min(DRAWN),
    };
    let mut text = String::new();
    if count != 1 {
        let _ = writeln!(
            text,
            "{HEADING}{count} cases alike:{HEADING:#} {}\n",
            alike.what
        );
    }
    for case in &alike.cases[..drawn] {
        text += &failure(case, result);
    }
    if drawn < count {
        let classes = Group::classes(&alike.cases[drawn..]);
        let _ = writeln!(
            text,
            "and {} more like that: {classes} (--verbose draws each)\n",
            count - drawn
        );
    }
    text
}

/// Whether there is something to say about a case.
fn is_reported(case: &CaseResult) -> bool {
    case.verdict.is_bad() || case.verdict == Verdict::Unknown
}

/// A line for each class.
fn classes(result: &EngineResult) -> String {
    let mut classes: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for case in &result.cases {
        let counts = classes.entry(&case.class).or_default();
        counts[column(case.verdict)] += 1;
    }
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["class", "passed", "failed", "other", "not testable"]);
    for (class, counts) in classes {
        let cells = counts.map(|count| match count {
            0 => "-".to_owned(),
            count => count.to_string(),
        });
        table.add_row(std::iter::once(class.to_owned()).chain(cells));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    format!("{table}\n\n")
}

fn column(verdict: Verdict) -> usize {
    match verdict {
        Verdict::Pass | Verdict::Xfail => 0,
        Verdict::Fail | Verdict::Refused => 1,
        Verdict::Unsupported => 3,
        _ => 2,
    }
}

/// A case that is not as it should be, drawn.
fn failure(case: &CaseResult, result: &EngineResult) -> String {
    let style = style(case.verdict);
    let mut text = format!("{style}{}{style:#} {}\n", case.verdict, case.address);
    if let Ok(position) = Position::from_fen(&case.fen) {
        let target = position.en_passant().map(EnPassant::target);
        for line in board::draw(&position.board(), target).lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    let _ = writeln!(text, "  fen      {}", case.fen);
    let _ = writeln!(text, "  why      {}", case.why);
    for (word, said) in [("rule", &case.rule), ("source", &case.source)] {
        if let Some(said) = said {
            let _ = writeln!(text, "  {word:<8} {said}");
        }
    }
    let _ = writeln!(text, "  channel  {}", case.rung);
    if let Some(pattern) = &case.pattern {
        let _ = writeln!(text, "  pattern  {pattern}");
    }
    for way in case.ways.iter().filter(|way| !way.findings.is_empty()) {
        for finding in &way.findings {
            text += &described(way, finding);
        }
    }
    if let Some(smallest) = &case.smallest {
        let _ = writeln!(text, "  smallest {}", super::smallest(smallest));
        for rule in &smallest.rules {
            let _ = writeln!(text, "           {rule}");
        }
    }
    let _ = writeln!(text, "  again    {}", rerun::check(case, result));
    if let Some(bisect) = rerun::bisect(case, &result.words) {
        let _ = writeln!(text, "           {bisect}");
    }
    text + "\n"
}

fn described(way: &WayResult, finding: &Finding) -> String {
    let head = finding
        .answer
        .as_ref()
        .map_or(&finding.text, |it| &it.asked);
    let mut text = format!("  {:<14} {}: {head}\n", way.way.word(), way.verdict);
    if let Some(answer) = &finding.answer {
        text += &answered(answer);
    }
    if !way.moves.is_empty() {
        let _ = writeln!(
            text,
            "                 told: {} {}",
            way.fen,
            way.moves.join(" ")
        );
    }
    if let Some(difference) = &finding.difference {
        text += &moves(difference);
    }
    text
}

/// What was said and what is right, and the positions that had to be compared.
fn answered(answer: &Answer) -> String {
    let mut text = String::new();
    for (word, said) in [("says:", &answer.said), ("right:", &answer.right)] {
        let _ = writeln!(text, "                 {word:<6} {said}");
    }
    let positions = answer.positions.iter().map(ToString::to_string);
    for line in positions.collect::<String>().lines() {
        let _ = writeln!(text, "                 {line}");
    }
    text
}

fn moves(difference: &Difference) -> String {
    let mut text = String::new();
    if !difference.path.is_empty() {
        let _ = writeln!(
            text,
            "                 after {}: {}",
            difference.path.join(" "),
            difference.fen
        );
    }
    for (what, list) in [
        ("missing", &difference.missing),
        ("extra", &difference.extra),
    ] {
        for NamedMove { uci, kind } in list {
            let _ = writeln!(text, "                 {what} {uci} ({kind})");
        }
    }
    text
}

fn summary(result: &EngineResult) -> String {
    let mut text = String::new();
    for verdict in Verdict::ALL.into_iter().rev() {
        let count = result
            .cases
            .iter()
            .filter(|case| case.verdict == verdict)
            .count();
        if count != 0 {
            let style = style(verdict);
            let separator = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{separator}{style}{count} {verdict}{style:#}");
        }
    }
    if text.is_empty() {
        text += "nothing was asked";
    }
    if result.not_asked != 0 {
        let _ = write!(text, "; {} not asked", result.not_asked);
    }
    #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
    let seconds = result.milliseconds as f64 / 1000.0;
    format!("{text}; {seconds:.1} s\n\n")
}

fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Pass => GOOD,
        Verdict::Unsupported | Verdict::Xfail => PLAIN,
        Verdict::Nonstrict | Verdict::Unknown => DOUBTFUL,
        _ => BAD,
    }
}
