//! The result of a check of one engine, in the form that reports print and files store.

use std::collections::BTreeMap;

use passant_engine::{Calibration, Conversation, Protocol};
use passant_judge::check::questions::Conventions;
use passant_judge::check::{CaseResult, Checked, LeftOut, PresentationResult, Verdict};
use passant_query::{Channel, Retries};
use serde::{Deserialize, Serialize};

use crate::FaultCoverage;
use crate::diagnosis_record::DiagnosisRecord;

/// The result of a check of one engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EngineResult {
    /// The command that starts it.
    pub command: String,
    /// The words that name it on the command line of `passant`, with the options that say how it is queried.
    #[serde(default)]
    pub words: Vec<String>,
    /// The options that limit the queries, where they differ from the default.
    #[serde(default)]
    pub options: Vec<String>,
    /// The channel through which it was queried; `None` if no channel works.
    pub calibration: Option<Calibration>,
    /// The channels that were tried, if none works.
    pub tried: Vec<String>,
    /// The text that was sent and received in the handshakes, if no channel works.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub handshakes: Vec<Conversation>,
    /// True if it could not be started, crashed or hung while channels were tried.
    pub has_failed: bool,
    /// True if the time was over before every channel was tried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ran_out_of_time: bool,
    /// The conventions that it follows, as far as they were observed.
    #[serde(default, skip_serializing_if = "Conventions::is_empty")]
    pub conventions: Conventions,
    /// True if only the positions of the quick check were tested.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_quick: bool,
    /// The cases, in the order of the plan.
    pub cases: Vec<CaseResult>,
    /// The number of cases that were not run, because the check was stopped.
    pub not_asked: usize,
    /// The questions that were not asked because there was no time left.
    #[serde(default, skip_serializing_if = "LeftOut::is_empty")]
    pub left_out: LeftOut,
    /// The number of faults that the answers could show; absent if everything could be asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coverage: Option<FaultCoverage>,
    /// The part of a block that the text of an engine answers, if the engine was not run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<TextCoverage>,
    /// The extent of a hunt among fresh positions, if the cases come from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hunt: Option<HuntRecord>,
    /// The diagnosis, if a case failed and the diagnosis was not skipped.
    #[serde(default)]
    pub diagnosis: Option<DiagnosisRecord>,
    /// The crashes after which the engine answered when it was asked again, if there were any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retries: Option<Retries>,
    /// The duration in milliseconds.
    pub milliseconds: u64,
}

/// The part of a block of questions that a text answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextCoverage {
    /// The questions.
    pub asked: usize,
    /// The questions with an answer.
    pub answered: usize,
    /// The questions with answers that contradict themselves or each other.
    pub contradicted: usize,
}

/// The extent of a hunt among fresh positions. Its cases are only those that did not pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct HuntRecord {
    /// The seed. With the same seed and number, the same positions are asked about.
    pub seed: u64,
    /// The positions about which an answer came.
    pub positions: u64,
    /// The positions that the channel cannot be asked about.
    pub unsupported: u64,
    /// The wrong answers that were not asked about again, because they are like others that were.
    pub alike: u64,
    /// The features that the positions had, such as the reason why a capture is illegal.
    pub features: usize,
    /// The pairs of features that the positions had.
    pub pairs: usize,
}

