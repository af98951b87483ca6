//! Everything that was found out about one engine, as reports and files have it.

use passant_engine::NoChannel;
use passant_engine::{Calibration, EngineSpec};
use passant_judge::Connections;
use passant_judge::check::questions::Conventions;
use passant_judge::check::{CaseResult, Checked, Plan, Verdict};
use passant_judge::diagnosis::Diagnosis;
use serde::{Deserialize, Serialize};

/// Everything that was found out about an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EngineResult {
    /// The command that starts it.
    pub command: String,
    /// The words that name it on the command line of `passant`, with the options that say how it is asked.
    #[serde(default)]
    pub words: Vec<String>,
    /// The options that say what was asked, where that is not what is usual.
    #[serde(default)]
    pub options: Vec<String>,
    /// How it was asked; `None` if it cannot be.
    pub calibration: Option<Calibration>,
    /// What was tried to find out how to ask it, where nothing worked.
    pub tried: Vec<String>,
    /// Whether it could not be started, crashed or hung while that was tried.
    pub has_failed: bool,
    /// Which conventions it follows, as far as it was asked about the state of a game.
    #[serde(default, skip_serializing_if = "Conventions::is_empty")]
    pub conventions: Conventions,
    /// Each case, in the order of the plan.
    pub cases: Vec<CaseResult>,
    /// Cases of the plan that were not asked, for the run was stopped.
    pub not_asked: usize,
    /// What is wrong with it by name, if something is and it was looked for.
    #[serde(default)]
    pub diagnosis: Option<Diagnosis>,
    /// Time in milliseconds.
    pub milliseconds: u64,
}

impl EngineResult {
    /// An engine that cannot be asked: no case of the plan was.
    #[must_use]
    pub fn without_channel(starter: &EngineSpec, no_channel: NoChannel, plan: &Plan) -> Self {
        Self {
            command: starter.command.to_string(),
            words: starter.overrides.words.clone(),
            options: Vec::new(),
            calibration: None,
            has_failed: no_channel.error.is_some(),
            tried: no_channel.tried,
            conventions: Conventions::default(),
            cases: Vec::new(),
            not_asked: plan.items.len() + plan.questions.len(),
            diagnosis: None,
            milliseconds: 0,
        }
    }

    /// What came of a plan that an engine was asked.
    #[must_use]
    pub fn of(
        starter: &EngineSpec,
        calibration: &Calibration,
        conventions: Conventions,
        checked: Checked,
    ) -> Self {
        Self {
            command: starter.command.to_string(),
            words: starter.overrides.words.clone(),
            options: Vec::new(),
            calibration: Some(calibration.clone()),
            tried: Vec::new(),
            has_failed: false,
            conventions,
            cases: checked.cases,
            not_asked: checked.not_asked,
            diagnosis: None,
            milliseconds: u64::try_from(checked.time.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// The verdict on each case.
    pub fn verdicts(&self) -> impl Iterator<Item = Verdict> + '_ {
        self.cases.iter().map(|case| case.verdict)
    }
}

/// Connects to an engine, in every way in which it can be asked; it is started when it is asked first.
#[must_use]
pub fn connect(calibration: &Calibration, starter: &EngineSpec) -> Connections {
    Connections {
        counts: calibration.open(starter),
        game: calibration.open_game(starter),
        cross_check: calibration.open_cross_check(starter),
    }
}
