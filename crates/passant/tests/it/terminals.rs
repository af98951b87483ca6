//! Colors, help, and readers that close their end of a pipe.

use crate::run::{passant, run, run_with};

const FEN: &str = "7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1";

#[test]
fn prints_no_colors_into_pipes() {
    for arguments in [&["explain", FEN][..], &["explain", "8/8"], &["--help"]] {
        let run = run_with(arguments);
        assert!(
            !run.stdout.contains('\x1b') && !run.stderr.contains('\x1b'),
            "{run:?}"
        );
    }
}

#[test]
fn environment_forces_colors_and_no_color_wins() {
    let mut command = passant(&["explain", FEN]);
    command.env("CLICOLOR_FORCE", "1");
    let forced = run(command).stdout;
    assert!(forced.contains("\x1b[1m\x1b[31mc5xd6\x1b[0m"), "{forced:?}");

    let mut command = passant(&["explain", FEN]);
    command.env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert_eq!(run(command).stdout, run_with(&["explain", FEN]).stdout);
}

/// As in `passant explain … | head -1`, for output and for messages.
#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        &["explain", "startpos"][..],
        &["explain", "--json", "startpos"],
        &["--help"],
        &["explain", "--help"],
    ] {
        let (reader, writer) = std::io::pipe().expect("pipes can be made");
        drop(reader);
        let mut command = passant(arguments);
        command.stdout(writer);
        let run = run_unread(command);
        assert_eq!(run, (Some(0), String::new()), "{arguments:?}");
    }
    let (reader, writer) = std::io::pipe().expect("pipes can be made");
    drop(reader);
    let mut command = passant(&["explain", "8/8"]);
    command.stderr(writer);
    assert_eq!(command.status().expect("the binary runs").code(), Some(2));
}

#[cfg(target_os = "linux")]
#[test]
fn reports_output_that_cannot_be_written() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("a full device");
    let mut command = passant(&["explain", "startpos"]);
    command.stdout(full);
    let (code, stderr) = run_unread(command);
    assert_eq!(code, Some(74));
    assert!(
        stderr.starts_with("error: ") && stderr.contains("(os error 28)"),
        "{stderr}"
    );
}

#[test]
fn help_is_at_most_100_columns_wide_and_names_the_exit_codes() {
    for arguments in [&["--help"][..], &["explain", "--help"], &["explain", "-h"]] {
        let run = run_with(arguments);
        assert_eq!((run.code, &run.stderr[..]), (Some(0), ""));
        let longest = run.stdout.lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(100), "{longest:?} columns: {}", run.stdout);
    }
    let help = run_with(&["--help"]).stdout;
    for code in ["   0  ", "   2  ", "  74  "] {
        assert!(help.contains(code), "{help}");
    }
}

/// The exit code and the messages of a command whose standard output goes elsewhere.
fn run_unread(mut command: std::process::Command) -> (Option<i32>, String) {
    command.stderr(std::process::Stdio::piped());
    let child = command.spawn().expect("the binary runs");
    // Closes this process's own end of the output.
    drop(command);
    let output = child.wait_with_output().expect("the binary ends");
    let stderr = String::from_utf8(output.stderr).expect("the messages are UTF-8");
    (output.status.code(), stderr)
}
