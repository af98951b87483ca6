//! Questions that counting nodes cannot answer: all of `suites/state/`, packed as games to play and questions about
//! them.
//!
//! A packed file is its name as a text preceded by its length, a byte with the number of its cases, and the cases;
//! `op.rs` explains their bytes.

use passant_rules::{
    EnPassantMode, EnPassantSuffix, Key, MAX_FEN, Move, MoveKind, Piece, PieceType, Position,
    Setup, Square, Undo,
};

use crate::flash::{Packed, flash};
use crate::line::{SerialLine, Text};

mod op;

/// The longest text that is not a FEN, in bytes.
const TEXT: usize = 32;

flash!(STATE, "/state.bin");

/// Asks all questions, and prints a line for each file: its name, the numbers of the cases with a wrong answer, the
/// number of cases, and the number of answers. Returns whether all answers were correct.
pub fn state(line: &mut impl SerialLine) -> bool {
    let mut packed = STATE.reader();
    let mut game = Game::new();
    let mut passed = true;
    while let Some(name) = packed.text::<TEXT>() {
        line.text(&name);
        let cases = packed.byte().unwrap_or(0);
        let mut answers = 0;
        let mut wrong = 0;
        for number in 1..=cases {
            let Some(found) = game.case(&mut packed) else {
                line.text(" cannot be unpacked\n");
                return false;
            };
            answers += found.answers;
            if found.wrong != 0 {
                wrong += found.wrong;
                line.text(" #");
                line.number(u32::from(number));
            }
        }
        line.text(" ");
        line.number(u32::from(cases));
        line.text(" cases, ");
        line.number(answers);
        line.text(if wrong == 0 { " ok\n" } else { " differ\n" });
        passed &= wrong == 0;
    }
    passed
}

/// The number of answers, and of wrong ones.
#[derive(Default)]
struct Found {
    answers: u32,
    wrong: u32,
}

/// A game: the position, the keys of earlier positions, and what is needed to take moves back; also a second position
/// to compare with.
struct Game {
    position: Position,
    other: Position,
    keys: heapless::Vec<Key, { op::PLIES }>,
    undos: heapless::Vec<(Option<Move>, Undo), { op::PLIES }>,
    /// The FENs that were last unpacked, each once, the newest first.
    fens: [heapless::String<MAX_FEN>; op::FENS],
}

impl Game {
    fn new() -> Self {
        Self {
            position: Position::initial(),
            other: Position::initial(),
            keys: heapless::Vec::new(),
            undos: heapless::Vec::new(),
            fens: Default::default(),
        }
    }

    /// Plays and answers to the end of a case. Returns `None` if the case cannot be unpacked. An illegal move counts as
    /// a wrong answer, and so does every wrong answer that follows from it.
    #[inline(never)]
    fn case(&mut self, packed: &mut Packed) -> Option<Found> {
        let mut found = Found::default();
        loop {
            let passed = match packed.byte()? {
                op::END => return Some(found),
                op::BEGIN => self.begin(packed)?,
                op::PLAY => {
                    let mv = packed.mv()?;
                    self.play(Some(mv)).is_some()
                }
                op::PASS => self.play(None).is_some(),
                op::TAKE_BACK => self.take_back().is_some(),
                op::PUT_ASIDE => {
                    self.other.clone_from(&self.position);
                    true
                }
                op => {
                    found.answers += 1;
                    self.check(op, packed)?
                }
            };
            found.wrong += u32::from(!passed);
        }
    }

    #[inline(never)]
    fn begin(&mut self, packed: &mut Packed) -> Option<bool> {
        self.unpack_fen(packed)?;
        self.keys.clear();
        self.undos.clear();
        let Ok(setup) = Setup::from_fen(&self.fens[0]) else {
            return Some(false);
        };
        let repairs = setup.repair_into(&mut self.position);
        Some(repairs.is_ok_and(|faults| faults.is_empty()))
    }

    #[inline(never)]
    fn unpack_fen(&mut self, packed: &mut Packed) -> Option<()> {
        let leading = usize::from(packed.byte()?);
        let (like, trailing) = op::like_and_trailing(packed.byte()?);
        let like = &self.fens[like];
        let mut fen: heapless::String<MAX_FEN> = heapless::String::new();
        fen.push_str(like.get(..leading)?).ok()?;
        fen.push_str(&packed.text::<MAX_FEN>()?).ok()?;
        fen.push_str(like.get(like.len().checked_sub(trailing)?..)?)
            .ok()?;
        op::put_first(&mut self.fens, fen);
        Some(())
    }

