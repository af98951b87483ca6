//! `passant bisect`: from a count that differs down to the first position whose moves do.

use std::process::ExitCode;

use passant_rules::Position;

use super::{asking, bad_input, interrupted};
use crate::arguments::BisectArguments;
use crate::report::bisect as report_bisect;
use crate::{Failure, exit_code, fen, fen_error, report};
use passant_judge::check::bisect::{self, BisectStep};
use passant_judge::check::leaves::leaves;
use passant_query::Asks;
use passant_query::{EngineError, Interrupt, Line, Subject};

/// Follows the difference down, and shows each step.
pub fn run(arguments: &BisectArguments) -> Result<ExitCode, Failure> {
    let (line, position) = line(arguments)?;
    let (starter, calibration) = asking::calibrated(&arguments.asking, &arguments.engine)?;
    if calibration.channel.asks() != Asks::Counts {
        report::complain(&report_bisect::no_counts(
            &calibration,
            &starter.command.to_string(),
        ));
        return Ok(ExitCode::from(exit_code::ENGINE));
    }
    let mut channel = calibration.open(&starter);
    let interrupt = &starter.interrupt;
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
            Err(trouble) => return stopped(&trouble, ""),
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
) -> Result<ExitCode, Failure> {
    let mut steps: Vec<BisectStep> = Vec::new();
    let found = bisect::first_difference(channel, line, position, depth, interrupt, |step| {
        steps.push(step.clone());
    });
    for step in &steps {
        report::print(&report_bisect::step(step))?;
    }
    match found {
        Ok(Some(found)) => {
            report::print(&report_bisect::found(&found, steps.last()))?;
            Ok(ExitCode::from(exit_code::DIFFERENCE))
        }
        Ok(None) if steps.iter().any(|step| step.totals.0 != step.totals.1) => {
            report::complain("error: the engine does not repeat what it has counted\n");
            Ok(ExitCode::from(exit_code::UNKNOWN))
        }
        Ok(None) => {
            report::print("no difference\n")?;
            Ok(exit_code::OK)
        }
        Err(trouble) => {
            let (path, depth) = bisect::path_after(&steps, depth);
            if let EngineError::Contradicted { moves, total } = &trouble {
                let explained = report_bisect::contradiction(position, &path, depth, moves, *total);
                report::print(&explained)?;
            }
            let after = match &path[..] {
                [] => String::new(),
                path => format!(" after {}", path.join(" ")),
            };
            stopped(&trouble, &format!(", at depth {depth}{after}"))
        }
    }
}

/// Tells the trouble and where it came, and gives the exit code for it.
fn stopped(trouble: &EngineError, place: &str) -> Result<ExitCode, Failure> {
    if *trouble == EngineError::Interrupted {
        return Err(interrupted());
    }
    report::complain(&format!("error: the engine {trouble}{place}\n"));
    Ok(ExitCode::from(match trouble {
        EngineError::Garbled(_) | EngineError::Contradicted { .. } => exit_code::UNKNOWN,
        EngineError::Refused(_) => exit_code::DIFFERENCE,
        _ => exit_code::ENGINE,
    }))
}

/// The position that the engine is told, and the one that this leads to.
fn line(arguments: &BisectArguments) -> Result<(Line, Position), Failure> {
    let reading = fen::read(&arguments.fen)?;
    report::complain(&fen_error::render_repairs(&reading.text, &reading.repairs));
    let mut position = reading.position;
    let mut line = Line::at(&position);
    for text in &arguments.moves {
        let mv = position
            .parse_uci(text)
            .map_err(|error| bad_input(&format!("{text}: {error}")))?;
        line = line.then(position.uci_move(mv));
        let _ = position.make(mv);
    }
    Ok((line, position))
}
