//! The requests `cases`, `block` and `judge`: the verdict on what an engine printed.

use std::cell::LazyCell;

use passant_engine::recorded::{Form, PrintedText, TooManyQuestions};
use passant_judge::check::Item;
use passant_judge::diagnosis::predictions::Predictions;
use passant_judge::diagnosis::quick_set_of;
use passant_report::TextJudge;
use passant_report::answered_block::{self, answered};
use passant_report::block_protocol::{BlockProtocol, PERFT, perft_command};
use passant_report::check_report::Report;
use serde::Serialize;

use crate::field_diagnostic::{FieldDiagnostic, Refusal};
use crate::packed_case::unpack;
use crate::reply::json;
use crate::request::Request;

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
        let judge = self.text_judge(form);
        let judge = judge.map_err(|error| request.refuse("protocol", &error.to_string()))?;
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
        let (judge, recorded) = answered(judges, &printed).map_err(|why| {
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
