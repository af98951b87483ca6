//! The built-in cases as text.

use std::fmt::Write;

use passant_rules::{EnPassantMode, Move, UciMove};
use passant_suite::{
    AfterPly, AskedMove, Case, FenCase, Notation, PlayCase, Queries, Reach, SearchCase,
    SearchClaim, Selection, StateCase, StateQuestion, Suite, Suites, Written,
};

use super::layout::table;

/// Returns a table with a line for each file: first the positions, then everything without counts.
pub(crate) fn overview(suites: &Suites) -> String {
    let positions = suites.suites().iter().map(|suite| {
        let deepest = suite.cases.iter().filter_map(|case| case.perft.last());
        let (name, cases) = size(suite);
        [name, cases.to_string(), deepest.sum::<u64>().to_string()]
    });
    let fens = suites.fen_suites().iter().map(size);
    let games = suites.state_suites().iter().map(size);
    let plays = suites.play_suites().iter().map(size);
    let searches = suites.search_suites().iter().map(size);
    let others = fens
        .chain(games)
        .chain(plays)
        .chain(searches)
        .map(|(name, cases)| [name, cases.to_string(), "-".to_owned()]);
    let header = ["suite", "cases", "nodes at maximum depth"];
    table(header, positions.chain(others), 1).trim_fmt() + "\n"
}

fn size<T>(suite: &Suite<T>) -> (String, usize) {
    (suite.name.clone(), suite.cases.len())
}

/// Returns a paragraph for each case.
pub(crate) fn cases(selection: &Selection) -> String {
    let mut text = String::new();
    for case in &selection.cases {
        let reach = match case.reach {
            Reach::Reachable => String::new(),
            other => format!(" ({})", other.word()),
        };
        let _ = writeln!(
            text,
            "{}{reach}\n  {}\n  {}\n  perft {}",
            case.address,
            case.fen,
            case.why,
            perft(case)
        );
        for (title, moves) in [("legal", &case.legal), ("illegal", &case.illegal)] {
            if !moves.is_empty() {
                let _ = writeln!(text, "  {title} {}", uci_moves(moves).join(" "));
            }
        }
        text.push('\n');
    }
    let fens = selection.fen_cases.iter().map(fen_case);
    let states = selection.state_cases.iter().map(state_case);
    let plays = selection.play_cases.iter().map(play_case);
    let searches = selection.search_cases.iter().map(search_case);
    text.extend(fens.chain(states).chain(plays).chain(searches));
    text
}

fn perft(case: &Case) -> String {
    let counts: Vec<_> = case.perft.iter().map(u64::to_string).collect();
    counts.join(" ")
}

/// Returns the moves in UCI notation.
fn uci_moves(moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| mv.uci().to_string()).collect()
}

/// Returns the paragraph of a case about the en passant square of a FEN.
fn fen_case(case: &FenCase) -> String {
    let moves: Vec<_> = case.moves.iter().map(|mv| mv.uci().to_string()).collect();
    let moves = match moves.join(" ") {
        moves if moves.is_empty() => moves,
        moves => format!(" moves {moves}"),
    };
    let [always, pseudo_legal, legal] = EnPassantMode::ALL.map(|mode| {
        let square = case.en_passant(mode);
        square.map_or_else(|| "-".to_owned(), |square| square.to_string())
    });
    format!(
        "{}\n  {}{moves}\n  {}\n  always {always}, pseudo-legal {pseudo_legal}, legal {legal}\n\n",
        case.address, case.fen, case.why,
    )
}

/// Returns the paragraph of a case about the move that is played.
fn play_case(case: &PlayCase) -> String {
    let wrong = match texts(&case.wrong).join(" ") {
        wrong if wrong.is_empty() => String::new(),
        wrong => format!(", wrong {wrong}"),
    };
    format!(
        "{}\n  {}\n  {}\n  best {}{wrong}\n  depth {}: {}\n\n",
        case.address,
        case.line,
        case.why,
        case.best,
        case.depth,
        case.faults.join(" ")
    )
}

