//! Commands that the tasks of this repository run one after the other, with their times, and what did not run.

use std::ffi::{OsStr, OsString};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

pub mod missing_tools;

/// Returns the cargo that runs this program.
#[must_use]
pub fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Tells whether a cargo has a command that a component brings, such as `clippy`.
#[must_use]
pub fn has_command(cargo: &OsStr, command: &str) -> bool {
    let mut version = Command::new(cargo);
    version.args([command, "--version"]);
    version.stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// One command, and what it is for.
pub struct Step {
    title: String,
    command: Command,
}

impl Step {
    /// A call of the cargo that runs this program; the arguments are separated by spaces.
    #[must_use]
    pub fn cargo(title: &str, arguments: &str) -> Self {
        Self::new(title, &cargo(), arguments)
    }

    /// A call of any program; the arguments are separated by spaces.
    #[must_use]
    pub fn new(title: &str, program: &OsStr, arguments: &str) -> Self {
        let mut command = Command::new(program);
        command.args(arguments.split_whitespace());
        Self::of(title, command)
    }

    /// A command that is complete.
    #[must_use]
    pub fn of(title: &str, command: Command) -> Self {
        Self {
            title: title.to_owned(),
            command,
        }
    }

    /// The same with the lowest priority: it takes only the time that other steps leave. Unchanged on Windows, which has no
    /// `nice`.
    #[must_use]
    pub fn in_background(self) -> Self {
        if !cfg!(unix) {
            return self;
        }
        let mut command = Command::new("nice");
        command.args(["-n", "19"]);
        command.arg(self.command.get_program());
        command.args(self.command.get_args());
        for (name, value) in self.command.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        Self::of(&self.title, command)
    }

    /// Adds an argument, which may contain spaces.
    #[must_use]
    pub fn argument(mut self, argument: &str) -> Self {
        self.command.arg(argument);
        self
    }

    /// Sets an environment variable of the command.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Removes an environment variable of this process for the command.
    #[must_use]
    pub fn env_remove(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Runs the command; an error if it fails.
    pub fn run(&mut self) -> Result<()> {
        self.output_to(Stdio::inherit()).map(drop)
    }

    /// Runs the command, and returns what it prints to standard output; an error if it fails.
    pub fn output(&mut self) -> Result<String> {
        self.output_to(Stdio::piped())
    }

    fn output_to(&mut self, stdout: Stdio) -> Result<String> {
        eprintln!("==> {}", self.title);
        let start = Instant::now();
        self.command.stdin(Stdio::inherit()).stdout(stdout);
        let child = self.command.stderr(Stdio::inherit()).spawn();
        let output = child
            .and_then(Child::wait_with_output)
            .with_context(|| format!("cannot start {}", self.command.get_program().display()))?;
        // Several steps may run at the same time.
        eprintln!("    {}: {:.1} s", self.title, start.elapsed().as_secs_f64());
        if !output.status.success() {
            let status = output.status;
            bail!("{}: {:?} failed ({status})", self.title, self.command);
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Runs all steps, even if an earlier one fails, and names those that failed.
pub fn run_all(steps: &mut [Step]) -> Result<()> {
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
