//! The suites as the chips have them: the files of `packed/`.

#[path = "../../src/state/op.rs"]
mod op;

use std::cmp::Reverse;

use passant_query::{Expected, Line, MoveQuery, Query, Step};
use passant_rules::{CastlingSide, Color, Move, MoveKind, Piece, Position, Square, UciMove};
use passant_suite::{Case, Expect, Reach, StateCase, Suite, Suites, Variant};
use passant_test_tools::assert_generated;

#[test]
fn the_files_hold_the_suites() {
    let suites = Suites::builtin().unwrap();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/packed");
    let folder = std::path::absolute(folder).unwrap();
    for (name, packed) in [
        ("standard.bin", standard(&suites)),
        ("en-passant.bin", en_passant(&suites)),
        ("state.bin", state(&suites)),
    ] {
        assert_generated(&folder.join(name), packed);
    }
}

/// Packs the standard positions with their counts, as `src/perft.rs` describes.
fn standard(suites: &Suites) -> Vec<u8> {
    let selection = suites
        .select(["perft/standard"])
        .expect("there are standard positions");
    let mut bytes = Vec::new();
    for case in &selection.cases {
        text(case.name(), &mut bytes);
        text(&case.fen, &mut bytes);
        bytes.push(u8::try_from(case.perft.len()).expect("there are few depths"));
        for &count in &case.perft {
            leb128(count, &mut bytes);
        }
    }
    bytes
}

/// Packs all suites of `en-passant/`, as `src/suite.rs` describes.
fn en_passant(suites: &Suites) -> Vec<u8> {
    let mut bytes = Vec::new();
    for suite in suites.suites() {
        let Some(name) = suite.name.strip_prefix("en-passant/") else {
            continue;
        };
        text(name, &mut bytes);
        bytes.push(u8::try_from(suite.cases.len()).expect("a file has fewer than 256 cases"));
        suite.cases.iter().for_each(|case| pack(case, &mut bytes));
    }
    bytes
}

fn pack(case: &Case, bytes: &mut Vec<u8>) {
    let setup = case.setup();
    assert!(case.variant == Variant::Standard, "{}", case.address);
    let mut flags = 0;
    for (color, side, _) in setup.castling.iter() {
        flags |= 1 << (2 * u8::from(color == Color::Black) + u8::from(side == CastlingSide::Queen));
    }
    flags |= u8::from(setup.side_to_move == Color::Black) << 4;
    flags |= u8::from(case.reach != Reach::Reachable) << 5;
    bytes.push(flags);
    bytes.push(setup.en_passant.map_or(64, Square::index));
    bytes.push(sides(&case.legal) | sides(&case.illegal) << 2);
    let pieces: Vec<(Square, Piece)> = setup.board.iter().collect();
    let occupied = pieces
        .iter()
        .fold(0_u64, |set, (at, _)| set | 1 << at.index());
    bytes.extend(occupied.to_le_bytes());
    for two in pieces.chunks(2) {
        let number = |(_, piece): &(Square, Piece)| {
            piece.piece_type() as u8 | u8::from(piece.color() == Color::Black) << 3
        };
        bytes.push(two.first().map_or(0, number) | two.get(1).map_or(0, number) << 4);
    }
    for depth in 0..3 {
        leb128(case.perft.get(depth).copied().expect("three depths"), bytes);
    }
}

/// Packs a text, preceded by its length.
fn text(text: &str, bytes: &mut Vec<u8>) {
    bytes.push(u8::try_from(text.len()).expect("texts are short"));
    bytes.extend(text.as_bytes());
}

/// Sets bit 0 for a capture from the west, bit 1 for one from the east.
fn sides(captures: &[Move]) -> u8 {
    captures.iter().fold(0, |sides, mv| {
        sides
            | if mv.from().file() < mv.to().file() {
                1
            } else {
                2
            }
    })
}

fn leb128(mut number: u64, bytes: &mut Vec<u8>) {
    while 0x80 <= number {
        bytes.push(number as u8 & 0x7F | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The files of `state/` that a chip is asked about. It makes no round trips: a position that it reads is asked about elsewhere.
pub(crate) fn state_suites(suites: &Suites) -> impl Iterator<Item = &Suite<StateCase>> {
    let all = suites.state_suites().iter();
    all.filter(|suite| !suite.name.starts_with("state/round-trip/"))
}

/// Packs these files: the name, the number of cases, the cases.
fn state(suites: &Suites) -> Vec<u8> {
    let mut script = Script::default();
    for suite in state_suites(suites) {
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
                Step::Copy | Step::Reread => panic!("{line} has no operation"),
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
