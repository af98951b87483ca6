//! The keys of a `[[case]]` below `state/`.

use passant_rules::{PieceType, Position, Square};

use super::check;
use super::keys::{About, fen, legal, line, square};
use crate::case::EnPassantSquares;
use crate::folder::StateKind;
use crate::source::{Source, Text};
use crate::state::{
    AfterMoves, AfterPly, AskedMove, Because, Effect, Game, Notation, Queries, Repetition,
    SamePosition, StateQuestion, Written,
};
use crate::table::{Table, one_of};
use crate::{Diagnostic, Reach, Rule, StateCase, Variant};

/// Reads a question about the state of a game.
pub(crate) fn read_state_case(
    kind: StateKind,
    address: Option<String>,
    table: &mut Table<'_>,
) -> Option<StateCase> {
    let question = match kind {
        StateKind::AfterMoves => after_moves(table).map(StateQuestion::AfterMoves),
        StateKind::SamePosition => same_position(table).map(StateQuestion::SamePosition),
        StateKind::Repetition => repetition(table).map(StateQuestion::Repetition),
        StateKind::Text => notation(table).map(StateQuestion::Text),
        StateKind::Queries => queries(table).map(StateQuestion::Queries),
        StateKind::Games => game(table).map(StateQuestion::Game),
        StateKind::RoundTrip => after_moves(table).map(StateQuestion::RoundTrip),
    };
    let rule = table.choice("rule", &Rule::ALL, None);
    let variant = table.choice("variant", &Variant::ALL, Some(Variant::Standard));
    let about = About::read(table, Some(Reach::Reachable))?;
    let case = StateCase {
        address: address?,
        question: question?,
        why: about.why,
        rule: rule?,
        source: about.source,
        confirmed: about.confirmed,
        variant: variant?,
    };
    check_variant(table, &case)?;
    Some(case)
}

/// Requires `variant` to be Chess960 where the castling rights exist only there, and nowhere else.
fn check_variant(table: &mut Table<'_>, case: &StateCase) -> Option<()> {
    let is_chess960 = case.lines().iter().any(|line| line.is_chess960);
    check_line_variant(table, case.variant, is_chess960)
}

/// Requires a variant to be the one of the castling rights.
pub(super) fn check_line_variant(
    table: &mut Table<'_>,
    variant: Variant,
    is_chess960: bool,
) -> Option<()> {
    let expected = if is_chess960 {
        Variant::Chess960
    } else {
        Variant::Standard
    };
    if variant == expected {
        return Some(());
    }
    let error = table.error_at(
        "variant",
        "the castling rights are those of another variant",
    );
    let word = Variant::ALL
        .into_iter()
        .find(|&(_, variant)| variant == expected)?
        .0;
    table.refuse(error.with_hint(format!("write variant = {word:?}")))
}

fn after_moves(table: &mut Table<'_>) -> Option<AfterMoves> {
    let line = line(table);
    let after = table.tables("after", after_ply);
    let (line, after) = line.zip(after)?;
    let plies: Vec<_> = after.iter().map(|after| after.ply).collect();
    in_order(table, "after", &plies, 0, line.steps.len())?;
    Some(AfterMoves { line, after })
}

fn after_ply(table: &mut Table<'_>) -> Option<AfterPly> {
    let ply = table.number("ply");
    let read = fen(table);
    let [pseudo_legal, legal] = ["pseudo-legal", "legal"].map(|key| square(table, key));
    let setup = read?;
    let en_passant = EnPassantSquares {
        always: setup.en_passant,
        pseudo_legal: pseudo_legal?,
        legal: legal?,
    };
    Some(AfterPly {
        ply: ply?,
        setup,
        en_passant,
    })
}

fn same_position(table: &mut Table<'_>) -> Option<SamePosition> {
    let [one, other] = ["one", "other"].map(|key| table.table(key, line));
    let is_same = table.flag("same");
    let because = table.choice("because", &Because::ALL, None);
    let polyglot = keys(table);
    let (is_same, because) = is_same.zip(because)?;
    if is_same != because.is_same() {
        let message = "this reason contradicts `same`";
        let error = table.error_at("because", message);
        return table.refuse(error.with_hint(reasons(is_same)));
    }
    Some(SamePosition {
        one: one?,
        other: other?,
        because,
        polyglot: polyglot.ok()?,
    })
}

/// The two Polyglot keys, which may be missing.
fn keys(table: &mut Table<'_>) -> Result<Option<[u64; 2]>, Reported> {
    let texts = table.optional_texts("polyglot");
    let keys: Vec<_> = texts
        .iter()
        .map(|text| table.check(|source| key(source, text)))
        .collect();
    match keys[..] {
        [] => Ok(None),
        [one, other] => one
            .zip(other)
            .map(<[u64; 2]>::from)
            .map(Some)
            .ok_or(Reported),
        _ => {
            let error = table.error_at("polyglot", "expected two keys");
            let help = "write the key of `one`, then that of `other`";
            table.report(error.with_hint(help));
            Err(Reported)
        }
    }
}

/// An error that has been reported.
struct Reported;

/// A hint that lists the reasons for an answer.
fn reasons(is_same: bool) -> String {
    let fitting = Because::ALL
        .iter()
        .filter(|(_, because)| because.is_same() == is_same);
    one_of(fitting.map(|(word, _)| *word))
}

