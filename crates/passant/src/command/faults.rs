//! `passant faults`: the known faults, as text and as JSON.

use std::fmt::Write;
use std::io;

use clap::Args;
use passant_judge::diagnosis::reply::Reply;
use passant_oracle::{EngineFault, Family, FaultSet, Oracle};
use passant_query::{Query, Question, Subject};
use passant_report::pretty_json;
use passant_suite::{propose, similar};
use serde_json::{Value, json};

use crate::report::board::Picture;
use crate::report::labelled_list::{BOLD, LabelledList};
use crate::{CliError, ExitCode, report};

/// The end of `passant faults --help`.
const NOTES: &str = "\
Examples:
  passant faults
  passant faults rank-pin-ignored
  passant faults rank-pin-ignored moves-ignored
  passant faults --json > faults.json

Each fault has been found in a public engine, or differs from such a fault in one detail.
The engine passant-oracle can be given any of them: passant-oracle --fault NAME,
or passant uci --fault NAME.

Keys of the objects that --json prints, one for each fault, in an array:
  name, family, sentence
  question  {fen, moves, ask}: a question that an engine with the fault answers wrongly
  expected  the correct answer
  got       the answer of an engine with the fault
  advice    what to look at in such an engine
  reports   public reports: owner/repository#number, or with a commit

Exit codes: 0 the faults are listed, 2 there is no fault of this name, 74 writing failed.";

/// The arguments of `passant faults`.
#[derive(Args)]
#[command(after_long_help = NOTES)]
pub struct FaultsArguments {
    /// The faults to explain [default: list all]
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,

    /// Print all facts about each fault as JSON
    #[arg(long)]
    pub json: bool,
}

/// Lists all faults, or explains some.
pub fn run(arguments: &FaultsArguments) -> Result<ExitCode, CliError> {
    let found = arguments.names.iter().map(|name| find_fault(name));
    let faults: Vec<_> = found.collect::<Result<_, _>>()?;
    report::print(&match &faults[..] {
        [] if arguments.json => json(EngineFault::ALL)?,
        _ if arguments.json => json(&faults)?,
        [] => list(),
        _ => {
            let explained: Vec<_> = faults.into_iter().map(explain).collect();
            explained.join("\n")
        }
    })?;
    Ok(ExitCode::Ok)
}

/// Returns the fault with a name; the error names similar ones.
pub(super) fn find_fault(name: &str) -> Result<EngineFault, CliError> {
    EngineFault::from_name(name).ok_or_else(|| {
        let names = || EngineFault::ALL.iter().map(|fault| fault.name());
        let with_prefix: Vec<_> = names().filter(|it| it.starts_with(name)).collect();
        let found = match similar(name, names()) {
            found if found.is_empty() => with_prefix,
            found => found,
        };
        let meant = propose(&found).map_or_else(String::new, |it| it + " ");
        CliError::bad_input(format!(
            "there is no fault {name}; {meant}passant faults lists all"
        ))
    })
}

/// Returns the list of all faults, by family.
fn list() -> String {
    let mut text = String::new();
    for family in Family::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{BOLD}{family}{BOLD:#}: {}", family.sentence());
        for fault in EngineFault::ALL
            .iter()
            .filter(|fault| fault.family() == family)
        {
            let _ = writeln!(text, "  {fault:27} {}", fault.sentence());
        }
        text.push('\n');
    }
    let _ = writeln!(
        text,
        "{} faults; passant faults NAME explains one",
        EngineFault::ALL.len()
    );
    text
}

/// Returns the explanation of a fault: what it does, a position that shows it, and what to look at.
fn explain(fault: EngineFault) -> String {
    let question = fault.example();
    let setup = &question.line.setup;
    let mut list = LabelledList::default();
    list.text(&format!("{BOLD}{fault}{BOLD:#}\n\n"));
    list.entry("does", fault.sentence());
    let family = format!("{}: {}", fault.family(), fault.family().sentence());
    list.entry("family", &family);
    list.text("\n");
    list.text(&Picture::new(setup.clone()).text());
    list.text("\n");
    list.lines("FEN", [setup.fen().to_string()]);
    if !question.line.steps.is_empty() {
        list.lines("moves", [question.line.steps_text()]);
    }
    list.entry("asked", &meaning(&question.query));
    list.entry("expected", &answer(&question, FaultSet::NONE));
    list.entry("got", &answer(&question, fault.into()));
    list.text("\n");
    list.entry("look at", fault.advice());
    let reports = fault.reports();
    if !reports.is_empty() {
        list.entry("seen in", &reports.join(", "));
    }
    list.finish()
}

/// Returns the answer of an engine with some faults.
fn answer(question: &Question, faults: FaultSet) -> String {
    let answer = Oracle::with(faults).ask(&question.line, &question.query);
    Reply::from(answer).to_string()
}

/// Returns an array with a JSON object for each fault.
fn json(faults: &[EngineFault]) -> io::Result<String> {
    let objects: Vec<_> = faults.iter().copied().map(fault_json).collect();
    pretty_json(&objects)
}

fn fault_json(fault: EngineFault) -> Value {
    let question = fault.example();
    json!({
        "name": fault.name(),
        "family": fault.family().name(),
        "sentence": fault.sentence(),
        "question": {
            "fen": &question.line.setup.fen()[..],
            "moves": question.line.step_texts(),
            "ask": question.query.to_string(),
        },
        "expected": answer(&question, FaultSet::NONE),
        "got": answer(&question, fault.into()),
        "advice": fault.advice(),
        "reports": fault.reports(),
    })
}

/// Returns the question in words.
fn meaning(query: &Query) -> String {
    match query {
        Query::Moves => "for the legal moves".to_owned(),
        Query::Count(depth) => format!("for the number of leaf nodes at depth {depth}"),
        Query::Fen => "for the FEN".to_owned(),
        Query::SameKey(line) => format!("whether the key is that of {line}"),
        Query::Same(line) => format!("whether the position is the same as {line}"),
        Query::Occurrences => "how many times the position has occurred".to_owned(),
        Query::Parse(san) => format!("which move {san} means"),
        Query::About(asked, mv) => asked.meaning(*mv),
        other => format!("{other}"),
    }
}
