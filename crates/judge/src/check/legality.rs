//! Single moves: whether an engine accepts what is legal and nothing else.

use passant_query::{EngineError, EngineMove, Subject, is_distinguishing};
use passant_rules::{
    Bitboard, EnPassant, EnPassantMode, Move, PieceType, Position, Rank, Square, UciMove,
};

use super::comparison::{Meant, meant};
use super::fallback_position::{Nearby, nearby};
use super::presentation::Told;
use super::proof::{doubt, shown};
use super::retry::ask_twice;
use super::{Difference, Finding, Question, Verdict, WayResult, describe_move};

/// Moves with no part in en passant that must be accepted before an engine is blamed.
const WITNESSES: usize = 4;

/// Asks about every move that has to do with the right, in the position and after each capture.
pub(super) fn ask(
    channel: &mut dyn Subject,
    told: &Told,
    result: &mut WayResult,
) -> Result<(), EngineError> {
    let Some(right) = told.position.en_passant() else {
        return probe(
            channel,
            told,
            &ordinary(&told.position, |_| true),
            Question::Legal,
            result,
        );
    };
    probe(
        channel,
        told,
        &around(&told.position, right),
        Question::Legal,
        result,
    )?;
    for mv in told
        .position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_en_passant())
    {
        // An engine that does not have the capture cannot be asked what comes after it.
        if result.findings.is_empty() {
            let mut after = told.clone();
            after.line = told.line.then(told.position.uci_move(mv));
            let _ = after.position.make(mv);
            let moves = aftermath(&after.position, right);
            probe(channel, &after, &moves, Question::After, result)?;
        }
    }
    Ok(())
}

/// Compares the engine's word on each move with the rules.
pub(super) fn probe(
    channel: &mut dyn Subject,
    told: &Told,
    moves: &[UciMove],
    question: Question,
    result: &mut WayResult,
) -> Result<(), EngineError> {
    if moves.is_empty() && question == Question::Legal {
        let what = "no move here has to do with the right";
        return Err(EngineError::Unsupported(what.to_owned()));
    }
    let wrong = wrong_about(channel, told, moves)?;
    if wrong.is_empty() {
        if !moves
            .iter()
            .any(|&mv| is_distinguishing(&told.position, mv))
        {
            witness(channel, told)?;
        }
        result.pass();
        return Ok(());
    }
    channel.restart();
    if wrong_about(channel, told, &wrong)? != wrong {
        return Err(EngineError::Garbled(
            "it says something else when it is asked again".to_owned(),
        ));
    }
    confirm(channel, told)?;
    let difference = named(&told.position, &wrong);
    let text = match (difference.missing.is_empty(), difference.extra.is_empty()) {
        (false, true) => "does not accept a legal move",
        (true, _) => "accepts an illegal move",
        (false, false) => "accepts an illegal move, and does not accept a legal one",
    };
    result.add(
        Verdict::Fail,
        Finding {
            difference: Some(difference),
            ..Finding::said(question, text)
        },
    );
    Ok(())
}

/// The moves about which the engine is wrong.
fn wrong_about(
    channel: &mut dyn Subject,
    told: &Told,
    moves: &[UciMove],
) -> Result<Vec<UciMove>, EngineError> {
    let mut wrong = Vec::new();
    for &mv in moves {
        let is_accepted = ask_twice(channel, |channel| channel.is_legal(&told.line, mv))?;
        if is_accepted != is_legal(&told.position, mv) {
            wrong.push(mv);
        }
    }
    Ok(wrong)
}

/// Whether the engine accepts a move that shows that it holds the position. No more is asked of who has said nothing
/// wrong: some engines end after each illegal move. Where only a neighbour could show it and does not, what was said
/// shows nothing, and nothing speaks against it.
fn witness(channel: &mut dyn Subject, told: &Told) -> Result<(), EngineError> {
    let moves = witnesses(told);
    let Some(&mv) = moves.first() else {
        return confirm_nearby(channel, told).map_err(|trouble| match trouble {
            EngineError::Garbled(why) => EngineError::Unsupported(why),
            other => other,
        });
    };
    expect(channel, told, mv)
}

/// Whether the engine holds the position: it accepts ordinary moves of it, and refuses a move from an empty square and
/// one of the other side. Where there are no ordinary moves, it accepts those of a neighbour.
fn confirm(channel: &mut dyn Subject, told: &Told) -> Result<(), EngineError> {
    let position = &told.position;
    let ordinary = witnesses(told);
    if ordinary.is_empty() {
        return confirm_nearby(channel, told);
    }
    let foreign = position
        .occupied_by(!position.side_to_move())
        .into_iter()
        .zip(nowhere(position))
        .map(|(from, to)| UciMove::new(from, to));
    let empty = (!position.occupied())
        .into_iter()
        .zip(nowhere(position).into_iter().skip(1));
    let empty = empty.map(|(from, to)| UciMove::new(from, to));
    let witnesses = ordinary
        .into_iter()
        .chain(foreign.take(1))
        .chain(empty.take(1));
    for mv in witnesses {
        expect(channel, told, mv)?;
    }
    Ok(())
}

