//! Standard Algebraic Notation: reading and writing
//! ([SAN](https://www.chessprogramming.org/Algebraic_Chess_Notation#Standard_Algebraic_Notation_.28SAN.29), PGN
//! standard 8.2.3).

use crate::bounded::BoundedText;
use crate::{File, Move, MoveTextError, PieceType, Position, Rank, Square};

/// The length of the longest SAN, in bytes, rounded up: `Qa1xb2#` and `exd8=Q#` have 7, and ` e.p.` adds 5.
///
/// ```
/// use passant_rules::MAX_SAN;
///
/// assert!("exd8=Q# e.p.".len() <= MAX_SAN);
/// ```
pub const MAX_SAN: usize = 16;

/// The text of a move in SAN.
///
/// ```
/// use passant_rules::{EnPassantSuffix, Position, SanText};
///
/// let position = Position::initial();
/// let mv = position.parse_uci("g1f3").unwrap();
/// let san: SanText = position.san(mv, EnPassantSuffix::Without);
/// assert_eq!(san, "Nf3");
/// ```
pub type SanText = BoundedText<MAX_SAN>;

/// Says whether SAN marks en passant captures with the suffix `e.p.`, which PGN does not have and FIDE allows (Laws of
/// Chess, C.9.3).
///
/// ```
/// use passant_rules::{EnPassantSuffix, Position};
///
/// let position = Position::from_fen("4k3/8/8/2Pp4/8/8/8/4K3 w - d6 0 2")?;
/// let capture = position.parse_uci("c5d6").unwrap();
/// assert_eq!(position.san(capture, EnPassantSuffix::Without), "cxd6");
/// assert_eq!(position.san(capture, EnPassantSuffix::With), "cxd6 e.p.");
/// # Ok::<(), passant_rules::FenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum EnPassantSuffix {
    /// `exd6`.
    #[default]
    Without,
    /// `exd6 e.p.`
    With,
}

impl Position {
    /// A legal move in SAN, with `+` or `#`.
    ///
    /// ```
    /// use passant_rules::{EnPassantSuffix, Position};
    ///
    /// let position = Position::from_fen("5Q2/7k/8/5KpP/8/8/8/8 w - g6 0 1")?;
    /// let capture = position.parse_uci("h5g6").unwrap();
    /// assert_eq!(position.san(capture, EnPassantSuffix::Without), "hxg6#");
    /// assert_eq!(position.san(capture, EnPassantSuffix::With), "hxg6 e.p.#");
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    #[must_use]
    pub fn san(&self, mv: Move, suffix: EnPassantSuffix) -> SanText {
        let mut text = SanText::new();
        // Every part fits, see `MAX_SAN`.
        let mut add = |part: char| text.push(part);
        let kind = self
            .piece_at(mv.from())
            .map_or(PieceType::Pawn, crate::Piece::piece_type);
        if let Some(side) = mv.kind().castling_side() {
            let name = match side {
                crate::CastlingSide::King => "O-O",
                crate::CastlingSide::Queen => "O-O-O",
            };
            name.chars().for_each(&mut add);
        } else {
            if kind == PieceType::Pawn {
                if mv.is_capture() {
                    add(mv.from().file().letter());
                }
            } else {
                add(kind.letter());
                let (file, rank) = self.distinguish(mv, kind);
                file.map(File::letter).into_iter().for_each(&mut add);
                rank.map(Rank::digit).into_iter().for_each(&mut add);
            }
            if mv.is_capture() {
                add('x');
            }
            add(mv.to().file().letter());
            add(mv.to().rank().digit());
        }
        if let Some(promotion) = mv.promotion() {
            add('=');
            add(promotion.letter());
        }
        if mv.is_en_passant() && suffix == EnPassantSuffix::With {
            " e.p.".chars().for_each(&mut add);
        }
        let mut after = self.clone();
        let _ = after.make(mv);
        if after.is_check() {
            add(if after.count_legal_moves() == 0 {
                '#'
            } else {
                '+'
            });
        }
        text
    }

    /// Returns what SAN adds to distinguish a move from those of other pieces of the same type: the file if that is
    /// enough, else the rank if that is enough, else both.
    fn distinguish(&self, mv: Move, kind: PieceType) -> (Option<File>, Option<Rank>) {
        let from = mv.from();
        let mut others = self.moves_to(kind, mv.to());
        others.retain(|other| other.from() != from);
        if others.is_empty() {
            (None, None)
        } else if others
            .iter()
            .all(|other| other.from().file() != from.file())
        {
            (Some(from.file()), None)
        } else if others
            .iter()
            .all(|other| other.from().rank() != from.rank())
        {
            (None, Some(from.rank()))
        } else {
            (Some(from.file()), Some(from.rank()))
        }
    }

