//! The requests `lessons` and `try`: positions to solve.

use passant_pgn::find_moves;
use passant_report::judged_captures::{JudgedCapture, judged_captures};
use passant_report::{
    Explanation, FenReading, GameRecord, Right, adjective, lookalike, move_error, move_list,
};
use passant_rules::{EnPassantSuffix, EnPassantVerdict, Move};
use serde::Serialize;

use crate::request::{FieldDiagnostic, Refusal, Request, read_fen};

/// A lesson as it is shown.
#[derive(Serialize)]
pub(crate) struct LessonView {
    id: &'static str,
    title: &'static str,
    /// The lesson's text.
    text: &'static str,
    /// The task.
    task: &'static str,
    fen: &'static str,
    /// The moves from there to the position, in UCI notation.
    moves: &'static str,
    /// The side to move.
    side: &'static str,
    /// The case of the suites.
    address: &'static str,
    /// The answers besides moves.
    answers: &'static [Answer],
}

/// The reply to a try.
#[derive(Serialize)]
pub(crate) struct TryReply {
    solved: bool,
    /// True if the lesson is over.
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
        NONE | THREEFOLD if lesson.question == Question::Threefold => attempt.repetition(text),
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
    let mut game = GameRecord::new(reading.position.clone());
    find_moves(lesson.moves)
        .and_then(|moves| move_list::play(&mut game, lesson.moves, moves))
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

    /// Tells whether it is a threefold repetition.
    fn repetition(&self, text: &str) -> (bool, String) {
        let times = self.game.occurrences();
        let is_threefold = 3 <= times;
        let why = lookalike::sentence(self.game)
            .unwrap_or_else(|| format!("this position has occurred {times} times"));
        (
            is_threefold == (text == THREEFOLD),
            format!("{}.", capitalize(&why)),
        )
    }

    /// The moves of a lesson, and one more if there is a text.
    fn moves(&self, lesson: &Lesson, text: &str) -> String {
        let mv = self.game.position().parse_move(text).ok();
        let uci = mv.map(|mv| self.game.position().uci(mv).to_string());
        let moves: Vec<_> = lesson
            .moves
            .split(' ')
            .map(str::to_owned)
            .chain(uci)
            .filter(|it| !it.is_empty())
            .collect();
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

/// The answer that no capture, or no claim, is possible.
pub(super) const NONE: &str = "none";

/// The answer that the position has occurred three times.
pub(super) const THREEFOLD: &str = "threefold";

/// A position to solve.
pub(super) struct Lesson {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) text: &'static str,
    pub(super) task: &'static str,
    /// The case of the suites that has this position, or leads to it.
    pub(super) address: &'static str,
    pub(super) fen: &'static str,
    /// The moves from there to the position, in UCI notation.
    pub(super) moves: &'static str,
    pub(super) question: Question,
}

/// The question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    /// An en passant capture, or that there is none.
    Capture,
    /// The threefold repetition of the position.
    Threefold,
}

/// Something to choose that is no move.
#[derive(Serialize)]
pub(super) struct Answer {
    /// The text to send as the move.
    #[serde(rename = "move")]
    name: &'static str,
    label: &'static str,
}

impl Question {
    pub(super) const fn answers(self) -> &'static [Answer] {
        match self {
            Self::Capture => &[Answer {
                name: NONE,
                label: "En passant is not possible here",
            }],
            Self::Threefold => &[
                Answer {
                    name: THREEFOLD,
                    label: "Yes, it is a draw on claim",
                },
                Answer {
                    name: NONE,
                    label: "No, the position has occurred only twice",
                },
            ],
        }
    }
}

const CAPTURE_OR_NONE: &str = "Capture en passant, or say that it is not possible.";

