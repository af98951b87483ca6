//! What is asked to find the rung.

use passant_query::{Asks, Channel, EngineError, EngineMove, Line, Subject};
use passant_rules::Position;

use super::known::{
    BEFORE_ONE_MOVE, BEFORE_PLAIN, ILLEGAL, LEGAL, ONE_MOVE, PLAIN, PRIVATE, is_placement_of,
    known_line, plain,
};
use crate::calibration::{Calibration, NoChannel, Protocol};
use crate::counting::{AskReady, Counter, Request};
use crate::dialect::PerftOutput;
use crate::dialect::Shapes;
use crate::held;
use crate::line_protocol::Ability;
use crate::native::command;
use crate::process::Deadline;
use crate::starter::Starter;
use crate::uci::Uci;
use crate::xboard::Xboard;

/// The commands that count, as engines know them.
const COMMANDS: [&str; 8] = [
    "go perft {depth}",
    "perft {depth}",
    "divide {depth}",
    "splitperft {depth}",
    "perft divide {depth}",
    "simpleperft {depth}",
    "perft {depth} 1",
    "perft depth {depth}",
];

/// How many crashes and silences are forgiven.
const PATIENCE: u32 = 3;

/// The climb down the ladder.
pub(super) struct Search {
    starter: Starter,
    commands: Vec<String>,
    shapes: Shapes,
    least_depth: u32,
    position: Position,
    tried: Vec<String>,
    trouble: Option<EngineError>,
    /// What came instead of the first words in a protocol. It counts only against an engine that speaks none.
    silence: Option<EngineError>,
    speaks: bool,
    /// Whether it wants the word `usermove` if it speaks xboard.
    has_usermove: bool,
}

/// An engine's own perft, if it has one.
struct Found {
    channel: Channel,
    command: String,
    least_depth: u32,
    is_buffered: bool,
    shows_position: bool,
    notes: Vec<String>,
}

impl Search {
    pub(super) fn new(starter: &Starter) -> Self {
        let dialect = starter.hints.dialect.as_ref();
        Self {
            starter: starter.clone(),
            commands: match dialect {
                Some(dialect) => dialect.command.iter().cloned().collect(),
                None => COMMANDS.map(str::to_owned).into(),
            },
            shapes: starter.shapes(),
            least_depth: dialect.map_or(1, |dialect| dialect.least_depth),
            position: plain(),
            tried: Vec::new(),
            trouble: None,
            silence: None,
            speaks: false,
            has_usermove: false,
        }
    }

    pub(super) fn climb(&mut self, protocol: Option<Protocol>) -> Result<Calibration, NoChannel> {
        let mut found = self.find(protocol)?;
        found.has_usermove = self.has_usermove && found.protocol == Protocol::Xboard;
        if !self.plays_moves(&found) {
            found.plays_moves = false;
            let note = "is told of positions by FEN alone: it does not play the moves that follow";
            found.notes.push(note.to_owned());
        }
        Ok(found)
    }

    /// Whether moves that follow a position lead to what is known. Adapters say themselves that they have played them.
    fn plays_moves(&mut self, found: &Calibration) -> bool {
        let mut channel = found.open(&self.starter);
        let depth = found.least_depth.max(2);
        let outcome = match found.channel.asks() {
            _ if found.channel == Channel::Line => Ok(()),
            Asks::Counts => channel
                .count(&known_line(BEFORE_PLAIN), depth)
                .and_then(|counts| {
                    self.is_right(depth, counts.total)
                        .map_err(EngineError::Garbled)
                }),
            Asks::BestMove => self.answers(
                channel.as_mut(),
                found.channel,
                &known_line(BEFORE_ONE_MOVE),
            ),
            Asks::Moves | Asks::Legality => {
                self.answers(channel.as_mut(), found.channel, &known_line(BEFORE_PLAIN))
            }
        };
        self.note("moves behind a position", outcome)
    }

