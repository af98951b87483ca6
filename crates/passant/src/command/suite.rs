//! `passant suite`: shows the built-in cases, and prints them for other programs.

use clap::{Args, ValueEnum};
use passant_suite::{Case, Reach, Selection, Suites, Variant};

use crate::report::{cases, export};
use crate::{CliError, ExitCode, report};

/// The end of `passant suite --help`.
const NOTES: &str = "\
Examples:
  passant suite
  passant suite en-passant/rejected-rank
  passant suite en-passant --format perft > en-passant.epd
  passant suite play search --format epd > tactics.epd
  passant suite state --format jsonl > state.jsonl
  passant generate case-schema > case-1.json

`passant generate case-schema` prints the JSON schema of the objects. The addresses of cases stay
the same from version to version. The data is in the public domain (CC0 1.0).

The formats perft and EPD leave out what engines may read differently without being wrong:
positions that no game reaches, FENs that contradict themselves, and Chess960. They are included if
they are named, for example passant suite en-passant/unreachable perft/chess960 --format epd.

Exit codes: 0 the cases are printed, 2 there is no such address, or the format has no room for what
it names, 74 writing failed.";

/// The arguments of `passant suite`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct SuiteArguments {
    /// Addresses or the beginnings of addresses, for example `perft`, `en-passant/plain` or `state/repetition`
    /// [default: list the suites; in a format for programs, all positions with counts]
    pub names: Vec<String>,

    /// Print the cases in this format
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "json"
    )]
    pub format: SuiteFormat,

    /// The same as --format json
    #[arg(long)]
    pub json: bool,
}

/// The formats of cases.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq)]
pub enum SuiteFormat {
    /// For people
    Text,
    /// Counts, as every perft program reads them: FEN ;D1 20 ;D2 400
    Perft,
    /// Counts, and the best moves of play and search, with the address as id
    Epd,
    /// A table of the same, with a header
    Csv,
    /// All facts about every case, an object on each line
    Jsonl,
    /// The same as an array
    Json,
}

impl SuiteArguments {
    /// Returns the chosen format.
    #[must_use]
    pub fn output_format(&self) -> SuiteFormat {
        if self.json {
            SuiteFormat::Json
        } else {
            self.format
        }
    }
}

/// Lists the suites, or prints the selected cases.
pub fn run(arguments: &SuiteArguments) -> Result<ExitCode, CliError> {
    let suites = CliError::builtin_suites()?;
    let format = arguments.output_format();
    if arguments.names.is_empty() && format == SuiteFormat::Text {
        report::print(&cases::overview(&suites))?;
        return Ok(ExitCode::Ok);
    }
    let mut selection = select_cases(&suites, &arguments.names)?;
    if matches!(format, SuiteFormat::Perft | SuiteFormat::Epd) {
        selection
            .cases
            .retain(|case| is_exported(case, &arguments.names));
    }
    report::print(&match format {
        SuiteFormat::Text => cases::cases(&selection),
        SuiteFormat::Json => export::json(&selection)?,
        SuiteFormat::Jsonl => export::json_lines(&selection)?,
        SuiteFormat::Perft => {
            let others = text_case_count(&selection)
                + selection.play_cases.len()
                + selection.search_cases.len();
            warn_of_omissions(selection.cases.len(), others)?;
            export::perft(&selection.cases)
        }
        SuiteFormat::Epd | SuiteFormat::Csv => {
            let (rows, without) = export::rows(&selection);
            warn_of_omissions(rows.len(), text_case_count(&selection) + without)?;
            if format == SuiteFormat::Epd {
                export::epd(&rows)
            } else {
                export::csv(&rows)?
            }
        }
    })?;
    Ok(ExitCode::Ok)
}

/// Returns the named cases; all positions with counts if there are no names.
fn select_cases(suites: &Suites, names: &[String]) -> Result<Selection, CliError> {
    if names.is_empty() {
        return Ok(Selection {
            cases: suites.cases().cloned().collect(),
            ..Selection::default()
        });
    }
    suites.select(names).map_err(CliError::bad_input)
}

/// Tells whether a case is exported for programs that count: a game reaches its position and its FEN needs no Chess960,
/// or the user named the case.
fn is_exported(case: &Case, names: &[String]) -> bool {
    case.reach == Reach::Reachable && case.variant == Variant::Standard
        || names
            .iter()
            .any(|name| name.contains('/') && case.address.starts_with(name.as_str()))
}

/// Returns the number of cases that are questions about text, which only JSON has room for.
fn text_case_count(selection: &Selection) -> usize {
    selection.fen_cases.len() + selection.state_cases.len()
}

/// Says what a format has no room for; an error if that is everything.
fn warn_of_omissions(printed: usize, left_out: usize) -> Result<(), CliError> {
    if left_out == 0 {
        return Ok(());
    }
    let message =
        format!("this format has no room for {left_out} of the cases; --format jsonl has");
    if printed == 0 {
        return Err(CliError::bad_input(&message));
    }
    report::warn(&format!("{message}\n"));
    Ok(())
}
