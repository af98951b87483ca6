//! Compares the answers of an engine about one position with the rules.
//!
//! An engine fails only if it gives the same wrong answer twice, the second time after a restart, and if it is confirmed
//! to hold the position in question. Otherwise the verdict is `unknown`. An engine that does not answer in time is not
//! asked again, because that would take as long again.

use passant_query::{Asks, Channel, Counts, EngineError, EngineMove, Interrupt, Subject};
use passant_rules::{Outcome, Position};

use super::bisect::{FirstDifference, first_difference};
use super::comparison::{
    CountRow, compare_moves, has_legal_moves, legal, rows_of_list, with_nodes,
};
use super::hearing::Hearing;
use super::pace::Pace;
use super::presentation::Prompt;
use super::retry::{ask_twice, search_for};
use super::{Difference, Doubt, Finding, NamedMove, PresentationResult, QuestionKind};

/// Judges one presentation of a position. Each depth comes with the correct count.
pub fn judge(
    subject: &mut dyn Subject,
    pace: &mut Pace,
    prompt: &Prompt,
    depths: &[(u32, u64)],
) -> PresentationResult {
    Hearing::new(subject, pace, prompt).judge(depths)
}

impl Hearing<'_> {
    /// Asks what the channel of the engine asks, and returns the result.
    pub(super) fn judge(mut self, depths: &[(u32, u64)]) -> PresentationResult {
        let (question, outcome) = match self.subject.can().channel.asks() {
            Asks::Counts => {
                let counted = self.ask_counts(depths);
                let outcome = counted.and_then(|()| self.ask_replays());
                (QuestionKind::Count, outcome)
            }
            Asks::Moves => (QuestionKind::Moves, self.ask_moves()),
            Asks::Legality => (QuestionKind::Legal, self.ask_single_moves()),
            Asks::BestMove => (QuestionKind::Best, self.ask_only_move()),
        };
        let prompt = self.prompt;
        let mut result = self.conclude(question, outcome);
        note_captured_pawn(prompt, &mut result);
        result
    }
}

/// Says where the engine moves a pawn that was captured en passant.
fn note_captured_pawn(prompt: &Prompt, result: &mut PresentationResult) {
    if result.findings.is_empty() {
        return;
    }
    let Some(square) = prompt.captured_pawn() else {
        return;
    };
    let starts_there = |it: &NamedMove| it.mv.uci().is_some_and(|mv| mv.from() == square);
    for finding in &mut result.findings {
        let difference = finding.difference.as_ref().filter(|it| it.path.is_empty());
        if difference.is_some_and(|it| it.extra.iter().any(starts_there)) {
            finding.text = format!("{}; the captured pawn is still on {square}", finding.text);
        }
    }
}

