//! Turns the words and options of the command line into engines that can be started.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bytesize::ByteSize;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use passant_engine::{
    Calibration, Command, Dialect, EngineSpec, Limits, Overrides, Protocol, check_placeholders,
    find_program, guard, program_file,
};
use passant_query::{Channel, Interrupt};
use passant_report::block_protocol::perft_command;
use passant_report::describe_retries;
use passant_suite::expected::Expectations;

use crate::descriptors::DescribedEngine;
use crate::report::Verbosity;
use crate::{CliError, descriptors, detection, engine_results, report};

/// The default time limit for the start of an engine, in seconds.
pub(crate) const START_TIMEOUT: u64 = 10;

/// The number of times that a question is asked again after a crash, by default.
pub(crate) const RETRIES: u32 = 1;

/// The least memory that an engine can be limited to. Interpreters need some ten megabytes.
const LEAST_MEMORY: ByteSize = ByteSize::mib(16);

/// The options for querying an engine.
#[derive(Args, Debug, Clone)]
pub struct EngineArguments {
    /// Read engines from a TOML file; `passant generate descriptors` prints an example with every key
    #[arg(long = "engines", value_name = "FILE")]
    pub descriptors: Option<PathBuf>,

    /// Use this protocol: uci, xboard, line or script [default: detected]
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = protocols())]
    pub protocol: Option<Protocol>,

    /// Use this channel: divide, total, line-protocol, script, multipv, searchmoves, illegal-move or bestmove [default:
    /// the most informative one that the engine answers]
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = channels())]
    pub channel: Option<Channel>,

    /// Use the perft command of this engine: stockfish, ethereal, lynx, stormphrax, viridithas, reckless, sjaakii, jet
    /// or none [default: detected]
    #[arg(long, value_name = "NAME", conflicts_with = "perft_command")]
    pub dialect: Option<Dialect>,

    /// Use this perft command, for example `go perft {depth}` [default: detected]
    #[arg(long, value_name = "COMMAND", value_parser = perft_command)]
    pub perft_command: Option<String>,

    /// Time limit for an answer, in seconds [default: 20]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,

    /// Time limit for the start of an engine, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = START_TIMEOUT, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub start_timeout: u64,

    /// Ask again, of a restarted program, up to N times after a crash; a crash that does not happen again is a note in
    /// the report, and 0 makes it an error
    #[arg(long, value_name = "N", default_value_t = RETRIES, value_parser = clap::value_parser!(u32).range(0..=10))]
    pub retries: u32,

    /// The memory that an engine may use.
    #[command(flatten)]
    pub memory: EngineMemory,
}

/// One engine, and how to query it.
#[derive(Args, Debug)]
pub struct NamedEngine {
    /// The engine: a program, a command with its arguments in quotes, or a name from the file of --engines
    pub engine: String,

    /// Treat the engine as a script, as `passant check --script` does: {depth}, {fen} and {moves} in the command are
    /// replaced, or appended if there are none
    #[arg(long, conflicts_with = "protocol")]
    pub script: bool,

    /// The ways to query it.
    #[command(flatten)]
    pub options: EngineArguments,
}

/// The memory that an engine may use.
#[derive(Args, Debug, Clone, Copy)]
pub struct EngineMemory {
    /// Maximum memory of each engine process and everything that it starts, for example 512MiB; Linux only [default:
    /// 4GiB]
    ///
    /// Counts what the processes have written to, not the addresses that they reserve. An engine that uses more is
    /// killed and counts as crashed.
    #[arg(long, value_name = "SIZE", value_parser = engine_memory)]
    pub engine_memory: Option<ByteSize>,
}

fn engine_memory(text: &str) -> Result<ByteSize, String> {
    let size: ByteSize = text.parse()?;
    if LEAST_MEMORY <= size {
        Ok(size)
    } else {
        Err(format!(
            "expected at least {LEAST_MEMORY}, for example 512MiB"
        ))
    }
}

fn protocols() -> impl TypedValueParser<Value = Protocol> {
    PossibleValuesParser::new(Protocol::ALL.map(Protocol::word))
        .try_map(|word| Protocol::from_word(&word).ok_or("not a protocol"))
}