/// Ordinary moves that show that the engine holds the position, even if it has left a victim where it was.
fn witnesses(told: &Told) -> Vec<UciMove> {
    let taken = taken(told);
    ordinary(&told.position, |mv| {
        is_distinguishing(&told.position, mv) && !meets(mv, taken)
    })
}

/// Where the man stood that the last move has taken en passant.
fn taken(told: &Told) -> Option<Square> {
    let (before, last) = told.line.split_last()?;
    let before = before.position()?;
    let mv = before.find(last).ok()?;
    let right = before.en_passant().filter(|_| mv.is_en_passant());
    right.map(EnPassant::victim)
}

/// Whether a move goes to a square or over it.
fn meets(mv: UciMove, square: Option<Square>) -> bool {
    square.is_some_and(|square| mv.to() == square || is_between(mv.from(), square, mv.to()))
}

/// What an engine that holds the position says about a move: it is right.
fn expect(channel: &mut dyn Subject, told: &Told, mv: UciMove) -> Result<(), EngineError> {
    let is_accepted = channel.is_legal(&told.line, mv)?;
    if is_accepted == is_legal(&told.position, mv) {
        return Ok(());
    }
    let verb = if is_accepted {
        "accepts"
    } else {
        "does not accept"
    };
    Err(doubt(&format!("it {verb} {mv}")))
}

/// Whether the engine shows the position, or accepts what is legal in a neighbour, and in no other position that it may
/// hold.
fn confirm_nearby(channel: &mut dyn Subject, told: &Told) -> Result<(), EngineError> {
    if let Some(held) = shown(channel, told) {
        return held.confirmed();
    }
    let taken = taken(told);
    let Some(Nearby { told, mut more }) = nearby(told) else {
        return Err(doubt("no move would show that it holds this one"));
    };
    more.retain(|&mv| is_distinguishing(&told.position, mv) && !meets(mv, taken));
    more.truncate(WITNESSES);
    if more.is_empty() {
        let why = "no move of a neighbour would show that it holds that one";
        return Err(doubt(why));
    }
    for &mv in &more {
        // A crash there was not asked for.
        let why = match channel.is_legal(&told.line, mv) {
            Ok(true) => continue,
            Ok(false) => format!("it does not accept {mv} in fen {}", told.line),
            Err(EngineError::Interrupted) => return Err(EngineError::Interrupted),
            Err(trouble) => format!("{mv} in fen {}: {trouble}", told.line),
        };
        return Err(doubt(&why));
    }
    Ok(())
}

/// Empty squares, to which moves can be made up.
fn nowhere(position: &Position) -> Bitboard {
    !position.occupied()
}

/// A few legal moves that have nothing to do with en passant, of different men as far as possible.
fn ordinary(position: &Position, is_meant: impl Fn(UciMove) -> bool) -> Vec<UciMove> {
    let target = position.en_passant().map(EnPassant::target);
    let mut seen = Bitboard::EMPTY;
    let mut moves: Vec<UciMove> = Vec::new();
    let legal = position.legal_moves();
    let is_plain = |mv: &Move| {
        Some(mv.to()) != target && mv.promotion().is_none() && mv.kind().castling_side().is_none()
    };
    for mv in legal.iter().filter(|mv| is_plain(mv)) {
        let text = position.uci_move(*mv);
        if moves.len() < WITNESSES && !seen.contains(mv.from()) && is_meant(text) {
            seen.insert(mv.from());
            moves.push(text);
        }
    }
    moves
}

/// The captures themselves, legal or not; pawns that might be taken for capturers; and the moves of other men to, and
/// over, the target and the victim's square.
fn around(position: &Position, right: EnPassant) -> Vec<UciMove> {
    let mut moves = Vec::new();
    let us = position.side_to_move();
    for from in position.occupied_by(us) {
        let is_pawn = position
            .piece_at(from)
            .is_some_and(|man| man.piece_type() == PieceType::Pawn);
        // Beside the victim, or where code that forgets the edge of the board thinks that beside is.
        let beside = from.rank() == right.victim().rank() || is_across_the_edge(from, right);
        if is_pawn && beside {
            moves.push(UciMove::new(from, right.target()));
        }
    }
    let concerns = |mv: &&Move| {
        let touches = |square| mv.to() == square || is_between(mv.from(), square, mv.to());
        !mv.is_en_passant() && (touches(right.target()) || touches(right.victim()))
    };
    let legal = position.legal_moves();
    moves.extend(
        legal
            .iter()
            .filter(concerns)
            .map(|mv| position.uci_move(*mv)),
    );
    moves.sort_by_cached_key(ToString::to_string);
    moves.dedup();
    moves
}

