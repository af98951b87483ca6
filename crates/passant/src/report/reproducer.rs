//! A shell script for each failure, on Windows a batch file, which repeats it: with the engine alone, and with
//! `passant`.

use std::collections::HashSet;
use std::path::Path;

use passant_engine::{Calibration, Protocol};
use passant_judge::check::{CaseResult, PresentationResult, QuestionKind};
use passant_query::{Channel, Line};
use passant_report::EngineResult;
use passant_rules::{EnPassantMode, Move};

use super::parts::{bisect_words, check_words, finding_lines, name};

mod contents;

use contents::Contents;

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
