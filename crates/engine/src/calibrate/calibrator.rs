//! Tries the channels, from the most informative to the least.

use std::time::Duration;

use passant_query::{Asks, Channel, EngineError, Line};
use passant_rules::{Position, UciMove};

use super::expected_answers::{
    check_count, check_legality, check_list, check_only_move, prove_channel, refuses_own_captures,
};
use super::handshakes::Handshakes;
use super::known_positions::{
    GAME_TO_ONE_MOVE, LEADING_TO_ONE_MOVE, PLAIN, PLAYED, legality_positions,
};
use super::perft_commands::{Attempts, PerftCommands};
use crate::calibration::{Calibration, NoChannel, Protocol};
use crate::channels::takes_moves;
use crate::connection::{Connection, EngineSpec};
use crate::line_protocol::{Ability, Adapter, Played};
use crate::position_command::{constant_line, constant_moves};
use crate::uci::Uci;
use crate::xboard::Xboard;

/// Tries the channels, from the most informative to the least.
pub(super) struct Calibrator {
    spec: EngineSpec,
    perft: PerftCommands,
    attempts: Attempts,
    /// Its answers to the handshake, if it speaks xboard.
    xboard: Option<XboardSpeaker>,
    /// Tells whether its `uciok` came late.
    starts_late: bool,
}

/// An engine that has completed the handshake of xboard.
#[derive(Clone)]
struct XboardSpeaker {
    name: String,
    has_usermove: bool,
    sets_up: bool,
}

impl Calibrator {
    pub(super) fn new(spec: &EngineSpec) -> Self {
        Self {
            spec: spec.clone(),
            perft: PerftCommands::new(spec),
            attempts: Attempts::default(),
            xboard: None,
            starts_late: false,
        }
    }

    /// Finds the best channel, and whether the engine plays the moves after a position.
    pub(super) fn run(&mut self, protocol: Option<Protocol>) -> Result<Calibration, NoChannel> {
        let mut found = self.find(protocol)?;
        if found.sets_up && !self.plays_moves(&found, false) {
            found.plays_moves = false;
            found.plays_games = found.protocol == Protocol::Uci;
            found.plays_games = found.plays_games && self.plays_moves(&found, true);
        }
        let mut notes: Vec<_> = restrictions(&found).map(str::to_owned).collect();
        if found.protocol == Protocol::Script && !takes_moves(&self.spec.command) {
            // It was not given the moves that it does not play.
            notes = vec![
                "receives every position as a FEN, because its command has no {moves}".to_owned(),
            ];
        }
        found.notes.extend(notes);
        if self.starts_late && found.protocol == Protocol::Uci {
            found.notes.push(late_start(self.spec.limits.start));
        }
        found.tried = self.attempts.tried.clone();
        // Reports need something to call it.
        if found.name.trim().is_empty() {
            found.name = self.spec.command.to_string();
        }
        Ok(found)
    }

    /// Returns the last crash or timeout, which may have been an accident.
    pub(super) fn into_last_error(self) -> Option<EngineError> {
        self.attempts.into_last_error()
    }

    /// Tests whether the moves after a FEN, or those after the initial position, lead to the known position. An adapter
    /// confirms moves itself.
    fn plays_moves(&mut self, found: &Calibration, in_games: bool) -> bool {
        let mut channel = found.open(&self.spec);
        let depth = found.least_depth.max(2);
        let subject = channel.as_mut();
        let (what, played, leading) = if in_games {
            let games = &legality_positions(false)[..];
            ("moves after startpos", games, &GAME_TO_ONE_MOVE[..])
        } else {
            (
                "moves after a position",
                &PLAYED[..],
                &LEADING_TO_ONE_MOVE[..],
            )
        };
        let outcome = match found.channel.asks() {
            _ if found.channel == Channel::Line => Ok(()),
            Asks::Counts => played.iter().try_for_each(|known| {
                let line = constant_line(known.line);
                let counts = subject.count(&line, depth)?;
                check_count(&line, depth, counts.total)
            }),
            Asks::BestMove => leading.iter().try_for_each(|(line, only)| {
                let played = subject.best_move(&constant_line(line), 1)?;
                check_only_move(&played, only)
            }),
            Asks::Moves => played
                .iter()
                .try_for_each(|known| check_list(subject, &constant_line(known.line))),
            Asks::Legality => played
                .iter()
                .try_for_each(|known| check_legality(subject, &constant_line(known.line), known)),
        };
        // An engine without time to answer has not shown that it plays no moves.
        let has_no_time = matches!(outcome, Err(EngineError::Interrupted));
        self.attempts.note(what, outcome) || has_no_time
    }

