//! The launcher of the npm package, beside packages for systems that have this program.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use passant_needs::needs;
use passant_test_tools::tool;
use tempfile::TempDir;

use crate::run::run;

/// A folder in which npm has installed the launcher, and the package for this system.
struct Installed {
    node: PathBuf,
    folder: TempDir,
}

impl Installed {
    /// Installs the launcher alone.
    fn without_program() -> Self {
        let node = tool("node");
        let folder = tempfile::tempdir().unwrap();
        let package = folder.path().join("node_modules/passant-cli");
        std::fs::create_dir_all(&package).unwrap();
        for file in ["package.json", "passant.js"] {
            std::fs::copy(npm().join(file), package.join(file)).unwrap();
        }
        Self { node, folder }
    }

    fn with_program() -> Self {
        let installed = Self::without_program();
        let package = format!("node_modules/@passant-cli/{}", installed.system());
        let package = installed.folder.path().join(package);
        std::fs::create_dir_all(&package).unwrap();
        let file = package.join(format!("passant{}", std::env::consts::EXE_SUFFIX));
        std::fs::hard_link(env!("CARGO_BIN_EXE_passant"), &file)
            .or_else(|_| std::fs::copy(env!("CARGO_BIN_EXE_passant"), &file).map(|_| ()))
            .unwrap();
        installed
    }

    /// The system, as Node calls it.
    fn system(&self) -> String {
        let mut command = Command::new(&self.node);
        command.args(["-p", "`${process.platform}-${process.arch}`"]);
        run(command).stdout.trim().to_owned()
    }

    fn launcher(&self) -> PathBuf {
        let file = "node_modules/passant-cli/passant.js";
        self.folder.path().join(file)
    }

    fn passant(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(self.launcher()).args(arguments);
        command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"));
        command.stdin(Stdio::null());
        command
    }
}

#[needs("node")]
#[test]
fn the_launcher_has_the_output_and_the_exit_codes_of_the_program() {
    let installed = Installed::with_program();
    let fen = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
    for arguments in [
        &["--version"][..],
        &["explain", fen],
        &["explain", "nonsense"],
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_passant"));
        program.args(arguments).stdin(Stdio::null());
        let expected = run(program);
        let got = run(installed.passant(arguments));
        assert_eq!(
            (got.code, got.stdout, got.stderr),
            (expected.code, expected.stdout, expected.stderr)
        );
    }
}

/// Exit code 1 would mean that a case fails, so it is that of a system which cannot do the work.
#[needs("node")]
#[test]
fn the_launcher_says_which_package_is_missing() {
    let installed = Installed::without_program();
    let system = installed.system();
    let launched = run(installed.passant(&["--version"])).exits_with(74);
    let expected = format!("error: the package @passant-cli/{system} is not installed");
    assert!(
        launched.stderr.starts_with(&expected),
        "{}",
        launched.stderr
    );

    let file = installed.launcher().with_file_name("package.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(file, text.replace(&system, "plan9-mips")).unwrap();
    let launched = run(installed.passant(&["--version"])).exits_with(74);
    let expected = format!("error: there is no package for {system}, only for ");
    assert!(
        launched.stderr.starts_with(&expected),
        "{}",
        launched.stderr
    );
    assert!(
        launched.stderr.contains("plan9-mips"),
        "{}",
        launched.stderr
    );
}

#[cfg(unix)]
#[needs("node")]
#[test]
fn the_launcher_says_that_the_program_cannot_be_started() {
    let installed = Installed::without_program();
    let package = format!("node_modules/@passant-cli/{}", installed.system());
    let package = installed.folder.path().join(package);
    std::fs::create_dir_all(&package).unwrap();
    // Nothing may execute it.
    std::fs::write(package.join("passant"), "").unwrap();
    let launched = run(installed.passant(&["--version"])).exits_with(74);
    let expected = "cannot be started: ";
    assert!(launched.stderr.contains(expected), "{}", launched.stderr);
}

#[cfg(unix)]
#[needs("node")]
#[test]
fn a_signal_ends_the_launcher_and_its_program() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::os::unix::process::ExitStatusExt;

    use nix::sys::signal::Signal;

    let installed = Installed::with_program();
    let mut command = installed.passant(&["uci"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut launcher = command.spawn().unwrap();
    launcher
        .stdin
        .as_mut()
        .unwrap()
        .write_all(b"uci\n")
        .unwrap();
    let mut output = BufReader::new(launcher.stdout.take().unwrap());
    let mut line = String::new();
    while line.trim() != "uciok" {
        line.clear();
        assert_ne!(
            output.read_line(&mut line).unwrap(),
            0,
            "the engine has ended"
        );
    }
    crate::run::send(Signal::SIGTERM, &launcher);
    // The output ends when nobody holds it any more.
    output.read_to_string(&mut line).unwrap();
    let status = launcher.wait().unwrap();
    assert_eq!(status.signal(), Some(Signal::SIGTERM as i32));
}

fn npm() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("npm")
}
