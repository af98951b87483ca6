//! The options that say how to query an engine, instead of detecting it.

use std::path::PathBuf;

use bytesize::ByteSize;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use passant_engine::{Dialect, Protocol};
use passant_query::Channel;
use passant_report::block_protocol::perft_command;

/// The default time limit for the start of an engine, in seconds.
pub(crate) const START_TIMEOUT: u64 = 10;

/// The least memory that an engine can be limited to. Interpreters need some ten megabytes.
const LEAST_MEMORY: ByteSize = ByteSize::mib(16);

/// How to query an engine.
#[derive(Args, Debug)]
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

    /// How much of this machine an engine may use.
    #[command(flatten)]
    pub memory: EngineMemory,
}

/// One engine, and how to query it.
#[derive(Args, Debug)]
pub struct NamedEngine {
    /// The engine: a program, a command with its arguments in quotes, or a name from the file of --engines
    pub engine: String,

    /// The engine is a script, as that of `passant check --script`: {depth}, {fen} and {moves} in the command are replaced,
    /// or appended if there are none
    #[arg(long, conflicts_with = "protocol")]
    pub script: bool,

    /// The ways to query it.
    #[command(flatten)]
    pub options: EngineArguments,
}

/// How much of this machine an engine may use.
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
    let words = Protocol::ALL.map(|(word, _)| word);
    PossibleValuesParser::new(words).try_map(|word| {
        let found = Protocol::ALL.into_iter().find(|(known, _)| *known == word);
        found.map(|(_, protocol)| protocol).ok_or("not a protocol")
    })
}

fn channels() -> impl TypedValueParser<Value = Channel> {
    // A library in this process is no engine.
    let engines = Channel::ALL
        .into_iter()
        .filter(|it| *it != Channel::Library);
    PossibleValuesParser::new(engines.map(Channel::word)).try_map(|word| {
        let found = Channel::ALL.into_iter().find(|it| it.word() == word);
        found.ok_or("not a channel")
    })
}
