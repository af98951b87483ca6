//! What the programs in C are asked.

use std::collections::BTreeSet;

use anyhow::{Context, Result, anyhow};
use passant_suite::{StateCase, Suites};

/// The FENs of `suites/en-passant`, a line each, and an empty line.
pub(super) fn fens() -> Result<String> {
    let suites = suites()?;
    let selection = suites.select(["en-passant"]);
    let cases = selection
        .ok()
        .context("there is no suite en-passant")?
        .cases;
    let fens: Vec<_> = cases.iter().map(|case| case.fen.as_str()).collect();
    Ok(fens.join("\n") + "\n\n")
}

/// The games of `suites/state`, a line each, and an empty line. Those with null moves, which `passant.h` has not, are left out.
pub(super) fn games() -> Result<String> {
    let suites = suites()?;
    let cases = suites.state_suites().iter().flat_map(|suite| &suite.cases);
    let asked = cases.flat_map(StateCase::questions);
    let games: BTreeSet<String> = asked.map(|asked| asked.line.to_string()).collect();
    let games: Vec<_> = games
        .into_iter()
        .filter(|game| !game.contains("0000"))
        .collect();
    Ok(games.join("\n") + "\n\n")
}

fn suites() -> Result<Suites> {
    Suites::builtin().map_err(|problems| anyhow!("{problems}"))
}