fn channels() -> impl TypedValueParser<Value = Channel> {
    // A library in this process is not an engine.
    let engines = Channel::ALL
        .into_iter()
        .filter(|it| *it != Channel::Library);
    PossibleValuesParser::new(engines.map(Channel::word)).try_map(|word| {
        let found = Channel::ALL.into_iter().find(|it| it.word() == word);
        found.ok_or("not a channel")
    })
}

/// The folders in which Debian and others install engines. `PATH` may not have them.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The default time limit for an answer, in seconds.
const TIMEOUT: u64 = 20;

/// An engine that the user has selected.
pub(super) struct SelectedEngine {
    pub(super) spec: EngineSpec,
    /// The expected failures in its descriptor.
    pub(super) expected: Expectations,
}

/// Returns the engines that the words name. A word is the name of a descriptor, or a command. Without words, every
/// engine of the file of `--engines`.
pub(super) fn select_engines(
    options: &EngineArguments,
    words: &[String],
) -> Result<Vec<SelectedEngine>, CliError> {
    let described = match options.descriptors.as_deref() {
        Some(path) => {
            let suites = CliError::builtin_suites()?;
            descriptors::load(path, &suites)?
        }
        None => Vec::new(),
    };
    warn_of_memory(options.memory);
    if words.is_empty() {
        let all = described.iter();
        return Ok(all
            .map(|engine| select_described(options, engine))
            .collect());
    }
    let engine = |word: &String| match described.iter().find(|engine| engine.name == *word) {
        Some(engine) => Ok(select_described(options, engine)),
        None => select_command(options, word),
    };
    words.iter().map(engine).collect()
}

/// Queries a program as a script that prints a divide.
///
/// # Errors
///
/// If a placeholder of the command has no meaning.
pub(super) fn set_script(spec: &mut EngineSpec) -> Result<(), CliError> {
    check_placeholders(&spec.command).map_err(CliError::bad_input)?;
    spec.overrides.protocol = Some(Protocol::Script);
    spec.overrides.words.insert(0, "--script".to_owned());
    Ok(())
}

/// Returns the engine of the command line, and its calibration.
///
/// # Errors
///
/// If there is no such engine, if no channel works, or after Ctrl-C.
pub(super) fn calibrate_engine(named: &NamedEngine) -> Result<(EngineSpec, Calibration), CliError> {
    let mut spec = select_engine(&named.options, &named.engine)?;
    if named.script {
        set_script(&mut spec)?;
    }
    match detection::show(&spec, || passant_engine::calibrate(&spec)) {
        Ok(calibration) => Ok((spec, calibration)),
        Err(_) if spec.interrupt.is_raised() => Err(CliError::interruption()),
        Err(found) => Err(CliError::Engine(format!(
            "error: {}",
            report::no_channel::text(
                &engine_results::without_channel(&spec, found, 0),
                Verbosity::Normal
            )
        ))),
    }
}

/// Notes on standard error that an engine crashed and answered when it was asked again, if it did.
pub(super) fn warn_of_retries(spec: &EngineSpec) {
    if let Some(retries) = spec.retry_log.take() {
        report::warn(&format!("note: {}\n", describe_retries(&retries)));
    }
}

/// Returns the engine that a word names.
fn select_engine(options: &EngineArguments, word: &str) -> Result<EngineSpec, CliError> {
    let mut engines = select_engines(options, &[word.to_owned()])?;
    let engine = engines
        .pop()
        .ok_or_else(|| CliError::bad_input("no engine is named"))?;
    Ok(EngineSpec {
        interrupt: listen_for_interrupt()?,
        ..engine.spec
    })
}

/// Returns a flag that Ctrl-C raises.
pub(super) fn listen_for_interrupt() -> Result<Interrupt, CliError> {
    crate::interrupt::on_signals()
        .map_err(|error| CliError::NoThread(format!("cannot listen for Ctrl-C: {error}")))
}

fn select_described(options: &EngineArguments, descriptor: &DescribedEngine) -> SelectedEngine {
    let overrides = descriptor.overrides.clone();
    let timeout = options.timeout.or(descriptor.timeout);
    let command = locate_program(descriptor.command.clone());
    SelectedEngine {
        spec: combine_options(options, command, overrides, &descriptor.name, timeout),
        expected: descriptor.expected.clone(),
    }
}