    /// The best rung that answers.
    fn find(&mut self, protocol: Option<Protocol>) -> Result<Calibration, NoChannel> {
        let may = |this| protocol.is_none_or(|only| only == this);
        if protocol == Some(Protocol::Script) {
            return self.script().ok_or_else(|| self.no_channel());
        }
        let uci = may(Protocol::Uci)
            .then(|| self.greet::<Uci>("uci"))
            .flatten();
        let refuses_uci = may(Protocol::Uci) && uci.is_none() && self.silence.is_none();
        let may_be_adapter = protocol == Some(Protocol::Line)
            || protocol.is_none() && uci.is_none() && self.may_be_adapter();
        let uci_name = uci.as_ref().map(|uci| uci.name.clone());
        let native = uci.and_then(|uci| self.native(uci, "uci"));
        if let (Some(found), Some(name)) = (&native, &uci_name)
            && found.channel == Channel::Divide
        {
            return Ok(found.calibration(name, Protocol::Uci));
        }
        if may_be_adapter && let Some(found) = self.line() {
            return Ok(found);
        }
        if refuses_uci {
            // Who has said so is there, and may need as long to start again.
            self.starter.hints.protocol = Some(Protocol::Xboard);
        }
        let xboard = may(Protocol::Xboard)
            .then(|| self.greet::<Xboard>("xboard"))
            .flatten();
        self.has_usermove = xboard.as_ref().is_some_and(|xboard| xboard.has_usermove);
        let xboard_name = xboard.as_ref().map(|xboard| xboard.name.clone());
        let xboard_native = xboard.and_then(|xboard| self.native(xboard, "xboard"));
        if let (Some(found), Some(name)) = (&xboard_native, &xboard_name)
            && (found.channel == Channel::Divide || native.is_none())
        {
            return Ok(found.calibration(name, Protocol::Xboard));
        }
        if let (Some(found), Some(name)) = (&native, &uci_name) {
            return Ok(found.calibration(name, Protocol::Uci));
        }
        self.without_perft(uci_name.as_deref(), xboard_name.as_deref())
            .ok_or_else(|| self.no_channel())
    }

    /// The last crash or silence on the way, which may have been an accident.
    pub(super) fn into_trouble(self) -> Option<EngineError> {
        self.trouble.or(self.silence)
    }

    /// The rungs below counting.
    fn without_perft(&mut self, uci: Option<&str>, xboard: Option<&str>) -> Option<Calibration> {
        let rungs = [
            (Channel::MultiPv, uci, Protocol::Uci),
            (Channel::SearchMoves, uci, Protocol::Uci),
            (Channel::IllegalMove, xboard, Protocol::Xboard),
            (Channel::BestMove, uci, Protocol::Uci),
        ];
        rungs.into_iter().find_map(|(rung, name, protocol)| {
            let calibration = Calibration::plain(name?, protocol, rung);
            let mut channel = calibration.open(&self.starter);
            let place = match rung {
                Channel::BestMove => ONE_MOVE.0,
                _ => PLAIN,
            };
            let outcome = self.answers(channel.as_mut(), rung, &known_line(place));
            self.note(rung.word(), outcome).then_some(calibration)
        })
    }

    /// Whether a channel gives the answers that are known; the error says what it gives instead.
    fn answers(
        &self,
        subject: &mut dyn Subject,
        channel: Channel,
        line: &Line,
    ) -> Result<(), EngineError> {
        let wrong = |what: String| Err(EngineError::Garbled(what));
        match channel {
            Channel::MultiPv => {
                let mut listed = subject.moves(line)?;
                listed.sort();
                let legal = self.position.legal_moves().into_iter();
                let mut legal: Vec<_> = legal
                    .map(|mv| EngineMove::Uci(self.position.uci_move(mv)))
                    .collect();
                legal.sort();
                if listed != legal {
                    return wrong(format!("lists {} of {} moves", listed.len(), legal.len()));
                }
            }
            Channel::SearchMoves | Channel::IllegalMove => {
                if !subject.is_legal(line, LEGAL)? {
                    return wrong(format!("does not accept {LEGAL}, which is legal"));
                }
                for mv in ILLEGAL {
                    if subject.is_legal(line, mv)? {
                        return wrong(format!("does not say that {mv} is illegal"));
                    }
                }
            }
            _ => {
                let expected = ONE_MOVE.1;
                let played = subject.best_move(line, 1)?;
                if played != EngineMove::Uci(expected) {
                    return wrong(format!(
                        "plays {played} where {expected} is the only legal move"
                    ));
                }
            }
        }
        Ok(())
    }

    fn script(&mut self) -> Option<Calibration> {
        let name = self.starter.launch.to_string();
        let calibration = Calibration::plain(&name, Protocol::Script, Channel::Script);
        let mut channel = calibration.open(&self.starter);
        let outcome = channel
            .count(&known_line(PLAIN), 2)
            .and_then(|counts| self.is_right(2, counts.total).map_err(EngineError::Garbled));
        self.note("script", outcome).then_some(calibration)
    }

