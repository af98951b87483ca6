//! The questions of the page.

use crate::game::{self, EXAMPLES};
use crate::judge::{self, PageJudge};
use crate::request::{Refusal, Request, json};
use crate::{divide, lessons, setup};

/// Answers the questions, and keeps what one leaves for the next.
#[derive(Default)]
pub struct Page {
    /// The cases that the judge asks about, once they were given.
    judge: Option<PageJudge>,
}

impl Page {
    /// Answers a question. The answer is an object with the key `ok`, or with the key `error` and a list of diagnostics.
    pub fn call(&mut self, request: &str) -> String {
        match self.answer(request) {
            Ok(reply) => format!("{{\"ok\":{reply}}}"),
            Err(refusal) => format!("{{\"error\":{}}}", json(&refusal)),
        }
    }

    fn answer(&mut self, request: &str) -> Result<String, Refusal> {
        let request = &Request::new(request);
        Ok(match request.text("ask")? {
            "read" => json(&game::read(request)?),
            "games" => json(&game::list_games(request)?),
            "game" => json(&game::game(request)?),
            "move" => json(&game::try_move(request)?),
            "setup" => json(&setup::setup(request)?),
            "examples" => json(&EXAMPLES),
            "lessons" => json(&lessons::lessons()?),
            "try" => json(&lessons::try_lesson(request)?),
            "divide_start" => json(&divide::start(request)?),
            "divide_next" => json(&divide::next(request)?),
            "printed_divide" => json(&divide::printed(request)?),
            "cases" => {
                let (judge, number) = judge::cases(request)?;
                self.judge = Some(judge);
                json(&number)
            }
            "block" => json(&self.judge(request)?.block(request)?),
            "judge" => self.judge(request)?.judge(request)?,
            _ => return Err(request.refuse("ask", "there is no such question")),
        })
    }

    fn judge(&self, request: &Request<'_>) -> Result<&PageJudge, Refusal> {
        let message = "the cases are not there yet; send them first";
        let judge = self.judge.as_ref();
        judge.ok_or_else(|| request.refuse("cases", message))
    }
}
