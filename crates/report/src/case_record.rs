//! The cases of the suites as JSON objects, as described by `schema/case-1.json`.

use passant_query::{Expected, Line, Query};
use passant_rules::{EnPassantMode, Move, UciMove};
use passant_suite::{
    Case, Expect, FenCase, PlayCase, SearchCase, SearchClaim, Selection, StateCase, Variant,
};
use serde::Serialize;

/// The JSON schema of a case.
pub const SCHEMA: &str = include_str!("../schema/case-1.json");

/// A case of the suites, with everything that another program needs to ask it.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum CaseRecord {
    /// A position with its number of leaf nodes.
    Counts(CountsRecord),
    /// The en passant square that a program prints.
    Fen(FenRecord),
    /// Questions about the state of a game, which no count shows.
    State(StateRecord),
    /// The move that a program plays.
    Play(PlayRecord),
    /// The facts that a search must find.
    Search(SearchRecord),
}

/// The subject of a case.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
enum Kind {
    Counts,
    Fen,
    State,
    Play,
    Search,
}

/// The facts about a case of any kind.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct About {
    /// The subject of the case, which decides the other keys.
    kind: Kind,
    /// Folder, file and name. It stays the same from version to version.
    address: String,
    /// The class that it belongs to.
    class: String,
    /// Why it exists, in a sentence or two.
    why: String,
    /// The source.
    source: String,
    /// The programs that confirmed it, each with its version.
    confirmed: Vec<String>,
}

/// A position with its number of leaf nodes.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct CountsRecord {
    #[serde(flatten)]
    about: About,
    /// Six fields, with the en passant square after every double push.
    fen: String,
    /// True if castling is that of Chess960.
    chess960: bool,
    /// Says whether a game can lead to the position: `reachable`, `unreachable` or `bogus`.
    reach: &'static str,
    /// The legal en passant captures in UCI notation; given below `en-passant/` only.
    legal: Vec<String>,
    /// The pseudo-legal en passant captures that are illegal; given below `en-passant/` only.
    illegal: Vec<String>,
    /// The number of leaf nodes at depth 1, 2, and so on.
    perft: Vec<u64>,
    /// The double push that led to the position, if it is known.
    last: Option<String>,
    /// A game that leads to the position, clocks aside; empty if none is given.
    proof: Vec<String>,
}

/// The en passant square that a program prints.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct FenRecord {
    #[serde(flatten)]
    about: About,
    /// The FEN to start from.
    fen: String,
    /// The moves from there, in UCI notation.
    moves: Vec<String>,
    /// Says whether a game can lead to the FEN: `reachable`, `unreachable` or `bogus`.
    reach: &'static str,
    /// The en passant square after the moves.
    expected: Squares,
}

/// The en passant square under each convention; null is the dash.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Squares {
    /// After every double push.
    always: Option<String>,
    /// The squares of pawns that could capture, were it not for their king.
    pseudo_legal: Option<String>,
    /// The squares of pawns whose capture is legal.
    legal: Option<String>,
}

/// Questions about the state of a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StateRecord {
    #[serde(flatten)]
    about: About,
    /// The rule that the answers follow from.
    rule: String,
    /// True if castling is that of Chess960.
    chess960: bool,
    /// The games: one, or two that are compared.
    lines: Vec<LineRecord>,
    /// The questions, in order.
    asked: Vec<AskedRecord>,
}

/// The move that a program plays.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayRecord {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    line: LineRecord,
    /// The move that a correct program plays.
    best: String,
    /// Illegal moves that a program with one of the faults plays instead.
    wrong: Vec<String>,
    /// The faults that show, as `passant faults` lists them.
    faults: Vec<String>,
    /// The depth of the search that shows them, in plies.
    depth: u32,
}

/// The facts that a search must find.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SearchRecord {
    #[serde(flatten)]
    about: About,
    #[serde(flatten)]
    line: LineRecord,
    /// A line that is searched before, in the same game; null for none.
    before: Option<LineRecord>,
    /// The claim about the position: `mate`, `saves`, `no-mate`, or `legal-lines`, which says only that every line must be legal.
    claim: &'static str,
    /// The number of moves of the claim.
    within: u32,
    /// The correct moves; none for a claim about the score or about lines.
    best: Vec<String>,
    /// The faults that show, as `passant faults` lists them.
    faults: Vec<String>,
    /// The depth of the search in plies.
    depth: u32,
}

