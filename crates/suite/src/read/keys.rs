//! The keys of a `[[case]]` in each kind of file.

use std::iter::once;
use std::ops::RangeInclusive;

use passant_query::{Line, Step};
use passant_rules::{Move, Position, Setup, Square, UciMove};

use super::check;
use crate::case::EnPassantSquares;
use crate::epd::MAX_DEPTH;
use crate::epd::notes::impossible;
use crate::folder::{Kind, SuiteFile};
use crate::source::{Source, Text};
use crate::table::Table;
use crate::{
    Case, Diagnostic, Diagnostics, FenCase, PlayCase, Reach, SearchCase, SearchClaim, Variant,
};

/// Reads a case with counts.
pub(crate) fn read_case(
    file: &SuiteFile,
    address: Option<String>,
    table: &mut Table<'_>,
) -> Option<Case> {
    let start = Start::read(file, table);
    let setup = start.setup.as_ref();
    let class = table.kebab("class");
    let [legal, illegal] = match file.kind {
        Kind::EnPassant => ["legal", "illegal"].map(|key| captures(table, key, setup)),
        _ => [Some(Vec::new()), Some(Vec::new())],
    };
    let perft = counts(table);
    let about = About::read(table, start.reach);
    let last = table
        .optional_text("last")
        .zip(setup)
        .and_then(|(text, setup)| table.check(|s| check::last(s, setup, &text)));
    let proof = table
        .optional_text("proof")
        .zip(setup)
        .and_then(|(text, setup)| table.check(|s| check::proof(s, setup, &text)));
    let variant = variant(table, &start);
    let about = about?;
    Some(Case {
        address: address?,
        fen: start.fen?.value.to_owned(),
        class: class?.value.to_owned(),
        legal: legal?,
        illegal: illegal?,
        perft: perft?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
        reach: start.reach?,
        last,
        proof: proof.unwrap_or_default(),
        variant: variant?,
        setup: start.setup?,
        position: start.position?,
    })
}

/// Reads a case with en passant squares.
pub(crate) fn read_fen_case(
    file: &SuiteFile,
    address: Option<String>,
    table: &mut Table<'_>,
) -> Option<FenCase> {
    let start = Start::read(file, table);
    let moves = match file.kind {
        Kind::AfterPush => moves(table, start.position.as_ref()),
        _ => Some(Vec::new()),
    };
    let en_passant = en_passant_squares(table);
    let about = About::read(table, start.reach)?;
    Some(FenCase {
        address: address?,
        fen: start.fen?.value.to_owned(),
        moves: moves?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
        reach: start.reach?,
        en_passant: en_passant?,
        setup: start.setup?,
        position: start.position?,
    })
}

/// A FEN and its `reach`; `None` for what is wrong.
struct Start<'a> {
    fen: Option<Text<'a>>,
    setup: Option<Setup>,
    reach: Option<Reach>,
    position: Option<Position>,
}

impl<'a> Start<'a> {
    fn read(file: &SuiteFile, table: &mut Table<'a>) -> Self {
        let fen = table.text("fen");
        let setup = fen
            .as_ref()
            .and_then(|fen| table.check(|source| check::setup(source, fen)));
        let absent = match file.kind {
            Kind::Perft
            | Kind::AfterPush
            | Kind::State(_)
            | Kind::Play
            | Kind::Search
            | Kind::Referee => Some(Reach::Reachable),
            Kind::EnPassant | Kind::Fields => None,
        };
        let reach = table.choice("reach", &Reach::ALL, absent);
        let position = match (&fen, &setup, reach) {
            (Some(fen), Some(setup), Some(reach)) => {
                table.check(|source| check::position(source, fen, setup, reach))
            }
            _ => None,
        };
        Self {
            fen,
            setup,
            reach,
            position,
        }
    }
}

/// Notes about a case: why it exists, where it is from, and which programs confirmed it.
pub(super) struct About {
    pub(super) why: String,
    pub(super) source: String,
    pub(super) confirmed: Vec<String>,
}

impl About {
    pub(super) fn read(table: &mut Table<'_>, reach: Option<Reach>) -> Option<Self> {
        let why = table.text("why");
        let source = table.text("source");
        let confirmed = table.texts("confirmed");
        if let (Some(confirmed), Some(reach)) = (&confirmed, reach)
            && let Err(message) = check::require_confirmation(confirmed, reach)
        {
            table.report(table.error_at("confirmed", message));
        }
        let programs = confirmed?.into_iter().map(|by| by.value.to_owned());
        Some(Self {
            why: why?.value.to_owned(),
            source: source?.value.to_owned(),
            confirmed: programs.collect(),
        })
    }
}

