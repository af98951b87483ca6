//! `passant check`: an engine asked about the suites.

use std::fs::OpenOptions;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use passant_suite::Suites;
use passant_suite::expected::Expectations;

use super::asking::{self, Asked};
use super::{bad_data, bad_input};
use crate::arguments::CheckArguments;
use crate::arguments::check::MAX_NODES;
use crate::engine_report::{EngineResult, connect};
use crate::expected;
use crate::journal::{self, Journal};
use crate::progress::Bar;
use crate::report::check as report_check;
use crate::{Failure, report};
use passant_engine::check_placeholders;
use passant_engine::{Cache, NoChannel};
use passant_engine::{Calibration, EngineSpec, Protocol, Transcript};
use passant_judge::check::plan::Choice;
use passant_judge::check::questions::Conventions;
use passant_judge::check::run::Source;
use passant_judge::check::{Plan, Run, Verdict};
use passant_query::{EngineError, Interrupt};

/// What every engine is asked, and where this one is expected to fail.
#[derive(Clone, Copy)]
struct Questions<'a> {
    suites: &'a Suites,
    plan: &'a Plan,
    expected: &'a Expectations,
}

/// Asks each engine, reports, and gives the exit code for the verdicts on all of them.
pub fn run(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let suites = Suites::builtin().map_err(|problems| bad_data(&problems))?;
    let plan = Plan::new(&suites, &choice(arguments)).map_err(|error| bad_input(&error))?;
    let listed = expectations(arguments, &suites)?;
    let mut journal = arguments.resume.as_deref().map(Journal::open).transpose()?;
    let interrupt = asking::interrupt()?;
    let engines = engines(arguments, &interrupt)?;
    let mut results = Vec::new();
    for Asked {
        starter,
        expected: more,
    } in &engines
    {
        let expected = expected::about(&listed, &starter.overrides.words).and(more);
        let asked = Questions {
            suites: &suites,
            plan: &plan,
            expected: &expected,
        };
        let Some(mut result) = check(starter, asked, arguments, journal.as_mut())? else {
            break;
        };
        result.options = options(arguments);
        expected::apply(&expected, &mut result);
        if !arguments.no_diagnosis {
            super::diagnose::explain(starter, &suites, &mut result)?;
        }
        if arguments.form.prints_text() {
            let detail = arguments.form.amount.detail();
            report::print(&report_check::terminal::result(&result, detail))?;
        }
        results.push(result);
        if interrupt.is_raised() {
            break;
        }
    }
    write(arguments, &results, &interrupt)?;
    if let (Some(journal), Some(path)) = (journal, &arguments.resume) {
        journal.end().map_err(Failure::writing(path))?;
    }
    if interrupt.is_raised() {
        return Err(interrupted(arguments, &results));
    }
    let verdicts = results.iter().flat_map(EngineResult::verdicts);
    let code = match Verdict::exit_code(verdicts) {
        0 | 4..=6 if results.iter().any(|result| result.has_failed) => 3,
        code => code,
    };
    Ok(ExitCode::from(code))
}

/// What becomes of what was asked before Ctrl-C.
fn interrupted(arguments: &CheckArguments, results: &[EngineResult]) -> Failure {
    let asked: usize = results.iter().map(|result| result.cases.len()).sum();
    let kept = match &arguments.resume {
        Some(file) => format!("the same command goes on from {}", file.display()),
        None => "--resume FILE keeps that".to_owned(),
    };
    match asked {
        0 => super::interrupted(),
        1 => Failure::Interrupted(format!("interrupted: 1 case was asked; {kept}\n")),
        _ => Failure::Interrupted(format!("interrupted: {asked} cases were asked; {kept}\n")),
    }
}

/// Calibrates an engine and runs the plan against it; `None` if Ctrl-C came before anything was asked.
fn check(
    starter: &EngineSpec,
    asked: Questions<'_>,
    arguments: &CheckArguments,
    mut journal: Option<&mut Journal>,
) -> Result<Option<EngineResult>, Failure> {
    let Questions { suites, plan, .. } = asked;
    let calibration = match calibrate(starter, arguments.calibrate) {
        _ if starter.interrupt.is_raised() => return Ok(None),
        Ok(calibration) => calibration,
        Err(no_channel) => {
            let result = EngineResult::without_channel(starter, no_channel, plan);
            return Ok(Some(result));
        }
    };
    let conventions = conventions(starter, &calibration, suites, plan);
    if starter.interrupt.is_raised() {
        return Ok(None);
    }
    if arguments.form.prints_text() && !arguments.form.amount.quiet {
        let card = report_check::terminal::card(starter, &calibration, plan, conventions);
        report::print(&card)?;
    }
    let engine = shell_words::join(&starter.overrides.words);
    let key = journal::key(starter, &calibration, conventions, &choice(arguments));
    let known = journal
        .as_ref()
        .map(|journal| journal.known(&key))
        .unwrap_or_default();
    let run = Run {
        connect: &|| connect(&calibration, starter),
        channel: calibration.channel,
        plan,
        conventions,
        jobs: jobs(arguments),
        reply: starter.limits.reply,
        interrupt: &starter.interrupt,
        known: &known,
        ends: &|result| arguments.fail_fast && expected::verdict(asked.expected, result).is_bad(),
    };
    let bar = Bar::new();
    bar.title(&calibration.name);
    let total = plan.items.len() + plan.questions(calibration.channel).len();
    let mut done = 0;
    let checked = run.run(|case, source| {
        done += 1;
        bar.show(passant_perft::Progress { done, total });
        if let (Some(journal), Source::Asked) = (&mut journal, source) {
            journal.add(&engine, &key, case);
        }
    });
    Ok(Some(EngineResult::of(
        starter,
        &calibration,
        conventions,
        checked,
    )))
}

