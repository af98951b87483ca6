//! Packs the questions of `suites/state/` as games to play and questions about them.

use std::cmp::Reverse;

use passant_query::{Expected, Line, MoveQuery, Query, Step};
use passant_rules::{Move, MoveKind, Position, UciMove};
use passant_suite::{Expect, StateCase, Suites};

use super::{leb128, text};

#[path = "../../../src/state/op.rs"]
mod op;

/// Packs all files of `state/`: the name, the number of cases, the cases.
pub(super) fn state(suites: &Suites) -> Vec<u8> {
    let mut script = Script::default();
    for suite in suites.state_suites() {
        let name = suite.name.strip_prefix("state/").unwrap_or(&suite.name);
        text(name, &mut script.bytes);
        let cases = u8::try_from(suite.cases.len()).expect("a file has fewer than 256 cases");
        script.bytes.push(cases);
        for case in &suite.cases {
            script.case(case);
        }
    }
    script.bytes
}

/// The bytes written so far, and the game that they lead to.
#[derive(Default)]
struct Script {
    bytes: Vec<u8>,
    /// The game, if one has begun.
    game: Option<Line>,
    /// The FENs that were last written, each once, the newest first.
    fens: [String; op::FENS],
}

impl Script {
    fn case(&mut self, case: &StateCase) {
        self.game = None;
        for asked in &case.questions() {
            self.ask(asked);
        }
        self.bytes.push(op::END);
    }

    fn ask(&mut self, asked: &Expect) {
        if let Query::Same(other) | Query::SameKey(other) = &asked.query {
            self.go_to(other);
            self.bytes.push(op::PUT_ASIDE);
        }
        self.go_to(&asked.line);
        self.answer(asked);
    }

    /// Continues the game to the end of a line. Begins the game again if it cannot continue.
    fn go_to(&mut self, line: &Line) {
        let plies = line.plies() + line.taken_back();
        assert!(plies <= op::PLIES, "a line has {plies} plies");
        let continues =
            |game: &Line| game.setup == line.setup && line.steps.starts_with(&game.steps);
        let steps = self
            .game
            .as_ref()
            .filter(|game| continues(game))
            .map(|game| game.steps.len());
        let steps = steps.unwrap_or_else(|| {
            self.bytes.push(op::BEGIN);
            self.fen(&line.fen());
            0
        });
        for (step, &taken) in line.steps.iter().enumerate().skip(steps) {
            match taken {
                Step::TakeBack => self.bytes.push(op::TAKE_BACK),
                Step::Move(mv) if mv.is_null() => self.bytes.push(op::PASS),
                Step::Move(mv) => self.about(op::PLAY, find(&line.take(step), mv)),
            }
        }
        self.game = Some(line.clone());
    }

    fn answer(&mut self, asked: &Expect) {
        match (&asked.query, &asked.expected) {
            (_, Expected::Fen(fens)) => {
                self.bytes.push(op::FEN);
                for fen in fens {
                    self.fen(fen);
                }
            }
            (_, Expected::SameKey { is_same, polyglot }) => {
                self.bytes.extend([op::KEY, u8::from(*is_same)]);
                if let Some(keys) = polyglot {
                    self.bytes.push(op::POLYGLOT);
                    self.bytes
                        .extend(keys.iter().flat_map(|key| key.to_le_bytes()));
                }
            }
            (_, Expected::Occurrences(times)) => {
                self.bytes.push(op::OCCURRENCES);
                leb128(*times.start() as u64, &mut self.bytes);
                leb128((*times.end()).min(op::PLIES) as u64, &mut self.bytes);
            }
            (Query::About(MoveQuery::San, mv), Expected::San(san)) => {
                self.about(op::WRITTEN, find(&asked.line, *mv));
                text(san, &mut self.bytes);
            }
            (Query::Parse(read), Expected::Parsed { mv: None, .. }) => {
                self.texts(op::REFUSED, read);
            }
            (
                Query::Parse(read),
                Expected::Parsed {
                    mv: Some((mv, _)),
                    may_be_refused,
                },
            ) => {
                self.texts(op::READ, read);
                self.bytes.push(u8::from(*may_be_refused));
                self.mv(find(&asked.line, *mv));
            }
            (Query::About(MoveQuery::Victim, mv), Expected::Square(victim)) => {
                self.about(op::TAKES, find(&asked.line, *mv));
                self.bytes.push(u8::from(victim.is_some()));
                if let Some(at) = victim {
                    let position = asked.line.position().expect("the line is legal");
                    let piece = position.piece_at(*at).expect("a piece is captured");
                    self.bytes.extend([at.index(), piece.piece_type() as u8]);
                }
            }
            (_, Expected::Is(is_so)) => {
                self.yes_or_no(asked);
                self.bytes.push(u8::from(*is_so));
            }
            _ => panic!("{asked} has no operation"),
        }
    }

    /// A question that is answered with yes or no, without the answer.
    fn yes_or_no(&mut self, asked: &Expect) {
        let (op, mv) = match &asked.query {
            Query::Same(_) => return self.bytes.push(op::SAME),
            Query::Legal(mv) => return self.texts(op::LEGAL, &mv.to_string()),
            Query::About(MoveQuery::Capture, mv) => (op::IS_CAPTURE, mv),
            Query::About(MoveQuery::EnPassant, mv) => (op::IS_EN_PASSANT, mv),
            Query::About(MoveQuery::Check, mv) => (op::GIVES_CHECK, mv),
            _ => panic!("{asked} has no operation"),
        };
        self.about(op, find(&asked.line, *mv));
    }

    fn texts(&mut self, op: u8, asked: &str) {
        self.bytes.push(op);
        text(asked, &mut self.bytes);
    }

    fn fen(&mut self, fen: &str) {
        let shared = self.fens.iter().map(|like| shared(like, fen));
        let (place, (leading, trailing)) = shared
            .enumerate()
            .max_by_key(|(place, (leading, trailing))| (leading + trailing, Reverse(*place)))
            .expect("some FENs are kept");
        let second = place * (op::TRAILING + 1) + trailing;
        assert_eq!(op::like_and_trailing(second as u8), (place, trailing));
        self.bytes.extend([leading as u8, second as u8]);
        text(&fen[leading..fen.len() - trailing], &mut self.bytes);
        op::put_first(&mut self.fens, fen.to_owned());
    }

    fn about(&mut self, op: u8, mv: Move) {
        self.bytes.push(op);
        self.mv(mv);
    }

    fn mv(&mut self, mv: Move) {
        let kind = MoveKind::ALL.iter().position(|kind| *kind == mv.kind());
        let kind = kind.expect("all kinds are listed") as u8;
        self.bytes
            .extend([mv.from().index(), mv.to().index(), kind]);
    }
}

/// Returns the number of leading and of trailing bytes that two FENs share.
fn shared(like: &str, fen: &str) -> (usize, usize) {
    let equal = |(a, b): &(u8, u8)| a == b;
    let leading = like.bytes().zip(fen.bytes()).take_while(equal).count();
    let most = (like.len().min(fen.len()) - leading).min(op::TRAILING);
    let backward = like.bytes().rev().zip(fen.bytes().rev());
    (leading, backward.take_while(equal).take(most).count())
}

/// A legal move at the end of a line.
fn find(line: &Line, mv: UciMove) -> Move {
    let position: Option<Position> = line.position();
    let found = position.and_then(|position| position.find(mv).ok());
    found.unwrap_or_else(|| panic!("{mv} is not legal after {line}"))
}