    /// Reads a move in SAN: the legal move it means here.
    ///
    /// The signs `+`, `#`, `!` and `?` are accepted and not checked. `x` may be missing for non-pawns; a capture by a
    /// pawn must name its file. `e.p.`, `ep.`, `e.p` or `ep` may follow, also after `/`; then the move must be an en passant capture.
    /// Castling may be written with zeros.
    ///
    /// ```
    /// use passant_rules::{MoveTextError, Position};
    ///
    /// let position = Position::from_fen("3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1")?;
    /// assert!(position.parse_san("cxd6 e.p.").unwrap().is_en_passant());
    /// assert_eq!(position.parse_san("d6"), Err(MoveTextError::Illegal));
    /// assert_eq!(position.parse_san("Kb4 e.p."), Err(MoveTextError::NotEnPassant));
    /// # Ok::<(), passant_rules::FenError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<Move, MoveTextError> {
        let san = San::read(text)?;
        let mv = match san.castling {
            Some(side) => {
                let moves = self.legal_moves_from(self.king(self.side_to_move()));
                let mut castling = moves
                    .iter()
                    .filter(|mv| mv.kind().castling_side() == Some(side));
                castling.next().copied().ok_or(MoveTextError::Illegal)?
            }
            None => self.find_meant(&san)?,
        };
        if san.says_en_passant && !mv.is_en_passant() {
            return Err(MoveTextError::NotEnPassant);
        }
        Ok(mv)
    }
}

/// A move as SAN describes it, before the legal moves are compared with it.
pub(crate) struct San {
    castling: Option<crate::CastlingSide>,
    pub(crate) kind: PieceType,
    pub(crate) file: Option<File>,
    pub(crate) rank: Option<Rank>,
    pub(crate) to: Option<Square>,
    pub(crate) promotion: Option<PieceType>,
    pub(crate) says_capture: bool,
    says_en_passant: bool,
}

impl San {
    fn read(text: &str) -> Result<Self, MoveTextError> {
        let (core, says_en_passant) = strip_suffixes(text);
        let mut san = Self {
            castling: None,
            kind: PieceType::Pawn,
            file: None,
            rank: None,
            to: None,
            promotion: None,
            says_capture: false,
            says_en_passant,
        };
        san.castling = match core {
            "O-O" | "0-0" => Some(crate::CastlingSide::King),
            "O-O-O" | "0-0-0" => Some(crate::CastlingSide::Queen),
            _ => None,
        };
        if san.castling.is_none() {
            san.read_squares(text, core)?;
        }
        Ok(san)
    }

    /// Reads `[piece][file][rank][x]square[[=]promotion]` from its end, because only the end has a fixed form.
    fn read_squares(&mut self, text: &str, core: &str) -> Result<(), MoveTextError> {
        let lead = text.len() - text.trim_start().len();
        let stuck = |rest: &str| MoveTextError::Syntax {
            at: lead + rest.len(),
        };
        let mut rest = core;
        if let Some((before, letter)) = split_last(rest)
            && let Some(kind) = promotion_letter(letter)
        {
            self.promotion = Some(kind);
            rest = before.strip_suffix('=').unwrap_or(before);
        }
        let (before, digit) = split_last(rest).ok_or(stuck(rest))?;
        let rank = Rank::from_digit(digit).ok_or(stuck(before))?;
        let (before, letter) = split_last(before).ok_or(stuck(before))?;
        let file = lower_file(letter).ok_or(stuck(before))?;
        self.to = Some(Square::new(file, rank));
        rest = before;
        if let Some(before) = rest.strip_suffix(['x', ':']) {
            self.says_capture = true;
            rest = before;
        }
        if let Some((before, digit)) = split_last(rest)
            && let Some(rank) = Rank::from_digit(digit)
        {
            self.rank = Some(rank);
            rest = before;
        }
        if let Some((before, letter)) = split_last(rest)
            && let Some(file) = lower_file(letter)
        {
            self.file = Some(file);
            rest = before;
        }
        match rest {
            "" => Ok(()),
            "P" | "N" | "B" | "R" | "Q" | "K" => {
                self.kind = rest
                    .chars()
                    .next()
                    .and_then(PieceType::from_letter)
                    .unwrap_or(PieceType::Pawn);
                Ok(())
            }
            _ => Err(MoveTextError::Syntax { at: lead }),
        }
    }
}

/// Removes signs of check, mate and annotation, spaces, and the en passant suffix; says whether that was there.
fn strip_suffixes(text: &str) -> (&str, bool) {
    let signs = |c: char| matches!(c, '+' | '#' | '!' | '?') || c.is_ascii_whitespace();
    let core = text.trim_start().trim_end_matches(signs);
    let mark = ["e.p.", "ep.", "ep", "e.p"];
    match mark.iter().find_map(|mark| core.strip_suffix(mark)) {
        Some(before) => {
            let before = before.trim_end_matches(signs);
            let core = before.strip_suffix('/').unwrap_or(before);
            (core.trim_end_matches(signs), true)
        }
        None => (core, false),
    }
}

fn split_last(text: &str) -> Option<(&str, char)> {
    let mut letters = text.chars();
    let last = letters.next_back()?;
    Some((letters.as_str(), last))
}

fn lower_file(letter: char) -> Option<File> {
    File::from_letter(letter).filter(|_| letter.is_ascii_lowercase())
}

fn promotion_letter(letter: char) -> Option<PieceType> {
    PieceType::from_letter(letter)
        .filter(|kind| letter.is_ascii_uppercase() && PieceType::PROMOTIONS.contains(kind))
}
