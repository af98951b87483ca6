//! The progress bar, which is drawn on a terminal: words of others do no harm there either.

use std::fs::{self, File};
use std::io::Read;
use std::process::Stdio;

use nix::pty::{Winsize, openpty};
use passant_needs::needs;

use crate::escapes::{assert_harmless, assert_named, engine, hostile};
use crate::run::{passant, run};

/// A terminal so wide that no title is shortened.
const SIZE: Winsize = Winsize {
    ws_row: 24,
    ws_col: 20_000,
    ws_xpixel: 0,
    ws_ypixel: 0,
};

/// What a run prints to a terminal on standard error, and its exit code.
fn on_terminal(arguments: &[&str]) -> (String, Option<i32>) {
    let terminal = openpty(Some(&SIZE), None).expect("there are pseudo-terminals");
    let mut command = passant(arguments);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    command
        .stdout(Stdio::null())
        .stderr(Stdio::from(terminal.slave));
    let mut child = command.spawn().expect("the binary runs");
    // Closes this process's own end, so that the output ends with the run.
    drop(command);
    let mut bytes = Vec::new();
    // On Linux the end of a terminal is an error.
    let _ = File::from(terminal.master).read_to_end(&mut bytes);
    let text = String::from_utf8(bytes).expect("the output is UTF-8");
    (text, child.wait().expect("the binary ends").code())
}

/// Asserts that a title is drawn, and that the terminal gets no character that cannot be seen but those that draw the
/// bar: the start of the line, clearing it, and line ends.
#[track_caller]
fn assert_drawn(what: &str, text: &str) {
    let drawn = text.replace("\r\u{1b}[2K", "").replace("\r\n", "\n");
    assert!(drawn.contains('%'), "{what}: no bar is drawn: {text:?}");
    assert_named(what, &drawn);
    let mut lines = drawn.replace('\r', "\n");
    lines.retain(|letter| letter != '\n');
    assert_harmless(what, &lines);
}

#[test]
fn words_of_engines_are_harmless_in_the_progress_bar() {
    for protocol in ["uci", "line"] {
        let words = ["--protocol", protocol, "--max-nodes", "200", "--suite"];
        let case = "en-passant/plain/d5-takes-on-e6";
        let arguments = [&["check", &engine(), "--no-diagnosis"], &words[..], &[case]];
        let (text, code) = on_terminal(&arguments.concat());
        assert_eq!(code, Some(1), "{text}");
        assert_drawn(protocol, &text);
    }
}

#[test]
fn words_of_files_are_harmless_in_the_progress_bar() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("\u{1b}[2J\u{202e}.epd");
    let name = hostile().replace(';', ",");
    let epd = format!("4k3/8/8/8/8/8/8/4K3 w - - id \"{name}\"; D1 5; D2 25;\n");
    fs::write(&file, epd).unwrap();
    let (text, code) = on_terminal(&["perft", "--epd", file.to_str().unwrap()]);
    assert_eq!(code, Some(0), "{text}");
    assert_drawn("EPD", &text);
}

#[needs("sleep")]
#[test]
fn a_terminal_shows_that_the_protocol_is_being_detected() {
    let (text, _) = on_terminal(&["check", "sleep 1000", "--no-diagnosis", "--time", "7"]);
    assert!(
        text.contains("sleep 1000: detecting its protocol"),
        "{text}"
    );
    assert!(text.contains("has printed nothing for 5 s"), "{text}");
    assert!(text.contains("--start-timeout"), "{text}");
}

/// The note is not only for terminals: a job that waits says for what.
#[needs("sleep")]
#[test]
fn a_silent_program_is_named() {
    let arguments = ["check", "sleep 1000", "--no-diagnosis", "--time", "7"];
    let run = run(passant(&arguments)).exits_with(3);
    let note = "note: sleep 1000 has printed nothing for 5 s";
    assert!(run.stderr.starts_with(note), "{}", run.stderr);
    assert!(!run.stderr.contains("detecting"), "{}", run.stderr);
}
