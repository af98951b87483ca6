//! The text that an audit examines, and what it reports about it.

use std::ops::Range;

use passant_rules::{MoveTextError, Position};

use crate::counts::AuditCounts;
use crate::ending::one_line;
use crate::finding::{AuditFinding, FindingDetail, FindingKind, FirstMove};
use crate::game::PgnGame;
use crate::line_counter::LineCounter;
use crate::mark::EnPassantMark;
use crate::resolve::find_intended_capture;

/// A text that is examined, and the places up to which its lines and games are counted.
pub(crate) struct Examined<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) counts: &'a mut AuditCounts,
    report: &'a mut dyn FnMut(AuditFinding),
    /// The lines before games.
    lines: LineCounter<'a>,
    /// The lines before findings.
    places: LineCounter<'a>,
    pub(crate) games: u64,
    /// The first move of the current game.
    pub(crate) first_move: FirstMove,
    /// True while a variation is examined.
    pub(crate) is_in_variation: bool,
}

impl<'a> Examined<'a> {
    pub(crate) fn new(
        text: &'a [u8],
        counts: &'a mut AuditCounts,
        report: &'a mut dyn FnMut(AuditFinding),
    ) -> Self {
        Self {
            text,
            counts,
            report,
            lines: LineCounter::new(text),
            places: LineCounter::new(text),
            games: 0,
            first_move: FirstMove::INITIAL,
            is_in_variation: false,
        }
    }

    /// Counts the mark of a move, and reports it.
    pub(crate) fn add_mark(&mut self, game: &PgnGame, span: &Range<usize>, plies: Option<usize>) {
        if let Some((mark, _)) = EnPassantMark::find(&self.text[span.clone()]) {
            self.counts.marks[mark as usize] += 1;
            let detail = FindingDetail::Mark(mark);
            self.add(game, FindingKind::Mark, span.clone(), plies, detail);
        }
    }

    pub(crate) fn add(
        &mut self,
        game: &PgnGame,
        kind: FindingKind,
        span: Range<usize>,
        plies: Option<usize>,
        detail: FindingDetail,
    ) {
        self.counts.findings[kind as usize] += 1;
        let game_lines_before = self.lines.advance(game.span.start);
        let player = |name| game.tag(name, self.text).map(one_line).unwrap_or_default();
        let finding = AuditFinding {
            kind,
            at: span.start,
            lines_before: self.places.advance(span.start),
            game: self.games,
            game_lines_before,
            players: ["White", "Black"].map(player),
            plies,
            is_in_variation: self.is_in_variation,
            first_move: self.first_move,
            written: one_line(&self.text[span]),
            detail,
        };
        (self.report)(finding);
    }
}

/// Returns the kind of the finding about a move that cannot be played.
pub(crate) fn kind_of_refusal(
    position: &Position,
    written: &[u8],
    error: MoveTextError,
) -> FindingKind {
    match error {
        MoveTextError::NotEnPassant => FindingKind::NotEnPassant,
        MoveTextError::Syntax { .. } | MoveTextError::Ambiguous => FindingKind::UnreadableMove,
        MoveTextError::Illegal => match find_intended_capture(position, written) {
            Some(_) => FindingKind::IllegalEnPassant,
            None => FindingKind::IllegalMove,
        },
    }
}
