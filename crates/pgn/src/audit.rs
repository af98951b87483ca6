//! Plays games by the rules, and finds what is wrong with them.

use std::iter::Peekable;
use std::slice::Iter;

use memchr::memchr_iter;
use passant_rules::{FenError, Outcome, Position, Setup, SetupFaults};

use crate::chunks::PgnChunk;
use crate::counts::{AuditCounts, FenConvention, is_about_en_passant};
use crate::ending::{ClaimedEnd, Finish, one_line};
use crate::examined::{Examined, kind_of_refusal};
use crate::finding::{AuditFinding, FindingDetail, FindingKind, FirstMove};
use crate::game::{PgnGame, PgnVariation};
use crate::reader::PgnReader;
use crate::repetition::{Convention, Repetitions, is_allowed_delay};
use crate::resolve::resolve;
use crate::variation::VariationLevels;

/// Plays games by the rules, and finds what is wrong with them. It keeps its memory from one text to the next.
#[derive(Debug, Default)]
pub struct Audit {
    game: PgnGame,
    initial: Position,
    repetitions: Repetitions,
    levels: VariationLevels,
}

/// The values of the tag `Variant` for games with the rules of chess, in small letters.
const CHESS: [&[u8]; 8] = [
    b"standard",
    b"chess",
    b"normal",
    b"from position",
    b"chess960",
    b"fischerandom",
    b"fischer random",
    b"chess 960",
];

impl Audit {
    /// Examines the games of a text, counts what is in it, and reports each finding: games in order, and
    /// of each the places where its text is broken, then its moves, each with its variations, and its end.
    pub fn examine(
        &mut self,
        text: &[u8],
        counts: &mut AuditCounts,
        report: &mut dyn FnMut(AuditFinding),
    ) {
        let mut examined = Examined::new(text, counts, report);
        let mut reader = PgnReader::new(text);
        while reader.read_next(&mut self.game) {
            examined.games += 1;
            examined.first_move = FirstMove::INITIAL;
            self.examine_game(&mut examined);
        }
        counts.games += examined.games;
        counts.lines += memchr_iter(b'\n', text).count() as u64;
    }

    /// Examines a part of a stream. Of a game that is too long, only that is reported.
    pub fn examine_chunk(
        &mut self,
        chunk: &PgnChunk,
        counts: &mut AuditCounts,
        report: &mut dyn FnMut(AuditFinding),
    ) {
        if chunk.left_out == 0 {
            return self.examine(&chunk.bytes, counts, report);
        }
        let text = &chunk.bytes;
        let mut examined = Examined::new(text, counts, report);
        examined.games = 1;
        if PgnReader::new(text).read_next(&mut self.game) {
            let start = self.game.span.start..self.game.span.start;
            let detail = FindingDetail::LeftOut(chunk.left_out);
            examined.add(&self.game, FindingKind::TooLong, start, None, detail);
        }
        counts.games += 1;
        counts.lines += memchr_iter(b'\n', text).count() as u64 + chunk.lines_left_out;
    }

    fn examine_game(&mut self, examined: &mut Examined<'_>) {
        let game = &self.game;
        for fault in &game.faults {
            let detail = FindingDetail::Broken(fault.kind);
            let span = fault.at..fault.at + 1;
            examined.add(game, FindingKind::BrokenText, span, None, detail);
        }
        if is_variant(game, examined.text) {
            examined.counts.variants += 1;
            return;
        }
        let start = start(game, &self.initial, examined);
        let mut variations = game.variations.iter().peekable();
        let position = start.and_then(|position| {
            self.repetitions.start(&position);
            let moves = MainLine {
                game,
                variations: &mut variations,
                levels: &mut self.levels,
                repetitions: &mut self.repetitions,
            };
            moves.play(position, examined)
        });
        // The positions before the others are not known.
        for variation in variations {
            self.levels.examine(game, variation, None, examined);
        }
        if let Some(position) = position {
            self.examine_end(position, examined);
        }
    }

