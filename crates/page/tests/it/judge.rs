//! The requests `cases`, `block` and `judge`. Whether the verdict is that of the command is a test of the command.

use passant_engine::recorded::Form;
use passant_judge::check::Plan;
use passant_judge::diagnosis::quick_set;
use passant_page::{Page, pack_cases};
use passant_query::Channel;
use passant_report::TextJudge;
use passant_report::answered_block::choice;
use passant_suite::Suites;
use serde_json::{Value, json};

use crate::{errors, form};

/// A page that knows the cases.
fn page() -> Page {
    let mut page = Page::default();
    let suites = Suites::builtin().unwrap();
    let cases = pack_cases(&suites).unwrap();
    let reply = page.call(&form(&json!({"ask": "cases", "cases": cases})));
    assert!(reply.starts_with("{\"ok\":"), "{reply}");
    page
}

fn call(page: &mut Page, request: &Value) -> Value {
    serde_json::from_str(&page.call(&form(request))).unwrap()
}

/// The page has only some of the cases.
#[test]
fn the_block_is_that_of_all_suites() {
    let suites = Suites::builtin().unwrap();
    let plan = Plan::new(&suites, &choice(vec![], vec![], vec![])).unwrap();
    let items = plan.to_all_depths();
    let predictions = quick_set(&suites, Channel::Divide).unwrap();
    let mut page = page();
    let perft = || "perft {depth}".to_owned();
    let forms = [
        (
            json!({"protocol": "uci", "perft": perft()}),
            Form::Uci { perft: perft() },
        ),
        (json!({"protocol": "xboard"}), Form::Xboard),
        (
            json!({"protocol": "xboard", "perft": perft()}),
            Form::XboardPerft { perft: perft() },
        ),
        (json!({"protocol": "fen", "perft": null}), Form::Fen),
    ];
    for (mut request, form) in forms {
        let judge = TextJudge::new(form, &items, &predictions).unwrap();
        request["ask"] = "block".into();
        let reply = call(&mut page, &request);
        assert_eq!(reply["ok"]["block"], judge.block().to_string(), "{request}");
    }
}

#[test]
fn a_text_without_answers_is_refused() {
    let mut page = page();
    for text in ["", "hello", "\u{0}\u{1}<script>", "1\n2\n3"] {
        let reply = call(&mut page, &json!({"ask": "judge", "text": text}));
        let error = &reply["error"][0];
        assert_eq!(error["field"], "text", "{reply}");
        assert_eq!(
            error["message"],
            "the text has no answers to these questions"
        );
        assert!(error["hint"].is_string());
    }
}

#[test]
fn says_which_field_is_wrong() {
    let mut page = page();
    for (request, field) in [
        (json!({"ask": "block", "protocol": "UCI"}), "protocol"),
        (
            json!({"ask": "block", "protocol": "uci", "perft": "go perft 2"}),
            "perft",
        ),
        (
            json!({"ask": "block", "protocol": "uci", "perft": "quit\n{depth}"}),
            "perft",
        ),
        (
            json!({"ask": "judge", "text": "", "protocol": "x"}),
            "protocol",
        ),
        (json!({"ask": "judge", "text": 1}), "text"),
        (json!({"ask": "cases", "cases": "en-passant"}), "cases"),
        (json!({"ask": "cases", "cases": ""}), "cases"),
        (json!({"ask": "cases", "cases": []}), "cases"),
    ] {
        let reply = call(&mut page, &request);
        assert_eq!(reply["error"][0]["field"], field, "{request}: {reply}");
    }
}

#[test]
fn nothing_is_judged_before_the_cases_are_there() {
    for request in [json!({"ask": "block"}), json!({"ask": "judge", "text": ""})] {
        assert_eq!(errors(&request)[0]["field"], "cases");
    }
}
