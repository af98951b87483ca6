//! Adapters that speak the line protocol.

use passant_query::{
    Abilities, Answer, AnswerKind, Channel, Counts, EngineError, EngineMove, Feature, Line,
    MoveQuery, Occurrences, ParsedMove, Query, Repacked, Replayed, Subject,
};
use passant_rules::{Position, UciMove};

use crate::calibration::Calibration;
use crate::connection::{EngineSpec, Session};
use crate::dialect::notation::engine_move_in;
use crate::line_protocol::{
    Ability, Adapter, End, ErrorKind, Flag, MoveLine, Played, read_bytes, read_move,
    read_occurrences, read_square, read_yes_or_no, rest_of,
};
use crate::position_command::{constant_line, position_text};
use crate::process::Deadline;

/// An adapter as a subject. Requests that it does not announce are unsupported.
pub(super) struct AdapterSubject {
    session: Session<Adapter>,
    /// True if it sets up positions. Otherwise it is asked about games from the initial position only.
    sets_up: bool,
    /// True if it refuses illegal moves. Otherwise it is not asked whether single moves are legal.
    checks_moves: bool,
    /// Says whether it prints flags after a move that it has read from SAN; `None` before the probe.
    parses_with_flags: Option<bool>,
}

/// A position and an ordinary capture, which show whether the adapter prints flags.
const CAPTURE: (&str, &str) = ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5");

impl AdapterSubject {
    /// Creates the subject. The adapter is started with the first question.
    #[must_use]
    pub(super) fn new(spec: EngineSpec, calibration: &Calibration) -> Self {
        Self {
            session: Session::new(spec, EngineSpec::adapter),
            sets_up: calibration.sets_up,
            checks_moves: calibration.checks_moves,
            parses_with_flags: None,
        }
    }

    /// Tells whether the adapter prints flags after a move that it has read from SAN. Some adapters print them only in
    /// lists of moves.
    fn parses_with_flags(&mut self) -> Result<bool, EngineError> {
        if let Some(known) = self.parses_with_flags {
            return Ok(known);
        }
        let (fen, text) = CAPTURE;
        let sets_up = self.sets_up;
        let found = self.session.ask(|adapter| {
            let capabilities = adapter.capabilities();
            let mut promised = [Flag::EN_PASSANT, Flag::CAPTURE].iter();
            let has_flags = promised.all(|flag| capabilities.flags.contains(flag));
            if !(sets_up && has_flags && capabilities.can.contains(&Ability::Parse)) {
                return Ok(false);
            }
            adapter.position(&constant_line(fen))?;
            let lines = adapter.ask(&format!("parse {text}"))?.lines;
            let mut moves = lines.iter().filter_map(|line| read_move(line));
            Ok(moves.any(|read| has(read, Flag::CAPTURE)))
        })?;
        self.parses_with_flags = Some(found);
        Ok(found)
    }

    /// Tells whether the list of moves has a flag after a move.
    fn has_flag(&mut self, line: &Line, mv: UciMove, flag: Flag) -> Result<bool, EngineError> {
        let text = mv.text();
        self.at(line, &[Ability::Moves], |adapter| {
            let promised = &adapter.capabilities().flags;
            if !promised.contains(&flag) {
                let what = format!("the flag {}", flag.word());
                return Err(EngineError::Unsupported(what));
            }
            let lines = adapter.ask("moves")?.into_lines()?;
            let mut moves = lines.iter().filter_map(|line| read_move(line));
            let listed = moves
                .find(|read| *read.mv == *text)
                .map(|read| has(read, flag));
            listed.ok_or_else(|| EngineError::Illegal {
                mv: text.to_string(),
                why: "its list of moves lacks it".to_owned(),
            })
        })
    }
}

