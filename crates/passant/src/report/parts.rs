//! The parts of a report that several forms show: names, findings, and the commands that repeat a case.

use std::collections::BTreeMap;

use passant_engine::Calibration;
use passant_judge::check::questions::Conventions;
use passant_judge::check::{CaseResult, Finding, PresentationResult, SmallestPosition, Verdict};
use passant_query::Channel;
use passant_report::{
    DiagnosisOutcome, EngineResult, FaultCoverage, Suspect, command_line, describe_conventions,
};
use passant_suite::Case;

use super::Verbosity;

/// Returns the findings of a case, each with its presentation.
pub(crate) fn findings(case: &CaseResult) -> impl Iterator<Item = (&PresentationResult, &Finding)> {
    let presentations = case.presentations.iter();
    presentations.flat_map(|presentation| {
        presentation
            .findings
            .iter()
            .map(move |finding| (presentation, finding))
    })
}

/// Returns the findings of a case, one per line.
pub(crate) fn finding_lines(case: &CaseResult) -> String {
    let mut lines = Vec::new();
    for (presentation, finding) in findings(case) {
        lines.push(format!("{}: {finding}", presentation.presentation.word()));
        let answer = finding.answer.as_ref();
        let positions = answer.and_then(|answer| answer.positions.as_ref());
        lines.extend(positions.map(ToString::to_string));
    }
    lines.extend(case.pattern.clone());
    for (label, text) in [("rule", &case.rule), ("source", &case.source)] {
        lines.extend(text.as_ref().map(|text| format!("{label}: {text}")));
    }
    if case.rule.is_some()
        && let Some(line) = case
            .presentations
            .iter()
            .filter_map(|presentation| presentation.line.as_ref())
            .find(|line| !line.steps.is_empty())
    {
        lines.push(format!("game: {line}"));
    }
    lines.extend(depth_summary(case).map(|line| format!("asked: {line}")));
    let shrunk = case.smallest.iter().map(smallest);
    lines.extend(shrunk.map(|line| format!("smallest: {line}")));
    lines.join("\n")
}

/// Returns how an engine is asked, what was observed, and how much that can show: labels with a fact each.
pub(super) fn approach(
    command: &str,
    calibration: &Calibration,
    conventions: Conventions,
    verbosity: Verbosity,
) -> Vec<(&'static str, String)> {
    let channel = match &calibration.command {
        Some(command) => format!("{} ({})", calibration.channel, command.replace('\n', "; ")),
        None => calibration.channel.to_string(),
    };
    let mut facts = vec![
        ("command", command.to_owned()),
        ("protocol", calibration.protocol.word().to_owned()),
        ("channel", channel),
    ];
    facts.extend(calibration.notes.iter().map(|it| ("note", it.clone())));
    if verbosity == Verbosity::Verbose {
        facts.extend(calibration.tried.iter().map(|it| ("tried", it.clone())));
    }
    if !conventions.is_empty() {
        facts.push(("observed", describe_conventions(conventions)));
    }
    if let Some(FaultCoverage { shown, of, .. }) = FaultCoverage::of(calibration.can()) {
        let share = format!("{shown} of {of} known faults can show through this channel");
        facts.push(("coverage", share));
    }
    facts
}

/// The columns of the table of classes.
pub(super) const CLASS_COLUMNS: [&str; 5] = ["class", "passed", "failed", "other", "not testable"];

/// Returns the rows of the table of classes: for each class the number of cases in each column.
pub(super) fn class_counts(result: &EngineResult) -> impl Iterator<Item = (&str, [usize; 4])> {
    let mut classes: BTreeMap<&str, [usize; 4]> = BTreeMap::new();
    for case in &result.cases {
        let column = match case.verdict {
            Verdict::Pass => 0,
            Verdict::Fail | Verdict::Refused => 1,
            Verdict::Unsupported => 3,
            _ => 2,
        };
        classes.entry(&case.class).or_default()[column] += 1;
    }
    classes.into_iter()
}

/// Returns the conventions of an engine, if any were observed.
pub(crate) fn conventions(result: &EngineResult) -> Option<String> {
    (!result.conventions.is_empty()).then(|| describe_conventions(result.conventions))
}

/// Returns the depths to which a case was asked, if something was left out for lack of time.
pub(crate) fn depth_summary(case: &CaseResult) -> Option<String> {
    let depths = |it: &PresentationResult| {
        let way = it.presentation.word();
        if it.is_left_out() {
            format!("{way} not at all")
        } else {
            format!("{way} to depth {} of {}", it.depth, it.target_depth())
        }
    };
    let presentations = case.presentations.iter();
    let in_part = presentations.filter(|it| !it.left_out.is_empty());
    let mut parts: Vec<_> = in_part.map(depths).collect();
    parts.dedup();
    let parts = parts.join(", ");
    (!parts.is_empty()).then(|| format!("{parts}; more would take longer than its share of --time"))
}

/// Returns the smallest position, and what is wrong there, in one line.
pub(crate) fn smallest(smallest: &SmallestPosition) -> String {
    let line: Vec<_> = std::iter::once(&smallest.fen)
        .chain(&smallest.moves)
        .map(String::as_str)
        .collect();
    let line = line.join(" ");
    let depth = match smallest.depth {
        1 => String::new(),
        depth => format!(" at depth {depth}"),
    };
    format!("{line}{depth}: {}", smallest.wrong.join("; "))
}

