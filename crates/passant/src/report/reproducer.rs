//! A shell script for each failure, on Windows a batch file, which repeats it: with the engine alone, and with
//! `passant`.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use passant_engine::{Calibration, Command, Protocol};
use passant_judge::check::{CaseResult, PresentationResult, QuestionKind};
use passant_query::{Channel, Escaped, Line, Syntax, escape};
use passant_report::{EngineResult, command_line_in};
use passant_rules::{EnPassantMode, Move};

use super::parts::{bisect_words, check_words, finding_lines, name};

/// The name of a script and its text.
pub(crate) struct Script {
    pub(crate) file: String,
    pub(crate) text: String,
}

/// Returns the scripts for all failures. They change to the folder in which the engines were started. Engines with the
/// same name are numbered.
pub(crate) fn scripts(results: &[EngineResult], folder: &Path) -> Vec<Script> {
    let mut taken: HashSet<String> = HashSet::new();
    let mut scripts = Vec::new();
    for result in results {
        let slug = slug(name(result));
        let numbered = (2..).map(|number| format!("{slug}-{number}"));
        let mut stems = std::iter::once(slug.clone()).chain(numbered);
        // Compares in lower case, because some file systems ignore case and would lose a file.
        let stem = stems
            .find(|stem| taken.insert(stem.to_lowercase()))
            .unwrap_or(slug);
        let bad = result.cases.iter().filter(|case| case.verdict.is_bad());
        scripts.extend(bad.map(|case| script(result, case, &stem, folder)));
    }
    scripts
}

fn script(result: &EngineResult, case: &CaseResult, stem: &str, folder: &Path) -> Script {
    let heading = format!("{}: {} {}", name(result), case.verdict, case.address);
    let findings = finding_lines(case);
    let comments = [&heading[..], &case.why];
    let check = check_words(case, result);
    let bisect = bisect_words(case, &result.words);
    let contents = Contents {
        comments: comments.into_iter().chain(findings.lines()).collect(),
        // A folder whose name is not UTF-8 cannot be written here. The script then works only in this folder.
        folder: folder.to_str(),
        engine: &result.command,
        lines: manual_commands(result, case),
        check: check.iter().map(String::as_str).collect(),
        bisect: bisect
            .as_ref()
            .map(|words| words.iter().map(String::as_str).collect()),
    };
    let (ending, text) = if cfg!(windows) {
        ("bat", contents.batch())
    } else {
        ("sh", contents.shell())
    };
    let file = format!("{stem}-{}.{ending}", slug(&case.address));
    Script { file, text }
}

/// Returns the lines that show the first wrong answer to the engine alone. `None` if a file describes the engine, or if
/// it is a script.
fn manual_commands(result: &EngineResult, case: &CaseResult) -> Option<Vec<String>> {
    let calibration = result.calibration.as_ref()?;
    let is_described = result.words.iter().any(|word| word == "--engines");
    let presentation = case
        .presentations
        .iter()
        .find(|presentation| presentation.verdict.is_bad())?;
    if let Some(commands) = search_commands(calibration, presentation) {
        return (!is_described).then_some(commands);
    }
    let presentation = &after_capture(presentation).unwrap_or_else(|| presentation.clone());
    let lines = match calibration.protocol {
        _ if is_described => return None,
        Protocol::Uci => {
            let mut lines = vec!["uci".to_owned()];
            if calibration.channel == Channel::MultiPv {
                lines.push("setoption name MultiPV value 218".to_owned());
            }
            lines.push(format!("position {}", uci_position(presentation)));
            lines
        }
        Protocol::Xboard => {
            let board = if calibration.sets_up {
                vec![
                    "force".to_owned(),
                    format!("setboard {}", presentation.fen()),
                ]
            } else {
                ["new", "force"].map(str::to_owned).into()
            };
            let setup = ["xboard", "protover 2"].map(str::to_owned);
            setup
                .into_iter()
                .chain(board)
                .chain(
                    presentation
                        .moves()
                        .iter()
                        .map(|mv| xboard_move(calibration, mv)),
                )
                .collect()
        }
        Protocol::Line => vec![
            "passant 1".to_owned(),
            format!("position {}", uci_position(presentation)),
        ],
        Protocol::Script => return None,
    };
    Some(
        lines
            .into_iter()
            .chain(question(calibration, presentation))
            .collect(),
    )
}

/// Returns the lines that repeat the search that has shown a flaw; `None` if none was.
fn search_commands(
    calibration: &Calibration,
    presentation: &PresentationResult,
) -> Option<Vec<String>> {
    let mut findings = presentation.findings.iter();
    let of_search = findings.find(|it| !it.commands.is_empty())?;
    let mut lines = match calibration.protocol {
        Protocol::Uci => vec!["uci".to_owned()],
        Protocol::Xboard => ["xboard", "protover 2", "easy", "post"]
            .map(str::to_owned)
            .into(),
        Protocol::Line | Protocol::Script => return None,
    };
    for command in &of_search.commands {
        match calibration.protocol {
            Protocol::Uci => lines.push(command.clone()),
            _ => lines.extend(in_xboard(calibration, command)),
        }
    }
    Some(lines)
}

