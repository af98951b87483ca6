//! UCI engines: what a search prints.

use std::time::Duration;

use passant_query::{
    Abilities, Answer, Channel, EngineError, Feature, Line, Query, SearchLimit, SearchRequest,
    Searched, SearchedLine, Subject,
};
use passant_rules::Position;

use super::search::{SearchInfo, is_cut_short, read_moves, search_unstopped};
use crate::connection::{Connection, EngineSpec, Session};
use crate::dialect;
use crate::process::Deadline;
use crate::uci::{Printed, Uci};

/// The timeout of a search, with the time that the engine needs to stop. A timeout is not a failure of the engine, so a
/// longer wait would show nothing more.
pub(super) const PATIENCE: Duration = Duration::from_secs(5);

/// The feature that is missing in an engine that exceeds its limit of nodes.
const BY_NODES: &str = "a search by nodes";

/// A UCI engine that is asked to search.
pub(super) struct LineSearch {
    session: Session<Uci>,
    reply: Duration,
    /// True if it exceeds its limit of nodes.
    ignores_nodes: bool,
}

impl LineSearch {
    /// Creates the subject. The engine is started with the first question, with one thread.
    pub(super) fn new(spec: EngineSpec) -> Self {
        Self {
            reply: spec.limits.reply,
            session: Session::new(spec, Uci::start),
            ignores_nodes: false,
        }
    }

    fn search(&mut self, line: &Line, request: &SearchRequest) -> Result<Searched, EngineError> {
        let is_by_nodes = matches!(request.limit, SearchLimit::Nodes(_));
        if is_by_nodes && self.ignores_nodes {
            return Err(EngineError::unsupported(BY_NODES));
        }
        let printed = match self.run_search(line, request) {
            Err(EngineError::TimedOut(_)) if is_by_nodes => {
                self.ignores_nodes = true;
                return Err(EngineError::unsupported(BY_NODES));
            }
            printed => printed?,
        };
        // A search of a few nodes takes no time.
        self.ignores_nodes |= is_by_nodes && printed.was_stopped;
        let lines = if is_cut_short(&printed) {
            if is_by_nodes {
                return Err(EngineError::unsupported(BY_NODES));
            }
            let command = format!("go {}", request.limit);
            search_unstopped(&mut self.session, line, &command, self.reply)?
        } else {
            printed.lines
        };
        let position = line.position();
        read_search(position.as_ref(), &lines)
            .ok_or_else(|| EngineError::Garbled("bestmove without a move".to_owned()))
    }

    fn run_search(&mut self, line: &Line, request: &SearchRequest) -> Result<Printed, EngineError> {
        let reply = self.reply;
        let end = || Deadline::after(reply.min(PATIENCE));
        let command = format!("go {}", request.limit);
        self.session.ask(|uci| {
            uci.new_game()?;
            uci.ready(Deadline::after(reply))?;
            if let Some(before) = &request.after {
                // The lines of this search are not used.
                uci.print_lines(1)?;
                uci.position(before)?;
                let deeper = format!("go {}", request.limit.deeper());
                let _ = uci.search_or_stop(&deeper, end())?;
            }
            uci.print_lines(request.lines)?;
            uci.position(line)?;
            uci.search_or_stop(&command, end())
        })
    }
}

impl Subject for LineSearch {
    fn can(&self) -> Abilities {
        Abilities::of(Channel::BestMove)
    }

    fn supports(&mut self, feature: Feature) -> Result<bool, EngineError> {
        match feature {
            Feature::SeveralLines => self.session.ask(|uci| Ok(1 < uci.most_lines())),
            Feature::Chess960 | Feature::NullMoves | Feature::PolyglotKeys => Ok(false),
        }
    }

    fn ask(&mut self, line: &Line, query: &Query) -> Result<Answer, EngineError> {
        match query {
            Query::Search(request) => self.search(line, request).map(Answer::Searched),
            other => Err(EngineError::unsupported(other.word())),
        }
    }

    fn restart(&mut self) {
        self.session.restart();
    }
}

/// Reads the lines and the move of a search; `None` if there is no move.
fn read_search(position: Option<&Position>, printed: &[String]) -> Option<Searched> {
    let lines = printed.iter().filter_map(|line| line_of(position, line));
    let last = dialect::clean(printed.last()?);
    let words = last.split_whitespace();
    let words: Vec<&str> = words.skip_while(|&word| word != "bestmove").collect();
    let mut played = match words[..] {
        [_, best, "ponder", ponder, ..] => read_moves(position, &[best, ponder]),
        [_, best, ..] => read_moves(position, &[best]),
        _ => return None,
    }
    .into_iter();
    Some(Searched {
        lines: lines.collect(),
        best: played.next()?,
        ponder: played.next(),
    })
}

/// Returns a line with the word `pv`.
fn line_of(position: Option<&Position>, line: &str) -> Option<SearchedLine> {
    let info = SearchInfo::read(line)?;
    Some(SearchedLine {
        depth: info.depth,
        score: info.score.filter(|_| !info.is_bound),
        moves: read_moves(position, &info.moves?),
    })
}

#[cfg(test)]
mod tests {
    use passant_query::SearchScore;
    use passant_rules::Position;

    use super::read_search;

    /// The lines are those of Stockfish 15.1, GNU Chess 6.2.9 and Toga II 3.0, shortened, and of other engines.
    #[test]
    fn reads_lines_scores_and_moves() {
        let position = Position::initial();
        let printed = [
            "info string NNUE evaluation using nn-ad9b42354671.nnue enabled pv",
            "info depth 1 seldepth 1 multipv 1 score cp 34 nodes 20 nps 20000 hashfull 0 tbhits 0 time 1 pv e2e4",
            "info depth 2 score cp 50 lowerbound nodes 40 pv d2d4 d7d5",
            "info depth 3 score mate -2 time 3 nodes 92 pv e2e4 e7e5 e1e3 d7d5",
            "info depth 4 currmove e2e4 currmovenumber 1",
            "chess> info score cp 3 depth 5 pv e2e4 string mate 2",
            "bestmove e2e4 ponder e7e5",
        ]
        .map(str::to_owned);
        let searched = read_search(Some(&position), &printed).unwrap();
        let lines: Vec<_> = searched.lines.iter().map(ToString::to_string).collect();
        // The move after the illegal one means nothing.
        assert_eq!(
            lines,
            [
                "depth 1 score cp 34 pv e2e4",
                "depth 2 pv d2d4 d7d5",
                "depth 3 score mate -2 pv e2e4 e7e5 e1e3",
                "depth 5 score cp 3 pv e2e4",
            ]
        );
        assert_eq!(searched.lines[2].score, Some(SearchScore::Mate(-2)));
        assert_eq!(searched.best.to_string(), "e2e4");
        assert_eq!(
            searched.ponder.map(|mv| mv.to_string()).as_deref(),
            Some("e7e5")
        );
    }

    #[test]
    fn reads_a_search_without_lines_and_refuses_one_without_a_move() {
        let position = Position::initial();
        let read = |line: &str| read_search(Some(&position), &[line.to_owned()]);
        let found = read("bestmove g1f3").unwrap();
        assert_eq!((found.lines.len(), found.ponder), (0, None));
        assert!(read("bestmove").is_none());
    }
}
