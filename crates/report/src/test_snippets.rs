//! Tests to paste into the source code of an engine: one question with the expected answer, in three languages.
//!
//! Each test calls one function that the engine has, or that its author writes in a line or two.

use passant_judge::diagnosis::reply::Reply;
use passant_judge::diagnosis::rules;
use passant_query::{Answer, Line, MoveQuery, Query, Question, Step, Syntax, escape};
use passant_rules::EnPassantMode;
use serde::{Deserialize, Serialize};

/// The same test in three languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TestSnippets {
    /// For `cargo test`.
    pub rust: String,
    /// For C++ with `assert`.
    pub cpp: String,
    /// For pytest.
    pub python: String,
}

/// A call of a function of the engine, and the values that it may return.
struct Claim {
    /// The task of the function.
    comment: String,
    function: &'static str,
    arguments: Vec<Value>,
    expected: Value,
    /// Other correct values: a FEN under another convention.
    or: Vec<Value>,
}

/// A value in all three languages.
#[derive(Clone, PartialEq, Eq)]
enum Value {
    Text(String),
    Number(String),
    Truth(bool),
    List(Vec<String>),
}

/// Tests that pass if the engine gives the expected answer.
#[must_use]
pub fn test_snippets(name: &str, question: &Question, expected: &Reply) -> TestSnippets {
    let name = name.replace([' ', '-'], "_");
    let claim = claim(question, expected);
    TestSnippets {
        rust: claim.rust(&name),
        cpp: claim.cpp(&name),
        python: claim.python(&name),
    }
}

fn claim(question: &Question, expected: &Reply) -> Claim {
    let more = match &question.query {
        Query::Moves | Query::Fen | Query::Occurrences => vec![],
        Query::Count(depth) => vec![Value::Number(depth.to_string())],
        Query::SameKey(other) | Query::Same(other) => line(other).to_vec(),
        Query::About(MoveQuery::San | MoveQuery::Victim, mv) => {
            vec![Value::Text(mv.text().to_string())]
        }
        Query::Parse(san) => vec![Value::Text(san.clone())],
        other => vec![Value::Text(other.to_string())],
    };
    let (function, does) = function(&question.query);
    let expected = value(question, expected);
    Claim {
        comment: format!("{function}: {does}{}", steps_explained(question)),
        function,
        arguments: [&line(&question.line)[..], &more].concat(),
        or: other_conventions(question, &expected),
        expected,
    }
}

/// Returns what the function of a test returns. A move that is read from SAN is played, so that the test shows every way in
/// which it can be misread.
fn value(question: &Question, expected: &Reply) -> Value {
    match (expected, &question.query) {
        (Reply::Answer(Answer::Moves(moves)), _) => {
            let mut texts: Vec<_> = moves.iter().map(ToString::to_string).collect();
            texts.sort_unstable();
            Value::List(texts)
        }
        (Reply::Answer(Answer::Counts(_) | Answer::Occurrences(_)), _) => {
            Value::Number(expected.to_string())
        }
        (Reply::Answer(Answer::Is(is_so)), Query::SameKey(_) | Query::Same(_)) => {
            Value::Truth(*is_so)
        }
        (Reply::Answer(Answer::Parsed(Some(read))), _) => {
            let after = || {
                let position = rules::position_after(&question.line)?;
                let mv = position.find(read.mv.uci()?).ok()?;
                Some(position.after(mv).fen(EnPassantMode::Always).to_string())
            };
            Value::Text(after().unwrap_or_else(|| expected.to_string()))
        }
        _ => Value::Text(expected.to_string()),
    }
}

/// The name of the function that a test calls, and what it has to do.
fn function(query: &Query) -> (&'static str, &'static str) {
    match query {
        Query::Moves => (
            "legal_moves",
            "the legal moves after some moves, in UCI notation, sorted",
        ),
        Query::Count(_) => ("perft", "leaf nodes below the position after some moves"),
        Query::Fen => ("fen_after", "the FEN after some moves"),
        Query::SameKey(_) => ("has_same_key", "whether the keys after two lines are equal"),
        Query::Same(_) => (
            "is_same_position",
            "whether two lines lead to the same position, as for a draw by repetition",
        ),
        Query::Occurrences => ("occurrences", "how often the last position has occurred"),
        Query::About(MoveQuery::San, _) => ("to_san", "a move in SAN"),
        Query::Parse(_) => (
            "fen_after_san",
            "the FEN after a move that is read from SAN",
        ),
        Query::About(MoveQuery::Victim, _) => (
            "captured_square",
            "the square of the piece that a move captures",
        ),
        _ => ("answer_to", "the answer to a question in words"),
    }
}

/// A line as arguments: the FEN and the steps.
fn line(line: &Line) -> [Value; 2] {
    let fen = line.setup.fen().to_string();
    [Value::Text(fen), Value::List(texts(&line.steps))]
}

