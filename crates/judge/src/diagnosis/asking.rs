//! Putting the questions to an engine, through whatever channel it has.

use passant_query::{Asks, Channel, EngineError, EngineMove, Line, Query, Step, Subject};
use passant_rules::{Position, Setup};

use super::answer::Answer;
use super::rules;
use super::survey::Row;
use crate::Connections;
use crate::check::comparison::{Meant, meant};

mod game;
mod singly;

pub(crate) use singly::accepted_among_all;

/// How deep an engine searches before the move that it plays is believed.
const SEARCHES: [u32; 3] = [1, 4, 8];

/// What an engine answers, in the words of the oracle's engine; `None` if it cannot be asked.
pub fn ask(program: &mut Connections, row: &Row) -> Result<Option<Answer>, EngineError> {
    let question = &row.question;
    let Connections { counts, game, .. } = program;
    let channel = counts.as_mut();
    let is_undone = question.line.steps.contains(&Step::TakeBack);
    let answer = match (&question.query, position_after(&question.line)) {
        // Channels are told of a position anew each time; only for its FEN are they made to take a move back.
        (Query::Moves | Query::Count(_), _) if is_undone => Ok(None),
        (Query::Moves, Some(position)) => match channel.can().channel.asks() {
            Asks::Legality => singly::accepted(channel, &question.line, row).map(Some),
            Asks::BestMove => {
                let played = played(channel, &question.line, &position)?;
                return Ok(played.map(Answer::Plays));
            }
            Asks::Counts | Asks::Moves => moves(channel, &question.line, &position),
        },
        (Query::Count(depth), Some(_)) if is_counting(channel.can().channel) => {
            let counts = channel.count(&question.line, *depth);
            counts.map(|counts| Some(counts.total.to_string()))
        }
        (Query::Fen, Some(_)) if question.line.has_null_move() => Ok(passed(channel, row)),
        (Query::Fen, Some(position)) => fen(channel, &question.line, &position),
        _ => Ok(None),
    };
    let answer = answer.map(|answer| answer.map(Answer::Is));
    let answer = match (answer, game) {
        (Ok(None) | Err(EngineError::Unsupported(_)), Some(game)) => game::ask(game.as_mut(), row),
        (answer, _) => answer,
    };
    match answer {
        Err(EngineError::Unsupported(_)) => Ok(None),
        // Who walks a tree and refuses one of its own moves has not counted.
        Err(EngineError::Refused(_) | EngineError::Illegal { .. })
            if matches!(question.query, Query::Count(_)) =>
        {
            Ok(None)
        }
        Err(EngineError::Refused(_)) => Ok(Some(Answer::Is("refused".to_owned()))),
        Err(EngineError::Illegal { mv, .. }) => Ok(Some(Answer::Is(format!("illegal {mv}")))),
        answer => answer,
    }
}

/// The move that an engine plays where there is only one: with a choice, what it plays says nothing of the others.
pub(crate) fn played(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<EngineMove>, EngineError> {
    let [only] = position.legal_moves()[..] else {
        return Ok(None);
    };
    let only = EngineMove::Uci(position.uci_move(only));
    let mut played = None;
    for depth in SEARCHES {
        let found = channel.best_move(line, depth)?;
        if found == only {
            return Ok(Some(only));
        }
        played = Some(found);
        channel.restart();
    }
    Ok(played)
}

/// The legal moves of an engine in UCI notation, sorted, blanks between them.
pub fn moves(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<String>, EngineError> {
    let listed = match channel.can().channel.asks() {
        Asks::Counts => listed_by_counts(channel, line, position)?,
        Asks::Moves => Some(channel.moves(line)?),
        Asks::Legality | Asks::BestMove => None,
    };
    let Some(listed) = listed else {
        return Ok(None);
    };
    let mut moves: Vec<_> = listed.iter().map(ToString::to_string).collect();
    moves.sort_unstable();
    Ok(Some(moves.join(" ")))
}

/// Engines that print no moves at depth 1 print them at depth 2; without any, a total says nothing of which moves
/// there are, unless there is none.
fn listed_by_counts(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<Vec<EngineMove>>, EngineError> {
    for depth in [1, 2] {
        let counts = channel.count(line, depth)?;
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
    moves: Vec<(EngineMove, u64)>,
) -> Vec<(EngineMove, u64)> {
    let ends = |mv: &EngineMove| 1 < depth && matches!(meant(position, mv), Meant::Legal(_));
    let moves = moves.into_iter();
    moves
        .filter(|(mv, nodes)| *nodes != 0 || ends(mv))
        .collect()
}

fn fen(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<String>, EngineError> {
    let held = match &line.steps[..] {
        [before @ .., Step::Move(mv), Step::TakeBack] => {
            channel.replay(&line.take(before.len()), *mv)?.back
        }
        _ => match channel.fen(line) {
            Err(EngineError::Unsupported(_)) => None,
            held => Some(held?),
        },
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

/// The FEN after a null move, with the clocks that are right, for no game and no rule has such a move; `None` if the
/// engine does not make any.
fn passed(channel: &mut dyn Subject, row: &Row) -> Option<String> {
    let held = channel.fen(&row.question.line).ok()?;
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
fn stopped_before(line: &Line, held: &str) -> Option<Step> {
    let steps = line.steps.iter().enumerate();
    let steps =
        steps.map_while(|(number, step)| Some((*step, position_after(&line.take(number))?)));
    passant_query::stopped_before(steps, &position_after(line)?, held)
}

fn is_counting(channel: Channel) -> bool {
    channel.asks() == Asks::Counts
}

/// The position after the steps, by the rules; `None` where they have none: after a move that is not legal.
fn position_after(line: &Line) -> Option<Position> {
    rules::played(line).map(|(position, _)| position)
}
