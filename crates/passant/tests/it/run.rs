//! Running the binary.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use passant_test_tools::search_path;

/// The result of a run.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The binary, in an environment without color settings, and with only the declared tools in its `PATH`.
pub(crate) fn passant(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_passant"));
    command.args(arguments);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(variable);
    }
    command.env("PATH", search_path());
    // Tests do not touch the cache of the user.
    command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.stdin(Stdio::null());
    command
}

/// The `PATH` of a script that calls the binary, as if the binary were installed.
pub(crate) fn with_passant() -> OsString {
    let folder = Path::new(env!("CARGO_BIN_EXE_passant")).parent().unwrap();
    std::env::join_paths([folder.to_owned(), PathBuf::from(search_path())]).unwrap()
}

/// Runs a command to its end.
pub(crate) fn run(mut command: Command) -> Run {
    let output = command.output().expect("the binary runs");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("the output is UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("the messages are UTF-8"),
    }
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