impl AdapterSubject {
    fn counts(&mut self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        let sets_up = self.sets_up;
        self.session.ask(|adapter| {
            expect_possible(adapter, line, sets_up)?;
            let deadline = adapter.process().reply_deadline();
            if !adapter.capabilities().can.contains(&Ability::Divide) {
                return walk(adapter, deadline, line, depth);
            }
            adapter.go_to(deadline, line)?;
            let divided = adapter
                .ask_by(deadline, &format!("divide {depth}"))?
                .into_divide()?;
            let mut nodes = divided.moves.iter().map(|(_, nodes)| *nodes);
            let sum = nodes.try_fold(0_u64, u64::checked_add);
            if sum != Some(divided.total) {
                let (moves, total) = (divided.moves, divided.total);
                return Err(EngineError::Contradicted { moves, total });
            }
            let position = line.position();
            let moves = divided.moves.into_iter();
            Ok(Counts {
                moves: moves
                    .map(|(text, nodes)| (engine_move_in(position.as_ref(), &text), nodes))
                    .collect(),
                total: divided.total,
            })
        })
    }

    fn moves(&mut self, line: &Line) -> Result<Vec<EngineMove>, EngineError> {
        if let Ok(counts) = self.counts(line, 1) {
            return Ok(counts.moves.into_iter().map(|(mv, _)| mv).collect());
        }
        self.at(line, &[Ability::Moves], |adapter| listed(adapter, line))
    }

    fn is_legal(&mut self, line: &Line, mv: UciMove) -> Result<bool, EngineError> {
        if !self.checks_moves {
            let what = "whether a move is legal, because `play` takes illegal moves";
            return Err(EngineError::unsupported(what));
        }
        let can_say = self.session.ask(|adapter| {
            let can = &adapter.capabilities().can;
            Ok(can.contains(&Ability::Legal))
        })?;
        if can_say {
            return self.at(line, &[Ability::Legal], |adapter| adapter.is_legal(mv));
        }
        self.at(line, &[Ability::Play], |adapter| {
            adapter.play(mv).map(|played| played != Played::Illegal)
        })
    }

    fn replay(&mut self, line: &Line, mv: UciMove) -> Result<Replayed, EngineError> {
        self.at(line, &[Ability::Play], |adapter| {
            let after = match adapter.play(mv)? {
                Played::Done(fen) => fen,
                Played::Illegal => return Err(EngineError::illegal(mv)),
            };
            let back = match adapter.undo() {
                Err(EngineError::Unsupported(_)) => None,
                other => other?,
            };
            Ok(Replayed { after, back })
        })
    }
}

/// Questions about a game, such as its keys and repetitions, which a count of nodes cannot answer.
impl AdapterSubject {
    /// Sets up a line, and asks a question that needs these abilities.
    fn at<T>(
        &mut self,
        line: &Line,
        needed: &[Ability],
        question: impl FnOnce(&mut Adapter) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        let sets_up = self.sets_up;
        self.session.ask(|adapter| {
            // An adapter that refuses the position has not promised to answer the question.
            needed.iter().try_for_each(|it| adapter.require(*it))?;
            expect_possible(adapter, line, sets_up)?;
            let deadline = adapter.process().reply_deadline();
            adapter.go_to(deadline, line)?;
            question(adapter)
        })
    }

