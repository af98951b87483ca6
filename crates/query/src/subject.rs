//! The trait that every tested program implements.

use std::ops::ControlFlow;

use passant_rules::{Position, UciMove};

use crate::{
    Abilities, Answer, Counts, EngineError, EngineMove, Feature, Line, MoveQuery, Occurrences,
    ParsedMove, Query, Question, Repacked, Replayed, SearchRequest, Searched,
};

/// Returns what an answer of a kind holds. Another kind is an error.
macro_rules! answer_of {
    ($answer:expr, $kind:ident) => {
        match $answer? {
            Answer::$kind(content) => Ok(content),
            other => Err(wrong_kind(&other)),
        }
    };
}

/// A program that answers questions about chess.
///
/// Every question contains its line, so an answer does not depend on earlier questions. Only one function is required.
/// It returns [`EngineError::Unsupported`] for queries that the program cannot answer, which does not count as a
/// failure. After an error that [needs a restart](EngineError::needs_restart) a subject restarts itself.
pub trait Subject: Send {
    /// Answers a question about the end of a line.
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError>;

    /// Returns the abilities of the subject.
    fn can(&self) -> Abilities {
        Abilities::default()
    }

    /// Tells whether the subject has a feature.
    fn supports(&mut self, _feature: Feature) -> Result<bool, EngineError> {
        Ok(false)
    }

    /// Starts the program if it does not run, so that the next answer does not include the time of the start.
    fn start(&mut self) -> Result<(), EngineError> {
        Ok(())
    }

    /// Ends the program. The next question starts it again, without memory of earlier questions.
    fn restart(&mut self) {}

    /// Asks a stream of questions, and hands each with its answer to `take`, in order, until the questions end or `take`
    /// breaks.
    ///
    /// A program behind a pipe may be sent questions before it has answered earlier ones, so `questions` runs ahead of
    /// `take`. Such a program is not sent the [decoy](crate::decoy()), so successive questions should have different
    /// answers, and a wrong answer counts only if [`ask`](Self::ask) returns it too.
    #[expect(clippy::type_complexity, reason = "a closure is what callers write")]
    fn ask_stream(
        &mut self,
        questions: &mut dyn Iterator<Item = Question>,
        take: &mut dyn FnMut(&Question, Result<Answer, EngineError>) -> ControlFlow<()>,
    ) {
        for question in questions {
            let answer = self.ask(&question.line, &question.query);
            if take(&question, answer).is_break() {
                return;
            }
        }
    }

    /// Reads a game in PGN and returns its moves, without those of variations; `None` if the program refuses the text.
    fn read_game(&mut self, _pgn: &str) -> Result<Option<Vec<EngineMove>>, EngineError> {
        Err(EngineError::unsupported("pgn"))
    }

    /// Packs the position at the end of a line in the format of the program, and unpacks it into a new board.
    fn repack(&mut self, _line: &Line) -> Result<Repacked, EngineError> {
        Err(EngineError::unsupported("pack"))
    }

    /// [`Query::Count`]: leaf nodes to a depth in plies of at least 1.
    fn count(&mut self, line: &Line, depth: u32) -> Result<Counts, EngineError> {
        answer_of!(self.ask(line, &Query::Count(depth)), Counts)
    }

    /// [`Query::Moves`]: the legal moves.
    fn moves(&mut self, line: &Line) -> Result<Vec<EngineMove>, EngineError> {
        answer_of!(self.ask(line, &Query::Moves), Moves)
    }

    /// [`Query::Legal`]: whether a move is legal.
    fn is_legal(&mut self, line: &Line, mv: UciMove) -> Result<bool, EngineError> {
        answer_of!(self.ask(line, &Query::Legal(mv)), Is)
    }

    /// [`Query::Legal`] for a move that may be illegal. A program that ends at a move from a square without a piece of the
    /// side to move has not accepted it: no protocol lets such a move be sent.
    fn accepts(&mut self, line: &Line, mv: UciMove) -> Result<bool, EngineError> {
        let has_piece = |position: Position| {
            let piece = position.piece_at(mv.from());
            piece.is_some_and(|piece| piece.color() == position.side_to_move())
        };
        match self.is_legal(line, mv) {
            Err(EngineError::Crashed(_)) if line.position().is_some_and(|it| !has_piece(it)) => {
                Ok(false)
            }
            answer => answer,
        }
    }

    /// [`Query::BestMove`]: the move that a search to a depth in plies plays.
    fn best_move(&mut self, line: &Line, depth: u32) -> Result<EngineMove, EngineError> {
        answer_of!(self.ask(line, &Query::BestMove(depth)), Played)
    }

    /// [`Query::Search`]: the lines and the move that a search prints.
    fn search(&mut self, line: &Line, request: SearchRequest) -> Result<Searched, EngineError> {
        answer_of!(self.ask(line, &Query::Search(request)), Searched)
    }

