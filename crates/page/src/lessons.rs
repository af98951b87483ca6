//! The requests `lessons` and `try`: positions to solve.

mod catalog;

use passant_report::judged_captures::{JudgedCapture, judged_captures};
use passant_report::{
    Explanation, FenReading, GameRecord, Right, adjective, lookalike, move_error, move_list,
};
use passant_rules::{EnPassantSuffix, EnPassantVerdict, Move};
use serde::Serialize;

use crate::field_diagnostic::{FieldDiagnostic, Refusal, read_fen};
use crate::request::Request;
use catalog::{Answer, LESSONS, Lesson, NONE, THREEFOLD};

/// A lesson as it is shown.
#[derive(Serialize)]
pub(crate) struct LessonView {
    id: &'static str,
    title: &'static str,
    /// What there is to know.
    text: &'static str,
    /// What there is to do.
    task: &'static str,
    fen: &'static str,
    /// The moves from there to the position, in UCI notation.
    moves: &'static str,
    /// The side to move.
    side: &'static str,
    /// The case of the suites.
    address: &'static str,
    /// What may be answered besides moves.
    answers: &'static [Answer],
}

/// What is said to a try.
#[derive(Serialize)]
pub(crate) struct TryReply {
    solved: bool,
    /// Whether the lesson is over.
    done: bool,
    feedback: String,
    /// The moves of the lesson, and the one that solves it.
    moves: String,
}

/// All lessons, in their order.
pub(crate) fn lessons() -> Result<Vec<LessonView>, Refusal> {
    LESSONS.iter().map(view).collect()
}

fn view(lesson: &'static Lesson) -> Result<LessonView, Refusal> {
    let (_, game) = play(lesson)?;
    Ok(LessonView {
        id: lesson.id,
        title: lesson.title,
        text: lesson.text,
        task: lesson.task,
        fen: lesson.fen,
        moves: lesson.moves,
        side: adjective(game.position().side_to_move()),
        address: lesson.address,
        answers: lesson.question.answers(),
    })
}

/// Says whether a try solves a lesson, and why not.
pub(crate) fn try_lesson(request: &Request<'_>) -> Result<TryReply, Refusal> {
    let id = request.text("lesson")?;
    let found = LESSONS.iter().find(|lesson| lesson.id == id);
    let lesson = found.ok_or_else(|| request.refuse("lesson", "there is no such lesson"))?;
    let text = request.text("move")?.trim();
    let (reading, game) = play(lesson)?;
    let attempt = Attempt {
        reading: &reading,
        captures: judged_captures(game.position()),
        game: &game,
    };
    let (solved, feedback) = match text {
        NONE | THREEFOLD if lesson.question == catalog::Question::Threefold => {
            attempt.repetition(text)
        }
        NONE => attempt.none(),
        _ => attempt.judge(text),
    };
    let last = if solved && text != NONE { text } else { "" };
    Ok(TryReply {
        solved,
        done: solved,
        feedback,
        moves: attempt.moves(lesson, last),
    })
}

fn play(lesson: &Lesson) -> Result<(FenReading, GameRecord), Refusal> {
    let reading = read_fen("lesson", lesson.fen)?;
    let moves = move_list::moves(lesson.moves);
    let game = move_list::play(reading.position.clone(), lesson.moves, moves)
        .map_err(|error| FieldDiagnostic::new("lesson", error).alone())?;
    Ok((reading, game))
}

/// Somebody's try at a position.
struct Attempt<'a> {
    reading: &'a FenReading,
    game: &'a GameRecord,
    captures: Vec<JudgedCapture>,
}

impl Attempt<'_> {
    /// The first legal capture en passant.
    fn solution(&self) -> Option<&JudgedCapture> {
        let mut captures = self.captures.iter();
        captures.find(|capture| capture.verdict == EnPassantVerdict::Legal)
    }

    /// "En passant is not possible."
    fn none(&self) -> (bool, String) {
        match self.solution() {
            Some(capture) => (
                false,
                format!("En passant is possible: {}.", capture.sentence()),
            ),
            None => (true, format!("{}.", capitalize(&self.why_none()))),
        }
    }

    /// Why no capture is legal.
    fn why_none(&self) -> String {
        if !self.captures.is_empty() {
            let sentences = self.captures.iter().map(JudgedCapture::sentence);
            return sentences.collect::<Vec<_>>().join("; ");
        }
        match Explanation::new(self.reading, self.game).right {
            Right::None(why) => why,
            Right::Given(right, _) => {
                let us = adjective(self.game.position().side_to_move());
                format!("no {us} pawn stands beside the pawn on {}", right.victim())
            }
        }
    }

    /// Judges a move that was tried.
    fn judge(&self, text: &str) -> (bool, String) {
        let position = self.game.position();
        match position.parse_move(text) {
            Ok(mv) if mv.is_en_passant() => (true, self.describe_capture(mv)),
            Ok(mv) => {
                let san = position.san(mv, EnPassantSuffix::Without);
                (false, self.another(&san))
            }
            Err(error) => {
                let wrong = move_error::sentence(position, text, error);
                (false, format!("{}.", capitalize(&wrong)))
            }
        }
    }

    fn describe_capture(&self, mv: Move) -> String {
        let mut captures = self.captures.iter();
        let judged = captures.find(|capture| capture.capture == mv);
        let sentence = judged.map(JudgedCapture::sentence).unwrap_or_default();
        let square = mv.victim_square().map(|at| at.to_string());
        let victim = square.unwrap_or_default();
        format!("{sentence}. The pawn on {victim} is removed.")
    }

    /// A legal move that is no en passant capture.
    fn another(&self, san: &str) -> String {
        match self.solution() {
            Some(_) => format!(
                "{san} is legal, but the right would expire: only the very next move may capture en passant."
            ),
            None => format!(
                "{san} is legal, but it is not the question: is there an en passant capture? If there is none, say so."
            ),
        }
    }

    /// Whether it is a threefold repetition.
    fn repetition(&self, text: &str) -> (bool, String) {
        let times = self.game.occurrences();
        let is_threefold = 3 <= times;
        let why = lookalike::sentence(self.game);
        let why = why.unwrap_or_else(|| format!("this position has occurred {times} times"));
        (
            is_threefold == (text == THREEFOLD),
            format!("{}.", capitalize(&why)),
        )
    }

    /// The moves of a lesson, and one more if there is a text.
    fn moves(&self, lesson: &Lesson, text: &str) -> String {
        let mv = self.game.position().parse_move(text).ok();
        let uci = mv.map(|mv| self.game.position().uci(mv).to_string());
        let moves = lesson.moves.split(' ').map(str::to_owned).chain(uci);
        let moves: Vec<_> = moves.filter(|it| !it.is_empty()).collect();
        moves.join(" ")
    }
}

/// A sentence that begins with a capital letter, unless it begins with a move such as `c5xd6`.
fn capitalize(sentence: &str) -> String {
    let mut capitalized = sentence.to_owned();
    let second = sentence.chars().nth(1);
    if second.is_some_and(|letter| letter.is_ascii_alphabetic())
        && let Some(first) = capitalized.get_mut(..1)
    {
        first.make_ascii_uppercase();
    }
    capitalized
}
