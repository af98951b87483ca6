//! The report of `passant adapter check`.

use std::fmt::Write;
use std::io;

use anstyle::{AnsiColor, Style};
use passant_report::pretty_json;

use crate::adapter::{AdapterReport, Exchange, ReplyVerdict};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// A line for each request, and each wrong reply in full.
pub(crate) fn text(report: &AdapterReport, is_quiet: bool) -> String {
    let mut text = String::new();
    if !is_quiet && !report.name.is_empty() {
        text += &report.name;
        text.push('\n');
    }
    for exchange in &report.exchanges {
        if !is_quiet || exchange.problem.is_some() {
            text += &line(exchange);
        }
    }
    let wrong = report
        .exchanges
        .iter()
        .filter(|exchange| exchange.problem.is_some());
    let (wrong, all) = (wrong.count(), report.exchanges.len());
    if !is_quiet {
        // Writing to a string cannot fail.
        let _ = match wrong {
            0 => writeln!(text, "all {all} replies are correct"),
            _ => writeln!(text, "{wrong} of {all} replies are wrong or missing"),
        };
    }
    text
}

fn line(exchange: &Exchange) -> String {
    let (style, word) = match exchange.outcome {
        ReplyVerdict::Ok => (GOOD, "ok"),
        ReplyVerdict::Wrong => (BAD, "wrong"),
        ReplyVerdict::Silent => (BAD, "silent"),
    };
    let mut text = format!("{style}{word:<6}{style:#} > {}\n", exchange.request);
    if let Some(problem) = &exchange.problem {
        for line in &exchange.reply {
            let _ = writeln!(text, "       < {line}");
        }
        let _ = writeln!(text, "       {problem}");
    }
    text
}

/// The report as a JSON object.
pub(crate) fn json(report: &AdapterReport) -> io::Result<String> {
    pretty_json(report)
}
