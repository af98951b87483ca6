//! `passant referee`: tests whether a match runner knows en passant.

mod files;
mod play;
mod runner;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use passant_referee::{NotJudged, Template, judge};
use passant_report::referee_report::{RefereeReport, RunRecord};
use passant_suite::{RefereeCase, Suites, Variant};

use self::files::Files;
use self::runner::Output;
use crate::input::read_at_most;
use crate::report::referee;
use crate::{CliError, ExitCode, report};

/// The end of `passant referee --help`.
const NOTES: &str = "\
Examples:
  passant referee --template fastchess
  passant referee -- fastchess -engine name=one cmd={engine} -engine name=two
    cmd={engine} -each tc=60 -openings file={epd} format=epd order=sequential
    -rounds {games} -games 1 -pgnout file={pgn}
  passant referee --files match
  passant referee --judge games.pgn

The line is run once, without a shell. In its words these stand for:
  {engine}  the program of both engines: UCI or xboard, as it is asked
  {epd}     the file with an opening in each line
  {book}    the file with the openings as games in PGN
  {pgn}     the file to which the runner saves the games
  {games}   the number of games, one for each opening
Play each opening once, in order, one game at a time, with a minute or more for
each side, and without adjudication. The engines answer at once.

For a GUI, --files writes the openings and the engine; play the games there, and
--judge reads them. --printed tells what the runner printed, which shows whether
it checks the lines of engines.

Verdicts:
  right             the game ended as it had to
  early, late       a repetition ended too soon, too late, or not at all
  wrong-side        the side that had to win has lost
  wrong-result      a draw that is none
  refused-legal     a legal move was refused, or the game ended before it
  accepted-illegal  an illegal capture was played
  other-opening     another opening was played instead
  other-moves, unfinished, no-game, not-testable: nothing is known

Exit codes:
   0  every game that shows anything ended as it had to
   1  at least one game shows that the runner breaks a rule, or refuses an
      opening
   2  the line or the games cannot be used
   3  the runner did not start, saved no games, crashed, or ran out of time
   4  no game shows anything
   6  at least one game has other moves or no result, and nothing worse
  74  reading or writing failed
 130  interrupted with Ctrl-C";

/// The arguments of `passant referee`.
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are independent options"
)]
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct RefereeArguments {
    /// The runner with its arguments, in which placeholders such as {engine} stand for files
    #[arg(last = true, value_name = "RUNNER LINE", conflicts_with_all = ["template", "judge", "play"])]
    pub line: Vec<String>,

    /// Print a line that works: fastchess, cutechess, c-chess-cli, xboard or python-chess
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = templates(), conflicts_with_all = ["files", "judge", "play"])]
    pub template: Option<Template>,

    /// Write the openings and the engine into this folder; with a line, also keep the games there
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["judge", "play"])]
    pub files: Option<PathBuf>,

    /// Judge the games in this file
    #[arg(long, value_name = "FILE", conflicts_with = "play")]
    pub judge: Option<PathBuf>,

    /// Read what the runner printed from this file
    #[arg(long, value_name = "FILE", requires = "judge")]
    pub printed: Option<PathBuf>,

    /// Play games of Chess960 [default: games of standard chess]
    #[arg(long)]
    pub chess960: bool,

    /// Stop the runner after this time in seconds [default: 120]
    #[arg(long, value_name = "SECONDS", default_value_t = 120, hide_default_value = true, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub time: u64,

    /// Print a JSON object; `passant generate referee-schema` prints its schema
    #[arg(long)]
    pub json: bool,

    /// Write the report as `JUnit` XML to this file
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,

    /// Write the report as a JSON object to this file, as --json prints it
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Print only what is wrong
    #[arg(short, long)]
    pub quiet: bool,

    /// Play as the engine of a runner, over UCI or xboard: the program {engine} does so
    #[arg(long)]
    pub play: bool,
}

fn templates() -> impl TypedValueParser<Value = Template> {
    PossibleValuesParser::new(Template::ALL.map(|template| template.name)).try_map(|name| {
        let mut all = Template::ALL.into_iter();
        all.find(|it| it.name == name)
            .ok_or("there is no such runner")
    })
}

