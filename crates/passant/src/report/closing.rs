//! The end of the report of `passant check`: what was not shown, how many cases have each verdict, and a last sentence
//! that says what they mean together and what to do next.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use passant_judge::check::{LeftOut, Verdict};
use passant_query::Channel;
use passant_report::{
    DiagnosisOutcome, DiagnosisRecord, EngineResult, FaultCoverage, TextCoverage, command_line,
    describe_retries, number_of,
};

use super::group::Group;
use super::labelled_list::{BAD, GOOD};
use super::{fresh, parts};
use crate::ExitCode;

/// The style of what is in doubt.
pub(super) const DOUBTFUL: Style = AnsiColor::Yellow.on_default();

const PLAIN: Style = Style::new();

/// The end of a report, in its parts.
pub(super) struct Closing {
    /// What was not shown and what was not asked, a line each, in styles.
    pub(super) remarks: String,
    /// The number of cases with each verdict, and the time, in styles.
    pub(super) counts: String,
    /// The style of the last sentence.
    pub(super) style: Style,
    /// The last sentence: what the verdicts mean together, and what to do next.
    pub(super) sentence: String,
}

impl Closing {
    /// Returns the end of the report on an engine.
    pub(super) fn of(result: &EngineResult) -> Self {
        let (style, sentence) = closing_sentence(result);
        let (coverage, retried) = (coverage(result), retried(result));
        let (left_out, other_topics) = (omissions(result), other_topics(result));
        Self {
            remarks: format!("{coverage}{retried}{left_out}{other_topics}"),
            counts: counts(result),
            style,
            sentence,
        }
    }

    /// Returns the end as it is printed.
    pub(super) fn text(&self) -> String {
        let Self {
            remarks,
            counts,
            style,
            sentence,
        } = self;
        format!("{remarks}{counts}\n{style}{sentence}{style:#}\n\n")
    }
}

