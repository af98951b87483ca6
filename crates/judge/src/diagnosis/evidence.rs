//! The evidence for some faults and against them.

use passant_oracle::{EngineFault, Family, FaultSet};
use passant_query::{Query, Topic};

use super::observation::Observation;
use crate::parallel;

/// Fewer counts than these say nothing about how an engine makes moves.
const FEW: usize = 3;

/// The answers that speak for some faults, and those that speak against them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The fault, or the faults together.
    pub faults: FaultSet,
    /// The number of wrong answers that it explains.
    pub explains: usize,
    /// The number of answers that are wrong.
    pub wrong: usize,
    /// The number of questions that were asked.
    pub asked: usize,
    /// The numbers of the questions that an engine with the fault would have answered differently.
    pub against: Vec<usize>,
    /// True if only counts deeper than one ply speak against it. Engines differ in how they count below a position in
    /// which a king can be captured.
    pub only_deep_counts: bool,
    /// True if , apart from such counts, only answers about topics other than moves speak against it, and only topics
    /// on which no answer is wrong. An engine that computes its keys and its moves in different places may have a fault
    /// in one of them only. An engine whose moves are all correct has no fault that makes moves wrong. This holds for one fault
    /// alone: two, or one in a smaller scope, fit more than is true if answers are left out. It does not hold for a fault in
    /// reading moves, after which the whole position is another.
    pub only_other_topics: bool,
    /// Number of further questions, chosen to refute it, that the engine has answered as predicted.
    pub confirmed_by: usize,
}

/// Tells whether an engine with some faults may answer a deep count otherwise than the oracle, because it counts otherwise below
/// a position in which a king can be captured. A wrong count has to be one that the faults make wrong, unless moves are taken back
/// while it is counted, a right is kept that the oracle uses for one side only, or a capture leaves the king of its side attacked. A correct
/// one speaks against faults that leave no king capturable.
fn may_differ(count: &Observation<'_>, faults: FaultSet) -> bool {
    if !count.is_wrong() {
        let leaves_none = |it: EngineFault| {
            matches!(it.family(), Family::Missing | Family::Make | Family::Unmake)
        };
        return !faults.iter().all(leaves_none);
    }
    let mut families = faults.iter().map(EngineFault::family);
    let predicted = count.predict_reply(faults);
    !count.predictions.is_correct(&predicted)
        || families.any(|it| match it {
            Family::Unmake | Family::Right => true,
            Family::Make => count.predictions.has_capture(),
            _ => false,
        })
}

/// Tells whether this is one fault, for all captures.
pub(super) fn is_plain(faults: FaultSet) -> bool {
    let mut each = faults.iter().map(FaultSet::from);
    each.next() == Some(faults)
}