/// The cases have these fields in common, and no type.
macro_rules! about {
    ($kind:ident, $case:expr, $class:expr) => {
        About {
            kind: Kind::$kind,
            address: $case.address.clone(),
            class: $class.to_string(),
            why: $case.why.clone(),
            source: $case.source.clone(),
            confirmed: $case.confirmed.clone(),
        }
    };
}

impl CaseRecord {
    /// The cases of a selection: those with counts first, then those about FENs, games, moves to play and searches.
    pub fn all(selection: &Selection) -> impl Iterator<Item = Self> {
        let counts = selection.cases.iter().map(Self::of_counts);
        let fens = selection.fen_cases.iter().map(Self::of_fen);
        let games = selection.state_cases.iter().map(Self::of_state);
        let played = selection.play_cases.iter().map(Self::of_play);
        let searched = selection.search_cases.iter().map(Self::of_search);
        counts
            .chain(fens)
            .chain(games)
            .chain(played)
            .chain(searched)
    }

    fn of_counts(case: &Case) -> Self {
        Self::Counts(CountsRecord {
            about: about!(Counts, case, case.class),
            fen: case.fen.clone(),
            chess960: case.variant == Variant::Chess960,
            reach: case.reach.word(),
            legal: moves(&case.legal),
            illegal: moves(&case.illegal),
            perft: case.perft.clone(),
            last: case.last.map(|mv| mv.uci().to_string()),
            proof: moves(&case.proof),
        })
    }

    fn of_fen(case: &FenCase) -> Self {
        let square = |mode| case.en_passant(mode).map(|square| square.to_string());
        let class = case.address.split('/').nth(1).unwrap_or_default();
        Self::Fen(FenRecord {
            about: about!(Fen, case, class),
            fen: case.fen.clone(),
            moves: moves(&case.moves),
            reach: case.reach.word(),
            expected: Squares {
                always: square(EnPassantMode::Always),
                pseudo_legal: square(EnPassantMode::PseudoLegal),
                legal: square(EnPassantMode::Legal),
            },
        })
    }

    fn of_state(case: &StateCase) -> Self {
        let lines = case.lines();
        Self::State(StateRecord {
            about: about!(State, case, case.question.class()),
            rule: case.rule.to_string(),
            chess960: lines.iter().any(|line| line.is_chess960),
            lines: lines.iter().map(|line| LineRecord::of(line)).collect(),
            asked: case.questions().iter().map(record_of).collect(),
        })
    }

    fn of_play(case: &PlayCase) -> Self {
        Self::Play(PlayRecord {
            about: about!(Play, case, case.class),
            line: LineRecord::of(&case.line),
            best: case.best.to_string(),
            wrong: texts(&case.wrong),
            faults: case.faults.clone(),
            depth: case.depth,
        })
    }

    fn of_search(case: &SearchCase) -> Self {
        Self::Search(SearchRecord {
            about: about!(Search, case, case.class),
            line: LineRecord::of(&case.line),
            before: case.before.as_ref().map(LineRecord::of),
            claim: claim(case.claim),
            within: case.within,
            best: texts(&case.best),
            faults: case.faults.clone(),
            depth: case.depth,
        })
    }
}

fn claim(claim: SearchClaim) -> &'static str {
    match claim {
        SearchClaim::Mate => "mate",
        SearchClaim::Saves => "saves",
        SearchClaim::NoMate => "no-mate",
        SearchClaim::LegalLines => "legal-lines",
    }
}

fn moves(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.uci().to_string()).collect()
}

fn texts(moves: &[UciMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// A question about a game, and the answers that are correct.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AskedRecord {
    /// The number of moves of the first line that have been played.
    ply: usize,
    /// The number of moves that are taken back after that.
    taken_back: usize,
    /// The round trip of the position; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    round_trip: Option<RoundTripRecord>,
    /// The word of the question in the line protocol.
    question: &'static str,
    /// The subject of the question besides the position.
    about: Subject,
    /// The correct answer.
    expected: Answer,
}

/// A round trip: a position is carried elsewhere and back.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct RoundTripRecord {
    /// The number of moves of the first line that have been played before it.
    after_ply: usize,
    /// The word of the request in the line protocol.
    request: String,
}