    /// Returns the most informative channel that answers.
    fn find(&mut self, protocol: Option<Protocol>) -> Result<Calibration, NoChannel> {
        if protocol == Some(Protocol::Script)
            || self.spec.overrides.channel == Some(Channel::Script)
        {
            return self.script().ok_or_else(|| self.attempts.no_channel());
        }
        let mut handshakes = Handshakes::run(&self.spec, protocol);
        let uci_time = handshakes.uci_time();
        let uci = handshakes.uci();
        let uci: Option<Uci> = self.note_greeting(Protocol::Uci, uci);
        self.starts_late = uci.as_ref().is_some_and(|uci| uci.starts_late);
        let uci_name = uci.as_ref().map(|uci| uci.name.clone());
        let mut uci_perft = uci.and_then(|uci| {
            let name = uci.name.clone();
            self.own_perft(uci, Protocol::Uci, name)
        });
        if let Some(found) = uci_perft.take_if(|found| found.channel == Channel::Divide) {
            return Ok(found);
        }
        if let Some(found) = self.adapter(handshakes.adapter()) {
            return Ok(found);
        }
        let xboard = handshakes.xboard(uci_time);
        let xboard: Option<Xboard> = self.note_greeting(Protocol::Xboard, xboard);
        self.xboard = xboard.as_ref().map(XboardSpeaker::of);
        let completed: Vec<_> = [
            uci_name.as_ref().map(|_| Protocol::Uci),
            xboard.as_ref().map(|_| Protocol::Xboard),
        ]
        .into_iter()
        .flatten()
        .collect();
        self.attempts.handshakes = handshakes.conversations(&completed);
        let xboard_perft = xboard.and_then(|xboard| {
            let name = xboard.name.clone();
            self.own_perft(xboard, Protocol::Xboard, name)
        });
        if let (Some(found), Some(xboard)) = (xboard_perft, &self.xboard)
            && (found.channel == Channel::Divide || uci_perft.is_none())
        {
            return Ok(xboard.complete(found));
        }
        if let Some(found) = uci_perft {
            return Ok(found);
        }
        self.without_perft(uci_name.as_deref())
            .ok_or_else(|| self.attempts.no_channel())
    }

    /// Returns the perft of the engine itself, if it has one and may be asked through it.
    fn own_perft<C: Connection>(
        &mut self,
        engine: C,
        protocol: Protocol,
        name: String,
    ) -> Option<Calibration> {
        let spec = &self.spec;
        let mut channels = [Channel::Divide, Channel::Total].into_iter();
        if !channels.any(|channel| spec.overrides.allow(channel)) {
            return None;
        }
        let found = self.perft.find(spec, engine, protocol, &mut self.attempts);
        let found = found.filter(|found| spec.overrides.allow(found.channel))?;
        Some(Calibration { name, ..found })
    }

    /// Returns the channels of engines without perft.
    fn without_perft(&mut self, uci: Option<&str>) -> Option<Calibration> {
        let speaker = self.xboard.as_ref();
        let xboard = speaker.map(|xboard| &*xboard.name);
        let channels = [
            (Channel::MultiPv, uci, Protocol::Uci),
            (Channel::SearchMoves, uci, Protocol::Uci),
            (Channel::IllegalMove, xboard, Protocol::Xboard),
            (Channel::BestMove, uci, Protocol::Uci),
        ];
        let (spec, attempts) = (&self.spec, &mut self.attempts);
        let allowed = |(channel, ..): &(Channel, _, _)| spec.overrides.allow(*channel);
        let mut allowed_channels = channels.into_iter().filter(allowed);
        let mut refuses_captures = false;
        let mut found = allowed_channels.find_map(|(channel, name, protocol)| {
            let mut calibration = Calibration::plain(name?, protocol, channel);
            if let Some(speaker) = speaker.filter(|_| protocol == Protocol::Xboard) {
                calibration = speaker.complete(calibration);
            }
            let mut subject = calibration.open(spec);
            let mut outcome = prove_channel(subject.as_mut(), channel);
            if channel == Channel::SearchMoves && outcome.is_ok() {
                // A crash here says nothing about the channel.
                refuses_captures = refuses_own_captures(subject.as_mut()).unwrap_or(false);
                if refuses_captures {
                    outcome = Err(EngineError::Garbled(REFUSED_CAPTURES.to_owned()));
                }
            }
            let is_found = attempts.note(channel.word(), outcome);
            is_found.then_some(calibration)
        })?;
        if refuses_captures {
            found.notes.push(format!(
                "is not asked about single moves, because `go searchmoves` {REFUSED_CAPTURES}"
            ));
        }
        Some(found)
    }

