//! `passant perft --distinct`: counts the different positions at each ply.

use std::fmt::Write;

use passant_perft::{DistinctCount, DistinctRun};
use passant_report::{pretty_json, reason};
use passant_rules::{EnPassantMode, Position};
use serde_json::{Value, json};

use super::counting::{VerifyOptions, resources, run_error, runner};
use super::position::PositionArguments;
use crate::progress_bar::Bar;
use crate::report::layout::{self, json_number};
use crate::{CliError, ExitCode, fen, report};

pub(super) fn run(
    arguments: &PositionArguments,
    options: &VerifyOptions,
    text: &str,
    depth: u32,
) -> Result<ExitCode, CliError> {
    let reading = fen::read_and_warn(text)?;
    let bar = Bar::new("distinct positions");
    let show = |progress| bar.show_run(progress);
    let interrupt = crate::interrupt::on_signals().unwrap_or_default();
    let resources = resources(arguments.memory, arguments.scratch.as_deref())
        .stop(interrupt.flag())
        .progress(&show);
    let run = DistinctRun::new(reading.position.clone(), depth).with(resources);
    let mut counts = Vec::new();
    let mut printed = Ok(());
    if !options.json {
        report::print(&header())?;
    }
    let outcome = runner(&options.counting)?.distinct(&run, &mut |count| {
        if !options.json && printed.is_ok() {
            printed = report::print(&line(&count, arguments.verbose));
        }
        counts.push(count);
    });
    printed?;
    outcome.map_err(|error| run_error(&error))?;
    report::print(&if options.json {
        json(&reading.position, &counts)?
    } else {
        LEGEND.to_owned()
    })?;
    Ok(ExitCode::Ok)
}

/// Returns the titles of the table, one line.
fn header() -> String {
    format!(
        "{:>3} {:>20} {:>16} {:>16} {:>16} {:>9}\n",
        "ply", "lines", "always", "pseudo-legal", "legal", "seconds"
    )
}

/// One ply: a line of the table, and the positions that it is asked to name.
fn line(count: &DistinctCount, names_positions: bool) -> String {
    let DistinctCount {
        ply,
        lines,
        always,
        pseudo_legal,
        legal,
        only_pseudo_legal,
        passes,
        time,
    } = count;
    let mut text = format!(
        "{ply:>3} {lines:>20} {always:>16} {pseudo_legal:>16} {legal:>16} {:>9.2}\n",
        time.as_secs_f64()
    );
    if 1 < *passes {
        text += &layout::passes(*ply, *passes);
    }
    if names_positions {
        for position in only_pseudo_legal {
            let _ = writeln!(
                text,
                "    {}: {}",
                position.fen(EnPassantMode::PseudoLegal),
                illegal_captures(position)
            );
        }
        let unnamed = (pseudo_legal - legal).saturating_sub(only_pseudo_legal.len() as u64);
        if unnamed != 0 {
            let _ = writeln!(text, "    and {unnamed} more");
        }
    }
    text
}

/// The meanings of the three columns.
const LEGEND: &str = "
always        the en passant target belongs to the position after each double push
pseudo-legal  if a pawn stands beside the pawn that has moved
legal         if it can be captured (FIDE Laws of Chess 9.2.3): what counts for repetition
";

/// Why each capture that the target offers is illegal.
fn illegal_captures(position: &Position) -> String {
    let right = position.en_passant().into_iter();
    let captures = right
        .flat_map(|right| right.capturers().into_iter().map(move |at| (right, at)))
        .filter_map(|(right, capturer)| {
            let reason = reason(position.judge_en_passant(capturer)?)?;
            Some(format!(
                "{capturer}x{} is illegal ({reason})",
                right.target()
            ))
        });
    captures.collect::<Vec<_>>().join(", ")
}

/// Returns all plies as a JSON object.
fn json(position: &Position, counts: &[DistinctCount]) -> std::io::Result<String> {
    let ply = |count: &DistinctCount| {
        let examples: Vec<Value> = count
            .only_pseudo_legal
            .iter()
            .map(|position| position.fen(EnPassantMode::PseudoLegal).as_str().into())
            .collect();
        json!({
            "ply": count.ply,
            "lines": json_number(count.lines),
            "always": count.always,
            "pseudo_legal": count.pseudo_legal,
            "legal": count.legal,
            "only_pseudo_legal": examples,
            "passes": count.passes,
            "seconds": count.time.as_secs_f64(),
        })
    };
    pretty_json(&json!({
        "fen": position.fen(EnPassantMode::Always).as_str(),
        "plies": counts.iter().map(ply).collect::<Vec<_>>(),
    }))
}