fn select_command(options: &EngineArguments, word: &str) -> Result<SelectedEngine, CliError> {
    let command = parse_command(word)?;
    let overrides = Overrides::default();
    Ok(SelectedEngine {
        spec: combine_options(options, command, overrides, word, options.timeout),
        expected: Expectations::default(),
    })
}

/// Combines the command line with a descriptor. The command line takes precedence.
fn combine_options(
    options: &EngineArguments,
    command: Command,
    mut overrides: Overrides,
    word: &str,
    timeout: Option<u64>,
) -> EngineSpec {
    let dialect = options.perft_command.as_ref().map(Dialect::of_command);
    overrides.protocol = options.protocol.or(overrides.protocol);
    overrides.channel = options.channel.or(overrides.channel);
    overrides.dialect = options.dialect.clone().or(dialect).or(overrides.dialect);
    overrides.words = command_words(options, word);
    EngineSpec {
        overrides,
        limits: Limits {
            start: Duration::from_secs(options.start_timeout),
            reply: Duration::from_secs(timeout.unwrap_or(TIMEOUT)),
            memory: memory_bytes(options.memory),
            ..Limits::default()
        },
        retries: options.retries,
        ..EngineSpec::new(command)
    }
}

/// Returns the most memory of an adapter, in bytes. Warns if the system cannot limit it.
pub(super) fn memory_limit(options: EngineMemory) -> u64 {
    warn_of_memory(options);
    memory_bytes(options)
}

/// Returns the most memory of an engine, in bytes.
fn memory_bytes(options: EngineMemory) -> u64 {
    let size = options.engine_memory;
    size.map_or(Limits::default().memory, |size| size.as_u64())
}

fn warn_of_memory(options: EngineMemory) {
    if options.engine_memory.is_some() && !guard::has_guards() {
        report::warn(
            "warning: --engine-memory has no effect: it needs Linux with /proc; see SECURITY.md\n",
        );
    }
}

/// Returns the words that name an engine, with the options that say how it is queried.
fn command_words(options: &EngineArguments, word: &str) -> Vec<String> {
    let mut words = vec![word.to_owned()];
    let path = options.descriptors.as_ref();
    let memory = options.memory.engine_memory;
    let values = [
        ("--engines", path.map(|path| path.display().to_string())),
        (
            "--protocol",
            options.protocol.map(|protocol| protocol.word().to_owned()),
        ),
        (
            "--channel",
            options.channel.map(|channel| channel.word().to_owned()),
        ),
        (
            "--dialect",
            options.dialect.as_ref().map(|dialect| dialect.name.clone()),
        ),
        ("--perft-command", options.perft_command.clone()),
        (
            "--start-timeout",
            (options.start_timeout != START_TIMEOUT).then(|| options.start_timeout.to_string()),
        ),
        (
            "--timeout",
            options.timeout.map(|timeout| timeout.to_string()),
        ),
        (
            "--retries",
            (options.retries != RETRIES).then(|| options.retries.to_string()),
        ),
        (
            "--engine-memory",
            memory.map(|size| format!("{}B", size.as_u64())),
        ),
    ];
    for (option, value) in values {
        if let Some(value) = value {
            words.extend([option.to_owned(), value]);
        }
    }
    words
}

/// Reads the command of an engine: the path of a file, or words in the syntax of a shell. A name without a folder is
/// searched in `PATH`, then in [`GAMES`], then in the current folder.
pub(super) fn parse_command(text: &str) -> Result<Command, CliError> {
    let command = if program_file(Path::new(text)).is_some() {
        Command::new(text, [""; 0])
    } else {
        Command::parse(text).map_err(CliError::bad_input)?
    };
    Ok(locate_program(command))
}

/// Completes the path of a program that is not in `PATH`.
fn locate_program(mut command: Command) -> Command {
    let name = Path::new(&command.program);
    if name.components().count() == 1 && find_program(name).is_none() {
        let mut folders = GAMES.iter().chain(&["."]).map(Path::new);
        if let Some(file) = folders.find_map(|folder| program_file(&folder.join(name))) {
            command.program = file.into();
        }
    }
    command
}