/// Returns the number of cases with each verdict, the worst first, and the time.
fn counts(result: &EngineResult) -> String {
    let mut text = String::new();
    for verdict in Verdict::ALL.into_iter().rev() {
        let count = result.verdicts().filter(|it| *it == verdict).count();
        if count != 0 {
            let style = style(verdict);
            let separator = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{separator}{style}{count} {verdict}{style:#}");
        }
    }
    if let Some(hunt) = result.hunt {
        text = fresh::extent(hunt, &text);
    }
    if text.is_empty() {
        text += "no case was run";
    }
    if result.not_asked != 0 {
        let _ = write!(text, "; {} not run", result.not_asked);
    }
    if result.text.is_none() {
        #[expect(clippy::cast_precision_loss, reason = "shown with one digit")]
        let seconds = result.milliseconds as f64 / 1000.0;
        let _ = write!(text, "; {seconds:.1} s");
    }
    text
}

/// Returns the sentence that says what the verdicts mean together, and what to do next.
fn closing_sentence(result: &EngineResult) -> (Style, String) {
    let number = |verdicts: &[Verdict]| {
        let cases = result.cases.iter();
        cases
            .filter(|case| verdicts.contains(&case.verdict))
            .count()
    };
    let wrong = number(&[Verdict::Fail, Verdict::Refused]);
    let unanswered = number(&[Verdict::Crash, Verdict::Timeout]);
    match ExitCode::of_results(std::slice::from_ref(result)) {
        ExitCode::Ok => (GOOD, passed(result, number(&[Verdict::Xfail]))),
        ExitCode::Difference => (
            BAD,
            format!("FAILED: {} wrong; {}", cases_are(wrong), after_failure(result)),
        ),
        ExitCode::Engine => (
            BAD,
            format!(
                "NOT ANSWERED: {} without an answer, nothing else is wrong; --transcript FILE shows the last lines",
                cases_are(unanswered)
            ),
        ),
        ExitCode::UnexpectedPass => {
            let passes = number_of(number(&[Verdict::Xpass]), "expected failure");
            (
                BAD,
                format!("OUT OF DATE: {passes} did not happen; update the list of --expected"),
            )
        }
        ExitCode::Unknown => (
            DOUBTFUL,
            format!(
                "UNDECIDED: {} answered with contradictions, nothing is known to be wrong; --transcript FILE shows every line",
                cases_are(number(&[Verdict::Unknown]))
            ),
        ),
        ExitCode::HardlyTested if result.lacks_only_time() => (
            DOUBTFUL,
            "HARDLY TESTED: no answer is wrong, but there was no time for many questions; a longer --time asks more".to_owned(),
        ),
        ExitCode::HardlyTested => (
            DOUBTFUL,
            "HARDLY TESTED: no answer is wrong, but few could be asked for; the lines above say why".to_owned(),
        ),
        _ if result.cases.iter().any(|case| parts::own_option(case).is_some()) => (
            DOUBTFUL,
            "NOT TESTED: no case could be asked; the lines above say why".to_owned(),
        ),
        _ => (
            DOUBTFUL,
            "NOT TESTED: no case could be asked; passant check --help lists the channels".to_owned(),
        ),
    }
}

/// Returns `1 case is`, `2 cases are`.
fn cases_are(number: usize) -> String {
    let verb = if number == 1 { "is" } else { "are" };
    format!("{} {verb}", number_of(number, "case"))
}

/// Returns the sentence about an engine with no unexpected failure.
fn passed(result: &EngineResult, expected: usize) -> String {
    let what = match expected {
        0 => "PASSED: no answer is wrong".to_owned(),
        1 => "PASSED: no answer is wrong but in 1 case that is expected to fail".to_owned(),
        _ => {
            format!("PASSED: no answer is wrong but in {expected} cases that are expected to fail")
        }
    };
    if result.hunt.is_some() || result.words.is_empty() {
        return what;
    }
    let verb = if result.is_quick { "check" } else { "hunt" };
    let words = ["passant", verb].into_iter();
    let next = command_line(words.chain(result.words.iter().map(String::as_str)));
    format!("{what}; {next} asks more")
}

/// The largest number of faults that the last sentence names.
const NAMED_FAULTS: usize = 4;

/// Returns what to do after a failure: read about the fault, or repeat the first failing case.
fn after_failure(result: &EngineResult) -> String {
    let diagnosis = result.diagnosis.as_ref().filter(|diagnosis| {
        matches!(
            diagnosis.outcome,
            DiagnosisOutcome::Named | DiagnosisOutcome::OneOf
        )
    });
    let known = diagnosis.map_or_else(Vec::new, DiagnosisRecord::common_faults);
    let names = known.iter().take(NAMED_FAULTS);
    let names: Vec<_> = names.map(|fault| fault.name.as_str()).collect();
    if !names.is_empty() {
        return format!("passant faults {} says what to look at", names.join(" "));
    }
    let is_wrong = |verdict| matches!(verdict, Verdict::Fail | Verdict::Refused);
    let groups = Group::all(result.cases.iter().filter(|case| is_wrong(case.verdict)));
    let first = groups.first().and_then(|group| group.cases.first());
    first.map_or_else(String::new, |case| {
        format!("begin with {}", parts::check_command(case, result))
    })
}

/// Returns the line about what leaf counts do not show, if the engine can be asked about it and was not.
fn other_topics(result: &EngineResult) -> &'static str {
    let calibration = result.calibration.as_ref();
    let can_be_asked = calibration.is_some_and(|it| it.shows_position);
    let was_asked = result.cases.iter().any(|case| case.rule.is_some());
    if can_be_asked && !was_asked {
        "not asked: the FEN after moves, keys, repetition; --suite state and passant diagnose ask\n"
    } else {
        ""
    }
}

/// Returns the line about crashes after which the engine answered, if there were any.
fn retried(result: &EngineResult) -> String {
    result.retries.as_ref().map_or_else(String::new, |retries| {
        let sentence = describe_retries(retries);
        format!("{DOUBTFUL}unstable: {sentence}{DOUBTFUL:#}\n")
    })
}

