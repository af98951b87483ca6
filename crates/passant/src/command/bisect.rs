//! `passant bisect`: follows a wrong count down to the first position whose moves differ.

use passant_rules::Position;

use super::engines;
use crate::arguments::BisectArguments;
use crate::report::bisect as report_bisect;
use crate::{CliError, ExitCode, fen, report};
use passant_judge::check::bisect::{self, BisectStep};
use passant_judge::check::leaves::leaves;
use passant_query::Asks;
use passant_query::{EngineError, Interrupt, Line, Subject};

/// Follows the difference down, and prints each step.
pub fn run(arguments: &BisectArguments) -> Result<ExitCode, CliError> {
    let (line, position) = line(arguments)?;
    let (spec, calibration) = engines::calibrate_engine(&arguments.engine)?;
    if calibration.channel.asks() != Asks::Counts {
        report::warn(&report_bisect::no_counts(
            &calibration,
            &spec.command.to_string(),
        ));
        return Ok(ExitCode::Engine);
    }
    let mut channel = calibration.open(&spec);
    let interrupt = &spec.interrupt;
    if arguments.tally {
        let leaves = leaves(
            channel.as_mut(),
            &line,
            &position,
            arguments.depth,
            interrupt,
        );
        match leaves {
            Ok(leaves) => report::print(&report_bisect::leaves(&leaves, arguments.depth))?,
            Err(error) => return report_error(&error, ""),
        }
    }
    follow(
        channel.as_mut(),
        &line,
        &position,
        arguments.depth,
        interrupt,
    )
}

fn follow(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
    depth: u32,
    interrupt: &Interrupt,
) -> Result<ExitCode, CliError> {
    let mut steps: Vec<BisectStep> = Vec::new();
    let found = bisect::first_difference(channel, line, position, depth, interrupt, |step| {
        steps.push(step.clone());
    });
    for step in &steps {
        report::print(&report_bisect::step(step))?;
    }
    match found {
        Ok(Some(found)) => {
            report::print(&report_bisect::difference(&found, steps.last()))?;
            Ok(ExitCode::Difference)
        }
        Ok(None) if steps.iter().any(|step| step.totals.0 != step.totals.1) => {
            report::warn("error: the engine does not repeat its counts\n");
            Ok(ExitCode::Unknown)
        }
        Ok(None) => {
            report::print("no difference\n")?;
            Ok(ExitCode::Ok)
        }
        Err(error) => {
            let (path, depth) = bisect::path_after(&steps, depth);
            if let EngineError::Contradicted { moves, total } = &error {
                let explained = report_bisect::contradiction(position, &path, depth, moves, *total);
                report::print(&explained)?;
            }
            let after = match &path[..] {
                [] => String::new(),
                path => format!(" after {}", path.join(" ")),
            };
            report_error(&error, &format!(", at depth {depth}{after}"))
        }
    }
}

/// Prints the error of the engine and where it happened, and returns the exit code.
fn report_error(error: &EngineError, place: &str) -> Result<ExitCode, CliError> {
    if *error == EngineError::Interrupted {
        return Err(CliError::interruption());
    }
    report::warn(&format!("error: the engine {error}{place}\n"));
    Ok(match error {
        EngineError::Garbled(_) | EngineError::Contradicted { .. } => ExitCode::Unknown,
        EngineError::Refused(_) => ExitCode::Difference,
        _ => ExitCode::Engine,
    })
}

/// The line that is sent to the engine, and the position that the line leads to.
fn line(arguments: &BisectArguments) -> Result<(Line, Position), CliError> {
    let reading = fen::read(&arguments.fen)?;
    fen::warn_of_repairs(&reading);
    let mut position = reading.position;
    let mut line = Line::at(&position);
    for text in &arguments.moves {
        let mv = position
            .parse_uci(text)
            .map_err(|error| CliError::bad_input(&format!("{text}: {error}")))?;
        line = line.then(position.uci_move(mv));
        let _ = position.make(mv);
    }
    Ok((line, position))
}
