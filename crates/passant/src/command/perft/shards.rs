//! `passant perft split`, `shard` and `join`: a count in pieces, for many machines.

use std::fmt::Write;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytesize::ByteSize;
use clap::{Args, Subcommand};
use passant_count::{Column, Count, Tally};
use passant_kernel::KernelCount;
use passant_perft::{
    Counter, JoinError, Joined, Resources, Run, RunError, Runner, Shard, Split, SplitSummary,
};
use passant_query::Interrupt;
use passant_report::{number_of, pretty_json};
use passant_suite::epd::MAX_DEPTH;
use serde_json::{Map, Value, json};

use super::counting::{CountingOptions, counter, resources, run_error, runner};
use crate::progress_bar::Bar;
use crate::report::layout::{json_number, nodes_per_second};
use crate::{CliError, ExitCode, fen, report, threads};

/// The end of `passant perft split --help`.
const SPLIT_NOTES: &str = "\
The folder then holds split.json, which describes all shards, and a file for each. Copy them anywhere; each is counted by
passant perft shard. A shard should take some minutes: clusters ask for few starts.

Example:
  passant perft split --fen startpos --depth 10 --tally --ply 6 --shards 500 shards";

/// The end of `passant perft shard --help`.
const SHARD_NOTES: &str = "\
The ledger is written beside the shard, about once a second, as NAME.KERNEL.json. Run the same command again to resume;
a finished shard is not counted again.

Example:
  passant perft shard shards/shard-00017.positions";

/// The end of `passant perft join --help`.
const JOIN_NOTES: &str = "\
Refuses a folder with a ledger that is missing, unfinished, damaged, duplicate or of another split, or with two kernels that
disagree.

Keys of the object that --json prints:
  fen, depth, counted, ply, shards, positions, lines   what was divided
  counts         {column: leaf moves}, or {nodes}
  seconds        the time that all shards took together
  kernels        {kernel: shards that it has counted}
  started_again  [{shard, kernel, starts}]: counts that were started more than once

Exit codes: 0 all is counted, 1 a shard is missing or two kernels disagree, 2 a file cannot be used.";

/// Runs that are divided into files, for many machines.
#[derive(Subcommand)]
pub enum ShardCommand {
    /// Divide a count into shards: files of positions
    Split(SplitArguments),
    /// Count shards, and write a ledger beside each
    Shard(ShardArguments),
    /// Add up the ledgers of all shards of a folder
    Join(JoinArguments),
}

/// The arguments of `passant perft split`.
#[derive(Args)]
#[command(after_long_help = SPLIT_NOTES)]
pub struct SplitArguments {
    /// The position: a FEN in quotes, or startpos
    #[arg(long)]
    pub fen: String,

    /// The depth in plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_DEPTH)))]
    pub depth: u32,

    /// Count the leaf moves by type
    #[arg(long)]
    pub tally: bool,

    /// The number of plies from the root to the positions of the shards; at most two less than the depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub ply: u32,

    /// The number of shards
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub shards: u64,

    /// Memory for positions, for example 4GiB [default: a quarter of what is free]
    #[arg(long, value_name = "SIZE")]
    pub memory: Option<ByteSize>,

    /// Keep positions of earlier plies that do not fit into memory in this folder
    #[arg(long, value_name = "DIR")]
    pub scratch: Option<PathBuf>,

    /// Number of threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// The folder for the shards; made if it does not exist
    pub folder: PathBuf,
}

/// The arguments of `passant perft shard`.
#[derive(Args)]
#[command(after_long_help = SHARD_NOTES)]
pub struct ShardArguments {
    /// The shards: files that end in .positions; they are counted one after the other
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// The options for threads and kernels.
    #[command(flatten)]
    pub counting: CountingOptions,
}

/// The arguments of `passant perft join`.
#[derive(Args)]
#[command(after_long_help = JOIN_NOTES)]
pub struct JoinArguments {
    /// The folder of the shards
    pub folder: PathBuf,

    /// Require each shard to be counted by at least this many different kernels
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub kernels: u64,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,
}

