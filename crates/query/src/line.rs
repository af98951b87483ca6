//! A position with the moves that follow it.

use std::fmt;
use std::str::FromStr;

use passant_rules::{EnPassantMode, FenText, Move, Position, Setup, SyntaxError, UciMove};

/// A position and the steps that are played from there.
///
/// The text consists of the FEN and, after `moves`, of the steps: a move in UCI notation, `0000` for a null move,
/// `undo` to take the last move back, or `again` and `reread` for a [round trip](Step::is_round_trip).
///
/// ```
/// use passant_query::Line;
///
/// let line: Line = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5 e5d6 undo".parse()?;
/// assert_eq!(line.steps.len(), 3);
/// let end = line.position().ok_or("the line is legal")?;
/// assert_eq!(end.en_passant().map(|right| right.target().to_string()).as_deref(), Some("d6"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Line {
    /// The starting position. The rules need not accept it.
    pub setup: Setup,
    /// The steps that are played from there.
    pub steps: Vec<Step>,
    /// True if castling follows the rules of Chess960.
    pub is_chess960: bool,
}

/// One step of a [`Line`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// A move, or the null move.
    Move(UciMove),
    /// Takes the last move back.
    TakeBack,
    /// Replaces the game by a copy that the program makes by its own means. Nothing may be lost.
    Copy,
    /// Replaces the game by the FEN that the program writes and reads back. A FEN keeps the position, but neither the moves
    /// before it nor the positions: moves before it cannot be taken back, and repetition may begin anew.
    Reread,
}

impl Step {
    /// Tells whether the step is a move, null moves included.
    #[must_use]
    pub const fn is_move(self) -> bool {
        matches!(self, Self::Move(_))
    }

    /// Tells whether the step leaves the position unchanged and only carries it elsewhere and back.
    #[must_use]
    pub const fn is_round_trip(self) -> bool {
        matches!(self, Self::Copy | Self::Reread)
    }
}

