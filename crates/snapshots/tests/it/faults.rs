//! An example of each fault of the oracle: a question that reveals the fault, the expected answer, and the answer that
//! an engine with the fault gives.

use std::fmt::Write;

use passant_oracle::{EngineFault, FaultSet, Oracle};
use passant_query::Subject;

#[test]
fn every_fault_changes_the_answer_of_its_example() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("fault-examples", page()));
}

fn page() -> String {
    let mut page = String::new();
    for &fault in EngineFault::ALL {
        let question = fault.example();
        let [expected, got] = [FaultSet::NONE, fault.into()].map(|faults| {
            let answer = Oracle::with(faults).ask(&question.line, &question.query);
            answer.map_or_else(|error| error.to_string(), |it| it.to_string())
        });
        assert_ne!(expected, got, "{fault}: {question}");
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "{fault}\n  question  {question}\n  expected  {expected}\n  got       {got}\n",
        );
    }
    page
}
