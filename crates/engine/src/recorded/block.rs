//! Questions in the words of a protocol, with markers between them.

use std::fmt::{self, Write};

use passant_query::{Abilities, Channel, Line, Query, Question, decoy, stale_positions};
use passant_rules::Position;

use super::answers::{self, Found, Recorded, Recording, witness};
use super::markers::{DEPTH, FoundMarker, Markers, Numbering, Segment, are_in_order, segments};
use super::printed_text::PrintedText;

/// Markers after the last one that is needed: an engine may stop before it has answered everything when it is told to
/// quit.
const SPARE: usize = 1;

/// Questions in the words of a protocol, to be given to an engine, and to be found again in what it prints.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    form: Form,
    questions: Vec<Question>,
    markers: Markers,
}

/// There are more questions than markers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyQuestions(pub usize);

impl fmt::Display for TooManyQuestions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} questions are too many for one block", self.0)
    }
}

impl std::error::Error for TooManyQuestions {}

impl Block {
    /// Creates a block of those questions that can be put in these words.
    ///
    /// # Errors
    ///
    /// If there are too many to number them.
    pub fn new(form: Form, mut questions: Vec<Question>) -> Result<Self, TooManyQuestions> {
        questions.retain(|question| form.can_ask(question));
        let number = questions.len() + 1 + SPARE;
        let mut content = format!("{}\n", form.word());
        for question in &questions {
            // Writing to a string cannot fail.
            let _ = writeln!(content, "{question}");
        }
        let numbering = Numbering::new(number, &content);
        let markers = match form {
            Form::Uci { .. } | Form::XboardPerft { .. } | Form::Fen => {
                Markers::positions(&questions, &numbering, number)
            }
            Form::Xboard => Markers::moves(&numbering, number),
        };
        Ok(Self {
            markers: markers.ok_or(TooManyQuestions(questions.len()))?,
            form,
            questions,
        })
    }

    /// Returns the words in which it is put.
    #[must_use]
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Finds the answers in what an engine printed.
    #[must_use]
    pub fn read(&self, text: &PrintedText) -> Recorded {
        let lines = text.lines();
        let (found, answers) = match &self.markers {
            Markers::Positions(markers) => {
                let readings = text.readings();
                let found = answers::find_counted_markers(&readings, markers);
                let ends: Vec<Position> = self.ends().collect();
                let answers = self.answers(&found, |part| {
                    let Question { line, query } = &self.questions[part.number];
                    match query {
                        Query::Fen => answers::read_fen(&lines[part.lines.clone()], line, &ends),
                        Query::Count(depth) => {
                            let marker = &markers[part.number];
                            let readings = &readings[part.lines.clone()];
                            let found = answers::read_counts(readings, line, *depth, marker)?;
                            // Broken lines make the markers lack moves too.
                            let is_doubted = text.may_be_broken(&part.lines)
                                || if answers::has_moves(&found) {
                                    !part.is_between_lists
                                } else {
                                    text.may_break_number(&part.lines)
                                };
                            Some(if is_doubted {
                                answers::doubt_wrong_count(found, line, *depth)
                            } else {
                                found
                            })
                        }
                        _ => None,
                    }
                });
                (found, answers)
            }
            Markers::Moves(markers) => {
                let rejections = answers::rejections(lines);
                let found = answers::find_rejected_markers(&rejections, markers);
                let answers = self.answers(&found, |part| {
                    let rejections = &rejections[part.lines.clone()];
                    answers::acceptance(rejections, &self.questions[part.number])
                });
                (found, answers)
            }
        };
        let coverage = Found {
            asked: self.questions.len(),
            markers: found.len(),
            is_in_order: are_in_order(&found),
            ..Found::default()
        };
        Recorded::new(answers, self.form.abilities(), coverage)
    }

    /// Returns the answer in each part of a text that belongs to a question.
    fn answers(
        &self,
        found: &[FoundMarker],
        answer: impl Fn(&Segment) -> Option<Recording>,
    ) -> Vec<(&Question, Recording)> {
        let answers = segments(found).into_iter().filter_map(|part| {
            // The spare markers have no question.
            let question = self.questions.get(part.number)?;
            Some((question, answer(&part)?))
        });
        answers.collect()
    }

    /// Returns the positions that the engine is given, and those that it may hold before.
    fn ends(&self) -> impl Iterator<Item = Position> {
        let ends = self.questions.iter().filter_map(|it| it.line.position());
        let markers = match &self.markers {
            Markers::Positions(markers) => &markers[..],
            Markers::Moves(_) => &[],
        };
        let markers = markers
            .iter()
            .filter_map(|it| Position::from_fen(&it.fen).ok());
        ends.chain(markers).chain(stale_positions())
    }

