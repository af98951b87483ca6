//! `passant hunt`: asks an engine about fresh positions that nobody wrote down.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use passant_engine::{Calibration, EngineSpec};
use passant_judge::check::hunt::{Hunt, Hunted, tellable};
use passant_judge::check::questions::Conventions;
use passant_judge::check::{Checked, Plan};
use passant_report::{EngineResult, HuntRecord};
use passant_sampler::{Sampler, Tellable, draw_seed};
use passant_suite::Suites;

use super::diagnose;
use super::engines::{self, EngineArguments, NamedEngine};
use super::reports::{self, CheckForm};
use crate::progress_bar::Bar;
use crate::report::{fresh, terminal};
use crate::{CliError, ExitCode, engine_results, report, threads};

/// The end of `passant hunt --help`.
const NOTES: &str = "\
Examples:
  passant hunt stockfish
  passant hunt ./my-engine --time 600 --keep-going
  passant hunt ./my-engine --positions 1000 --seed 7
  passant hunt ./my-engine --write-case case.toml
  passant hunt --print 1000 --format jsonl > positions.jsonl

The positions come from games of random moves that are steered towards double pushes beside enemy
pawns, from kings, sliders and blockers that are put on the lines of the rule, and from cases of the
suites that are changed. In each, the double push is legal in a valid position before it. They are
told as a FEN or by moves, also after a capture or after the right has expired. Positions whose
features were not seen together yet come first. With the same seed the same positions are asked.

A wrong answer is asked for again in a new process, in every presentation, and the engine must be
known to hold the position, as for passant check. The reports, the verdicts and the lines to rerun a
failure are the same.

Exit codes:
   0  no answer is wrong
   1  an answer is wrong
   2  the command line or a file cannot be used
   3  the engine could not be started, crashed or timed out, and nothing failed
   4  the engine could not be asked about any position
   6  an answer contradicts another one
  74  reading or writing failed, or no thread could be started
 130  interrupted with Ctrl-C; the results so far are reported";

/// The number of bytes that --print collects before it writes them: a write for each line takes longer than to find the position.
const PRINTED_AT_ONCE: usize = 32 * 1024;

/// The arguments of `passant hunt`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct HuntArguments {
    /// The engine: a program, a command with its arguments in quotes, or a name from the file of --engines
    #[arg(required_unless_present = "print")]
    pub engine: Option<String>,

    /// Treat the engine as a script, as `passant check --script` does
    #[arg(long)]
    pub script: bool,

    /// The ways to query the engine.
    #[command(flatten)]
    pub options: EngineArguments,

    /// Time for the hunt, in seconds; a diagnosis may take half as long afterwards, or 30 s
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=604_800))]
    pub time: u64,

    /// Stop after this number of positions
    #[arg(long, value_name = "N")]
    pub positions: Option<u64>,

    /// The seed of the positions [default: another one each time; it is printed]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Go on after the first wrong answer, and report each kind of mistake
    #[arg(long)]
    pub keep_going: bool,

    /// Skip diagnosis and minimization after failures
    #[arg(long)]
    pub no_diagnosis: bool,

    /// Number of processes of the engine that run in parallel, at most eight per core [default: one per core]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,

    /// Write the failing positions to this file, shrunk, as cases of a suite in TOML
    #[arg(long, value_name = "FILE")]
    pub write_case: Option<PathBuf>,

    /// Print this number of positions with their counts, and ask nobody
    #[arg(long, value_name = "N", conflicts_with = "engine")]
    pub print: Option<usize>,

    /// The format of --print
    #[arg(long, value_name = "FORMAT", default_value = "epd", requires = "print")]
    pub format: SampleFormat,

    /// The form of the report.
    #[command(flatten)]
    pub form: CheckForm,
}

/// The formats of printed positions.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum SampleFormat {
    /// The position at the end of each line, as every perft program reads it: FEN ;D1 20 ;D2 400
    Epd,
    /// An object for each line: its FEN, the moves, the FEN at the end, and the counts
    Jsonl,
}

