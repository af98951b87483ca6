//! `passant adapter`: checks whether an adapter follows the line protocol.

use std::fmt::Write;
use std::time::Duration;

use clap::{Args, Subcommand};
use passant_engine::{EngineSpec, Limits};
use passant_report::pretty_json;

use super::engines;
use super::engines::{EngineMemory, START_TIMEOUT};
use crate::adapter_check::{AdapterReport, Exchange, ReplyVerdict};
use crate::report::labelled_list::{BAD, GOOD};
use crate::{CliError, ExitCode, adapter_check, report};

/// The end of `passant adapter check --help`.
const NOTES: &str = "\
Examples:
  passant adapter check \"python3 adapter.py\"
  passant adapter check ./adapter --json

Makes every request that the adapter announces, in suitable positions. Requests that it does not
announce must be refused. Only the form of the replies is checked: passant check tests whether the
adapter is correct about chess.

Exit codes: 0 every reply has the form of the protocol, 1 at least one has not, 2 the command line
cannot be used, 3 the adapter could not be started, ended or gave no reply, and no reply is wrong,
130 interrupted.";

/// The arguments of `passant adapter`.
#[derive(Args)]
pub struct AdapterArguments {
    /// The command to run.
    #[command(subcommand)]
    pub verb: AdapterVerb,
}

/// The commands for adapters.
#[derive(Subcommand)]
pub enum AdapterVerb {
    /// Check that an adapter follows the line protocol `passant 1`
    #[command(after_long_help = NOTES)]
    Check {
        /// The adapter: a program, or a command with its arguments in quotes
        adapter: String,

        /// Time limit for each later reply, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        timeout: u64,

        /// Time limit for starting and for the first reply, in seconds
        #[arg(long, value_name = "SECONDS", default_value_t = START_TIMEOUT, value_parser = clap::value_parser!(u64).range(1..=86_400))]
        start_timeout: u64,

        /// The memory that the adapter may use.
        #[command(flatten)]
        memory: EngineMemory,

        /// Print a JSON object: name, and exchanges with request, outcome (ok, wrong or silent), reply and problem
        #[arg(long)]
        json: bool,

        /// Print only wrong replies
        #[arg(short, long)]
        quiet: bool,
    },
}

/// Checks whether an adapter follows the line protocol.
pub fn run(arguments: &AdapterArguments) -> Result<ExitCode, CliError> {
    let AdapterVerb::Check {
        adapter,
        timeout,
        start_timeout,
        memory,
        json,
        quiet,
    } = &arguments.verb;
    let spec = EngineSpec {
        limits: Limits {
            start: Duration::from_secs(*start_timeout),
            reply: Duration::from_secs(*timeout),
            memory: engines::memory_limit(*memory),
            ..Limits::default()
        },
        interrupt: engines::listen_for_interrupt()?,
        ..EngineSpec::new(engines::parse_command(adapter)?)
    };
    let checked = adapter_check::check(&spec);
    if spec.interrupt.is_raised() {
        return Ok(ExitCode::Interrupted);
    }
    report::print(&if *json {
        pretty_json(&checked)?
    } else {
        text(&checked, *quiet)
    })?;
    Ok(if checked.is_wrong() {
        ExitCode::Difference
    } else if checked.is_silent() {
        ExitCode::Engine
    } else {
        ExitCode::Ok
    })
}

/// Returns a line for each request, and each wrong reply in full.
fn text(report: &AdapterReport, is_quiet: bool) -> String {
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
