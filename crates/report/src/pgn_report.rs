//! The report of `passant pgn` as a JSON object, as described by `schema/pgn-1.json`.

use std::io;

use passant_pgn::{
    AuditCounts, AuditFinding, Convention, EnPassantMark, FenConvention, FindingDetail,
    FindingKind, MARK_FACTS,
};
use passant_rules::{Color, EnPassantMode, Position};
use serde::Serialize;

use crate::pgn_sentence::describe;
use crate::pretty_json;

/// The JSON schema of the format.
pub const SCHEMA: &str = include_str!("../schema/pgn-1.json");

/// The version of the format.
const VERSION: u32 = 1;

/// The report of `passant pgn --json`.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PgnReport {
    /// The version of the format.
    #[cfg_attr(test, schemars(extend("const" = VERSION)))]
    version: u32,
    /// The version of passant that wrote the report.
    passant: &'static str,
    /// The files, in the order of the command line.
    pub files: Vec<PgnFileRecord>,
    /// The entries of the list of expected findings that nothing was found for.
    pub unexpected: Vec<ExpectationRecord>,
}

/// A file with games.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PgnFileRecord {
    /// The name of the file, as on the command line.
    pub file: String,
    /// The number of games.
    pub games: u64,
    /// The number of games of variants with other rules, which are not examined.
    pub variants: u64,
    /// The number of legal moves of the examined games, without those of variations.
    pub moves: u64,
    /// The number of legal en passant captures among them.
    pub en_passant: u64,
    /// The moves of variations.
    pub variations: VariationRecord,
    /// The FEN tags, by their en passant square.
    pub fens: FenCounts,
    /// The marks that occur.
    pub marks: Vec<MarkRecord>,
    /// The number of findings of each kind that occurs.
    pub counts: Vec<KindCount>,
    /// The findings, in the order of the file, as many as are listed.
    pub findings: Vec<PgnFindingRecord>,
    /// The number of findings that are counted and not listed.
    pub not_listed: u64,
    /// The number of places that were changed in the new file; null without a new file.
    pub fixed: Option<u64>,
}

/// The numbers of moves of variations.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VariationRecord {
    /// The number of legal moves.
    pub moves: u64,
    /// The number of legal en passant captures among them.
    pub en_passant: u64,
    /// The number of words that were skipped: moves that cannot be played and those after them, and moves of variations without a known
    /// position.
    pub skipped: u64,
}

/// The numbers of FEN tags.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FenCounts {
    /// Without a square.
    pub no_square: u64,
    /// With a square that all three conventions name: a capture is legal.
    pub legal: u64,
    /// With a square that *pseudo-legal* and *always* name: a pawn stands beside, and no capture is legal.
    pub pseudo_legal: u64,
    /// With a square that only *always* names: no pawn stands beside.
    pub always: u64,
    /// With a square that no double push has left.
    pub impossible: u64,
}

/// A mark, and the readers that lose moves by it.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct MarkRecord {
    /// The mark, as in `exd6 e.p.`.
    pub mark: String,
    /// The number of moves that have it.
    pub moves: u64,
    /// The readers that lose a move or a game by it.
    pub readers: Vec<ReaderRecord>,
}

/// A reader that loses a move or a game by a mark.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReaderRecord {
    /// The program and its version.
    pub reader: &'static str,
    /// The effect of the mark.
    pub effect: &'static str,
}

/// The number of findings of a kind.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct KindCount {
    /// The word for the kind.
    pub kind: &'static str,
    /// False for notes: what breaks no rule.
    pub failure: bool,
    /// All findings of the kind.
    pub findings: u64,
    /// Those that a list of expected findings has.
    pub expected: u64,
}

/// An entry of a list of expected findings.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExpectationRecord {
    /// The kind.
    pub kind: String,
    /// The file; null for all files.
    pub file: Option<String>,
    /// The number of the game; null for all games.
    pub game: Option<u64>,
    /// The reason.
    pub reason: String,
}

/// A finding.
#[derive(Clone, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PgnFindingRecord {
    /// The word for the kind.
    pub kind: &'static str,
    /// False for a note: something that breaks no rule.
    pub failure: bool,
    /// The reason why it is expected; null if it is not.
    pub expected: Option<String>,
    /// The number of the line, from 1.
    pub line: u64,
    /// The number of the game in its file, from 1.
    pub game: u64,
    /// The number of the line at which the game begins, from 1.
    pub game_line: u64,
    /// The player of the white pieces; empty without a tag.
    pub white: String,
    /// The player of the black pieces; empty without a tag.
    pub black: String,
    /// The number of the move, such as `4.` or `4...`; null if no move is meant.
    pub number: Option<String>,
    /// True if it stands in a variation.
    pub variation: bool,
    /// The characters that are meant.
    pub written: String,
    /// The reason, as a sentence without a full stop.
    pub sentence: String,
    /// The position before the move, or at the end of the game, with an en passant square after every double push; null if no
    /// position is meant.
    pub fen: Option<String>,
    /// The number of plies before the first position that has occurred three times, by convention; null if the finding is not about
    /// repetition.
    pub thirds: Option<ThirdRecord>,
}