    fn write_marker(&self, f: &mut fmt::Formatter<'_>, number: usize) -> fmt::Result {
        match (&self.markers, &self.form) {
            (Markers::Positions(markers), Form::Uci { perft }) => {
                let perft = perft.replace("{depth}", &DEPTH.to_string());
                writeln!(f, "position fen {}\n{perft}", markers[number].fen)
            }
            (Markers::Positions(markers), Form::XboardPerft { perft }) => {
                let perft = perft.replace("{depth}", &DEPTH.to_string());
                writeln!(f, "setboard {}\n{perft}", markers[number].fen)
            }
            (Markers::Positions(markers), _) => writeln!(f, "{}", markers[number].fen),
            (Markers::Moves(markers), _) => writeln!(f, "{}", markers[number]),
        }
    }

    fn write_question(&self, f: &mut fmt::Formatter<'_>, question: &Question) -> fmt::Result {
        let Question { line, query } = question;
        match (&self.form, query) {
            (Form::Uci { perft }, Query::Count(depth)) => {
                let perft = perft.replace("{depth}", &depth.to_string());
                writeln!(f, "position fen {line}\n{perft}")
            }
            (Form::XboardPerft { perft }, Query::Count(depth)) => {
                write_line(f, line)?;
                writeln!(f, "{}", perft.replace("{depth}", &depth.to_string()))
            }
            // `ucinewgame` makes engines wait for a count that goes on in another thread.
            (Form::Uci { .. }, _) => writeln!(f, "ucinewgame\nposition fen {line}\nd"),
            (Form::Xboard | Form::XboardPerft { .. }, _) => write_moves(f, line, question),
            (Form::Fen, _) => writeln!(f, "{}", line.fen()),
        }
    }
}

/// Writes a position and the moves that follow it, as xboard sends them.
fn write_line(f: &mut fmt::Formatter<'_>, line: &Line) -> fmt::Result {
    writeln!(f, "setboard {}", line.fen())?;
    let moves = line.moves().unwrap_or_default();
    moves.into_iter().try_for_each(|mv| writeln!(f, "{mv}"))
}

/// Writes a position, the moves that follow it, the move in question, and its witness. The decoy comes first, so that
/// an engine that ignores the position cannot keep a similar one.
fn write_moves(f: &mut fmt::Formatter<'_>, line: &Line, question: &Question) -> fmt::Result {
    writeln!(f, "setboard {}", decoy().fen())?;
    write_line(f, line)?;
    if let Query::Legal(asked) = question.query {
        writeln!(f, "{asked}")?;
    }
    witness(question).map_or(Ok(()), |witness| writeln!(f, "{witness}"))
}

impl fmt::Display for Block {
    /// The lines to give to the engine, or to a program that reads FENs.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, last] = match self.form {
            Form::Uci { .. } => ["uci\nisready\nucinewgame\n", "isready\nquit\n"],
            Form::Xboard | Form::XboardPerft { .. } => ["xboard\nforce\n", "quit\n"],
            Form::Fen => ["", ""],
        };
        f.write_str(first)?;
        for (number, question) in self.questions.iter().enumerate() {
            self.write_marker(f, number)?;
            self.write_question(f, question)?;
        }
        for number in 0..=SPARE {
            self.write_marker(f, self.questions.len() + number)?;
        }
        f.write_str(last)
    }
}

/// The words in which the questions of a block are put.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// UCI: `position`, a command that counts, and `d`, which shows the position in many engines.
    Uci {
        /// The command that counts, with `{depth}` for the depth in plies.
        perft: String,
    },
    /// xboard: `setboard`, moves, and a command that counts.
    XboardPerft {
        /// The command that counts, with `{depth}` for the depth in plies.
        perft: String,
    },
    /// xboard: `setboard` and moves, of which the engine rejects those that are illegal.
    Xboard,
    /// One FEN in each line, for a program that prints the divide of each to depth 2.
    Fen,
}

impl Form {
    /// The depth in plies to which a program counts that is given FENs.
    pub const FEN_DEPTH: u32 = 2;

    /// Returns the word for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Self::Uci { .. } => "uci",
            Self::XboardPerft { .. } => "xboard-perft",
            Self::Xboard => "xboard",
            Self::Fen => "fen",
        }
    }

    /// Returns the abilities of these words. An engine that turns out to print only totals has the channel
    /// [`Channel::Total`].
    #[must_use]
    pub fn abilities(&self) -> Abilities {
        match self {
            Self::Uci { .. } | Self::XboardPerft { .. } => Abilities::of(Channel::Divide),
            Self::Xboard => Abilities::of(Channel::IllegalMove),
            Self::Fen => Abilities {
                least_depth: Self::FEN_DEPTH,
                plays_moves: false,
                ..Abilities::of(Channel::Divide)
            },
        }
    }

    /// Tells whether a question can be put in these words.
    #[must_use]
    pub fn can_ask(&self, question: &Question) -> bool {
        let Question { line, query } = question;
        let is_game = line.moves().is_some() && !line.has_null_move() && !line.is_chess960;
        is_game
            && match (self, query) {
                (Self::Uci { .. } | Self::XboardPerft { .. }, Query::Count(_))
                | (Self::Uci { .. }, Query::Fen) => true,
                (Self::Xboard, Query::Legal(_)) => witness(question).is_some(),
                (Self::Fen, Query::Count(depth)) => {
                    *depth == Self::FEN_DEPTH && line.steps.is_empty()
                }
                _ => false,
            }
    }
}