    fn script(&mut self) -> Option<Calibration> {
        let name = self.spec.command.to_string();
        let calibration = Calibration::plain(&name, Protocol::Script, Channel::Script);
        let mut subject = calibration.open(&self.spec);
        let outcome = subject
            .count(&constant_line(PLAIN), 2)
            .and_then(|counts| check_count(&constant_line(PLAIN), 2, counts.total));
        self.attempts.note("script", outcome).then_some(calibration)
    }

    fn adapter(&mut self, outcome: Option<Result<Adapter, EngineError>>) -> Option<Calibration> {
        match outcome? {
            Ok(mut adapter) => {
                let known = adapter.capabilities().clone();
                Some(Calibration {
                    shows_position: known.can.contains(&Ability::Fen),
                    sets_up: sets_up(&mut adapter),
                    checks_moves: checks_moves(&mut adapter),
                    ..Calibration::plain(&known.name, Protocol::Line, Channel::Line)
                })
            }
            Err(error) => {
                self.attempts.note_handshake_error("line protocol", error);
                None
            }
        }
    }

    /// Records the outcome of a handshake that was tried.
    fn note_greeting<C: Connection>(
        &mut self,
        protocol: Protocol,
        outcome: Option<Result<C, EngineError>>,
    ) -> Option<C> {
        self.attempts.note_handshake(protocol.word(), outcome?)
    }
}

/// What is said of an engine whose answers about single moves are not those of its search.
const REFUSED_CAPTURES: &str = "refuses en passant captures that its search plays";

/// Returns the note about an engine whose `uciok` came after the time that a start may take.
fn late_start(limit: Duration) -> String {
    let seconds = limit.as_secs_f64();
    format!("needed more than {seconds} s to answer `uci`; a longer --start-timeout is safer")
}

/// Returns the things that an engine cannot be asked, in sentences for the report.
fn restrictions(found: &Calibration) -> impl Iterator<Item = &'static str> + use<> {
    let positions = match (found.sets_up, found.plays_moves) {
        (false, _) if found.protocol == Protocol::Xboard => {
            Some("is asked only about games from the initial position, because it has no setboard")
        }
        (false, _) => Some(
            "is asked only about games from the initial position, because it refuses other positions",
        ),
        (true, false) if found.plays_games => Some(
            "receives every position as a FEN or as a game from the initial position, because it plays moves after \
             `position startpos` and not after `position fen`",
        ),
        (true, false) => Some(
            "receives every position as a FEN, because it does not play moves after a position",
        ),
        (true, true) => None,
    };
    let moves = (!found.checks_moves).then_some(
        "is not asked whether single moves are legal, because `play` takes illegal moves",
    );
    positions.into_iter().chain(moves)
}

impl XboardSpeaker {
    fn of(xboard: &Xboard) -> Self {
        Self {
            name: xboard.name.clone(),
            has_usermove: xboard.has_usermove,
            sets_up: xboard.sets_up(),
        }
    }

    /// Returns a calibration with what the engine said.
    fn complete(&self, calibration: Calibration) -> Calibration {
        Calibration {
            has_usermove: self.has_usermove,
            sets_up: self.sets_up,
            ..calibration
        }
    }
}

/// Returns whether an adapter sets up positions. It does not if it refuses simple ones and takes the initial position.
fn sets_up(adapter: &mut Adapter) -> bool {
    let is_refused = legality_positions(true).iter().all(|known| {
        let taken = adapter.position(&constant_line(known.line));
        matches!(
            taken,
            Err(EngineError::Refused(_) | EngineError::Unsupported(_))
        )
    });
    let start = Line::at(&Position::initial());
    !(is_refused && adapter.position(&start).is_ok())
}

/// Returns whether the adapter can say that a move is illegal: by `legal`, or by `play` if that refuses moves that are
/// illegal and have nothing to do with en passant. `play` of many libraries takes every move, and some fail at it.
fn checks_moves(adapter: &mut Adapter) -> bool {
    let can = &adapter.capabilities().can;
    if can.contains(&Ability::Legal) || !can.contains(&Ability::Play) {
        return true;
    }
    let mut refuses = |line: &str, mv: UciMove| {
        let played = adapter
            .position(&constant_line(line))
            .and_then(|_| adapter.play(mv));
        played == Ok(Played::Illegal)
    };
    let mut known = legality_positions(false).iter();
    known.all(|known| constant_moves(known.illegal).all(|mv| refuses(known.line, mv)))
}
