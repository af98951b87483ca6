//! The changes to a line.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use regex::Regex;

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
pub(crate) struct Options {
    pub(crate) input: Filter,
    pub(crate) output: Filter,
    /// The engine and its arguments.
    pub(crate) engine: Vec<String>,
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
pub(crate) struct Filter {
    rules: Vec<Rule>,
    held: String,
}

/// The result of a line that passes the filter.
#[derive(Default)]
pub(crate) struct Passed {
    /// Complete lines to pass on; empty if there is nothing to pass on yet.
    pub(crate) text: String,
    /// True if the conversation ends after them.
    pub(crate) is_last: bool,
}

impl Options {
    /// Reads the arguments; the error is the message for the user.
    pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
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
    pub(crate) fn pass(&mut self, line: &str) -> io::Result<Passed> {
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
    pub(crate) fn rest(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}
