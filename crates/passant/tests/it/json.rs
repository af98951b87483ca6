//! The JSON that the command prints, and its schema. Every key that several tests read is written here and nowhere else.

use std::fmt;

use passant_test_tools::{package, tool};
use serde_json::{Value, json};

use crate::run::{Run, printed, run_with};

/// What `passant check --json` prints.
pub(crate) struct Report(Value);

impl Report {
    /// The report on standard output.
    #[track_caller]
    pub(crate) fn of(run: &Run) -> Self {
        Self(run.json())
    }

    pub(crate) fn engines(&self) -> impl Iterator<Item = Engine<'_>> {
        items(&self.0["engines"]).map(Engine)
    }

    /// The first engine, or the only one.
    pub(crate) fn engine(&self) -> Engine<'_> {
        self.engines().next().expect("there is an engine")
    }

    /// The cases of the first engine.
    pub(crate) fn cases(&self) -> impl Iterator<Item = Case<'_>> {
        self.engine().cases()
    }
}

/// What `passant explain --json` prints.
pub(crate) struct Facts(Value);

impl Facts {
    /// The facts on standard output.
    #[track_caller]
    pub(crate) fn of(run: &Run) -> Self {
        Self(run.json())
    }

    pub(crate) fn value(&self) -> &Value {
        &self.0
    }

    /// Tells whether the side to move has the en passant right, of whatever use it may be.
    pub(crate) fn has_right(&self) -> bool {
        !self.0["right"].is_null()
    }

    /// The en passant captures in UCI notation, each with `legal` or the reason why it is not.
    pub(crate) fn captures<'a>(&'a self) -> Vec<(&'a str, &'a str)> {
        if !self.has_right() {
            return Vec::new();
        }
        let verdict = |capture: &'a Value| match &capture["legal"] {
            Value::Bool(true) => "legal",
            _ => text(&capture["reason"]),
        };
        let captures = items(&self.0["right"]["capturers"]);
        captures
            .map(|capture| (text(&capture["uci"]), verdict(capture)))
            .collect()
    }

    /// How the game ended; `None` if it did not.
    pub(crate) fn outcome(&self) -> Option<&str> {
        self.0["outcome"].as_str()
    }
}

/// What `passant perft --json` prints, for one position or for those of files.
pub(crate) struct Counts(Value);

impl Counts {
    /// The counts on standard output.
    #[track_caller]
    pub(crate) fn of(run: &Run) -> Self {
        Self(run.json())
    }

    pub(crate) fn fen(&self) -> &str {
        text(&self.0["fen"])
    }

    pub(crate) fn depth(&self) -> u64 {
        number(&self.0["depth"])
    }

    pub(crate) fn nodes(&self) -> u64 {
        number(&self.0["nodes"])
    }

    /// The leaf moves of each column.
    pub(crate) fn tally(&self) -> &Value {
        &self.0["tally"]
    }

    /// The moves, with the nodes below them.
    pub(crate) fn divide(&self) -> Vec<(&str, u64)> {
        let divide = self.0["divide"].as_object().expect("moves with counts");
        let rows = divide.iter();
        rows.map(|(mv, nodes)| (&mv[..], number(nodes))).collect()
    }

    /// How it was counted.
    pub(crate) fn method(&self) -> &Value {
        &self.0["method"]
    }

    /// The positions of files, each with a verdict.
    pub(crate) fn positions(&self) -> Vec<&Value> {
        items(&self.0["positions"]).collect()
    }

    pub(crate) fn verdicts(&self) -> Vec<&str> {
        let positions = items(&self.0["positions"]);
        positions.map(|it| text(&it["verdict"])).collect()
    }

    /// The sums over all positions of files.
    pub(crate) fn summary(&self) -> &Value {
        &self.0["summary"]
    }
}

/// One of the faults that `passant faults --json` prints.
pub(crate) struct SeededFault(Value);

impl SeededFault {
    #[track_caller]
    pub(crate) fn all(run: &Run) -> Vec<Self> {
        items(&run.json()).cloned().map(Self).collect()
    }

    pub(crate) fn value(&self) -> &Value {
        &self.0
    }

    pub(crate) fn name(&self) -> &str {
        text(&self.0["name"])
    }

    /// The correct answer to the question.
    pub(crate) fn expected(&self) -> &Value {
        &self.0["expected"]
    }

    /// The answer of an engine with the fault.
    pub(crate) fn got(&self) -> &Value {
        &self.0["got"]
    }
}

/// Defines views of parts of a document, which print as the JSON that they are.
macro_rules! views {
    ($($(#[$doc:meta])* $name:ident;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $name<'a>(pub(crate) &'a Value);

        impl fmt::Display for $name<'_> {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "{:#}", self.0)
            }
        }
    )+};
}