    /// Returns the answer to a request that is answered with one line, which is read in some way.
    fn one_line<T>(
        &mut self,
        line: &Line,
        ability: Ability,
        request: &str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, EngineError> {
        self.at(line, &[ability], |adapter| {
            read_only(&adapter.ask(request)?.into_lines()?, ability.word(), read)
        })
    }

    fn fen(&mut self, line: &Line) -> Result<String, EngineError> {
        let read = |line: &str| rest_of(line, "fen").map(str::to_owned);
        self.one_line(line, Ability::Fen, "fen", read)
    }

    fn is_same(&mut self, line: &Line, other: &Line) -> Result<bool, EngineError> {
        let request = format!("same {}", position_text(other)?);
        let read = |line: &str| read_yes_or_no(line, "same");
        self.one_line(line, Ability::Same, &request, read)
    }

    fn occurrences(&mut self, line: &Line) -> Result<Occurrences, EngineError> {
        let request = "occurrences";
        self.one_line(line, Ability::Occurrences, request, read_occurrences)
    }

    fn parse(&mut self, line: &Line, text: &str) -> Result<Option<ParsedMove>, EngineError> {
        // This comes first because the probe sets up another position.
        let has_flags = self.parses_with_flags()?;
        self.at(line, &[Ability::Parse], |adapter| {
            let reply = adapter.ask(&format!("parse {text}"))?;
            if matches!(reply.end, End::Error(ErrorKind::Illegal, _)) {
                return Ok(None);
            }
            let position = line.position();
            let parsed = |line: &str| {
                let read = read_move(line)?;
                Some(ParsedMove {
                    mv: engine_move_in(position.as_ref(), read.mv),
                    is_en_passant: has_flags.then(|| has(read, Flag::EN_PASSANT)),
                })
            };
            read_only(&reply.into_lines()?, "move", parsed).map(Some)
        })
    }

    fn about(&mut self, line: &Line, asked: MoveQuery, mv: UciMove) -> Result<Answer, EngineError> {
        if asked.flag().is_some() {
            let flag = Flag::About(asked);
            return self.has_flag(line, mv, flag).map(Answer::Is);
        }
        let request = format!("{asked} {mv}");
        let read = |line: &str| read_about(line, asked);
        self.one_line(line, Ability::About(asked), &request, read)
    }
}

impl Subject for AdapterSubject {
    fn can(&self) -> Abilities {
        Abilities {
            sets_up: self.sets_up,
            ..Abilities::of(Channel::Line)
        }
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        self.session.ask(|adapter| {
            let capabilities = adapter.capabilities();
            Ok(match feature {
                Feature::Chess960 => capabilities.is_chess960,
                Feature::NullMoves => capabilities.has_null_moves,
                Feature::PolyglotKeys => capabilities.has_polyglot_keys,
                Feature::SeveralLines => false,
            })
        })
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        Ok(match query {
            Query::Count(depth) => Answer::Counts(self.counts(line, *depth)?),
            Query::Moves => Answer::Moves(self.moves(line)?),
            Query::Replay(mv) => Answer::Replayed(self.replay(line, *mv)?),
            Query::Fen => Answer::Fen(self.fen(line)?),
            Query::Key => Answer::Key(self.at(line, &[Ability::Key], Adapter::key)?),
            Query::Same(other) => Answer::Is(self.is_same(line, other)?),
            Query::Occurrences => Answer::Occurrences(self.occurrences(line)?),
            Query::Parse(text) => Answer::Parsed(self.parse(line, text)?),
            Query::Legal(mv) => Answer::Is(self.is_legal(line, *mv)?),
            Query::About(asked, mv) => self.about(line, *asked, *mv)?,
            Query::SameKey(_) | Query::BestMove(_) | Query::Search(_) => {
                return Err(EngineError::unsupported(query.word()));
            }
        })
    }

    fn restart(&mut self) {
        self.session.restart();
    }

    fn repack(&mut self, line: &Line) -> Result<Repacked, EngineError> {
        const NEEDED: [Ability; 4] = [Ability::Pack, Ability::Unpack, Ability::Fen, Ability::Moves];
        self.at(line, &NEEDED, |adapter| {
            let format = adapter.capabilities().packs.clone();
            let format = format.ok_or_else(|| EngineError::unsupported("pack"))?;
            let no_fen = || EngineError::Garbled("no FEN in answer to fen or unpack".to_owned());
            let before = adapter.ask("fen")?.into_fen()?.ok_or_else(no_fen)?;
            let moves_before = listed(adapter, line)?;
            let packed = |line: &str| read_bytes(line).map(str::to_owned);
            let bytes = read_only(&adapter.ask("pack")?.into_lines()?, "packed", packed)?;
            let after = match adapter.ask(&format!("unpack {bytes}"))?.into_fen() {
                Err(EngineError::Refused(_)) => None,
                fen => Some((fen?.ok_or_else(no_fen)?, listed(adapter, line)?)),
            };
            Ok(Repacked {
                format,
                bytes,
                before,
                moves_before,
                after,
            })
        })
    }

