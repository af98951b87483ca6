//! Compares what an engine answers about one position with the rules.
//!
//! Nothing is held against an engine before it has answered the same twice, the second time freshly started, and the
//! position it speaks about is known to be the right one. What remains doubtful is `unknown`. Who does not answer in
//! time is not asked again: that would take as long again.

use std::time::Instant;

use passant_rules::{Outcome, Position};

use super::drill::{compare_moves, first_difference, has_legal_moves};
use super::fingerprint::{doubt, held, held_by_move};
use super::pace::Pace;
use super::ways::Told;
use super::{Difference, Finding, NamedMove, Question, Verdict, WayResult, legality, state};
use crate::engine::channel::Questions;
use crate::engine::dialect::Counts;
use crate::engine::dialect::notation::is_move;
use crate::engine::{Channel, Interrupt, Trouble};

/// The depths at which `bestmove` is asked before it counts.
const RETRIES: [u32; 3] = [1, 4, 8];

/// Judges one way to tell a position. The depths come with what the rules count.
pub fn judge(
    channel: &mut dyn Channel,
    pace: &mut Pace,
    told: &Told,
    depths: &[(u32, u64)],
) -> WayResult {
    let mut result = WayResult {
        way: told.way,
        verdict: Verdict::Unsupported,
        fen: told.place.fen.clone(),
        moves: told.place.moves.clone(),
        depth: 0,
        findings: Vec::new(),
    };
    let outcome = match channel.rung().questions() {
        Questions::Counts => counts(channel, pace, told, depths, &mut result)
            .and_then(|()| state::ask(channel, told, &mut result)),
        Questions::Moves => moves(channel, told, &mut result),
        Questions::Legality => legality::ask(channel, told, &mut result),
        Questions::BestMove => best_move(channel, told, &mut result),
    };
    if let Err(trouble) = outcome {
        let (verdict, question) = (verdict_on(&trouble), question_of(channel));
        result.add(verdict, Finding::said(question, trouble.to_string()));
    }
    result
}

impl WayResult {
    /// Adds an answer that is right.
    pub(super) fn pass(&mut self) {
        self.verdict = self.verdict.max(Verdict::Pass);
    }

    pub(super) fn add(&mut self, verdict: Verdict, finding: Finding) {
        self.verdict = self.verdict.max(verdict);
        self.findings.push(finding);
    }
}

pub(super) fn verdict_on(trouble: &Trouble) -> Verdict {
    match trouble {
        Trouble::Refused(_) | Trouble::Illegal { .. } => Verdict::Refused,
        Trouble::Crashed(_) | Trouble::NotStarted(_) | Trouble::Flooded(_) => Verdict::Crash,
        Trouble::TimedOut(_) => Verdict::Timeout,
        Trouble::Garbled(_) | Trouble::Contradicted { .. } => Verdict::Unknown,
        Trouble::Unsupported(_) | Trouble::Interrupted => Verdict::Unsupported,
    }
}

fn question_of(channel: &dyn Channel) -> Question {
    match channel.rung().questions() {
        Questions::Counts => Question::Count,
        Questions::Moves => Question::Moves,
        Questions::Legality => Question::Legal,
        Questions::BestMove => Question::Best,
    }
}

/// Asks again after trouble, once, of an engine that has just been started. Trouble that does not come back was not
/// about the question: nothing is known then.
pub(super) fn ask_twice<T>(
    channel: &mut dyn Channel,
    mut question: impl FnMut(&mut dyn Channel) -> Result<T, Trouble>,
) -> Result<T, Trouble> {
    match question(channel) {
        Err(
            first @ (Trouble::Crashed(_)
            | Trouble::Flooded(_)
            | Trouble::Refused(_)
            | Trouble::Illegal { .. }
            | Trouble::Garbled(_)
            | Trouble::Contradicted { .. }),
        ) => {
            channel.restart();
            match question(channel) {
                Ok(_) => Err(Trouble::Garbled(format!(
                    "{first}; asked again, it answers"
                ))),
                Err(again) => Err(again),
            }
        }
        other => other,
    }
}

