//! Commands that the tasks of this repository run one after the other, with their times, and what did not run.

use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, Read};
use std::process::{Child, Command, Output, Stdio};
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

/// The number of lines that the error of a failed background step repeats.
const LAST_LINES: usize = 12;

/// One command, and what it is for.
pub struct Step {
    title: String,
    command: Command,
    /// True if the error repeats the last lines: other steps print meanwhile.
    repeats_end: bool,
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
            repeats_end: false,
        }
    }

    /// The same with the lowest priority: it takes only the time that other steps leave, except on Windows, which has no
    /// `nice`. If it fails, the error repeats the last lines, which stand among those of other steps.
    #[must_use]
    pub fn in_background(mut self) -> Self {
        self.repeats_end = true;
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
        Self { command, ..self }
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
        if self.repeats_end {
            return self.run_repeating_end();
        }
        self.output_to(Stdio::inherit()).map(drop)
    }

    /// Runs the command, and passes on what it prints.
    fn run_repeating_end(&mut self) -> Result<()> {
        let (printed, writer) = io::pipe()?;
        let errors = writer.try_clone()?;
        let mut end = String::new();
        let result = self.run_child([writer.into(), errors.into()], |child| {
            end = pass_on(printed);
            child.wait_with_output()
        });
        let title = &self.title;
        result
            .map(drop)
            .with_context(|| format!("{title} printed at its end:\n{end}"))
    }

    /// Runs the command, and returns what it prints to standard output; an error if it fails.
    pub fn output(&mut self) -> Result<String> {
        self.output_to(Stdio::piped())
    }

    fn output_to(&mut self, stdout: Stdio) -> Result<String> {
        self.run_child([stdout, Stdio::inherit()], Child::wait_with_output)
    }

    /// Runs the command with its standard output and standard error at these places.
    fn run_child(
        &mut self,
        [stdout, stderr]: [Stdio; 2],
        wait: impl FnOnce(Child) -> io::Result<Output>,
    ) -> Result<String> {
        eprintln!("==> {}", self.title);
        let start = Instant::now();
        self.command.stdin(Stdio::inherit()).stdout(stdout);
        let child = self.command.stderr(stderr).spawn();
        // The command holds the ends of pipes, and whoever reads them would wait for it.
        self.command.stdout(Stdio::null()).stderr(Stdio::null());
        let output = child
            .and_then(wait)
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

/// Prints the lines of a stream on standard error as they come, and returns the last ones.
fn pass_on(stream: impl Read) -> String {
    let mut end = VecDeque::new();
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    while stream
        .read_until(b'\n', &mut line)
        .is_ok_and(|read| read != 0)
    {
        let text = String::from_utf8_lossy(&line);
        eprint!("{text}");
        if end.len() == LAST_LINES {
            end.pop_front();
        }
        end.push_back(text.into_owned());
        line.clear();
    }
    end.into_iter().collect()
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

#[cfg(all(test, unix))]
mod tests {
    use std::process::Command;

    use super::Step;

    #[test]
    fn a_failed_background_step_repeats_its_last_lines() {
        let mut command = Command::new("sh");
        command.args(["-c", "seq 100; echo 'the reason' >&2; exit 1"]);
        let error = Step::of("numbers", command).in_background().run();
        let error = format!("{:#}", error.unwrap_err());
        assert!(error.contains("\n100\n") && error.contains("the reason\n"));
        assert!(!error.contains("\n50\n"), "{error}");
    }
}
