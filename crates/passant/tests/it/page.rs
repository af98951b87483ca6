//! The page says the same as the command.

use form_urlencoded::Serializer;
use passant_page::{Page, pack_cases};
use passant_suite::Suites;
use serde_json::Value;

use crate::oracle::oracle_prints;
use crate::run::{run_on, run_with};

fn call(page: &mut Page, fields: &[(&str, &str)]) -> Value {
    let form = Serializer::new(String::new()).extend_pairs(fields).finish();
    let reply: Value = serde_json::from_str(&page.call(&form)).unwrap();
    assert!(reply.get("ok").is_some(), "{reply}");
    reply["ok"].clone()
}

#[test]
fn judges_a_text_as_the_command_does() {
    let mut page = Page::default();
    let suites = Suites::builtin().unwrap();
    let cases = pack_cases(&suites).unwrap();
    call(&mut page, &[("ask", "cases"), ("cases", &cases)]);
    let three = [
        "rank-pin-ignored",
        "second-capturer-missed",
        "fen-field-ignored",
    ];
    let blocks = [
        ("stockfish", "uci", None, &three[..]),
        ("none", "xboard", None, &three[..1]),
        ("ethereal", "uci", Some("perft {depth}"), &three[1..2]),
    ];
    for (dialect, protocol, perft, faults) in blocks {
        let mut request = vec![("ask", "block"), ("protocol", protocol)];
        request.extend(perft.map(|perft| ("perft", perft)));
        let block = call(&mut page, &request)["block"]
            .as_str()
            .unwrap()
            .to_owned();
        let options: Vec<_> = perft
            .iter()
            .flat_map(|perft| ["--perft-command", perft])
            .collect();
        let asked = run_with(&[&["judge", "--ask", "--protocol", protocol], &options[..]].concat());
        assert_eq!(block, asked.exits_with(0).stdout, "{protocol}");
        for fault in faults {
            let text = oracle_prints(fault, dialect, &block);
            let text = String::from_utf8(text).unwrap();
            let run = run_on(&["judge", "--json"], text.as_bytes()).exits_with(1);
            let mut expected = run.json();
            // It is for files, which the page does not write.
            expected.as_object_mut().unwrap().remove("crc32").unwrap();
            let found = call(&mut page, &[("ask", "judge"), ("text", &text)]);
            assert_eq!(found["report"], expected, "{fault} {dialect}");
        }
    }
}

/// One case of each class.
#[test]
fn explains_a_position_as_the_command_does() {
    let suites = Suites::builtin().unwrap();
    let mut page = Page::default();
    for suite in suites
        .suites()
        .iter()
        .filter(|suite| suite.name.starts_with("en-passant/"))
    {
        let fen = &suite.cases[0].fen;
        let printed = run_with(&["explain", fen]).exits_with(0).stdout;
        let words = |text: &str| {
            text.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let printed = words(&printed);
        let view = call(&mut page, &[("ask", "game"), ("fen", fen), ("moves", "")]);
        let entries = view["entries"].as_array().unwrap().iter().map(|entry| {
            let lines: Vec<_> = entry["lines"]
                .as_array()
                .unwrap()
                .iter()
                .map(|line| line.as_str().unwrap())
                .collect();
            words(&format!(
                "{} {}",
                entry["label"].as_str().unwrap(),
                lines.join(" ")
            ))
        });
        let expected: Vec<_> = entries.collect();
        assert!(
            printed.ends_with(&expected.join(" ")),
            "{}: {printed}\n{expected:?}",
            suite.name
        );
    }
}
