//! Tests of the judge with subjects in this process: the oracle with and without faults, the rules, and faulty libraries.

mod deep_searches;
mod diagnosis;
mod draws;
mod fault_table;
mod fresh;
mod games;
mod hunts;
mod keys_apart;
mod known;
mod left_out_moves;
mod macros;
mod questions;
mod rules_state;
mod scoped;
mod search;
#[cfg(feature = "proptest")]
mod strategy;
mod subjects;
mod time;
mod unnamed;

/// Compares a text with `snapshots/{name}.snap`.
#[track_caller]
fn check_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