impl EngineResult {
    /// The result of judging answers that were given elsewhere: no command starts the engine.
    #[must_use]
    pub fn of_recorded(
        calibration: Calibration,
        conventions: Conventions,
        checked: Checked,
    ) -> Self {
        Self {
            command: String::new(),
            words: Vec::new(),
            options: Vec::new(),
            calibration: Some(calibration),
            tried: Vec::new(),
            handshakes: Vec::new(),
            has_failed: false,
            ran_out_of_time: false,
            conventions,
            is_quick: false,
            cases: checked.cases,
            not_asked: checked.not_asked,
            left_out: checked.left_out,
            coverage: None,
            text: None,
            hunt: None,
            diagnosis: None,
            retries: None,
            milliseconds: u64::try_from(checked.time.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// Returns the number of positions the engine gave an answer about, and how many positions there were. Questions about the state
    /// of a game are not counted, because no channel but an adapter answers all of them. Searches are not either, because
    /// they are asked about beside a channel.
    #[must_use]
    pub fn count_answers(&self) -> (usize, usize) {
        let is_asked = |case: &&CaseResult| case.verdict != Verdict::Unsupported;
        let asked = self.positions().filter(is_asked).count();
        (asked, self.positions().count())
    }

    /// The cases that count a position or ask about its moves: neither questions about the state of a game nor searches.
    fn positions(&self) -> impl Iterator<Item = &CaseResult> {
        let cases = self.cases.iter();
        cases.filter(|case| case.rule.is_none() && !Self::is_search(case))
    }

    /// Returns what the moves that the engine played could show, if it can only play and was asked for moves that show faults.
    #[must_use]
    pub fn coverage_by_play(&self) -> Option<FaultCoverage> {
        let only_plays = self.calibration.as_ref()?.channel == Channel::BestMove;
        self.coverage.filter(|it| only_plays && it.possible != 0)
    }

    /// Tells whether the engine speaks UCI and does not play the moves after a position, as every program that plays games does.
    #[must_use]
    pub fn ignores_moves(&self) -> bool {
        let calibration = self.calibration.as_ref();
        calibration.is_some_and(|it| it.protocol == Protocol::Uci && !it.plays_moves)
    }

    /// Tells whether what was asked could show less than two thirds of the faults that the protocol can show.
    #[must_use]
    pub fn shows_few_faults(&self) -> bool {
        self.coverage.is_some_and(FaultCoverage::is_small)
    }

    /// Tells whether less than half of the questions have an answer. An engine that can only play has few positions to answer
    /// about; what its play shows is counted instead.
    #[must_use]
    pub fn answers_little(&self) -> bool {
        let (asked, all) = self.count_answers();
        self.text.is_some_and(|it| 2 * it.answered < it.asked)
            || self.coverage_by_play().is_none() && 2 * asked < all - self.count_unasked()
    }

    /// The classes of which at least a third of the cases was cut short or left out for lack of time.
    #[must_use]
    pub fn hardly_asked_classes(&self) -> Vec<&str> {
        let mut classes: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for case in &self.cases {
            let [all, cut] = classes.entry(&case.class).or_default();
            *all += 1;
            *cut += usize::from(is_cut_short(case));
        }
        let is_hardly_asked = |[all, cut]: [usize; 2]| cut != 0 && all <= 3 * cut;
        let classes = classes.into_iter();
        let hardly = classes.filter(|(_, counts)| is_hardly_asked(*counts));
        hardly.map(|(class, _)| class).collect()
    }

    /// Returns the number of positions about which nothing was asked for lack of time.
    fn count_unasked(&self) -> usize {
        let is_unasked = |case: &&CaseResult| {
            let mut presentations = case.presentations.iter();
            case.verdict == Verdict::Unsupported
                && presentations.any(PresentationResult::is_left_out)
        };
        self.positions().filter(is_unasked).count()
    }

    /// Tells whether a case is about a search.
    #[must_use]
    pub fn is_search(case: &CaseResult) -> bool {
        case.address.starts_with("search/")
    }

    /// Returns what is said in place of a channel.
    #[must_use]
    pub fn without_channel(&self) -> &'static str {
        if self.is_undecided() {
            "no channel was found in time"
        } else {
            "no channel works"
        }
    }

    /// Tells whether nothing is known about an engine that has completed a handshake, because the time was over.
    #[must_use]
    pub fn is_undecided(&self) -> bool {
        self.ran_out_of_time && self.handshakes.iter().any(|it| it.completed)
    }

    /// Tells whether the engine gave answers, but such that show little, or none for lack of time.
    #[must_use]
    pub fn is_hardly_tested(&self) -> bool {
        if self.is_undecided() {
            return true;
        }
        let has_answers = self.verdicts().any(|it| it != Verdict::Unsupported);
        let lacks_time = !self.hardly_asked_classes().is_empty();
        let (_, all) = self.count_answers();
        has_answers && (self.shows_little() || all != 0 && lacks_time)
    }

    /// Tells whether the engine can show enough, but there was no time to ask about a third of a class or more.
    #[must_use]
    pub fn lacks_only_time(&self) -> bool {
        !self.is_undecided() && !self.shows_little() && !self.hardly_asked_classes().is_empty()
    }

    /// Tells whether the answers of the engine show little, whatever the time.
    fn shows_little(&self) -> bool {
        let (asked, all) = self.count_answers();
        let is_short = all != 0
            && (asked == 0
                || self.ignores_moves()
                || self.shows_few_faults()
                || self.answers_little());
        is_short || self.untested_demands().is_some()
    }

    /// Says about which demanded conventions the engine tells nothing; `None` if it tells something about each.
    #[must_use]
    pub fn untested_demands(&self) -> Option<String> {
        let names = self.conventions.untested_demands().join(", ");
        (!names.is_empty()).then(|| format!("it tells nothing about what is demanded: {names}"))
    }

    /// The verdict on each case.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        self.cases.iter().map(|case| case.verdict)
    }
}

/// Tells whether a presentation of a case was not asked at all. A library in a slow language never gets to the deepest counts, and
/// is tested anyway: nearly all faults show in the first plies.
fn is_cut_short(case: &CaseResult) -> bool {
    case.presentations
        .iter()
        .any(PresentationResult::is_left_out)
}

#[cfg(test)]
mod tests {
    use passant_judge::check::{CaseResult, Presentation, PresentationResult, Verdict};
    use passant_query::Channel;
    use passant_rules::Position;

