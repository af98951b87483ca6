//! Shows on standard error that the channel of an engine is being detected, and names an engine that stays silent.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use passant_engine::{EngineSpec, Protocol};
use passant_query::{Escaped, Syntax, escape};

use crate::progress_bar::Spinner;
use crate::report;

/// The time between two drawings of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// The time after which an engine that has printed nothing is named.
const SILENCE: Duration = Duration::from_secs(5);

/// Runs a detection. While it runs, a terminal shows what is being done. An engine that prints nothing for five seconds is
/// named on standard error, with what to try.
pub(crate) fn show<T>(spec: &EngineSpec, detect: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (running, ended) = channel();
        // Without a thread nothing is shown.
        let _ = thread::Builder::new().spawn_scoped(scope, move || watch(spec, &ended));
        let outcome = detect();
        drop(running);
        outcome
    })
}

/// Draws until the detection has ended.
fn watch(spec: &EngineSpec, ended: &Receiver<()>) {
    let start = Instant::now();
    let command = spec.command.to_string();
    let spinner = Spinner::new(&format!("{}: {}", Escaped(&command), attempt(spec)));
    let mut is_named = false;
    while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        spinner.tick();
        let is_silent = SILENCE <= start.elapsed() && !spec.transcript.has_heard();
        if is_silent && !is_named && !spec.interrupt.is_raised() {
            is_named = true;
            spinner.suspend(|| report::warn(&advice(spec, &command)));
        }
    }
}

/// Returns what is being done.
fn attempt(spec: &EngineSpec) -> String {
    match spec.overrides.protocol {
        Some(Protocol::Script) => "asking the script".to_owned(),
        Some(protocol) => format!("detecting what it answers in {}", protocol.name()),
        None => "detecting its protocol (UCI, xboard or the line protocol)".to_owned(),
    }
}

/// Returns the note about an engine that has printed nothing.
fn advice(spec: &EngineSpec, command: &str) -> String {
    let seconds = SILENCE.as_secs();
    let shown = Escaped(command);
    if spec.overrides.protocol == Some(Protocol::Script) {
        return format!("note: {shown} has printed nothing for {seconds} s\n");
    }
    let with_option = escape(&format!("{command} --uci"), Syntax::LOCAL_SHELL);
    format!(
        "note: {shown} has printed nothing for {seconds} s; it is still being asked. If it stays silent, try:\n  \
         an option that makes it speak UCI or xboard:  passant check {with_option}\n  \
         more time for a slow start:                   --start-timeout 60\n  \
         flushing its output after each line; or, for a library: passant generate adapter\n"
    )
}