impl Line {
    /// A position without steps. Castling follows Chess960 if the castling rights exist only there.
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        let is_chess960 = setup
            .repair()
            .is_ok_and(|(position, _)| position.is_chess960());
        Self {
            setup,
            steps: Vec::new(),
            is_chess960,
        }
    }

    /// A valid position without steps. Its FEN names the en passant square after every double push.
    #[must_use]
    pub fn at(position: &Position) -> Self {
        Self {
            setup: position.setup(EnPassantMode::Always),
            steps: Vec::new(),
            is_chess960: position.is_chess960(),
        }
    }

    /// The position of a FEN, without steps.
    ///
    /// # Errors
    ///
    /// The first syntax error in the text.
    pub fn from_fen(fen: &str) -> Result<Self, SyntaxError> {
        Setup::from_fen(fen).map(Self::new)
    }

    /// The line with another step.
    #[must_use]
    pub fn then(&self, step: impl Into<Step>) -> Self {
        let mut next = self.clone();
        next.steps.push(step.into());
        next
    }

    /// Tells whether the starting position is the initial position of a game, so that the line can be sent as moves alone.
    #[must_use]
    pub fn is_from_initial_position(&self) -> bool {
        self.setup == Position::initial().setup(EnPassantMode::Always)
    }

    /// The starting position, without steps.
    #[must_use]
    pub fn root(&self) -> Self {
        Self {
            steps: Vec::new(),
            ..self.clone()
        }
    }

    /// A line without steps that starts at the position at the end of this one. `None` if that has no
    /// [position](Line::position).
    #[must_use]
    pub fn without_history(&self) -> Option<Self> {
        Some(Self {
            is_chess960: self.is_chess960,
            ..Self::at(&self.position()?)
        })
    }

    /// The first steps only.
    #[must_use]
    pub fn take(&self, steps: usize) -> Self {
        let mut line = self.clone();
        line.steps.truncate(steps);
        line
    }

    /// The line with the last moves taken back, by a step for each.
    #[must_use]
    pub fn take_back(&self, moves: usize) -> Self {
        let mut line = self.clone();
        line.steps
            .extend(std::iter::repeat_n(Step::TakeBack, moves));
        line
    }

    /// Returns the number of moves that lead to the end. Moves that are taken back do not count.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.steps.iter().fold(0_usize, |plies, step| match step {
            Step::Move(_) => plies + 1,
            Step::TakeBack => plies.saturating_sub(1),
            Step::Copy | Step::Reread => plies,
        })
    }

    /// The FEN of the starting position, with six fields.
    #[must_use]
    pub fn fen(&self) -> FenText {
        self.setup.fen()
    }

    /// The line before the last move, and the move. `None` if the last step is not a move.
    #[must_use]
    pub fn split_last(&self) -> Option<(Self, UciMove)> {
        match self.steps.split_last()? {
            (Step::Move(mv), before) => Some((self.take(before.len()), *mv)),
            _ => None,
        }
    }

    /// Returns the number of moves that are taken back at the end.
    #[must_use]
    pub fn taken_back(&self) -> usize {
        let steps = self.steps.iter().rev();
        steps.take_while(|step| **step == Step::TakeBack).count()
    }

    /// Tells whether the steps include a round trip.
    #[must_use]
    pub fn has_round_trip(&self) -> bool {
        self.steps.iter().any(|step| step.is_round_trip())
    }

    /// The line without its round trips: the same game, and the same position at the end.
    #[must_use]
    pub fn without_round_trips(&self) -> Self {
        let mut line = self.clone();
        line.steps.retain(|step| !step.is_round_trip());
        line
    }

    /// Replaces the part of the line up to the last [`Step::Reread`] by the position that a program has written there, under
    /// a convention for the en passant field. `None` if that part has no [position](Line::position).
    #[must_use]
    pub fn reread_as(&self, mode: EnPassantMode) -> Option<Self> {
        let Some((before, after)) = self.split_reread() else {
            return Some(self.clone());
        };
        Some(Self {
            setup: before.position()?.setup(mode),
            steps: after.to_vec(),
            is_chess960: self.is_chess960,
        })
    }

    /// The line before the last [`Step::Reread`], and the steps after it. `None` if there is no such step.
    #[must_use]
    pub fn split_reread(&self) -> Option<(Self, &[Step])> {
        let at = self.steps.iter().rposition(|it| *it == Step::Reread)?;
        Some((self.take(at), &self.steps[at + 1..]))
    }

    /// Tells whether the steps include a null move.
    #[must_use]
    pub fn has_null_move(&self) -> bool {
        self.steps.contains(&Step::Move(UciMove::NULL))
    }

    /// The position at the end; `None` if the starting position is not [valid](Setup::validate), or a step is not
    /// legal.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        self.play(self.setup.validate().ok()?)
            .map(|(position, _)| position)
    }

    /// The positions of the game: at the start, or at the last [`Step::Reread`], and after each move that is not taken back.
    /// `None` if the line has no [position](Line::position).
    #[must_use]
    pub fn positions(&self) -> Option<Vec<Position>> {
        let (end, mut positions) = self.play(self.setup.validate().ok()?)?;
        positions.push(end);
        Some(positions)
    }

    /// Plays the steps from a position. Returns the position at the end, and the positions before each move that is not
    /// taken back. `None` if a step is not legal.
    #[must_use]
    pub fn play(&self, start: Position) -> Option<(Position, Vec<Position>)> {
        let (mut position, mut before) = (start, Vec::new());
        for step in &self.steps {
            position = take_step(*step, position, &mut before)?;
        }
        Some((position, before))
    }

    /// The steps, each with the position before it, from a starting position to the first step that is not legal.
    #[must_use]
    pub fn steps_from(&self, start: Position) -> Vec<(Step, Position)> {
        let (mut now, mut before) = (Some(start), Vec::new());
        let mut steps = self.steps.iter();
        std::iter::from_fn(|| {
            let position = now.take()?;
            let step = *steps.next()?;
            now = take_step(step, position.clone(), &mut before);
            Some((step, position))
        })
        .collect()
    }

    /// The text of each step.
    #[must_use]
    pub fn step_texts(&self) -> Vec<String> {
        self.steps.iter().map(ToString::to_string).collect()
    }

    /// The steps as text, separated by spaces.
    #[must_use]
    pub fn steps_text(&self) -> String {
        self.step_texts().join(" ")
    }

    /// The moves, for protocols that have no other steps. `None` if a step is not a move.
    #[must_use]
    pub fn moves(&self) -> Option<Vec<UciMove>> {
        let moves = self.steps.iter().map(|step| match step {
            Step::Move(mv) => Some(*mv),
            Step::TakeBack | Step::Copy | Step::Reread => None,
        });
        moves.collect()
    }
}

/// The position after a step. `before` are the positions before the moves that are not taken back.
fn take_step(step: Step, position: Position, before: &mut Vec<Position>) -> Option<Position> {
    match step {
        Step::TakeBack => before.pop(),
        Step::Copy => Some(position),
        Step::Reread => {
            before.clear();
            Some(position)
        }
        Step::Move(mv) => {
            let after = after(&position, mv)?;
            before.push(position);
            Some(after)
        }
    }
}

/// The position after a move, which may be the null move; `None` if it is not legal.
fn after(position: &Position, mv: UciMove) -> Option<Position> {
    let mut after = position.clone();
    if mv.is_null() {
        let _ = after.make_null()?;
    } else {
        let mv: Move = position.find(mv).ok()?;
        let _ = after.make(mv);
    }
    Some(after)
}

impl From<UciMove> for Step {
    fn from(mv: UciMove) -> Self {
        Self::Move(mv)
    }
}

impl FromStr for Line {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        let (fen, steps) = text.split_once(" moves ").unwrap_or((text, ""));
        let mut line = Self::from_fen(fen).map_err(QuestionError::Fen)?;
        line.steps = steps
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()?;
        Ok(line)
    }
}

impl FromStr for Step {
    type Err = QuestionError;

