//! Says how a program is told a position: as a FEN, by moves, or by what follows after the right has arisen.

use passant_query::{Line, Step};
use passant_rules::{
    Color, EnPassantMode, Move, MoveKind, Piece, PieceType, Position, Square, UciMove,
};

use crate::board::is_about_to_promote;
use crate::push::Push;
use crate::random::Random;

/// The way in which a position is told.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Telling {
    /// As a FEN.
    Fen,
    /// As the FEN before the double push, and the push.
    Push,
    /// As an earlier FEN, and a few moves that end with the push.
    Game,
    /// In one of these ways, and an en passant capture.
    Capture,
    /// In one of these ways, and a move of each side, so that the right has expired; more than once in some samples.
    Expired,
    /// As the FEN of a position in which the right has expired.
    ExpiredFen,
    /// In one of these ways, and another double push in reply.
    SecondPush,
    /// As moves that look like a double push and are none: two single pushes, or a rook or queen that moves two squares.
    NoPush,
    /// In one of the other ways, and a null move.
    NullMove,
    /// In one of the other ways, and a move that is taken back.
    TakenBack,
}

impl Telling {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Fen,
        Self::Push,
        Self::Game,
        Self::Capture,
        Self::Expired,
        Self::ExpiredFen,
        Self::SecondPush,
        Self::NoPush,
        Self::NullMove,
        Self::TakenBack,
    ];

    /// Returns how often it is chosen. Where a side may castle or promote, what follows is told more often.
    fn weight(self, can: Tellable, after: &Position) -> u32 {
        match self {
            Self::Fen | Self::ExpiredFen | Self::Push | Self::NoPush
                if can.form == LineForm::Games =>
            {
                0
            }
            Self::Fen => 10,
            Self::ExpiredFen => 3,
            _ if can.form == LineForm::Fens => 0,
            Self::Push => 5,
            Self::Capture => 4,
            Self::Expired if has_special_move(after) => 20,
            Self::Game | Self::Expired => 3,
            Self::SecondPush => 1,
            Self::NoPush => 2,
            Self::NullMove => u32::from(can.null_moves),
            Self::TakenBack => 2 * u32::from(can.takebacks),
        }
    }
}

/// The lines that a program can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tellable {
    /// Their form.
    pub form: LineForm,
    /// True if null moves may be among the moves.
    pub null_moves: bool,
    /// True if moves may be taken back.
    pub takebacks: bool,
}

/// The form of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LineForm {
    /// A FEN, and moves.
    #[default]
    Any,
    /// A FEN alone.
    Fens,
    /// The moves of a game from the initial position.
    Games,
}

/// A line, and the position at its end.
pub(crate) struct Told {
    pub(crate) telling: Telling,
    pub(crate) line: Line,
    pub(crate) position: Position,
}

/// Chooses a way to tell the position after a push, or one that follows from it; `None` if the chosen way does not exist
/// there.
pub(crate) fn tell(push: &Push, can: Tellable, random: &mut Random) -> Option<Told> {
    let weights = Telling::ALL.map(|telling| telling.weight(can, &push.after));
    let telling = Telling::ALL[random.weigh(&weights)?];
    let mut told = Told {
        telling,
        line: match telling {
            Telling::Fen => Line::at(&push.after),
            Telling::Push => push.line(),
            Telling::Game => push.game()?,
            Telling::NoPush => return pretend_push(push, random),
            _ if can.form == LineForm::Games => push.game()?,
            _ => match random.below(3) {
                0 => Line::at(&push.after),
                1 => push.line(),
                _ => push.game().unwrap_or_else(|| push.line()),
            },
        },
        position: push.after.clone(),
    };
    told.go_on(random)?;
    Some(told)
}