/// Returns the lines about what the answers could show, and about each way in which they show little.
fn coverage(result: &EngineResult) -> String {
    let mut lines = String::new();
    if let Some(FaultCoverage {
        shown,
        of,
        protocol: Some(protocol),
        ..
    }) = result.coverage
    {
        let searches = if result.cases.iter().any(EngineResult::is_search) {
            ", searches included,"
        } else {
            ""
        };
        let text = format!(
            "what was asked{searches} could show {shown} of {of} known faults; its protocol can show {protocol}"
        );
        lines += &coverage_line(&text, result.shows_few_faults());
    } else if let Some(FaultCoverage { shown, of, .. }) = result.coverage_by_play() {
        let text = format!("the moves that it plays could show {shown} of {of} known faults");
        lines += &coverage_line(&text, result.shows_few_faults());
    }
    if !result.is_hardly_tested() {
        return lines;
    }
    if result.ignores_moves() {
        let calibration = result.calibration.as_ref();
        let text = if calibration.is_some_and(|it| it.plays_games) {
            "it plays the moves after `position startpos`, and not those after `position fen`; mend that first"
        } else {
            "it does not play the moves after `position … moves` (fault moves-ignored); mend that first"
        };
        lines += &coverage_line(text, true);
    }
    lines.extend(result.untested_demands().map(|it| coverage_line(&it, true)));
    if result.answers_little() {
        lines += &coverage_line(&answer_share(result), true);
    }
    let classes = result.hardly_asked_classes();
    if !classes.is_empty() {
        const NAMED: usize = 6;
        let named = classes[..classes.len().min(NAMED)].join(", ");
        let more = match classes.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and of {more} more"),
        };
        let text = format!("a third or more was left out for lack of time of {named}{more}");
        lines += &coverage_line(&text, true);
    }
    lines
}

fn coverage_line(text: &str, is_little: bool) -> String {
    if is_little {
        format!("{DOUBTFUL}hardly tested: {text}{DOUBTFUL:#}\n")
    } else {
        format!("{text}\n")
    }
}

/// Says how much was answered of what was asked.
fn answer_share(result: &EngineResult) -> String {
    let Some(TextCoverage {
        asked, answered, ..
    }) = result.text
    else {
        let (asked, all) = result.count_answers();
        let mut text = format!("this channel can be asked about {asked} of {all} positions");
        let only_plays = result.calibration.as_ref();
        if only_plays.is_some_and(|it| it.channel == Channel::BestMove) {
            text += "; a perft command, `go searchmoves` or the option MultiPV would show more";
        }
        return text;
    };
    format!("the text answers {answered} of {asked} questions")
}

/// Returns the lines about what was left out for lack of time or of answers, if anything was.
fn omissions(result: &EngineResult) -> String {
    let LeftOut {
        cases,
        parts,
        counts,
        diagnosis,
        searches,
        silent_searches,
    } = result.left_out;
    let whole = (cases != 0).then(|| number_of(cases, "case"));
    let in_part = (parts != 0).then(|| {
        format!(
            "{} of {}",
            number_of(counts, "question"),
            number_of(parts, "case")
        )
    });
    let searched = (searches != 0).then(|| number_of(searches, "search case"));
    let line = |why: &str, what: &str, option: &str| {
        format!(
            "{DOUBTFUL}left out, because {why}: {what}; a longer {option} asks more{DOUBTFUL:#}\n"
        )
    };
    let whole = whole.map(|what| line("the time for the cases was up", &what, "--time"));
    let in_part = in_part.map(|what| line("each case has a share of the time", &what, "--time"));
    let searched = searched.map(|what| line("the time for searches was up", &what, "--search"));
    let diagnosis = diagnosis.then(|| line("the time was up", "the diagnosis", "--time"));
    let silent = (silent_searches != 0).then(|| {
        let what = number_of(silent_searches, "search case");
        format!("not asked, because those before had no answer: {what}\n")
    });
    whole
        .into_iter()
        .chain(in_part)
        .chain(diagnosis)
        .chain(searched)
        .chain(silent)
        .collect()
}

/// Returns the style of a verdict.
pub(super) fn style(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Pass => GOOD,
        Verdict::Unsupported | Verdict::Xfail => PLAIN,
        Verdict::Nonstrict | Verdict::Unknown => DOUBTFUL,
        _ => BAD,
    }
}
