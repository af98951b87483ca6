//! Finds the perft command of an engine, and records what was tried.

use passant_query::{Channel, EngineError};

use super::expected_answers::check_output;
use super::known_positions::{PLAIN, has_same_placement, line_to_count};
use crate::calibration::{Calibration, Conversation, NoChannel, Protocol};
use crate::connection::{Connection, EngineSpec};
use crate::dialect::CustomPatterns;
use crate::overrides::Dialect;
use crate::perft_request::{AskReady, PerftRequest, command_to};
use crate::process::Deadline;
use crate::reported_position::find_reported_fen;

/// The number of commands that are tried one by one. The others are first sent together, to see whether all are
/// ignored.
const COMMON: usize = 2;

/// The command of `OliThink`: the depth is that of a search, and the count ends as soon as more input comes.
const SEARCH_DEPTH: &str = "sd {depth}\nperft {depth}";

/// The number of crashes and timeouts that end the search for a command.
const FAILURE_BUDGET: u32 = 3;

/// The commands that are tried, and how their output is read.
pub(super) struct PerftCommands {
    commands: Vec<String>,
    patterns: CustomPatterns,
    least_depth: u32,
}

impl PerftCommands {
    pub(super) fn new(spec: &EngineSpec) -> Self {
        let dialect = spec.overrides.dialect.as_ref();
        Self {
            commands: match dialect {
                Some(dialect) => dialect.command.iter().cloned().collect(),
                None => Dialect::common_commands()
                    .chain([SEARCH_DEPTH])
                    .map(str::to_owned)
                    .collect(),
            },
            patterns: spec.patterns(),
            least_depth: dialect.map_or(1, |dialect| dialect.least_depth),
        }
    }

    /// Tries the commands, and returns the most informative one that works. The engine is restarted after a crash.
    pub(super) fn find<C: Connection>(
        &self,
        spec: &EngineSpec,
        connection: C,
        protocol: Protocol,
        attempts: &mut Attempts,
    ) -> Option<Calibration> {
        let mut running = Some(connection);
        let mut best: Option<Calibration> = None;
        let mut failures = 0;
        let commands: Vec<_> = self.commands.iter().filter(|it| C::may_count(it)).collect();
        let mut ignored = Vec::new();
        for (index, &template) in commands.iter().enumerate() {
            if index == COMMON
                && let Some(engine) = &mut running
            {
                ignored = self.find_ignored(engine, &commands[index..], best.is_some());
            }
            if template == SEARCH_DEPTH && best.is_some() {
                // It lists no moves, so that it is not better.
                continue;
            }
            if ignored.contains(&template) {
                let silence = EngineError::unsupported("no answer");
                attempts.note(&command_text(template), Err(silence));
                continue;
            }
            let connection = running.take();
            let Some(mut engine) = connection.or_else(|| start(spec, protocol, attempts)) else {
                break;
            };
            match self.try_command(spec, &mut engine, protocol, template) {
                Ok(found) => {
                    let best_channel = best.as_ref().map(|best| best.channel);
                    if best_channel.is_none_or(|best| found.channel < best) {
                        best = Some(found);
                    }
                    running = Some(engine);
                }
                Err(error) => {
                    if is_failure(&error) {
                        failures += 1;
                    } else {
                        running = Some(engine);
                    }
                    attempts.note(&command_text(template), Err(error));
                }
            }
            let is_divide = |best: &Calibration| best.channel == Channel::Divide;
            if best.as_ref().is_some_and(is_divide) || failures == FAILURE_BUDGET {
                break;
            }
        }
        let restarted = running.or_else(|| {
            let needs_depth_one = best.as_ref()?.least_depth == 1;
            needs_depth_one.then(|| start(spec, protocol, attempts))?
        });
        Some(self.with_least_depth(spec, restarted, best?, attempts))
    }