/// Below the positions of a shard, at least this many plies are counted.
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
        return Err(CliError::bad_input(format!(
            "--ply {ply} leaves fewer than {LEAST_BELOW} plies of --depth {depth}; give a smaller ply"
        )));
    }
    let reading = fen::read_and_warn(&arguments.fen)?;
    let folder = &arguments.folder;
    fs::create_dir_all(folder).map_err(|error| {
        CliError::Checkpoint(format!(
            "cannot make the folder {}: {error}",
            folder.display()
        ))
    })?;
    let bar = Bar::new("shards");
    let show = |progress| bar.show_run(progress);
    let interrupt = crate::interrupt::on_signals().unwrap_or_default();
    let new = if arguments.tally {
        Split::new::<Tally>
    } else {
        Split::new::<u64>
    };
    let resources = resources(arguments.memory, arguments.scratch.as_deref())
        .stop(interrupt.flag())
        .progress(&show);
    let split = new(reading.position, depth, ply, arguments.shards).with(resources);
    let runner = threads::runner(threads::number(arguments.threads, "--threads"))?;
    let summary = runner
        .split(&split, folder)
        .map_err(|error| run_error(&error))?;
    report::print(&split_text(&summary, folder))?;
    Ok(ExitCode::Ok)
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

/// Counts one shard after the other.
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
            return Err(CliError::bad_input(format!(
                "{} is to count {kind:?}, which this version does not know",
                file.display()
            )));
        };
        report::print(&shard_text(&shard, counter, nodes, time))?;
        Ok(())
    }

    /// Returns the total, the time that it took, and what has counted it.
    fn count<C: KernelCount>(
        &self,
        shard: &Shard,
    ) -> Result<(C::Total, Duration, Counter), CliError> {
        let Some(run) = Run::<C>::of_shard(shard) else {
            return Err(CliError::bad_input("the shard is of another count"));
        };
        let bar = Bar::new(&format!("shard {}", shard.number()));
        let show = |progress| bar.show_run(progress);
        let resources = Resources::default().stop(self.interrupt.flag());
        let bounded = run.counter(self.counter).with(resources.progress(&show));
        match self.runner.run(&bounded) {
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
                json_text(&joined)?
            } else {
                sum_text(&joined)
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
        Err(error) => Err(CliError::bad_input(error)),
    }
}

/// Returns the summary of a split, and the next commands.
fn split_text(summary: &SplitSummary, folder: &Path) -> String {
    let SplitSummary {
        split,
        positions,
        lines,
    } = summary;
    let shown = folder.display();
    format!(
        "{} of ply {} in {}, for depth {}; {lines} lines lead to them\n\
         next: passant perft shard {shown}/shard-00001.positions, and so on, on as many machines as there are;\n\
         at last: passant perft join {shown}\n",
        number_of(*positions as usize, "position"),
        split.ply,
        number_of(split.shards as usize, "shard"),
        split.depth,
    )
}

/// Returns the summary of a shard that was counted.
fn shard_text(shard: &Shard, counter: Counter, nodes: u128, time: Duration) -> String {
    format!(
        "shard {} of {}: {}, {counter}: {:.2} s, {:.0} million nodes per second\n",
        shard.number(),
        shard.split().shards,
        number_of(shard.positions() as usize, "position"),
        time.as_secs_f64(),
        nodes_per_second(nodes, time) / 1e6,
    )
}

/// Returns the sum over all shards.
fn sum_text(joined: &Joined) -> String {
    let mut text = String::new();
    for (name, count) in &joined.columns {
        let _ = writeln!(text, "{name:<36} {count:>20}");
    }
    let kernels: Vec<String> = joined
        .kernels
        .iter()
        .map(|(kernel, shards)| format!("{kernel} {}", number_of(*shards as usize, "shard")))
        .collect();
    let split = &joined.summary.split;
    let _ = writeln!(
        text,
        "\n{} at depth {}, {} of ply {}; {}; {:.1} s in all",
        split.fen,
        split.depth,
        number_of(joined.summary.positions as usize, "position"),
        split.ply,
        kernels.join(", "),
        joined.time.as_secs_f64()
    );
    for again in &joined.started_again {
        let _ = writeln!(
            text,
            "shard {} was started {} times ({})",
            again.shard, again.starts, again.kernel
        );
    }
    text
}

/// Returns the sum over all shards as a JSON object.
fn json_text(joined: &Joined) -> std::io::Result<String> {
    let summary = &joined.summary;
    let counts: Map<String, Value> = joined
        .columns
        .iter()
        .map(|(name, count)| ((*name).to_owned(), json_number(*count)))
        .collect();
    let started_again: Vec<Value> = joined
        .started_again
        .iter()
        .map(
            |again| json!({ "shard": again.shard, "kernel": again.kernel, "starts": again.starts }),
        )
        .collect();
    pretty_json(&json!({
        "fen": summary.split.fen,
        "depth": summary.split.depth,
        "counted": summary.split.counted,
        "ply": summary.split.ply,
        "shards": summary.split.shards,
        "positions": summary.positions,
        "lines": json_number(summary.lines),
        "counts": counts,
        "seconds": joined.time.as_secs_f64(),
        "kernels": joined.kernels,
        "started_again": started_again,
    }))
}
