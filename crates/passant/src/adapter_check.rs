//! Checks whether an adapter follows the line protocol of `adapters/README.md`. Its answers about chess are not judged.

mod requests;

use std::time::Duration;

use passant_engine::EngineSpec;
use passant_engine::line_protocol::{Adapter, Capabilities, Reply, Unanswered};
use passant_engine::process::Deadline;
use passant_query::EngineError;
use requests::{Request, requests};
use serde::Serialize;

/// The time to wait for output after the last reply.
const SILENCE: Duration = Duration::from_millis(200);

/// The time limit for ending, in seconds. A virtual machine on a busy computer takes some.
const END: u64 = 10;

/// The result of checking an adapter.
#[derive(Debug, Serialize)]
pub(crate) struct AdapterReport {
    /// The name of the adapter; empty if the handshake failed.
    pub(crate) name: String,
    /// The requests, in order.
    pub(crate) exchanges: Vec<Exchange>,
}

/// A request and its reply.
#[derive(Debug, Serialize)]
pub(crate) struct Exchange {
    /// The line that was sent to the adapter.
    pub(crate) request: String,
    /// The verdict on the reply.
    pub(crate) outcome: ReplyVerdict,
    /// The reply, or the beginning of a long one.
    pub(crate) reply: Vec<String>,
    /// The fault of the reply, and the expected form.
    pub(crate) problem: Option<String>,
}

/// The verdict on a reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ReplyVerdict {
    /// The reply has the form of the protocol.
    Ok,
    /// The reply has another form.
    Wrong,
    /// There is no reply: the adapter has ended, or printed nothing.
    Silent,
}

/// The maximum number of lines of a reply that the report shows.
const KEPT: usize = 12;

/// Makes every request that the adapter announces, and some that it does not announce.
pub(crate) fn check(spec: &EngineSpec) -> AdapterReport {
    let mut report = AdapterReport {
        name: String::new(),
        exchanges: Vec::new(),
    };
    let mut adapter = match spec.adapter_or_lines() {
        Ok(adapter) => adapter,
        Err(unanswered) => {
            report.add_error("passant 1", unanswered);
            return report;
        }
    };
    let capabilities = adapter.capabilities().clone();
    report.name.clone_from(&capabilities.name);
    report.shake_hands(&capabilities);
    for request in requests(&capabilities) {
        let Some(next) = report.ask(adapter, &request, spec) else {
            return report;
        };
        adapter = next;
    }
    report.listen(&mut adapter);
    report.end(adapter, spec);
    report
}

impl AdapterReport {
    /// Tells whether some reply is wrong.
    pub(crate) fn is_wrong(&self) -> bool {
        self.has(ReplyVerdict::Wrong)
    }

    /// Tells whether some request got no reply.
    pub(crate) fn is_silent(&self) -> bool {
        self.has(ReplyVerdict::Silent)
    }

    fn has(&self, outcome: ReplyVerdict) -> bool {
        let mut exchanges = self.exchanges.iter();
        exchanges.any(|exchange| exchange.outcome == outcome)
    }

    fn add(&mut self, request: &str, reply: Vec<String>, problem: Option<String>) {
        self.exchanges.push(Exchange {
            request: request.to_owned(),
            outcome: problem
                .as_ref()
                .map_or(ReplyVerdict::Ok, |_| ReplyVerdict::Wrong),
            reply,
            problem,
        });
    }

    fn add_error(&mut self, request: &str, unanswered: Unanswered) {
        let Unanswered { error, lines } = unanswered;
        let (outcome, problem) = match &error {
            EngineError::TimedOut(time) if !lines.is_empty() => {
                let seconds = time.as_secs_f64();
                let problem = format!(
                    "the reply does not end within {seconds} s; expected ok or error as its last line"
                );
                (ReplyVerdict::Wrong, problem)
            }
            EngineError::Garbled(_)
            | EngineError::Contradicted { .. }
            | EngineError::Unsupported(_)
            | EngineError::Refused(_) => (ReplyVerdict::Wrong, error.to_string()),
            _ => (ReplyVerdict::Silent, error.to_string()),
        };
        self.exchanges.push(Exchange {
            request: request.to_owned(),
            outcome,
            reply: first_lines(&lines),
            problem: Some(problem),
        });
    }

    fn shake_hands(&mut self, capabilities: &Capabilities) {
        let problem = match capabilities.name.chars().count() {
            0 => {
                Some("the name is missing; expected name \"…\" with library and version".to_owned())
            }
            81.. => Some("the name is too long; expected at most 80 characters".to_owned()),
            _ => None,
        };
        let unknown = capabilities.unknown.iter();
        let reply = unknown.map(|word| format!("# {word} is unknown and is ignored"));
        self.add("passant 1", reply.collect(), problem);
    }

    /// Makes a request and checks the reply. Restarts an adapter that failed; `None` if it does not start.
    fn ask(
        &mut self,
        mut adapter: Adapter,
        request: &Request,
        spec: &EngineSpec,
    ) -> Option<Adapter> {
        match adapter.ask(&request.text) {
            Ok(reply) => {
                let problem = request.form.problem_of(&reply);
                self.add(&request.text, reply_lines(&reply), problem);
                Some(adapter)
            }
            Err(unanswered) => {
                self.add_error(&request.text, unanswered);
                drop(adapter);
                let mut restarted = spec.adapter().ok()?;
                // The next request is about the same position.
                if let Some(position) = &request.position {
                    restarted.ask(position).ok()?;
                }
                Some(restarted)
            }
        }
    }

    /// Checks that the adapter prints nothing without a request.
    fn listen(&mut self, adapter: &mut Adapter) {
        if let Ok(line) = adapter.process().line(Deadline::after(SILENCE)) {
            let problem = "a line without a request; expected one reply per request, which ends with ok or error";
            self.add("(nothing)", vec![line], Some(problem.to_owned()));
        }
    }

    /// Checks that `quit` ends the adapter, and that the end of its input does too.
    fn end(&mut self, mut adapter: Adapter, spec: &EngineSpec) {
        let process = adapter.process();
        let sent = process.send("quit").and_then(|()| process.flush());
        let problem = match process.wait(Duration::from_secs(END)) {
            Some(status) if status.success() => None,
            Some(status) => Some(format!("ended with {status}; expected status 0")),
            None => Some(format!("still running after {END} s; expected it to end")),
        };
        self.add(
            "quit",
            Vec::new(),
            sent.err().map(|error| error.to_string()).or(problem),
        );
        drop(adapter);
        if let Ok(mut adapter) = spec.adapter() {
            adapter.process().close_input();
            let problem = match adapter.process().wait(Duration::from_secs(END)) {
                Some(_) => None,
                None => Some(format!(
                    "still running after {END} s; expected it to end, because the end of input means quit"
                )),
            };
            self.add("(end of input)", Vec::new(), problem);
        }
    }
}

/// Returns the lines of a reply, including the last.
fn reply_lines(reply: &Reply) -> Vec<String> {
    let mut lines = first_lines(&reply.lines);
    lines.push(reply.end.to_string());
    lines
}

fn first_lines(lines: &[String]) -> Vec<String> {
    let mut kept: Vec<_> = lines.iter().take(KEPT).cloned().collect();
    if KEPT < lines.len() {
        kept.push(format!("# {} more lines", lines.len() - KEPT));
    }
    kept
}
