//! `passant perft split`, `shard` and `join`: a count in pieces.

use std::fs;
use std::path::Path;
use std::time::Duration;

use passant_count::{Column, Count, Tally};
use passant_kernel::KernelCount;
use passant_perft::{Counter, JoinError, Resources, Run, RunError, Runner, Shard, Split};
use passant_query::Interrupt;

use super::counting::{counter, resources, run_error, runner};
use crate::arguments::{JoinArguments, ShardArguments, ShardCommand, SplitArguments};
use crate::progress_bar::Bar;
use crate::report::shards as report_shards;
use crate::{CliError, ExitCode, fen, report, threads};

/// Below the positions of a shard, at least so many plies are counted.
const LEAST_BELOW: u32 = 2;

pub(super) fn run(command: &ShardCommand) -> Result<ExitCode, CliError> {
    match command {
        ShardCommand::Split(arguments) => split(arguments),
        ShardCommand::Shard(arguments) => shards(arguments),
        ShardCommand::Join(arguments) => join_all(arguments),
    }
}

fn split(arguments: &SplitArguments) -> Result<ExitCode, CliError> {
    let SplitArguments { depth, ply, .. } = *arguments;
    if depth < ply + LEAST_BELOW {
        return Err(CliError::bad_input(&format!(
            "--ply {ply} leaves fewer than {LEAST_BELOW} plies of --depth {depth}; give a smaller ply"
        )));
    }
    let reading = fen::read(&arguments.fen)?;
    fen::warn_of_repairs(&reading);
    let folder = &arguments.folder;
    fs::create_dir_all(folder).map_err(|error| {
        CliError::Checkpoint(format!(
            "cannot make the folder {}: {error}",
            folder.display()
        ))
    })?;
    let bar = Bar::new();
    bar.title("shards");
    let show = |progress| bar.show_run(progress);
    let interrupt = crate::interrupt::on_signals().unwrap_or_default();
    let new = if arguments.tally {
        Split::new::<Tally>
    } else {
        Split::new::<u64>
    };
    let resources = resources(arguments.memory, arguments.scratch.as_deref());
    let resources = resources.stop(interrupt.flag()).progress(&show);
    let split = new(reading.position, depth, ply, arguments.shards).with(resources);
    let runner = threads::runner(threads::number(arguments.threads, "--threads"))?;
    match runner.split(&split, folder) {
        Ok(summary) => {
            report::print(&report_shards::split(&summary, folder))?;
            Ok(ExitCode::Ok)
        }
        Err(RunError::Interrupted) => Err(CliError::interruption()),
        Err(error) => Err(run_error(&error)),
    }
}

fn shards(arguments: &ShardArguments) -> Result<ExitCode, CliError> {
    let worker = Worker {
        runner: runner(&arguments.counting)?,
        counter: counter(&arguments.counting)?,
        interrupt: crate::interrupt::on_signals().unwrap_or_default(),
    };
    for file in &arguments.files {
        worker.shard(file)?;
    }
    Ok(ExitCode::Ok)
}

/// What counts one shard after the other.
struct Worker {
    runner: Runner,
    counter: Counter,
    interrupt: Interrupt,
}

impl Worker {
    fn shard(&self, file: &Path) -> Result<(), CliError> {
        let shard = Shard::open(file).map_err(|error| run_error(&error))?;
        let kind = &shard.split().counted;
        let (nodes, time, counter) = if kind == Tally::NAME {
            let (total, time, counter) = self.count::<Tally>(&shard)?;
            (total[Column::Nodes], time, counter)
        } else if kind == u64::NAME {
            self.count::<u64>(&shard)?
        } else {
            return Err(CliError::bad_input(&format!(
                "{} is to count {kind:?}, which this version does not know",
                file.display()
            )));
        };
        report::print(&report_shards::shard(&shard, counter, nodes, time))?;
        Ok(())
    }

    /// The total, the time that it took, and what has counted it.
    fn count<C: KernelCount>(
        &self,
        shard: &Shard,
    ) -> Result<(C::Total, Duration, Counter), CliError> {
        let Some(run) = Run::<C>::of_shard(shard) else {
            return Err(CliError::bad_input("the shard is of another count"));
        };
        let bar = Bar::new();
        bar.title(&format!("shard {}", shard.number()));
        let show = |progress| bar.show_run(progress);
        let resources = Resources::default().stop(self.interrupt.flag());
        let run = run.counter(self.counter).with(resources.progress(&show));
        match self.runner.run(&run) {
            Ok(outcome) => match outcome.unsaved {
                None => Ok((outcome.total, outcome.time, outcome.counter)),
                Some(why) => Err(CliError::Checkpoint(why)),
            },
            Err(RunError::Interrupted) => Err(CliError::Interrupted(format!(
                "interrupted: {} % was counted; run the same command again to resume\n",
                bar.percent()
            ))),
            Err(error) => Err(run_error(&error)),
        }
    }
}

fn join_all(arguments: &JoinArguments) -> Result<ExitCode, CliError> {
    let folder: &Path = &arguments.folder;
    let runner = threads::runner(threads::number(None, "--threads"))?;
    match runner.join(folder, arguments.kernels) {
        Ok(joined) => {
            report::print(&if arguments.json {
                report_shards::json(&joined)?
            } else {
                report_shards::sum(&joined)
            })?;
            Ok(ExitCode::Ok)
        }
        Err(
            error
            @ (JoinError::Missing(..) | JoinError::Unconfirmed(..) | JoinError::Different(..)),
        ) => {
            report::warn(&format!("{error}\n"));
            Ok(ExitCode::Difference)
        }
        Err(error) => Err(CliError::bad_input(&error.to_string())),
    }
}