views! {
    /// An engine and how it did.
    Engine;
    /// How an engine is asked.
    Calibration;
    /// The conventions that an engine was observed to follow.
    Conventions;
    /// What is wrong with an engine, by name.
    Diagnosis;
    /// A case and the verdict on it.
    Case;
    /// One way to tell an engine of the position of a case.
    Presentation;
    /// An answer that was not as expected.
    Finding;
    /// The first position in which the moves of an engine are not those of the rules.
    Difference;
}

impl<'a> Engine<'a> {
    pub(crate) fn cases(self) -> impl Iterator<Item = Case<'a>> {
        items(&self.0["cases"]).map(Case)
    }

    /// The number of cases with this verdict.
    pub(crate) fn count(self, verdict: &str) -> usize {
        self.cases()
            .filter(|case| case.verdict() == verdict)
            .count()
    }

    /// How the engine is asked; `None` if it cannot be.
    pub(crate) fn calibration(self) -> Option<Calibration<'a>> {
        let calibration = &self.0["calibration"];
        (!calibration.is_null()).then_some(Calibration(calibration))
    }

    /// What was sent and what came back in the handshakes.
    pub(crate) fn handshakes(self) -> &'a Value {
        &self.0["handshakes"]
    }

    /// The channel through which the engine is asked; empty if there is none.
    pub(crate) fn channel(self) -> &'a str {
        self.calibration().map_or("", Calibration::channel)
    }

    pub(crate) fn conventions(self) -> Conventions<'a> {
        Conventions(&self.0["conventions"])
    }

    pub(crate) fn diagnosis(self) -> Option<Diagnosis<'a>> {
        let diagnosis = &self.0["diagnosis"];
        (!diagnosis.is_null()).then_some(Diagnosis(diagnosis))
    }

    /// How many cases were left when the run was stopped.
    pub(crate) fn not_asked(self) -> u64 {
        number(&self.0["not_asked"])
    }
}

impl<'a> Calibration<'a> {
    pub(crate) fn channel(self) -> &'a str {
        text(&self.0["channel"])
    }

    pub(crate) fn name(self) -> &'a str {
        text(&self.0["name"])
    }

    /// The least depth that the engine is asked for.
    pub(crate) fn least_depth(self) -> u64 {
        number(&self.0["least_depth"])
    }

    /// Tells whether the engine plays the moves that follow a position.
    pub(crate) fn plays_moves(self) -> bool {
        self.0["plays_moves"] == true
    }

    /// Tells whether the engine prints its counts only when it is asked whether it is ready.
    pub(crate) fn is_buffered(self) -> bool {
        self.0["is_buffered"] == true
    }

    #[cfg(unix)]
    pub(crate) fn shows_position(self) -> bool {
        self.0["shows_position"] == true
    }

    pub(crate) fn notes(self) -> Vec<&'a str> {
        let notes = self.0["notes"].as_array().unwrap();
        notes.iter().map(text).collect()
    }
}

impl<'a> Conventions<'a> {
    /// When its FEN names the en passant square, when a right changes its key, and what it does with `e.p.`.
    pub(crate) fn fen_key_and_suffix(self) -> [&'a str; 3] {
        ["fen", "key", "suffix"].map(|name| text(&self.0[name]))
    }
}

impl<'a> Diagnosis<'a> {
    /// Tells whether a fault was named, and which other outcome there is if not.
    pub(crate) fn outcome(self) -> &'a str {
        text(&self.0["outcome"])
    }

    /// The question to which the answer shows best what is wrong.
    pub(crate) fn question(self) -> &'a str {
        text(&self.0["counterexample"]["question"])
    }

    /// Questions that differ in one thing, each with whether the answer is correct.
    pub(crate) fn variants(self) -> Vec<(&'a str, bool)> {
        let variants = items(&self.0["counterexample"]["variants"]);
        variants
            .map(|it| (text(&it["question"]), it["is_correct"] == true))
            .collect()
    }

    /// The names of the faults that the engine may have.
    pub(crate) fn faults(self) -> Vec<&'a str> {
        let suspects = items(&self.0["suspects"]);
        let faults = suspects.flat_map(|suspect| items(&suspect["faults"]));
        faults.map(|fault| text(&fault["name"])).collect()
    }
}

impl<'a> Case<'a> {
    pub(crate) fn address(self) -> &'a str {
        text(&self.0["address"])
    }

    pub(crate) fn class(self) -> &'a str {
        text(&self.0["class"])
    }

    pub(crate) fn verdict(self) -> &'a str {
        text(&self.0["verdict"])
    }

    pub(crate) fn presentations(self) -> impl Iterator<Item = Presentation<'a>> {
        items(&self.0[PRESENTATIONS]).map(Presentation)
    }

    /// What the presentations in which the engine is wrong have in common.
    pub(crate) fn pattern(self) -> Option<&'a str> {
        self.0["pattern"].as_str()
    }

    /// The smallest position in which the engine fails in the same way.
    pub(crate) fn smallest_fen(self) -> Option<&'a str> {
        self.0["smallest"]["fen"].as_str()
    }
}

