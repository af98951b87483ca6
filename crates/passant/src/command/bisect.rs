//! `passant bisect`: follows a wrong count down to the first position whose moves differ.

use std::fmt::Write;

use clap::Args;
use passant_engine::Calibration;
use passant_engine::dialect::notation::engine_move;
use passant_judge::check::bisect;
use passant_judge::check::bisect::{BisectStep, FirstDifference, LeastCount};
use passant_judge::check::comparison::{CountRow, divide, rows};
use passant_judge::check::leaves::{Leaves, leaves};
use passant_query::{Asks, Counts, EngineError, Interrupt, Line, Subject};
use passant_report::command_line;
use passant_rules::Position;

use super::engines;
use super::engines::NamedEngine;
use crate::report::board::Picture;
use crate::report::labelled_list::{WIDTH, wrap};
use crate::report::layout::table;
use crate::{CliError, ExitCode, fen, report};

/// The end of `passant bisect --help`.
const NOTES: &str = "\
Examples:
  passant bisect ./my-engine \"3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1\" 3
  passant bisect \"./my-engine --uci\" startpos 5 e2e4 a7a6 e4e5 d7d5
  passant bisect --script \"./perft.sh {depth} {fen} {moves}\" startpos 5

Follows the counts that differ down to the first position whose moves differ.
Stops at a missing legal move, and never plays an illegal move. The engine may
omit moves with 0 nodes. If every position on the way is counted correctly when
it is sent to the engine by itself, the fault is in the count of the engine
(make and unmake, or a hash table), and the move is named.

Exit codes: 0 no difference, 1 a difference, 2 the input cannot be used, 3 the
engine could not be started or has no perft, 6 its answers contradict each other
or are not repeated, 74 reading or writing failed, or no thread could be started,
130 interrupted.";

/// The arguments of `passant bisect`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct BisectArguments {
    /// The engine.
    #[command(flatten)]
    pub engine: NamedEngine,

    /// The position: a FEN in quotes, or startpos
    pub fen: String,

    /// The depth of the wrong count, in plies
    #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,

    /// Moves to play first, in UCI
    pub moves: Vec<String>,

    /// Also compare the leaf moves by type; queries each position before the last ply
    #[arg(long)]
    pub tally: bool,
}

