//! `passant check`: tests engines with the cases of the suites.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use passant_engine::{Calibration, EngineSpec, Transcript};
use passant_judge::check::questions::Conventions;
use passant_judge::check::run::Source;
use passant_judge::check::{CaseResult, Checked, Plan, Run, Verdict};
use passant_query::Interrupt;
use passant_report::EngineResult;
use passant_suite::Suites;
use passant_suite::expected::Expectations;

use super::calibration_cache::{Origin, calibrate, recalibrate};
use super::check_arguments::CheckArguments;
use super::engines::{self, SelectedEngine};
use super::own_cases::{self, OwnCases};
use super::{diagnose, reports, searches};
use crate::journal::{self, Journal};
use crate::progress_bar::Bar;
use crate::report::{github, reproducer, terminal};
use crate::{CliError, ExitCode, detection, engine_results, expected, interrupt, report, threads};

/// The cases for every engine, how many processes it may have, and the expected failures of one engine.
#[derive(Clone, Copy)]
struct CheckInput<'a> {
    jobs: NonZeroUsize,
    suites: &'a Suites,
    plan: &'a Plan,
    expected: &'a Expectations,
}

/// Checks each engine, prints the reports, and returns the exit code for all verdicts together.
pub fn run(arguments: &CheckArguments) -> Result<ExitCode, CliError> {
    if let Some(settings) = &arguments.settings {
        report::warn(&settings.note());
    }
    let suites = CliError::builtin_suites()?;
    let mut plan = Plan::new(&suites, &arguments.choice()).map_err(CliError::bad_input)?;
    plan.names_questions |= arguments.convention.is_some();
    arguments.demand_cases(&plan)?;
    let listed = expected::read(arguments.expected.as_deref(), &suites)?;
    let mut journal = arguments.resume.as_deref().map(Journal::open).transpose()?;
    report::warn(&journal.as_ref().map_or_else(String::new, Journal::warnings));
    let interrupt = engines::listen_for_interrupt()?;
    threads::start_pool()?;
    let jobs = threads::number(arguments.jobs, "--jobs");
    let engines = engines(arguments, &interrupt)?;
    if let Some(cases) = OwnCases::chosen(arguments) {
        let results = own_cases::run(cases, arguments, &engines, &interrupt)?;
        return end(arguments, journal, &engines, &results, &interrupt);
    }
    let mut results = Vec::new();
    for SelectedEngine {
        spec,
        expected: more,
    } in &engines
    {
        let expected = expected::about(&listed, &spec.overrides.words).and(more);
        let input = CheckInput {
            jobs,
            suites: &suites,
            plan: &plan,
            expected: &expected,
        };
        let start = Instant::now();
        let Some(mut result) = check(spec, input, arguments, start, journal.as_mut())? else {
            break;
        };
        if interrupt.is_raised() {
            interrupt::note_writing();
        }
        complete(spec, input, arguments, start, &mut result)?;
        if arguments.form.prints_text() {
            let verbosity = arguments.form.amount.verbosity();
            report::print(&terminal::result(&result, verbosity))?;
        }
        results.push(result);
        if interrupt.is_raised() {
            break;
        }
    }
    end(arguments, journal, &engines, &results, &interrupt)
}

/// Adds what comes after the cases: searches, coverage, expected failures, the diagnosis, and the time.
fn complete(
    spec: &EngineSpec,
    input: CheckInput<'_>,
    arguments: &CheckArguments,
    start: Instant,
    result: &mut EngineResult,
) -> Result<(), CliError> {
    let CheckInput {
        suites,
        plan,
        expected,
        ..
    } = input;
    result.options = arguments.options();
    result.is_quick = arguments.quick;
    let ends = |case: &CaseResult| arguments.fail_fast && expected::is_failure(expected, case);
    let searched = searches::add(spec, plan, arguments.search, &ends, result);
    engine_results::add_coverage(result, plan, arguments.choice().is_everything());
    expected::apply(expected, result);
    if !arguments.skips_diagnosis() {
        let time = arguments.all_time();
        let end = start + time + searched;
        diagnose::explain(spec, suites, plan, end, time, result)?;
    }
    engine_results::add_retries(result, spec);
    result.milliseconds = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(())
}

/// Writes the reports, ends the files that are written during the run, and returns the exit code.
fn end(
    arguments: &CheckArguments,
    journal: Option<Journal>,
    engines: &[SelectedEngine],
    results: &[EngineResult],
    interrupt: &Interrupt,
) -> Result<ExitCode, CliError> {
    interrupt::note_writing();
    write(arguments, results, interrupt)?;
    if let (Some(journal), Some(path)) = (journal, &arguments.resume) {
        journal.end().map_err(CliError::writing(path))?;
    }
    // All engines share one transcript.
    if let (Some(path), Some(engine)) = (&arguments.transcript, engines.first()) {
        let transcript = &engine.spec.transcript;
        transcript.end().map_err(CliError::writing(path))?;
    }
    if interrupt.is_raised() {
        return Err(interruption(arguments, results));
    }
    Ok(ExitCode::of_results(results))
}

