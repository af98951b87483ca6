//! Adapters that speak the line protocol.

use passant_query::{
    Abilities, Answer, Channel, Counts, EngineError, EngineMove, Line, Query, Replayed, Subject,
};
use passant_rules::UciMove;

use crate::dialect::notation::engine_move_in;
use crate::engine_spec::EngineSpec;
use crate::line_protocol::{Ability, Adapter, Played};
use crate::process::Deadline;
use crate::session::Session;

/// An adapter that counts, and answers questions about moves.
pub(super) struct AdapterChannel {
    session: Session<Adapter>,
}

impl AdapterChannel {
    /// The adapter is started with the first question.
    pub(super) fn new(spec: EngineSpec) -> Self {
        Self {
            session: Session::new(spec, EngineSpec::adapter),
        }
    }
}

impl AdapterChannel {
    fn counts(&mut self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        self.session.ask(|adapter| {
            expect_chess960(adapter, line)?;
            let deadline = adapter.process().reply_deadline();
            if !adapter.capabilities().can.contains(&Ability::Divide) {
                return walk(adapter, deadline, line, depth);
            }
            adapter.position_by(deadline, line)?;
            let divided = adapter.ask_by(deadline, &format!("divide {depth}"))?;
            let divided = divided.into_divide()?;
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
        self.at(line, |adapter| {
            let position = line.position();
            let texts = adapter.moves()?.into_iter();
            Ok(texts
                .map(|text| engine_move_in(position.as_ref(), &text))
                .collect())
        })
    }

    fn accepts(&mut self, line: &Line, mv: UciMove) -> Result<bool, EngineError> {
        self.at(line, |adapter| {
            if adapter.capabilities().can.contains(&Ability::Legal) {
                adapter.is_legal(mv)
            } else {
                adapter.play(mv).map(|played| played != Played::Illegal)
            }
        })
    }

    fn fen(&mut self, line: &Line) -> Result<String, EngineError> {
        let fen = self.session.ask(|adapter| {
            expect_chess960(adapter, line)?;
            adapter.position(line)
        });
        fen?.ok_or_else(|| EngineError::unsupported("fen"))
    }

    fn replay(&mut self, line: &Line, mv: UciMove) -> Result<Replayed, EngineError> {
        self.at(line, |adapter| {
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

    /// Sets up a line, and asks a question about its end.
    fn at<T>(
        &mut self,
        line: &Line,
        question: impl FnOnce(&mut Adapter) -> Result<T, EngineError>,
    ) -> Result<T, EngineError> {
        self.session.ask(|adapter| {
            expect_chess960(adapter, line)?;
            adapter.position(line)?;
            question(adapter)
        })
    }
}

impl Subject for AdapterChannel {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::Line)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Count(depth) => self.counts(line, *depth).map(Answer::Counts),
            Query::Moves => self.moves(line).map(Answer::Moves),
            Query::Legal(mv) => self.accepts(line, *mv).map(Answer::Is),
            Query::Fen => self.fen(line).map(Answer::Fen),
            Query::Replay(mv) => self.replay(line, *mv).map(Answer::Replayed),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}

fn expect_chess960(adapter: &Adapter, line: &Line) -> Result<(), EngineError> {
    if line.is_chess960 && !adapter.capabilities().is_chess960 {
        return Err(EngineError::unsupported("Chess960"));
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
    adapter.position_by(deadline, line)?;
    let position = line.position();
    let mut counts = Counts::default();
    for text in adapter.ask_by(deadline, "moves")?.into_moves()? {
        let mv = engine_move_in(position.as_ref(), &text);
        let nodes = match (depth, mv.uci()) {
            (1, _) => 1,
            (_, Some(uci)) => walk(adapter, deadline, &line.then(uci), depth - 1)?.total,
            (_, None) => return Err(EngineError::Garbled(format!("{text:?} is not a move"))),
        };
        counts.total += nodes;
        counts.moves.push((mv, nodes));
    }
    Ok(counts)
}