    /// Compares the end that the game claims with the last position.
    fn examine_end(&self, position: Position, examined: &mut Examined<'_>) {
        let (game, text) = (&self.game, examined.text);
        let finish = Finish::of(game, text);
        let claimed = claimed_end(game, text);
        let outcome = position.outcome();
        let kind = match (outcome, finish, claimed) {
            (Some(Outcome::Checkmate { winner }), Some(finish), _) => {
                (finish != Finish::Won(winner)).then_some(FindingKind::WrongResult)
            }
            (Some(Outcome::Stalemate), Some(finish), _) => {
                (finish != Finish::Drawn).then_some(FindingKind::WrongResult)
            }
            (Some(Outcome::Checkmate { .. } | Outcome::Stalemate), None, _) => None,
            (_, _, Some(ClaimedEnd::Mate)) => Some(FindingKind::NoMate),
            (_, Some(Finish::Drawn), Some(ClaimedEnd::Stalemate)) => Some(FindingKind::NoStalemate),
            _ => None,
        };
        let last = game.moves.last().cloned().unwrap_or(game.span.clone());
        if let Some(kind) = kind {
            let detail = FindingDetail::End {
                position,
                outcome,
                finish,
                claimed,
            };
            let span = game.result.clone().unwrap_or(last);
            examined.add(game, kind, span, None, detail);
            return;
        }
        let is_drawn = finish == Some(Finish::Drawn);
        let claims_repetition = is_drawn && claimed == Some(ClaimedEnd::Repetition);
        if let Some(kind) = self.judge_repetition(&position, claims_repetition) {
            let detail = FindingDetail::Repetition {
                plies: game.moves.len(),
                thirds: Convention::ALL.map(|it| self.repetitions.third(it)),
                occurrences: self.repetitions.occurrences(),
            };
            examined.add(game, kind, last, None, detail);
        }
    }

    fn judge_repetition(&self, position: &Position, is_claimed: bool) -> Option<FindingKind> {
        let repetitions = &self.repetitions;
        let third = repetitions.third(Convention::Legal);
        let others = Convention::ALL.map(|it| repetitions.third(it));
        let differs = others.iter().any(|other| *other != third);
        let plies = self.game.moves.len();
        if !is_claimed {
            return differs.then_some(FindingKind::OtherConvention);
        }
        let is_explained = differs && others.contains(&Some(plies));
        let Some(third) = third else {
            // A program that counts by another convention ends the game here; nobody has to claim a draw with the next move.
            let is_correct = !is_explained && repetitions.can_be_claimed(position);
            return (!is_correct).then_some(FindingKind::EarlyRepetition);
        };
        let is_repetition = 3 <= repetitions.occurrences() || repetitions.can_be_claimed(position);
        if is_allowed_delay(plies.cast_signed() - third.cast_signed())
            || (is_repetition && !is_explained)
        {
            return differs.then_some(FindingKind::OtherConvention);
        }
        Some(FindingKind::LateRepetition)
    }
}

/// The moves of a game, which are played.
struct MainLine<'a, 'g> {
    game: &'g PgnGame,
    /// The variations that were not examined yet.
    variations: &'a mut Peekable<Iter<'g, PgnVariation>>,
    levels: &'a mut VariationLevels,
    repetitions: &'a mut Repetitions,
}