    /// Returns the commands, of these, that an engine ignores when it is sent all of them: none if it prints anything,
    /// or if something goes wrong. The command of `OliThink` is not sent, because more input ends its count; and no
    /// other form of `perft` is sent to an engine that is known to count.
    fn find_ignored<'c>(
        &self,
        engine: &mut impl Connection,
        templates: &[&'c String],
        counts: bool,
    ) -> Vec<&'c String> {
        let depth = self.least_depth.max(2);
        let may_be_sent =
            |it: &&&String| **it != SEARCH_DEPTH && !(counts && it.starts_with("perft "));
        let templates: Vec<_> = templates.iter().filter(may_be_sent).copied().collect();
        let commands: Vec<_> = templates.iter().map(|it| command_to(it, depth)).collect();
        let is_ignored = engine.position(&line_to_count(engine.sets_up())).is_ok()
            && self.request(&commands.join("\n"), depth).is_ignored(engine);
        if is_ignored { templates } else { Vec::new() }
    }

    fn try_command<C: Connection>(
        &self,
        spec: &EngineSpec,
        engine: &mut C,
        protocol: Protocol,
        template: &str,
    ) -> Result<Calibration, EngineError> {
        let depth = self.least_depth.max(2);
        let line = line_to_count(engine.sets_up());
        engine.position(&line)?;
        let command = command_to(template, depth);
        let mut request = self.request(&command, depth);
        if template == SEARCH_DEPTH {
            request.ask = AskReady::WhenDone;
        }
        let output = request.attempt(engine)?;
        let has_moves = check_output(&output, &line, depth)?;
        // A second depth shows that the count was not correct by accident.
        let is_buffered = self.count(spec, engine, template, depth + 1)?;
        engine.position(&line)?;
        let shows_position = find_reported_fen(&engine.show()?, &line)
            .is_some_and(|fen| has_same_placement(&fen, PLAIN));
        let channel = if has_moves {
            Channel::Divide
        } else {
            Channel::Total
        };
        Ok(Calibration {
            command: Some(template.to_owned()),
            least_depth: self.least_depth,
            is_buffered,
            shows_position,
            ..Calibration::plain("", protocol, channel)
        })
    }

    /// Counts, and returns whether the engine prints the count only when it is asked whether it is ready.
    fn count(
        &self,
        spec: &EngineSpec,
        engine: &mut impl Connection,
        template: &str,
        depth: u32,
    ) -> Result<bool, EngineError> {
        let line = line_to_count(engine.sets_up());
        engine.position(&line)?;
        let deadline = Deadline::after(spec.limits.reply);
        let command = command_to(template, depth);
        let mut request = self.request(&command, depth);
        let output = request.count(engine, deadline)?;
        check_output(&output, &line, depth)?;
        Ok(request.ask == AskReady::AtOnce)
    }

    fn request<'r>(&'r self, command: &'r str, depth: u32) -> PerftRequest<'r> {
        PerftRequest {
            command,
            depth,
            patterns: &self.patterns,
            ask: AskReady::AfterSilence,
        }
    }

    /// Tries depth 1. Some engines divide by the elapsed time, and crash at depth 1: they are asked from depth 2 on.
    fn with_least_depth(
        &self,
        spec: &EngineSpec,
        engine: Option<impl Connection>,
        mut found: Calibration,
        attempts: &mut Attempts,
    ) -> Calibration {
        if found.least_depth == 1
            && let (Some(mut engine), Some(command)) = (engine, &found.command)
            && let Err(error) = self.count(spec, &mut engine, command, 1)
            && !matches!(error, EngineError::Interrupted)
        {
            found.least_depth = 2;
            found
                .notes
                .push(format!("is not asked for depth 1, where it {error}"));
            // The calibration is usable, but this error may have been an accident too.
            attempts.error = Some(error);
        }
        found
    }
}

/// Returns a command at depth 2, on one line.
fn command_text(template: &str) -> String {
    command_to(template, 2).replace('\n', "; ")
}

/// Tells whether an error costs one of the failures that an engine may have: a crash or a timeout.
fn is_failure(error: &EngineError) -> bool {
    let is_answer = matches!(
        error,
        EngineError::Garbled(_) | EngineError::Contradicted { .. }
    );
    error.needs_restart() && !is_answer
}

/// Restarts an engine that has completed the handshake before.
fn start<C: Connection>(
    spec: &EngineSpec,
    protocol: Protocol,
    attempts: &mut Attempts,
) -> Option<C> {
    match C::start(spec) {
        Ok(engine) => Some(engine),
        Err(error) => {
            attempts.note(protocol.word(), Err(error));
            None
        }
    }
}

/// A record of what was tried, and of the errors.
#[derive(Default)]
pub(super) struct Attempts {
    /// A line for each failed attempt.
    pub(super) tried: Vec<String>,
    /// The last crash or timeout after a handshake.
    pub(super) error: Option<EngineError>,
    /// The last crash or timeout during a handshake. It counts only if the engine completes no handshake at all.
    handshake_error: Option<EngineError>,
    /// True if the engine has completed a handshake.
    has_handshake: bool,
    /// The conversations of the handshakes.
    pub(super) handshakes: Vec<Conversation>,
}

impl Attempts {
    /// Records an attempt if it failed. Returns whether it succeeded.
    pub(super) fn note(&mut self, what: &str, outcome: Result<(), EngineError>) -> bool {
        let Err(error) = outcome else {
            return true;
        };
        self.error = self.record(what, error).or(self.error.take());
        false
    }

    /// Records a handshake, and returns the engine if it was completed.
    pub(super) fn note_handshake<C>(
        &mut self,
        what: &str,
        outcome: Result<C, EngineError>,
    ) -> Option<C> {
        match outcome {
            Ok(connection) => {
                self.has_handshake = true;
                Some(connection)
            }
            Err(error) => {
                self.note_handshake_error(what, error);
                None
            }
        }
    }

    /// Records a handshake that failed.
    pub(super) fn note_handshake_error(&mut self, what: &str, error: EngineError) {
        self.handshake_error = self.record(what, error).or(self.handshake_error.take());
    }

    /// Returns the last crash or timeout.
    pub(super) fn into_last_error(self) -> Option<EngineError> {
        self.error.or(self.handshake_error)
    }

    /// Returns the error for an engine that no channel reaches.
    pub(super) fn no_channel(&mut self) -> NoChannel {
        let handshake_error = self.handshake_error.take().filter(|_| !self.has_handshake);
        NoChannel {
            tried: std::mem::take(&mut self.tried),
            handshakes: std::mem::take(&mut self.handshakes),
            error: self.error.take().or(handshake_error),
            ran_out_of_time: false,
        }
    }

    /// Keeps a line for the report, and returns the error if it is a crash or a timeout.
    fn record(&mut self, what: &str, error: EngineError) -> Option<EngineError> {
        let text = match &error {
            EngineError::Unsupported(what) | EngineError::Garbled(what) => what.clone(),
            other => other.to_string(),
        };
        self.tried.push(format!("{what}: {text}"));
        let is_answer = matches!(
            error,
            EngineError::Unsupported(_)
                | EngineError::Garbled(_)
                | EngineError::Contradicted { .. }
                | EngineError::Refused(_)
        );
        (!is_answer).then_some(error)
    }
}