/// Counts.
impl Hearing<'_> {
    /// Compares counts. If the engine is known to be fast enough, only the deepest count is asked for, because it includes
    /// the others. If that count is wrong or takes too long, the depths are asked for in turn, up to the first that differs.
    /// This is also done if the deepest count is zero, because an illegal move that ends the game leaves no trace in it.
    fn ask_counts(&mut self, depths: &[(u32, u64)]) -> Result<(), Doubt> {
        let Some(&(depth, expected)) = depths.last() else {
            let what = "no depth is deep enough for the engine and small enough for the limit";
            return Err(Doubt::unsupported(what));
        };
        if 1 < depths.len() && expected != 0 && self.pace.is_sure_of(expected) {
            match self.count(depth) {
                Ok(counts) => {
                    if counts.total == expected && self.has_correct_moves(depths, &counts)? {
                        self.result.pass_at(depth);
                        return Ok(());
                    }
                }
                // It lists a move that it does not play. The loop below finds out which.
                Err(Doubt::NoAnswer(EngineError::Illegal { .. })) => {}
                Err(doubt) => return Err(doubt),
            }
        }
        for (index, &(depth, expected)) in depths.iter().enumerate() {
            if index != 0 && !self.pace.allows(expected) {
                self.result.left_out = depths[index..].iter().map(|&(depth, _)| depth).collect();
                break;
            }
            let counts = self.count(depth)?;
            // A missing move and an extra move may cancel out in the total.
            let has_moves = depth != 1 || has_legal_moves(&self.prompt.position, depth, &counts);
            if counts.total != expected || !has_moves {
                return self.confirm_count(depth, expected, counts.total);
            }
            self.result.pass_at(depth);
        }
        Ok(())
    }

    /// Counts, and learns how fast the engine is.
    fn count(&mut self, depth: u32) -> Result<Counts, Doubt> {
        // An engine that does not start fails again with the question, and is judged there.
        let _ = self.subject.start();
        let stopwatch = self.pace.stopwatch();
        let counts = self.ask(|subject, line| subject.count(line, depth))?;
        self.pace.learn(counts.total, stopwatch.elapsed());
        Ok(counts)
    }

    /// Tells whether the moves of the deepest divide are the legal ones. A mating move has no nodes below it and may be
    /// missing there. At depth 1 it shows if the engine has it.
    fn has_correct_moves(&mut self, depths: &[(u32, u64)], counts: &Counts) -> Result<bool, Doubt> {
        let position = &self.prompt.position;
        let deepest = depths.last().map_or(1, |&(depth, _)| depth);
        if !has_legal_moves(position, deepest, counts) {
            return Ok(false);
        }
        let listed = with_nodes(counts).len();
        match depths.first() {
            _ if listed == 0 || listed == position.legal_moves().len() => Ok(true),
            Some(&(1, expected)) => {
                let counts = self.ask(|subject, line| subject.count(line, 1))?;
                Ok(counts.total == expected && has_legal_moves(position, 1, &counts))
            }
            _ => Ok(false),
        }
    }

    /// Asks for a wrong count again, confirms the position, and finds the first position whose moves differ.
    fn confirm_count(&mut self, depth: u32, expected: u64, got: u64) -> Result<(), Doubt> {
        let again = self.ask_again(|subject, line| subject.count(line, depth))?;
        if again.total != got {
            let again = again.total;
            let what = format!("it counts {got} at depth {depth}, and {again} when asked again");
            return Err(Doubt::NotRepeated(what));
        }
        // A count is wrong even if the engine cannot be asked for its moves.
        self.confirm_position().map_err(|doubt| match doubt {
            Doubt::NoAnswer(EngineError::Unsupported(what)) => {
                Doubt::OtherPosition(format!("it cannot be asked for {what}"))
            }
            other => other,
        })?;
        let Prompt { line, position, .. } = self.prompt;
        // The stored counts are small enough not to need interrupting.
        let interrupt = &Interrupt::default();
        let found = first_difference(self.subject, line, position, depth, interrupt, |_| {});
        let found = match found {
            Ok(None) => {
                let what = format!(
                    "it counts {got} at depth {depth}, but the correct number when each move is followed"
                );
                return Err(Doubt::Ambiguous(what));
            }
            // The verdict does not depend on the first differing position.
            found => found.unwrap_or(None),
        };
        if found.as_ref().is_some_and(ends_at_dead_position) {
            let what = format!(
                "it counts {got} at depth {depth}, expected {expected}, because it counts nothing where no side can mate"
            );
            return Err(Doubt::Ambiguous(what));
        }
        let text = describe_count(depth, expected, got, found.as_ref());
        self.result.fail(Finding {
            depth: Some(depth),
            expected: Some(expected),
            got: Some(got),
            difference: found.map(|found| found.difference),
            ..Finding::text(QuestionKind::Count, text)
        });
        Ok(())
    }
}

/// Tells whether a count differs only because the engine ends the game where no side can mate: it has no moves there, or none below
/// a move that leads there. That has nothing to do with en passant.
fn ends_at_dead_position(found: &FirstDifference) -> bool {
    let Difference {
        setup,
        missing,
        extra,
        ..
    } = &found.difference;
    let Ok((position, _)) = setup.repair() else {
        return false;
    };
    if let Some(miscounted) = &found.miscounted {
        let mv = position.parse_uci(&miscounted.mv);
        return miscounted.got <= 1
            && mv.is_ok_and(|mv| position.after(mv).is_insufficient_material());
    }
    let has_none = missing.len() == position.legal_moves().len();
    position.is_insufficient_material() && extra.is_empty() && has_none
}

/// Describes a wrong count, and the miscounted move if there is one.
fn describe_count(depth: u32, expected: u64, got: u64, found: Option<&FirstDifference>) -> String {
    let text = if got == expected {
        format!("counts {got} at depth {depth}, the expected number, but not of the legal moves")
    } else {
        format!("counts {got} at depth {depth}, expected {expected}")
    };
    match found.and_then(|found| found.miscounted.as_ref()) {
        Some(miscounted) => format!("{text}; {miscounted}"),
        None => text,
    }
}

