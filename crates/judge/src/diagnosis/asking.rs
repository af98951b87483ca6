//! Putting the questions to an engine, through whatever channel it has.

use std::fmt;

use passant_oracle::{Ask, Line};
use passant_rules::{Position, Setup};

use super::rules;
use super::survey::Row;
use passant_engine::channel::{Questions, Rung};
use passant_engine::dialect::notation::{Meant, is_move, meant};
use passant_engine::{Calibration, Channel, Place, Starter, Times, Trouble, Witness, held};

mod game;
mod singly;

pub(crate) use singly::accepted_among_all;

/// An engine under examination, with everything through which it can be asked.
pub struct Examinee {
    /// For counts, moves and the FEN it holds.
    pub channel: Box<dyn Channel>,
    /// For everything else about a game, if it can be asked about one.
    pub witness: Option<Box<dyn Witness>>,
    /// Another way to ask which moves there are, if the protocol has one.
    pub other: Option<Box<dyn Channel>>,
}

impl Examinee {
    /// Everything through which an engine can be asked that is found out about; it is started when it is asked first.
    #[must_use]
    pub fn open(calibration: &Calibration, starter: &Starter) -> Self {
        Self {
            channel: calibration.open(starter),
            witness: calibration.witness(starter),
            other: calibration.other(starter),
        }
    }
}

/// What an engine has said, in the words of the oracle's engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The whole answer.
    Is(String),
    /// One of the moves that it takes for legal, the one it plays.
    Plays(String),
    /// A text means this move; what playing it comes to is not said.
    Reads(String),
    /// The position has occurred about so many times.
    Occurs(Times),
}

impl Answer {
    /// Whether an engine that would answer this can have said so.
    #[must_use]
    pub fn fits(&self, predicted: &str) -> bool {
        match self {
            Self::Is(text) => text == predicted,
            Self::Plays(mv) if is_move(mv) => predicted.split(' ').any(|legal| legal == mv),
            // Who has lost all moves says so in many ways.
            Self::Plays(_) => predicted.is_empty(),
            Self::Occurs(times) => predicted.parse().is_ok_and(|number| times.allows(number)),
            Self::Reads(_) => !predicted.starts_with("illegal "),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Is(text) => f.write_str(text),
            Self::Plays(mv) => write!(f, "it plays {mv}"),
            Self::Reads(mv) => write!(f, "it reads {mv}"),
            Self::Occurs(Times::Exactly(number)) => write!(f, "{number}"),
            Self::Occurs(Times::FewerThan(bound)) => write!(f, "fewer than {bound}"),
            Self::Occurs(Times::AtLeast(bound)) => write!(f, "at least {bound}"),
        }
    }
}

/// How deep an engine searches before the move that it plays is believed.
const SEARCHES: [u32; 3] = [1, 4, 8];

/// What an engine answers, in the words of the oracle's engine; `None` if it cannot be asked.
pub fn ask(examinee: &mut Examinee, row: &Row) -> Result<Option<Answer>, Trouble> {
    let question = &row.question;
    let Examinee {
        channel, witness, ..
    } = examinee;
    let channel = channel.as_mut();
    let is_undone = question.line.steps.iter().any(|step| step == "undo");
    let answer = match (&question.ask, position_after(&question.line)) {
        // Channels are told of a position anew each time; only for its FEN are they made to take a move back.
        (Ask::Moves | Ask::Count(_), _) if is_undone => Ok(None),
        (Ask::Moves, Some(position)) => match channel.rung().questions() {
            Questions::Legality => singly::accepted(channel, &place(&question.line), row).map(Some),
            Questions::BestMove => {
                let played = played(channel, &place(&question.line), &position)?;
                return Ok(played.map(Answer::Plays));
            }
            Questions::Counts | Questions::Moves => {
                moves(channel, &place(&question.line), &position)
            }
        },
        (Ask::Count(depth), Some(_)) if counts(channel.rung()) => {
            let counts = channel.count(&place(&question.line), *depth);
            counts.map(|counts| Some(counts.total.to_string()))
        }
        (Ask::Fen, Some(_)) if passes(&question.line) => Ok(passed(channel, row)),
        (Ask::Fen, Some(position)) => fen(channel, &question.line, &position),
        _ => Ok(None),
    };
    let answer = answer.map(|answer| answer.map(Answer::Is));
    let answer = match (answer, witness) {
        (Ok(None) | Err(Trouble::Unsupported(_)), Some(witness)) => {
            game::ask(witness.as_mut(), row)
        }
        (answer, _) => answer,
    };
    match answer {
        Err(Trouble::Unsupported(_)) => Ok(None),
        // Who walks a tree and refuses one of its own moves has not counted.
        Err(Trouble::Refused(_) | Trouble::Illegal { .. })
            if matches!(question.ask, Ask::Count(_)) =>
        {
            Ok(None)
        }
        Err(Trouble::Refused(_)) => Ok(Some(Answer::Is("refused".to_owned()))),
        Err(Trouble::Illegal { mv, .. }) => Ok(Some(Answer::Is(format!("illegal {mv}")))),
        answer => answer,
    }
}

