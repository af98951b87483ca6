//! Tries the channels, from the most informative to the least.

use std::time::Duration;

use passant_query::{Asks, Channel, EngineError};

use super::attempts::Attempts;
use super::expected_answers::{check_count, check_moves, prove_channel};
use super::known_positions::{BEFORE_ONE_MOVE, BEFORE_PLAIN, PLAIN};
use super::perft_commands::{FoundCommand, PerftCommands};
use crate::calibration::{Calibration, NoChannel, Protocol};
use crate::connection::Connection;
use crate::constant_line::constant_line;
use crate::engine_spec::EngineSpec;
use crate::line_protocol::Ability;
use crate::uci::Uci;
use crate::xboard::Xboard;

/// How long a program that has not answered `uci` may take for the handshake of an adapter.
const ADAPTER_HANDSHAKE: Duration = Duration::from_secs(3);

/// Tries the channels, from the most informative to the least.
pub(super) struct Calibrator {
    spec: EngineSpec,
    perft: PerftCommands,
    attempts: Attempts,
    /// Whether it expects the word `usermove` if it speaks xboard.
    has_usermove: bool,
}

impl Calibrator {
    pub(super) fn new(spec: &EngineSpec) -> Self {
        Self {
            spec: spec.clone(),
            perft: PerftCommands::new(spec),
            attempts: Attempts::default(),
            has_usermove: false,
        }
    }

    /// Finds the best channel, and whether the engine plays the moves after a position.
    pub(super) fn run(&mut self, protocol: Option<Protocol>) -> Result<Calibration, NoChannel> {
        let mut found = self.find(protocol)?;
        found.has_usermove = self.has_usermove && found.protocol == Protocol::Xboard;
        if !self.plays_moves(&found) {
            found.plays_moves = false;
            let note =
                "receives every position as a FEN, because it does not play moves after a position";
            found.notes.push(note.to_owned());
        }
        found.tried = self.attempts.tried().to_vec();
        Ok(found)
    }

    /// The last crash or timeout, which may have been an accident.
    pub(super) fn into_last_error(self) -> Option<EngineError> {
        self.attempts.into_last_error()
    }

    /// Whether the moves after a position lead to the known position. An adapter confirms moves itself.
    fn plays_moves(&mut self, found: &Calibration) -> bool {
        let mut channel = found.open(&self.spec);
        let depth = found.least_depth.max(2);
        let outcome = match found.channel.asks() {
            _ if found.channel == Channel::Line => Ok(()),
            Asks::Counts => channel
                .count(&constant_line(BEFORE_PLAIN), depth)
                .and_then(|counts| check_count(depth, counts.total)),
            Asks::BestMove => check_moves(
                channel.as_mut(),
                found.channel,
                &constant_line(BEFORE_ONE_MOVE),
            ),
            Asks::Moves | Asks::Legality => check_moves(
                channel.as_mut(),
                found.channel,
                &constant_line(BEFORE_PLAIN),
            ),
        };
        self.attempts.note("moves after a position", outcome)
    }

