//! The options that say how to count, and the threads, the kernel and the memory that they select.

use std::num::NonZeroUsize;
use std::path::Path;

use bytesize::ByteSize;
use clap::{Args, ValueEnum};
use passant_kernel::Mode;
use passant_perft::{Counter, Resources, RunError, Runner};
use sysinfo::{MemoryRefreshKind, System};

use crate::{CliError, threads};

/// The ways in which a kernel counts the last two plies.
#[derive(ValueEnum, Clone, Copy)]
pub enum ModeName {
    /// Make and count every position before the last ply
    MakeAll,
    /// Skip positions whose count follows from the position before
    Reuse,
}

impl From<ModeName> for Mode {
    fn from(name: ModeName) -> Self {
        match name {
            ModeName::MakeAll => Self::MakeAll,
            ModeName::Reuse => Self::Reuse,
        }
    }
}

/// The options for threads and kernels.
#[derive(Args, Clone)]
pub struct CountingOptions {
    /// Number of threads, at most eight per core [default: one per core]
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,

    /// The kernel that counts: portable, scalar, neon, avx2, avx512 or rules [default: the fastest on this machine]
    ///
    /// All give the same counts. `rules` is the move generator of the rules crate, which shares no code with the
    /// others.
    #[arg(long, value_name = "NAME")]
    pub kernel: Option<String>,

    /// Count the last two plies in this way [default: reuse]
    #[arg(long, value_name = "MODE")]
    pub mode: Option<ModeName>,
}

/// The way to count and to print the result.
#[derive(Args, Clone)]
pub struct VerifyOptions {
    /// Maximum nodes of a count; larger counts are skipped
    ///
    /// A count stops soon after it has passed the expected number, whether transpositions are merged or not. Small
    /// trees are counted to the end.
    #[arg(long, value_name = "N", default_value_t = 200_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub max_nodes: u64,

    /// Also count the leaf moves by type, and print all columns
    #[arg(long)]
    pub tally: bool,

    /// Print a JSON object
    #[arg(long)]
    pub json: bool,

    /// The options for threads and kernels.
    #[command(flatten)]
    pub counting: CountingOptions,

    /// Do not merge transpositions near the root
    #[arg(long)]
    pub unmerged: bool,
}

pub(super) fn runner(options: &CountingOptions) -> Result<Runner, CliError> {
    threads::runner(threads(options))
}

pub(super) fn threads(options: &CountingOptions) -> NonZeroUsize {
    threads::number(options.threads, "--threads")
}

pub(super) fn counter(options: &CountingOptions) -> Result<Counter, CliError> {
    let mode = options.mode.map(Into::into);
    Counter::choose(options.kernel.as_deref(), mode).map_err(CliError::bad_input)
}

/// Returns the memory that the user allows, or a share of what is free, and a folder for what does not fit.
pub(super) fn resources<'a>(memory: Option<ByteSize>, scratch: Option<&Path>) -> Resources<'a> {
    let resources = Resources::default().memory(memory_bytes(memory));
    match scratch {
        Some(folder) => resources.scratch(folder),
        None => resources,
    }
}

/// Returns the error of the command for the error of a run.
pub(super) fn run_error(error: &RunError) -> CliError {
    let is_input_output = match error {
        RunError::Interrupted => return CliError::interruption(),
        RunError::Checkpoint(error) => error.is_input_output(),
        RunError::Frontier(error) => error.is_input_output(),
        _ => false,
    };
    if is_input_output {
        CliError::Checkpoint(error.to_string())
    } else {
        CliError::bad_input(error)
    }
}

/// The share of the free memory that a run takes where nothing is said.
const MEMORY_SHARE: u64 = 4;

/// The memory of a run where the system does not tell how much is free.
const LEAST_MEMORY: u64 = 256 << 20;

/// Returns the bytes for positions near the root: those that the user allows, or a share of what is free.
fn memory_bytes(allowed: Option<ByteSize>) -> u64 {
    allowed.map_or_else(
        || (free_memory() / MEMORY_SHARE).max(LEAST_MEMORY),
        |size| size.as_u64(),
    )
}

/// Returns the free memory in bytes: of the machine, or of the container if it has less.
fn free_memory() -> u64 {
    let mut system = System::new();
    system.refresh_memory_specifics(MemoryRefreshKind::nothing().with_ram());
    let machine = system.available_memory();
    system
        .cgroup_limits()
        .map_or(machine, |limits| limits.free_memory.min(machine))
}
