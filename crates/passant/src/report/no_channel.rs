//! The report on a program that no channel reaches: the attempts, and an adapter that would connect it.

use std::fmt::Write;

use passant_engine::{Command, Conversation, Protocol};
use passant_query::{Syntax, escape};
use passant_report::EngineResult;

use super::Verbosity;
use super::labelled_list::{BAD, BOLD};
use crate::language::Language;

/// The requirements of a channel.
const NEEDS: &str = "\
One of these is enough: a perft command (see --perft-command); over UCI `go searchmoves`, the option MultiPV, or
a best move within the time limit; over xboard errors about illegal moves; or the line protocol. See --protocol.
";

/// The words about a handshake that was not answered in time.
const LATE: &str = "gave no answer within";

/// The words about a program that the system does not start.
const NOT_STARTED: &str = "could not be started";

/// Advice about an engine that does not answer in time.
const LATE_ENGINES: &str = "\
An engine that starts slowly needs a longer --start-timeout; one that keeps its output in a buffer may need
`stdbuf -oL` before its command; and some need an option, such as --uci or --xboard, to speak a protocol.
";

/// Advice about an engine that speaks UCI, and whose searches do not end in time.
const LATE_SEARCHES: &str = "\
It speaks UCI, but its searches do not end in time. Each is limited by depth, as in `go depth 1`, and must end with a
line `bestmove`. An engine that is only slow needs a longer --timeout.
";

/// The channels that search.
const SEARCHES: [&str; 3] = ["multipv: ", "searchmoves: ", "bestmove: "];

/// The words about a program that the system has ended because of an error.
const CRASHED: &str = "ended (signal: ";

/// Advice about a program that crashes whatever it is asked.
const CRASHING: &str = "\
The program crashes before it answers. Start it by hand, type `uci`, and mend that first.
";

/// Words with which interpreters and loaders begin to say that a part of the program is missing.
const MISSING: [&str; 7] = [
    "No module named ",
    "can't open file ",
    "Cannot find module ",
    "Cannot find package ",
    "Could not find or load main class ",
    "java.lang.NoClassDefFoundError: ",
    "error while loading shared libraries: ",
];

/// Advice about a program of which a part is missing.
const INCOMPLETE: &str = "\
The program does not start, because something that it needs is missing. Install it, or name the interpreter that
has it, such as venv/bin/python.
";

/// Returns the report on a program without a channel that works; a quiet one leaves out how to go on.
pub(crate) fn text(result: &EngineResult, verbosity: Verbosity) -> String {
    let EngineResult {
        command,
        tried,
        handshakes,
        ..
    } = result;
    let what = result.without_channel();
    let missing = missing_part(result);
    let cause = missing.map_or_else(String::new, |part| format!(": {part}"));
    let mut text = format!("{BOLD}{command}{BOLD:#}\n{BAD}{what}{cause}{BAD:#}; tried:\n");
    for line in tried {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {line}");
    }
    text += &conversations(handshakes);
    if missing.is_some() {
        return text + INCOMPLETE;
    }
    if crashes_at_once(result) {
        return text + CRASHING;
    }
    if !handshakes.is_empty() {
        text += NEEDS;
    }
    let is_silent = result.ran_out_of_time && handshakes.iter().all(|it| !has_answered(it));
    let is_uci = |it: &Conversation| it.protocol == Protocol::Uci && it.completed;
    let speaks_uci = handshakes.iter().any(is_uci);
    let mut late = tried.iter().filter(|line| line.contains(LATE));
    if speaks_uci {
        if late.any(|line| SEARCHES.iter().any(|channel| line.starts_with(channel))) {
            text += LATE_SEARCHES;
        }
    } else if is_silent || late.next().is_some() {
        text += LATE_ENGINES;
    }
    if verbosity == Verbosity::Quiet || speaks_uci {
        return text;
    }
    if !handshakes.is_empty() {
        text += &advice(command);
    } else if tried.iter().any(|line| line.contains(NOT_STARTED)) {
        text += &interpreter(command);
    }
    text
}

