//! Counting the different positions at each ply.

use passant_perft::{DistinctRun, RunError};

use super::counting::{resources, run_error, runner};
use crate::arguments::{PositionArguments, VerifyOptions};
use crate::progress_bar::Bar;
use crate::report::distinct as report_distinct;
use crate::{CliError, ExitCode, fen, report};

pub(super) fn run(
    arguments: &PositionArguments,
    options: &VerifyOptions,
    text: &str,
    depth: u32,
) -> Result<ExitCode, CliError> {
    let reading = fen::read(text)?;
    fen::warn_of_repairs(&reading);
    let bar = Bar::new();
    bar.title("distinct positions");
    let show = |progress| bar.show_run(progress);
    let interrupt = crate::interrupt::on_signals().unwrap_or_default();
    let resources = resources(arguments.memory, arguments.scratch.as_deref());
    let resources = resources.stop(interrupt.flag()).progress(&show);
    let run = DistinctRun::new(reading.position.clone(), depth).with(resources);
    let mut counts = Vec::new();
    let mut printed = Ok(());
    if !options.json {
        report::print(&report_distinct::header())?;
    }
    let outcome = runner(&options.counting)?.distinct(&run, &mut |count| {
        if !options.json && printed.is_ok() {
            printed = report::print(&report_distinct::line(&count, arguments.verbose));
        }
        counts.push(count);
    });
    printed?;
    match outcome {
        Ok(()) => {}
        Err(RunError::Interrupted) => return Err(CliError::interruption()),
        Err(error) => return Err(run_error(&error)),
    }
    report::print(&if options.json {
        report_distinct::json(&reading.position, &counts)?
    } else {
        report_distinct::LEGEND.to_owned()
    })?;
    Ok(ExitCode::Ok)
}