impl Told {
    /// Adds what comes after the push; `None` if there is no such move.
    fn go_on(&mut self, random: &mut Random) -> Option<()> {
        match self.telling {
            Telling::Capture => self.play_one(random, Move::is_en_passant),
            Telling::SecondPush => self.play_one(random, |mv| mv.kind() == MoveKind::DoublePush),
            Telling::NullMove => {
                self.line.steps.push(UciMove::NULL.into());
                self.position.make_null().map(drop)
            }
            Telling::TakenBack => {
                let before = self.position.clone();
                if random.is_one_in(2) {
                    self.play_one(random, Move::is_en_passant)?;
                } else {
                    self.play_one(random, |_| true)?;
                }
                self.line.steps.push(Step::TakeBack);
                self.position = before;
                Some(())
            }
            Telling::Expired | Telling::ExpiredFen => {
                for _ in 0..random.pick(&[2, 2, 2, 4])? {
                    let mv = pick_waiting_move(&self.position, random)?;
                    self.play(mv);
                }
                if self.telling == Telling::ExpiredFen {
                    self.line = Line::at(&self.position);
                }
                Some(())
            }
            _ => Some(()),
        }
    }

    /// Plays one of the legal moves for which a test holds; `None` if there is none.
    fn play_one(&mut self, random: &mut Random, is_chosen: impl Fn(Move) -> bool) -> Option<()> {
        let moves = self.position.legal_moves();
        let mut chosen = moves.into_iter().filter(|&mv| is_chosen(mv));
        let number = chosen.clone().count();
        self.play(chosen.nth(random.below(number))?);
        Some(())
    }

    fn play(&mut self, mv: Move) {
        self.line.steps.push(self.position.uci_move(mv).into());
        let _ = self.position.make(mv);
    }
}

/// Tells whether a side can castle or promote, or may do so soon.
fn has_special_move(position: &Position) -> bool {
    let mut colors = Color::ALL.into_iter();
    !position.castling_rights().is_empty()
        || colors.any(|color| is_about_to_promote(position, color))
}

/// Picks a move after which the right has expired: castling and promotions, on a corner before others, more often than others.
fn pick_waiting_move(position: &Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    let weights = moves.iter().map(|mv| match mv.kind() {
        MoveKind::CastleKing | MoveKind::CastleQueen => 40,
        _ if mv.promotion().is_some() => match mv.to() {
            Square::A1 | Square::H1 | Square::A8 | Square::H8 => 40,
            _ => 10,
        },
        MoveKind::EnPassant | MoveKind::DoublePush => 1,
        MoveKind::Quiet => 4,
        _ => 2,
    });
    let index = random.weigh(&weights.collect::<Vec<_>>())?;
    moves.get(index).copied()
}

/// Plays what looks like the double push, and gives no right: the pawn moves one square and later another one, or a rook or
/// queen in its place moves two.
fn pretend_push(push: &Push, random: &mut Random) -> Option<Told> {
    let (from, to) = (push.mv.from(), push.mv.to());
    let mut before = push.before.clone();
    let is_piece = random.is_one_in(2);
    if is_piece {
        let kind = random.pick(&[PieceType::Rook, PieceType::Queen])?;
        let mut setup = before.setup(EnPassantMode::Always);
        let piece = Piece::new(before.side_to_move(), kind);
        setup.board.set(from, Some(piece));
        before = setup.validate().ok()?;
    }
    let mut told = Told {
        telling: Telling::NoPush,
        line: Line::at(&before),
        position: before,
    };
    if is_piece {
        let mv = told.position.find(UciMove::new(from, to)).ok()?;
        told.play(mv);
        return Some(told);
    }
    let between = push.after.en_passant()?.target();
    let first = told.position.find(UciMove::new(from, between)).ok()?;
    told.play(first);
    // The pawns that stand beside the square stay there.
    let is_beside = |mv: Move| {
        [-1, 1]
            .into_iter()
            .any(|side| Some(mv.from()) == to.offset(side, 0))
    };
    told.play_one(random, |mv| !is_beside(mv))?;
    let second = told.position.find(UciMove::new(between, to)).ok()?;
    told.play(second);
    Some(told)
}