    /// [`Query::Fen`]: the FEN that the program reports.
    fn fen(&mut self, line: &Line) -> Result<String, EngineError> {
        answer_of!(self.ask(line, &Query::Fen), Fen)
    }

    /// [`Query::Replay`]: the FENs after a move, and after the move is taken back.
    fn replay(&mut self, line: &Line, mv: UciMove) -> Result<Replayed, EngineError> {
        answer_of!(self.ask(line, &Query::Replay(mv)), Replayed)
    }

    /// [`Query::Key`]: a key that is equal for positions which the program considers equal.
    fn key(&mut self, line: &Line) -> Result<String, EngineError> {
        answer_of!(self.ask(line, &Query::Key), Key)
    }

    /// [`Query::Same`]: whether the position equals that of another line.
    fn is_same(&mut self, line: &Line, other: &Line) -> Result<bool, EngineError> {
        answer_of!(self.ask(line, &Query::Same(other.clone())), Is)
    }

    /// [`Query::Occurrences`]: how many times the position has occurred.
    fn occurrences(&mut self, line: &Line) -> Result<Occurrences, EngineError> {
        answer_of!(self.ask(line, &Query::Occurrences), Occurrences)
    }

    /// [`MoveQuery::San`]: a legal move in SAN.
    fn san(&mut self, line: &Line, mv: UciMove) -> Result<String, EngineError> {
        answer_of!(self.ask(line, &Query::About(MoveQuery::San, mv)), San)
    }

    /// [`Query::Parse`]: the move that a text in SAN denotes.
    fn parse(&mut self, line: &Line, san: &str) -> Result<Option<ParsedMove>, EngineError> {
        answer_of!(self.ask(line, &Query::Parse(san.to_owned())), Parsed)
    }

    /// [`Query::About`]: something about a legal move, in an answer of the kind that is asked for.
    fn about(&mut self, line: &Line, asked: MoveQuery, mv: UciMove) -> Result<Answer, EngineError> {
        let answer = self.ask(line, &Query::About(asked, mv))?;
        if asked.is_answered_by(&answer) {
            Ok(answer)
        } else {
            Err(wrong_kind(&answer))
        }
    }

    /// A question that is answered with yes or no.
    fn is(&mut self, line: &Line, query: &Query) -> Result<bool, EngineError> {
        answer_of!(self.ask(line, query), Is)
    }
}

impl<S: Subject + ?Sized> Subject for Box<S> {
    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        (**self).ask(line, query)
    }

    fn can(&self) -> Abilities {
        (**self).can()
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        (**self).supports(feature)
    }

    fn start(&mut self) -> Result<(), EngineError> {
        (**self).start()
    }

    fn restart(&mut self) {
        (**self).restart();
    }

    fn ask_stream(
        &mut self,
        questions: &mut dyn Iterator<Item = Question>,
        take: &mut dyn FnMut(&Question, Result<Answer, EngineError>) -> ControlFlow<()>,
    ) {
        (**self).ask_stream(questions, take);
    }

    fn read_game(&mut self, pgn: &str) -> Result<Option<Vec<EngineMove>>, EngineError> {
        (**self).read_game(pgn)
    }

    fn repack(&mut self, line: &Line) -> Result<Repacked, EngineError> {
        (**self).repack(line)
    }
}

/// The error for an answer to another query, which is a bug of the subject.
fn wrong_kind(answer: &Answer) -> EngineError {
    EngineError::Garbled(format!("an answer to another query: {}", answer.word()))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::Subject;
    use crate::{Answer, Counts, EngineError, Line, Query, Question};

    /// Answers with the number of questions that it was asked.
    struct Counter(u64);

    impl Subject for Counter {
        fn ask(&mut self, _: &Line, query: &Query) -> Result<Answer, EngineError> {
            self.0 += 1;
            match query {
                Query::Count(_) => Ok(Answer::Counts(Counts {
                    total: self.0,
                    ..Counts::default()
                })),
                other => Err(EngineError::unsupported(other.word())),
            }
        }
    }

    #[test]
    fn a_stream_is_answered_in_order_until_it_is_left() {
        const FEN: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let queries = ["count 1", "fen", "count 2", "count 3"];
        let questions = queries.map(|query| format!("{FEN}: {query}").parse::<Question>().unwrap());
        let mut taken = Vec::new();
        let mut counter: Box<dyn Subject> = Box::new(Counter(0));
        counter.ask_stream(&mut questions.into_iter(), &mut |question, answer| {
            let total = match answer {
                Ok(Answer::Counts(counts)) => Some(counts.total),
                _ => None,
            };
            taken.push((question.query.to_string(), total));
            if total == Some(3) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let expected = [("count 1", Some(1)), ("fen", None), ("count 2", Some(3))];
        assert_eq!(
            taken,
            expected.map(|(query, total)| (query.to_owned(), total))
        );
        // The question after the one that `take` leaves at is not asked.
        let line = Line::from_fen(FEN).unwrap();
        assert_eq!(counter.count(&line, 1).unwrap().total, 4);
    }
}