/// The number of plies before the first third occurrence, null if there is none. An en passant right makes a position another one:
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ThirdRecord {
    /// If a capture is legal, as the FIDE Laws have it (9.2.3).
    pub legal: Option<usize>,
    /// If a pawn stands beside.
    pub pseudo_legal: Option<usize>,
    /// After every double push.
    pub always: Option<usize>,
    /// Never.
    pub never: Option<usize>,
}

impl PgnReport {
    /// Makes the report on some files.
    #[must_use]
    pub fn new(files: Vec<PgnFileRecord>, unexpected: Vec<ExpectationRecord>) -> Self {
        Self {
            version: VERSION,
            passant: env!("CARGO_PKG_VERSION"),
            files,
            unexpected,
        }
    }

    /// Returns the report as JSON.
    ///
    /// # Errors
    ///
    /// If it cannot be written as JSON.
    pub fn json(&self) -> io::Result<String> {
        pretty_json(self)
    }
}

impl PgnFileRecord {
    /// Makes the record of a file. `expected` has the number of expected findings of each kind, in the order of
    /// [`FindingKind::ALL`].
    #[must_use]
    pub fn new(file: &str, counts: &AuditCounts, expected: &[u64]) -> Self {
        let kinds = FindingKind::ALL.into_iter().zip(expected);
        let kinds = kinds.map(|(kind, expected)| KindCount {
            kind: kind.word(),
            failure: kind.is_failure(),
            findings: counts.of(kind),
            expected: *expected,
        });
        let marks = EnPassantMark::ALL.into_iter().zip(counts.marks);
        let fens = |convention: FenConvention| counts.fens[convention as usize];
        Self {
            file: file.to_owned(),
            games: counts.games,
            variants: counts.variants,
            moves: counts.plies,
            en_passant: counts.en_passant,
            variations: VariationRecord {
                moves: counts.variations.plies,
                en_passant: counts.variations.en_passant,
                skipped: counts.variations.skipped,
            },
            fens: FenCounts {
                no_square: fens(FenConvention::NoSquare),
                legal: fens(FenConvention::Any),
                pseudo_legal: fens(FenConvention::PseudoLegal),
                always: fens(FenConvention::Always),
                impossible: fens(FenConvention::Impossible),
            },
            marks: marks
                .filter(|(_, moves)| *moves != 0)
                .map(|(mark, moves)| MarkRecord::new(mark, moves))
                .collect(),
            counts: kinds.filter(|it| it.findings != 0).collect(),
            findings: Vec::new(),
            not_listed: 0,
            fixed: None,
        }
    }
}

impl MarkRecord {
    fn new(mark: EnPassantMark, moves: u64) -> Self {
        let facts = MARK_FACTS.iter().filter(|fact| fact.mark == mark);
        let readers = facts.map(|fact| ReaderRecord {
            reader: fact.reader,
            effect: fact.effect,
        });
        Self {
            mark: mark.to_string(),
            moves,
            readers: readers.collect(),
        }
    }
}

impl PgnFindingRecord {
    /// Makes the record of a finding in a part of a file. Before the part there are so many games and ends of lines.
    #[must_use]
    pub fn new(finding: &AuditFinding, games: u64, lines: u64) -> Self {
        let position = match &finding.detail {
            FindingDetail::Move { position, .. } | FindingDetail::End { position, .. } => {
                Some(position)
            }
            _ => None,
        };
        let thirds = match &finding.detail {
            FindingDetail::Repetition { thirds, .. } => Some(ThirdRecord {
                legal: thirds[Convention::Legal as usize],
                pseudo_legal: thirds[Convention::PseudoLegal as usize],
                always: thirds[Convention::Always as usize],
                never: thirds[Convention::Never as usize],
            }),
            _ => None,
        };
        let [white, black] = finding.players.clone();
        Self {
            kind: finding.kind.word(),
            failure: finding.kind.is_failure(),
            expected: None,
            line: lines + finding.lines_before as u64 + 1,
            game: games + finding.game,
            game_line: lines + finding.game_lines_before as u64 + 1,
            white,
            black,
            number: move_number(finding, position),
            variation: finding.is_in_variation,
            written: finding.written.clone(),
            sentence: describe(finding),
            fen: position.map(|it| it.fen(EnPassantMode::Always).to_string()),
            thirds,
        }
    }
}

/// Returns the number of a move in the notation of PGN; without a position, the plies of the game are counted from a first move.
fn move_number(finding: &AuditFinding, position: Option<&Position>) -> Option<String> {
    let plies = finding.plies?;
    let (number, color) = match position {
        Some(position) => (position.fullmove_number().into(), position.side_to_move()),
        None => finding.first_move.after(plies),
    };
    Some(match color {
        Color::White => format!("{number}."),
        Color::Black => format!("{number}..."),
    })
}
