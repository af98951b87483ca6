//! The diagnosis that a failing test prints.

use std::any::type_name;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Mutex;

use passant_query::Subject;
use passant_suite::Suites;

use crate::check::InTurn;
use crate::diagnosis::naming::Naming;
use crate::diagnosis::questions_for;
use crate::parallel::lock;

/// The text of the tests that fail after the one with the diagnosis.
const SAID: &str = "\nthe diagnosis stands at the first of these tests that has failed\n";

/// The explanations that were found, by the type of the subject. All tests of a program wait for the first one, because
/// without optimization it takes half a minute.
static KNOWN: Mutex<BTreeMap<&str, String>> = Mutex::new(BTreeMap::new());

/// Returns the faults that explain the wrong answers of subjects of this type, with the command that says more. Empty if
/// no fault does. The first subject of the type that fails is asked; those that follow are told where it is said.
pub(super) fn explain<S>(subject: &mut dyn Subject, suites: &Suites) -> String {
    let mut known = lock(&KNOWN);
    match known.entry(type_name::<S>()) {
        Entry::Vacant(vacant) => vacant.insert(find(subject, suites)).clone(),
        Entry::Occupied(found) if found.get().is_empty() => String::new(),
        Entry::Occupied(_) => SAID.to_owned(),
    }
}

/// Asks a subject the questions of the diagnosis, and returns the faults that explain its answers.
fn find(subject: &mut dyn Subject, suites: &Suites) -> String {
    let Ok(questions) = questions_for(suites, subject.can()) else {
        return String::new();
    };
    let Some(diagnosis) = InTurn.diagnose(subject, &questions) else {
        return String::new();
    };
    let (certainty, found) = match &diagnosis.questioned.naming {
        Naming::Named(evidence) => ("", std::slice::from_ref(evidence)),
        Naming::OneOf(several) => ("one of several: ", &several[..]),
        Naming::InPart(several) => ("a partial fit, which may not be the fault: ", &several[..]),
        Naming::Sound | Naming::Unknown => return String::new(),
    };
    let faults = found.iter().flat_map(|evidence| evidence.faults.iter());
    let lines = faults.map(|fault| {
        format!(
            "{certainty}{}: {}\nlook at: {}\n`passant faults {}` has an example, and projects that had this fault\n",
            fault.name(),
            fault.sentence(),
            fault.advice(),
            fault.name()
        )
    });
    format!(
        "\ndiagnosis: {}",
        lines.collect::<Vec<_>>().join("\ndiagnosis: ")
    )
}
