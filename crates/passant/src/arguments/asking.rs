//! How an engine is asked, where that is not to be found out.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use passant_engine::{Dialect, Protocol};

/// How long an engine may take to start if nobody says so, in seconds.
pub(crate) const START_TIMEOUT: u64 = 10;

/// How an engine is asked.
#[derive(Args, Debug)]
pub struct AskingArguments {
    /// Take engines from a TOML file: `passant generate descriptors` prints one that has everything
    #[arg(long = "engines", value_name = "FILE")]
    pub descriptors: Option<PathBuf>,

    /// Speak this protocol only: uci, xboard, line or script
    #[arg(long, value_name = "NAME", hide_possible_values = true, value_parser = protocols())]
    pub protocol: Option<Protocol>,

    /// Count as this engine does: stockfish, ethereal, lynx, stormphrax, viridithas, reckless, sjaakii, jet; or none
    #[arg(long, value_name = "NAME", conflicts_with = "perft_command")]
    pub dialect: Option<Dialect>,

    /// Count with this command only, like `go perft {depth}`
    #[arg(long, value_name = "COMMAND", value_parser = perft_command)]
    pub perft_command: Option<String>,

    /// How long an answer may take, in seconds [default: 20]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub timeout: Option<u64>,

    /// How long an engine may take to start, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = START_TIMEOUT, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub start_timeout: u64,
}

fn protocols() -> impl TypedValueParser<Value = Protocol> {
    let words = Protocol::ALL.map(|(word, _)| word);
    PossibleValuesParser::new(words).try_map(|word| {
        let found = Protocol::ALL.into_iter().find(|(known, _)| *known == word);
        found.map(|(_, protocol)| protocol).ok_or("no protocol")
    })
}

fn perft_command(text: &str) -> Result<String, String> {
    if text.contains("{depth}") {
        Ok(text.to_owned())
    } else {
        Err("expected {depth} in the command".to_owned())
    }
}