/// Returns the error after Ctrl-C: how many cases were run, and how to resume.
fn interruption(arguments: &CheckArguments, results: &[EngineResult]) -> CliError {
    let cases: usize = results.iter().map(|result| result.cases.len()).sum();
    let hint = match &arguments.resume {
        Some(file) => format!(
            "run the same command again to resume from {}",
            file.display()
        ),
        None => "use --resume FILE to keep the results of a run".to_owned(),
    };
    match cases {
        0 => CliError::interruption(),
        1 => CliError::Interrupted(format!("interrupted after 1 case; {hint}\n")),
        _ => CliError::Interrupted(format!("interrupted after {cases} cases; {hint}\n")),
    }
}

/// Calibrates an engine and runs the plan; `None` if Ctrl-C came before the first case. If the engine turns out to
/// ignore what its channel needs, the plan is run again with the next channel.
///
/// A calibration of an earlier run is not enough to report failures: the engine is then calibrated afresh. If the new
/// calibration differs, the results are dropped and the plan is run again.
fn check(
    spec: &EngineSpec,
    input: CheckInput<'_>,
    arguments: &CheckArguments,
    start: Instant,
    mut journal: Option<&mut Journal>,
) -> Result<Option<EngineResult>, CliError> {
    let mut spec = spec.clone();
    let mut notes = Vec::new();
    let mut fresh = None;
    loop {
        let end = start + arguments.time_for_cases();
        let detect = || detection::show(&spec, || calibrate(&spec, arguments.calibrate, end));
        let (found, origin) = match fresh.take().unwrap_or_else(detect) {
            _ if spec.interrupt.is_raised() => return Ok(None),
            Ok(found) => found,
            Err(mut no_channel) => {
                no_channel.tried.extend(notes);
                let cases = input.plan.number_of_cases();
                let result = engine_results::without_channel(&spec, no_channel, cases);
                return Ok(Some(result));
            }
        };
        let mut calibration = found.clone();
        calibration.notes.extend(notes.iter().cloned());
        let journal = journal.as_deref_mut();
        let Some((conventions, checked)) =
            run_plan(&spec, &calibration, input, arguments, start, journal)?
        else {
            return Ok(None);
        };
        if origin == Origin::Cache
            && accuses(&checked)
            && let end = start + arguments.all_time()
            && let Some(again) = recalibrate(&spec, &found, end, &mut calibration)
        {
            let why = "the engine no longer answers as it was remembered";
            print_rerun_notice(arguments, why)?;
            fresh = Some(again);
            continue;
        }
        let Some(why) = &checked.withdrawn else {
            let result = engine_results::of(&spec, &calibration, conventions, checked);
            return Ok(Some(result));
        };
        let note = format!("not asked through {}: {why}", calibration.channel);
        print_rerun_notice(arguments, &note)?;
        notes.push(note);
        spec.overrides.withdrawn.push(calibration.channel);
    }
}

/// Tells whether the results blame an engine for anything, or the channel was withdrawn.
fn accuses(checked: &Checked) -> bool {
    let mut verdicts = checked.cases.iter().map(|case| case.verdict);
    checked.withdrawn.is_some() || verdicts.any(|it| it.is_bad() || it == Verdict::Unknown)
}

/// Prints why the results so far are dropped.
fn print_rerun_notice(arguments: &CheckArguments, why: &str) -> Result<(), CliError> {
    if arguments.form.prints_text() && !arguments.form.amount.quiet {
        report::print(&terminal::rerun_notice(why))?;
    }
    Ok(())
}

/// Runs the plan through the channel of a calibration; `None` if Ctrl-C came before the first case.
fn run_plan(
    spec: &EngineSpec,
    calibration: &Calibration,
    input: CheckInput<'_>,
    arguments: &CheckArguments,
    start: Instant,
    mut journal: Option<&mut Journal>,
) -> Result<Option<(Conventions, Checked)>, CliError> {
    let plan = &input.plan.in_order_for(calibration.can());
    let conventions = conventions(spec, calibration, input.suites, plan);
    let conventions = conventions.demanding(arguments.convention.unwrap_or_default());
    if spec.interrupt.is_raised() {
        return Ok(None);
    }
    let amount = &arguments.form.amount;
    if arguments.form.prints_text() && !amount.quiet {
        let verbosity = amount.verbosity();
        let extent = arguments.extent(calibration, spec, plan);
        let card = terminal::card(spec, calibration, Some(extent), conventions, verbosity);
        report::print(&card)?;
    }
    let engine = shell_words::join(&spec.overrides.words);
    let key = journal::key(spec, calibration, conventions, &arguments.choice());
    let known = recall_results(journal.as_deref_mut(), &engine, &key);
    let (time, for_diagnosis) = times(spec, calibration, arguments);
    let bounded = &spec.until(start + arguments.all_time());
    let run = Run {
        connect: &|| engine_results::connect(calibration, &bounded.with_own_retry_log()),
        channel: calibration.channel,
        plan,
        conventions,
        jobs: input.jobs.get(),
        reply: bounded.limits.reply,
        time: time.saturating_sub(start.elapsed()),
        for_diagnosis,
        interrupt: &bounded.interrupt,
        known: &known,
        ends: &|result| arguments.fail_fast && expected::is_failure(input.expected, result),
    };
    let bar = Bar::new(&calibration.name);
    let total = plan.cases(calibration.channel) as u64;
    let (mut done, mut unfit) = (0_u64, Vec::new());
    let checked = run.run(|case, source| {
        done += 1;
        bar.show(done, total);
        if let (Some(journal), true) = (&mut journal, source.is_asked()) {
            journal.add(&engine, &key, case);
        }
        if source == Source::AskedAgain {
            unfit.push(case.address.clone());
        }
    });
    if let Some(journal) = &journal {
        report::warn(&journal.warning_about(&unfit));
    }
    if let Some(why) = &checked.fewer_jobs {
        report::warn(&format!("warning: {why}\n"));
    }
    Ok(Some((conventions, checked)))
}