fn texts(steps: &[Step]) -> Vec<String> {
    steps.iter().map(ToString::to_string).collect()
}

/// Explains the steps that are not moves in UCI notation.
fn steps_explained(question: &Question) -> String {
    let words = [
        ("undo", "; undo takes the last one back"),
        ("0000", "; 0000 is a null move"),
        ("again", "; again copies the game"),
        (
            "reread",
            "; reread writes the FEN and reads it into a new game",
        ),
    ];
    let steps = &question.line.steps;
    let is_there = |word: &str| texts(steps).iter().any(|step| step == word);
    let words = words.iter().filter(|(word, _)| is_there(word));
    words.map(|&(_, text)| text).collect()
}

/// A FEN as the other conventions have it.
fn other_conventions(question: &Question, expected: &Value) -> Vec<Value> {
    if question.query != Query::Fen {
        return Vec::new();
    }
    let Some(position) = rules::position_after(&question.line) else {
        return Vec::new();
    };
    let mut others: Vec<_> = [EnPassantMode::PseudoLegal, EnPassantMode::Legal]
        .into_iter()
        .map(|mode| Value::Text(position.fen(mode).to_string()))
        .filter(|value| value != expected)
        .collect();
    others.dedup();
    others
}

impl Claim {
    /// The call, written in one of the languages.
    fn call(&self, write: fn(&Value) -> String) -> String {
        let arguments: Vec<_> = self.arguments.iter().map(write).collect();
        format!("{}({})", self.function, arguments.join(", "))
    }

    /// The correct values, written in one of the languages.
    fn correct(&self, write: fn(&Value) -> String) -> Vec<String> {
        std::iter::once(&self.expected)
            .chain(&self.or)
            .map(write)
            .collect()
    }

    fn rust(&self, name: &str) -> String {
        let call = self.call(|value| match value {
            Value::List(_) => format!("&{}", rust(value)),
            _ => rust(value),
        });
        let check = match (&self.correct(rust)[..], &self.expected) {
            ([_], Value::Truth(true)) => format!("assert!({call});"),
            ([_], Value::Truth(false)) => format!("assert!(!{call});"),
            ([_], Value::List(texts)) if texts.is_empty() => {
                format!("assert_eq!({call}, [\"\"; 0]);")
            }
            ([one], _) => format!("assert_eq!({call}, {one});"),
            (several, _) => format!(
                "// One FEN for each convention of the en passant field.\n    \
                 assert!([{}].contains(&{call}.as_str()));",
                several.join(", ")
            ),
        };
        let comment = &self.comment;
        format!("#[test]\nfn {name}() {{\n    // {comment}\n    {check}\n}}\n")
    }

    fn cpp(&self, name: &str) -> String {
        let call = self.call(cpp);
        let checks: Vec<_> = match &self.expected {
            Value::Truth(true) => vec![call],
            Value::Truth(false) => vec![format!("!{call}")],
            _ => self
                .correct(cpp)
                .into_iter()
                .map(|value| format!("{call} == {value}"))
                .collect(),
        };
        let comment = &self.comment;
        let check = checks.join("\n        || ");
        format!("void {name}() {{\n    // {comment}\n    assert(({check}));\n}}\n")
    }

    fn python(&self, name: &str) -> String {
        let call = self.call(python);
        let check = match (&self.correct(python)[..], &self.expected) {
            ([_], Value::Truth(true)) => format!("assert {call}"),
            ([_], Value::Truth(false)) => format!("assert not {call}"),
            ([one], _) => format!("assert {call} == {one}"),
            (several, _) => format!("assert {call} in [{}]", several.join(", ")),
        };
        let comment = &self.comment;
        format!("def test_{name}():\n    # {comment}\n    {check}\n")
    }
}

fn join_literals(texts: &[String], syntax: Syntax) -> String {
    let literals: Vec<_> = texts.iter().map(|text| escape(text, syntax)).collect();
    literals.join(", ")
}

fn rust(value: &Value) -> String {
    literal(value, Syntax::Rust)
}

/// A value as Rust writes it, with the strings of a language.
fn literal(value: &Value, syntax: Syntax) -> String {
    match value {
        Value::Text(text) => escape(text, syntax),
        Value::Number(number) => number.clone(),
        Value::Truth(truth) => truth.to_string(),
        Value::List(texts) => format!("[{}]", join_literals(texts, syntax)),
    }
}

fn cpp(value: &Value) -> String {
    match value {
        Value::List(texts) => {
            let literals = join_literals(texts, Syntax::Cpp);
            format!("std::vector<std::string>{{{literals}}}")
        }
        other => literal(other, Syntax::Cpp),
    }
}

fn python(value: &Value) -> String {
    match value {
        Value::Truth(true) => "True".to_owned(),
        Value::Truth(false) => "False".to_owned(),
        other => literal(other, Syntax::Python),
    }
}
