//! Commands run one after the other, with their times.

use std::ffi::OsStr;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, bail};

/// One command, and what it is for.
pub(crate) struct Step {
    title: String,
    command: Command,
}

impl Step {
    /// A call of the cargo that runs this program; the arguments are separated by blanks.
    pub(crate) fn cargo(title: &str, arguments: &str) -> Self {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Self::new(title, &cargo, arguments)
    }

    /// A call of any program; the arguments are separated by blanks.
    pub(crate) fn new(title: &str, program: &OsStr, arguments: &str) -> Self {
        let mut command = Command::new(program);
        command.args(arguments.split_whitespace());
        Self {
            title: title.to_owned(),
            command,
        }
    }

    /// Adds an argument, blanks included.
    pub(crate) fn argument(mut self, argument: &str) -> Self {
        self.command.arg(argument);
        self
    }

    /// Sets an environment variable of the command.
    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Takes away an environment variable of this program.
    pub(crate) fn env_remove(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Runs the command; an error if it fails.
    pub(crate) fn run(&mut self) -> Result<()> {
        eprintln!("==> {}", self.title);
        let start = Instant::now();
        let status = self
            .command
            .status()
            .with_context(|| format!("cannot start {}", self.command.get_program().display()))?;
        eprintln!("    {:.1} s", start.elapsed().as_secs_f64());
        if !status.success() {
            bail!("{}: {:?} failed ({status})", self.title, self.command);
        }
        Ok(())
    }
}

/// Runs all steps, the later ones even if an earlier one fails, and names those that failed.
pub(crate) fn run_all(steps: &mut [Step]) -> Result<()> {
    let failures: Vec<_> = steps
        .iter_mut()
        .filter_map(|step| step.run().err())
        .map(|error| format!("{error:#}"))
        .collect();
    if failures.is_empty() {
        Ok(())
    } else {
        bail!("{}", failures.join("\n"))
    }
}
