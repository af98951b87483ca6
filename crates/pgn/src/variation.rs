//! The moves of variations, judged by the rules.

use std::ops::Range;

use passant_rules::{Move, Position};

use crate::examined::{Examined, kind_of_refusal};
use crate::finding::{FindingDetail, FindingKind};
use crate::game::{PgnGame, PgnVariation};
use crate::mark::EnPassantMark;
use crate::reader::PgnReader;
use crate::resolve::{read_pawn_capture, resolve};

/// The number of variations within each other whose moves are played. Those of deeper ones are skipped.
const DEEPEST: usize = 64;

/// The number of moves and variations whose memory is kept for the next variation.
const KEPT: usize = 1024;

/// The memory for the variations of a game, one for each that has not ended.
#[derive(Debug, Default)]
pub(crate) struct VariationLevels(Vec<PgnGame>);

/// A variation, and the game that has it.
#[derive(Clone, Copy)]
struct Branch<'a> {
    game: &'a PgnGame,
    variation: &'a PgnVariation,
    /// The number of variations around it.
    depth: usize,
}

impl VariationLevels {
    /// Examines a variation of a game, which is played from a position, if that is known, after a number of plies.
    pub(crate) fn examine(
        &mut self,
        game: &PgnGame,
        variation: &PgnVariation,
        start: Option<(&Position, usize)>,
        examined: &mut Examined<'_>,
    ) {
        let branch = Branch {
            game,
            variation,
            depth: 0,
        };
        examined.is_in_variation = true;
        match start {
            Some((position, plies)) => self.play(branch, position.clone(), plies, examined),
            None => self.skip(branch, examined),
        }
        examined.is_in_variation = false;
    }

    /// Plays a variation from a position, with the variations in it. The rest of one with a move that cannot be played is skipped.
    fn play(
        &mut self,
        branch: Branch<'_>,
        mut position: Position,
        mut plies: usize,
        examined: &mut Examined<'_>,
    ) {
        if branch.depth == DEEPEST {
            return self.skip(branch, examined);
        }
        let mut level = self.0.pop().unwrap_or_default();
        PgnReader::of_variation(examined.text, branch.variation).read_next(&mut level);
        let mut inner = level.variations.iter().peekable();
        // A variation before the first move replaces no move of this one.
        while let Some(variation) = inner.next_if(|it| it.moves_before == 0) {
            self.skip(branch.inner(variation), examined);
        }
        let mut is_broken = false;
        for (index, span) in level.moves.iter().enumerate() {
            let known = (!is_broken).then_some(plies);
            let mv = examined.judge(branch.game, &position, known, span);
            while let Some(variation) = inner.next_if(|it| it.moves_before == index + 1) {
                let inner = branch.inner(variation);
                match known {
                    Some(plies) => self.play(inner, position.clone(), plies, examined),
                    None => self.skip(inner, examined),
                }
            }
            match mv {
                Some(mv) => {
                    let _ = position.make(mv);
                    plies += 1;
                }
                None => is_broken = true,
            }
        }
        self.keep(level);
    }

    /// Skips a variation and those in it. Its marks are reported.
    fn skip(&mut self, branch: Branch<'_>, examined: &mut Examined<'_>) {
        let mut level = self.0.pop().unwrap_or_default();
        PgnReader::read_all_of(examined.text, branch.variation, &mut level);
        for span in &level.moves {
            examined.note_mark(branch.game, span, None);
        }
        examined.counts.variations.skipped += level.moves.len() as u64;
        self.keep(level);
    }

    /// Keeps the memory of a variation, unless it is large: a stream may have a large one at every depth.
    fn keep(&mut self, level: PgnGame) {
        if level.moves.capacity() <= KEPT && level.variations.capacity() <= KEPT {
            self.0.push(level);
        }
    }
}

impl<'a> Branch<'a> {
    /// Returns a variation within this one.
    fn inner(self, variation: &'a PgnVariation) -> Self {
        Self {
            variation,
            depth: self.depth + 1,
            ..self
        }
    }
}

impl Examined<'_> {
    /// Returns the move of a variation that a word means; `None` if it cannot be played, or if the plies before it are not known.
    ///
    /// What is reported is about en passant alone: variations also hold null moves and words that are none.
    fn judge(
        &mut self,
        game: &PgnGame,
        position: &Position,
        plies: Option<usize>,
        span: &Range<usize>,
    ) -> Option<Move> {
        self.note_mark(game, span, plies);
        let written = &self.text[span.clone()];
        let Some(result) = plies.map(|_| resolve(position, written)) else {
            self.counts.variations.skipped += 1;
            return None;
        };
        match result {
            Ok(mv) => {
                self.counts.variations.plies += 1;
                self.counts.variations.en_passant += u64::from(mv.is_en_passant());
                Some(mv)
            }
            Err(error) => {
                self.counts.variations.skipped += 1;
                let kind = kind_of_refusal(position, written, error);
                if matches!(
                    kind,
                    FindingKind::IllegalEnPassant | FindingKind::NotEnPassant
                ) {
                    let position = position.clone();
                    let detail = FindingDetail::Move { position, error };
                    self.add(game, kind, span.clone(), plies, detail);
                }
                None
            }
        }
    }

    fn note_mark(&mut self, game: &PgnGame, span: &Range<usize>, plies: Option<usize>) {
        if is_marked_capture(&self.text[span.clone()]) {
            self.add_mark(game, span, plies);
        }
    }
}

/// Tells whether a word of a variation is a capture by a pawn with a mark. Variations also hold words such as "keep".
pub(crate) fn is_marked_capture(written: &[u8]) -> bool {
    EnPassantMark::find(written).is_some() && read_pawn_capture(written).is_some()
}