/// Returns a command of UCI that begins a game, sets up a position or searches to a depth, in the words of xboard.
fn in_xboard(calibration: &Calibration, command: &str) -> Vec<String> {
    if let Some(position) = command.strip_prefix("position fen ") {
        let (fen, moves) = position.split_once(" moves ").unwrap_or((position, ""));
        let setup = ["force".to_owned(), format!("setboard {fen}")];
        let moves = moves
            .split_whitespace()
            .map(|mv| xboard_move(calibration, mv));
        setup.into_iter().chain(moves).collect()
    } else if let Some(depth) = command.strip_prefix("go depth ") {
        vec![format!("sd {depth}"), "go".to_owned()]
    } else {
        vec!["new".to_owned()]
    }
}

/// Returns the presentation followed by the en passant capture, if the position after that capture is wrong.
fn after_capture(presentation: &PresentationResult) -> Option<PresentationResult> {
    let finding = presentation.findings.first()?;
    let difference = finding
        .difference
        .as_ref()
        .filter(|_| finding.question == QuestionKind::After)?;
    let line = presentation.line.as_ref()?;
    let position = line.position()?;
    let leads_there = |mv: &Move| {
        let mut after = position.clone();
        let _ = after.make(*mv);
        mv.is_en_passant() && after.setup(EnPassantMode::Always) == difference.setup
    };
    let capture = position.legal_moves().into_iter().find(leads_there)?;
    Some(PresentationResult {
        line: Some(line.then(position.uci_move(capture))),
        ..presentation.clone()
    })
}

/// Returns the line with the question that was answered wrongly.
fn question(calibration: &Calibration, presentation: &PresentationResult) -> Option<String> {
    let finding = presentation.findings.first()?;
    let wrong_move = || {
        let difference = finding.difference.as_ref()?;
        let mut moves = difference.missing.iter().chain(&difference.extra);
        moves.next().map(|it| it.mv.to_string())
    };
    let depth = finding.depth.unwrap_or(1);
    match calibration.channel {
        Channel::Divide | Channel::Total => {
            let command = calibration.command.as_ref()?;
            Some(command.replace("{depth}", &depth.to_string()))
        }
        Channel::Line if finding.question == QuestionKind::Count => Some(format!("divide {depth}")),
        Channel::Line => Some("moves".to_owned()),
        Channel::MultiPv => Some("go depth 1".to_owned()),
        Channel::SearchMoves => wrong_move().map(|mv| format!("go depth 1 searchmoves {mv}")),
        Channel::IllegalMove => wrong_move().map(|mv| xboard_move(calibration, &mv)),
        Channel::BestMove => Some("go depth 8".to_owned()),
        Channel::Script | Channel::Library => None,
    }
}

/// Returns a move in the notation of the xboard engine.
fn xboard_move(calibration: &Calibration, mv: &str) -> String {
    let word = if calibration.has_usermove {
        "usermove "
    } else {
        ""
    };
    format!("{word}{mv}")
}

fn uci_position(presentation: &PresentationResult) -> String {
    let line = presentation.line.as_ref().map(Line::to_string);
    format!("fen {}", line.unwrap_or_default())
}

/// The maximum length of a name as part of a file name. Most file systems limit file names to 255 bytes.
const LONGEST: usize = 100;

/// Turns a name into a part of a file name.
fn slug(name: &str) -> String {
    let plain = |letter: char| match letter {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' => letter,
        _ => '-',
    };
    name.chars().map(plain).take(LONGEST).collect()
}

/// The seconds that a script waits for the answer of the engine alone.
const WAIT: u32 = 3;

/// The steps of a script, in this order.
struct Contents<'a> {
    /// The failure, as comments.
    comments: Vec<&'a str>,
    /// The folder in which the engine was started.
    folder: Option<&'a str>,
    /// The command of the engine.
    engine: &'a str,
    /// The lines that are sent to the engine alone.
    lines: Option<Vec<String>>,
    /// The command that repeats the case.
    check: Vec<&'a str>,
    /// The command that bisects a wrong count.
    bisect: Option<Vec<&'a str>>,
}

