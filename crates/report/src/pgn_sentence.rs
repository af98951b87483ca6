//! Sentences about findings in games.

use passant_pgn::{
    AuditFinding, ClaimedEnd, Convention, EnPassantMark, FindingDetail, FindingKind, Finish,
    LONGEST_GAME, MARK_FACTS,
};
use passant_rules::{EnPassantSuffix, FenError, Outcome, Position};

use crate::move_error;
use crate::words::number_of;

/// Returns the reason of a finding, as a sentence without a full stop.
pub(crate) fn describe(finding: &AuditFinding) -> String {
    match &finding.detail {
        FindingDetail::Broken(kind) => format!("{}; {}", kind.message(), kind.hint()),
        FindingDetail::LeftOut(bytes) => format!(
            "the game is longer than {} MiB, and its other {bytes} bytes are left out",
            LONGEST_GAME >> 20
        ),
        FindingDetail::Move { position, error } => {
            move_error::sentence(position, &finding.written, *error)
        }
        FindingDetail::Fen(error) => describe_fen(error),
        FindingDetail::Square(faults) => {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            faults.join("; ")
        }
        FindingDetail::Mark(mark) => describe_mark(*mark, &finding.written),
        FindingDetail::End {
            position,
            outcome,
            finish,
            claimed,
        } => describe_end(position, *outcome, *finish, *claimed),
        FindingDetail::Repetition {
            plies,
            thirds,
            occurrences,
        } => describe_repetition(finding.kind, *plies, thirds, *occurrences),
    }
}

fn describe_fen(error: &FenError) -> String {
    match error {
        FenError::Syntax(error) => error.to_string(),
        FenError::Invalid(faults) => {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            faults.join("; ")
        }
    }
}

fn describe_mark(mark: EnPassantMark, written: &str) -> String {
    let readers = MARK_FACTS.iter().filter(|fact| fact.mark == mark).count();
    format!(
        "{written}: {} lose the move or the game by the mark; --fix removes it",
        number_of(readers, "known reader")
    )
}

fn describe_end(
    position: &Position,
    outcome: Option<Outcome>,
    finish: Option<Finish>,
    claimed: Option<ClaimedEnd>,
) -> String {
    let us = position.side_to_move();
    if let Some(outcome) = outcome.filter(|outcome| !outcome.needs_claim()) {
        let result = finish.map_or("no result", Finish::text);
        if matches!(outcome, Outcome::Checkmate { .. } | Outcome::Stalemate) {
            return format!("{outcome}, but the result is {result}");
        }
    }
    let what = match claimed {
        Some(ClaimedEnd::Stalemate) => "stalemate",
        _ => "mate",
    };
    let legal = position.legal_moves();
    let captures: Vec<_> = legal
        .iter()
        .filter(|mv| mv.is_en_passant())
        .map(|mv| position.san(*mv, EnPassantSuffix::With).to_string())
        .collect();
    if captures.is_empty() {
        let moves = number_of(legal.len(), "legal move");
        return format!("the game says {what}, but {us} has {moves}");
    }
    let captures = captures.join(" and ");
    let others = legal.len() - legal.iter().filter(|mv| mv.is_en_passant()).count();
    match others {
        0 => format!("the game says {what}, but {us} has {captures}, and no other move"),
        _ => format!(
            "the game says {what}, but {us} has {captures} and {}",
            number_of(others, "other legal move")
        ),
    }
}

fn describe_repetition(
    kind: FindingKind,
    plies: usize,
    thirds: &[Option<usize>; 4],
    occurrences: usize,
) -> String {
    let legal = thirds[Convention::Legal as usize];
    let third = match legal {
        Some(third) => format!("the first third occurrence is after ply {third}"),
        None => "no position has occurred three times".to_owned(),
    };
    let others = Convention::ALL.into_iter().zip(thirds).skip(1);
    let differing = others.filter(|(_, other)| **other != legal);
    let counted: Vec<_> = differing
        .map(|(convention, other)| match other {
            Some(other) => format!("{} counts it after ply {other}", explain(convention)),
            None => format!("{} counts none", explain(convention)),
        })
        .collect();
    let start = match kind {
        FindingKind::EarlyRepetition => format!(
            "drawn by repetition after ply {plies}, but {third}, and the last position has occurred {occurrences}×"
        ),
        FindingKind::LateRepetition => {
            format!("drawn by repetition after ply {plies}, but {third}")
        }
        _ => format!("by the rules {third}"),
    };
    let is_doubtful = kind == FindingKind::EarlyRepetition && thirds.contains(&Some(plies));
    let doubt = "the draw is correct only if it was claimed with the next move (FIDE Laws 9.2.1)";
    std::iter::once(start)
        .chain(counted)
        .chain(is_doubtful.then(|| doubt.to_owned()))
        .collect::<Vec<_>>()
        .join("; ")
}

/// Describes a program that follows a convention.
fn explain(convention: Convention) -> &'static str {
    match convention {
        Convention::Legal => "a program that compares legal captures",
        Convention::PseudoLegal => "a program that compares FENs with pseudo-legal squares",
        Convention::Always => "a program that compares FENs with a square after every double push",
        Convention::Never => "a program that ignores the right",
    }
}