impl MainLine<'_, '_> {
    /// Plays the moves from a position, with the variations of each. Returns the last position; `None` if a move cannot be played.
    fn play(mut self, mut position: Position, examined: &mut Examined<'_>) -> Option<Position> {
        self.examine_variations(0, None, examined);
        for (plies, span) in self.game.moves.iter().enumerate() {
            let written = &examined.text[span.clone()];
            let result = resolve(&position, written);
            let is_forfeit = result.is_err() && is_double_forfeit(self.game, plies, written);
            match result {
                Ok(mv) => {
                    examined.counts.en_passant += u64::from(mv.is_en_passant());
                    examined.counts.plies += 1;
                    if mv.is_en_passant() {
                        examined.add_mark(self.game, span, Some(plies));
                    }
                }
                Err(_) if is_forfeit => {}
                Err(error) => {
                    let kind = kind_of_refusal(&position, written, error);
                    let detail = FindingDetail::Move {
                        position: position.clone(),
                        error,
                    };
                    examined.add(self.game, kind, span.clone(), Some(plies), detail);
                }
            }
            self.examine_variations(plies + 1, Some((&position, plies)), examined);
            match result {
                Ok(mv) => {
                    let _ = position.make(mv);
                    self.repetitions.follow(mv, &position);
                }
                Err(_) if is_forfeit => {}
                Err(_) => return None,
            }
        }
        Some(position)
    }

    /// Examines the variations after a number of moves.
    fn examine_variations(
        &mut self,
        moves: usize,
        start: Option<(&Position, usize)>,
        examined: &mut Examined<'_>,
    ) {
        while let Some(variation) = self.variations.next_if(|it| it.moves_before == moves) {
            self.levels.examine(self.game, variation, start, examined);
        }
    }
}

/// Returns the position at the start of a game; `None` if its FEN cannot be used.
fn start(game: &PgnGame, initial: &Position, examined: &mut Examined<'_>) -> Option<Position> {
    let Some(span) = game.fen.clone() else {
        return Some(initial.clone());
    };
    match read_fen(&examined.text[span.clone()]) {
        Ok((position, faults)) => {
            examined.first_move = FirstMove {
                number: position.fullmove_number().into(),
                color: position.side_to_move(),
            };
            let convention = FenConvention::of(position.en_passant(), &faults);
            examined.counts.fens[convention as usize] += 1;
            if faults.iter().any(|fault| is_about_en_passant(*fault)) {
                let detail = FindingDetail::Square(faults);
                examined.add(game, FindingKind::ImpossibleSquare, span, None, detail);
            }
            Some(position)
        }
        Err(error) => {
            let detail = FindingDetail::Fen(error);
            examined.add(game, FindingKind::BadFen, span, None, detail);
            None
        }
    }
}

/// Reads a FEN, and repairs what can be repaired.
pub(crate) fn read_fen(bytes: &[u8]) -> Result<(Position, SetupFaults), FenError> {
    let text = String::from_utf8_lossy(bytes);
    Ok(Setup::from_fen(&text)?.repair()?)
}

/// Tells whether a game has other rules than chess.
pub(crate) fn is_variant(game: &PgnGame, text: &[u8]) -> bool {
    game.tag("Variant", text)
        .is_some_and(|name| !CHESS.contains(&&name.to_ascii_lowercase()[..]))
}

/// Tells whether the last word of a game is `0-0`, which may be the result of a game that both sides lose, not castling.
fn is_double_forfeit(game: &PgnGame, plies: usize, written: &[u8]) -> bool {
    written == b"0-0" && plies + 1 == game.moves.len() && game.result.is_none()
}

/// Returns the end that a game claims: by the sign of its last move, by its tag `Termination`, or by a comment after the last move.
fn claimed_end(game: &PgnGame, text: &[u8]) -> Option<ClaimedEnd> {
    let last = game.moves.last();
    let signs = last.map(|span| text[span.clone()].rsplit(|it| !b"!?#".contains(it)).next());
    if signs.flatten().is_some_and(|signs| signs.contains(&b'#')) {
        return Some(ClaimedEnd::Mate);
    }
    let end = last.map_or(0, |span| span.end);
    let comment = game.last_comment.as_ref().filter(|it| end <= it.start);
    let comment = comment.map(|span| &text[span.clone()]);
    let parts = [game.tag("Termination", text), comment];
    let mut claims = parts
        .into_iter()
        .flatten()
        .filter_map(|part| ClaimedEnd::read(&one_line(part)));
    claims.next()
}