/// The ways in which an engine was told of the position of a case.
pub(crate) const PRESENTATIONS: &str = "presentations";

impl<'a> Presentation<'a> {
    /// Tells whether moves were played; if not, all is in the FEN.
    pub(crate) fn is_played(self) -> bool {
        !text(&self.0["presentation"]).ends_with("fen")
    }

    /// Tells whether moves were played from the position of the case on.
    #[cfg(unix)]
    pub(crate) fn goes_on(self) -> bool {
        let presentation = text(&self.0["presentation"]);
        presentation.ends_with("capture") || presentation.ends_with("expired")
    }

    /// Tells whether the colors are swapped.
    pub(crate) fn is_flipped(self) -> bool {
        text(&self.0["presentation"]).starts_with("flipped")
    }

    pub(crate) fn verdict(self) -> &'a str {
        text(&self.0["verdict"])
    }

    /// The deepest count that was compared.
    #[cfg(unix)]
    pub(crate) fn depth(self) -> u64 {
        number(&self.0["depth"])
    }

    pub(crate) fn findings(self) -> impl Iterator<Item = Finding<'a>> {
        items(&self.0["findings"]).map(Finding)
    }
}

impl<'a> Finding<'a> {
    /// The kind of question.
    pub(crate) fn question(self) -> &'a str {
        text(&self.0["question"])
    }

    /// Says what is wrong, in a sentence.
    pub(crate) fn text(self) -> &'a str {
        text(&self.0["text"])
    }

    /// The commands that repeat a search.
    pub(crate) fn commands(self) -> Vec<&'a str> {
        items(&self.0["commands"]).map(text).collect()
    }

    /// Which moves differ, if it was found out.
    pub(crate) fn difference(self) -> Option<Difference<'a>> {
        let difference = &self.0["difference"];
        (!difference.is_null()).then_some(Difference(difference))
    }
}

impl<'a> Difference<'a> {
    /// The position.
    pub(crate) fn fen(self) -> &'a str {
        text(&self.0["fen"])
    }

    /// The legal moves that the engine leaves out.
    pub(crate) fn missing(self) -> Vec<&'a str> {
        moves(&self.0["missing"])
    }

    /// The moves of the engine that are illegal.
    pub(crate) fn extra(self) -> Vec<&'a str> {
        moves(&self.0["extra"])
    }
}

/// What `passant suite --json` prints as the answers to one kind of question in the first case.
#[track_caller]
pub(crate) fn expected_answers(run: &Run, question: &str) -> Vec<String> {
    let cases = run.json();
    let asked = items(&cases[0]["asked"]).filter(|ask| ask["question"] == question);
    asked.map(|ask| text(&ask["expected"]).to_owned()).collect()
}

#[track_caller]
fn items(value: &Value) -> impl Iterator<Item = &Value> {
    let items = value.as_array();
    items
        .unwrap_or_else(|| panic!("no array: {value:#}"))
        .iter()
}

#[track_caller]
fn text(value: &Value) -> &str {
    let text = value.as_str();
    text.unwrap_or_else(|| panic!("no text: {value:#}"))
}

#[track_caller]
fn number(value: &Value) -> u64 {
    let number = value.as_u64();
    number.unwrap_or_else(|| panic!("no number: {value:#}"))
}

/// The moves of a list in UCI notation.
fn moves(list: &Value) -> Vec<&str> {
    items(list).map(|mv| text(&mv["uci"])).collect()
}

/// Reads a schema and documents, and prints for each document what keeps it from following the schema.
const PROGRAM: &str = "\
import json, sys
sys.path.insert(0, sys.argv[1])
sys.stderr = sys.stdout
from jsonschema import Draft202012Validator
schema, documents = json.load(sys.stdin)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
json.dump([[it.message for it in validator.iter_errors(document)] for document in documents], sys.stdout)
";

/// Demands that reports follow the schema that the command prints.
#[track_caller]
pub(crate) fn reports_follow(reports: &[Value]) {
    let schema = run_with(&["generate", "schema"]).json();
    for faults in faults(&schema, reports) {
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

/// Returns what keeps each document from following a schema, which must be one itself. The current test needs
/// `python3` and `check-jsonschema`.
#[track_caller]
pub(crate) fn faults(schema: &Value, documents: &[Value]) -> Vec<Vec<String>> {
    let (python, library) = (tool("python3"), package("check-jsonschema"));
    let input = json!([schema, documents]).to_string();
    let output = printed(&python, &["-c", PROGRAM, library.to_str().unwrap()], &input);
    let output = String::from_utf8_lossy(&output);
    let faults: Vec<Vec<String>> = serde_json::from_str(&output).expect(&output);
    assert_eq!(faults.len(), documents.len());
    faults
}
