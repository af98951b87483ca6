//! The errors of subjects.

use std::fmt;
use std::time::Duration;

use crate::shorten;

/// The reason why there is no answer. None of these errors counts as a wrong answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EngineError {
    /// The program could not be started.
    NotStarted(String),
    /// The program has exited or closed its output. The text contains the exit status and the last line of standard
    /// error.
    Crashed(String),
    /// The program gave no answer within this time.
    TimedOut(Duration),
    /// The program printed more output than an answer may have. The text names the limit.
    Flooded(String),
    /// The program and everything that it has started used more than this many bytes of memory.
    OutOfMemory(u64),
    /// The program refuses the position.
    Refused(String),
    /// The program says that a move of the line, or of the query, is illegal.
    Illegal {
        /// The move as it was sent.
        mv: String,
        /// The reason that the program gives; empty if it gives none.
        why: String,
    },
    /// The program does not support the question.
    Unsupported(String),
    /// The answer cannot be read, or contradicts itself.
    Garbled(String),
    /// The nodes below the moves do not add up to the total.
    Contradicted {
        /// The moves as the program writes them, each with its nodes.
        moves: Vec<(String, u64)>,
        /// The total.
        total: u64,
    },
    /// The user has pressed Ctrl-C.
    Interrupted,
}

impl EngineError {
    /// An illegal move without a reason.
    pub fn illegal(mv: impl fmt::Display) -> Self {
        Self::Illegal {
            mv: mv.to_string(),
            why: String::new(),
        }
    }

    /// Something that is no move in a list of moves.
    pub fn not_a_move(what: impl fmt::Debug) -> Self {
        Self::Garbled(format!("{what:?} is not a move"))
    }

    /// A question that the program does not support.
    pub fn unsupported(what: impl fmt::Display) -> Self {
        Self::Unsupported(what.to_string())
    }

    /// Tells whether the program has ended, or had to be ended because it printed or used too much.
    #[must_use]
    pub fn is_crash(&self) -> bool {
        matches!(
            self,
            Self::NotStarted(_) | Self::Crashed(_) | Self::Flooded(_) | Self::OutOfMemory(_)
        )
    }

    /// Tells whether the program must be restarted before the next question.
    #[must_use]
    pub fn needs_restart(&self) -> bool {
        !matches!(
            self,
            Self::Refused(_) | Self::Illegal { .. } | Self::Unsupported(_)
        )
    }
}

/// The most characters of a text of a program that an error shows.
const SHOWN: usize = 300;

/// Displays the reason and the words of the program, of which it shows the first 300 characters.
impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let start = |text| shorten(text, SHOWN);
        match self {
            Self::NotStarted(why) => write!(f, "could not be started: {}", start(why)),
            Self::Crashed(how) => f.write_str(&start(how)),
            Self::TimedOut(time) => write!(f, "gave no answer within {}", Seconds(*time)),
            Self::Flooded(what) => write!(f, "printed {what}"),
            Self::OutOfMemory(bytes) => {
                write!(f, "used more than {} MiB of memory", bytes >> 20)
            }
            Self::Refused(text) if text.is_empty() => f.write_str("refused the position"),
            Self::Refused(text) => write!(f, "refused the position: {}", start(text)),
            Self::Illegal { mv, why } if why.is_empty() => write!(f, "says that {mv} is illegal"),
            Self::Illegal { mv, why } => write!(f, "says that {mv} is illegal: {}", start(why)),
            Self::Unsupported(what) => write!(f, "cannot be asked: {}", start(what)),
            Self::Garbled(what) => write!(f, "could not be understood: {}", start(what)),
            Self::Contradicted { moves, total } if is_list(moves) => {
                let number = moves.len();
                write!(
                    f,
                    "could not be understood: the number at depth 1, {total}, is not the number of moves listed, \
                     {number}; list and number may come from two generators"
                )
            }
            Self::Contradicted { moves, total } => {
                let mut nodes = moves.iter().map(|(_, nodes)| *nodes);
                let sum = nodes.try_fold(0_u64, u64::checked_add);
                let sum = sum.map_or("more than 2^64".to_owned(), |sum| sum.to_string());
                write!(
                    f,
                    "could not be understood: the moves add up to {sum}, the total is {total}"
                )
            }
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for EngineError {}

/// Tells whether each move has one node, as at depth 1.
fn is_list(moves: &[(String, u64)]) -> bool {
    !moves.is_empty() && moves.iter().all(|(_, nodes)| *nodes == 1)
}

/// A time in seconds, with a decimal only if it is not a whole number.
struct Seconds(Duration);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.subsec_millis() == 0 {
            write!(f, "{} s", self.0.as_secs())
        } else {
            write!(f, "{:.1} s", self.0.as_secs_f64())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::EngineError;

    #[test]
    fn the_words_of_a_program_are_shown_to_a_length() {
        let text = EngineError::Refused("x".repeat(60_000)).to_string();
        assert_eq!(
            text.strip_prefix("refused the position: "),
            Some(&*("x".repeat(300) + "…"))
        );
    }

    /// An engine whose list of moves and whose leaf count come from two generators shows that at depth 1.
    #[test]
    fn contradictions_are_said_in_the_words_of_their_depth() {
        for (nodes, total, said) in [
            (
                1,
                3,
                "the number at depth 1, 3, is not the number of moves listed, 2;",
            ),
            (20, 41, "the moves add up to 40, the total is 41"),
        ] {
            let moves = ["e2e4", "d2d4"].map(|mv| (mv.to_owned(), nodes)).to_vec();
            let text = EngineError::Contradicted { moves, total }.to_string();
            assert!(text.contains(said), "{text}");
        }
    }
}
