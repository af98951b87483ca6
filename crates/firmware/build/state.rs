//! Packs the questions of `suites/state/` as games to play and questions about them.

use std::ptr;

use passant_rules::{Move, MoveKind};
use passant_suite::{Ask, Line, Ply, StateCase, Suites, What};

use crate::{leb128, text};

#[path = "../src/state/op.rs"]
mod op;

/// Packs all files of `state/`: the name, the number of cases, the cases.
pub(crate) fn state(suites: &Suites) -> Vec<u8> {
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

/// The bytes written so far, and the state of the game that they lead to.
#[derive(Default)]
struct Script<'a> {
    bytes: Vec<u8>,
    /// The progress of the game.
    progress: Option<Progress<'a>>,
    /// The FEN that was last written.
    fen: String,
}

/// The progress of a game after the bytes written so far.
#[derive(Clone, Copy)]
struct Progress<'a> {
    line: &'a Line,
    plies: usize,
    /// The number of plies beyond `plies` that are played and taken back.
    taken_back: usize,
}

impl<'a> Script<'a> {
    fn case(&mut self, case: &'a StateCase) {
        self.progress = None;
        for ask in &case.asks() {
            self.ask(ask);
        }
        self.bytes.push(op::END);
    }

    fn ask(&mut self, ask: &Ask<'a>) {
        match &ask.what {
            What::Same { other, .. } => self.put_aside(other, other.plies().len()),
            What::Key { other, plies, .. } => self.put_aside(other, *plies),
            _ => {}
        }
        self.go_to(Progress {
            line: ask.line,
            plies: ask.plies,
            taken_back: ask.taken_back,
        });
        self.what(&ask.what);
    }

    fn put_aside(&mut self, line: &'a Line, plies: usize) {
        self.go_to(Progress {
            line,
            plies,
            taken_back: 0,
        });
        self.bytes.push(op::PUT_ASIDE);
    }

    /// Continues the game up to `to`. Begins the game again if it cannot continue.
    fn go_to(&mut self, to: Progress<'a>) {
        let last = to.plies + to.taken_back;
        assert!(last <= op::PLIES, "a line has {last} plies");
        let mut progress = match self.progress {
            Some(progress) if progress.leads_to(to) => progress,
            _ => self.begin(to.line),
        };
        if progress.taken_back == 0 {
            for &ply in &to.line.plies()[progress.plies..last] {
                self.play(ply);
            }
            progress.plies = last;
        }
        for _ in to.plies..progress.plies {
            self.bytes.push(op::TAKE_BACK);
        }
        self.progress = Some(to);
    }

    fn begin(&mut self, line: &'a Line) -> Progress<'a> {
        self.bytes.push(op::BEGIN);
        self.fen(&line.fen());
        Progress {
            line,
            plies: 0,
            taken_back: 0,
        }
    }

    fn play(&mut self, ply: Ply) {
        match ply {
            Ply::Move(mv) => self.about(op::PLAY, mv),
            Ply::Pass => self.bytes.push(op::PASS),
        }
    }

    fn what(&mut self, what: &What<'_>) {
        match what {
            What::Fen(fens) => {
                self.bytes.push(op::FEN);
                for fen in fens {
                    self.fen(fen);
                }
            }
            What::Same { right, .. } => self.bytes.extend([op::SAME, u8::from(*right)]),
            What::Key {
                right, polyglot, ..
            } => {
                self.bytes.extend([op::KEY, u8::from(*right)]);
                if let Some(keys) = polyglot {
                    self.bytes.push(op::POLYGLOT);
                    self.bytes
                        .extend(keys.iter().flat_map(|key| key.to_le_bytes()));
                }
            }
            What::Occurrences(times) => {
                self.bytes.push(op::OCCURRENCES);
                leb128(*times.start() as u64, &mut self.bytes);
                leb128((*times.end()).min(op::PLIES) as u64, &mut self.bytes);
            }
            What::San { mv, right } => {
                self.about(op::WRITTEN, *mv);
                text(right, &mut self.bytes);
            }
            What::Read {
                text: read,
                right: Some(mv),
                may_be_refused,
            } => {
                self.texts(op::READ, read);
                self.bytes.push(u8::from(*may_be_refused));
                self.mv(*mv);
            }
            What::Read {
                text: read,
                right: None,
                ..
            } => self.texts(op::REFUSED, read),
            What::Legal { uci, right } => {
                self.texts(op::LEGAL, uci);
                self.bytes.push(u8::from(*right));
            }
            What::Takes { mv, right } => {
                self.about(op::TAKES, *mv);
                self.bytes.push(u8::from(right.is_some()));
                if let Some((piece, at)) = right {
                    self.bytes.extend([at.index(), *piece as u8]);
                }
            }
            What::Capture { mv, right } => self.whether(op::IS_CAPTURE, *mv, *right),
            What::EnPassant { mv, right } => self.whether(op::IS_EN_PASSANT, *mv, *right),
            What::Check { mv, right } => self.whether(op::GIVES_CHECK, *mv, *right),
        }
    }

    fn texts(&mut self, op: u8, asked: &str) {
        self.bytes.push(op);
        text(asked, &mut self.bytes);
    }

    fn fen(&mut self, fen: &str) {
        let pairs = self.fen.bytes().zip(fen.bytes());
        let in_common = pairs.take_while(|(last, byte)| last == byte).count();
        self.bytes.push(in_common as u8);
        text(&fen[in_common..], &mut self.bytes);
        fen.clone_into(&mut self.fen);
    }

    fn whether(&mut self, op: u8, mv: Move, right: bool) {
        self.about(op, mv);
        self.bytes.push(u8::from(right));
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

impl Progress<'_> {
    /// Whether a game can continue to `to`, by playing on or by taking more moves back.
    fn leads_to(self, to: Self) -> bool {
        let last = |at: Self| at.plies + at.taken_back;
        ptr::eq(self.line, to.line)
            && if self.taken_back == 0 {
                self.plies <= last(to)
            } else {
                last(self) == last(to) && to.plies <= self.plies
            }
    }
}
