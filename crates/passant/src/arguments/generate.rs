//! The command line of `passant generate`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clap_complete::Shell;

use crate::language::Language;

/// The end of `passant generate --help`.
const NOTES: &str = "\
Examples:
  passant generate completions bash > ~/.local/share/bash-completion/completions/passant
  passant generate completions zsh > ~/.zfunc/_passant
  passant generate man ~/.local/share/man/man1
  passant generate schema > check-1.json
  passant generate case-schema > case-1.json
  passant generate descriptors > engines.toml
  passant generate adapter python > adapter.py

Exit codes: 0 everything was written, 74 writing failed.";

/// The arguments of `passant generate`.
#[derive(Args)]
#[command(after_help = NOTES)]
pub struct GenerateArguments {
    /// What to generate.
    #[command(subcommand)]
    pub what: Generated,
}

/// The texts that can be generated.
#[derive(Subcommand)]
pub enum Generated {
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Write a man page for each command into a folder; without a folder print the page of passant
    Man {
        /// The folder [default: print to standard output]
        folder: Option<PathBuf>,
    },
    /// Print an adapter, which connects a library without an engine to passant
    Adapter {
        /// The programming language
        language: Language,
    },
    /// Print an example file for --engines, with every key
    Descriptors,
    /// Print the JSON schema of `passant check --json`
    Schema,
    /// Print the JSON schema of a case, as `passant suite --format jsonl` prints it
    CaseSchema,
}
