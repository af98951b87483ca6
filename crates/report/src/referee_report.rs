//! The report of `passant referee` as a JSON object, as described by `schema/referee-1.json`.

use std::io;

use passant_judge::check::Verdict;
use passant_referee::{Finish, Judged, Ruling};
use passant_suite::Suites;
use serde::Serialize;

use crate::pretty_json;

/// The JSON schema of the format.
pub const SCHEMA: &str = include_str!("../schema/referee-1.json");

/// The version of the format.
const VERSION: u32 = 1;

/// The report of `passant referee --json`.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RefereeReport {
    /// The version of the format.
    #[cfg_attr(test, schemars(extend("const" = VERSION)))]
    version: u32,
    /// The version of passant that wrote the report.
    passant: &'static str,
    /// The SHA-256 of the suites that are built into it.
    suites: &'static str,
    /// The run; null if games were judged that had been saved before.
    pub run: Option<RunRecord>,
    /// The cases, in the order of the openings.
    pub cases: Vec<RefereeRecord>,
}

/// A run of a match runner.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RunRecord {
    /// The command line, with its placeholders.
    pub command: String,
    /// The time that it took.
    pub milliseconds: u64,
    /// The way in which it ended, as a sentence.
    pub end: String,
    /// The reason why games may be missing: `crash` or `timeout`; null if the runner ended by itself.
    pub failure: Option<Verdict>,
}

/// The verdict on a case.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RefereeRecord {
    /// The place of the case in the suites.
    pub address: String,
    /// The class that it belongs to.
    pub class: String,
    /// The verdict, in the words of `passant check`.
    pub verdict: Verdict,
    /// The verdict on the runner, in a word of its own.
    pub ruling: &'static str,
    /// The opening.
    pub fen: String,
    /// The moves that the engines play, as long as the game lasts.
    pub moves: Vec<String>,
    /// The illegal capture that is tried after them.
    pub illegal: Option<String>,
    /// The move that is printed as the line before the last one, where that matters.
    pub pv: Option<String>,
    /// The end of the game that is expected.
    pub expected: EndRecord,
    /// The end of the game that was saved; null if there is none.
    pub got: Option<EndRecord>,
    /// A sentence about what has happened; empty if the game ended as it had to.
    pub found: String,
    /// The explanation of the runner, in its own words.
    pub explanation: String,
    /// The reason why the case exists.
    pub why: String,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct EndRecord {
    /// The number of plies from the opening.
    pub plies: usize,
    /// The result as PGN writes it; null if there is none.
    pub result: Option<&'static str>,
}

impl RefereeReport {
    /// Makes the report of verdicts.
    #[must_use]
    pub fn new(judged: &[Judged<'_>], run: Option<RunRecord>) -> Self {
        let failure = run.as_ref().and_then(|run| run.failure);
        let cases = judged.iter().map(|it| RefereeRecord::new(it, failure));
        Self {
            version: VERSION,
            passant: env!("CARGO_PKG_VERSION"),
            suites: Suites::BUILTIN_SHA256,
            run,
            cases: cases.collect(),
        }
    }

    /// Returns the report as JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    pub fn json(&self) -> io::Result<String> {
        pretty_json(self)
    }
}

impl RefereeRecord {
    fn new(judged: &Judged<'_>, failure: Option<Verdict>) -> Self {
        let case = judged.case;
        let expected = EndRecord {
            plies: case.ply,
            result: Some(judged.expected().text()),
        };
        let got = judged.plies.map(|plies| EndRecord {
            plies,
            result: judged.finish.map(Finish::text),
        });
        Self {
            address: case.address.clone(),
            class: case.class.clone(),
            verdict: verdict(judged.ruling, failure),
            ruling: judged.ruling.word(),
            fen: case.line.fen().to_string(),
            moves: case.line.step_texts(),
            illegal: case.illegal.map(|mv| mv.to_string()),
            pv: case.pv.map(|mv| mv.to_string()),
            expected,
            got,
            found: judged.found.clone(),
            explanation: judged.explanation.clone(),
            why: case.why.clone(),
        }
    }
}

/// Returns the verdict in the words of `passant check`. A game that a failure of the run prevented is not counted against the
/// runner's rules.
fn verdict(ruling: Ruling, failure: Option<Verdict>) -> Verdict {
    match ruling {
        Ruling::Right => Verdict::Pass,
        Ruling::NotTestable => Verdict::Unsupported,
        Ruling::NoGame => failure.unwrap_or(Verdict::Unsupported),
        Ruling::Unfinished | Ruling::OtherMoves => Verdict::Unknown,
        Ruling::OtherOpening => Verdict::Refused,
        Ruling::Early
        | Ruling::Late
        | Ruling::WrongResult
        | Ruling::WrongSide
        | Ruling::RefusedLegal
        | Ruling::AcceptedIllegal => Verdict::Fail,
    }
}
