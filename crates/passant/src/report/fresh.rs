//! Hunts among fresh positions: what was asked, the positions for other programs, and as cases of a suite.

use std::fmt::Write;
use std::io;

use passant_count::bulk;
use passant_judge::check::CaseResult;
use passant_query::{Line, Syntax, escape};
use passant_report::{HuntRecord, number_of};
use passant_rules::{EnPassantMode, Move, MoveKind, Position};
use passant_sampler::Sample;
use passant_suite::{Case, epd};
use serde::Serialize;

use super::labelled_list::GOOD;

/// Says what was asked in a hunt, and what came of it.
pub(crate) fn extent(hunt: HuntRecord, verdicts: &str) -> String {
    let HuntRecord {
        seed,
        positions,
        unsupported,
        alike,
        features,
        pairs,
    } = hunt;
    let mut text = match verdicts {
        "" => format!("{GOOD}no wrong answer{GOOD:#}"),
        verdicts => verdicts.to_owned(),
    };
    if alike != 0 {
        let _ = write!(text, ", {alike} more of the same kind");
    }
    let _ = write!(
        text,
        "; {} with {features} features in {pairs} pairs; seed {seed}",
        number_of(
            usize::try_from(positions).unwrap_or(usize::MAX),
            "fresh position"
        )
    );
    if unsupported != 0 {
        let _ = write!(text, "; {unsupported} not testable");
    }
    text
}

/// A position, how it is told, and its counts.
#[derive(Serialize)]
struct Record {
    /// The FEN from which the moves are played.
    fen: String,
    /// The moves, in UCI notation.
    moves: Vec<String>,
    /// The FEN after the moves, with the en passant square after every double push.
    end: String,
    /// The number of leaf nodes at depth 1, 2, and so on.
    perft: Vec<u64>,
}

/// Returns the line of an EPD file.
pub(crate) fn epd(sample: &Sample) -> String {
    let setup = sample.position.setup(EnPassantMode::Always);
    epd::line(&setup, (1..).zip(counts(sample))) + "\n"
}

/// Returns the JSON object, on a line.
pub(crate) fn json(sample: &Sample) -> io::Result<String> {
    let record = Record {
        fen: sample.line.fen().to_string(),
        moves: sample.line.step_texts(),
        end: sample.position.fen(EnPassantMode::Always).to_string(),
        perft: counts(sample),
    };
    Ok(serde_json::to_string(&record)? + "\n")
}

/// Returns the number of leaf nodes at each depth up to that of a sample.
fn counts(sample: &Sample) -> Vec<u64> {
    let depths = 1..=sample.depth;
    depths
        .map(|depth| bulk(&mut sample.position.clone(), depth))
        .collect()
}

/// The most leaf nodes of a count that is written.
const MAX_NODES: u64 = 100_000;

/// Returns a TOML file of the positions of failing cases, the smallest ones where they were found.
pub(crate) fn cases(cases: &[CaseResult], seed: u64) -> String {
    let mut text = "# Positions in which an engine was wrong. `why` and two independent programs in `confirmed` are to be filled in.\n".to_owned();
    for case in cases.iter().filter(|it| it.verdict.is_bad()) {
        let line = match &case.smallest {
            Some(smallest) => format!("{} moves {}", smallest.fen, smallest.moves.join(" ")),
            None => case.fen.clone(),
        };
        let line: Option<Line> = line.parse().ok();
        if let Some(case) = line.as_ref().and_then(Case::from_line) {
            write_case(&mut text, &case, seed);
        }
    }
    text
}

fn write_case(text: &mut String, case: &Case, seed: u64) {
    let position = case.position();
    let name = case.name();
    let list = |moves: &[Move]| -> String {
        let moves: Vec<_> = moves.iter().map(|mv| format!("\"{}\"", mv.uci())).collect();
        moves.join(", ")
    };
    let (legal, illegal) = captures(position);
    let counts: Vec<_> = (1..=4)
        .map(|depth| bulk(&mut position.clone(), depth))
        .take_while(|&nodes| nodes <= MAX_NODES)
        .map(|nodes| nodes.to_string())
        .collect();
    let fen = position.fen(EnPassantMode::Always);
    let source = escape(&format!("passant hunt --seed {seed}"), Syntax::Toml);
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        "\n[[case]]\n\
         name      = \"fresh-{name}\"\n\
         fen       = \"{fen}\"\n\
         class     = \"{}\"\n\
         legal     = [{}]\n\
         illegal   = [{}]\n\
         perft     = [{}]\n\
         why       = \"An engine was wrong here.\"\n\
         source    = {source}\n\
         confirmed = []\n\
         reach     = \"reachable\"\n",
        case.class,
        list(&legal),
        list(&illegal),
        counts.join(", "),
    );
    if let Some(last) = case.last {
        let _ = writeln!(text, "last      = \"{}\"", last.uci());
    }
}

/// Returns the legal en passant captures of a position, and the illegal ones.
fn captures(position: &Position) -> (Vec<Move>, Vec<Move>) {
    let Some(right) = position.en_passant() else {
        return (Vec::new(), Vec::new());
    };
    let capture = |from| Move::new(from, right.target(), MoveKind::EnPassant);
    let capturers = right.capturers().into_iter();
    let (legal, illegal) = capturers.partition::<Vec<_>, _>(|&from| right.legal().contains(from));
    let moves = |from: Vec<_>| from.into_iter().map(capture).collect();
    (moves(legal), moves(illegal))
}