/// Tells whether the program crashed on each attempt and printed nothing before.
fn crashes_at_once(result: &EngineResult) -> bool {
    let EngineResult {
        tried, handshakes, ..
    } = result;
    let mut lines = handshakes.iter().flat_map(|it| &it.lines);
    let is_silent = !lines.any(|line| line.starts_with('<'));
    is_silent && !tried.is_empty() && tried.iter().all(|line| line.contains(CRASHED))
}

/// Returns what an interpreter or a loader says about a missing part of the program, if nothing came from the program
/// itself.
fn missing_part(result: &EngineResult) -> Option<&str> {
    let said = result.handshakes.iter().flat_map(|it| &it.lines);
    if said.clone().any(|line| line.starts_with('<')) {
        return None;
    }
    let mut lines = said
        .filter(|line| line.starts_with('!'))
        .chain(&result.tried);
    // A package without a main program is there, and nothing is missing.
    lines.find_map(|line| {
        let begins = MISSING.iter().filter_map(|words| line.find(words)).min()?;
        Some(&line[begins..]).filter(|part| !part.contains(".__main__;"))
    })
}

/// Tells whether anything came back in a handshake.
fn has_answered(conversation: &Conversation) -> bool {
    let mut lines = conversation.lines.iter();
    conversation.left_out != 0 || lines.any(|line| !line.starts_with('>'))
}

/// Returns the lines that were sent and received, a block for each handshake.
pub(crate) fn conversations(handshakes: &[Conversation]) -> String {
    let mut text = String::new();
    for (index, conversation) in handshakes.iter().enumerate() {
        if index == 0 {
            text += "Sent (>), received (<), and printed on standard error (!):\n";
        }
        let _ = writeln!(text, "  {}", conversation.protocol.name());
        for line in &conversation.lines {
            let _ = writeln!(text, "    {line}");
        }
        let _ = match conversation.left_out {
            0 if !has_answered(conversation) => writeln!(text, "    (nothing came back)"),
            0 => Ok(()),
            1 => writeln!(text, "    (1 more line)"),
            more => writeln!(text, "    ({more} more lines)"),
        };
    }
    text
}

/// Returns advice about a script that was named without its interpreter.
fn interpreter(command: &str) -> String {
    let parsed = Command::parse(command).ok();
    match parsed.and_then(|parsed| Language::interpreter_of(&parsed)) {
        Some(interpreter) => {
            let words = escape(&format!("{interpreter} {command}"), Syntax::LOCAL_SHELL);
            format!("A script is started by its interpreter: passant check {words}\n")
        }
        None => String::new(),
    }
}

/// Returns advice about a program that was started: an adapter in its language.
fn advice(command: &str) -> String {
    match Command::parse(command).map(|parsed| Language::of(&parsed)) {
        Err(_) => String::new(),
        Ok(Some(language)) => adapter(language),
        Ok(None) => format!(
            "\nIf this is a library and not an engine, an adapter connects it.\n\
             passant generate adapter LANGUAGE prints one: {}.\n{PROTOCOL}\n",
            Language::words().join(", ")
        ),
    }
}

/// The place of the description of all requests.
const PROTOCOL: &str = "All requests: crates/passant/adapters/README.md in the source, adapters/README.md in a release.";

/// Returns the adapter in a language, and what to do with it.
fn adapter(language: Language) -> String {
    let adapter = language.adapter();
    let mut text = format!(
        "\nIf this is a library and not an engine, an adapter connects it. This is one in {}:\n\n",
        adapter.language
    );
    for line in adapter.text.lines() {
        let _ = writeln!(text, "{}", format!("    {line}").trim_end());
    }
    let _ = writeln!(
        text,
        "\n  passant generate adapter {} > {}",
        language.word(),
        adapter.file
    );
    if let Some(build) = adapter.build {
        let _ = writeln!(text, "  {build}");
    }
    let start = escape(adapter.start, Syntax::LOCAL_SHELL);
    let _ = writeln!(
        text,
        "  passant adapter check {start}\n  passant check {start}"
    );
    text + PROTOCOL + "\n"
}
