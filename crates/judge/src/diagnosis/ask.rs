//! Asks an engine a question through the channel that it has.

use passant_query::{
    Answer, Asks, Channel, EngineError, EngineMove, Line, Query, Question, SearchLimit, Step,
    Subject,
};
use passant_rules::{EnPassantMode, Position, Setup};
use passant_suite::SearchCase;

use super::predictions::Predictions;
use super::reply::Reply;
use super::rules;
use crate::Connections;
use crate::check::Doubt;
use crate::check::comparison::legal;
use crate::check::retry::search_for;
use crate::check::search::case::deeper;
use crate::check::search::controls::Searcher;
use crate::check::search::flaw::{flaw_kinds, flaws_of_claim, is_complete};
use crate::check::{attribution, listing};

/// The depths of the searches that may end with an illegal move.
const SHALLOW: [u32; 2] = [1, 3];

mod game;
mod move_by_move;
mod not_taken;

/// Asks an engine; `None` if it cannot be asked.
pub fn ask(program: &mut Connections, predictions: &Predictions) -> Result<Option<Reply>, Doubt> {
    let Connections {
        counts,
        game,
        search,
        ..
    } = program;
    if let Some(case) = &predictions.search {
        return Ok(ask_search(search.as_deref_mut(), case)?);
    }
    let channel = counts.as_mut();
    let question = &predictions.question;
    let line = &question.line;
    // It would be sent the position at the end as a FEN, which says nothing about the moves.
    if channel.can().plays_games && !line.steps.is_empty() && !line.is_from_initial_position() {
        return Ok(None);
    }
    if !can_carry(channel, question) {
        return Ok(None);
    }
    if question.query == Query::Moves
        && channel.can().channel.asks() == Asks::BestMove
        && !is_undone(question)
        && let Some(position) = rules::position_after(line)
    {
        return Ok(ask_play(channel, line, &position)?);
    }
    let answer = match (ask_channel(channel, predictions), game) {
        (Ok(None) | Err(Doubt::NoAnswer(EngineError::Unsupported(_))), Some(game)) => {
            game::ask(game.as_mut(), predictions).map_err(Doubt::from)
        }
        (answer, _) => answer,
    };
    reply_of(answer, predictions)
}

/// Tells whether an engine can make the round trips of a question itself. Where its own FEN is sent to it instead, an engine that
/// ignores moves, or shows another FEN, cannot be told from one that loses something on the way.
fn can_carry(channel: &dyn Subject, question: &Question) -> bool {
    let is_program = matches!(channel.can().channel, Channel::Line | Channel::Library);
    is_program || !question.line.has_round_trip()
}

/// Asks an engine that counts, lists moves or says whether a move is legal, and has no channel for games.
///
/// # Errors
///
/// If the engine does not answer, or if its answer proves nothing.
pub fn ask_about_moves(
    channel: &mut dyn Subject,
    predictions: &Predictions,
) -> Result<Option<Reply>, Doubt> {
    reply_of(ask_channel(channel, predictions), predictions)
}

/// Returns what the channel for counts and moves answers, unless it only plays.
fn ask_channel(
    channel: &mut dyn Subject,
    predictions: &Predictions,
) -> Result<Option<Reply>, Doubt> {
    let question = &predictions.question;
    if !can_carry(channel, question) {
        return Ok(None);
    }
    match (&question.query, rules::position_after(&question.line)) {
        // A channel sets up the position for every question. Only `replay` makes it take a move back.
        (Query::Moves | Query::Count(_), _) if is_undone(question) => Ok(None),
        (Query::Moves, Some(position)) => match channel.can().channel.asks() {
            Asks::Legality => move_by_move::accepted_moves(channel, predictions)
                .map(|moves| Some(Reply::moves(moves))),
            Asks::Counts | Asks::Moves => {
                let moves = moves_after_steps(channel, &question.line, &position)?;
                Ok(moves.map(Reply::moves))
            }
            Asks::BestMove => Ok(None),
        },
        (Query::Count(depth), Some(_)) if is_counting(channel.can().channel) => {
            let counts = channel.count(&question.line, *depth)?;
            Ok(Some(Reply::count(counts.total)))
        }
        (Query::Fen, Some(_)) if question.line.has_null_move() => {
            Ok(after_null_move(channel, predictions).map(Reply::from))
        }
        (Query::Fen, Some(position)) => {
            let fen = fen(channel, &question.line, &position)?;
            Ok(fen.map(|fen| Answer::Fen(fen).into()))
        }
        _ => Ok(None),
    }
}

