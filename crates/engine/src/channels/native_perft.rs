//! The engine's own perft, over UCI or xboard.

use std::ops::ControlFlow;
use std::time::Duration;

use passant_query::{
    Abilities, Answer, Channel, Counts, EngineError, Line, Query, Question, Subject,
};

use super::question_queue::{QuestionQueue, Take};
use crate::calibration::Calibration;
use crate::connection::{Connection, EngineSpec, Session};
use crate::dialect::{CustomPatterns, counts};
use crate::perft_request::{AnswerOrder, AskReady, PerftRequest, command_to};
use crate::process::Deadline;

/// The time for the answers that are still to come when a stream is left.
const DRAIN: Duration = Duration::from_millis(500);

/// The number of answers after which a stream may fail again. Each failure costs a start of the engine.
const BETWEEN_FAILURES: u32 = 300;

/// An engine that counts with a command of its own.
pub(super) struct NativePerft<C> {
    session: Session<C>,
    command: String,
    patterns: CustomPatterns,
    channel: Channel,
    least_depth: u32,
    sets_up: bool,
    ask: AskReady,
    reply: Duration,
    order: AnswerOrder,
    /// The number of answers of streams since one has failed. The first failure is excused.
    streamed: u32,
    /// False once streams fail where the engine answers questions that are asked singly.
    can_stream: bool,
}

impl<C: Connection> NativePerft<C> {
    pub(super) fn new(spec: EngineSpec, calibration: &Calibration) -> Self {
        Self {
            reply: spec.limits.reply,
            patterns: spec.patterns(),
            session: Session::new(spec, C::start),
            command: calibration.command.clone().unwrap_or_default(),
            channel: calibration.channel,
            least_depth: calibration.least_depth,
            sets_up: calibration.sets_up,
            ask: if calibration.is_buffered {
                AskReady::AtOnce
            } else {
                AskReady::WhenDone
            },
            order: AnswerOrder::new(calibration.channel == Channel::Divide),
            streamed: BETWEEN_FAILURES,
            can_stream: true,
        }
    }

    fn counts(&mut self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        let mut request = PerftRequest {
            command: &command_to(&self.command, depth),
            depth,
            patterns: &self.patterns,
            ask: self.ask,
        };
        let reply = self.reply;
        self.session.ask(|engine| {
            let deadline = Deadline::after(reply);
            engine.position(line)?;
            let output = request.count(engine, deadline)?;
            if !output.has_total()
                && let Some(message) = &output.error_message
            {
                return Err(EngineError::Refused(message.clone()));
            }
            counts(&output, line)
        })
    }

    /// Asks questions of a stream up to one that has to be asked singly, which stays in the queue. Returns the error if that
    /// is because the engine, which was then ended, has failed to answer it.
    fn stream(
        &mut self,
        queue: &mut QuestionQueue<'_>,
        take: &mut Take<'_>,
    ) -> ControlFlow<(), Option<EngineError>> {
        // The first question is asked singly, so that an engine that cannot be started is started once for each.
        while self.can_stream && self.session.is_running() {
            match self.read_next(queue) {
                Ok(true) if self.needs_rest(queue) && queue.first_unanswered().is_some() => {}
                Ok(true) => {
                    if self.hand_out(queue, take).is_break() {
                        self.drain(queue);
                        return ControlFlow::Break(());
                    }
                }
                Ok(false) => break,
                Err(error) => {
                    self.restart();
                    queue.take_back();
                    return ControlFlow::Continue(Some(error));
                }
            }
        }
        ControlFlow::Continue(None)
    }

    /// Tells whether the engine is sent nothing more, and no answer is handed out, until every answer has come: the engine may
    /// have lost a command, or a question has to be asked singly.
    fn needs_rest(&self, queue: &QuestionQueue<'_>) -> bool {
        self.order.is_unproved() || queue.has_contradiction()
    }

    /// Hands out answers. A question whose answer contradicts itself is asked singly.
    ///
    /// Stockfish 15 counts moves of the next position as nodes if it is sent them while it prints a total.
    fn hand_out(&mut self, queue: &mut QuestionQueue<'_>, take: &mut Take<'_>) -> ControlFlow<()> {
        while let Some((question, counts)) = queue.next_answered() {
            let answer = match counts {
                Some(counts) => Ok(Answer::Counts(counts)),
                None => self.ask(&question.line, &question.query),
            };
            take(&question, answer)?;
        }
        ControlFlow::Continue(())
    }