/// A Polyglot key: sixteen digits, as the description of the format prints them.
fn key(source: &Source<'_>, text: &Text<'_>) -> Result<u64, Diagnostic> {
    let is_key = text.value.len() == 16
        && text
            .value
            .bytes()
            .all(|digit| b"0123456789abcdef".contains(&digit));
    is_key
        .then(|| u64::from_str_radix(text.value, 16).ok())
        .flatten()
        .ok_or_else(|| {
            let message = format!("{:?} is not a Polyglot key", text.value);
            let error = source.error(text.span.clone(), message);
            error.with_hint("write sixteen digits from 0-9 and a-f, like \"463b96181691fc9c\"")
        })
}

fn repetition(table: &mut Table<'_>) -> Option<Repetition> {
    let line = line(table);
    let keys = ["second", "third", "fifth"];
    let [second, third, fifth] = keys.map(|key| table.optional_number(key));
    let line = line?;
    let mut least = 1;
    for (key, ply) in keys.into_iter().zip([second, third, fifth]) {
        if let Some(ply) = ply {
            in_order(table, key, &[ply], least, line.steps.len())?;
            least = ply + 1;
        } else {
            // A position that has not occurred twice has not occurred three times.
            least = usize::MAX;
        }
    }
    Some(Repetition {
        line,
        second,
        third,
        fifth,
    })
}

fn game(table: &mut Table<'_>) -> Option<Game> {
    let line = line(table);
    let pgn = table.text("pgn");
    let en_passant = table.numbers("en-passant");
    let end = table.table("end", after_ply);
    let (line, pgn) = line.zip(pgn)?;
    let plies = line.steps.len();
    let written = crate::state::san(pgn.value).count();
    if written != plies {
        let message = format!("`pgn` has {written} moves, and `moves` has {plies}");
        table.report(table.error_at("pgn", message));
    }
    let (en_passant, end) = en_passant.zip(end)?;
    in_order(table, "en-passant", &en_passant, 1, plies)?;
    in_order(table, "end", &[end.ply], plies, plies)?;
    Some(Game {
        line,
        pgn: pgn.value.to_owned(),
        en_passant,
        end,
    })
}

/// Refuses plies that do not increase, or that are not in the line.
fn in_order(
    table: &mut Table<'_>,
    key: &'static str,
    plies: &[usize],
    least: usize,
    most: usize,
) -> Option<()> {
    let grow = plies.windows(2).all(|pair| pair[0] < pair[1]);
    let fit = plies.iter().all(|ply| (least..=most).contains(ply));
    if grow && fit {
        return Some(());
    }
    let error = table.error_at(key, "these plies are out of order, or not in the line");
    let help = if least <= most {
        format!("write plies from {least} to {most} in increasing order")
    } else {
        "leave out this key".to_owned()
    };
    table.refuse(error.with_hint(help))
}

/// Reads how moves are written.
pub(super) fn notation(table: &mut Table<'_>) -> Option<Notation> {
    let line = line(table)?;
    let position = line.position()?;
    let tables = table.tables("written", |table| read_written(table, &position));
    let refused = texts(table, "refused");
    let written = tables?;
    if written.is_empty() && refused.is_empty() {
        let error = table.error_at("written", "this case has no question");
        return table.refuse(error.with_hint("add a move to `written`, or a text to `refused`"));
    }
    Some(Notation {
        line,
        written,
        refused,
    })
}

fn read_written(table: &mut Table<'_>, position: &Position) -> Option<Written> {
    let text = table.text("move");
    let san = table.text("san");
    let tolerated = texts(table, "tolerated");
    let text = text?;
    Some(Written {
        mv: table.check(|source| legal(source, &text, position))?,
        san: san?.value.to_owned(),
        tolerated,
    })
}

/// A list of texts that may be missing.
fn texts(table: &mut Table<'_>, key: &'static str) -> Vec<String> {
    let texts = table.optional_texts(key);
    texts
        .into_iter()
        .map(|text| text.value.to_owned())
        .collect()
}

/// Reads questions about moves.
pub(super) fn queries(table: &mut Table<'_>) -> Option<Queries> {
    let line = line(table)?;
    let position = line.position()?;
    let asked = table.tables("asked", |table| read_asked(table, &position))?;
    if asked.is_empty() {
        return table.refuse(table.error_at("asked", "this case has no question"));
    }
    Some(Queries { line, asked })
}

/// A move that may be illegal.
fn read_asked(table: &mut Table<'_>, position: &Position) -> Option<AskedMove> {
    let text = table.text("move");
    let is_legal = table.flag("legal")?;
    let text = text?;
    if !is_legal {
        let mv = table.check(|source| check::readable(source, &text))?;
        return Some(AskedMove { mv, legal: None });
    }
    let mv = table.check(|source| legal(source, &text, position));
    let takes = table
        .optional_text("takes")
        .map(|text| table.check(|source| read_captured(source, &text)));
    let gives_check = table.flag("check");
    let effect = Effect {
        takes: match takes {
            Some(captured) => Some(captured?),
            None => None,
        },
        gives_check: gives_check?,
    };
    Some(AskedMove {
        mv: mv?,
        legal: Some(effect),
    })
}

/// The captured piece and its square, like `pawn on e5`.
fn read_captured(source: &Source<'_>, text: &Text<'_>) -> Result<(PieceType, Square), Diagnostic> {
    let words: Vec<_> = text.value.split(' ').collect();
    let found = match words[..] {
        [piece, "on", square] => {
            let piece = PieceType::ALL
                .into_iter()
                .find(|kind| kind.to_string() == piece);
            piece.zip(Square::from_name(square))
        }
        _ => None,
    };
    found.ok_or_else(|| {
        let message = format!("{:?} is not a captured piece", text.value);
        let error = source.error(text.span.clone(), message);
        error.with_hint("write the piece and its square, like \"pawn on e5\"")
    })
}