/// Returns what an answer or an error says.
fn reply_of(
    answer: Result<Option<Reply>, Doubt>,
    predictions: &Predictions,
) -> Result<Option<Reply>, Doubt> {
    let Err(Doubt::NoAnswer(error)) = answer else {
        return answer;
    };
    match error {
        EngineError::Unsupported(_) => Ok(None),
        // An engine that refuses one of its own moves while it walks the tree has not counted.
        EngineError::Refused(_) | EngineError::Illegal { .. }
            if matches!(predictions.question.query, Query::Count(_)) =>
        {
            Ok(None)
        }
        EngineError::Refused(_) => Ok(Some(Reply::Refused)),
        EngineError::Illegal { mv, .. } => Ok(Some(match &predictions.question.query {
            Query::Parse(text) if *text == mv => Answer::Parsed(None).into(),
            _ => Reply::NotTaken(mv),
        })),
        error => Err(error.into()),
    }
}

fn is_undone(question: &Question) -> bool {
    question.line.steps.contains(&Step::TakeBack)
}

/// Returns what is wrong with the output of a search, if it was deep enough. An engine that finds nothing without en passant at a depth is
/// asked for deeper searches, as in a check.
fn ask_search(
    subject: Option<&mut (dyn Subject + 'static)>,
    case: &SearchCase,
) -> Result<Option<Reply>, EngineError> {
    let Some(subject) = subject else {
        return Ok(None);
    };
    let mut engine = Searcher::new(subject);
    for depth in std::iter::once(case.depth).chain(deeper(case)) {
        let request = case.request(SearchLimit::Depth(depth));
        let searched = match engine.subject.search(&case.line, request) {
            Err(EngineError::Unsupported(_)) => return Ok(None),
            searched => searched?,
        };
        if !is_complete(&searched, depth) {
            return Ok(None);
        }
        let flaws = flaws_of_claim(case, &searched);
        let is_judged = if flaws.is_empty() {
            engine.can_find(case, depth)?
        } else {
            engine.is_to_blame(case, depth, &flaws)?
        };
        if is_judged {
            return Ok(Some(Reply::Searched(flaw_kinds(case, &searched))));
        }
    }
    Ok(None)
}

/// Returns what an engine that only plays shows.
fn ask_play(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<Reply>, EngineError> {
    let played = match position.count_legal_moves() {
        0 => Some(channel.best_move(line, SHALLOW[0])?),
        1 => only_move(channel, line, position)?,
        _ => illegal_move(channel, line, position)?,
    };
    if let Some(mv) = &played
        && may_mean_none(line, position, mv)
        && names_a_move(channel)
    {
        return Ok(None);
    }
    Ok(played.map(|mv| Reply::Plays {
        legal_before: not_taken::by_play(line, &mv),
        mv,
    }))
}

/// Tells whether an engine that names an illegal move may believe that there is none.
fn may_mean_none(line: &Line, position: &Position, played: &EngineMove) -> bool {
    if !played.is_move() || legal(position, played).is_some() {
        return false;
    }
    let is_meant = |mv| attribution::is_of_en_passant(line, position, mv);
    position.count_legal_moves() == 0 || !played.uci().is_some_and(is_meant)
}

/// The [`moves`] of an engine, or the error of one that has not taken a step.
fn moves_after_steps(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<Vec<EngineMove>>, EngineError> {
    let listed = moves(channel, line, position)?;
    let step = listed.as_ref().and_then(|it| not_taken::by_moves(line, it));
    step.map_or(Ok(listed), |step| Err(EngineError::illegal(step)))
}

/// The move that an engine plays if a single move is legal. Where several are legal, the move that it plays says nothing
/// about the others.
fn only_move(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<EngineMove>, EngineError> {
    let [only] = position.legal_moves()[..] else {
        return Ok(None);
    };
    let only = EngineMove::Uci(position.uci_move(only));
    search_for(&only, channel, |channel, depth| {
        channel.best_move(line, depth)
    })
    .map(Some)
}

/// The illegal move that an engine plays, if it plays one in a position with several legal moves. A legal move says nothing
/// about the others.
fn illegal_move(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<EngineMove>, EngineError> {
    for depth in SHALLOW {
        let played = channel.best_move(line, depth)?;
        if played.is_move() && legal(position, &played).is_none() {
            return Ok(Some(played));
        }
    }
    Ok(None)
}

/// Asks an engine for its moves, sorted; `None` if its channel does not list any.
fn moves(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<Vec<EngineMove>>, EngineError> {
    let listed = match channel.can().channel.asks() {
        Asks::Counts => listing::moves_by_counts(channel, line, position)?,
        Asks::Moves => Some(channel.moves(line)?),
        Asks::Legality | Asks::BestMove => None,
    };
    Ok(listed.map(|mut moves| {
        moves.sort_unstable();
        moves
    }))
}

/// Asks an engine for its moves in a position through whatever channel it has. `None` if the channel does not show all of them.
pub(super) fn moves_of(
    channel: &mut dyn Subject,
    setup: &Setup,
) -> Result<Option<Vec<EngineMove>>, Doubt> {
    let line = Line::new(setup.clone());
    let Some(position) = rules::start(&line) else {
        return Err(EngineError::unsupported("something that is not a position").into());
    };
    match channel.can().channel.asks() {
        Asks::Counts | Asks::Moves => Ok(moves(channel, &line, &position)?),
        Asks::Legality => move_by_move::accept_prefix(channel, line).map(Some),
        Asks::BestMove => {
            // There are several ways to say that there is no move.
            let only = only_move(channel, &line, &position)?;
            Ok(only.map(|it| Vec::from_iter(Some(it).filter(EngineMove::is_move))))
        }
    }
}

fn fen(
    channel: &mut dyn Subject,
    line: &Line,
    position: &Position,
) -> Result<Option<String>, EngineError> {
    let reported = match &line.steps[..] {
        [before @ .., Step::Move(mv), Step::TakeBack] => {
            channel.replay(&line.take(before.len()), *mv)?.back
        }
        _ => match channel.fen(line) {
            Err(EngineError::Unsupported(_)) => None,
            reported => Some(reported?),
        },
    };
    let reported = reported.map(|reported| rules::normalize(position, reported));
    let is_wrong = |fen: &&str| !rules::is_correct_fen(position, fen);
    let wrong = reported.as_deref().filter(is_wrong);
    match wrong.and_then(|fen| not_taken::by_fen(line, fen)) {
        Some(step) => Err(EngineError::illegal(step)),
        None => Ok(reported),
    }
}

/// The FEN after a null move, with the expected counters, because no rule says how a null move is counted; `None` if the
/// engine does not make null moves.
fn after_null_move(channel: &mut dyn Subject, predictions: &Predictions) -> Option<Answer> {
    let reported = channel.fen(&predictions.question.line).ok()?;
    let expected = rules::position_after(&predictions.question.line)?.setup(EnPassantMode::Always);
    let reported = Setup::from_fen(&reported).ok()?;
    let is_made =
        expected.board == reported.board && expected.side_to_move == reported.side_to_move;
    let reported = Setup {
        halfmove_clock: expected.halfmove_clock,
        fullmove_number: expected.fullmove_number,
        ..reported
    };
    is_made.then(|| Answer::Fen(reported.fen().to_string()))
}

fn is_counting(channel: Channel) -> bool {
    channel.asks() == Asks::Counts
}

/// A mate and a stalemate, without en passant. Confirmed by python-chess 1.11.2.
const ENDED: [&str; 2] = [
    "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

/// Tells whether an engine names a move after mate or stalemate, or does not answer there. If so, it may name one elsewhere
/// although it has none.
fn names_a_move(channel: &mut dyn Subject) -> bool {
    let mut lines = ENDED.iter().filter_map(|fen| Line::from_fen(fen).ok());
    lines.any(|line| {
        let played = channel.best_move(&line, 1);
        played.is_err() || played.is_ok_and(|mv| mv.is_move())
    })
}

#[cfg(test)]
mod tests {
    use passant_oracle::{FaultSet, Oracle};
    use passant_query::{Answer, Counts, EngineError, Line, Query, Subject};

    use super::moves;
    use crate::diagnosis::rules;

    /// The oracle, which prints only the total at depth 1, and no move without nodes below it.
    struct Terse(Oracle);

    impl Subject for Terse {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            match self.0.ask(line, query)? {
                Answer::Counts(Counts { mut moves, total }) => {
                    let is_first = *query == Query::Count(1);
                    moves.retain(|(_, nodes)| !is_first && *nodes != 0);
                    Ok(Answer::Counts(Counts { moves, total }))
                }
                _ => Err(EngineError::unsupported(query)),
            }
        }
    }

    /// h1h8 mates, as python-chess 1.11.2 says, so that no node is below it.
    #[test]
    fn a_mate_that_is_not_printed_at_depth_2_is_not_missing() {
        let line = Line::from_fen("k7/8/1K6/3pP3/8/8/8/7R w - d6 0 1").unwrap();
        let position = line.position().unwrap();
        let mut engine = Terse(Oracle::with(FaultSet::NONE));
        let listed = moves(&mut engine, &line, &position);
        assert_eq!(listed, Ok(Some(rules::moves(&position))));
    }
}
