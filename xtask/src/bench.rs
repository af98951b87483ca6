//! Measuring.

use std::env::consts::EXE_SUFFIX;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;

use xtask::{Step, run_all};

/// The choice of measurements.
#[derive(Args)]
pub(crate) struct Bench {
    /// Compare every kernel in every mode with cozy-chess, `passant uci` and other programs, on one
    /// pinned core (Linux)
    #[arg(long)]
    peers: bool,

    /// Another program to compare with: its command with {fen} and {depth} in it, or a UCI engine that knows `go perft`. With
    /// {count} in its command, it must exit with 0 if the count is this one, and with another status if it is not
    #[arg(long, value_name = "NAME=COMMAND", requires = "peers")]
    peer: Vec<String>,

    /// Pattern whose only group matches the count that a program prints. Without one, the expected count may stand
    /// anywhere in its output
    #[arg(long, value_name = "NAME=PATTERN", requires = "peer")]
    pattern: Vec<String>,

    /// Number of times that each program counts each position
    #[arg(long, value_name = "N", requires = "peers", default_value = "5")]
    rounds: NonZeroUsize,

    /// Run only cozy-chess and the contenders with this in their names, such as `reuse` or `avx2, typed`
    #[arg(long, requires = "peers", value_name = "WORD")]
    only: Vec<String>,

    /// Count only the position with this in its name: initial, kiwipete, position 3, position 4, position 6
    #[arg(long, requires = "peers", value_name = "WORD")]
    at: Option<String>,

    /// Count one ply less: minutes instead of half an hour
    #[arg(long, requires = "peers")]
    shallower: bool,

    /// Print JSON instead of a Markdown table
    #[arg(long, requires = "peers")]
    json: bool,
}

/// Compares with peers, if asked to; otherwise compares with cozy-chess in pairs, then times the pieces with criterion.
pub(crate) fn run(options: &Bench) -> Result<()> {
    if options.peers {
        Step::cargo("passant", "build --quiet --release -p passant").run()?;
        let portable = "build --quiet --release -p passant-kernel --example cozy_chess";
        Step::cargo("cozy-chess for any processor", portable).run()?;
        return run_all(&mut [peers(options)?]);
    }
    run_all(&mut [
        Step::cargo(
            "speed in pairs against cozy-chess",
            "bench --quiet -p passant-kernel --bench pairs",
        ),
        Step::cargo("counters", "bench --quiet -p passant-kernel --bench count"),
        Step::cargo("rules", "bench --quiet -p passant-rules --bench rules"),
    ])
}

/// Returns the step that compares with peers. All are built for the processor of this machine, as users of a library build
/// it; the kernels choose their instructions when they run, and gain nothing.
fn peers(options: &Bench) -> Result<Step> {
    let portable = release_path("examples/cozy_chess")?;
    let mut step = Step::cargo(
        "speed in rounds against peers",
        "bench --quiet -p passant-kernel --bench peers --",
    )
    .argument("--rounds")
    .argument(&options.rounds.to_string())
    .env("RUSTFLAGS", "-C target-cpu=native")
    .env("CARGO_TARGET_DIR", target()?.join("native"))
    .argument("--uci")
    .argument(&release_path("passant")?)
    .argument("--peer")
    .argument(&format!(
        "cozy-chess 0.3, any processor='{portable}' {{fen}} {{depth}}"
    ));
    let peers = options.peer.iter().map(|peer| ("--peer", peer));
    let patterns = options.pattern.iter().map(|it| ("--pattern", it));
    let words = options.only.iter().map(|word| ("--only", word));
    let position = options.at.iter().map(|word| ("--at", word));
    for (option, value) in peers.chain(patterns).chain(words).chain(position) {
        step = step.argument(option).argument(value);
    }
    for (option, is_set) in [("--shallower", options.shallower), ("--json", options.json)] {
        if is_set {
            step = step.argument(option);
        }
    }
    Ok(step)
}

/// Returns the path of a program that `cargo build --release` builds.
fn release_path(name: &str) -> Result<String> {
    let path = target()?
        .join("release")
        .join(format!("{name}{EXE_SUFFIX}"));
    Ok(path.display().to_string())
}

/// Returns the folder `target`, in which this program is.
pub(crate) fn target() -> Result<PathBuf> {
    let this = std::env::current_exe().context("cannot tell where this program is")?;
    let target = this.ancestors().nth(2);
    Ok(target
        .context("programs are in a folder of `target`")?
        .to_owned())
}
