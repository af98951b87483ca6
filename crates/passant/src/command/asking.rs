//! From the words of the command line to engines that can be started.

use std::path::Path;
use std::time::Duration;

use passant_suite::Suites;
use passant_suite::expected::Expectations;

use super::{bad_data, bad_input, interrupted};
use crate::Failure;
use crate::arguments::AskingArguments;
use crate::arguments::asking::START_TIMEOUT;
use crate::descriptors::{self, DescribedEngine};
use passant_engine::{Calibration, Command, Dialect, EngineSpec, Limits, Overrides};
use passant_query::Interrupt;

/// Where Debian and others put engines, which `PATH` may leave out.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// How long an answer may take if nobody says so, in seconds.
const TIMEOUT: u64 = 20;

/// An engine as it is to be asked.
pub(super) struct Asked {
    pub(super) starter: EngineSpec,
    /// Where its descriptor expects it to fail.
    pub(super) expected: Expectations,
}

/// The engines that the words mean, names of descriptors or commands; all that are described if there are no words.
pub(super) fn engines(asking: &AskingArguments, words: &[String]) -> Result<Vec<Asked>, Failure> {
    let described = match asking.descriptors.as_deref() {
        Some(path) => {
            let suites = Suites::builtin().map_err(|diagnostics| bad_data(&diagnostics))?;
            descriptors::load(path, &suites)?
        }
        None => Vec::new(),
    };
    if words.is_empty() {
        let all = described.iter();
        return Ok(all.map(|engine| of_descriptor(asking, engine)).collect());
    }
    let engine = |word: &String| match described.iter().find(|engine| engine.name == *word) {
        Some(engine) => Ok(of_descriptor(asking, engine)),
        None => of_command(asking, word),
    };
    words.iter().map(engine).collect()
}

/// The engine that one word means, and how it can be asked.
///
/// # Errors
///
/// If there is no such engine, if it cannot be asked, or if Ctrl-C came before that was known.
pub(super) fn calibrated(
    asking: &AskingArguments,
    word: &str,
) -> Result<(EngineSpec, Calibration), Failure> {
    let starter = engine(asking, word)?;
    match passant_engine::calibrate(&starter) {
        Ok(calibration) => Ok((starter, calibration)),
        Err(_) if starter.interrupt.is_raised() => Err(interrupted()),
        Err(no_channel) => Err(Failure::Engine(format!(
            "error: {} cannot be asked; what was tried:\n  {}\n",
            starter.command,
            no_channel.tried.join("\n  ")
        ))),
    }
}

/// The engine that one word means.
fn engine(asking: &AskingArguments, word: &str) -> Result<EngineSpec, Failure> {
    let mut engines = engines(asking, &[word.to_owned()])?;
    let engine = engines
        .pop()
        .ok_or_else(|| bad_input("there is no engine"))?;
    Ok(EngineSpec {
        interrupt: interrupt()?,
        ..engine.starter
    })
}

/// The wish to stop, from Ctrl-C.
pub(super) fn interrupt() -> Result<Interrupt, Failure> {
    crate::interrupt::on_signals()
        .map_err(|error| bad_input(&format!("cannot listen for Ctrl-C: {error}")))
}

fn of_descriptor(asking: &AskingArguments, descriptor: &DescribedEngine) -> Asked {
    let overrides = descriptor.overrides.clone();
    let timeout = asking.timeout.or(descriptor.timeout);
    let launch = installed(descriptor.launch.clone());
    Asked {
        starter: starter(asking, launch, overrides, &descriptor.name, timeout),
        expected: descriptor.expected.clone(),
    }
}

fn of_command(asking: &AskingArguments, command: &str) -> Result<Asked, Failure> {
    let launch = launch(command)?;
    Ok(Asked {
        starter: starter(
            asking,
            launch,
            Overrides::default(),
            command,
            asking.timeout,
        ),
        expected: Expectations::default(),
    })
}

/// What the command line says comes before what a descriptor says.
fn starter(
    asking: &AskingArguments,
    launch: Command,
    mut overrides: Overrides,
    word: &str,
    timeout: Option<u64>,
) -> EngineSpec {
    let command = asking.perft_command.as_ref().map(Dialect::of_command);
    overrides.protocol = asking.protocol.or(overrides.protocol);
    overrides.dialect = asking.dialect.clone().or(command).or(overrides.dialect);
    overrides.words = words(asking, word);
    EngineSpec {
        overrides,
        limits: Limits {
            start: Duration::from_secs(asking.start_timeout),
            reply: Duration::from_secs(timeout.unwrap_or(TIMEOUT)),
            ..Limits::default()
        },
        ..EngineSpec::new(launch)
    }
}

/// The words that name an engine, and say how it is asked.
fn words(asking: &AskingArguments, word: &str) -> Vec<String> {
    let mut words = vec![word.to_owned()];
    let path = asking.descriptors.as_ref();
    let options = [
        ("--engines", path.map(|path| path.display().to_string())),
        (
            "--protocol",
            asking.protocol.map(|protocol| protocol.word().to_owned()),
        ),
        (
            "--dialect",
            asking.dialect.as_ref().map(|dialect| dialect.name.clone()),
        ),
        ("--perft-command", asking.perft_command.clone()),
        (
            "--start-timeout",
            (asking.start_timeout != START_TIMEOUT).then(|| asking.start_timeout.to_string()),
        ),
        (
            "--timeout",
            asking.timeout.map(|timeout| timeout.to_string()),
        ),
    ];
    for (option, value) in options {
        if let Some(value) = value {
            words.extend([option.to_owned(), value]);
        }
    }
    words
}

/// The command of an engine: the path of a file as it stands, or words as a shell has them. A name without a folder is
/// looked for in `PATH`, then where engines are.
pub(super) fn launch(command: &str) -> Result<Command, Failure> {
    let launch = if Path::new(command).is_file() {
        Command::new(command, [""; 0])
    } else {
        Command::parse(command).map_err(|error| bad_input(&error))?
    };
    Ok(installed(launch))
}

fn installed(mut launch: Command) -> Command {
    let name = Path::new(&launch.program).to_owned();
    if name.components().count() == 1 {
        let in_path = std::env::var_os("PATH").is_some_and(|path| {
            std::env::split_paths(&path).any(|folder| folder.join(&name).is_file())
        });
        let elsewhere = GAMES.iter().map(|folder| Path::new(folder).join(&name));
        if let Some(path) = elsewhere
            .into_iter()
            .find(|path| !in_path && path.is_file())
        {
            launch.program = path.into();
        } else if !in_path && name.is_file() {
            launch.program = Path::new(".").join(&name).into();
        }
    }
    launch
}
