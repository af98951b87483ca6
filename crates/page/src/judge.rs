//! The requests `cases`, `block` and `judge`: the verdict on what an engine printed.

use std::cell::LazyCell;

use passant_engine::recorded::{Form, PrintedText, TooManyQuestions};
use passant_judge::check::Item;
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::{quick_cases, quick_set_of};
use passant_report::TextJudge;
use passant_report::answered_block::{self, find_answered};
use passant_report::block_protocol::{BlockProtocol, PERFT, perft_command};
use passant_report::check_report::Report;
use passant_rules::{Move, MoveKind, Position, UciMove};
use passant_suite::{Case, Reach, Suites, Variant};
use serde::Serialize;

use crate::request::{FieldDiagnostic, Refusal, Request, json};

/// The longest text that is read, in bytes.
const LONGEST_TEXT: usize = 64 << 20;

/// The longest command that counts, in bytes.
const LONGEST_COMMAND: usize = 100;

/// The name that the command gives to a text that is not a file.
const SOURCE: &str = "standard input";

/// The advice for a text that answers nothing.
const HINT: &str =
    "copy the questions from this page, give them to the engine, and paste all that it prints";

/// The cases that are asked about, and what the faults would answer.
pub(crate) struct PageJudge {
    items: Vec<Item>,
    predictions: Vec<Predictions>,
}

/// The number of cases.
#[derive(Serialize)]
pub(crate) struct CaseNumber {
    cases: usize,
}

#[derive(Serialize)]
pub(crate) struct BlockText {
    block: String,
}

/// Reads the cases.
pub(crate) fn cases(request: &Request<'_>) -> Result<(PageJudge, CaseNumber), Refusal> {
    let lines = request.text("cases")?.lines();
    let unpacked: Option<Vec<_>> = lines.map(unpack).collect();
    let cases = unpacked
        .filter(|cases| !cases.is_empty())
        .ok_or_else(|| request.refuse("cases", "expected the cases of cases.txt"))?;
    let number = CaseNumber { cases: cases.len() };
    let judge = PageJudge {
        predictions: quick_set_of(&cases),
        items: answered_block::quick_items(cases),
    };
    Ok((judge, number))
}

impl PageJudge {
    /// The questions to give to an engine.
    pub(crate) fn block(&self, request: &Request<'_>) -> Result<BlockText, Refusal> {
        let protocol = protocol(request)?.unwrap_or(BlockProtocol::Uci);
        let form = protocol.form(perft(request)?);
        let judge = self
            .text_judge(form)
            .map_err(|error| request.refuse("protocol", &error.to_string()))?;
        let block = judge.block().to_string();
        Ok(BlockText { block })
    }

    /// The report on a text, in the form of `passant judge --json`.
    pub(crate) fn judge(&self, request: &Request<'_>) -> Result<String, Refusal> {
        let text = request.text("text")?;
        if LONGEST_TEXT < text.len() {
            let most = LONGEST_TEXT >> 20;
            return Err(request.refuse("text", &format!("the text has more than {most} MiB")));
        }
        let printed = PrintedText::from_bytes(text.as_bytes());
        if printed.lines().len() == PrintedText::MOST_LINES {
            return Err(request.refuse("text", "the text has as many lines as are read"));
        }
        let judges: Vec<_> = BlockProtocol::forms(protocol(request)?)
            .map(|form| LazyCell::new(move || self.text_judge(form)))
            .collect();
        let judges = judges
            .iter()
            .map(|judge| LazyCell::force(judge).as_ref().map_err(|it| *it));
        let (judge, recorded) = find_answered(judges, &printed).map_err(|why| {
            FieldDiagnostic::error("text", &format!("the text {why}"))
                .with_hint(HINT)
                .alone()
        })?;
        let result = judge.judge(SOURCE, &printed, &recorded, true);
        let report = json(&Report::new(&[result]));
        Ok(format!("{{\"report\":{report}}}"))
    }

    fn text_judge(&self, form: Form) -> Result<TextJudge<'_>, TooManyQuestions> {
        TextJudge::new(form, &self.items, &self.predictions)
    }
}

fn protocol(request: &Request<'_>) -> Result<Option<BlockProtocol>, Refusal> {
    let Some(word) = request.optional_text("protocol") else {
        return Ok(None);
    };
    let protocol = BlockProtocol::from_word(word);
    let refuse = || request.refuse("protocol", "expected uci, xboard or fen");
    protocol.ok_or_else(refuse).map(Some)
}

/// The command of the engine that counts, if it is given.
fn perft(request: &Request<'_>) -> Result<Option<String>, Refusal> {
    let Some(perft) = request.optional_text("perft") else {
        return Ok(None);
    };
    let refuse = |message: String| request.refuse("perft", &message);
    let command = perft_command(perft).map_err(refuse)?;
    if command.contains(char::is_control) || LONGEST_COMMAND < command.len() {
        return Err(refuse(format!("expected one short line, as in: {PERFT}")));
    }
    Ok(Some(command))
}

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