/// Counts the deepest first, where the engine is known to be fast enough: the shallower are in it. If that is not
/// right, or may not be had, the depths in turn, up to the first that differs. So they are where nothing is to be
/// counted: an illegal move may end the game, and then nothing is left of it one half-move deeper.
fn counts(
    channel: &mut dyn Channel,
    pace: &mut Pace,
    told: &Told,
    depths: &[(u32, u64)],
    result: &mut WayResult,
) -> Result<(), Trouble> {
    if depths.is_empty() {
        let what = "no depth is small enough, and deep enough for the engine";
        return Err(Trouble::Unsupported(what.to_owned()));
    }
    if let Some(&(depth, wanted)) = depths.last()
        && 1 < depths.len()
        && wanted != 0
        && pace.is_sure_of(wanted)
    {
        match timed(channel, pace, told, depth) {
            Ok(counts) => {
                if counts.total == wanted && has_right_moves(channel, told, depths, &counts)? {
                    result.depth = depth;
                    result.pass();
                    return Ok(());
                }
            }
            // It lists a move that it does not play: which that is shows where the moves are looked at.
            Err(Trouble::Illegal { .. }) => {}
            Err(trouble) => return Err(trouble),
        }
    }
    for (index, &(depth, wanted)) in depths.iter().enumerate() {
        if index != 0 && !pace.allows(wanted) {
            break;
        }
        let counts = timed(channel, pace, told, depth)?;
        // One move missing and one too many leave the total as it is.
        let has_moves = depth != 1 || has_legal_moves(&told.position, depth, &counts);
        if counts.total != wanted || !has_moves {
            return difference(channel, told, depth, wanted, &counts, result);
        }
        result.depth = depth;
        result.pass();
    }
    Ok(())
}

/// Counts, and learns how fast the engine is.
fn timed(
    channel: &mut dyn Channel,
    pace: &mut Pace,
    told: &Told,
    depth: u32,
) -> Result<Counts, Trouble> {
    // A start that fails fails again with the question, and is judged there.
    let _ = channel.start();
    let start = Instant::now();
    let counts = ask_twice(channel, |channel| channel.count(&told.place, depth))?;
    pace.learn(counts.total, start.elapsed());
    Ok(counts)
}

/// Whether the moves of the deepest divide are the legal ones. Nothing follows a mate, and it may be left out there:
/// whether the engine has it shows at depth 1.
fn has_right_moves(
    channel: &mut dyn Channel,
    told: &Told,
    depths: &[(u32, u64)],
    counts: &Counts,
) -> Result<bool, Trouble> {
    let deepest = depths.last().map_or(1, |&(depth, _)| depth);
    if !has_legal_moves(&told.position, deepest, counts) {
        return Ok(false);
    }
    let listed = at_depth_1(counts).len();
    match depths.first() {
        _ if listed == 0 || listed == told.position.legal_moves().len() => Ok(true),
        Some(&(1, wanted)) => {
            let counts = ask_twice(channel, |channel| channel.count(&told.place, 1))?;
            Ok(counts.total == wanted && has_legal_moves(&told.position, 1, &counts))
        }
        _ => Ok(false),
    }
}

/// The moves of a divide that have nodes. What has none at depth 1 is not a move: some print what they found to be
/// illegal.
pub(super) fn at_depth_1(counts: &Counts) -> Vec<String> {
    let moves = counts.moves.iter().filter(|(_, nodes)| *nodes != 0);
    moves.map(|(mv, _)| mv.clone()).collect()
}

/// A count that differs: asked again, about a position that is known to be the right one, and followed down.
fn difference(
    channel: &mut dyn Channel,
    told: &Told,
    depth: u32,
    wanted: u64,
    first: &Counts,
    result: &mut WayResult,
) -> Result<(), Trouble> {
    channel.restart();
    let again = channel.count(&told.place, depth)?;
    if again.total != first.total {
        let (first, again) = (first.total, again.total);
        let what =
            format!("it counts {first} at depth {depth}, and {again} when it is asked again");
        return Err(Trouble::Garbled(what));
    }
    // That its moves cannot be asked for does not undo what it has counted.
    let held = held(channel, told).map_err(|trouble| match trouble {
        Trouble::Unsupported(what) => doubt(&format!("cannot be asked for {what}")),
        other => other,
    });
    held?.confirmed()?;
    let place = &told.place;
    // What is stored is counted in a moment.
    let interrupt = &Interrupt::default();
    let found = first_difference(channel, place, &told.position, depth, interrupt, |_| {});
    let found = match found {
        Ok(None) => {
            let what = format!(
                "it counts {} at depth {depth}, and the right number when it is followed down",
                first.total
            );
            return Err(Trouble::Garbled(what));
        }
        // How it goes on below is more than is needed to know that it is wrong.
        found => found.unwrap_or(None),
    };
    let text = match first.total {
        total if total == wanted => {
            format!("counts {wanted} at depth {depth}, which is right, but not of the legal moves")
        }
        total => format!("counts {total} at depth {depth} where {wanted} is right"),
    };
    let miscounted = found.as_ref().and_then(|found| found.miscounted.as_ref());
    let text = match miscounted {
        Some(miscounted) => format!("{text}; {miscounted}"),
        None => text,
    };
    result.add(
        Verdict::Fail,
        Finding {
            depth: Some(depth),
            wanted: Some(wanted),
            got: Some(first.total),
            difference: found.map(|found| found.difference),
            ..Finding::said(Question::Count, text)
        },
    );
    Ok(())
}

