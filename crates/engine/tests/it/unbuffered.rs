//! Programs that keep what they print in a buffer, as the C library does where the output is a pipe.

use std::path::Path;
use std::process;
use std::time::Duration;

use passant_engine::{Command, EngineSpec, Protocol, calibrate};
use passant_needs::needs;
use passant_query::{Channel, Line, Subject};
use passant_test_tools::tool;

use crate::processes::sh;

/// An adapter that never flushes its output.
const BUFFERED: &str = r#"#include <stdio.h>
#include <string.h>

int main(void) {
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        if (strcmp(line, "passant 1\n") == 0) {
            puts("passant 1 name \"Buffered 1\" can=moves\nok");
        } else if (strncmp(line, "position", 8) == 0) {
            puts("ok");
        } else if (strcmp(line, "moves\n") == 0) {
            puts("move a1a2\nmove a1b1\nok");
        } else {
            puts("error unsupported");
        }
    }
    return 0;
}
"#;

fn spec(command: Command, start: u64) -> EngineSpec {
    let mut spec = EngineSpec::new(command);
    spec.overrides.protocol = Some(Protocol::Line);
    spec.limits.start = Duration::from_secs(start);
    spec
}

/// Compiles an adapter into a folder.
fn compile(compiler: &Path, folder: &Path, text: &str) -> Command {
    let [source, program] = ["buffered.c", "buffered"].map(|name| folder.join(name));
    std::fs::write(&source, text).unwrap();
    let mut command = process::Command::new(compiler);
    let status = command.arg("-o").arg(&program).arg(&source).status();
    assert!(status.unwrap().success());
    Command::new(program, [""; 0])
}

#[needs("cc", "stdbuf")]
#[test]
fn an_engine_that_keeps_its_output_in_a_buffer_is_started_through_stdbuf() {
    let compiler = tool("cc");
    let folder = tempfile::tempdir().unwrap();
    let spec = spec(compile(&compiler, folder.path(), BUFFERED), 6);
    let found = calibrate(&spec).unwrap();
    assert!(found.has_stdbuf, "{found:?}");
    assert_eq!(found.channel, Channel::Line);
    let notes = found.notes.join("; ");
    assert!(notes.contains("is started by stdbuf -oL"), "{notes}");
    // The channel is opened in the same way.
    let line: Line = "7k/8/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    let counted = found.open(&spec).count(&line, 1).unwrap();
    assert_eq!(counted.total, 2);
}

#[needs("stdbuf")]
#[test]
fn an_engine_that_is_silent_through_stdbuf_too_has_no_channel() {
    let silent = spec(sh("while read -r line; do :; done"), 1);
    let tried = calibrate(&silent).unwrap_err().tried;
    let last = tried.last().map(String::as_str);
    let said = "the same, started by stdbuf -oL: no answer either";
    assert_eq!(last, Some(said), "{tried:?}");
}

/// What it said through `stdbuf` is shown, because without it there is nothing to see.
#[needs("cc", "stdbuf")]
#[test]
fn an_engine_that_prints_only_through_stdbuf_is_not_called_silent() {
    let compiler = tool("cc");
    let folder = tempfile::tempdir().unwrap();
    let foreign = BUFFERED.replace("passant 1 name", "hello");
    let spec = spec(compile(&compiler, folder.path(), &foreign), 3);
    let no_channel = calibrate(&spec).unwrap_err();
    let last = no_channel.tried.last().map(String::as_str);
    let said =
        "this is what it did when it was started by stdbuf -oL, without which it printed nothing";
    assert_eq!(last, Some(said), "{:?}", no_channel.tried);
    let mut lines = no_channel.handshakes.iter().flat_map(|it| &it.lines);
    assert!(lines.any(|line| line.starts_with("< hello")));
}

#[test]
fn an_engine_that_prints_anything_is_not_started_through_stdbuf() {
    let mut banner = spec(sh("echo Engine 1.0; while read -r line; do :; done"), 5);
    banner.overrides.protocol = Some(Protocol::Uci);
    let tried = calibrate(&banner).unwrap_err().tried;
    assert!(!tried.iter().any(|it| it.contains("stdbuf")), "{tried:?}");
}