impl Contents<'_> {
    /// Returns a script for a POSIX shell.
    fn shell(&self) -> String {
        let mut text = "#!/bin/sh\n".to_owned();
        for line in &self.comments {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# {}", Escaped(line));
        }
        if let Some(folder) = self.folder {
            let _ = writeln!(text, "\ncd {} || exit", escape(folder, Syntax::Shell));
        }
        if let Some(lines) = &self.lines {
            let lines = command_line_in(Syntax::Shell, lines.iter().map(String::as_str));
            let _ = writeln!(
                text,
                "\n# The engine alone.\n(printf '%s\\n' {lines}; sleep {WAIT}; echo quit) | {}",
                self.engine
            );
        }
        let _ = writeln!(text, "\n# {}", self.heading());
        for command in [Some(&self.check), self.bisect.as_ref()]
            .into_iter()
            .flatten()
        {
            let command = command_line_in(Syntax::Shell, command.iter().copied());
            let _ = writeln!(text, "{command}");
        }
        text
    }

    /// Returns a batch file for Windows.
    fn batch(&self) -> String {
        // `rem` keeps the beginning of a comment from being a command.
        let comment = |line: &str| format!("rem # {}\n", line.replace('%', "%%"));
        let mut text = String::new();
        for line in &self.comments {
            text += &comment(&Escaped(line).to_string());
        }
        if let Some(folder) = self.folder {
            let folder = escape(folder, Syntax::Batch);
            let _ = writeln!(text, "\ncd /d {folder}\nif errorlevel 1 exit /b");
        }
        if let Some(command) = self.batch_alone() {
            let _ = write!(text, "\n{}{command}", comment("The engine alone."));
        }
        let _ = write!(text, "\n{}", comment(self.heading()));
        for command in [Some(&self.check), self.bisect.as_ref()]
            .into_iter()
            .flatten()
        {
            // `call` returns from a program that is a batch file itself, such as one that npm installs.
            let command = command_line_in(Syntax::Batch, command.iter().copied());
            let _ = writeln!(text, "call {command}");
        }
        // Text beyond ASCII is UTF-8.
        let page = if text.is_ascii() {
            ""
        } else {
            "chcp 65001 >nul\n"
        };
        format!("@echo off\n{page}{text}").replace('\n', "\r\n")
    }

    fn heading(&self) -> &'static str {
        match self.bisect {
            Some(_) => "The whole case, and the first difference.",
            None => "The whole case.",
        }
    }

    /// Returns the lines in a pipe to the engine. `None` if a line has a character that `echo` would not print.
    fn batch_alone(&self) -> Option<String> {
        let lines = self.lines.as_ref()?;
        let is_plain =
            |letter: char| letter.is_ascii_alphanumeric() || " -_/.,:=+".contains(letter);
        if !lines.iter().all(|line| line.chars().all(is_plain)) {
            return None;
        }
        let engine = Command::parse(self.engine).ok()?;
        let words: Option<Vec<_>> = [&engine.program]
            .into_iter()
            .chain(&engine.arguments)
            .map(|word| word.to_str())
            .collect();
        let engine = command_line_in(Syntax::Batch, words?);
        let echoed = lines.join("& echo ");
        // `timeout` needs a console, and `ping` pauses for a second after each but the last.
        let pings = WAIT + 1;
        Some(format!(
            "(echo {echoed}& ping -n {pings} 127.0.0.1 >nul& echo quit) | {engine}\n"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::Contents;

    fn contents<'a>(lines: &[&str]) -> Contents<'a> {
        Contents {
            comments: vec!["100 % wrong & more"],
            folder: Some(r"C:\50% done"),
            engine: r"engine.exe --fast",
            lines: Some(lines.iter().map(|line| (*line).to_owned()).collect()),
            check: vec!["passant", "check", "engine.exe --fast"],
            bisect: None,
        }
    }

    #[test]
    fn a_batch_file_has_no_variables_and_ends_lines_as_windows_does() {
        let text = contents(&["uci", "go perft 1"]).batch();
        let expected = [
            "@echo off",
            "rem # 100 %% wrong & more",
            "",
            r#"cd /d "C:\50%% done""#,
            "if errorlevel 1 exit /b",
            "",
            "rem # The engine alone.",
            "(echo uci& echo go perft 1& ping -n 4 127.0.0.1 >nul& echo quit) | engine.exe --fast",
            "",
            "rem # The whole case.",
            r#"call passant check "engine.exe --fast""#,
            "",
        ];
        assert_eq!(text, expected.join("\r\n"));
        let folder = Some(r"C:\Größe");
        let text = Contents {
            folder,
            ..contents(&[])
        }
        .batch();
        assert!(
            text.starts_with("@echo off\r\nchcp 65001 >nul\r\n"),
            "{text}"
        );
    }

    #[test]
    fn a_batch_file_sends_no_line_that_cmd_would_change() {
        let text = contents(&["perft 1 | more"]).batch();
        assert!(
            !text.contains("more |") && !text.contains("echo perft"),
            "{text}"
        );
    }
}