/// The subject of a question besides the position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Subject {
    /// A move in UCI notation, a text to read, or in words what is compared.
    Text(String),
    /// The other game.
    Line(LineRecord),
    /// Nothing else.
    Nothing,
}

/// The correct answer. Its form depends on the question.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Answer {
    /// The FEN under each convention; one of them is correct.
    Fen {
        /// The square after every double push.
        always: String,
        /// The square where a pawn stands that could capture, were it not for its king.
        pseudo_legal: String,
        /// The square where a capture is legal.
        legal: String,
    },
    /// The equality of two keys.
    Keys {
        /// True if they are.
        equal: bool,
        /// The keys of the Polyglot book format in hexadecimal, where the case has them.
        polyglot: Option<[String; 2]>,
    },
    /// The number of times that the position has occurred.
    Occurrences {
        /// At least as often.
        least: usize,
        /// At most as often; null for no limit.
        most: Option<usize>,
    },
    /// The move that a text means.
    Parsed {
        /// In UCI notation; null if the text means no legal move.
        #[serde(rename = "move")]
        mv: Option<String>,
        /// True if a program may also refuse the text.
        may_be_refused: bool,
    },
    /// A move in SAN, or the square of the captured piece.
    Text(String),
    /// The legal moves in UCI notation.
    Moves(Vec<String>),
    /// Yes or no.
    Is(bool),
    /// No piece is captured.
    Nothing,
}

/// A question as it is written.
pub(super) fn record_of(asked: &Expect) -> AskedRecord {
    AskedRecord {
        ply: asked.line.plies(),
        taken_back: asked.line.taken_back(),
        round_trip: round_trip(&asked.line),
        question: asked.query.word(),
        about: subject(&asked.query),
        expected: answer(&asked.expected),
    }
}

/// The first round trip of a line.
fn round_trip(line: &Line) -> Option<RoundTripRecord> {
    let at = line.steps.iter().position(|step| step.is_round_trip())?;
    Some(RoundTripRecord {
        after_ply: line.take(at).plies(),
        request: line.steps[at].to_string(),
    })
}

/// The argument of the request in the line protocol.
fn subject(query: &Query) -> Subject {
    match query {
        Query::Same(_) => Subject::Text("the end of the other line".to_owned()),
        Query::SameKey(other) => Subject::Line(LineRecord::of(other)),
        Query::Parse(text) => Subject::Text(text.clone()),
        Query::Legal(mv) | Query::About(_, mv) => Subject::Text(mv.to_string()),
        _ => Subject::Nothing,
    }
}

fn answer(expected: &Expected) -> Answer {
    match expected {
        Expected::Fen(fens) => {
            let [always, pseudo_legal, legal] = fens.map(|fen| fen.to_string());
            Answer::Fen {
                always,
                pseudo_legal,
                legal,
            }
        }
        Expected::SameKey { is_same, polyglot } => Answer::Keys {
            equal: *is_same,
            polyglot: polyglot.map(|keys| keys.map(|key| format!("{key:016x}"))),
        },
        Expected::Occurrences(times) => Answer::Occurrences {
            least: *times.start(),
            most: Some(*times.end()).filter(|&most| most != usize::MAX),
        },
        Expected::San(san) => Answer::Text(san.clone()),
        Expected::Parsed { mv, may_be_refused } => Answer::Parsed {
            mv: mv.map(|(mv, _)| mv.to_string()),
            may_be_refused: *may_be_refused,
        },
        Expected::Moves(moves) => Answer::Moves(texts(moves)),
        Expected::Square(None) => Answer::Nothing,
        Expected::Square(Some(at)) => Answer::Text(at.to_string()),
        Expected::Is(is_so) => Answer::Is(*is_so),
    }
}

/// A FEN, and moves from there.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LineRecord {
    /// The position to start from.
    fen: String,
    /// In UCI notation; `0000` is a null move, and `undo` takes a move back.
    moves: Vec<String>,
}

impl LineRecord {
    pub(super) fn of(line: &Line) -> Self {
        Self {
            fen: line.fen().to_string(),
            moves: line.step_texts(),
        }
    }
}