/// Finds out which conventions an engine follows, if it is going to be asked about the state of a game.
fn conventions(
    starter: &EngineSpec,
    calibration: &Calibration,
    suites: &Suites,
    plan: &Plan,
) -> Conventions {
    match calibration.open_game(starter) {
        Some(mut game) if !plan.questions(calibration.channel).is_empty() => {
            Conventions::observe(game.as_mut(), suites.state_cases())
        }
        _ => Conventions::default(),
    }
}

/// Finds out how an engine can be asked, or remembers it.
fn calibrate(starter: &EngineSpec, again: bool) -> Result<Calibration, NoChannel> {
    let cache = Cache::for_user();
    let asked = format!("{:?}", starter.overrides);
    let known = cache.as_ref().filter(|_| !again);
    if let Some(known) = known.and_then(|cache| cache.find(&starter.command, &asked)) {
        return Ok(known);
    }
    let (found, trouble) = passant_engine::calibrate_with_last_error(starter)?;
    match (cache, trouble) {
        // Who is interrupted has not tried everything.
        (_, Some(EngineError::Interrupted)) | (None, _) => {}
        (Some(cache), None) => cache.store(&starter.command, &asked, &found),
        (Some(cache), Some(_)) => cache.store_if_confirmed(&starter.command, &asked, &found),
    }
    Ok(found)
}

/// Everything but the text for the terminal.
fn write(
    arguments: &CheckArguments,
    results: &[EngineResult],
    interrupt: &Interrupt,
) -> Result<(), Failure> {
    if arguments.form.json {
        report::print(&report_check::json::text(results)?)?;
    }
    if arguments.form.tap {
        report::print(&report_check::tap::text(results))?;
    }
    if let Some(path) = &arguments.form.junit {
        let text = report_check::junit::text(results)?;
        std::fs::write(path, text).map_err(Failure::writing(path))?;
    }
    if let Some(folder) = &arguments.reproduce {
        std::fs::create_dir_all(folder).map_err(Failure::writing(folder))?;
        let here = std::env::current_dir()?;
        for script in report_check::reproducer::scripts(results, &here) {
            let path = folder.join(script.file);
            write_script(&path, &script.text).map_err(Failure::writing(&path))?;
        }
    }
    // A list of some failures must not take the place of the list of all.
    if let Some(path) = &arguments.write_expected
        && !interrupt.is_raised()
    {
        std::fs::write(path, expected::write(results)).map_err(Failure::writing(path))?;
    }
    if std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true") {
        if arguments.form.prints_text() {
            report::print(&report_check::github::annotations(results))?;
        }
        if let Some(path) = std::env::var_os("GITHUB_STEP_SUMMARY").map(PathBuf::from) {
            let summary = report_check::github::summary(results);
            append(&path, &summary).map_err(Failure::writing(&path))?;
        }
    }
    Ok(())
}

fn append(path: &Path, text: &str) -> std::io::Result<()> {
    let mut file = OpenOptions::new().append(true).create(true).open(path)?;
    file.write_all(text.as_bytes())
}

/// Writes a file that can be executed, where files can be told so.
fn write_script(path: &Path, text: &str) -> std::io::Result<()> {
    std::fs::write(path, text)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

fn expectations(arguments: &CheckArguments, suites: &Suites) -> Result<Expectations, Failure> {
    match &arguments.expected {
        Some(path) => Expectations::load(path, suites).map_err(|it| bad_data(&it)),
        None => Ok(Expectations::default()),
    }
}

fn choice(arguments: &CheckArguments) -> Choice {
    Choice {
        suites: arguments.suite.clone(),
        classes: arguments.class.clone(),
        filters: arguments.filter.clone(),
        max_nodes: arguments.max_nodes,
        depth: arguments.depth,
        shard: arguments.shard,
    }
}

/// The options that say what is asked, as somebody types them who asks again.
fn options(arguments: &CheckArguments) -> Vec<String> {
    let depth = arguments
        .depth
        .map(|depth| ["--depth".to_owned(), depth.to_string()]);
    let most = (arguments.max_nodes != MAX_NODES).then_some(arguments.max_nodes);
    let most = most.map(|most| ["--max-nodes".to_owned(), most.to_string()]);
    depth.into_iter().chain(most).flatten().collect()
}

fn jobs(arguments: &CheckArguments) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    arguments.jobs.map_or_else(cores, NonZeroUsize::get)
}

fn engines(arguments: &CheckArguments, interrupt: &Interrupt) -> Result<Vec<Asked>, Failure> {
    let transcript = match &arguments.transcript {
        Some(path) => Transcript::create(path).map_err(Failure::writing(path))?,
        None => Transcript::none(),
    };
    let commands = match &arguments.script {
        Some(script) => std::slice::from_ref(script),
        None => &arguments.engines[..],
    };
    let mut engines = asking::engines(&arguments.asking, commands)?;
    if let Some(Asked { starter, .. }) = engines.last_mut()
        && !arguments.engine_arguments.is_empty()
    {
        if starter.overrides.name.is_some() {
            return Err(bad_input(
                "arguments of an engine that a file describes belong there",
            ));
        }
        let more = arguments.engine_arguments.iter().map(Into::into);
        starter.command.arguments.extend(more);
        starter.overrides.words[0] = starter.command.to_string();
    }
    for Asked { starter, .. } in &mut engines {
        if arguments.script.is_some() {
            check_placeholders(&starter.command).map_err(|error| bad_input(&error))?;
            starter.overrides.protocol = Some(Protocol::Script);
            starter.overrides.words.insert(0, "--script".to_owned());
        }
        starter.transcript = transcript.clone();
        starter.interrupt = interrupt.clone();
    }
    Ok(engines)
}