/// Moves.
impl Hearing<'_> {
    /// Compares the moves of the position.
    fn ask_moves(&mut self) -> Result<(), Doubt> {
        let position = &self.prompt.position;
        if position.legal_moves().is_empty() {
            let what = "a position without legal moves, in which there is nothing to search";
            return Err(Doubt::unsupported(what));
        }
        let moves = self.ask(|subject, line| subject.moves(line))?;
        let first = compare_moves(position, &moves);
        if first.is_empty() {
            self.result.pass_at(1);
            return Ok(());
        }
        let again = self.ask_again(|subject, line| subject.moves(line))?;
        if compare_moves(position, &again) != first {
            let what = "it lists different moves when asked again".to_owned();
            return Err(Doubt::NotRepeated(what));
        }
        if ends_at_mate(position, &moves) {
            let what = "it finds a mate and lists no more moves".to_owned();
            return Err(Doubt::Ambiguous(what));
        }
        self.confirm_position()?;
        let question = if self.prompt.presentation.is_capture() {
            QuestionKind::After
        } else {
            QuestionKind::Moves
        };
        let text = "lists other than the legal moves";
        self.result.fail(Finding::text(question, text).with(first));
        self.result.depth = 1;
        Ok(())
    }

    /// Asks about single moves. An engine that searches must also play the only legal move.
    fn ask_single_moves(&mut self) -> Result<(), Doubt> {
        let searches = self.subject.can().channel == Channel::SearchMoves;
        if searches && self.prompt.position.count_legal_moves() == 1 {
            self.ask_only_move()?;
            if !self.result.findings.is_empty() {
                return Ok(());
            }
        }
        self.ask_legality()
    }

    /// Asks which move is played. If a single move is legal, the engine must play it.
    fn ask_only_move(&mut self) -> Result<(), Doubt> {
        let Prompt { line, position, .. } = self.prompt;
        let legal = position.legal_moves();
        let [only] = legal[..] else {
            return Err(Doubt::unsupported(format!(
                "{} legal moves; an engine that can only search shows its moves only if there is a single one",
                legal.len()
            )));
        };
        let only = EngineMove::Uci(position.uci_move(only));
        let played = search_for(&only, self.subject, |subject, depth| {
            ask_twice(subject, |subject| subject.best_move(line, depth))
        })?;
        if played == only {
            self.result.pass_at(1);
            return Ok(());
        }
        self.confirm_by_move(&played, &[])?;
        let listed = Some(&played).filter(|it| it.is_move());
        let difference = compare_moves(position, listed.map_or(&[], std::slice::from_ref));
        let text = format!("plays {played}, but {only} is the only legal move");
        let finding = Finding::text(QuestionKind::Best, text);
        self.result.fail(finding.with(difference));
        Ok(())
    }
}

/// Tells whether a search may have stopped at a mate: it lists one, and moves other than en passant captures are missing.
fn ends_at_mate(position: &Position, listed: &[EngineMove]) -> bool {
    let mates = |mv: &EngineMove| {
        let outcome = legal(position, mv).map(|mv| position.after(mv).outcome());
        matches!(outcome, Some(Some(Outcome::Checkmate { .. })))
    };
    let rows = rows_of_list(position, listed);
    let is_missing =
        |row: &CountRow| row.got.is_none() && row.legal.is_some_and(|mv| !mv.is_en_passant());
    rows.iter().all(|row| row.legal.is_some())
        && rows.iter().any(is_missing)
        && listed.iter().any(mates)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use passant_oracle::{EngineFault, FaultSet, Oracle};
    use passant_query::{Answer, EngineError, EngineMove, Line, Query, Subject};
    use passant_rules::Position;

    use super::{Pace, Prompt, ends_at_mate, judge};
    use crate::check::{Presentation, Verdict};

    /// A library with a divide of its own, which counts how often it is called.
    struct Library {
        oracle: Oracle,
        asked: Arc<AtomicUsize>,
    }

    impl Subject for Library {
        fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
            match query {
                Query::Count(_) => {
                    self.asked.fetch_add(1, Ordering::Relaxed);
                    self.oracle.ask(line, query)
                }
                other => Err(EngineError::unsupported(other)),
            }
        }
    }

    /// The verdict on a library that is known to be fast, and how often its divide was called.
    fn verdict(fen: &str, faults: FaultSet, depths: &[(u32, u64)]) -> (Verdict, usize) {
        let asked = Arc::new(AtomicUsize::new(0));
        let mut channel = Library {
            oracle: Oracle::with(faults),
            asked: Arc::clone(&asked),
        };
        let mut pace = Pace::new(Duration::from_secs(1));
        pace.learn(1, Duration::from_micros(1));
        pace.learn(1_000_000, Duration::from_millis(1));
        let prompt = Prompt::at(Presentation::Fen, &fen.parse().unwrap()).unwrap();
        let result = judge(&mut channel, &mut pace, &prompt, depths);
        (result.verdict, asked.load(Ordering::Relaxed))
    }

    /// The capture e5f6 mates, and the king has other moves, according to python-chess.
    #[test]
    fn recognizes_a_move_list_that_ends_at_a_mate() {
        let fen = "4Q3/8/3Q4/4Pp2/4k1K1/8/8/8 w - f6 0 1";
        let position = Position::from_fen(fen).unwrap();
        let legal: Vec<_> = position
            .legal_moves()
            .into_iter()
            .map(|mv| position.uci(mv).to_string())
            .collect();
        let ends = |is_listed: fn(&str) -> bool| {
            let listed: Vec<_> = legal
                .iter()
                .filter(|mv| is_listed(mv))
                .map(|mv| EngineMove::from_uci(mv))
                .collect();
            ends_at_mate(&position, &listed)
        };
        assert!(ends(|mv| mv == "e5f6"));
        assert!(ends(|mv| !mv.starts_with("g4")));
        // With all other moves listed, the capture itself is missing. Without a mate, nothing has stopped the search.
        assert!(!ends(|mv| mv != "e5f6"));
        assert!(!ends(|mv| mv == "g4h5"));
    }

    /// The capture mates, so that it has no nodes below it. One more divide at depth 1 shows whether the engine has it.
    #[test]
    fn looks_for_a_mating_move_at_depth_1() {
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
