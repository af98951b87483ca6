//! The right, and every capture that it could be used for.

use passant_report::judged_captures::{Attack, JudgedCapture};
use passant_report::{adjective, reason, right_sentence};
use passant_rules::{EnPassant, EnPassantSuffix, EnPassantVerdict, Position, Square};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct RightView {
    target: String,
    rank: u8,
    file: char,
    victim: String,
    origin: String,
    /// The side that may capture.
    side: &'static str,
    sentence: String,
    captures: Vec<CaptureView>,
}

#[derive(Serialize)]
struct CaptureView {
    from: String,
    to: String,
    uci: String,
    name: String,
    /// `None` if the capture is illegal: only legal moves have a SAN.
    san: Option<String>,
    marked: Option<String>,
    legal: bool,
    reason: Option<&'static str>,
    sentence: String,
    lines: Vec<LineView>,
}

/// A line along which the king would be attacked.
#[derive(Serialize)]
struct LineView {
    from: String,
    to: String,
    squares: Vec<String>,
    leaving: Vec<String>,
}

impl RightView {
    pub(super) fn new(position: &Position, right: EnPassant, captures: &[JudgedCapture]) -> Self {
        let us = position.side_to_move();
        let target = right.target();
        let captures = captures.iter();
        Self {
            target: target.to_string(),
            rank: target.rank().index() + 1,
            file: target.file().letter(),
            victim: right.victim().to_string(),
            origin: right.origin().to_string(),
            side: adjective(us),
            sentence: right_sentence(right, us),
            captures: captures
                .map(|capture| CaptureView::new(position, capture))
                .collect(),
        }
    }
}

impl CaptureView {
    fn new(position: &Position, capture: &JudgedCapture) -> Self {
        let is_legal = capture.verdict == EnPassantVerdict::Legal;
        let san = |suffix| is_legal.then(|| position.san(capture.capture, suffix).to_string());
        Self {
            from: capture.capturer.to_string(),
            to: capture.capture.to().to_string(),
            uci: capture.capture.uci().to_string(),
            name: capture.name(),
            san: san(EnPassantSuffix::Without),
            marked: san(EnPassantSuffix::With),
            legal: is_legal,
            reason: reason(capture.verdict),
            sentence: capture.sentence(),
            lines: capture.attacks.iter().map(LineView::from).collect(),
        }
    }
}

impl From<&Attack> for LineView {
    fn from(attack: &Attack) -> Self {
        let names = |squares: &[Square]| squares.iter().map(Square::to_string).collect();
        Self {
            from: attack.from.to_string(),
            to: attack.king.to_string(),
            squares: names(&attack.squares),
            leaving: names(&attack.leaving),
        }
    }
}
