//! Starts an engine and changes the lines between it and whoever speaks to it.
//!
//! Every line is written and flushed before the next one is read, which is what `awk` and `sed` promise on some systems
//! only. `passant-filter --help` lists the rules.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::process::{Child, Command, ExitCode, Stdio};

mod rule;

use rule::{Filter, Options};

fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    match run(options) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the engine until it ends, or until a rule ends the conversation.
fn run(options: Options) -> io::Result<ExitCode> {
    let mut engine = Command::new(&options.engine[0])
        .args(&options.engine[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let (Some(input), Some(output)) = (engine.stdin.take(), engine.stdout.take()) else {
        unreachable!("both are piped");
    };
    // When this program ends, the thread ends with it. Its errors mean that one side has gone away.
    let listen = move || pass(io::stdin().lock(), input, options.input);
    std::thread::Builder::new().spawn(listen)?;
    let ending = pass(io::BufReader::new(output), io::stdout(), options.output);
    end(&mut engine, ending)
}

/// Leaves no engine behind. The exit code is that of the engine unless a rule has ended the conversation.
fn end(engine: &mut Child, ending: io::Result<ControlFlow<()>>) -> io::Result<ExitCode> {
    if matches!(ending, Ok(ControlFlow::Continue(()))) {
        let status = engine.wait()?;
        let code = status.code().and_then(|code| u8::try_from(code).ok());
        return Ok(code.map_or(ExitCode::FAILURE, ExitCode::from));
    }
    engine.kill()?;
    engine.wait()?;
    match ending {
        // A reader that has gone away has what it wanted.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// Passes lines on until there are no more, or until a rule ends the conversation.
fn pass(from: impl BufRead, mut to: impl Write, mut filter: Filter) -> io::Result<ControlFlow<()>> {
    for result in from.split(b'\n') {
        let bytes = result?;
        let line = String::from_utf8_lossy(&bytes);
        let passed = filter.pass(&line)?;
        to.write_all(passed.text.as_bytes())?;
        to.flush()?;
        if passed.is_last {
            return Ok(ControlFlow::Break(()));
        }
    }
    to.write_all(filter.rest().as_bytes())?;
    Ok(ControlFlow::Continue(()))
}
