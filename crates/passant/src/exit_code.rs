//! The exit codes, for scripts to rely on.

use std::fmt::Write as _;
use std::process;

use passant_judge::check::Verdict;
use passant_report::EngineResult;

/// An exit code of `passant`. Its number never changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum ExitCode {
    /// Everything went well, and no difference was found.
    Ok = 0,
    /// Something differs from what is expected: a count, an answer of an engine.
    Difference = 1,
    /// The input cannot be used: a FEN, a move, an option.
    BadInput = 2,
    /// An engine could not be started or tested, crashed, or timed out, and nothing else is wrong.
    Engine = 3,
    /// Nothing was tested: a file has no counts to verify.
    Untested = 4,
    /// A case passes that is listed as an expected failure.
    UnexpectedPass = 5,
    /// The answers of an engine contradict each other.
    Unknown = 6,
    /// Nothing is wrong, but most positions could not be asked about.
    HardlyTested = 7,
    /// Reading or writing failed (`EX_IOERR` of `sysexits.h`), or the system gave no thread to work on: no input is to
    /// blame.
    InputOutput = 74,
    /// Interrupted with Ctrl-C. Shells use the same number: 128 plus the number of the signal.
    Interrupted = 130,
}

impl ExitCode {
    /// All exit codes, in the order of their numbers.
    pub const ALL: [Self; 10] = [
        Self::Ok,
        Self::Difference,
        Self::BadInput,
        Self::Engine,
        Self::Untested,
        Self::UnexpectedPass,
        Self::Unknown,
        Self::HardlyTested,
        Self::InputOutput,
        Self::Interrupted,
    ];

    /// Returns the number that the shell sees.
    #[must_use]
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Returns the sentence in `passant --help`.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Ok => "everything went well, no difference was found",
            Self::Difference => "something differs from what is expected",
            Self::BadInput => "the input cannot be used: a FEN, a move, an option",
            Self::Engine => "an engine could not be started or tested, crashed, or timed out",
            Self::Untested => "there was nothing to test",
            Self::UnexpectedPass => "an expected failure did not happen",
            Self::HardlyTested => "nothing is wrong, but an engine could hardly be tested",
            Self::Unknown => "an engine contradicts itself",
            Self::InputOutput => "reading or writing failed, or no thread could be started",
            Self::Interrupted => "interrupted with Ctrl-C",
        }
    }

    /// Returns the lines of `passant --help` about the codes.
    pub(crate) fn help() -> String {
        let mut text = String::new();
        for code in Self::ALL {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:>4}  {}", code.number(), code.sentence());
        }
        text
    }

    /// Returns the code for the verdicts on all cases. The worst verdict gives it.
    pub(crate) fn of_verdicts(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        match verdicts.into_iter().max() {
            None | Some(Verdict::Unsupported) => Self::Untested,
            Some(Verdict::Pass | Verdict::Nonstrict | Verdict::Xfail) => Self::Ok,
            Some(Verdict::Unknown) => Self::Unknown,
            Some(Verdict::Xpass) => Self::UnexpectedPass,
            Some(Verdict::Timeout | Verdict::Crash) => Self::Engine,
            Some(Verdict::Refused | Verdict::Fail) => Self::Difference,
        }
    }

    /// Returns the code for the results of all engines together.
    pub(crate) fn of_results(results: &[EngineResult]) -> Self {
        match Self::of_verdicts(results.iter().flat_map(EngineResult::verdicts)) {
            Self::Difference => Self::Difference,
            _ if results.iter().any(|result| result.has_failed) => Self::Engine,
            Self::Ok | Self::Untested if results.iter().any(EngineResult::is_hardly_tested) => {
                Self::HardlyTested
            }
            code => code,
        }
    }
}

impl From<ExitCode> for process::ExitCode {
    fn from(code: ExitCode) -> Self {
        code.number().into()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use clap::{Command, CommandFactory};
    use passant_judge::check::Verdict::{self, *};

    use super::ExitCode;
    use crate::Arguments;

    #[test]
    fn verdicts_give_the_documented_exit_codes() {
        let cases: [(&[Verdict], u8); 12] = [
            (&[Pass, Xfail, Unsupported], 0),
            (&[Pass, Nonstrict], 0),
            (&[Pass, Fail, Crash, Xpass], 1),
            (&[Refused], 1),
            (&[Crash, Pass, Xpass], 3),
            (&[Timeout, Unknown], 3),
            (&[], 4),
            (&[Unsupported], 4),
            (&[Xpass, Pass, Unknown], 5),
            (&[Unknown, Pass], 6),
            (&[Unknown], 6),
            (&[Xfail], 0),
        ];
        for (verdicts, code) in cases {
            let found = ExitCode::of_verdicts(verdicts.iter().copied());
            assert_eq!(found.number(), code, "{verdicts:?}");
        }
    }

    /// The page for readers has a row for each verdict, and says the code of a check in which everything else passes.
    #[test]
    fn the_page_on_verdicts_has_their_exit_codes() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/verdicts.md");
        let page = fs::read_to_string(page).unwrap();
        let mut found = BTreeSet::new();
        let (_, table) = page.split_once("| verdict | means | exit code |").unwrap();
        for row in table.lines().skip(2).take_while(|line| !line.is_empty()) {
            let cells: Vec<_> = row.trim_matches('|').split('|').collect();
            let verdicts: Vec<_> = cells[0].split(", ").map(str::trim).collect();
            let codes = cells[2]
                .split(", ")
                .map(|code| code.trim().parse::<u8>().unwrap());
            for (verdict, code) in verdicts.into_iter().zip(codes.cycle()) {
                let word = verdict.trim_matches('`');
                let verdict = Verdict::ALL.into_iter().find(|it| it.word() == word);
                let given = ExitCode::of_verdicts([Pass, verdict.unwrap()]);
                assert_eq!(given.number(), code, "{row}");
                found.insert(word);
            }
        }
        assert_eq!(found, Verdict::ALL.map(Verdict::word).into());
    }

    /// The numbers below `Exit codes:` in the help of a command.
    fn codes(command: &Command) -> BTreeSet<u8> {
        let help = command
            .get_after_long_help()
            .or(command.get_after_help())
            .map(ToString::to_string)
            .unwrap_or_default();
        let Some((_, list)) = help.split_once("Exit codes:") else {
            return BTreeSet::new();
        };
        let codes = list.split("\n\n").next().unwrap_or_default();
        let words = codes.split_whitespace();
        words.filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn helps_name_exactly_the_exit_codes() {
        let passant = Arguments::command();
        let numbers: BTreeSet<u8> = ExitCode::ALL.map(ExitCode::number).into();
        assert!(ExitCode::ALL.is_sorted_by_key(|code| code.number()));
        let mut named = codes(&passant);
        let mut commands: Vec<_> = passant.get_subcommands().collect();
        assert!(!named.is_empty());
        for command in &commands {
            let mut below = command.get_subcommands().chain([*command]);
            assert!(
                below.any(|it| !codes(it).is_empty()),
                "{}",
                command.get_name()
            );
        }
        while let Some(command) = commands.pop() {
            let name = command.get_name();
            let codes = codes(command);
            assert!(codes.is_subset(&numbers), "{name}: {codes:?}");
            named.extend(codes);
            commands.extend(command.get_subcommands());
        }
        assert_eq!(named, numbers);
    }
}