/// Returns the diagnosis of an engine in a sentence, if there is one.
pub(crate) fn diagnosis(result: &EngineResult) -> Option<String> {
    let diagnosis = result.diagnosis.as_ref()?;
    let names: Vec<_> = diagnosis.suspects.iter().map(Suspect::names).collect();
    let names = names.join(", or ");
    let (asked, cases) = (diagnosis.answered, diagnosis.positions);
    let sentence = |suspect: &Suspect| {
        let sentences = suspect.faults.iter().flat_map(|fault| {
            let sentence = fault.sentence.as_str();
            std::iter::once(sentence).chain(fault.scope_sentence())
        });
        sentences.collect::<Vec<_>>().join(" ")
    };
    Some(match (diagnosis.outcome, &diagnosis.suspects[..]) {
        (DiagnosisOutcome::Named, [only]) => format!(
            "{names}: {} This fault explains {} of {asked} answers about {cases} positions.",
            sentence(only),
            only.agrees
        ),
        (DiagnosisOutcome::OneOf, _) => {
            format!(
                "one of {names}; {asked} questions about {cases} positions do not distinguish them"
            )
        }
        (DiagnosisOutcome::InPart, [only]) => format!(
            "unknown; a partial fit is {names}, which explains {} of {} wrong answers; {} remain unexplained",
            only.explains,
            diagnosis.wrong,
            diagnosis.wrong - only.explains
        ),
        (DiagnosisOutcome::Sound | DiagnosisOutcome::NotAsked, _) => {
            format!("none of {asked} questions asked for naming shows what fails")
        }
        (DiagnosisOutcome::Unknown, _) if !diagnosis.is_complete => {
            let why = super::diagnosis::why_incomplete(diagnosis);
            format!("no fault is named: {why}")
        }
        _ => "no known fault explains the wrong answers".to_owned(),
    })
}

/// Returns the name of an engine in a report: its own name, or its command if it has none.
pub(crate) fn name(result: &EngineResult) -> &str {
    let named = result
        .calibration
        .as_ref()
        .map(|calibration| calibration.name.trim());
    named
        .filter(|name| !name.is_empty())
        .unwrap_or(&result.command)
}

/// Returns the command that repeats a case, as a user types it.
pub(crate) fn check_command(case: &CaseResult, result: &EngineResult) -> String {
    let words = check_words(case, result);
    command_line(words.iter().map(String::as_str))
}

/// Returns the command that bisects a wrong count, as a user types it; `None` if no count is wrong, or if a script
/// counted.
pub(crate) fn bisect_command(case: &CaseResult, words: &[String]) -> Option<String> {
    bisect_words(case, words).map(|words| command_line(words.iter().map(String::as_str)))
}

/// The options of the checks with cases of their own, each with the beginning of the addresses. No suite has these cases.
const OWN_CASES: [(&str, &str); 3] = [
    ("book/", "--book"),
    ("pgn/", "--pgn"),
    ("packed/", "--packed"),
];

/// Returns the option that asks about a case which no suite has and no line tells; `None` for other cases.
pub(super) fn own_option(case: &CaseResult) -> Option<&'static str> {
    let mut options = OWN_CASES.iter();
    let found = options.find(|(start, _)| case.address.starts_with(start));
    found.map(|(_, option)| *option)
}

/// Returns the command that repeats a case, with the same depths. A position that no suite has is given by its line.
pub(super) fn check_words(case: &CaseResult, result: &EngineResult) -> Vec<String> {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    if result.text.is_some() {
        return words(&["passant", "judge", "--ask", "--suite", &case.address]);
    }
    let mut command: Vec<String> = words(&["passant", "check"]);
    command.extend(result.words.iter().chain(&result.options).cloned());
    if let Some(option) = own_option(case) {
        command.push(option.to_owned());
        return command;
    }
    let told = case.presentations.first().and_then(|it| it.line.as_ref());
    match told.filter(|_| Case::is_fresh(&case.address)) {
        Some(line) => {
            command.extend(["--line".to_owned(), line.to_string()]);
            let depth = find_wrong_count(case).map_or(1, |(_, depth)| depth);
            if 1 < depth && !command.iter().any(|word| word == "--depth") {
                command.extend(["--depth".to_owned(), depth.to_string()]);
            }
        }
        None => command.extend(words(&["--suite", &case.address])),
    }
    command
}

/// Returns the words of the command that bisects a wrong count.
pub(super) fn bisect_words(case: &CaseResult, words: &[String]) -> Option<Vec<String>> {
    let (presentation, depth) = find_wrong_count(case)?;
    let (engine, options) = words.split_first()?;
    let depth_word = depth.to_string();
    let command = [
        "passant",
        "bisect",
        engine,
        &presentation.fen(),
        &depth_word,
    ]
    .map(str::to_owned);
    let moves = presentation
        .moves()
        .into_iter()
        .chain(options.iter().cloned());
    (case.channel != Channel::Script).then(|| command.into_iter().chain(moves).collect())
}

/// Returns the first presentation with a wrong count, and the depth.
fn find_wrong_count(case: &CaseResult) -> Option<(&PresentationResult, u32)> {
    case.presentations.iter().find_map(|presentation| {
        let depth = presentation
            .findings
            .iter()
            .find_map(|finding| finding.depth)?;
        Some((presentation, depth))
    })
}
