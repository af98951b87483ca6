//! `passant pgn`: what is wrong with the games of files in PGN.

mod expectations;
mod games;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use passant_report::pgn_report::{PgnFileRecord, PgnReport};
use passant_rules::EnPassantMode;

use self::expectations::NotedFindings;
use self::games::{Examination, NewFile};
use crate::report::pgn;
use crate::{CliError, ExitCode, interrupt, report, threads};

/// The end of `passant pgn --help`.
const NOTES: &str = "\
Examples:
  passant pgn games.pgn
  passant pgn --fix fixed.pgn --convention legal games.pgn
  passant pgn --json *.pgn > report.json
  zstdcat games.pgn.zst | passant pgn -

Findings:
  illegal-en-passant  the rules refuse the capture
  illegal-move        the rules refuse the move; the rest of the game is left out
  not-en-passant      the move has a mark, and captures nothing en passant
  unreadable-move     a word that is no move, or could be several
  broken-text         a comment, variation or tag without an end, or a stray )
  too-long            a game of more than 16 MiB
  bad-fen             a FEN tag that cannot be used
  impossible-square   a FEN tag with an en passant square that no pawn passed over
  wrong-result        the result contradicts mate or stalemate
  no-mate             the game says mate, and there is a legal move
  no-stalemate        the same for stalemate
  early-repetition    drawn by repetition before a third occurrence
  late-repetition     drawn by repetition long after a third occurrence
  mark                a mark by which other programs lose the move or the game
  other-convention    a note: programs that count repetitions by another
                      convention would end the game at another move
  In variations, illegal-en-passant, not-en-passant and mark are reported; the
  rest of a variation with a move that cannot be played is skipped.

Exit codes:
   0  nothing is wrong, or nothing that is not expected
   1  at least one finding that is not expected, also if --fix has mended it; a note is none
   2  a file cannot be used
   4  there are no games
   5  an expected finding was not found, and nothing worse: the list is out of date
  74  reading or writing failed, or no thread could be started
 130  interrupted with Ctrl-C";

/// The arguments of `passant pgn`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct PgnArguments {
    /// The files with games; - is standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Write the games to this new file, with plain captures such as exd6 and with en passant squares in one convention
    ///
    /// Nothing else is changed. A file that exists is not overwritten.
    #[arg(long, value_name = "NEW FILE")]
    pub fix: Option<PathBuf>,

    /// Name the en passant square in FEN tags: legal, pseudo-legal or always [default: legal]
    #[arg(long, value_name = "WORD", requires = "fix", default_value = "legal", hide_default_value = true, hide_possible_values = true, value_parser = conventions())]
    pub convention: EnPassantMode,

    /// Read expected findings from this file; one that is listed and not found is an error
    ///
    /// A TOML file with a table `[[expected]]` for each entry. Keys: `kind`; `file` and the number of the `game`, if it is not about
    /// all; and `reason`.
    #[arg(long, value_name = "FILE")]
    pub expected: Option<PathBuf>,

    /// Write a list of all findings, for use with --expected
    #[arg(long, value_name = "FILE")]
    pub write_expected: Option<PathBuf>,

    /// List at most this many findings for each file; the others are counted [default: 1000]
    #[arg(
        long,
        value_name = "NUMBER",
        default_value_t = 1000,
        hide_default_value = true
    )]
    pub max_findings: usize,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "NUMBER")]
    pub threads: Option<NonZeroUsize>,

    /// Print a JSON object; `passant generate pgn-schema` prints its schema
    #[arg(long)]
    pub json: bool,

    /// Print only the counts
    #[arg(short, long)]
    pub quiet: bool,
}

fn conventions() -> impl TypedValueParser<Value = EnPassantMode> {
    let modes = EnPassantMode::ALL.into_iter().rev();
    PossibleValuesParser::new(modes.map(EnPassantMode::word)).map(|word| {
        let mut modes = EnPassantMode::ALL.into_iter();
        modes.find(|mode| mode.word() == word).unwrap_or_default()
    })
}

/// Examines the files, and prints and writes the report.
pub fn run(arguments: &PgnArguments) -> Result<ExitCode, CliError> {
    if arguments.fix.is_some() && arguments.files.len() != 1 {
        return Err(CliError::bad_input(
            "--fix writes the games of one file; name one FILE",
        ));
    }
    let interrupt = interrupt::on_signals().unwrap_or_default();
    let mut expectations = NotedFindings::read(arguments.expected.as_deref())?;
    let mut examination = Examination::new(
        threads::number(arguments.threads, "--threads"),
        arguments.max_findings,
        interrupt,
    )?;
    let mut files = Vec::new();
    for path in &arguments.files {
        let new_file = arguments.fix.as_deref();
        let new_file = new_file.map(|path| NewFile::create(path, arguments.convention));
        files.push(examination.examine(path, new_file.transpose()?, &mut expectations)?);
    }
    let result = PgnReport::new(files, expectations.unexpected());
    if arguments.json {
        report::print(&result.json()?)?;
    } else {
        report::print(&pgn::text(&result, arguments.quiet))?;
    }
    if let Some(path) = &arguments.write_expected {
        report::write_file(path, expectations.write().as_bytes())?;
    }
    Ok(exit_code(&result))
}

fn exit_code(report: &PgnReport) -> ExitCode {
    let is_clean = |file: &PgnFileRecord| {
        let mut failures = file.counts.iter().filter(|it| it.failure);
        failures.all(|it| it.findings == it.expected)
    };
    if !report.files.iter().all(is_clean) {
        ExitCode::Difference
    } else if !report.unexpected.is_empty() {
        ExitCode::UnexpectedPass
    } else if report.files.iter().all(|file| file.games == 0) {
        ExitCode::Untested
    } else {
        ExitCode::Ok
    }
}