/// Returns the results of an engine under a key in a journal. Warns if it has only others.
fn recall_results(
    journal: Option<&mut Journal>,
    engine: &str,
    key: &str,
) -> HashMap<String, CaseResult> {
    let found = journal.map(|journal| journal.find_results(engine, key));
    let (known, warning) = found.unwrap_or_default();
    report::warn(&warning);
    known
}

/// Returns the time for the cases and for detecting the channel, and the part of it that is kept for a diagnosis once a
/// case has failed. Where searches follow, one of these may be what fails.
fn times(
    spec: &EngineSpec,
    calibration: &Calibration,
    arguments: &CheckArguments,
) -> (Duration, Duration) {
    if calibration.open_search(spec).is_some() {
        (arguments.time_for_cases(), Duration::ZERO)
    } else {
        (arguments.all_time(), arguments.time_for_diagnosis())
    }
}

/// Observes which conventions an engine follows, if the plan has cases about the state of a game.
fn conventions(
    spec: &EngineSpec,
    calibration: &Calibration,
    suites: &Suites,
    plan: &Plan,
) -> Conventions {
    match calibration.open_game(spec) {
        Some(mut game) if !plan.questions(calibration.channel).is_empty() => {
            Conventions::observe(game.as_mut(), suites.state_cases())
        }
        _ => Conventions::default(),
    }
}

/// Writes every report except the text for the terminal.
fn write(
    arguments: &CheckArguments,
    results: &[EngineResult],
    interrupt: &Interrupt,
) -> Result<(), CliError> {
    reports::write_forms(&arguments.form, results)?;
    if let Some(folder) = &arguments.reproduce {
        std::fs::create_dir_all(folder).map_err(CliError::writing(folder))?;
        let here = std::env::current_dir()?;
        for script in reproducer::scripts(results, &here) {
            let path = folder.join(script.file);
            report::write_program(&path, script.text.as_bytes())?;
        }
    }
    // An incomplete list must not replace a complete one.
    if let Some(path) = &arguments.write_expected
        && !interrupt.is_raised()
    {
        report::write_file(path, expected::write(results).as_bytes())?;
    }
    if std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        if arguments.form.prints_text() {
            report::print_commands(&github::annotations(results))?;
        }
        if let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from) {
            let summary = github::summary(results);
            append(&path, &summary).map_err(CliError::writing(&path))?;
        }
    }
    Ok(())
}

fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}

fn engines(
    arguments: &CheckArguments,
    interrupt: &Interrupt,
) -> Result<Vec<SelectedEngine>, CliError> {
    let transcript = match &arguments.transcript {
        Some(path) => Transcript::create(path).map_err(CliError::writing(path))?,
        None => Transcript::none(),
    };
    let commands = match &arguments.script {
        Some(script) => std::slice::from_ref(script),
        None => &arguments.engines[..],
    };
    let mut engines = engines::select_engines(&arguments.engine_options, commands)?;
    if let Some(SelectedEngine { spec, .. }) = engines.last_mut()
        && !arguments.engine_arguments.is_empty()
    {
        if spec.overrides.name.is_some() {
            return Err(CliError::bad_input(
                "the last engine is described in the file of --engines; add its arguments to `command` there",
            ));
        }
        let more = arguments.engine_arguments.iter().map(Into::into);
        spec.command.arguments.extend(more);
        spec.overrides.words[0] = spec.command.to_string();
    }
    let settings = arguments.settings.as_ref();
    let folder = settings.and_then(|settings| settings.engine_folder.as_ref());
    for SelectedEngine { spec, .. } in &mut engines {
        if spec.command.folder.is_none() {
            spec.command.folder = folder.cloned();
        }
        if arguments.script.is_some() {
            engines::set_script(spec)?;
        }
        spec.transcript = transcript.listen_anew();
        spec.interrupt = interrupt.clone();
    }
    Ok(engines)
}