    /// Plays a move or a null move. Returns `None` if the move is illegal or the game is too long.
    #[inline(never)]
    fn play(&mut self, mv: Option<Move>) -> Option<()> {
        self.keys.push(self.position.key()).ok()?;
        let undo = match mv {
            Some(mv) => self.position.try_make(mv).ok()?,
            None => self.position.make_null()?,
        };
        self.undos.push((mv, undo)).ok()
    }

    fn take_back(&mut self) -> Option<()> {
        self.keys.pop()?;
        match self.undos.pop()? {
            (Some(mv), undo) => self.position.unmake(mv, undo),
            (None, undo) => self.position.unmake_null(undo),
        }
        Some(())
    }

    /// Tells whether the answer to a question is correct; `None` if the question cannot be unpacked.
    fn check(&mut self, op: u8, packed: &mut Packed) -> Option<bool> {
        let position = &self.position;
        Some(match op {
            op::FEN => self.prints(packed)?,
            op::SAME => (*position == self.other) == packed.yes()?,
            op::KEY => (position.key() == self.other.key()) == packed.yes()?,
            op::POLYGLOT => {
                let [key, other] = [packed.key()?, packed.key()?];
                position.polyglot_key() == key && self.other.polyglot_key() == other
            }
            op::OCCURRENCES => {
                let times = packed.number()?..=packed.number()?;
                times.contains(&(position.occurrences(&self.keys) as u64))
            }
            op::WRITTEN | op::READ | op::REFUSED => self.notation(op, packed)?,
            op::LEGAL => self.is_legal(packed)?,
            op::TAKES | op::IS_CAPTURE | op::IS_EN_PASSANT | op::GIVES_CHECK => {
                let mv = packed.mv()?;
                self.about(op, mv, packed)?
            }
            _ => return None,
        })
    }

    /// Compares the FEN of the position in each mode.
    #[inline(never)]
    fn prints(&mut self, packed: &mut Packed) -> Option<bool> {
        let mut passed = true;
        for mode in EnPassantMode::ALL {
            self.unpack_fen(packed)?;
            passed &= self.position.fen(mode)[..] == self.fens[0][..];
        }
        Some(passed)
    }

    #[inline(never)]
    fn notation(&self, op: u8, packed: &mut Packed) -> Option<bool> {
        let position = &self.position;
        if op == op::WRITTEN {
            let mv = packed.mv()?;
            let san = position.san(mv, EnPassantSuffix::Without);
            return Some(packed.text::<TEXT>()?[..] == san[..]);
        }
        let text = packed.text::<TEXT>()?;
        let read = position.parse_move(&text).ok();
        if op == op::REFUSED {
            return Some(read.is_none());
        }
        let may_be_refused = packed.yes()?;
        let means = packed.mv()?;
        Some(read.map_or(may_be_refused, |read| read == means))
    }

    #[inline(never)]
    fn is_legal(&self, packed: &mut Packed) -> Option<bool> {
        let text = packed.text::<TEXT>()?;
        let mv = self.position.parse_uci(&text).ok();
        let is_legal = mv.is_some_and(|mv| self.position.uci(mv)[..] == text[..]);
        Some(is_legal == packed.yes()?)
    }

    /// Compares what a move captures or does.
    #[inline(never)]
    fn about(&self, op: u8, mv: Move, packed: &mut Packed) -> Option<bool> {
        let is_so = match op {
            op::TAKES => {
                let mut right = None;
                if packed.yes()? {
                    right = Some((packed.square()?, packed.piece_type()?));
                }
                let victim = mv.victim_square();
                let piece = victim.and_then(|at| self.position.piece_at(at));
                return Some(victim.zip(piece.map(Piece::piece_type)) == right);
            }
            op::IS_CAPTURE => mv.is_capture(),
            op::IS_EN_PASSANT => mv.is_en_passant(),
            _ => {
                let mut after = self.position.clone();
                let _ = after.make(mv);
                after.is_check()
            }
        };
        Some(is_so == packed.yes()?)
    }
}

impl Packed {
    fn yes(&mut self) -> Option<bool> {
        self.byte().map(|byte| byte == 1)
    }

    fn square(&mut self) -> Option<Square> {
        Square::from_index(self.byte()?)
    }

    fn piece_type(&mut self) -> Option<PieceType> {
        PieceType::ALL.get(usize::from(self.byte()?)).copied()
    }

    fn mv(&mut self) -> Option<Move> {
        let (from, to) = (self.square()?, self.square()?);
        let kind = MoveKind::ALL.get(usize::from(self.byte()?)).copied()?;
        Some(Move::new(from, to, kind))
    }

    fn key(&mut self) -> Option<u64> {
        let mut bytes = [0; 8];
        for byte in &mut bytes {
            *byte = self.byte()?;
        }
        Some(u64::from_le_bytes(bytes))
    }
}
