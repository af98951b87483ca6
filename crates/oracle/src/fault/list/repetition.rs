//! The family `repetition`: equal positions are taken for different ones, or different ones for equal.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Repetition "repetition" "Equal positions are taken for different ones, or different ones for equal." {
    RepetitionWithoutCapturer {
        name: "repetition-without-capturer",
        sentence: "A right without a capturer makes a position differ from the same one without it.",
        advice: "Compare rights only where a capture is legal: FIDE Laws 9.2.3 speaks of possible moves.",
        example: "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        reports: ["LeelaChessZero/lc0#209", "CorentinGS/chess#98", "bhlangonijr/chesslib#39"],
    }
    RepetitionWithPin {
        name: "repetition-with-pin",
        sentence: "A right that only pinned pawns could use makes a position differ from the same one without it.",
        advice: "Compare rights only where a capture is legal: a pinned pawn cannot use a right.",
        example: "3k4/8/2r5/2Pp4/8/2K5/8/7N w - d6 0 1 moves h1g3 d8e8 g3h1 e8d8: occurrences",
        reports: [
            "cutechess/cutechess#817",
            "Disservin/fastchess#375",
            "official-stockfish/Stockfish#6138",
            "brighamskarda/chess#2",
        ],
    }
    RepetitionWithCheck {
        name: "repetition-with-check",
        sentence: "A right that is useless because the push uncovered a check makes a position differ from the same one without it.",
        advice: "Compare rights only where a capture is legal: not if the push has uncovered a check.",
        example: "3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1 moves a7a6 h7h8 a6a7 h8h7: occurrences",
        reports: ["Matthies/RubiChess#491", "bhlangonijr/chesslib#39"],
    }
    RepetitionWithAnyPiece {
        name: "repetition-with-any-piece",
        sentence: "A right makes a position differ from the same one without it where any piece of the side to move stands beside the victim.",
        advice: "Test that the piece beside the victim is a pawn, and that its capture is legal.",
        example: "6k1/8/8/2Bp4/8/8/8/4K3 w - d6 0 1 moves e1e2 g8g7 e2e1 g7g8: occurrences",
        reports: [],
    }
    RepetitionBlind {
        name: "repetition-blind",
        sentence: "A right that can be used makes no difference between positions.",
        advice: "A position in which an en passant capture is legal differs from the same one in which it is not.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        reports: ["lichess-org/scalachess#56"],
    }
    RepetitionOfFen {
        name: "repetition-of-fen",
        sentence: "The position of a FEN differs from the same one without its target even where no pawn can use it.",
        advice: "Compare the position of a FEN as all others: by the captures that are legal, not by the text of its field.",
        example: "3k4/8/8/3p4/8/K7/8/8 w - d6 0 1 moves a3b3 d8e8 b3a3 e8d8: occurrences",
        reports: [],
    }
}

    } };
}
pub(super) use rows;
