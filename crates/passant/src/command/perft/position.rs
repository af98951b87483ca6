//! Counts one position.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use bytesize::ByteSize;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use passant_count::{Column, MoveTally, Tally, Total};
use passant_kernel::KernelCount;
use passant_perft::{Counter, Run, RunError, RunResult, Table};
use passant_rules::{Move, Position};
use passant_suite::epd::MAX_DEPTH;

use super::counting::{VerifyOptions, counter, resources, run_error, threads};
use crate::progress_bar::Bar;
use crate::report::counts as report_perft;
use crate::report::counts::{Method, PerftResult};
use crate::threads::runner;
use crate::{CliError, ExitCode, fen, report};

/// One position to count.
#[derive(Args)]
pub struct PositionArguments {
    /// The position: a FEN in quotes, or startpos
    ///
    /// Impossible castling rights and en passant squares are dropped, with a warning on standard error.
    #[arg(long, requires = "depth")]
    pub fen: Option<String>,

    /// The depth in plies
    #[arg(long, value_name = "N", requires = "fen", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,

    /// Print the nodes below each move
    #[arg(long, requires = "fen")]
    pub divide: bool,

    /// Count only these columns of --tally, separated by commas [default: all]
    ///
    /// Without columns of checks, mates and stalemates, kernels count 1.3 to 4 times as fast; with nodes alone, faster
    /// still. To leave out other columns saves no time; they are not printed.
    #[arg(
        long,
        value_name = "NAMES",
        requires_all = ["fen", "tally"],
        value_delimiter = ',',
        hide_possible_values = true,
        value_parser = column(),
    )]
    pub columns: Vec<Column>,

    /// Use a hash table of this size, for example 512MiB or 8GiB [default: no hash table]
    ///
    /// Counts stay exact, because whole positions are stored and compared.
    #[arg(long, value_name = "SIZE", requires = "fen")]
    pub hash: Option<ByteSize>,

    /// Count the different positions at each ply up to the depth, under the three conventions for the en passant square
    #[arg(long, requires = "fen", conflicts_with_all = ["divide", "hash", "checkpoint", "tally", "unmerged"])]
    pub distinct: bool,

    /// Print more: the time and the memory of each ply; with --distinct, positions that only one convention tells apart
    #[arg(long, requires = "fen")]
    pub verbose: bool,

    /// Memory for the positions near the root, for example 4GiB [default: a quarter of what is free]
    ///
    /// The tree is laid out ply by ply near the root, and transpositions are merged: the more positions fit, the less
    /// is left to count. The hash table has memory of its own.
    #[arg(long, value_name = "SIZE", requires = "fen")]
    pub memory: Option<ByteSize>,

    /// Keep positions that do not fit into memory in this folder, about 12 bytes each
    ///
    /// They are removed after the count. A run that was killed resumes from them. Without --checkpoint, the progress is
    /// also saved there.
    #[arg(long, value_name = "DIR", requires = "fen")]
    pub scratch: Option<PathBuf>,

    /// Save the progress to this file about once a second, and resume from it if it exists
    ///
    /// Run the same command again to resume after an interruption. The file of another run is refused, and so is a
    /// damaged one, at every depth; a count of milliseconds writes none. While it is written, there is a second file,
    /// whose name ends in .passant-part.
    #[arg(long, value_name = "FILE", requires = "fen")]
    pub checkpoint: Option<PathBuf>,
}

/// Reads the name of a column.
fn column() -> impl TypedValueParser<Value = Column> {
    let names = Column::ALL.map(Column::name);
    PossibleValuesParser::new(names).try_map(|name| {
        let mut columns = Column::ALL.into_iter();
        let column = columns.find(|column| column.name() == name);
        column.ok_or("there is no such column")
    })
}

/// Counts the leaf nodes of a position.
pub(super) fn run(
    arguments: &PositionArguments,
    options: &VerifyOptions,
    text: &str,
    depth: u32,
) -> Result<ExitCode, CliError> {
    let reading = fen::read_and_warn(text)?;
    let request = Request {
        arguments,
        options,
        threads: threads(&options.counting),
        counter: counter(&options.counting)?,
        position: reading.position,
        depth,
    };
    let columns = &arguments.columns[..];
    let all = |is: fn(Column) -> bool| !columns.is_empty() && columns.iter().copied().all(is);
    // The less is asked for, the faster it is counted.
    let (counted, unsaved) = if !options.tally || all(|column| column == Column::Nodes) {
        request.count_nodes()?
    } else if all(MoveTally::has) {
        request.count_tally::<MoveTally>()?
    } else {
        request.count_tally::<Tally>()?
    };
    report::print(&if options.json {
        report_perft::json(&counted)?
    } else {
        report_perft::text(&counted)
    })?;
    unsaved.map_or(Ok(ExitCode::Ok), |why| Err(CliError::Checkpoint(why)))
}

