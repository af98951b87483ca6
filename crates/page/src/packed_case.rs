//! Cases as lines of text: the page has no reader of TOML.

use passant_judge::diagnosis::quick_cases;
use passant_rules::{Move, MoveKind, Position, UciMove};
use passant_suite::{Case, Reach, Suites, Variant};

/// The separator of the parts of a case.
const BETWEEN_PARTS: &str = "\t";

/// The separator of the programs that confirmed a case.
const BETWEEN_PROGRAMS: &str = "; ";

/// Writes the cases that the page needs for its questions and for naming a fault, one on each line.
///
/// # Errors
///
/// A message that says what is wrong with the suites.
pub fn pack_cases(suites: &Suites) -> Result<String, String> {
    let cases = quick_cases(suites)?;
    Ok(cases.iter().map(|case| pack(case) + "\n").collect())
}

/// Writes a case as one line.
fn pack(case: &Case) -> String {
    let join_moves = |moves: &[Move]| {
        let texts: Vec<_> = moves.iter().map(|it| it.uci().to_string()).collect();
        texts.join(" ")
    };
    let counts: Vec<_> = case.perft.iter().map(u64::to_string).collect();
    let parts: [&str; 13] = [
        &case.address,
        &case.fen,
        &case.class,
        &join_moves(&case.legal),
        &join_moves(&case.illegal),
        &counts.join(" "),
        &case.why,
        &case.source,
        &case.confirmed.join(BETWEEN_PROGRAMS),
        word(Reach::ALL, case.reach),
        &join_moves(case.last.as_slice()),
        &join_moves(&case.proof),
        word(Variant::ALL, case.variant),
    ];
    parts.join(BETWEEN_PARTS)
}

/// Reads what [`pack`] writes; `None` if the line is not a case.
pub(crate) fn unpack(line: &str) -> Option<Case> {
    let parts: Vec<_> = line.split(BETWEEN_PARTS).collect();
    let [
        address,
        fen,
        class,
        legal,
        illegal,
        perft,
        why,
        source,
        confirmed,
        reach,
        last,
        proof,
        variant,
    ] = parts[..]
    else {
        return None;
    };
    let mut case = Case::from_fen(fen)?;
    address.clone_into(&mut case.address);
    class.clone_into(&mut case.class);
    case.legal = moves(legal, MoveKind::EnPassant)?;
    case.illegal = moves(illegal, MoveKind::EnPassant)?;
    let counts = perft.split_whitespace().map(|it| it.parse().ok());
    case.perft = counts.collect::<Option<_>>()?;
    why.clone_into(&mut case.why);
    source.clone_into(&mut case.source);
    let programs = confirmed.split_terminator(BETWEEN_PROGRAMS);
    case.confirmed = programs.map(str::to_owned).collect();
    case.reach = of_word(Reach::ALL, reach)?;
    case.last = moves(last, MoveKind::DoublePush)?.pop();
    case.proof = game(proof)?;
    case.variant = of_word(Variant::ALL, variant)?;
    Some(case)
}

/// Reads moves of one kind in UCI notation.
fn moves(text: &str, kind: MoveKind) -> Option<Vec<Move>> {
    let moves = text.split_whitespace().map(|text| {
        let mv: UciMove = text.parse().ok()?;
        Some(Move::new(mv.from(), mv.to(), kind))
    });
    moves.collect()
}

/// The moves of a game from the initial position.
fn game(text: &str) -> Option<Vec<Move>> {
    let mut position = Position::initial();
    let played = text.split_whitespace().map(|text| {
        let mv = position.parse_uci(text).ok()?;
        let _ = position.make(mv);
        Some(mv)
    });
    played.collect()
}

fn word<T: Copy + PartialEq, const N: usize>(
    all: [(&'static str, T); N],
    value: T,
) -> &'static str {
    let found = all.into_iter().find(|(_, it)| *it == value);
    found.map_or("", |(word, _)| word)
}

fn of_word<T, const N: usize>(all: [(&str, T); N], word: &str) -> Option<T> {
    let found = all.into_iter().find(|(it, _)| *it == word);
    found.map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use passant_suite::{Case, Suites};

    use super::{pack, unpack};

    #[test]
    fn every_case_is_read_as_it_was_written() {
        let suites = Suites::builtin().unwrap();
        for case in suites.cases() {
            let line = pack(case);
            assert_eq!(line.lines().count(), 1, "{line}");
            assert_eq!(unpack(&line).as_ref(), Some(case), "{line}");
        }
    }

    #[test]
    fn a_damaged_line_is_no_case() {
        let suites = Suites::builtin().unwrap();
        let with_all_parts = |case: &&Case| !case.proof.is_empty() && case.last.is_some();
        let line = pack(suites.cases().find(with_all_parts).unwrap());
        let parts: Vec<_> = line.split('\t').collect();
        assert_eq!(unpack(""), None);
        assert_eq!(unpack(&parts[1..].join("\t")), None);
        assert_eq!(unpack(&format!("{line}\t")), None);
        // FEN, captures, counts, reach, double push, game, variant.
        for number in [1, 3, 5, 9, 10, 11, 12] {
            let mut damaged = parts.clone();
            damaged[number] = "x";
            assert_eq!(unpack(&damaged.join("\t")), None, "{number}");
        }
    }
}
