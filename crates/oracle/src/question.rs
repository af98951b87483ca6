//! What the oracle, with or without faults, answers to questions.

use passant_query::{
    Abilities, Answer, Channel, Counts, EngineError, EngineMove, Feature, Line, MoveQuery,
    Occurrences, ParsedMove, Query, Replayed, Searched, SearchedLine, Step, Subject,
};
use passant_rules::{Move, UciMove};

use crate::{Engine, EngineFault, FaultSet, FoundLine, Scope, SearchOutcome, SearchTable};

/// The oracle as a subject, with faults or without.
///
/// ```
/// use passant_oracle::{EngineFault, Oracle};
/// use passant_query::{Line, Subject};
///
/// let line: Line = "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1".parse()?;
/// let capture = "c5d6".parse().unwrap();
/// assert_eq!(Oracle::correct().is_legal(&line, capture), Ok(false));
/// assert_eq!(Oracle::with(EngineFault::RankPinIgnored).is_legal(&line, capture), Ok(true));
/// # Ok::<(), passant_query::QuestionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Oracle {
    faults: FaultSet,
}

impl Oracle {
    /// The oracle without faults.
    #[must_use]
    pub fn correct() -> Self {
        Self::with(FaultSet::NONE)
    }

    /// The oracle with faults.
    #[must_use]
    pub fn with(faults: impl Into<FaultSet>) -> Self {
        Self {
            faults: faults.into(),
        }
    }

    /// Plays a line. The error is the step that the engine does not take.
    fn play(self, line: &Line) -> Result<Engine, Step> {
        if self.faults.consult(EngineFault::MovesIgnored, Scope::ALL)
            && let Some(&first) = line.steps.iter().find(|step| !step.is_round_trip())
        {
            return Err(first);
        }
        let mut engine = Engine::new(&line.setup, self.faults);
        for step in &line.steps {
            match step {
                Step::TakeBack => {
                    engine.undo();
                }
                Step::Copy => engine = engine.copy(),
                Step::Reread => engine = engine.reread(),
                Step::Move(mv) if mv.is_null() => engine.pass(),
                Step::Move(mv) => {
                    let mv = engine.read_uci(&mv.text()).ok_or(*step)?;
                    engine.follow(mv);
                }
            }
        }
        Ok(engine)
    }
}

impl Subject for Oracle {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::Library)
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Ok(feature != Feature::PolyglotKeys)
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let mut engine = self.play(line).map_err(EngineError::illegal)?;
        let other = |line: &Line| self.play(line).map_err(EngineError::illegal);
        let mv = |mv: UciMove| {
            let found = engine.read_uci(&mv.text());
            found.ok_or_else(|| EngineError::illegal(mv))
        };
        Ok(match query {
            Query::Moves => Answer::Moves(moves(&engine)),
            Query::Count(depth) => Answer::Counts(counts(&engine, *depth)),
            Query::Legal(mv) => Answer::Is(engine.read_uci(&mv.text()).is_some()),
            Query::Fen => Answer::Fen(fen(&engine)),
            Query::Replay(played) => {
                let played = mv(*played)?;
                engine.play(played);
                let after = Some(fen(&engine));
                engine.undo();
                let back = Some(fen(&engine));
                Answer::Replayed(Replayed { after, back })
            }
            Query::Key => Answer::Key(format!("{:016x}", engine.key())),
            Query::SameKey(line) => Answer::Is(engine.key() == other(line)?.key()),
            Query::Same(line) => Answer::Is(engine.is_same(&other(line)?)),
            Query::Occurrences => Answer::Occurrences(Occurrences::Exactly(engine.occurrences())),
            Query::Parse(san) => Answer::Parsed(engine.read_san(san).map(|mv| ParsedMove {
                mv: engine_move(&engine, mv),
                is_en_passant: Some(engine.is_flagged_en_passant(mv)),
            })),
            Query::About(asked, about) => engine.about(*asked, mv(*about)?),
            Query::Search(request) => {
                let mut table = SearchTable::default();
                if let Some(before) = &request.after {
                    let _ = other(before)?.search(request.limit.deeper(), 1, &mut table);
                }
                let outcome = engine.search(request.limit, request.lines, &mut table);
                Answer::Searched(search_answer(&engine, &outcome))
            }
            Query::BestMove(depth) => Answer::Played(print_move(&engine, engine.best_move(*depth))),
        })
    }
}

impl Engine {
    /// Returns the answer to a question about a legal move.
    #[must_use]
    pub fn about(&self, asked: MoveQuery, mv: Move) -> Answer {
        match asked {
            MoveQuery::Victim => Answer::Square(self.victim(mv)),
            MoveQuery::San => Answer::San(self.san(mv)),
            MoveQuery::Capture => Answer::Is(mv.is_capture()),
            MoveQuery::EnPassant => Answer::Is(self.is_flagged_en_passant(mv)),
            MoveQuery::Check => Answer::Is(self.gives_check(mv)),
        }
    }
}

fn fen(engine: &Engine) -> String {
    engine.setup().fen().to_string()
}

fn moves(engine: &Engine) -> Vec<EngineMove> {
    let moves = engine.moves().into_iter();
    moves.map(|mv| engine_move(engine, mv)).collect()
}

/// The moves of a divide; at depth 0 the single node.
fn counts(engine: &Engine, depth: u32) -> Counts {
    let moves: Vec<_> = engine
        .divide(depth)
        .into_iter()
        .map(|(mv, nodes)| (engine_move(engine, mv), nodes))
        .collect();
    let total = match depth {
        0 => engine.perft(0),
        _ => moves.iter().map(|(_, nodes)| nodes).sum(),
    };
    Counts { moves, total }
}

fn engine_move(engine: &Engine, mv: Move) -> EngineMove {
    EngineMove::from_uci(&engine.uci(mv))
}

/// Returns the answer that a search prints.
fn search_answer(engine: &Engine, outcome: &SearchOutcome) -> Searched {
    let moves = |line: &FoundLine| {
        let texts = engine.uci_line(&line.moves).into_iter();
        texts.map(|text| EngineMove::from_uci(&text)).collect()
    };
    let lines = outcome.lines.iter().map(|line| SearchedLine {
        depth: Some(line.depth),
        score: Some(line.score),
        moves: moves(line),
    });
    Searched {
        lines: lines.collect(),
        best: print_move(engine, outcome.best),
        ponder: None,
    }
}

/// Returns a move as engines print it, or what they print in place of a move.
fn print_move(engine: &Engine, mv: Option<Move>) -> EngineMove {
    mv.map_or_else(
        || EngineMove::unreadable("(none)"),
        |mv| engine_move(engine, mv),
    )
}
