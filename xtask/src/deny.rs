//! Licenses, sources and advisories of dependencies, as `.cargo/deny.toml` allows them.

use std::process::{Command, Stdio};

use anyhow::Result;
use passant_test_tools::Missing;
use xtask::Step;

use crate::optional::{CARGO_DENY, Tool, command};

/// The tools for these checks.
pub(crate) const TOOLS: &[Tool] = &[CARGO_DENY];

/// Checks licenses and sources.
pub(crate) fn licenses() -> Result<()> {
    let check = deny(&["check", "licenses", "bans", "sources"]);
    Step::of("licenses and sources", check).run()
}

/// Checks advisories, if their database can be had; otherwise says so.
pub(crate) fn advisories() -> Result<Option<Missing>> {
    let mut fetch = deny(&["fetch", "db"]);
    fetch.stdout(Stdio::null()).stderr(Stdio::null());
    if !fetch.status().is_ok_and(|status| status.success()) {
        return Ok(Some(Missing {
            tool: "advisory database".to_owned(),
            install: "cargo deny fetch db".to_owned(),
            what: "advisories".to_owned(),
        }));
    }
    let check = deny(&["--offline", "check", "advisories"]);
    Step::of("advisories", check).run().map(|()| None)
}

fn deny(arguments: &[&str]) -> Command {
    let mut deny = command(&["cargo", "deny"]);
    deny.args(arguments);
    deny
}