    fn from_str(text: &str) -> Result<Self, QuestionError> {
        match text {
            "undo" => Ok(Self::TakeBack),
            "again" => Ok(Self::Copy),
            "reread" => Ok(Self::Reread),
            mv => mv
                .parse()
                .map(Self::Move)
                .map_err(|_| QuestionError::Move(mv.to_owned())),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.fen())?;
        if !self.steps.is_empty() {
            write!(f, " moves {}", self.steps_text())?;
        }
        Ok(())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(mv) => write!(f, "{mv}"),
            Self::TakeBack => f.write_str("undo"),
            Self::Copy => f.write_str("again"),
            Self::Reread => f.write_str("reread"),
        }
    }
}

/// The first step of a line from a starting position that an engine has not played, according to the FEN that it reports.
///
/// Some engines stop without a message before a move that they consider illegal. The reported pieces then stand as they
/// did before that step, and not as they do at the end. `None` also if a step is not legal.
#[must_use]
pub fn stopped_before(line: &Line, start: Position, reported: &str) -> Option<Step> {
    let reported = Setup::from_fen(reported).ok()?;
    let (end, _) = line.play(start.clone())?;
    if reported.board == end.board() {
        return None;
    }
    let is_reported = |position: &Position| {
        reported.board == position.board() && reported.side_to_move == position.side_to_move()
    };
    let mut steps = line.steps_from(start).into_iter();
    steps.find_map(|(step, before)| is_reported(&before).then_some(step))
}

/// The reason why a text is not a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum QuestionError {
    /// A FEN cannot be read.
    Fen(SyntaxError),
    /// A step or the move of a query is not in UCI notation.
    Move(String),
    /// The text after the line is not a query.
    Query(String),
}

impl fmt::Display for QuestionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => write!(f, "the FEN of the question cannot be read: {error}"),
            Self::Move(text) => {
                write!(
                    f,
                    "{text:?} is not a move; expected UCI notation such as e2e4 or e7e8q"
                )
            }
            Self::Query(text) => write!(
                f,
                "{text:?} is not a query; expected moves, count N, legal MOVE, bestmove N, fen, replay MOVE, key, \
                 key like LINE, same as LINE, occurrences, san MOVE, parse SAN, victim MOVE, capture MOVE, ep MOVE \
                 or check MOVE after FEN [moves …]:"
            ),
        }
    }
}

impl std::error::Error for QuestionError {}

#[cfg(test)]
mod tests {
    use super::{Line, Step};

    #[test]
    fn a_line_is_played_with_null_moves_and_takebacks() {
        let line: Line = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5 0000 undo e5d6"
            .parse()
            .unwrap();
        let end = line.position().unwrap();
        assert_eq!(
            end.fen(passant_rules::EnPassantMode::Legal),
            "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"
        );
        let (_, before) = line.play(line.setup.validate().unwrap()).unwrap();
        assert_eq!(before.len(), 2, "the null move was taken back");
        assert_eq!(line.to_string().parse(), Ok(line));
    }

    #[test]
    fn a_round_trip_keeps_the_position_and_a_fen_drops_the_game() {
        let game = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5";
        let line: Line = game.parse().unwrap();
        for (trip, plies, positions) in [("again", 1, 2), ("reread", 1, 1), ("reread e1e2", 2, 2)] {
            let after: Line = format!("{game} {trip}").parse().unwrap();
            assert_eq!(after.to_string().parse(), Ok(after.clone()));
            assert_eq!(after.plies(), plies, "{trip}");
            assert_eq!(
                after.positions().map(|it| it.len()),
                Some(positions),
                "{trip}"
            );
        }
        let reread = line.then(Step::Reread);
        assert_eq!(reread.position(), line.position());
        assert_eq!(reread.take_back(1).position(), None);
        assert_eq!(reread.without_round_trips(), line);
        let again = line.then(Step::Copy).take_back(1);
        assert_eq!(again.position(), line.root().position());
    }

    #[test]
    fn a_line_with_an_illegal_move_has_no_position() {
        for text in [
            "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves e5e6",
            "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves undo",
            "8/8/8/8/8/8/8/8 w - - 0 1",
        ] {
            let line: Line = text.parse().unwrap();
            assert_eq!(line.position(), None, "{text}");
        }
    }

    #[test]
    fn the_first_step_that_was_not_played_is_found() {
        let stopped_before = |line: &str, reported| {
            let line: Line = line.parse().unwrap();
            let start = line.setup.validate().unwrap();
            super::stopped_before(&line, start, reported)
        };
        let step = |text: &str| -> Step { text.parse().unwrap() };
        let start = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
        let line = format!("{start} moves d7d5 e5d6");
        // The reported position has no en passant right, but the same pieces.
        let reported = "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2";
        assert_eq!(stopped_before(&line, reported), Some(step("e5d6")));
        assert_eq!(stopped_before(&line, start), Some(step("d7d5")));
        assert_eq!(stopped_before(&line, "8/8/8/8/8/8/8/8 w - -"), None);
        // After moves that lead back to the start, an engine has not stopped.
        let back = format!("{start} moves e8f8 e1f1 f8e8 f1e1");
        assert_eq!(stopped_before(&back, start), None);
    }
}
