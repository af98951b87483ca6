//! Scripts that count, in the convention of perftree.
//!
//! A script is called as `script DEPTH FEN "MOVES"`. It prints a line for each move with its nodes, an empty line, and
//! the total.

use passant_query::{Abilities, Answer, Channel, Counts, EngineError, Line, Query, Subject};

use crate::command::Command;
use crate::connection::EngineSpec;
use crate::dialect::{PerftOutput, counts};
use crate::process::{Deadline, Process};

/// The placeholders in the arguments of a script.
const PLACEHOLDERS: [&str; 3] = ["{depth}", "{fen}", "{moves}"];

/// Refuses a command with an unknown placeholder such as `{dpth}`.
///
/// Shell and awk programs contain braces of their own. Arguments with a space and `${name}` are therefore not checked.
///
/// The error names the unknown placeholder, and lists the known ones.
pub fn check_placeholders(command: &Command) -> Result<(), String> {
    match unknown_placeholder(command) {
        Some(unknown) => Err(format!(
            "{unknown} is not a placeholder; expected {}",
            PLACEHOLDERS.join(", ")
        )),
        None => Ok(()),
    }
}

fn unknown_placeholder(command: &Command) -> Option<String> {
    let arguments = command.arguments.iter().map(|text| text.to_string_lossy());
    let in_argument = |text: &str| {
        let is_word = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase());
        text.match_indices('{').find_map(|(start, _)| {
            let placeholder = &text[start..=start + text[start..].find('}')?];
            let name = &placeholder[1..placeholder.len() - 1];
            let is_exempt = PLACEHOLDERS.contains(&placeholder) || text[..start].ends_with('$');
            (!is_exempt && !name.is_empty() && is_word(name)).then(|| placeholder.to_owned())
        })
    };
    arguments
        .filter(|text| !text.contains(char::is_whitespace))
        .find_map(|text| in_argument(&text))
}

/// A script that is run once for each question.
pub(super) struct Script {
    spec: EngineSpec,
}

impl Script {
    /// Returns the arguments of the command may contain `{depth}`, `{fen}` and `{moves}`. If they contain none, all
    /// three are added.
    pub(super) fn new(spec: EngineSpec) -> Self {
        Self { spec }
    }
}

impl Script {
    fn counts(&self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        if line.is_chess960 {
            return Err(EngineError::unsupported("Chess960"));
        }
        let spec = &self.spec;
        let command = fill_placeholders(&spec.command, line, depth);
        let (limits, interrupt) = (spec.limits, &spec.interrupt);
        let mut process = Process::start(&command, limits, &spec.transcript, interrupt)?;
        process.close_input();
        let deadline = Deadline::after(limits.reply);
        let patterns = spec.patterns();
        let mut output = PerftOutput::to_depth(depth);
        loop {
            match process.line(deadline) {
                Ok(line) => {
                    output.add_reading(patterns.read(&line));
                    output.check_size().map_err(EngineError::Flooded)?;
                }
                // The end of the output is the end of the answer.
                Err(EngineError::Crashed(_)) if output.has_total() => break,
                Err(error) => return Err(error),
            }
        }
        counts(&output, line)
    }
}

impl Subject for Script {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::Script)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Count(depth) => self.counts(line, *depth).map(Answer::Counts),
            other => Err(EngineError::unsupported(other.word())),
        }
    }
}

/// Tells whether the command of a script is given moves: it names their placeholder, or none at all.
pub(crate) fn takes_moves(command: &Command) -> bool {
    let has = |placeholder: &str| {
        let mut arguments = command.arguments.iter();
        arguments.any(|it| it.to_string_lossy().contains(placeholder))
    };
    has(PLACEHOLDERS[2]) || !PLACEHOLDERS.iter().any(|it| has(it))
}

/// Returns the command with the depth, the FEN and the moves of a question.
fn fill_placeholders(command: &Command, line: &Line, depth: u32) -> Command {
    let values = [depth.to_string(), line.fen().to_string(), line.steps_text()];
    let mut filled = command.clone();
    let mut is_template = false;
    // Without moves perftree leaves the argument out, and scripts rely on that.
    let has_moves = !line.steps.is_empty();
    filled
        .arguments
        .retain(|argument| has_moves || argument != PLACEHOLDERS[2]);
    for argument in &mut filled.arguments {
        let mut text = argument.to_string_lossy().into_owned();
        for (placeholder, value) in PLACEHOLDERS.iter().zip(&values) {
            is_template |= text.contains(placeholder);
            text = text.replace(placeholder, value);
        }
        *argument = text.into();
    }
    if !is_template {
        let added = values.into_iter().take(if has_moves { 3 } else { 2 });
        filled.arguments.extend(added.map(Into::into));
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{Command, Line, PLACEHOLDERS, fill_placeholders, takes_moves, unknown_placeholder};

    #[test]
    fn moves_are_given_to_a_command_that_names_them_or_nothing() {
        for (arguments, takes) in [
            (&["--depth={depth}", "{fen}", "{moves}"][..], true),
            (&["{depth}", "{fen}"], false),
            (&["perft"], true),
        ] {
            assert_eq!(takes_moves(&Command::new("sh", arguments)), takes);
        }
    }

    #[test]
    fn placeholders_are_replaced_or_arguments_added() {
        let fen = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
        let line: Line = format!("{fen} moves e2e4 e7e5").parse().unwrap();
        let template = Command::new("sh", ["perft.sh", "--depth={depth}", "{fen}", "{moves}"]);
        let expected = ["perft.sh", "--depth=3", fen, "e2e4 e7e5"];
        assert_eq!(
            fill_placeholders(&template, &line, 3),
            Command::new("sh", expected)
        );
        let plain = Command::new("./perft.sh", [""; 0]);
        let expected = ["3", fen, "e2e4 e7e5"];
        assert_eq!(
            fill_placeholders(&plain, &line, 3),
            Command::new("./perft.sh", expected)
        );
        let line = Line::from_fen(fen).unwrap();
        let expected = Command::new("./perft.sh", ["3", fen]);
        assert_eq!(fill_placeholders(&plain, &line, 3), expected);
        let template = Command::new("./perft.sh", PLACEHOLDERS);
        assert_eq!(fill_placeholders(&template, &line, 3), expected);
    }

    #[test]
    fn a_misspelled_placeholder_is_distinguished_from_braces_of_other_languages() {
        let of = |argument: &str| unknown_placeholder(&Command::new("sh", ["{depth}", argument]));
        for (argument, unknown) in [
            ("{dpth}", Some("{dpth}")),
            ("--fen={FEN}{fens}", Some("{fens}")),
            ("{{depht}", Some("{depht}")),
            ("{moves}", None),
            ("${depth}${name}", None),
            ("./count {dpth} | awk {print}", None),
            ("{}{1}{Fen}{a,b}", None),
            ("}{", None),
        ] {
            assert_eq!(of(argument).as_deref(), unknown, "{argument}");
        }
    }
}
