//! A script that counts, in the convention of perftree: `script DEPTH FEN "MOVES"`, the output a line for each move
//! with its nodes, an empty line, and the total.

use super::channel::{Channel, Rung};
use super::dialect::{Answer, Counts};
use super::native::doubt;
use super::process::Deadline;
use super::starter::Starter;
use super::{Launch, Place, Process, Trouble};

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

impl Channel for Script {
    fn rung(&self) -> Rung {
        Rung::Script
    }

    fn count(&mut self, place: &Place, depth: u32) -> Result<Counts, Trouble> {
        if place.is_chess960 {
            return Err(Trouble::Unsupported("Chess960".to_owned()));
        }
        let starter = &self.starter;
        let launch = filled(&starter.launch, place, depth);
        let (limits, interrupt) = (starter.limits, &starter.interrupt);
        let mut process = Process::start(&launch, limits, &starter.transcript, interrupt)?;
        process.close_input();
        let deadline = Deadline::after(limits.reply);
        let shapes = starter.shapes();
        let mut answer = Answer::to_depth(depth);
        loop {
            match process.line(deadline) {
                Ok(line) => {
                    answer.add_reading(shapes.read(&line));
                    answer.bounded().map_err(Trouble::Flooded)?;
                }
                // The end of the output is the end of the answer.
                Err(Trouble::Crashed(_)) if answer.has_total() => break,
                Err(trouble) => return Err(trouble),
            }
        }
        answer.counts().map_err(|what| doubt(&answer, what))
    }

    fn restart(&mut self) {}
}

fn filled(launch: &Launch, place: &Place, depth: u32) -> Launch {
    let values = [
        ("{depth}", depth.to_string()),
        ("{fen}", place.fen.clone()),
        ("{moves}", place.moves.join(" ")),
    ];
    let mut filled = launch.clone();
    let mut is_template = false;
    for argument in &mut filled.arguments {
        let mut text = argument.to_string_lossy().into_owned();
        for (mark, value) in &values {
            is_template |= text.contains(mark);
            text = text.replace(mark, value);
        }
        *argument = text.into();
    }
    if !is_template {
        let values = values.into_iter().map(|(_, value)| value.into());
        filled.arguments.extend(values);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{Launch, Place, filled};

    #[test]
    fn arguments_are_filled_in_or_added() {
        let place = Place::new("8/8 w - - 0 1").after("e2e4").after("e7e5");
        let template = Launch::new("sh", ["perft.sh", "--depth={depth}", "{fen}", "{moves}"]);
        let expected = ["perft.sh", "--depth=3", "8/8 w - - 0 1", "e2e4 e7e5"];
        assert_eq!(filled(&template, &place, 3), Launch::new("sh", expected));
        let plain = Launch::new("./perft.sh", [""; 0]);
        let expected = ["3", "8/8 w - - 0 1", "e2e4 e7e5"];
        assert_eq!(
            filled(&plain, &place, 3),
            Launch::new("./perft.sh", expected)
        );
    }
}
