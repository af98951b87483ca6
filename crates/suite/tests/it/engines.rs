//! Files about engines: descriptors and lists of expected failures.

use passant_suite::descriptor::{Descriptor, DialectDescriptor};
use passant_suite::expected::{Cases, Expectations};
use passant_suite::{Diagnostics, Suites};

use crate::{check, listed};

fn expectations(text: &str) -> Result<Expectations, Diagnostics> {
    Expectations::parse("expected.toml", text, &Suites::builtin()?)
}

#[test]
fn reports_everything_that_is_wrong_with_descriptors() {
    let suites = Suites::builtin().unwrap();
    let diagnostics = Descriptor::load("tests/data/engines/descriptors.toml", &suites).unwrap_err();
    check("engines/descriptors.txt", &listed(&diagnostics));
}

#[test]
fn reports_everything_that_is_wrong_with_expected_failures() {
    let suites = Suites::builtin().unwrap();
    for name in ["expected", "syntax"] {
        let file = format!("tests/data/engines/{name}.toml");
        let diagnostics = Expectations::load(file, &suites).unwrap_err();
        check(format!("engines/{name}.txt"), &listed(&diagnostics));
    }
}

/// A list of nonsense does not take minutes: after 50 problems the rest is counted.
#[test]
fn a_list_of_nonsense_is_given_up() {
    let entry = "[[expected]]\naddress = \"en-passant/plain/none\"\nreason = \"x\"\n";
    let problems = expectations(&entry.repeat(20_000)).unwrap_err();
    assert_eq!(problems.len(), 51);
    let rest = "19950 more tables [[expected]] were not looked at";
    assert!(problems.iter().any(|it| it.message == rest), "{problems}");
}

#[test]
fn refuses_a_file_without_engines() {
    let suites = Suites::builtin().unwrap();
    let diagnostics = Descriptor::parse("engines.toml", "# none\n", &suites).unwrap_err();
    assert_eq!(
        diagnostics.to_string(),
        "engines.toml:1:1: expected at least one table [[engine]]"
    );
}

#[test]
fn reads_every_key_of_a_descriptor() {
    let text = r#"
[[engine]]
name     = "a"
command  = "./a --quiet"
folder   = "build"
protocol = "xboard"
setup    = ["post"]
options  = { b = "2", a = "1" }
timeout  = 60
[engine.perft]
command     = "count {depth}"
total       = '^(?<nodes>\d+)$'
least-depth = 2
[[engine.expected]]
class  = "plain"
reason = "known"
"#;
    let suites = Suites::builtin().unwrap();
    let engines = Descriptor::parse("engines.toml", text, &suites).unwrap();
    let [engine] = &engines[..] else {
        panic!("{engines:?}")
    };
    assert_eq!(engine.name, "a");
    assert_eq!(engine.folder.as_deref(), Some("build".as_ref()));
    assert_eq!(engine.protocol.as_ref().unwrap().value, "xboard");
    assert_eq!(engine.setup[0].value, "post");
    let names: Vec<_> = engine.options.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(engine.timeout, Some(60));
    assert!(engine.expected.find("x", "plain").is_some());
    let Some(DialectDescriptor::Described(perft)) = &engine.dialect else {
        panic!("{engine:?}")
    };
    assert_eq!(perft.move_pattern, None);
    assert_eq!(
        perft.total_pattern.as_ref().unwrap().value,
        r"^(?<nodes>\d+)$"
    );
    assert_eq!(perft.least_depth, 2);
    let error = engine.command.error("no such program");
    assert_eq!(error.to_string(), "engines.toml:4:12: no such program");
    assert_eq!(error.excerpt(), Some("\"./a --quiet\""));
}

#[test]
fn addresses_match_whole_parts_and_classes_match_exactly() {
    let address = Cases::Address("en-passant/plain/".to_owned());
    assert!(address.include("en-passant/plain", "any"));
    assert!(address.include("en-passant/plain/x", "any"));
    assert!(!address.include("en-passant/plainer/x", "any"));
    let class = Cases::Class("plain".to_owned());
    assert!(class.include("en-passant/a/x", "plain"));
    assert!(!class.include("en-passant/plain/x", "plainer"));
}

#[test]
fn entries_with_an_engine_are_about_that_engine_alone() {
    let entry = "[[expected]]\nclass = \"plain\"\nreason = \"known\"\n";
    let list = expectations(&format!("{entry}engine = \"a\"\n")).unwrap();
    assert!(list.about(Some("a")).find("x", "plain").is_some());
    for other in [Some("b"), None] {
        assert!(list.about(other).find("x", "plain").is_none());
    }
    let everyone = expectations(entry).unwrap();
    let both = list.about(None).and(&everyone);
    assert!(both.find("x", "plain").is_some());
}
