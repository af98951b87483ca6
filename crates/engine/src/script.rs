//! A script that counts, in the convention of perftree: `script DEPTH FEN "MOVES"`, the output a line for each move
//! with its nodes, an empty line, and the total.

use passant_query::{Abilities, Answer, Channel, Counts, EngineError, Line, Query, Subject};

use super::counting::counts;
use super::dialect::PerftOutput;
use super::process::Deadline;
use super::starter::Starter;
use super::{Launch, Process};

/// What is filled in.
const MARKS: [&str; 3] = ["{depth}", "{fen}", "{moves}"];

/// Refuses the command of a script with something that looks like a mark and is none: `{dpth}`.
///
/// Programs of shells and of awk have braces of their own, and blanks or `$`: an argument with a blank is not looked
/// at, and neither is `${name}`.
pub fn check_marks(launch: &Launch) -> Result<(), String> {
    match unknown_mark(launch) {
        Some(mark) => Err(format!(
            "{mark} cannot be filled in; expected {}",
            MARKS.join(", ")
        )),
        None => Ok(()),
    }
}

fn unknown_mark(launch: &Launch) -> Option<String> {
    let arguments = launch.arguments.iter().map(|text| text.to_string_lossy());
    let in_argument = |text: &str| {
        let is_word = |mark: &str| mark.bytes().all(|byte| byte.is_ascii_lowercase());
        text.match_indices('{').find_map(|(start, _)| {
            let mark = &text[start..=start + text[start..].find('}')?];
            let name = &mark[1..mark.len() - 1];
            let is_ours = MARKS.contains(&mark) || text[..start].ends_with('$');
            (!is_ours && !name.is_empty() && is_word(name)).then(|| mark.to_owned())
        })
    };
    arguments
        .filter(|text| !text.contains(char::is_whitespace))
        .find_map(|text| in_argument(&text))
}

/// A script that is run once for each question.
pub(super) struct Script {
    starter: Starter,
}

impl Script {
    /// The arguments of the launch may hold `{depth}`, `{fen}` and `{moves}`; if none does, the three are added.
    pub(super) fn new(starter: Starter) -> Self {
        Self { starter }
    }
}

impl Script {
    fn counts(&self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        if line.is_chess960 {
            return Err(EngineError::unsupported("Chess960"));
        }
        let starter = &self.starter;
        let launch = filled(&starter.launch, line, depth);
        let (limits, interrupt) = (starter.limits, &starter.interrupt);
        let mut process = Process::start(&launch, limits, &starter.transcript, interrupt)?;
        process.close_input();
        let deadline = Deadline::after(limits.reply);
        let shapes = starter.shapes();
        let mut output = PerftOutput::to_depth(depth);
        loop {
            match process.line(deadline) {
                Ok(line) => {
                    output.add_reading(shapes.read(&line));
                    output.bounded().map_err(EngineError::Flooded)?;
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

fn filled(launch: &Launch, line: &Line, depth: u32) -> Launch {
    let values = [depth.to_string(), line.fen().to_string(), line.steps_text()];
    let mut filled = launch.clone();
    let mut is_template = false;
    // Where no moves are played perftree gives no argument for them, and scripts count on that.
    let has_moves = !line.steps.is_empty();
    filled
        .arguments
        .retain(|argument| has_moves || argument != MARKS[2]);
    for argument in &mut filled.arguments {
        let mut text = argument.to_string_lossy().into_owned();
        for (mark, value) in MARKS.iter().zip(&values) {
            is_template |= text.contains(mark);
            text = text.replace(mark, value);
        }
        *argument = text.into();
    }
    if !is_template {
        let values = values.into_iter().take(if has_moves { 3 } else { 2 });
        filled.arguments.extend(values.map(Into::into));
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{Launch, Line, MARKS, filled, unknown_mark};

    #[test]
    fn arguments_are_filled_in_or_added() {
        let fen = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1";
        let line: Line = format!("{fen} moves e2e4 e7e5").parse().unwrap();
        let template = Launch::new("sh", ["perft.sh", "--depth={depth}", "{fen}", "{moves}"]);
        let expected = ["perft.sh", "--depth=3", fen, "e2e4 e7e5"];
        assert_eq!(filled(&template, &line, 3), Launch::new("sh", expected));
        let plain = Launch::new("./perft.sh", [""; 0]);
        let expected = ["3", fen, "e2e4 e7e5"];
        assert_eq!(
            filled(&plain, &line, 3),
            Launch::new("./perft.sh", expected)
        );
        let line = Line::from_fen(fen).unwrap();
        let expected = Launch::new("./perft.sh", ["3", fen]);
        assert_eq!(filled(&plain, &line, 3), expected);
        let template = Launch::new("./perft.sh", MARKS);
        assert_eq!(filled(&template, &line, 3), expected);
    }

    #[test]
    fn a_mark_that_is_misspelt_is_told_from_braces_of_other_languages() {
        let of = |argument: &str| unknown_mark(&Launch::new("sh", ["{depth}", argument]));
        for (argument, mark) in [
            ("{dpth}", Some("{dpth}")),
            ("--fen={FEN}{fens}", Some("{fens}")),
            ("{{depht}", Some("{depht}")),
            ("{moves}", None),
            ("${depth}${name}", None),
            ("./count {dpth} | awk {print}", None),
            ("{}{1}{Fen}{a,b}", None),
            ("}{", None),
        ] {
            assert_eq!(of(argument).as_deref(), mark, "{argument}");
        }
    }
}
