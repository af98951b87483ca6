//! What `passant adapter check` says.

use std::fmt::Write;
use std::io;

use anstyle::{AnsiColor, Style};

use crate::adapter::{Checked, Exchange, Outcome};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// A line for each request; a reply that is not as it should be is shown.
pub(crate) fn text(checked: &Checked, is_quiet: bool) -> String {
    let mut text = String::new();
    if !is_quiet && !checked.name.is_empty() {
        text += &checked.name;
        text.push('\n');
    }
    for exchange in &checked.exchanges {
        if !is_quiet || exchange.wrong.is_some() {
            text += &line(exchange);
        }
    }
    let wrong = checked
        .exchanges
        .iter()
        .filter(|exchange| exchange.wrong.is_some());
    let (wrong, all) = (wrong.count(), checked.exchanges.len());
    if !is_quiet {
        // Writing to a string cannot fail.
        let _ = match wrong {
            0 => writeln!(text, "all {all} replies are as the protocol has them"),
            _ => writeln!(
                text,
                "{wrong} of {all} replies are not as the protocol has them"
            ),
        };
    }
    text
}

fn line(exchange: &Exchange) -> String {
    let (style, word) = match exchange.outcome {
        Outcome::Ok => (GOOD, "well"),
        Outcome::Wrong => (BAD, "wrong"),
        Outcome::Silent => (BAD, "silent"),
    };
    let mut text = format!("{style}{word:<6}{style:#} > {}\n", exchange.request);
    if let Some(wrong) = &exchange.wrong {
        for line in &exchange.reply {
            let _ = writeln!(text, "       < {line}");
        }
        let _ = writeln!(text, "       {wrong}");
    }
    text
}

/// One JSON object.
pub(crate) fn json(checked: &Checked) -> io::Result<String> {
    Ok(serde_json::to_string_pretty(checked)? + "\n")
}
