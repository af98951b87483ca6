//! Running the binary.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use passant_test_tools::search_path;
use serde_json::Value;

/// The exit code of a run, and what it printed.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// Asserts the exit code; a failure shows what the run printed.
    #[track_caller]
    pub(crate) fn exits_with(self, code: i32) -> Self {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
        self
    }

    /// The JSON on standard output.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.stdout, self.stderr))
    }
}

/// What changes the output: settings for colors, and a runner of GitHub Actions, on which the tests may run themselves.
const UNSET: [&str; 6] = [
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "TERM",
    "GITHUB_ACTIONS",
    "GITHUB_STEP_SUMMARY",
];

/// The binary, in an environment that changes no output, and with the declared tools alone in its `PATH`.
pub(crate) fn passant(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_passant"));
    command.args(arguments);
    for variable in UNSET {
        command.env_remove(variable);
    }
    command.env("PATH", search_path());
    // Tests keep what they remember about engines apart from what the user's runs remember.
    command.env("XDG_CACHE_HOME", cache_home());
    command.stdin(Stdio::null());
    command
}

/// The folder in which tests keep what `passant` remembers about engines. A program for Windows that was built on another
/// system has paths without a drive in it.
pub(crate) fn cache_home() -> PathBuf {
    std::path::absolute(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// The `PATH` of a script that calls the binary, as if the binary were installed.
pub(crate) fn with_passant() -> OsString {
    let folder = Path::new(env!("CARGO_BIN_EXE_passant")).parent().unwrap();
    std::env::join_paths([folder.to_owned(), PathBuf::from(search_path())]).unwrap()
}

/// How a word with spaces is quoted in the commands that a report shows.
pub(crate) const QUOTE: char = if cfg!(windows) { '"' } else { '\'' };

/// Runs a command to its end.
pub(crate) fn run(mut command: Command) -> Run {
    of(command.output().expect("the binary runs"))
}

/// What a program that has ended printed.
pub(crate) fn of(output: Output) -> Run {
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
    }
}

/// Waits until something holds, for a minute at most. Returns whether it does.
pub(crate) fn within_a_minute(mut holds: impl FnMut() -> bool) -> bool {
    (0..6000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        holds()
    })
}

/// Sends a signal to a process that still runs.
#[cfg(unix)]
pub(crate) fn send(signal: nix::sys::signal::Signal, process: &std::process::Child) {
    let id = nix::unistd::Pid::from_raw(process.id().try_into().unwrap());
    nix::sys::signal::kill(id, signal).unwrap();
}

/// Runs the binary with these arguments.
pub(crate) fn run_with(arguments: &[&str]) -> Run {
    run(passant(arguments))
}

/// Runs the binary with this standard input.
pub(crate) fn run_on(arguments: &[&str], input: &[u8]) -> Run {
    let (reader, mut writer) = std::io::pipe().expect("pipes can be made");
    let input = input.to_vec();
    let feeder = std::thread::spawn(move || writer.write_all(&input));
    let mut command = passant(arguments);
    command.stdin(reader);
    let run = run(command);
    feeder
        .join()
        .expect("the feeder ends")
        .expect("the input is read to its end");
    run
}

/// What a program prints that is given a text at once, as with `program < block.txt`.
pub(crate) fn printed(program: &Path, arguments: &[&str], input: &str) -> Vec<u8> {
    let mut command = Command::new(program);
    command.args(arguments);
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = piped.stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that ends early reads no more.
    let feeder = std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output.stdout
}
