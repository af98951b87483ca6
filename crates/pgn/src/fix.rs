//! Writes games so that every reader understands them.

use std::ops::Range;

use passant_rules::{EnPassantMode, Position};

use crate::audit::{is_variant, read_fen};
use crate::counts::is_about_en_passant;
use crate::game::PgnGame;
use crate::mark::EnPassantMark;
use crate::reader::PgnReader;
use crate::resolve::{plain, resolve};
use crate::variation::is_marked_capture;

/// Returns a text with plain en passant captures, such as `exd6` for `exd6 e.p.`, and with en passant squares of FEN tags in a
/// convention, and the number of places that differ. Every other byte stays.
///
/// A square that the convention does not name becomes `-`. None is added, because a FEN without a square does not tell whether a
/// pawn has just moved two squares. Moves after one that is illegal stay.
///
/// ```
/// use passant_pgn::fix_games;
/// use passant_rules::EnPassantMode;
///
/// let (fixed, places) = fix_games(b"1. e4 a6 2. e5 d5 3. ed6 e.p. {!} *", EnPassantMode::Legal);
/// assert_eq!(fixed, b"1. e4 a6 2. e5 d5 3. exd6 {!} *");
/// assert_eq!(places, 1);
/// ```
#[must_use]
pub fn fix_games(text: &[u8], convention: EnPassantMode) -> (Vec<u8>, u64) {
    let (mut reader, mut game) = (PgnReader::new(text), PgnGame::default());
    let (mut edits, mut fixed) = (Vec::new(), Vec::with_capacity(text.len()));
    let (mut copied, mut places) = (0, 0);
    while reader.read_next(&mut game) {
        if is_variant(&game, text) {
            continue;
        }
        collect_edits(&game, text, convention, &mut edits);
        edits.sort_unstable_by_key(|(span, _): &(Range<usize>, String)| span.start);
        for (span, replacement) in edits.drain(..) {
            debug_assert!(copied <= span.start, "places do not overlap");
            fixed.extend_from_slice(&text[copied..span.start]);
            fixed.extend_from_slice(replacement.as_bytes());
            copied = span.end;
            places += 1;
        }
    }
    fixed.extend_from_slice(&text[copied..]);
    (fixed, places)
}

fn collect_edits(
    game: &PgnGame,
    text: &[u8],
    convention: EnPassantMode,
    edits: &mut Vec<(Range<usize>, String)>,
) {
    let mut inner = PgnGame::default();
    for variation in &game.variations {
        PgnReader::read_all_of(text, variation, &mut inner);
        let marked = inner.moves.iter();
        let marked = marked.filter(|span| is_marked_capture(&text[(*span).clone()]));
        edits.extend(marked.filter_map(|span| remove_mark(text, span)));
    }
    let mut position = Position::initial();
    if let Some(span) = game.fen.clone() {
        let Ok((start, faults)) = read_fen(&text[span.clone()]) else {
            return;
        };
        let is_possible = !faults.iter().any(|fault| is_about_en_passant(*fault));
        let shown = start.en_passant().and_then(|right| right.shown(convention));
        if shown.is_none() || !is_possible {
            edits.extend(en_passant_field(text, span).map(|field| (field, "-".to_owned())));
        }
        position = start;
    }
    for span in &game.moves {
        let Ok(mv) = resolve(&position, &text[span.clone()]) else {
            return;
        };
        if mv.is_en_passant() {
            edits.extend(remove_mark(text, span));
        }
        let _ = position.make(mv);
    }
}

/// Returns the plain form of a move with a mark.
fn remove_mark(text: &[u8], span: &Range<usize>) -> Option<(Range<usize>, String)> {
    let written = &text[span.clone()];
    EnPassantMark::find(written)?;
    let plain = plain(std::str::from_utf8(written).ok()?);
    Some((span.clone(), plain.trim_end().to_owned()))
}

/// Returns the fourth field of a FEN, unless it is `-` already.
fn en_passant_field(text: &[u8], fen: Range<usize>) -> Option<Range<usize>> {
    let bytes = &text[fen.clone()];
    let mut fields = bytes.split(u8::is_ascii_whitespace);
    let field = fields.by_ref().filter(|field| !field.is_empty()).nth(3)?;
    let start = field.as_ptr().addr() - text.as_ptr().addr();
    (field != b"-").then_some(start..start + field.len())
}