/// After the capture the victim is gone: its own moves are illegal, and other men move to and over its square.
fn aftermath(position: &Position, right: EnPassant) -> Vec<UciMove> {
    let victim = right.victim();
    let forward = position.side_to_move().forward();
    let mut moves: Vec<_> = victim
        .offset(0, forward)
        .into_iter()
        .map(|to| UciMove::new(victim, to))
        .collect();
    let legal = position.legal_moves();
    let concerns = |mv: &&Move| mv.to() == victim || is_between(mv.from(), victim, mv.to());
    moves.extend(
        legal
            .iter()
            .filter(concerns)
            .map(|mv| position.uci_move(*mv)),
    );
    moves
}

/// Whether a pawn is where the victim's neighbour would be if the board went on at its other edge.
fn is_across_the_edge(from: Square, right: EnPassant) -> bool {
    let (victim, is_edge) = (right.victim(), |square: Square| {
        matches!(square.file().index(), 0 | 7)
    });
    is_edge(from)
        && is_edge(victim)
        && from.file() != victim.file()
        && rank_distance(from.rank(), victim.rank()) <= 1
}

fn rank_distance(a: Rank, b: Rank) -> u8 {
    a.index().abs_diff(b.index())
}

/// Whether a square lies on the straight line from one square to another, neither included.
fn is_between(from: Square, between: Square, to: Square) -> bool {
    let step = |a: Square, b: Square| {
        let files = i16::from(b.file().index()) - i16::from(a.file().index());
        let ranks = i16::from(b.rank().index()) - i16::from(a.rank().index());
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        is_line.then(|| {
            (
                (files.signum(), ranks.signum()),
                files.abs().max(ranks.abs()),
            )
        })
    };
    matches!(
        (step(from, between), step(from, to)),
        (Some((one, near)), Some((other, far))) if one == other && 0 < near && near < far
    )
}

fn is_legal(position: &Position, mv: UciMove) -> bool {
    position.find(mv).is_ok()
}

fn named(position: &Position, wrong: &[UciMove]) -> Difference {
    let mut difference = Difference {
        fen: position.fen(EnPassantMode::Always).to_string(),
        ..Difference::default()
    };
    for &mv in wrong {
        match meant(position, &EngineMove::Uci(mv)) {
            Meant::Legal(mv) => difference
                .missing
                .push(describe_move::of_legal(position, mv)),
            Meant::Extra(mv) => {
                difference
                    .extra
                    .push(describe_move::of_extra(position, &mv.to_string()));
            }
        }
    }
    difference
}

#[cfg(test)]
mod tests {
    use passant_rules::Position;

    use passant_query::{Answer, EngineError, Line, Query, Subject};

    use super::{Verdict, WayResult, aftermath, around, ask};
    use crate::check::presentation::{Told, Way};

    /// A mate: nothing is legal.
    const MATE: &str = "5r1r/p7/3b2k1/P5pp/3P2K1/N1p1p2P/1P3P1P/4R1R1 w - h6 0 31";

    /// A library that is right about the mate, and does not take anything else.
    struct OneMate;

    impl Subject for OneMate {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            match query {
                _ if line.to_string() != MATE => Err(EngineError::Refused("broken".to_owned())),
                Query::Legal(_) => Ok(Answer::Is(false)),
                other => Err(EngineError::unsupported(other)),
            }
        }
    }

    #[test]
    fn trouble_with_a_neighbour_is_no_answer_about_the_position() {
        let told = Told {
            way: Way::Fen,
            line: Line::from_fen(MATE).unwrap(),
            position: Position::from_fen(MATE).unwrap(),
        };
        let mut result = WayResult {
            way: told.way,
            verdict: Verdict::Unsupported,
            fen: MATE.to_owned(),
            moves: Vec::new(),
            depth: 0,
            findings: Vec::new(),
        };
        let outcome = ask(&mut OneMate, &told, &mut result);
        assert!(
            matches!(&outcome, Err(EngineError::Unsupported(why)) if why.contains("broken")),
            "{outcome:?}"
        );
    }

    #[test]
    fn moves_about_the_right_are_found() {
        // The a-pawn stands where an edge forgotten by the code would make it a capturer; the queen crosses d6 and
        // reaches d5; the knight goes to d6.
        let fen = "7k/8/2Q5/P2pP3/2N5/8/8/K7 w - d6 0 1";
        let position = Position::from_fen(fen).unwrap();
        let right = position.en_passant().unwrap();
        let expected = [
            "a5d6", "c4d6", "c6d5", "c6d6", "c6e6", "c6f6", "c6g6", "c6h6", "e5d6",
        ];
        let texts = |moves: Vec<passant_rules::UciMove>| -> Vec<String> {
            moves.iter().map(ToString::to_string).collect()
        };
        assert_eq!(texts(around(&position, right)), expected);
        let mut after = position.clone();
        let _ = after.make(position.parse_uci("e5d6").unwrap());
        assert_eq!(texts(aftermath(&after, right)), ["d5d4"]);
    }
}