fn texts(moves: &[UciMove]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Returns the paragraph of a case about what a search finds.
fn search_case(case: &SearchCase) -> String {
    let before = match &case.before {
        Some(before) => format!("  searched before: {before}\n"),
        None => String::new(),
    };
    let best: Vec<_> = case.best.iter().map(UciMove::to_string).collect();
    let (best, within) = (best.join(" "), case.within);
    let claim = match case.claim {
        SearchClaim::Mate => format!("{best} mates within {within}"),
        SearchClaim::Saves => format!("the other side mates within {within}, but not after {best}"),
        SearchClaim::NoMate => format!("neither side mates within {within}"),
        SearchClaim::LegalLines => "every line is legal".to_owned(),
    };
    let faults = match case.faults.join(" ") {
        faults if faults.is_empty() => faults,
        faults => format!(": {faults}"),
    };
    format!(
        "{}\n  {}\n{before}  {}\n  {claim}\n  depth {}{faults}\n\n",
        case.address, case.line, case.why, case.depth,
    )
}

/// Returns the paragraph of a case about the state of a game.
fn state_case(case: &StateCase) -> String {
    let mut text = format!("{}\n  {}\n", case.address, case.why);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "  rule {}; source {}", case.rule, case.source);
    for line in case.lines() {
        let _ = writeln!(text, "  {line}");
    }
    for answer in answers(&case.question) {
        let _ = writeln!(text, "  {answer}");
    }
    text + "\n"
}

/// Returns the expected answers, one per line.
fn answers(question: &StateQuestion) -> Vec<String> {
    match question {
        StateQuestion::AfterMoves(asked) | StateQuestion::RoundTrip(asked) => {
            asked.after.iter().map(after).collect()
        }
        StateQuestion::SamePosition(pair) => {
            let same = if pair.is_same() {
                "the same"
            } else {
                "different"
            };
            let keys = pair
                .polyglot
                .map(|[one, other]| format!("Polyglot keys {one:016x} and {other:016x}"));
            std::iter::once(same.to_owned()).chain(keys).collect()
        }
        StateQuestion::Repetition(script) => {
            let repetitions = [
                ("twice", script.second),
                ("three times", script.third),
                ("five times", script.fifth),
            ];
            let when = repetitions.map(|(times, ply)| match ply {
                Some(ply) => format!("{times} after ply {ply}"),
                None => format!("never {times}"),
            });
            vec![when.join(", ")]
        }
        StateQuestion::Text(Notation {
            written, refused, ..
        }) => {
            let meaningless = refused.iter().map(|text| format!("{text:?} means no move"));
            written.iter().map(notation).chain(meaningless).collect()
        }
        StateQuestion::Queries(Queries { asked, .. }) => asked.iter().map(effect).collect(),
        StateQuestion::Game(game) => {
            let plies: Vec<_> = game.en_passant.iter().map(usize::to_string).collect();
            let captures = format!("en passant captures: ply {}", plies.join(", "));
            vec![game.pgn.clone(), captures, after(&game.end)]
        }
    }
}

/// `after ply 4: FEN; pseudo-legal d6, legal -`
fn after(row: &AfterPly) -> String {
    let field = |mode| {
        let fen = row.fen(mode).to_string();
        let field = fen.split(' ').nth(3);
        field.unwrap_or_default().to_owned()
    };
    format!(
        "after ply {}: {}; pseudo-legal {}, legal {}",
        row.ply,
        row.fen(EnPassantMode::Always),
        field(EnPassantMode::PseudoLegal),
        field(EnPassantMode::Legal)
    )
}

fn notation(written: &Written) -> String {
    let tolerated: Vec<_> = written
        .tolerated
        .iter()
        .map(|text| format!("{text:?}"))
        .collect();
    let mut line = format!("{} is {}", written.mv, written.san);
    if !tolerated.is_empty() {
        let _ = write!(line, "; may be accepted: {}", tolerated.join(", "));
    }
    line
}

fn effect(asked: &AskedMove) -> String {
    let Some(effect) = &asked.legal else {
        return format!("{} is illegal", asked.mv);
    };
    let takes = effect.takes.map_or_else(String::new, |(piece, at)| {
        format!(", captures {piece} on {at}")
    });
    let check = if effect.gives_check {
        ", gives check"
    } else {
        ""
    };
    format!("{} is legal{takes}{check}", asked.mv)
}