/// Lists the moves, and those after each en passant capture.
fn moves(channel: &mut dyn Channel, told: &Told, result: &mut WayResult) -> Result<(), Trouble> {
    if told.position.legal_moves().is_empty() {
        let what = "a position without moves, in which there is nothing to search";
        return Err(Trouble::Unsupported(what.to_owned()));
    }
    listed(channel, told, Question::Moves, result)?;
    result.depth = 1;
    let captures = told
        .position
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_en_passant());
    for mv in captures {
        let mut after = told.clone();
        after.place = told.place.after(&told.position.uci(mv));
        let _ = after.position.make(mv);
        // An engine that does not have the capture cannot be asked what comes after it.
        if result.findings.is_empty() {
            listed(channel, &after, Question::After, result)?;
        }
    }
    Ok(())
}

fn listed(
    channel: &mut dyn Channel,
    told: &Told,
    question: Question,
    result: &mut WayResult,
) -> Result<(), Trouble> {
    if told.position.legal_moves().is_empty() {
        return Ok(());
    }
    let list = |channel: &mut dyn Channel| channel.moves(&told.place);
    let moves = ask_twice(channel, list)?;
    let first = compare_moves(&told.position, &moves);
    if first.is_empty() {
        result.pass();
        return Ok(());
    }
    channel.restart();
    if compare_moves(&told.position, &list(channel)?) != first {
        let what = "it lists other moves when it is asked again".to_owned();
        return Err(Trouble::Garbled(what));
    }
    if ends_at_mate(&told.position, &moves, &first) {
        let what = "it finds a mate, and lists no more".to_owned();
        return Err(Trouble::Garbled(what));
    }
    held(channel, told)?.confirmed()?;
    result.add(
        Verdict::Fail,
        Finding {
            difference: Some(first),
            ..Finding::said(question, "lists other moves than are legal")
        },
    );
    Ok(())
}

/// Whether a search has found a mate, and may have stopped there: not only captures en passant are missing.
fn ends_at_mate(position: &Position, listed: &[String], difference: &Difference) -> bool {
    let mates = |mv: &String| {
        position.parse_uci(mv).is_ok_and(|mv| {
            let mut after = position.clone();
            let _ = after.make(mv);
            matches!(after.outcome(), Some(Outcome::Checkmate { .. }))
        })
    };
    let is_other = |mv: &NamedMove| {
        position
            .parse_uci(&mv.uci)
            .is_ok_and(|mv| !mv.is_en_passant())
    };
    difference.extra.is_empty()
        && difference.missing.iter().any(is_other)
        && listed.iter().any(mates)
}