/// The variant, which must be Chess960 where the castling rights exist only there.
fn variant(table: &mut Table<'_>, start: &Start<'_>) -> Option<Variant> {
    let variant = table.choice("variant", &Variant::ALL, Some(Variant::Standard))?;
    if let (Some(fen), Some(position)) = (&start.fen, &start.position) {
        table.check(|source| check::variant(source, fen, position, variant))?;
    }
    Some(variant)
}

/// A list of en passant captures of a setup.
fn captures(table: &mut Table<'_>, key: &'static str, setup: Option<&Setup>) -> Option<Vec<Move>> {
    let (texts, setup) = table.texts(key).zip(setup)?;
    table.check_each(&texts, |source, text| check::capture(source, setup, text))
}

/// The numbers of leaf nodes at depth 1, 2, …, at least one.
fn counts(table: &mut Table<'_>) -> Option<Vec<u64>> {
    let counts = table.numbers("perft")?;
    if counts.is_empty() {
        let error = table.error_at("perft", "there is no count");
        return table.refuse(error.with_hint("write the number of leaf nodes at depth 1, 2, …"));
    }
    if MAX_DEPTH < counts.len() as u32 {
        let message = format!("depths are at most {MAX_DEPTH}");
        return table.refuse(table.error_at("perft", message));
    }
    let depths = once((0, 1)).chain((1..).zip(counts.iter().copied()));
    let pairs = depths.clone().zip(depths.skip(1));
    for why in pairs.filter_map(|(above, below)| impossible(above, below)) {
        table.report(table.error_at("perft", why));
    }
    Some(counts)
}

/// The moves to play from a position.
fn moves(table: &mut Table<'_>, position: Option<&Position>) -> Option<Vec<Move>> {
    let (texts, position) = table.texts("moves").zip(position)?;
    let mut after = position.clone();
    table.check(|source| check::play(source, &mut after, texts))
}

/// The three en passant fields.
fn en_passant_squares(table: &mut Table<'_>) -> Option<EnPassantSquares> {
    let keys = ["always", "pseudo-legal", "legal"];
    let [always, pseudo_legal, legal] = keys.map(|key| square(table, key));
    Some(EnPassantSquares {
        always: always?,
        pseudo_legal: pseudo_legal?,
        legal: legal?,
    })
}

/// A square or a dash.
#[expect(clippy::option_option, reason = "a dash differs from a wrong square")]
pub(super) fn square(table: &mut Table<'_>, key: &'static str) -> Option<Option<Square>> {
    let text = table.text(key)?;
    table.check(|source| check::square(source, &text))
}

/// A legal move in UCI notation, in the standard form.
pub(super) fn legal(
    source: &Source<'_>,
    text: &Text<'_>,
    position: &Position,
) -> Result<UciMove, Diagnostic> {
    check::legal(source, text, position).map(|mv| position.uci_move(mv))
}

/// Reads a case about the move that an engine plays.
pub(crate) fn read_play_case(
    file: &SuiteFile,
    address: Option<String>,
    table: &mut Table<'_>,
) -> Option<PlayCase> {
    let line = line(table);
    let position = line.as_ref().and_then(Line::position);
    let text_and_position = table.text("best").zip(position.as_ref());
    let best = text_and_position
        .and_then(|(text, position)| table.check(|source| legal(source, &text, position)));
    let wrong = wrong(table, position.as_ref());
    let faults = some_faults(table);
    let depth = table.number_within("depth", "a depth", &PlayCase::DEPTHS);
    let class = class(table, file);
    let about = About::read(table, Some(Reach::Reachable))?;
    Some(PlayCase {
        address: address?,
        line: line?,
        best: best?,
        wrong: wrong?,
        faults: faults?,
        depth: depth?,
        class: class?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
    })
}

/// A list of illegal moves, none twice.
fn wrong(table: &mut Table<'_>, position: Option<&Position>) -> Option<Vec<UciMove>> {
    let (texts, position) = table.different_texts("wrong").zip(position)?;
    table.check_each(&texts, |source, text| illegal(source, text, position))
}

/// A move in UCI notation that is not legal.
pub(super) fn illegal(
    source: &Source<'_>,
    text: &Text<'_>,
    position: &Position,
) -> Result<UciMove, Diagnostic> {
    let mv = check::readable(source, text)?;
    if position.find(mv).is_ok() {
        let message = format!("{mv} in {position}: a legal move");
        let error = source.error(text.span.clone(), message);
        return Err(error.with_hint("this list holds illegal moves only"));
    }
    Ok(mv)
}

/// The names of faults, at least one.
fn some_faults(table: &mut Table<'_>) -> Option<Vec<String>> {
    let names = faults(table)?;
    if names.is_empty() {
        let error = table.error_at("faults", "there is no fault");
        return table.refuse(error.with_hint("write names that `passant faults` lists"));
    }
    Some(names)
}