/// The move that an engine plays where there is only one: with a choice, what it plays says nothing of the others.
pub(crate) fn played(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
) -> Result<Option<String>, Trouble> {
    let [only] = position.legal_moves()[..] else {
        return Ok(None);
    };
    let mut played = String::new();
    for depth in SEARCHES {
        played = match meant(position, &channel.best_move(place, depth)?) {
            Meant::Legal(mv) if mv == only => {
                return Ok(Some(position.uci(mv).to_string()));
            }
            Meant::Legal(mv) => position.uci(mv).to_string(),
            Meant::Extra(text) => text,
        };
        channel.restart();
    }
    Ok(Some(played))
}

/// The legal moves of an engine in UCI notation, sorted, blanks between them.
pub fn moves(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
) -> Result<Option<String>, Trouble> {
    let listed = match channel.rung().questions() {
        Questions::Counts => listed_by_counts(channel, place, position)?,
        Questions::Moves => Some(channel.moves(place)?),
        Questions::Legality | Questions::BestMove => None,
    };
    let Some(listed) = listed else {
        return Ok(None);
    };
    let uci = |text: &String| match meant(position, text) {
        Meant::Legal(mv) => position.uci(mv).to_string(),
        Meant::Extra(text) => text,
    };
    let mut moves: Vec<_> = listed.iter().map(uci).collect();
    moves.sort_unstable();
    Ok(Some(moves.join(" ")))
}

/// Engines that print no moves at depth 1 print them at depth 2; without any, a total says nothing of which moves
/// there are, unless there is none.
fn listed_by_counts(
    channel: &mut dyn Channel,
    place: &Place,
    position: &Position,
) -> Result<Option<Vec<String>>, Trouble> {
    for depth in [1, 2] {
        let counts = channel.count(place, depth)?;
        if !counts.moves.is_empty() {
            let moves = counted(position, depth, counts.moves).into_iter();
            return Ok(Some(moves.map(|(mv, _)| mv).collect()));
        }
        if counts.total == 0 {
            let is_said = depth == 1 || position.count_legal_moves() == 0;
            return Ok(is_said.then(Vec::new));
        }
    }
    Ok(None)
}

/// The moves of a divide that are counted: some engines print what they have found to be illegal, without nodes. Below
/// a move that ends the game there are none either.
pub(crate) fn counted(
    position: &Position,
    depth: u32,
    moves: Vec<(String, u64)>,
) -> Vec<(String, u64)> {
    let ends = |mv: &str| 1 < depth && matches!(meant(position, mv), Meant::Legal(_));
    let moves = moves.into_iter();
    moves
        .filter(|(mv, nodes)| *nodes != 0 || ends(mv))
        .collect()
}

fn fen(
    channel: &mut dyn Channel,
    line: &Line,
    position: &Position,
) -> Result<Option<String>, Trouble> {
    let held = match &line.steps[..] {
        [before @ .., mv, undo] if undo == "undo" => {
            let line = Line {
                setup: line.setup.clone(),
                steps: before.to_vec(),
            };
            channel.there_and_back(&place(&line), mv)?.back
        }
        _ => channel.held(&place(line))?,
    };
    Ok(held.map(|held| {
        let held = rules::spelled(position, held);
        if rules::is_right_fen(position, &held) {
            return held;
        }
        match stopped_before(line, &held) {
            Some(step) => format!("illegal {step}"),
            None => held,
        }
    }))
}

/// Whether a null move is played.
fn passes(line: &Line) -> bool {
    line.steps.iter().any(|step| step == rules::NULL_MOVE)
}

/// The FEN after a null move, with the clocks that are right, for no game and no rule has such a move; `None` if the
/// engine does not make any.
fn passed(channel: &mut dyn Channel, row: &Row) -> Option<String> {
    let held = channel.held(&place(&row.question.line)).ok()??;
    let (right, held) = (
        Setup::from_fen(&row.right).ok()?,
        Setup::from_fen(&held).ok()?,
    );
    let is_made = right.board == held.board && right.side_to_move == held.side_to_move;
    let held = Setup {
        halfmove_clock: right.halfmove_clock,
        fullmove_number: right.fullmove_number,
        ..held
    };
    is_made.then(|| held.fen().to_string())
}

/// The step that an engine has not taken, by the FEN that it holds.
fn stopped_before<'a>(line: &'a Line, held: &str) -> Option<&'a str> {
    let before = |number| {
        position_after(&Line {
            setup: line.setup.clone(),
            steps: line.steps.iter().take(number).cloned().collect(),
        })
    };
    let steps = line.steps.iter().enumerate();
    let steps = steps.map_while(|(number, step)| Some((step.as_str(), before(number)?)));
    held::stopped_before(steps, &position_after(line)?, held)
}

fn counts(rung: Rung) -> bool {
    rung.questions() == Questions::Counts
}

/// The position after the steps, by the rules; `None` where they have none: after a move that is not legal.
fn position_after(line: &Line) -> Option<Position> {
    rules::played(line).map(|(position, _)| position)
}

/// The line as engines are told of it.
pub(super) fn place(line: &Line) -> Place {
    let setup = &line.setup;
    Place {
        fen: setup.fen().to_string(),
        moves: line.steps.clone(),
        is_chess960: setup
            .repair()
            .is_ok_and(|(position, _)| position.is_chess960()),
    }
}
