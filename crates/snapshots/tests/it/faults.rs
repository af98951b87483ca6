//! The faults that an engine can be told to have: for each the question that shows it, and both answers.

use std::fmt::Write;

use passant_oracle::{EngineFault, FaultSet};

#[test]
fn examples_of_the_faults() {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("fault-examples", page()));
}

fn page() -> String {
    let mut page = String::new();
    for &fault in EngineFault::ALL {
        let question = fault.example();
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "{fault}\n  asked  {question}\n  right  {}\n  wrong  {}\n",
            question.answer(FaultSet::NONE),
            question.answer(fault.into()),
        );
    }
    page
}
