//! The command line of `passant generate`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clap_complete::Shell;

/// What follows the options in `passant generate --help`.
const NOTES: &str = "\
Examples:
  passant generate completions bash > ~/.local/share/bash-completion/completions/passant
  passant generate completions zsh > ~/.zfunc/_passant
  passant generate man ~/.local/share/man/man1
  passant generate schema > check-1.json
  passant generate descriptors > engines.toml";

/// What to generate.
#[derive(Args)]
#[command(after_help = NOTES)]
pub struct GenerateArguments {
    /// What to generate.
    #[command(subcommand)]
    pub what: Generated,
}

/// What can be generated.
#[derive(Subcommand)]
pub enum Generated {
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write the man pages, one for each command, into a folder; without a folder print that of passant
    Man {
        /// Where to write them
        folder: Option<PathBuf>,
    },
    /// Print a file for --engines, with everything that can be said about an engine
    Descriptors,
    /// Print the JSON schema of `passant check --json`
    Schema,
}