/// Hunts, or prints positions.
pub fn run(arguments: &HuntArguments) -> Result<ExitCode, CliError> {
    let seed = arguments.seed.unwrap_or_else(draw_seed);
    let suites = CliError::builtin_suites()?;
    match (&arguments.engine, arguments.print) {
        (_, Some(number)) => print(number, seed, arguments.format, &suites),
        (Some(engine), _) => hunt(engine, seed, arguments, &suites),
        (None, None) => Err(CliError::bad_input("no engine is named")),
    }
}

fn print(
    number: usize,
    seed: u64,
    format: SampleFormat,
    suites: &Suites,
) -> Result<ExitCode, CliError> {
    let sampler = Sampler::with(seed, Tellable::default(), suites);
    let mut lines = String::new();
    for sample in sampler.take(number) {
        lines += &match format {
            SampleFormat::Epd => fresh::epd(&sample),
            SampleFormat::Jsonl => fresh::json(&sample)?,
        };
        if PRINTED_AT_ONCE <= lines.len() {
            report::print(&lines)?;
            lines.clear();
        }
    }
    report::print(&lines)?;
    Ok(ExitCode::Ok)
}

fn hunt(
    engine: &str,
    seed: u64,
    arguments: &HuntArguments,
    suites: &Suites,
) -> Result<ExitCode, CliError> {
    threads::start_pool()?;
    let start = Instant::now();
    let named = NamedEngine {
        engine: engine.to_owned(),
        script: arguments.script,
        options: arguments.options.clone(),
    };
    let (spec, calibration) = engines::calibrate_engine(&named)?;
    let amount = &arguments.form.amount;
    if arguments.form.prints_text() && !amount.quiet {
        let conventions = Conventions::default();
        let card = terminal::card(&spec, &calibration, None, conventions, amount.verbosity());
        report::print(&card)?;
    }
    let hunted = ask(&spec, &calibration, seed, arguments, suites);
    let mut result = result_of(&spec, &calibration, seed, &hunted);
    if !arguments.no_diagnosis {
        let time = Duration::from_secs(arguments.time.max(60));
        let end = Instant::now() + time / 2;
        let plan = Plan::of_items(hunted.items.clone());
        diagnose::explain(&spec, suites, &plan, end, time, &mut result)?;
    }
    engine_results::add_retries(&mut result, &spec);
    result.milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    if arguments.form.prints_text() {
        report::print(&terminal::result(&result, amount.verbosity()))?;
    }
    let results = [result];
    reports::write_forms(&arguments.form, &results)?;
    if let Some(path) = &arguments.write_case {
        report::write_file(path, fresh::cases(&results[0].cases, seed).as_bytes())?;
    }
    if spec.interrupt.is_raised() {
        return Err(CliError::interruption());
    }
    Ok(if results[0].cases.is_empty() && hunted.answered != 0 {
        ExitCode::Ok
    } else {
        ExitCode::of_results(&results)
    })
}

/// Asks the engine about fresh positions until the time is over.
fn ask(
    spec: &EngineSpec,
    calibration: &Calibration,
    seed: u64,
    arguments: &HuntArguments,
    suites: &Suites,
) -> Hunted {
    let can = tellable(calibration.open(spec).as_mut());
    let mut sampler = Sampler::with(seed, can, suites);
    let time = Duration::from_secs(arguments.time);
    let hunt = Hunt {
        connect: &|| engine_results::connect(calibration, spec),
        jobs: threads::number(arguments.jobs, "--jobs").get(),
        number: arguments.positions,
        time,
        reply: spec.limits.reply,
        keeps_going: arguments.keep_going,
        interrupt: &spec.interrupt,
    };
    let bar = Bar::new(&calibration.name);
    let start = Instant::now();
    hunt.run(&mut sampler, &|asked| match arguments.positions {
        Some(number) => bar.show(asked, number),
        None => bar.show(start.elapsed().as_secs(), arguments.time),
    })
}

fn result_of(
    spec: &EngineSpec,
    calibration: &Calibration,
    seed: u64,
    hunted: &Hunted,
) -> EngineResult {
    let checked = Checked::complete(hunted.cases.clone());
    let result = engine_results::of(spec, calibration, Conventions::default(), checked);
    EngineResult {
        hunt: Some(HuntRecord {
            seed,
            positions: hunted.answered,
            unsupported: hunted.unsupported,
            alike: hunted.alike,
            features: hunted.coverage.features(),
            pairs: hunted.coverage.pairs(),
        }),
        ..result
    }
}