/// Plays, prints a template, writes the files, judges games, or runs a runner and judges its games.
pub fn run(arguments: &RefereeArguments) -> Result<ExitCode, CliError> {
    let suites = CliError::builtin_suites()?;
    if arguments.play {
        play::run(&suites)?;
        return Ok(ExitCode::Ok);
    }
    if let Some(template) = arguments.template {
        let line = template.text(arguments.chess960);
        let option = if arguments.chess960 {
            "--chess960 "
        } else {
            ""
        };
        report::print(&format!("passant referee {option}-- {line}\n"))?;
        return Ok(ExitCode::Ok);
    }
    let cases = cases(arguments, &suites);
    if let Some(path) = &arguments.judge {
        let printed = arguments.printed.as_deref().map(read).transpose()?;
        let lines: Option<Vec<_>> = printed.map(|text| text.lines().map(str::to_owned).collect());
        return finish(arguments, &cases, &read(path)?, lines.as_deref(), None);
    }
    if arguments.line.is_empty() {
        let Some(folder) = &arguments.files else {
            return Err(nothing_to_do());
        };
        let files = Files::write(folder, &cases)?;
        report::print(&files.next_steps(cases.len(), arguments.chess960))?;
        return Ok(ExitCode::Ok);
    }
    run_line(arguments, &cases)
}

fn cases<'a>(arguments: &RefereeArguments, suites: &'a Suites) -> Vec<&'a RefereeCase> {
    let variant = if arguments.chess960 {
        Variant::Chess960
    } else {
        Variant::Standard
    };
    passant_referee::select(suites, variant)
}

fn nothing_to_do() -> CliError {
    CliError::bad_input(
        "expected a runner after --, as in passant referee -- fastchess …, or --template, --files or --judge; \
         passant help referee has examples",
    )
}

/// Runs the runner, and judges the games that it saves.
fn run_line(arguments: &RefereeArguments, cases: &[&RefereeCase]) -> Result<ExitCode, CliError> {
    runner::check_placeholders(&arguments.line).map_err(CliError::bad_input)?;
    let temporary;
    let folder = if let Some(folder) = &arguments.files {
        folder
    } else {
        temporary = tempfile::tempdir()?;
        temporary.path()
    };
    let files = Files::write(folder, cases)?;
    let time = Duration::from_secs(arguments.time);
    let output = runner::run(&arguments.line, &files, cases.len(), time)?;
    if !files.pgn.exists() {
        return Err(no_games("saved no games", &output));
    }
    let text = read(&files.pgn)?;
    finish(
        arguments,
        cases,
        &text,
        Some(&output.lines()),
        Some(&output),
    )
}

/// Judges games, and prints and writes the report.
fn finish(
    arguments: &RefereeArguments,
    cases: &[&RefereeCase],
    games: &str,
    printed: Option<&[String]>,
    output: Option<&Output>,
) -> Result<ExitCode, CliError> {
    let judged = judge(cases, games, printed).map_err(|error| match (error, output) {
        (NotJudged::NoGames(why), Some(output)) => {
            let why = why.map_or_else(String::new, |why| format!(": {why}"));
            no_games(&format!("saved no games that can be read{why}"), output)
        }
        (NotJudged::NoGames(why), None) => {
            let why = why.unwrap_or_else(|| "expected games in PGN".to_owned());
            CliError::bad_input(format!("there are no games in this file: {why}"))
        }
        (NotJudged::OtherGames(first), Some(output)) => no_games(
            &format!("played none of the openings, but {first}; does it refuse their FENs?"),
            output,
        ),
        (NotJudged::OtherGames(first), None) => CliError::bad_input(format!(
            "these are other games: expected openings of passant referee --files, got {first}"
        )),
    })?;
    let run = output.map(|output| RunRecord {
        command: arguments.line.join(" "),
        milliseconds: u64::try_from(output.time.as_millis()).unwrap_or(u64::MAX),
        end: output.end.to_string(),
        failure: output.end.failure(),
    });
    let result = RefereeReport::new(&judged, run);
    if arguments.json {
        report::print(&result.json()?)?;
    } else {
        report::print(&referee::text(&result, arguments.quiet))?;
    }
    if let Some(path) = &arguments.junit {
        report::write_file(path, referee::junit(&result)?.as_bytes())?;
    }
    if let Some(path) = &arguments.report {
        report::write_file(path, result.json()?.as_bytes())?;
    }
    Ok(ExitCode::of_verdicts(
        result.cases.iter().map(|case| case.verdict),
    ))
}

/// The error for a runner without games: what it did, how it ended, and what it printed last.
fn no_games(what: &str, output: &Output) -> CliError {
    CliError::Engine(format!("error: the runner {what}\n{}", output.last_words()))
}

/// The largest file of games that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Reads a file as text. Bytes that are not UTF-8 are replaced, because names of players do not matter.
fn read(path: &Path) -> Result<String, CliError> {
    let shown = path.display();
    let file = File::open(path).map_err(CliError::reading(&shown))?;
    let bytes = read_at_most(LARGEST, file).map_err(CliError::reading(&shown))?;
    let too_large = || format!("{shown} is larger than {} MiB", LARGEST >> 20);
    let bytes = bytes.ok_or_else(|| CliError::bad_input(too_large()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
