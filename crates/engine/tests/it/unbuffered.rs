//! Programs that keep in a buffer what they print, as the C library does where the output is a pipe, or what they read.

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

/// An engine that waits with `select`, which does not see the lines that `fgets` has put into its buffer. It is slow enough that
/// lines come together.
const ONE_LINE_AT_A_TIME: &str = r#"#include <stdio.h>
#include <string.h>
#include <sys/select.h>

int main(void) {
    char line[4096];
    for (;;) {
        struct timeval pause = {0, 300000};
        fd_set input;
        select(0, NULL, NULL, NULL, &pause);
        FD_ZERO(&input);
        FD_SET(0, &input);
        select(1, &input, NULL, NULL, NULL);
        if (!fgets(line, sizeof line, stdin)) return 0;
        if (strcmp(line, "uci\n") == 0) puts("option name Hash type spin default 16 min 1 max 64\nuciok");
        if (strcmp(line, "isready\n") == 0) puts("readyok");
        fflush(stdout);
    }
}
"#;

#[cfg(unix)]
#[needs("cc")]
#[test]
fn an_engine_that_reads_one_of_several_lines_is_told_so_and_a_slow_one_is_not() {
    let compiler = tool("cc");
    let folder = tempfile::tempdir().unwrap();
    let tried = |command: Command| {
        let mut spec = spec(command, 3);
        spec.overrides.protocol = Some(Protocol::Uci);
        calibrate(&spec).unwrap_err().tried.join("; ")
    };
    let said = "uci: of several lines sent together it reads one";
    let told = tried(compile(&compiler, folder.path(), ONE_LINE_AT_A_TIME));
    assert!(told.contains(said), "{told}");
    let slow = "while read -r word; do case $word in \
                uci) echo 'option name Hash type spin default 16 min 1 max 64'; echo uciok;; \
                isready) sleep 4; echo readyok;; esac; done";
    let told = tried(sh(slow));
    assert!(!told.contains(said), "{told}");
}
