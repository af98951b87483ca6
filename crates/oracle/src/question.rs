//! What engines are asked, as text, and what an [`Engine`] answers.

use std::fmt;
use std::str::FromStr;

use passant_rules::{Setup, SyntaxError};

use crate::{Engine, FaultSet};

/// A question to an engine: a position, how it is reached, and what to tell about it.
///
/// ```
/// use passant_oracle::{EngineFault, FaultSet, Question};
///
/// let text = "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves c5d6: fen";
/// let question: Question = text.parse()?;
/// assert_eq!(question.answer(FaultSet::NONE), "3k4/8/3P4/8/8/K7/8/8 b - - 0 1");
/// assert_eq!(question.answer(EngineFault::VictimStays.into()), "3k4/8/3P4/3p4/8/K7/8/8 b - - 0 1");
/// assert_eq!(question.to_string(), text);
/// # Ok::<(), passant_oracle::QuestionError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    /// The position that is asked about.
    pub line: Line,
    /// What is asked.
    pub ask: Ask,
}

/// A FEN, and how to go on from there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The position to start from.
    pub setup: Setup,
    /// Moves in UCI notation, `0000` for a null move, and `undo` to take back the last.
    pub steps: Vec<String>,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ask {
    /// `moves`: the legal moves in UCI notation, sorted.
    Moves,
    /// `count 3`: how many sequences of legal moves there are.
    Count(u32),
    /// `fen`: the FEN, with the en passant square after every double push.
    Fen,
    /// `key like FEN moves …`: whether the key is that of another line, `yes` or `no`.
    Key(Line),
    /// `same as FEN moves …`: whether the position is that of another line, `yes` or `no`.
    Same(Line),
    /// `occurrences`: how many times the position has occurred.
    Occurrences,
    /// `san c5d6`: the move in SAN.
    San(String),
    /// `read cxd6 e.p.`: the FEN after a move in SAN.
    Read(String),
    /// `victim c5d6`: where the man stands that the move takes, or `-`.
    Victim(String),
}

/// A text is no question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionError {
    /// A FEN cannot be read.
    Fen(SyntaxError),
    /// What is asked is none of the nine things.
    Ask(String),
}

impl Question {
    /// What an engine with these faults answers; `illegal m` if it takes a move `m` of the question for illegal.
    #[must_use]
    pub fn answer(&self, faults: FaultSet) -> String {
        self.try_answer(faults)
            .unwrap_or_else(|illegal| format!("illegal {illegal}"))
    }

    /// The error is a move that the engine takes for illegal.
    fn try_answer(&self, faults: FaultSet) -> Result<String, &str> {
        let mut engine = self.line.play(faults)?;
        let yes_or_no = |is_so: bool| if is_so { "yes" } else { "no" }.to_owned();
        let mv = |text: &'_ str| engine.read_uci(text);
        Ok(match &self.ask {
            Ask::Moves => {
                let mut moves: Vec<_> = engine.moves().into_iter().map(|m| engine.uci(m)).collect();
                moves.sort_unstable();
                moves.join(" ")
            }
            Ask::Count(depth) => engine.perft(*depth).to_string(),
            Ask::Fen => engine.setup().fen().to_string(),
            Ask::Key(other) => yes_or_no(engine.key() == other.play(faults)?.key()),
            Ask::Same(other) => yes_or_no(engine.is_same(&other.play(faults)?)),
            Ask::Occurrences => engine.occurrences().to_string(),
            Ask::San(text) => engine.san(mv(text).ok_or(text.as_str())?),
            Ask::Read(text) => {
                let found = engine.read_san(text).ok_or(text.as_str())?;
                engine.play(found);
                engine.setup().fen().to_string()
            }
            Ask::Victim(text) => {
                let victim = engine.victim(mv(text).ok_or(text.as_str())?);
                victim.map_or_else(|| "-".to_owned(), |at| at.to_string())
            }
        })
    }
}

impl Line {
    /// Plays the steps. The error is one that the engine takes for illegal.
    fn play(&self, faults: FaultSet) -> Result<Engine, &str> {
        let mut engine = Engine::new(&self.setup, faults);
        for step in &self.steps {
            match step.as_str() {
                "0000" => engine.pass(),
                "undo" => {
                    engine.undo();
                }
                text => {
                    let mv = engine.read_uci(text).ok_or(text)?;
                    engine.play(mv);
                }
            }
        }
        Ok(engine)
    }
}

impl FromStr for Question {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let (line, ask) = text
            .split_once(": ")
            .ok_or_else(|| QuestionError::Ask(String::new()))?;
        Ok(Self {
            line: line.parse()?,
            ask: ask.parse()?,
        })
    }
}

impl FromStr for Line {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let (fen, steps) = text.split_once(" moves ").unwrap_or((text, ""));
        Ok(Self {
            setup: Setup::from_fen(fen).map_err(QuestionError::Fen)?,
            steps: steps.split_whitespace().map(str::to_owned).collect(),
        })
    }
}

impl FromStr for Ask {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let unknown = || QuestionError::Ask(text.to_owned());
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        Ok(match (word, rest) {
            ("moves", "") => Self::Moves,
            ("count", depth) => Self::Count(depth.parse().map_err(|_| unknown())?),
            ("fen", "") => Self::Fen,
            ("key", line) => Self::Key(line.strip_prefix("like ").ok_or_else(unknown)?.parse()?),
            ("same", line) => Self::Same(line.strip_prefix("as ").ok_or_else(unknown)?.parse()?),
            ("occurrences", "") => Self::Occurrences,
            ("san", mv) => Self::San(mv.to_owned()),
            ("read", san) => Self::Read(san.to_owned()),
            ("victim", mv) => Self::Victim(mv.to_owned()),
            _ => return Err(unknown()),
        })
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.ask)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.setup.fen())?;
        if !self.steps.is_empty() {
            write!(f, " moves {}", self.steps.join(" "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves => f.write_str("moves"),
            Self::Count(depth) => write!(f, "count {depth}"),
            Self::Fen => f.write_str("fen"),
            Self::Key(line) => write!(f, "key like {line}"),
            Self::Same(line) => write!(f, "same as {line}"),
            Self::Occurrences => f.write_str("occurrences"),
            Self::San(mv) => write!(f, "san {mv}"),
            Self::Read(san) => write!(f, "read {san}"),
            Self::Victim(mv) => write!(f, "victim {mv}"),
        }
    }
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "the FEN of the question cannot be read: {error}"),
            Self::Ask(ask) => write!(
                f,
                "{ask:?} is not asked of engines; expected moves, count N, fen, key like LINE, same as LINE, \
                 occurrences, san MOVE, read SAN or victim MOVE after FEN [moves …]:"
            ),
        }
    }
}

impl std::error::Error for QuestionError {}
