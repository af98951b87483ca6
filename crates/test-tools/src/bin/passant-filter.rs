//! Starts an engine and changes the lines between it and whoever speaks to it.
//!
//! Every line is written and flushed before the next one is read, which is what `awk` and `sed` promise on some systems
//! only. `passant-filter --help` lists the rules.

use std::fs::File;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};

use regex::Regex;

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

const USAGE: &str = "\
passant-filter [RULE]... -- ENGINE [ARGUMENT]...

Rules apply to the lines that the engine prints, or, after --input, to those that it is told.

  --output                        the following rules apply to what the engine prints (default)
  --input                         the following rules apply to what the engine is told
  --replace REGEX TEXT            replace the first match; $1 is the first group
  --replace-once FILE REGEX TEXT  the same for one line only: the first process that finds one creates FILE
  --delete REGEX                  leave out lines that match
  --append REGEX LINE             add a line after each line that matches
  --hold REGEX                    keep all lines until one matches, then pass on all of them
  --exit REGEX                    end after the first line that matches";

/// The options of the command line.
struct Options {
    input: Filter,
    output: Filter,
    /// The engine and its arguments.
    engine: Vec<String>,
}

/// A change of one line.
enum Rule {
    Replace(Regex, String),
    ReplaceOnce(PathBuf, Regex, String),
    Delete(Regex),
    Append(Regex, String),
    Hold(Regex),
    Exit(Regex),
}

/// The changes in one direction, one after the other.
#[derive(Default)]
struct Filter {
    rules: Vec<Rule>,
    held: String,
}

/// The result of a line that passes the filter.
#[derive(Default)]
struct Passed {
    /// Complete lines to pass on; empty if there is nothing to pass on yet.
    text: String,
    /// True if the conversation ends after them.
    is_last: bool,
}

impl Options {
    /// Reads the arguments; the error is the message for the user.
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = arguments;
        let (mut input, mut output) = (Filter::default(), Filter::default());
        let mut is_input = false;
        loop {
            let Some(option) = arguments.next() else {
                return Err(USAGE.to_owned());
            };
            match &option[..] {
                "--" => break,
                "--input" => is_input = true,
                "--output" => is_input = false,
                _ => {
                    let rule = Rule::parse(&option, &mut arguments)?;
                    let filter = if is_input { &mut input } else { &mut output };
                    filter.rules.push(rule);
                }
            }
        }
        let engine: Vec<String> = arguments.collect();
        if engine.is_empty() {
            return Err(USAGE.to_owned());
        }
        Ok(Self {
            input,
            output,
            engine,
        })
    }
}

impl Rule {
    fn parse(option: &str, values: &mut impl Iterator<Item = String>) -> Result<Self, String> {
        let mut text = || values.next().ok_or_else(|| USAGE.to_owned());
        let regex = |text: String| Regex::new(&text).map_err(|error| error.to_string());
        Ok(match option {
            "--replace" => Self::Replace(regex(text()?)?, text()?),
            "--replace-once" => Self::ReplaceOnce(text()?.into(), regex(text()?)?, text()?),
            "--delete" => Self::Delete(regex(text()?)?),
            "--append" => Self::Append(regex(text()?)?, text()?),
            "--hold" => Self::Hold(regex(text()?)?),
            "--exit" => Self::Exit(regex(text()?)?),
            _ => return Err(USAGE.to_owned()),
        })
    }
}

impl Filter {
    /// Applies all rules to a line.
    fn pass(&mut self, line: &str) -> io::Result<Passed> {
        let mut line = line.to_owned();
        let mut passed = Passed::default();
        let mut is_held = false;
        for rule in &self.rules {
            match rule {
                Rule::Replace(regex, text) => line = regex.replace(&line, text).into_owned(),
                Rule::ReplaceOnce(file, regex, text) if regex.is_match(&line) => {
                    match File::create_new(file) {
                        Ok(_) => line = regex.replace(&line, text).into_owned(),
                        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                        Err(error) => return Err(error),
                    }
                }
                Rule::Delete(regex) if regex.is_match(&line) => return Ok(passed),
                Rule::Append(regex, more) if regex.is_match(&line) => {
                    line.push('\n');
                    line.push_str(more);
                }
                Rule::Hold(regex) => is_held |= !regex.is_match(&line),
                Rule::Exit(regex) => passed.is_last |= regex.is_match(&line),
                Rule::ReplaceOnce(..) | Rule::Delete(_) | Rule::Append(..) => {}
            }
        }
        self.held.push_str(&line);
        self.held.push('\n');
        if !is_held {
            passed.text = self.rest();
        }
        Ok(passed)
    }

    /// Returns the text that is still held when there are no more lines.
    fn rest(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}