pub(super) const LESSONS: [Lesson; 12] = [
    Lesson {
        id: "take-the-pawn",
        title: "Take the pawn",
        text: "A pawn that moves two squares passes over one. A pawn of the other side that stands beside it afterwards may \
               take it as if it had moved one square: it moves to the square that was passed over, and the pawn is removed.",
        task: "Black has just played d7-d5. Take the pawn en passant.",
        address: "en-passant/plain/c5-takes-on-d6",
        fen: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "black-too",
        title: "Black too",
        text: "Black captures in the same way, from the fourth rank to the third.",
        task: "White has just played c2-c4. Take the pawn en passant.",
        address: "en-passant/plain/b4-takes-on-c3",
        fen: "8/8/7k/8/1pP5/7K/8/8 b - c3 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "two-may",
        title: "Two may",
        text: "Two pawns can stand beside the one that has moved. Each of them may capture, but there is only one pawn to take.",
        task: "White has just played b2-b4. Take the pawn with either pawn.",
        address: "en-passant/two-capturers-both/a4-c4-on-b3",
        fen: "7k/8/8/8/pPp5/8/8/7K b - b3 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "two-squares-only",
        title: "Two squares, not one",
        text: "Only a pawn that has moved two squares at once can be taken en passant.",
        task: "White has just played e2-e3. Capture en passant, or say that it is not possible.",
        address: "play/bait-single-push/d3e2-mates-f1",
        fen: "8/5k2/8/8/1p1b4/2bp1p2/4P3/5K2 w - - 0 1",
        moves: "e2e3",
        question: Question::Capture,
    },
    Lesson {
        id: "at-once",
        title: "At once, or never",
        text: "The right lasts for one move. Who plays another move first has lost it for good.",
        task: "Black's pawn has come to g5 from g7, and each side has made a move since. Capture en passant, or say that it is \
               not possible.",
        address: "play/bait-expired/h5g6-mates-h7",
        fen: "8/5K1k/1P3n2/6pP/8/5n2/8/7Q w - g6 0 1",
        moves: "h1h4 f6g8",
        question: Question::Capture,
    },
    Lesson {
        id: "pinned-on-the-file",
        title: "Pinned on its file",
        text: "An en passant capture may not leave the own king in check. A pawn that is pinned on its file may move ahead, but \
               not capture.",
        task: CAPTURE_OR_NONE,
        address: "en-passant/rejected-file/rook-e8-king-e1",
        fen: "4r3/7k/8/4Pp2/8/8/8/4K3 w - f6 0 29",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "both-leave-the-rank",
        title: "Both pawns leave the rank",
        text: "En passant is the only move that takes two pieces off one rank. Neither of them is pinned, and yet a line can open.",
        task: CAPTURE_OR_NONE,
        address: "en-passant/rejected-rank/rook-h5-king-a5",
        fen: "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "along-the-pin",
        title: "Pinned, and legal along the pin",
        text: "A pinned pawn may capture if it stays on the line of the pin.",
        task: CAPTURE_OR_NONE,
        address: "en-passant/pinned-legal/queen-g8-king-c4",
        fen: "6q1/8/8/3Pp3/2K4k/8/8/8 w - e6 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "two-capturers-one-may",
        title: "Two capturers, one may",
        text: "Each capture is judged by itself: one of two pawns may be pinned.",
        task: "White has just played d2-d4. Take the pawn with the pawn that may.",
        address: "en-passant/two-capturers-one/diagonal-c4-e4-on-d3",
        fen: "8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "out-of-check",
        title: "Out of check",
        text: "The pawn that has moved two squares may give check. Taking it en passant answers the check, although the \
               capturer lands on another square.",
        task: "Black has just played d7-d5, with check. Answer it en passant, or say that it is not possible.",
        address: "en-passant/evasion/d5-checks-c4",
        fen: "3k4/8/8/2Pp4/2K5/8/8/8 w - d6 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "the-only-move",
        title: "The only move",
        text: "An en passant capture is a move like any other: where it is the only one, it must be played, and it is not \
               stalemate.",
        task: "Black has just played c7-c5. White's king has no square. Is there a move?",
        address: "en-passant/only-move/only-d5c6",
        fen: "b7/8/k7/2pP4/8/6q1/8/7K w - c6 0 1",
        moves: "",
        question: Question::Capture,
    },
    Lesson {
        id: "not-threefold",
        title: "Why this is not threefold",
        text: "A position is the same as an earlier one if the same moves are possible. A legal en passant capture is one of \
               them (FIDE Laws of Chess 9.2.3).",
        task: "The picture on the board is there for the third time: after 2... d5, after 4... Nb8 and now. Is it a \
               threefold repetition?",
        address: "state/repetition/games/french-advance-c5",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        moves: "e2e4 e7e6 e4e5 d7d5 b1c3 b8c6 c3b1 c6b8 b1c3 b8c6 c3b1 c6b8",
        question: Question::Threefold,
    },
];
