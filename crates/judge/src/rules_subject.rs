//! The rules of this workspace as a subject, to check cases and the judge itself.

use passant_query::{
    Answer, EngineError, EngineMove, Feature, Line, MoveQuery, Occurrences, ParsedMove, Query,
    Replayed, Step, Subject,
};
use passant_rules::{EnPassantMode, EnPassantSuffix, Game, Move, Played, Position, UciMove};

/// `passant-rules` as a subject that follows a convention for the FEN and for SAN.
///
/// Moves are made and taken back in place, as an engine does it.
///
/// ```
/// use passant_judge::RulesSubject;
/// use passant_judge::query::{Line, Subject};
///
/// let line: Line = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1 moves d7d5".parse()?;
/// let mut rules = RulesSubject::default();
/// assert_eq!(rules.san(&line, "e5d6".parse().unwrap()).as_deref(), Ok("exd6"));
/// # Ok::<(), passant_judge::query::QuestionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RulesSubject {
    /// When a FEN names the en passant square.
    pub fen: EnPassantMode,
    /// Says whether SAN has the suffix `e.p.`.
    pub suffix: EnPassantSuffix,
}

impl Default for RulesSubject {
    /// The FEN names the square after every double push, and SAN has no suffix.
    fn default() -> Self {
        Self {
            fen: EnPassantMode::Always,
            suffix: EnPassantSuffix::Without,
        }
    }
}

impl RulesSubject {
    /// Plays a line. The record has a place for every step.
    fn play(self, line: &Line) -> Result<Game<Vec<Played>>, EngineError> {
        let refused = |_| EngineError::Refused("not a position".to_owned());
        let begin = |start| Game::new(start, vec![Played::EMPTY; line.steps.len()]);
        let mut game = begin(line.setup.validate().map_err(refused)?);
        for &step in &line.steps {
            let is_taken = match step {
                Step::TakeBack => game.take_back().is_some(),
                Step::Copy => {
                    game = game.clone();
                    true
                }
                Step::Reread => {
                    let fen = game.position().fen(self.fen);
                    let read = Position::from_fen(&fen);
                    game = begin(read.map_err(|error| EngineError::Refused(error.to_string()))?);
                    true
                }
                Step::Move(mv) if mv.is_null() => game.play_null(),
                Step::Move(mv) => {
                    let mv = find(&game, mv)?;
                    game.play(mv).is_ok()
                }
            };
            if !is_taken {
                return Err(EngineError::illegal(step));
            }
        }
        Ok(game)
    }
}

fn find(game: &Game<Vec<Played>>, mv: UciMove) -> Result<Move, EngineError> {
    let found = game.position().find(mv);
    found.map_err(|_| EngineError::illegal(mv))
}

impl RulesSubject {
    /// Returns the answer to a question about a legal move.
    fn answer_about(self, position: &Position, asked: MoveQuery, mv: Move) -> Answer {
        match asked {
            MoveQuery::Victim => Answer::Square(mv.victim_square()),
            MoveQuery::San => Answer::San(position.san(mv, self.suffix).to_string()),
            MoveQuery::Capture => Answer::Is(mv.is_capture()),
            MoveQuery::EnPassant => Answer::Is(mv.is_en_passant()),
            MoveQuery::Check => Answer::Is(position.after(mv).is_check()),
        }
    }

    /// The FENs after a legal move, and after it is taken back.
    fn fens_around(self, mut game: Game<Vec<Played>>, mv: Move) -> Replayed {
        let fen = |game: &Game<_>| Some(game.position().fen(self.fen).to_string());
        let after = game.play(mv).ok().and_then(|()| fen(&game));
        let _ = game.take_back();
        Replayed {
            after,
            back: fen(&game),
        }
    }
}

impl Subject for RulesSubject {
    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        Ok(matches!(feature, Feature::Chess960 | Feature::NullMoves))
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        let game = self.play(line)?;
        let position = game.position();
        let uci = |mv| EngineMove::Uci(position.uci_move(mv));
        Ok(match query {
            Query::Moves => Answer::Moves(position.legal_moves().into_iter().map(uci).collect()),
            Query::Fen => Answer::Fen(position.fen(self.fen).to_string()),
            Query::Replay(mv) => {
                let mv = find(&game, *mv)?;
                Answer::Replayed(self.fens_around(game, mv))
            }
            Query::Key => Answer::Key(position.key().0.to_string()),
            Query::SameKey(other) => {
                Answer::Is(position.key() == self.play(other)?.position().key())
            }
            Query::Same(other) => Answer::Is(position == self.play(other)?.position()),
            Query::Occurrences => Answer::Occurrences(Occurrences::Exactly(game.occurrences())),
            Query::Parse(text) => {
                let mv = position.parse_san(text).ok();
                Answer::Parsed(mv.map(|mv| ParsedMove {
                    mv: uci(mv),
                    is_en_passant: Some(mv.is_en_passant()),
                }))
            }
            Query::Legal(mv) => Answer::Is(find(&game, *mv).is_ok()),
            Query::About(asked, mv) => self.answer_about(position, *asked, find(&game, *mv)?),
            Query::Count(_) | Query::BestMove(_) | Query::Search(_) => {
                return Err(EngineError::unsupported(query.word()));
            }
        })
    }
}
