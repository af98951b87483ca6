//! `passant minimize`: the smallest position in which an engine makes the same mistake.

use std::time::Duration;

use clap::Args;
use passant_engine::Calibration;
use passant_judge::EnginePool;
use passant_judge::check::Doubt;
use passant_judge::diagnosis::engine_trial::{EngineCounts, EngineTrial};
use passant_judge::minimize::{Bounds, Candidate, Minimized, Refusal, minimize};
use passant_report::describe_defect;
use passant_report::judged_captures::rule_sentences;
use passant_rules::Position;

use super::engines;
use super::engines::NamedEngine;
use crate::report::board::Picture;
use crate::report::labelled_list::LabelledList;
use crate::{CliError, ExitCode, engine_results, fen, report, threads};

/// The end of `passant minimize --help`.
const MINIMIZE_NOTES: &str = "\
Example:
  passant minimize ./my-engine \"rnbqkbn1/1ppp1ppp/8/r3pP1K/8/8/PPPPP1PP/RNBQ1BNR w q e6 0 1\"

Removes pieces, castling rights, clocks and plies as long as the engine makes the same mistake.
After Ctrl-C the smallest position so far is printed, if there is one.

Exit codes: 0 the position was shrunk, or the engine is correct about it, 2 the input cannot be
used, 3 the engine could not be started or gave no answer, 74 reading or writing failed,
or no thread could be started, 130 interrupted.";

/// The arguments of `passant minimize`.
#[derive(Args)]
#[command(after_long_help = MINIMIZE_NOTES)]
pub struct MinimizeArguments {
    /// The engine.
    #[command(flatten)]
    pub engine: NamedEngine,

    /// A position about which the engine is wrong: a FEN in quotes, or startpos
    pub fen: String,

    /// The depth at which it is wrong, in plies
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=8))]
    pub depth: u32,

    /// Time limit, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,
}

/// Shrinks the position, and prints it before and after.
pub fn run(arguments: &MinimizeArguments) -> Result<ExitCode, CliError> {
    // The engine gets the FEN without repairs, because its fault may show only in a position that no game reaches.
    let setup = fen::read(&arguments.fen)?.setup;
    threads::start_pool()?;
    let (spec, calibration) = engines::calibrate_engine(&arguments.engine)?;
    let bounds = Bounds {
        time: Duration::from_secs(arguments.time),
        interrupt: spec.interrupt.clone(),
        ..Bounds::default()
    };
    let start = Candidate {
        setup,
        depth: arguments.depth,
    };
    let pool = EnginePool::new(|| engine_results::connect(&calibration, &spec));
    let asked = EngineTrial { pool: &pool };
    let said = match asked.counts(&start) {
        // An interrupted query says nothing about the engine.
        Err(_) if spec.interrupt.is_raised() => return Err(CliError::interruption()),
        said => said.map_err(|error| no_answer(&calibration, &error))?,
    };
    if said.difference(&start).is_none() {
        report::print(&format!(
            "{} answers correctly about this position at depth {}.\n",
            calibration.name, arguments.depth
        ))?;
        return Ok(ExitCode::Ok);
    }
    let outcome = minimize(start, &asked, &bounds);
    engines::warn_of_retries(&spec);
    match outcome {
        Ok(outcome) => {
            let said = asked.counts(&outcome.after).ok();
            report::print(&outcome_text(&outcome, said.as_ref()))?;
            Ok(if spec.interrupt.is_raised() {
                ExitCode::Interrupted
            } else {
                ExitCode::Ok
            })
        }
        Err(_) if spec.interrupt.is_raised() => Err(CliError::interruption()),
        Err(Refusal::NotWrong | Refusal::NotRepeatable) => Err(CliError::bad_input(
            "the engine does not repeat its answer, so the position cannot be shrunk",
        )),
    }
}

/// Returns the engine does not answer about the position to shrink.
fn no_answer(calibration: &Calibration, error: &Doubt) -> CliError {
    CliError::Engine(format!("error: {}: {error}\n", calibration.name))
}

/// Returns the position before and after, the moves of the engine and the legal moves, and what the rules say about the
/// captures.
fn outcome_text(outcome: &Minimized, said: Option<&EngineCounts>) -> String {
    let mut list = LabelledList::default();
    let setup = &outcome.after.setup;
    list.lines("before", [summary(&outcome.before)]);
    list.lines("after", [summary(&outcome.after)]);
    let end = if outcome.is_minimal {
        "minimal"
    } else {
        "stopped early, may not be minimal"
    };
    let effort = format!("{end}; {} queries", outcome.trials);
    list.entry("", &effort);
    list.text("\n");
    list.text(&Picture::new(setup.clone()).text());
    list.text("\n");
    let legal = setup.repair().map(|(position, _)| position);
    if let Ok(position) = &legal {
        list.entry("expected", &legal_moves_text(position, outcome.after.depth));
    }
    match said {
        Some(EngineCounts::Divide(found)) if found.is_empty() => list.entry("got", "no move"),
        Some(EngineCounts::Divide(found)) => {
            let moves = found.iter().map(|(mv, nodes)| match outcome.after.depth {
                1 => mv.to_string(),
                _ => format!("{mv}: {nodes}"),
            });
            list.entry("got", &moves.collect::<Vec<_>>().join(" "));
        }
        Some(EngineCounts::Total(total)) => list.entry("got", &format!("{total} nodes")),
        None => {}
    }
    if let Ok(position) = &legal {
        for sentence in rule_sentences(position) {
            list.entry("rules", &sentence);
        }
    }
    if let Some(difference) = said.and_then(|said| said.difference(&outcome.after)) {
        let words: Vec<_> = difference.iter().map(|it| describe_defect(*it)).collect();
        list.entry("wrong", &words.join("; "));
    }
    list.finish()
}

fn summary(candidate: &Candidate) -> String {
    let pieces = candidate.setup.board.iter().count();
    let fen = candidate.setup.fen();
    format!("{pieces} pieces, depth {}: {fen}", candidate.depth)
}

/// Returns the legal moves, with the leaf nodes below each if the depth is above 1.
fn legal_moves_text(position: &Position, depth: u32) -> String {
    let below = |mv| {
        let mut after = position.clone();
        let _ = after.make(mv);
        passant_count::bulk(&mut after, depth.saturating_sub(1))
    };
    let moves = position.legal_moves().into_iter().map(|mv| match depth {
        1 => position.uci(mv).to_string(),
        _ => format!("{}: {}", position.uci(mv), below(mv)),
    });
    moves.collect::<Vec<_>>().join(" ")
}
