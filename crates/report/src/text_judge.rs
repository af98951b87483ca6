//! The verdict on what an engine printed, without files, processes, threads of its own and clocks.

mod rehearsal;

use passant_engine::recorded::{Block, Form, PrintedText, Recorded, TooManyQuestions};
use passant_engine::{Calibration, Protocol};
use passant_judge::check::questions::Conventions;
use passant_judge::check::{Checked, InTurn, Item};
use passant_judge::diagnosis::predictions::Predictions;

use crate::diagnosis_record::DiagnosisRecord;
use crate::engine_result::{EngineResult, TextCoverage};
use rehearsal::rehearse;

/// A block of questions, with what is needed to judge the answers.
pub struct TextJudge<'a> {
    block: Block,
    items: &'a [Item],
    predictions: &'a [Predictions],
}

impl<'a> TextJudge<'a> {
    /// The questions about positions to all their depths, and those from which a fault is named.
    ///
    /// # Errors
    ///
    /// If there are more questions than a block can number.
    pub fn new(
        form: Form,
        items: &'a [Item],
        predictions: &'a [Predictions],
    ) -> Result<Self, TooManyQuestions> {
        let abilities = form.abilities();
        let asks = form.clone();
        let can_ask = move |question: &_| asks.can_ask(question);
        let questions = rehearse(items, predictions, abilities, can_ask);
        Ok(Self {
            block: Block::new(form, questions)?,
            items,
            predictions,
        })
    }

    /// The lines to give to the engine.
    #[must_use]
    pub fn block(&self) -> &Block {
        &self.block
    }

    /// Finds the answers in a text.
    #[must_use]
    pub fn read(&self, text: &PrintedText) -> Recorded {
        self.block.read(text)
    }

    /// Judges the answers that were found. `source` says where the text comes from.
    #[must_use]
    pub fn judge(
        &self,
        source: &str,
        text: &PrintedText,
        recorded: &Recorded,
        is_diagnosed: bool,
    ) -> EngineResult {
        let found = recorded.coverage();
        let calibration = self.calibration(text, recorded);
        let cases = InTurn.check(Box::new(recorded.clone()), self.items);
        EngineResult {
            command: source.to_owned(),
            coverage: None,
            // Nothing is asked for it, so that it is not only made after a failure.
            diagnosis: is_diagnosed
                .then(|| InTurn.diagnose(&mut recorded.clone(), self.predictions))
                .flatten()
                .as_ref()
                .map(DiagnosisRecord::new),
            text: Some(TextCoverage {
                asked: found.asked,
                answered: found.answered,
                contradicted: found.contradicted,
            }),
            ..EngineResult::of_recorded(
                calibration,
                Conventions::default(),
                Checked::complete(cases),
            )
        }
    }

    /// Says how the engine was asked.
    fn calibration(&self, text: &PrintedText, recorded: &Recorded) -> Calibration {
        let protocol = match self.block.form() {
            Form::Uci { .. } => Protocol::Uci,
            Form::Xboard | Form::XboardPerft { .. } => Protocol::Xboard,
            Form::Fen => Protocol::Script,
        };
        let abilities = passant_query::Subject::can(recorded);
        let name = name(text).unwrap_or_default();
        Calibration {
            least_depth: abilities.least_depth,
            plays_moves: abilities.plays_moves,
            ..Calibration::plain(&name, protocol, abilities.channel)
        }
    }
}

/// The name that the engine gives itself.
fn name(text: &PrintedText) -> Option<String> {
    text.lines().iter().find_map(|line| {
        let uci = line.strip_prefix("id name ");
        let xboard = line.split_once("myname=\"").map(|(_, rest)| rest);
        let name = uci.or_else(|| xboard?.split('"').next())?;
        Some(name.trim().to_owned())
    })
}

#[cfg(test)]
mod tests;
