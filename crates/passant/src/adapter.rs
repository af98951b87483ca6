//! Checking an adapter: whether it speaks the line protocol as `adapters/README.md` has it. Whether it is right about
//! chess is not asked here.

mod form;
mod requests;

use std::time::Duration;

use serde::Serialize;

use form::Form;
use passant_engine::Starter;
use passant_engine::line_protocol::{Adapter, Capabilities, Reply, Unanswered};
use passant_engine::process::Deadline;
use passant_query::EngineError;
use requests::{Request, requests};

/// How long an adapter is listened to after its last reply.
const SILENCE: Duration = Duration::from_millis(200);

/// How long it may take to end.
const END: Duration = Duration::from_secs(2);

/// What an adapter has answered.
#[derive(Debug, Serialize)]
pub(crate) struct Checked {
    /// What it calls itself; empty if it has not shaken hands.
    pub(crate) name: String,
    /// Each request, in order.
    pub(crate) exchanges: Vec<Exchange>,
}

/// A request and what became of it.
#[derive(Debug, Serialize)]
pub(crate) struct Exchange {
    /// What the adapter was told.
    pub(crate) request: String,
    /// What came of it.
    pub(crate) outcome: Outcome,
    /// The reply; of a long one the beginning.
    pub(crate) reply: Vec<String>,
    /// What is wrong, and what would be right.
    pub(crate) wrong: Option<String>,
}

/// What came of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    /// The reply has the form that the protocol wants.
    Well,
    /// It has not.
    Wrong,
    /// There is no reply: the adapter has ended, or was silent.
    Silent,
}

/// The most lines of a reply that are kept.
const KEPT: usize = 12;

/// Asks everything that the adapter says it can be asked, and some things that it says it cannot.
pub(crate) fn check(starter: &Starter) -> Checked {
    let mut checked = Checked {
        name: String::new(),
        exchanges: Vec::new(),
    };
    let mut adapter = match starter.adapter_or_lines() {
        Ok(adapter) => adapter,
        Err(unanswered) => {
            checked.add_trouble("passant 1", unanswered);
            return checked;
        }
    };
    let capabilities = adapter.capabilities().clone();
    checked.name.clone_from(&capabilities.name);
    checked.shake_hands(&capabilities);
    for request in requests(&capabilities) {
        let Some(asked) = checked.ask(adapter, &request, starter) else {
            return checked;
        };
        adapter = asked;
    }
    checked.listen(&mut adapter);
    checked.end(adapter, starter);
    checked
}

impl Checked {
    /// Whether some reply is not as it should be.
    pub(crate) fn is_wrong(&self) -> bool {
        self.has(Outcome::Wrong)
    }

    /// Whether some request had no reply.
    pub(crate) fn is_silent(&self) -> bool {
        self.has(Outcome::Silent)
    }

    fn has(&self, outcome: Outcome) -> bool {
        let mut exchanges = self.exchanges.iter();
        exchanges.any(|exchange| exchange.outcome == outcome)
    }

    fn add(&mut self, request: &str, reply: Vec<String>, wrong: Option<String>) {
        self.exchanges.push(Exchange {
            request: request.to_owned(),
            outcome: wrong.as_ref().map_or(Outcome::Ok, |_| Outcome::Wrong),
            reply,
            wrong,
        });
    }

    fn add_trouble(&mut self, request: &str, unanswered: Unanswered) {
        let Unanswered { trouble, lines } = unanswered;
        let (outcome, wrong) = match &trouble {
            EngineError::TimedOut(time) if !lines.is_empty() => {
                let time = time.as_secs_f64();
                let what = "the reply does not end";
                let right = "expected ok, or error, as its last line";
                (Outcome::Wrong, format!("{what} within {time} s; {right}"))
            }
            EngineError::Garbled(_)
            | EngineError::Contradicted { .. }
            | EngineError::Unsupported(_)
            | EngineError::Refused(_) => (Outcome::Wrong, trouble.to_string()),
            _ => (Outcome::Silent, trouble.to_string()),
        };
        self.exchanges.push(Exchange {
            request: request.to_owned(),
            outcome,
            reply: beginning(&lines),
            wrong: Some(wrong),
        });
    }

    fn shake_hands(&mut self, capabilities: &Capabilities) {
        let wrong = match capabilities.name.chars().count() {
            0 => Some("there is no name; expected name \"…\" with library and version".to_owned()),
            81.. => Some("the name is longer than 80 characters".to_owned()),
            _ => None,
        };
        let unknown = capabilities.unknown.iter();
        let reply = unknown.map(|word| format!("# {word} is not known, and is ignored"));
        self.add("passant 1", reply.collect(), wrong);
    }

    /// Asks, and judges the reply. An adapter that has failed is started again; `None` if it does not start.
    fn ask(
        &mut self,
        mut adapter: Adapter,
        request: &Request,
        starter: &Starter,
    ) -> Option<Adapter> {
        match adapter.ask(&request.text) {
            Ok(reply) => {
                let wrong = request.form.fault_of(&reply);
                self.add(&request.text, shown(&reply), wrong);
                Some(adapter)
            }
            Err(unanswered) => {
                self.add_trouble(&request.text, unanswered);
                drop(adapter);
                let mut again = starter.adapter().ok()?;
                // What comes next is about the position of the request that has failed.
                if let Some(position) = &request.position {
                    again.ask(position).ok()?;
                }
                Some(again)
            }
        }
    }

    /// Nothing may come that nobody has asked for.
    fn listen(&mut self, adapter: &mut Adapter) {
        if let Ok(line) = adapter.process().line(Deadline::after(SILENCE)) {
            let wrong = "a line that nobody has asked for: each request has one reply, which ends with ok or error";
            self.add("(nothing)", vec![line], Some(wrong.to_owned()));
        }
    }

    /// `quit` ends it, and so does the end of its input.
    fn end(&mut self, mut adapter: Adapter, starter: &Starter) {
        let process = adapter.process();
        let sent = process.send("quit").and_then(|()| process.flush());
        let wrong = match process.wait(END) {
            Some(status) if status.success() => None,
            Some(status) => Some(format!("it ended with {status}; expected status 0")),
            None => Some("it goes on; expected its end within 2 s".to_owned()),
        };
        self.add(
            "quit",
            Vec::new(),
            sent.err().map(|trouble| trouble.to_string()).or(wrong),
        );
        drop(adapter);
        if let Ok(mut adapter) = starter.adapter() {
            adapter.process().close_input();
            let wrong = match adapter.process().wait(END) {
                Some(_) => None,
                None => Some("it goes on; the end of the input means quit".to_owned()),
            };
            self.add("(end of input)", Vec::new(), wrong);
        }
    }
}

/// The lines of a reply, the last one included.
fn shown(reply: &Reply) -> Vec<String> {
    let mut shown = beginning(&reply.lines);
    shown.push(reply.end.to_string());
    shown
}

fn beginning(lines: &[String]) -> Vec<String> {
    let mut kept: Vec<_> = lines.iter().take(KEPT).cloned().collect();
    if KEPT < lines.len() {
        kept.push(format!("# {} lines more", lines.len() - KEPT));
    }
    kept
}