    /// Whether what was said to `uci` could come from an adapter: `error unsupported uci`, or nothing.
    fn may_be_adapter(&self) -> bool {
        let mut said = self.tried.iter();
        said.any(|line| is_error(line) || line.contains("no answer"))
    }

    fn line(&mut self) -> Option<Calibration> {
        let mut starter = self.starter.clone();
        // Who has answered `uci` with an error is there, and may need as long to start again.
        if !self.tried.iter().any(|line| is_error(line)) {
            starter.limits.start = starter.patience(Protocol::Line, HANDSHAKE);
        }
        match starter.adapter() {
            Ok(adapter) => {
                let known = adapter.capabilities();
                Some(Calibration {
                    shows_position: known.can.contains(&Ability::Fen),
                    ..Calibration::plain(&known.name, Protocol::Line, Channel::Line)
                })
            }
            Err(trouble) => {
                self.note_silence("line protocol", trouble);
                None
            }
        }
    }

    /// The first words in a protocol that the engine may or may not speak.
    fn greet<S: Counter>(&mut self, what: &str) -> Option<S> {
        match S::start(&self.starter) {
            Ok(session) => {
                self.speaks = true;
                Some(session)
            }
            Err(trouble) => {
                self.note_silence(what, trouble);
                None
            }
        }
    }

    fn begin<S: Counter>(&mut self, what: &str) -> Option<S> {
        match S::start(&self.starter) {
            Ok(session) => Some(session),
            Err(trouble) => {
                self.note(what, Err(trouble));
                None
            }
        }
    }

    /// The best command that makes the engine count what it is told to count.
    fn native<S: Counter>(&mut self, session: S, what: &str) -> Option<Found> {
        let mut session = Some(session);
        let mut best: Option<Found> = None;
        let mut failures = 0;
        let commands = self.commands.clone().into_iter();
        for template in commands.filter(|command| S::may_count(command)) {
            let Some(mut asked) = session.take().or_else(|| self.begin(what)) else {
                break;
            };
            match self.try_command(&mut asked, &template) {
                Ok(found) => {
                    if best
                        .as_ref()
                        .is_none_or(|best| found.channel < best.channel)
                    {
                        best = Some(found);
                    }
                    session = Some(asked);
                }
                Err(trouble) => {
                    if trouble.needs_restart()
                        && !matches!(
                            trouble,
                            EngineError::Garbled(_) | EngineError::Contradicted { .. }
                        )
                    {
                        failures += 1;
                    } else {
                        session = Some(asked);
                    }
                    let shown = command(&template, 2);
                    self.note(&shown, Err(trouble));
                }
            }
            if best
                .as_ref()
                .is_some_and(|best| best.channel == Channel::Divide)
                || failures == PATIENCE
            {
                break;
            }
        }
        let found = best?;
        Some(self.with_least_depth(session, found, what))
    }

    fn try_command<S: Counter>(
        &self,
        session: &mut S,
        template: &str,
    ) -> Result<Found, EngineError> {
        let depth = self.least_depth.max(2);
        session.position(&known_line(PLAIN))?;
        let answer = self
            .request(&command(template, depth), depth)
            .attempt(session)?;
        let has_moves = self.right_answer(&answer, depth)?;
        // Not just any number that happens to fit: another depth.
        let is_buffered = self.count(session, template, depth + 1)?;
        let place = known_line(PLAIN);
        session.position(&place)?;
        let shows_position =
            held::fen(&session.show()?, &place).is_some_and(|fen| is_placement_of(&fen, PLAIN));
        Ok(Found {
            channel: if has_moves {
                Channel::Divide
            } else {
                Channel::Total
            },
            command: template.to_owned(),
            least_depth: self.least_depth,
            is_buffered,
            shows_position,
            notes: Vec::new(),
        })
    }

    /// Whether an engine counts right only when it is asked whether it is ready: it keeps what it prints to itself.
    fn count(
        &self,
        session: &mut impl Counter,
        template: &str,
        depth: u32,
    ) -> Result<bool, EngineError> {
        session.position(&known_line(PLAIN))?;
        let deadline = Deadline::after(self.starter.limits.reply);
        let command = command(template, depth);
        let mut request = self.request(&command, depth);
        let answer = request.count(session, deadline)?;
        self.right_answer(&answer, depth)?;
        Ok(request.ask == AskReady::AtOnce)
    }

