//! The answers to `ping`.

use crate::dialect;

/// Counts the answers to each `ping`.
///
/// GNU Chess answers each `ping` twice, because it consists of two programs. The one that judges the game answers last,
/// when the other has already received the next move.
#[derive(Debug)]
pub(super) struct Pongs {
    /// The number of the last `ping`.
    asked: u32,
    /// How many answers to it have come.
    came: u32,
    /// How many answers come to each `ping`, as far as is known.
    usual: u32,
    /// The number of the last `ping` that was answered.
    answered: u32,
}

impl Default for Pongs {
    fn default() -> Self {
        Self {
            asked: 0,
            came: 0,
            usual: 1,
            answered: 0,
        }
    }
}

impl Pongs {
    /// The number of the next `ping`.
    pub(super) fn ask(&mut self) -> u32 {
        self.asked += 1;
        self.came = 0;
        self.asked
    }

    /// Tells whether a line is the last answer to the last `ping`.
    pub(super) fn is_last(&mut self, line: &str) -> bool {
        let line = dialect::clean(line);
        let number = line.trim_end().rsplit_once("pong ");
        match number.and_then(|(_, number)| number.parse::<u32>().ok()) {
            Some(number) if number == self.asked => {
                self.came += 1;
                self.answered = number;
            }
            Some(number) if number <= self.answered => self.usual = 2,
            _ => {}
        }
        self.usual <= self.came
    }
}

#[cfg(test)]
mod tests {
    use super::Pongs;

    /// The lines that complete an answer; `>` stands for another `ping`.
    fn ends(lines: &[&'static str]) -> Vec<&'static str> {
        let mut pongs = Pongs::default();
        let mut ends = Vec::new();
        for &line in lines {
            if line == ">" {
                pongs.ask();
            } else if pongs.is_last(line) {
                ends.push(line);
            }
        }
        ends
    }

    #[test]
    fn one_answer_is_enough_for_an_engine_that_answers_once() {
        let lines = [
            ">",
            "pong 1",
            ">",
            "e2e4",
            "White (1) : pong 2",
            ">",
            "pong 3",
        ];
        assert_eq!(ends(&lines), ["pong 1", "White (1) : pong 2", "pong 3"]);
        // An answer to an earlier `ping` that comes late is not a second answer.
        assert_eq!(ends(&[">", ">", "pong 1", "pong 2"]), ["pong 2"]);
    }

    #[test]
    fn the_second_answer_is_awaited_for_an_engine_that_answers_twice() {
        let claim = "1/2-1/2 {Draw by repetition}";
        let lines = [
            ">", "pong 1", ">", "pong 1", "pong 2", "pong 2", ">", "pong 3", claim, "pong 3",
        ];
        assert_eq!(ends(&lines), ["pong 1", "pong 2", "pong 3"]);
        assert_eq!(ends(&lines[..8]), ["pong 1", "pong 2"]);
    }
}