/// The names of faults, none twice. Whether there are such faults is left to those who know them.
pub(super) fn faults(table: &mut Table<'_>) -> Option<Vec<String>> {
    let names = table.different_texts("faults")?;
    Some(names.iter().map(|name| name.value.to_owned()).collect())
}

/// The class, which is the name of the file.
pub(super) fn class(table: &mut Table<'_>, file: &SuiteFile) -> Option<String> {
    let class = table.kebab("class")?;
    let expected = file.suite.rsplit('/').next().unwrap_or(&file.suite);
    if class.value == expected {
        return Some(expected.to_owned());
    }
    let error = table.error_at("class", "the class of a case is the name of its file");
    table.refuse(error.with_hint(format!("write class = {expected:?}")))
}

/// The number of moves of a claim: at most what an exhaustive search proves in a test.
const MOVES: RangeInclusive<u32> = 1..=3;

/// Reads a case about what a search finds.
pub(crate) fn read_search_case(
    file: &SuiteFile,
    address: Option<String>,
    table: &mut Table<'_>,
) -> Option<SearchCase> {
    let line = line(table);
    let position = line.as_ref().and_then(Line::position);
    let before = before(table);
    let claim = table.choice("claim", &SearchClaim::NAMED, None);
    let within = table.number_within("within", "a number of moves", &MOVES);
    let best = best(table, claim, position.as_ref());
    let faults = faults(table);
    let depth = table.number_within("depth", "a depth", &SearchCase::DEPTHS);
    let class = class(table, file);
    let about = About::read(table, Some(Reach::Reachable))?;
    Some(SearchCase {
        address: address?,
        line: line?,
        before: before?,
        claim: claim?,
        within: within?,
        best: best?,
        faults: faults?,
        depth: depth?,
        class: class?,
        why: about.why,
        source: about.source,
        confirmed: about.confirmed,
    })
}

/// A FEN, optionally with the word `moves` and moves after it; `None` if it is wrong.
#[expect(clippy::option_option, reason = "the key may be absent, or wrong")]
fn before(table: &mut Table<'_>) -> Option<Option<Line>> {
    let Some(text) = table.optional_text("before") else {
        return Some(None);
    };
    let read = text.value.parse::<Line>();
    if let Some(line) = read.ok().filter(|line| line.position().is_some()) {
        return Some(Some(line));
    }
    let error = table.error_at("before", "this is not a legal line");
    table.refuse(error.with_hint("write a FEN, or a FEN, the word moves, and legal moves"))
}

/// Reads legal moves, none twice; none for a claim about the score alone.
fn best(
    table: &mut Table<'_>,
    claim: Option<SearchClaim>,
    position: Option<&Position>,
) -> Option<Vec<UciMove>> {
    let (texts, position) = table.different_texts("best").zip(position)?;
    let moves = table.check_each(&texts, |source, text| legal(source, text, position))?;
    let is_about_score = claim? == SearchClaim::NoMate;
    if is_about_score == moves.is_empty() {
        return Some(moves);
    }
    let hint = "list moves for mate and saves, and none for no-mate";
    let error = table.error_at("best", "the moves do not fit the claim");
    table.refuse(error.with_hint(hint))
}

/// The keys `fen`, absent for the initial position, and `moves`, absent for none.
pub(super) fn line(table: &mut Table<'_>) -> Option<Line> {
    let line = if table.has("fen") {
        Line::new(fen(table)?)
    } else {
        Line::at(&Position::initial())
    };
    let start = line.position()?;
    let steps = match table.optional_text("moves") {
        Some(text) => table.check(|source| play_steps(source, start, &text))?,
        None => Vec::new(),
    };
    Some(Line { steps, ..line })
}

/// The key `fen`: six fields in the standard form, of a position to which a game can lead.
pub(super) fn fen(table: &mut Table<'_>) -> Option<Setup> {
    let text = table.text("fen")?;
    table.check(|source| {
        let setup = check::setup(source, &text)?;
        let _ = check::reachable(source, &text, &setup)?;
        Ok::<_, Diagnostics>(setup)
    })
}

/// Plays moves in UCI notation, `0000` for a null move.
fn play_steps(
    source: &Source<'_>,
    mut position: Position,
    text: &Text<'_>,
) -> Result<Vec<Step>, Diagnostic> {
    let mut steps = Vec::new();
    for word in text.words() {
        let mv = if word.value == UciMove::NULL.text() {
            let before = position.clone();
            let _ = position.make_null().ok_or_else(|| {
                let message = format!("0000 in {before}: a null move is impossible here");
                let error = source.error(word.span.clone(), message);
                error.with_hint("the side to move is in check")
            })?;
            UciMove::NULL
        } else {
            let mv = check::legal(source, &word, &position)?;
            let uci = position.uci_move(mv);
            let _ = position.make(mv);
            uci
        };
        steps.push(Step::Move(mv));
    }
    Ok(steps)
}