/// The only legal move must be played; whatever is played must be legal.
fn best_move(
    channel: &mut dyn Channel,
    told: &Told,
    result: &mut WayResult,
) -> Result<(), Trouble> {
    let legal = told.position.legal_moves();
    let [only] = legal[..] else {
        return Err(Trouble::Unsupported(format!(
            "{} legal moves; through its search alone an engine shows only whether it finds a single one",
            legal.len()
        )));
    };
    let only = told.position.uci(only).to_string();
    let mut played = String::new();
    for depth in RETRIES {
        played = ask_twice(channel, |channel| channel.best_move(&told.place, depth))?;
        if played == only {
            result.depth = 1;
            result.pass();
            return Ok(());
        }
        channel.restart();
    }
    held_by_move(channel, told, &played).confirmed()?;
    let listed: &[String] = if is_move(&played) {
        std::slice::from_ref(&played)
    } else {
        &[]
    };
    let difference: Difference = compare_moves(&told.position, listed);
    result.add(
        Verdict::Fail,
        Finding {
            difference: Some(difference),
            ..Finding::said(
                Question::Best,
                format!("plays {played} where {only} is the only legal move"),
            )
        },
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use passant_oracle::{Engine, EngineFault, FaultSet};
    use passant_rules::{Position, Setup};

    use super::{Pace, Verdict, compare_moves, ends_at_mate, judge};
    use crate::check::ways::{Told, Way};
    use crate::engine::{InProcess, Place, Subject};

    /// A library with a divide of its own, which counts how often it is asked for it.
    struct Library {
        engine: Option<Engine>,
        faults: FaultSet,
        asked: Arc<AtomicUsize>,
    }

    impl Subject for Library {
        fn set(&mut self, fen: &str, _: &[String]) -> Result<(), String> {
            let setup = Setup::from_fen(fen).map_err(|error| error.to_string())?;
            self.engine = Some(Engine::new(&setup, self.faults));
            Ok(())
        }

        fn legal_moves(&mut self) -> Vec<String> {
            Vec::new()
        }

        fn divide(&mut self, depth: u32) -> Option<Vec<(String, u64)>> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            let engine = self.engine.as_ref()?;
            let divide = engine.divide(depth).into_iter();
            Some(divide.map(|(mv, nodes)| (engine.uci(mv), nodes)).collect())
        }
    }

    /// The verdict on a library that is known to be fast, and how many divides it took.
    fn verdict(fen: &str, faults: FaultSet, depths: &[(u32, u64)]) -> (Verdict, usize) {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        let mut channel = InProcess::new(move || Library {
            engine: None,
            faults,
            asked: Arc::clone(&counter),
        });
        let mut pace = Pace::new(Duration::from_secs(1));
        pace.learn(1, Duration::from_micros(1));
        pace.learn(1_000_000, Duration::from_millis(1));
        let told = Told {
            way: Way::Fen,
            place: Place::new(fen),
            position: Position::from_fen(fen).unwrap(),
        };
        let result = judge(&mut channel, &mut pace, &told, depths);
        (result.verdict, asked.load(Ordering::Relaxed))
    }

    /// In the first position e5f6 mates, and the king has moves; python-chess says so.
    #[test]
    fn a_list_that_ends_at_a_mate_is_no_list() {
        let fen = "4Q3/8/3Q4/4Pp2/4k1K1/8/8/8 w - f6 0 1";
        let position = Position::from_fen(fen).unwrap();
        let legal = position.legal_moves().into_iter();
        let legal: Vec<_> = legal.map(|mv| position.uci(mv).to_string()).collect();
        let ends = |is_listed: fn(&str) -> bool| {
            let listed: Vec<_> = legal.iter().filter(|mv| is_listed(mv)).cloned().collect();
            ends_at_mate(&position, &listed, &compare_moves(&position, &listed))
        };
        assert!(ends(|mv| mv == "e5f6"));
        assert!(ends(|mv| !mv.starts_with("g4")));
        // Who lists all others does not have the capture; who lists no mate has not stopped at one.
        assert!(!ends(|mv| mv != "e5f6"));
        assert!(!ends(|mv| mv == "g4h5"));
    }

    /// The capture mates, so that no nodes are below it: whether it is there is asked, and nothing counted again.
    #[test]
    fn a_move_with_nothing_below_it_is_looked_for_at_depth_1() {
        let fen = "1nb1r3/1pppk1p1/3q3p/1Nb2P2/2rpP2P/2n2P2/1PPK2B1/2R1Q1NR b - e3 0 30";
        // From suites/en-passant/mate.toml, counted by Stockfish and cozy-chess.
        let depths = [(1, 42), (2, 1117), (3, 44_837)];
        assert_eq!(verdict(fen, FaultSet::NONE, &depths), (Verdict::Pass, 2));
        let (found, _) = verdict(fen, EngineFault::BlackCaptureMissed.into(), &depths);
        assert_eq!(found, Verdict::Fail);
        let other = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1";
        let counts = [(1, 6), (2, 94), (3, 578)];
        assert_eq!(verdict(other, FaultSet::NONE, &counts), (Verdict::Pass, 1));
    }
}