/// The observations, and which of them are wrong.
pub(super) struct Comparison<'a> {
    pub(super) observations: &'a [Observation<'a>],
    /// The numbers of the wrong answers.
    pub(super) wrong: Vec<usize>,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(observations: &'a [Observation<'a>]) -> Self {
        let numbered = observations.iter().enumerate();
        let wrong = numbered
            .filter(|(_, it)| it.is_wrong())
            .map(|(number, _)| number)
            .collect();
        Self {
            observations,
            wrong,
        }
    }

    /// The wrong answers.
    pub(super) fn wrong(&self) -> impl Iterator<Item = &'a Observation<'a>> {
        self.wrong.iter().map(|&number| &self.observations[number])
    }

    /// The evidence for each of some sets of faults.
    pub(super) fn evidence_for(&self, sets: Vec<FaultSet>) -> Vec<Evidence> {
        parallel::map(sets, |faults| self.weigh(faults))
    }

    pub(super) fn weigh(&self, faults: FaultSet) -> Evidence {
        let explained: Vec<_> = self.wrong().filter(|it| it.agrees(faults)).collect();
        // A fault that explains no wrong answer is not compared any further: it cannot be the cause.
        let against: Vec<_> = if explained.is_empty() {
            self.wrong.clone()
        } else {
            (0..self.observations.len())
                .filter(|&number| !self.observations[number].agrees(faults))
                .collect()
        };
        let is_deep = |it: &Observation<'_>| it.is_deep_count() && may_differ(it, faults);
        let explains_more_than_counts = explained.iter().any(|it| !is_deep(it));
        let topics: Vec<_> = self.wrong().map(Observation::topic).collect();
        let is_on_other_topic = |it: &Observation<'_>| {
            let topic = it.topic();
            is_deep(it) || topic != Topic::Moves && !topics.contains(&topic)
        };
        let is_only = |is_such: &dyn Fn(&Observation<'_>) -> bool| {
            let mut against = against.iter();
            explains_more_than_counts && against.all(|&it| is_such(&self.observations[it]))
        };
        Evidence {
            faults,
            only_other_topics: is_plain(faults)
                && faults.iter().all(|it| it.family() != Family::Text)
                && is_only(&is_on_other_topic),
            explains: explained.len(),
            wrong: self.wrong.len(),
            asked: self.observations.len(),
            only_deep_counts: is_only(&is_deep)
                && !faults.iter().any(|it| self.is_counted_without(faults, it)),
            against,
            confirmed_by: 0,
        }
    }

    /// Tells whether the engine counts as if it had all of these faults but this one, which keeps or loses a right: it then does so
    /// where it reads moves, and not where it makes them.
    pub(super) fn is_counted_without(&self, faults: FaultSet, fault: EngineFault) -> bool {
        if fault.family() != Family::Right {
            return false;
        }
        let rest = faults.without(fault);
        let counts = self.observations.iter().filter(|it| it.is_deep_count());
        let telling: Vec<_> = counts
            .filter(|it| it.predict_reply(faults) != it.predict_reply(rest))
            .collect();
        FEW <= telling.len() && telling.iter().all(|it| it.agrees(rest))
    }

    /// Tells whether an answer does not speak against a fault: a count below a position in which a king can be captured, one of a
    /// position whose moves are wrong, in which errors can cancel, a text with the suffix `e.p.`, or a topic other than moves on which no answer is wrong.
    pub(super) fn is_forgiven(&self, observation: &Observation<'_>) -> bool {
        let topic = observation.topic();
        observation.is_deep_count()
            || observation.has_suffix()
            || self.is_of_wrong_moves(observation)
            || topic != Topic::Moves && self.wrong().all(|wrong| wrong.topic() != topic)
    }

    /// Tells whether an answer can show a fault: not a deep count, and not about a topic on which the engine errs without any
    /// en passant.
    pub(super) fn is_proof(&self, observation: &Observation<'_>) -> bool {
        let topic = observation.topic();
        let errs_anyway =
            |wrong: &Observation<'_>| wrong.topic() == topic && wrong.is_wrong_without_right();
        let is_atomic = matches!(topic, Topic::Key | Topic::Repetition);
        let is_untrusted = is_atomic && self.wrong().any(errs_anyway);
        !observation.is_deep_count() && !is_untrusted
    }

    fn is_of_wrong_moves(&self, count: &Observation<'_>) -> bool {
        let asked = &count.predictions.question;
        matches!(asked.query, Query::Count(_))
            && self.wrong().any(|it| {
                let question = &it.predictions.question;
                question.query == Query::Moves && question.line == asked.line
            })
    }
}

#[cfg(test)]
mod tests {
    use passant_oracle::EngineFault;
    use passant_query::{Line, Query};

    use super::may_differ;
    use crate::diagnosis::observation::Observation;
    use crate::diagnosis::predictions::Predictions;
    use crate::diagnosis::queries::query_after_game;
    use crate::diagnosis::reply::Reply;

    /// Below a capture whose victim stays, and may attack the king, engines count in different ways. Elsewhere a wrong count has
    /// another cause.
    #[test]
    fn a_wrong_count_below_a_capture_may_be_that_of_a_victim_that_stays() {
        for (fen, is_forgiven) in [
            ("3Q4/8/4p1pp/4P2k/2R2pP1/7P/8/6K1 b - g3 0 1", true),
            ("3Q4/8/4p1pp/4P2k/2R2pP1/7P/8/6K1 b - - 0 1", false),
        ] {
            let line = Line::from_fen(fen).unwrap();
            let query = query_after_game(line, Query::Count(2)).unwrap();
            let predictions = Predictions::new(query);
            let count = Observation {
                predictions: &predictions,
                reply: Reply::count(7),
            };
            assert!(count.is_wrong());
            let stays = EngineFault::VictimStays.into();
            assert_eq!(may_differ(&count, stays), is_forgiven, "{fen}");
        }
    }
}