    fn request<'r>(&'r self, command: &'r str, depth: u32) -> Request<'r> {
        Request {
            command,
            depth,
            shapes: &self.shapes,
            ask: AskReady::AfterSilence,
        }
    }

    /// Some engines divide by the time that they took, and do not survive depth 1: they are asked from depth 2 on.
    fn with_least_depth<S: Counter>(
        &mut self,
        session: Option<S>,
        mut found: Found,
        what: &str,
    ) -> Found {
        if found.least_depth == 1
            && let Some(mut session) = session.or_else(|| self.begin(what))
            && let Err(trouble) = self.count(&mut session, &found.command, 1)
            && !matches!(trouble, EngineError::Interrupted)
        {
            found.least_depth = 2;
            found
                .notes
                .push(format!("is not asked for depth 1, where it {trouble}"));
            // It is asked all the same, but this too may have been an accident.
            self.trouble = Some(trouble);
        }
        found
    }

    /// Whether the answer is right and has moves.
    fn right_answer(&self, answer: &PerftOutput, depth: u32) -> Result<bool, EngineError> {
        if answer.is_search {
            return Err(EngineError::Unsupported("it searches instead".to_owned()));
        }
        if let Some(complaint) = answer.complaint.as_ref().filter(|_| !answer.has_total()) {
            return Err(EngineError::Unsupported(format!("it says {complaint:?}")));
        }
        let counts = answer.counts().map_err(EngineError::Garbled)?;
        self.is_right(depth, counts.total)
            .map_err(EngineError::Garbled)?;
        Ok(!counts.moves.is_empty())
    }

    fn is_right(&self, depth: u32, total: u64) -> Result<(), String> {
        let expected = passant_perft::bulk(&mut self.position.clone(), depth);
        if total == expected {
            return Ok(());
        }
        let private = PRIVATE
            .iter()
            .find(|(count, _)| depth == 2 && *count == total);
        Err(match private {
            Some((_, name)) => format!("it counts {name}, whatever position it is told"),
            None => format!("it counts {total} where {expected} is known"),
        })
    }

    /// Keeps what came of something that was tried; whether it went well.
    fn note(&mut self, what: &str, outcome: Result<(), EngineError>) -> bool {
        let Err(trouble) = outcome else {
            return true;
        };
        self.trouble = self.tried(what, trouble).or(self.trouble.take());
        false
    }

    /// Keeps what came instead of the first words in a protocol.
    fn note_silence(&mut self, what: &str, trouble: EngineError) {
        self.silence = self.tried(what, trouble).or(self.silence.take());
    }

    /// Keeps the line for the report, and gives the trouble back if it is a crash or a silence.
    fn tried(&mut self, what: &str, trouble: EngineError) -> Option<EngineError> {
        let said = match &trouble {
            EngineError::Unsupported(what) | EngineError::Garbled(what) => what.clone(),
            other => other.to_string(),
        };
        self.tried.push(format!("{what}: {said}"));
        let is_answer = matches!(
            trouble,
            EngineError::Unsupported(_)
                | EngineError::Garbled(_)
                | EngineError::Contradicted { .. }
                | EngineError::Refused(_)
        );
        (!is_answer).then_some(trouble)
    }

    fn no_channel(&mut self) -> NoChannel {
        let silence = self.silence.take().filter(|_| !self.speaks);
        NoChannel {
            tried: std::mem::take(&mut self.tried),
            trouble: self.trouble.take().or(silence),
        }
    }
}

/// Whether `uci` was answered as an adapter answers what it does not know.
fn is_error(tried: &str) -> bool {
    tried.starts_with("uci: error")
}

/// How long a program that has said nothing to `uci` may take to shake hands as an adapter.
const HANDSHAKE: std::time::Duration = std::time::Duration::from_secs(3);

impl Found {
    fn calibration(&self, name: &str, protocol: Protocol) -> Calibration {
        Calibration {
            command: Some(self.command.clone()),
            least_depth: self.least_depth,
            is_buffered: self.is_buffered,
            shows_position: self.shows_position,
            notes: self.notes.clone(),
            ..Calibration::plain(name, protocol, self.channel)
        }
    }
}
