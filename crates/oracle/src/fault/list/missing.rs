//! The family `missing`: a legal capture is not generated.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

Missing "missing" "A legal capture is not generated." {
    AlongPinRefused {
        name: "along-pin-refused",
        sentence: "A pinned capturer is refused even where it captures along the line of its pin.",
        advice: "Test whether the target lies on the line of king and pinner before refusing a pinned capturer.",
        example: "6k1/8/8/8/1Pp5/8/B7/6K1 b - b3 0 1: moves",
        reports: ["dylhunn/dragontoothmg#4", "dylhunn/dragontoothmg#5", "nkarve/surge#6"],
    }
    EvasionMissed {
        name: "evasion-missed",
        sentence: "The capture of the pawn that gives check is not generated.",
        advice: "Let the target count as an answer to a check when the checker is the pawn that has just moved two squares.",
        example: "3k4/8/8/2Pp4/2K5/8/8/8 w - d6 0 1: moves",
        reports: ["ryancookdev/canvas-chess#6", "Geras1mleo/Chess#18", "douglasbagnall/p4wn#2", "ddugovic/Stockfish#249"],
    }
    BlockMissed {
        name: "block-missed",
        sentence: "A capture that answers a check by landing on its line is not generated.",
        advice: "Let the target count as an answer to a check when it lies between checker and king.",
        example: "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1: moves",
        reports: ["official-stockfish/Stockfish#3270", "official-stockfish/Stockfish#3292"],
    }
    ReblockRefused {
        name: "reblock-refused",
        sentence: "The capture is refused where the victim shields the king on its file, although the capturer replaces it there.",
        advice: "Put the capturer on the target before looking along the victim's file.",
        example: "4r2k/8/8/3Pp3/8/8/8/4K3 w - e6 0 1: moves",
        reports: ["casanche/casanchess#82"],
    }
    RankBlockerOverlooked {
        name: "rank-blocker-overlooked",
        sentence: "The capture is refused because of a rook or queen on the rank, although another piece stands in between.",
        advice: "Look along the rank with only capturer and victim removed, up to the first piece.",
        example: "7k/8/8/K1Pp1N1r/8/8/8/8 w - d6 0 1: moves",
        reports: ["niklasf/python-chess 0a60f4a0 (fixed there)"],
    }
    AnyPiecePinsOnRank {
        name: "any-piece-pins-on-rank",
        sentence: "The capture is refused because of any piece of the other side on the rank that both pawns uncover, as if it were a rook.",
        advice: "Of the pieces that both pawns uncover on the rank, only rooks and queens attack along it.",
        example: "3k4/8/8/K1Pp3b/8/8/8/8 w - d6 0 1: moves",
        reports: [],
    }
    SecondCapturerMissed {
        name: "second-capturer-missed",
        sentence: "Of two capturers, only the one nearer to the a-file is found.",
        advice: "Loop over both squares beside the victim; do not stop at the first capture.",
        example: "7k/8/8/PpP5/8/8/8/7K w - b6 0 1: moves",
        reports: ["IsiChess, 1994 (chessprogramming.org/En_passant)"],
    }
    FirstCapturerMissed {
        name: "first-capturer-missed",
        sentence: "Of two capturers, only the one nearer to the h-file is found.",
        advice: "Loop over both squares beside the victim; do not stop at the first capture.",
        example: "7k/8/8/PpP5/8/8/8/7K w - b6 0 1: moves",
        reports: [],
    }
    AllOrNothing {
        name: "all-or-nothing",
        sentence: "Where one of two capturers may not capture, the other is refused too.",
        advice: "Test each capturer separately: what pins one may leave the other free.",
        example: "7k/b7/8/2PpP3/8/4K3/8/8 w - d6 0 1: moves",
        reports: [],
    }
    WestCapturerMissed {
        name: "west-capturer-missed",
        sentence: "A capturer on the victim's a-file side is never found.",
        advice: "Compare the two shifts from the target to its capturers; one mask or sign is wrong.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves",
        reports: [],
    }
    EastCapturerMissed {
        name: "east-capturer-missed",
        sentence: "A capturer on the victim's h-file side is never found.",
        advice: "Compare the two shifts from the target to its capturers; one mask or sign is wrong.",
        example: "3k4/8/8/3pP3/8/K7/8/8 w - d6 0 1: moves",
        reports: [],
    }
    EdgeCapturerMissed {
        name: "edge-capturer-missed",
        sentence: "A capturer on the a- or h-file is never found.",
        advice: "Apply the mask against wrapping to the square after the shift, not to the one before it.",
        example: "7k/8/8/Pp6/8/8/8/7K w - b6 0 1: moves",
        reports: [],
    }
    EdgeVictimMissed {
        name: "edge-victim-missed",
        sentence: "A victim on the a- or h-file is never captured.",
        advice: "An edge file has one neighbor, not none: mask each of the two shifts separately.",
        example: "7k/8/8/pP6/8/8/8/7K w - a6 0 1: moves",
        reports: [],
    }
    CaptureMissed {
        name: "capture-missed",
        sentence: "No en passant capture is ever generated.",
        advice: "Generate the captures: pawns beside the victim move diagonally to the empty target.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves",
        reports: [],
    }
    WhiteCaptureMissed {
        name: "white-capture-missed",
        sentence: "White never captures en passant.",
        advice: "Compare the capture code of both sides; the rank or the direction is wrong for White.",
        example: "3k4/8/8/2Pp4/8/K7/8/8 w - d6 0 1: moves",
        reports: [],
    }
    BlackCaptureMissed {
        name: "black-capture-missed",
        sentence: "Black never captures en passant.",
        advice: "Compare the capture code of both sides; the rank or the direction is wrong for Black.",
        example: "8/8/k7/8/2pP4/8/8/3K4 b - d3 0 1: moves",
        reports: [],
    }
    CheckingCaptureMissed {
        name: "checking-capture-missed",
        sentence: "A capture that gives check is not generated.",
        advice: "Test only whether the own king is attacked after the capture, not the other one.",
        example: "8/1k6/8/pP6/8/8/8/3K4 w - a6 0 1: moves",
        reports: [],
    }
    OnlyMoveMissed {
        name: "only-move-missed",
        sentence: "The capture is not generated where it is the only legal move, so that the engine sees mate or stalemate.",
        advice: "Include en passant captures in the test for mate and stalemate: it must use the complete list of moves.",
        example: "8/4B3/8/8/2pP4/2B5/k1K5/8 b - d3 0 1: moves",
        reports: ["Geras1mleo/Chess#23"],
    }
    BulkCountLacksCaptures {
        name: "bulk-count-lacks-captures",
        sentence: "The last ply is counted without en passant captures, although they are listed and played.",
        advice: "Count the moves of the last ply with the generator that lists them, or add en passant captures to the count.",
        example: "3k4/3p4/8/2P5/8/K7/8/8 b - - 0 1: count 2",
        reports: [],
    }
}

    } };
}
pub(super) use rows;