    use super::EngineResult;

    /// A case with one answer.
    fn case(address: &str, verdict: Verdict) -> CaseResult {
        let unasked = PresentationResult::without_answers(Presentation::Fen, None);
        let answer = PresentationResult { verdict, ..unasked };
        let position = Position::initial();
        CaseResult::of_case(
            [address, "", ""],
            &position,
            vec![answer],
            Channel::BestMove,
        )
    }

    /// The result of some cases, without an engine.
    fn result(cases: Vec<CaseResult>) -> EngineResult {
        let empty = serde_json::json!({
            "command": "engine", "calibration": null, "tried": [], "has_failed": false, "cases": [], "not_asked": 0,
            "milliseconds": 0, "left_out": {"cases": 0, "parts": 0},
        });
        EngineResult {
            cases,
            ..serde_json::from_value(empty).unwrap()
        }
    }

    /// An engine that has answered a search and nothing else, for lack of time, has shown little. One that was only to
    /// search has shown what it was asked for.
    #[test]
    fn who_only_searches_is_hardly_tested() {
        let searched = case("search/lines/a", Verdict::Pass);
        let unasked = case("en-passant/plain/b", Verdict::Unsupported);
        let both = vec![searched.clone(), unasked.clone()];
        assert!(result(both).is_hardly_tested());
        assert!(!result(vec![searched]).is_hardly_tested());
        assert!(!result(vec![unasked]).is_hardly_tested());
    }

    /// A case of a class that passes, with the depth that was reached by each presentation and those that were left out.
    fn asked(presentations: &[(u32, &[u32])]) -> CaseResult {
        let presentations = presentations.iter().map(|&(depth, left_out)| {
            let is_asked = depth != 0;
            PresentationResult {
                verdict: [Verdict::Unsupported, Verdict::Pass][usize::from(is_asked)],
                depth,
                left_out: left_out.to_vec(),
                ..PresentationResult::without_answers(Presentation::Fen, None)
            }
        });
        CaseResult {
            class: "plain".to_owned(),
            presentations: presentations.collect(),
            ..case("", Verdict::Pass)
        }
    }

    #[test]
    fn a_class_is_hardly_asked_if_a_third_is_left_out() {
        let whole = asked(&[(3, &[]), (3, &[])]);
        let without_fen = asked(&[(0, &[1, 2]), (2, &[])]);
        let without_moves = asked(&[(3, &[]), (0, &[1])]);
        let not_asked = asked(&[(0, &[1])]);
        let shallow = asked(&[(2, &[3]), (1, &[2, 3])]);
        let all = |cases: [&CaseResult; 3]| cases.map(Clone::clone).to_vec();
        for cut in [&without_fen, &without_moves, &not_asked] {
            let cases = all([cut, &whole, &whole]);
            let more = [&cases[..], std::slice::from_ref(&whole)].concat();
            assert!(
                result(cases.clone()).lacks_only_time() && !result(more.clone()).lacks_only_time()
            );
            assert_eq!(result(cases).hardly_asked_classes(), ["plain"]);
            assert!(result(more).hardly_asked_classes().is_empty());
        }
        // The channel can be asked about what was left out.
        let unsupported = CaseResult {
            verdict: Verdict::Unsupported,
            ..not_asked.clone()
        };
        let late = result(vec![unsupported.clone(), unsupported, whole.clone()]);
        assert!(late.lacks_only_time() && !late.answers_little());
        // Two thirds could not be asked at all, so more time is not what is lacking.
        let unasked = case("en-passant/plain/b", Verdict::Unsupported);
        let mostly_unasked = result(vec![not_asked, unasked.clone(), unasked.clone(), unasked]);
        assert!(!mostly_unasked.lacks_only_time());
        let shallow = all([&shallow, &shallow, &whole]);
        assert!(result(shallow).hardly_asked_classes().is_empty());
    }
}
