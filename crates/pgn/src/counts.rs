//! The counts of an audit.

use passant_rules::{EnPassant, SetupFault};

use crate::finding::FindingKind;
use crate::mark::EnPassantMark;

/// The en passant square of a FEN tag: the conventions in which it stands there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FenConvention {
    /// There is no square.
    NoSquare,
    /// A capture is legal: all three conventions name the square.
    Any,
    /// A pawn stands beside, and no capture is legal: *always* and *pseudo-legal* name the square.
    PseudoLegal,
    /// No pawn stands beside: only *always* names the square.
    Always,
    /// No double push can have led to the position.
    Impossible,
}

impl FenConvention {
    /// All of them, from the square that every convention names to the one that none does.
    pub const ALL: [Self; 5] = [
        Self::NoSquare,
        Self::Any,
        Self::PseudoLegal,
        Self::Always,
        Self::Impossible,
    ];

    /// Returns the convention of a square, with the right that it gives and the faults of its FEN.
    pub(crate) fn of(right: Option<EnPassant>, faults: &[SetupFault]) -> Self {
        match right {
            _ if faults.iter().any(|fault| is_about_en_passant(*fault)) => Self::Impossible,
            None => Self::NoSquare,
            Some(right) if !right.legal().is_empty() => Self::Any,
            Some(right) if !right.capturers().is_empty() => Self::PseudoLegal,
            Some(_) => Self::Always,
        }
    }
}

/// Tells whether a fault of a FEN is one of its en passant square.
pub(crate) fn is_about_en_passant(fault: SetupFault) -> bool {
    matches!(
        fault,
        SetupFault::EnPassantRank(_)
            | SetupFault::EnPassantSide(_)
            | SetupFault::EnPassantOccupied(_)
            | SetupFault::EnPassantNoPawn { .. }
            | SetupFault::EnPassantOrigin { .. }
            | SetupFault::EnPassantCheck { .. }
    )
}

/// The counts of the moves of variations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VariationCounts {
    /// The legal moves that were played.
    pub plies: u64,
    /// The legal en passant captures among them.
    pub en_passant: u64,
    /// The other words: moves that cannot be played and those after them, and moves of variations without a known position.
    pub skipped: u64,
}

/// The counts of an audit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AuditCounts {
    /// The games, all of them.
    pub games: u64,
    /// The games of variants with other rules, whose moves are not looked at.
    pub variants: u64,
    /// The legal moves that were played, without those of variations.
    pub plies: u64,
    /// The legal en passant captures among them.
    pub en_passant: u64,
    /// The moves of variations.
    pub variations: VariationCounts,
    /// The marks behind en passant captures, in the order of [`EnPassantMark::ALL`]; in variations too.
    pub marks: [u64; EnPassantMark::ALL.len()],
    /// The FEN tags that can be used, in the order of [`FenConvention::ALL`].
    pub fens: [u64; FenConvention::ALL.len()],
    /// The findings, in the order of [`FindingKind::ALL`].
    pub findings: [u64; FindingKind::ALL.len()],
    /// The ends of lines.
    pub lines: u64,
}

impl AuditCounts {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.variants += other.variants;
        self.plies += other.plies;
        self.en_passant += other.en_passant;
        self.variations.plies += other.variations.plies;
        self.variations.en_passant += other.variations.en_passant;
        self.variations.skipped += other.variations.skipped;
        self.lines += other.lines;
        let lists: [(&mut [u64], &[u64]); 3] = [
            (&mut self.marks, &other.marks),
            (&mut self.fens, &other.fens),
            (&mut self.findings, &other.findings),
        ];
        for (ours, theirs) in lists {
            ours.iter_mut().zip(theirs).for_each(|(a, b)| *a += b);
        }
    }

    /// Returns the number of findings of a kind.
    #[must_use]
    pub fn of(&self, kind: FindingKind) -> u64 {
        self.findings[kind as usize]
    }
}