/// A count to make.
struct Request<'a> {
    arguments: &'a PositionArguments,
    options: &'a VerifyOptions,
    threads: NonZeroUsize,
    counter: Counter,
    position: Position,
    depth: u32,
}

/// A count, and why its checkpoint could not be saved at the end, if that failed.
type CountOutcome = (PerftResult, Option<String>);

impl Request<'_> {
    fn count_nodes(&self) -> Result<CountOutcome, CliError> {
        let outcome: RunResult<u64> = self.run()?;
        let tally = self.options.tally.then(|| {
            let mut tally = Tally::<u128>::default();
            if let [nodes, ..] = Total::columns_mut(&mut tally) {
                *nodes = outcome.total;
            }
            tally
        });
        Ok(self.outcome(&outcome, outcome.total, outcome.divide.clone(), tally))
    }

    fn count_tally<C: KernelCount<Total = Tally<u128>>>(&self) -> Result<CountOutcome, CliError> {
        let outcome: RunResult<C> = self.run()?;
        let nodes = |tally: &Tally<u128>| tally[Column::Nodes];
        let divide = outcome
            .divide
            .iter()
            .map(|(mv, tally)| (*mv, nodes(tally)))
            .collect();
        let tally = outcome.total.clone();
        Ok(self.outcome(&outcome, nodes(&tally), divide, Some(tally)))
    }

    fn outcome<C: KernelCount>(
        &self,
        outcome: &RunResult<C>,
        nodes: u128,
        divide: Vec<(Move, u128)>,
        tally: Option<Tally<u128>>,
    ) -> CountOutcome {
        let result = PerftResult {
            position: self.position.clone(),
            depth: self.depth,
            nodes,
            divide: self.arguments.divide.then_some(divide),
            tally,
            columns: self.arguments.columns.clone(),
            is_verbose: self.arguments.verbose,
            method: Method {
                counter: outcome.counter,
                threads: self.threads.get(),
                layout: outcome.layout.clone(),
                hash: self.arguments.hash,
                resumed: outcome.resumed,
                time: outcome.time,
            },
        };
        (result, outcome.unsaved.clone())
    }

    fn run<C: KernelCount>(&self) -> Result<RunResult<C>, CliError> {
        let table = self.arguments.hash.map(table).transpose()?;
        let mut run = Run::<C>::new(self.position.clone(), self.depth).counter(self.counter);
        if self.arguments.divide {
            run = run.divide();
        }
        if self.options.unmerged {
            run = run.without_merging();
        }
        if let Some(table) = &table {
            run = run.hash(table);
        }
        let checkpoint = self.arguments.checkpoint.as_deref();
        if let Some(file) = checkpoint {
            run = run.checkpoint(file);
        }
        if let Some(result) = run.count_if_small() {
            return Ok(result);
        }
        let bar = Bar::new(&format!("depth {}", self.depth));
        let show = |progress| bar.show_run(progress);
        // Without a handler Ctrl-C ends the program at once.
        let interrupt = crate::interrupt::on_signals().unwrap_or_default();
        let scratch = self.arguments.scratch.as_deref();
        let resources = resources(self.arguments.memory, scratch);
        let bounded = run.with(resources.stop(interrupt.flag()).progress(&show));
        match runner(self.threads)?.run(&bounded) {
            Ok(outcome) => Ok(outcome),
            Err(RunError::Interrupted) => Err(interruption(bar.percent(), checkpoint)),
            Err(error) => Err(run_error(&error)),
        }
    }
}

fn table<C: KernelCount>(size: ByteSize) -> Result<Table<C>, CliError> {
    Table::new(size.as_u64()).map_err(CliError::bad_input)
}

fn interruption(percent: u64, checkpoint: Option<&Path>) -> CliError {
    let hint = match checkpoint {
        Some(file) => format!(
            "; run the same command again to resume from {}",
            file.display()
        ),
        None => " and is lost; use --checkpoint FILE to keep it".to_owned(),
    };
    CliError::Interrupted(format!("interrupted: {percent} % was counted{hint}\n"))
}