    fn read_game(&mut self, pgn: &str) -> Result<Option<Vec<EngineMove>>, EngineError> {
        self.session.ask(|adapter| {
            adapter.require(Ability::Pgn)?;
            // After an error a position must come first, and a game is none that depends on it.
            adapter.position(&Line::at(&Position::initial()))?;
            let reply = adapter.ask(&format!("pgn {}", escape_lines(pgn)))?;
            if matches!(reply.end, End::Error(ErrorKind::Illegal, _)) {
                return Ok(None);
            }
            let moves = reply.into_moves()?;
            let read = moves.iter().map(|text| engine_move_in(None, text));
            Ok(Some(read.collect()))
        })
    }
}

/// Returns the legal moves that the adapter lists at the end of a line.
fn listed(adapter: &mut Adapter, line: &Line) -> Result<Vec<EngineMove>, EngineError> {
    let position = line.position();
    let texts = adapter.moves()?.into_iter();
    Ok(texts
        .map(|text| engine_move_in(position.as_ref(), &text))
        .collect())
}

/// Returns a text of several lines as one line: `\n` is the end of a line, and `\\` a backslash.
fn escape_lines(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\n', "\\n")
}

/// Tells whether a move has a flag.
fn has(read: MoveLine<'_>, flag: Flag) -> bool {
    read.flags().any(|word| word == flag.word())
}

/// Reads an answer of one line, which starts with a word.
fn read_only<T>(
    lines: &[String],
    word: &str,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<T, EngineError> {
    let only = match lines {
        [line] => Some(line.as_str()),
        _ => None,
    };
    only.and_then(read).ok_or_else(|| {
        let rest = only.and_then(|line| rest_of(line, word));
        let answer = rest.map_or_else(|| lines.join(" / "), str::to_owned);
        EngineError::Garbled(format!("{answer:?} in answer to {word}"))
    })
}

/// Fails with [`EngineError::Unsupported`] if the adapter cannot be sent a line.
fn expect_possible(adapter: &Adapter, line: &Line, sets_up: bool) -> Result<(), EngineError> {
    if line.is_chess960 && !adapter.capabilities().is_chess960 {
        return Err(EngineError::unsupported("Chess960"));
    }
    if !sets_up && !line.is_from_initial_position() {
        return Err(EngineError::unsupported(
            "a position without a game that leads to it, because the adapter refuses positions",
        ));
    }
    Ok(())
}

/// Counts by listing the moves of every position of the tree. The deadline applies to the whole count, however many
/// requests it takes.
fn walk(
    adapter: &mut Adapter,
    deadline: Deadline,
    line: &Line,
    depth: u32,
) -> Result<Counts, EngineError> {
    adapter.go_to(deadline, line)?;
    let position = line.position();
    let mut counts = Counts::default();
    for text in adapter.ask_by(deadline, "moves")?.into_moves()? {
        let mv = engine_move_in(position.as_ref(), &text);
        let nodes = match (depth, mv.uci()) {
            (1, _) => 1,
            (_, Some(uci)) => walk(adapter, deadline, &line.then(uci), depth - 1)?.total,
            (_, None) => return Err(EngineError::not_a_move(text)),
        };
        counts.total += nodes;
        counts.moves.push((mv, nodes));
    }
    Ok(counts)
}

/// Reads the answer to a question about a move, after its word.
fn read_about(line: &str, asked: MoveQuery) -> Option<Answer> {
    let word = asked.word();
    match asked.answer_kind() {
        AnswerKind::San => rest_of(line, word).map(|san| Answer::San(san.to_owned())),
        AnswerKind::Square => read_square(line, word).map(Answer::Square),
        AnswerKind::YesOrNo => read_yes_or_no(line, word).map(Answer::Is),
    }
}
