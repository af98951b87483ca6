//! Everything that `suites/` says, computed again.

mod confirm;
mod figures;
mod fresh;
mod naming;
mod referee;
mod score;
mod verify;

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Subcommand;
use passant_suite::Suites;

/// The commands for the suites.
#[derive(Subcommand)]
pub(crate) enum SuitesCommand {
    /// Compute everything that the suites say again, with the rules, the oracle and, if installed, Stockfish
    Verify(verify::Arguments),
    /// Ask the other programs that the suites below `state`, `play` and `referee` name: python-chess, Stockfish if installed, and
    /// chess.js if --chess-js names it
    Confirm(confirm::Confirm),
    /// Count the faults that positions catch, list those they miss or cannot tell apart, and find the cheapest
    /// positions
    Score(score::Choice),
    /// Write `suites/quick.txt`, and the figures of `suites/README.md`, anew
    Figures(figures::Arguments),
    /// Count how many fresh positions, as `passant hunt` asks about them, it takes until each fault shows
    Fresh(fresh::Arguments),
    /// Draw sets of faults, question the oracle that has them, and count how many are named in full, in part or wrongly
    Naming(naming::Arguments),
}

/// Runs a command over the suites of this checkout.
pub(crate) fn run(root: &Path, command: &SuitesCommand) -> Result<()> {
    let suites =
        Suites::load(root.join("suites")).map_err(|diagnostics| anyhow!("{diagnostics}"))?;
    match command {
        SuitesCommand::Verify(arguments) => verify::run(&suites, arguments),
        SuitesCommand::Confirm(arguments) => confirm::run(root, &suites, arguments),
        SuitesCommand::Score(choice) => score::run(&suites, choice),
        SuitesCommand::Figures(arguments) => figures::run(root, &suites, arguments),
        SuitesCommand::Fresh(arguments) => {
            fresh::run(arguments);
            Ok(())
        }
        SuitesCommand::Naming(arguments) => naming::run(&suites, arguments),
    }
}