    /// Sends questions ahead, and reads an answer. Returns `false` if there is none to come.
    fn read_next(&mut self, queue: &mut QuestionQueue<'_>) -> Result<bool, EngineError> {
        if !self.needs_rest(queue) {
            self.send_ahead(queue)?;
        }
        let deadline = Deadline::after(self.reply);
        let has_answer = self.read_ahead(queue, deadline)?;
        if queue.first_unanswered().is_none() {
            self.session
                .ask(|engine| self.order.settle(engine, deadline))?;
        }
        Ok(has_answer)
    }

    /// Sends questions ahead, so that the engine always has work.
    fn send_ahead(&mut self, queue: &mut QuestionQueue<'_>) -> Result<(), EngineError> {
        self.session.ask(|engine| {
            queue.refill(|question| {
                let Query::Count(depth) = question.query else {
                    return Ok(false);
                };
                let is_sent = engine.position_ahead(&question.line)?;
                if is_sent {
                    let command = command_to(&self.command, depth);
                    request_ahead(&command, depth, &self.patterns).send_ahead(engine)?;
                }
                Ok(is_sent)
            })
        })
    }

    /// Reads the next answer. Returns `false` if there is none to come.
    fn read_ahead(
        &mut self,
        queue: &mut QuestionQueue<'_>,
        deadline: Deadline,
    ) -> Result<bool, EngineError> {
        let Some(Question {
            line,
            query: Query::Count(depth),
        }) = queue.first_unanswered()
        else {
            return Ok(false);
        };
        let request = request_ahead(&self.command, *depth, &self.patterns);
        let output = self
            .session
            .ask(|engine| request.read_ahead(engine, &mut self.order, deadline))?;
        let counts = counts(&output, line).ok();
        queue.answer(counts);
        self.streamed += 1;
        Ok(true)
    }

    /// Reads the answers that are still to come when a stream is left. An engine whose answers cannot be read, or take
    /// long, is ended.
    fn drain(&mut self, queue: &mut QuestionQueue<'_>) {
        if !self.session.is_running() {
            return;
        }
        let deadline = Deadline::after(DRAIN);
        let drained = loop {
            match self.read_ahead(queue, deadline) {
                Ok(true) => {}
                Ok(false) => {
                    break self
                        .session
                        .ask(|engine| self.order.settle(engine, deadline));
                }
                Err(error) => break Err(error),
            }
        };
        if drained.is_err() {
            self.restart();
        }
    }

    /// Ends streams if they fail too often, after a question was answered that had failed in one.
    ///
    /// An engine that loses commands while it counts lets the time pass. Others may crash now and then.
    fn judge_failure(&mut self, error: &EngineError) {
        let is_slow = matches!(error, EngineError::TimedOut(_));
        self.can_stream = !is_slow && BETWEEN_FAILURES <= self.streamed;
        self.streamed = 0;
    }
}

impl<C: Connection> Subject for NativePerft<C> {
    fn can(&self) -> Abilities {
        Abilities {
            least_depth: self.least_depth,
            sets_up: self.sets_up,
            ..Abilities::of(self.channel)
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Count(depth) => self.counts(line, *depth).map(Answer::Counts),
            Query::Fen => self.session.fen(line).map(Answer::Fen),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn start(&mut self) -> Result<(), EngineError> {
        self.session.start()
    }

    fn restart(&mut self) {
        self.session.restart();
        self.order.restart();
    }

    /// A UCI engine is sent questions ahead. A question that it then fails to answer is asked singly. If that succeeds again
    /// and again, for instance because the engine loses commands while it counts, nothing more is sent ahead.
    ///
    /// An engine that speaks xboard is asked singly, because it has to accept a position before it is told to count.
    fn ask_stream(&mut self, questions: &mut dyn Iterator<Item = Question>, take: &mut Take<'_>) {
        let mut queue = QuestionQueue::new(questions);
        while let ControlFlow::Continue(failure) = self.stream(&mut queue, take)
            && let Some(question) = queue.next()
        {
            let answer = self.ask(&question.line, &question.query);
            if let Some(error) = failure.filter(|_| answer.is_ok()) {
                self.judge_failure(&error);
            }
            if take(&question, answer).is_break() {
                return;
            }
        }
    }
}

/// Returns a command that is sent ahead.
fn request_ahead<'a>(
    command: &'a str,
    depth: u32,
    patterns: &'a CustomPatterns,
) -> PerftRequest<'a> {
    PerftRequest {
        command,
        depth,
        patterns,
        ask: AskReady::AtOnce,
    }
}