/// Follows the difference down, and prints each step.
pub fn run(arguments: &BisectArguments) -> Result<ExitCode, CliError> {
    let (line, position) = line(arguments)?;
    let (spec, calibration) = engines::calibrate_engine(&arguments.engine)?;
    if calibration.channel.asks() != Asks::Counts {
        report::warn(&no_counts_text(&calibration));
        return Ok(ExitCode::Engine);
    }
    let mut channel = calibration.open(&spec);
    let interrupt = &spec.interrupt;
    if arguments.tally {
        let compared = leaves(
            channel.as_mut(),
            &line,
            &position,
            arguments.depth,
            interrupt,
        );
        match compared {
            Ok(leaves) => report::print(&leaves_text(&leaves, arguments.depth))?,
            Err(error) => return report_error(&error, ""),
        }
    }
    let outcome = follow(
        channel.as_mut(),
        &line,
        &position,
        arguments.depth,
        interrupt,
    );
    engines::warn_of_retries(&spec);
    outcome
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
        report::print(&step_text(step))?;
    }
    match found {
        Ok(Some(found)) => {
            report::print(&difference_text(&found, steps.last()))?;
            Ok(ExitCode::Difference)
        }
        Ok(None) if steps.iter().any(|step| step.totals.0 != step.totals.1) => {
            report::warn("error: the engine does not repeat its counts\n");
            Ok(ExitCode::Unknown)
        }
        Ok(None) => {
            report::print(
                "no difference; passant check tests the positions in which engines differ\n",
            )?;
            Ok(ExitCode::Ok)
        }
        Err(error) => {
            let (path, depth) = bisect::path_after(&steps, depth);
            if let EngineError::Contradicted { moves, total } = &error {
                let explained = contradiction_text(position, &path, depth, moves, *total);
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

/// Returns the line that is sent to the engine, and the position that the line leads to.
fn line(arguments: &BisectArguments) -> Result<(Line, Position), CliError> {
    let reading = fen::read_and_warn(&arguments.fen)?;
    let mut position = reading.position;
    let mut line = Line::at(&position);
    for text in &arguments.moves {
        let mv = position
            .parse_uci(text)
            .map_err(|error| CliError::bad_input(format!("{text}: {error}")))?;
        line = line.then(position.uci_move(mv));
        let _ = position.make(mv);
    }
    Ok((line, position))
}

/// Returns the error for an engine without perft.
fn no_counts_text(calibration: &Calibration) -> String {
    let name = &calibration.name;
    format!(
        "error: {name} has no perft, only the channel {}; passant check --line 'FEN moves ...' tests single positions\n",
        calibration.channel
    )
}

/// Returns the moves whose counts differ.
fn step_text(step: &BisectStep) -> String {
    let (expected, got) = step.totals;
    let place = match &step.path[..] {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let mut text = format!(
        "depth {}{place}: expected {expected}, got {got} nodes\n",
        step.depth
    );
    let differing: Vec<_> = step
        .rows
        .iter()
        .filter(|row| row.expected != row.got)
        .collect();
    if !differing.is_empty() {
        let header = ["  move", "expected", "got", "difference"];
        let table = table(header, differing.into_iter().map(cells), 1);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{table}");
    }
    text + "\n"
}

fn cells(row: &CountRow) -> [String; 4] {
    let text = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
    let change = i128::from(row.got.unwrap_or(0)) - i128::from(row.expected.unwrap_or(0));
    [
        format!("  {}{}", row.mv, if row.is_again { " again" } else { "" }),
        text(row.expected),
        text(row.got),
        format!("{change:+}"),
    ]
}

/// Returns the position in which the difference begins.
fn difference_text(first: &FirstDifference, last: Option<&BisectStep>) -> String {
    let difference = &first.difference;
    let fen = difference.setup.fen().to_string();
    let mut text = String::new();
    if let Ok(position) = difference.setup.validate() {
        text += &Picture::of_position(&position).text();
    }
    let _ = writeln!(text, "{fen}\n");
    for (what, moves) in [
        ("missing", &difference.missing),
        ("extra", &difference.extra),
    ] {
        for mv in moves {
            let _ = writeln!(text, "{what} {} ({})", mv.mv, mv.kind);
        }
    }
    if let Some(miscounted) = &first.miscounted {
        let sentence =
            format!("The moves of the engine are correct, but its own count is not: {miscounted}.");
        text += &(wrap(&sentence, WIDTH).join("\n") + "\n");
    } else if difference.is_empty() {
        text += &explain_unseen(last.and_then(|last| last.least));
    }
    let explain = command_line(["passant", "explain", &fen]);
    let _ = writeln!(text, "\n{explain}");
    text
}

/// Returns the explanation if no move can be named.
fn explain_unseen(least: Option<LeastCount>) -> String {
    match least {
        Some(LeastCount {
            depth,
            expected,
            got,
        }) if expected != got => format!(
            "The engine prints no moves here. At depth {depth} expected {expected}, got {got}: its moves in this position are not\n\
             the legal moves. A missing legal move may be the cause of the wrong count.\n"
        ),
        _ => "The engine prints no moves here, and no legal move explains the difference: it generates illegal moves, or\n\
              counts some of its moves wrongly.\n"
            .to_owned(),
    }
}

/// Returns the report on a divide whose total is not the sum of its moves. The path leads from the position to the
/// position that was counted.
fn contradiction_text(
    position: &Position,
    path: &[String],
    depth: u32,
    moves: &[(String, u64)],
    total: u64,
) -> String {
    let mut end = position.clone();
    for text in path {
        if let Ok(mv) = end.parse_uci(text) {
            let _ = end.make(mv);
        }
    }
    let sum: u128 = moves.iter().map(|(_, nodes)| u128::from(*nodes)).sum();
    let counts = Counts {
        moves: moves
            .iter()
            .map(|(text, nodes)| (engine_move(&end, text), *nodes))
            .collect(),
        total,
    };
    let rows = rows(&end, &divide(&end, depth), &counts);
    let wrong: Vec<_> = rows.iter().filter(|row| row.expected != row.got).collect();
    let place = match path {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let mut text =
        format!("depth {depth}{place}: the moves add up to {sum}, but the total is {total}\n");
    if wrong.is_empty() {
        text += "Every legal move has the correct count, and there are no other moves, so the total is wrong. Perhaps the\n\
                 engine also counts the position itself, or moves that it does not print.\n";
    } else {
        text += "Moves with a wrong count:\n";
        for row in wrong {
            let [mv, expected, got, change] = cells(row);
            let _ = writeln!(text, "{mv}  expected {expected}, got {got}, {change}");
        }
    }
    text
}

/// Returns the leaf moves of the engine by type, compared with the expected ones.
fn leaves_text(leaves: &Leaves, depth: u32) -> String {
    let columns: Vec<_> = leaves.columns().collect();
    let differing: Vec<_> = columns
        .iter()
        .filter(|(_, expected, got)| expected != got)
        .collect();
    let mut text = format!("leaf moves by type at depth {depth}:\n");
    for (column, expected, got) in &differing {
        let change = i128::from(*got) - i128::from(*expected);
        let _ = writeln!(
            text,
            "  {:<34} {change:+} (expected {expected}, got {got})",
            column.name()
        );
    }
    text += match differing.len() {
        0 => "  all columns are equal; positions after illegal moves are not counted\n\n",
        _ => "  all other columns are equal\n\n",
    };
    text
}