    /// The most informative channel that answers.
    fn find(&mut self, protocol: Option<Protocol>) -> Result<Calibration, NoChannel> {
        if protocol == Some(Protocol::Script)
            || self.spec.overrides.channel == Some(Channel::Script)
        {
            return self.script().ok_or_else(|| self.attempts.no_channel());
        }
        let may = |this| protocol.is_none_or(|only| only == this);
        let uci: Option<Uci> = may(Protocol::Uci)
            .then(|| self.handshake(Protocol::Uci))
            .flatten();
        let refuses_uci =
            may(Protocol::Uci) && uci.is_none() && !self.attempts.has_handshake_error();
        let may_be_adapter = self.spec.overrides.allow(Channel::Line)
            && (protocol == Some(Protocol::Line)
                || protocol.is_none() && uci.is_none() && self.attempts.may_be_adapter());
        let uci_name = uci.as_ref().map(|uci| uci.name.clone());
        let uci_perft = uci.and_then(|uci| self.own_perft(uci, Protocol::Uci));
        if let (Some(found), Some(name)) = (&uci_perft, &uci_name)
            && found.channel == Channel::Divide
        {
            return Ok(found.calibration(name, Protocol::Uci));
        }
        if may_be_adapter && let Some(found) = self.adapter() {
            return Ok(found);
        }
        if refuses_uci {
            // The engine runs, because it has refused `uci`, and it may start slowly. It gets the full time for xboard.
            self.spec.overrides.protocol = Some(Protocol::Xboard);
        }
        let xboard: Option<Xboard> = may(Protocol::Xboard)
            .then(|| self.handshake(Protocol::Xboard))
            .flatten();
        self.has_usermove = xboard.as_ref().is_some_and(|xboard| xboard.has_usermove);
        let xboard_name = xboard.as_ref().map(|xboard| xboard.name.clone());
        let xboard_perft = xboard.and_then(|xboard| self.own_perft(xboard, Protocol::Xboard));
        if let (Some(found), Some(name)) = (&xboard_perft, &xboard_name)
            && (found.channel == Channel::Divide || uci_perft.is_none())
        {
            return Ok(found.calibration(name, Protocol::Xboard));
        }
        if let (Some(found), Some(name)) = (&uci_perft, &uci_name) {
            return Ok(found.calibration(name, Protocol::Uci));
        }
        self.without_perft(uci_name.as_deref(), xboard_name.as_deref())
            .ok_or_else(|| self.attempts.no_channel())
    }

    /// The perft of the engine itself, if it has one and may be asked through it.
    fn own_perft<C: Connection>(&mut self, engine: C, protocol: Protocol) -> Option<FoundCommand> {
        let spec = &self.spec;
        let mut channels = [Channel::Divide, Channel::Total].into_iter();
        if !channels.any(|channel| spec.overrides.allow(channel)) {
            return None;
        }
        let found = self.perft.find(spec, engine, protocol, &mut self.attempts);
        found.filter(|found| spec.overrides.allow(found.channel))
    }

    /// The channels of engines without perft.
    fn without_perft(&mut self, uci: Option<&str>, xboard: Option<&str>) -> Option<Calibration> {
        let channels = [
            (Channel::MultiPv, uci, Protocol::Uci),
            (Channel::SearchMoves, uci, Protocol::Uci),
            (Channel::IllegalMove, xboard, Protocol::Xboard),
            (Channel::BestMove, uci, Protocol::Uci),
        ];
        let (spec, attempts) = (&self.spec, &mut self.attempts);
        let allowed = |(channel, ..): &(Channel, _, _)| spec.overrides.allow(*channel);
        let mut channels = channels.into_iter().filter(allowed);
        channels.find_map(|(channel, name, protocol)| {
            let calibration = Calibration::plain(name?, protocol, channel);
            let mut subject = calibration.open(spec);
            let outcome = prove_channel(subject.as_mut(), channel);
            let is_found = attempts.note(channel.word(), outcome);
            is_found.then_some(calibration)
        })
    }

    fn script(&mut self) -> Option<Calibration> {
        let name = self.spec.command.to_string();
        let calibration = Calibration::plain(&name, Protocol::Script, Channel::Script);
        let mut subject = calibration.open(&self.spec);
        let outcome = subject
            .count(&constant_line(PLAIN), 2)
            .and_then(|counts| check_count(2, counts.total));
        self.attempts.note("script", outcome).then_some(calibration)
    }

    fn adapter(&mut self) -> Option<Calibration> {
        let mut spec = self.spec.clone();
        // A program that has answered `uci` with an error runs, and may start slowly. It gets the full time.
        if !self.attempts.refused_uci_like_an_adapter() {
            spec.limits.start = spec.handshake_timeout(Protocol::Line, ADAPTER_HANDSHAKE);
        }
        match spec.adapter() {
            Ok(adapter) => {
                let known = adapter.capabilities();
                Some(Calibration {
                    shows_position: known.can.contains(&Ability::Fen),
                    ..Calibration::plain(&known.name, Protocol::Line, Channel::Line)
                })
            }
            Err(error) => {
                self.attempts.note_handshake_error("line protocol", error);
                None
            }
        }
    }

    /// The handshake of a protocol that the engine may or may not speak.
    fn handshake<C: Connection>(&mut self, protocol: Protocol) -> Option<C> {
        let outcome = C::start(&self.spec);
        self.attempts.note_handshake(protocol.word(), outcome)
    }
}
