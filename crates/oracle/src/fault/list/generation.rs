//! The faults of the families `missing`, `illegal` and `geometry`.

/// Hands the rows of these families on, after those that it is given.
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

Illegal "illegal" "An illegal capture is generated." {
    RankPinIgnored {
        name: "rank-pin-ignored",
        sentence: "The capture is played although both pawns leave the rank and uncover a rook or queen.",
        advice: "Remove capturer and victim together, put the capturer on the target, then test whether the king is attacked.",
        example: "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves",
        reports: [
            "niklasf/python-chess#70",
            "stannous/shatranj#4",
            "alex65536/owlchess#6",
            "chesskit-app/chesskit-swift#18",
            "rpeck34/ChessProject#1",
        ],
    }
    RankQueenIgnored {
        name: "rank-queen-ignored",
        sentence: "A rook that both pawns uncover on the rank is noticed, a queen is not.",
        advice: "Test for queens as well as rooks along the rank.",
        example: "3k4/8/8/K1Pp3q/8/8/8/8 w - d6 0 1: moves",
        reports: [],
    }
    RankRookIgnored {
        name: "rank-rook-ignored",
        sentence: "A queen that both pawns uncover on the rank is noticed, a rook is not.",
        advice: "Test for rooks as well as queens along the rank.",
        example: "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves",
        reports: [],
    }
    RankBehindVictimIgnored {
        name: "rank-behind-victim-ignored",
        sentence: "A rook or queen that both pawns uncover is noticed only if the capturer stands nearer to the king.",
        advice: "Look along the rank in both directions; king and rook may stand on either side of the two pawns.",
        example: "3k4/8/8/r1Pp3K/8/8/8/8 w - d6 0 1: moves",
        reports: [],
    }
    RankBehindCapturerIgnored {
        name: "rank-behind-capturer-ignored",
        sentence: "A rook or queen that both pawns uncover is noticed only if the victim stands nearer to the king.",
        advice: "Look along the rank in both directions; king and rook may stand on either side of the two pawns.",
        example: "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves",
        reports: [],
    }
    FilePinIgnored {
        name: "file-pin-ignored",
        sentence: "A capturer that is pinned on its file captures anyway.",
        advice: "Apply pins to en passant captures as to all other moves of the capturer.",
        example: "3k4/8/2r5/2Pp4/8/2K5/8/8 w - d6 0 1: moves",
        reports: [],
    }
    DiagonalPinIgnored {
        name: "diagonal-pin-ignored",
        sentence: "A capturer that is pinned on a diagonal leaves it anyway.",
        advice: "Apply pins to en passant captures as to all other moves of the capturer.",
        example: "8/8/4k3/8/2pP4/8/B5K1/8 b - d3 0 1: moves",
        reports: [],
    }
    VictimDiagonalIgnored {
        name: "victim-diagonal-ignored",
        sentence: "The capture is played although the victim shields the king on a diagonal.",
        advice: "Test diagonals through the victim too. No game needs it, but FENs may.",
        example: "4k3/2b5/8/3Pp3/8/6K1/8/8 w - e6 0 1: moves",
        reports: ["niklasf/python-chess#70"],
    }
    CheckIgnored {
        name: "check-ignored",
        sentence: "The capture is played although it does not answer a check.",
        advice: "In check, an en passant capture must take the checker or land on its line, like every other move.",
        example: "k7/8/8/3pP3/8/7n/5K2/8 w - d6 0 1: moves",
        reports: ["niklasf/shakmaty#53", "lichess-org/lila#19199"],
    }
    PushCheckIgnored {
        name: "push-check-ignored",
        sentence: "The capture is played although the double push has uncovered a check from behind the victim.",
        advice: "A double push can uncover a check. Capturing the pawn answers a check only if the pawn itself gives it.",
        example: "3k4/K6r/8/2Pp4/8/8/8/8 w - d6 0 1: moves",
        reports: ["TheBlackPlague/StockNemo#89"],
    }
    FirstJudgedForBoth {
        name: "first-judged-for-both",
        sentence: "Of two capturers, only the one nearer to the a-file is tested, and the result is used for both.",
        advice: "Test each capturer separately: what leaves one free may pin the other.",
        example: "7k/6b1/8/2PpP3/3K4/8/8/8 w - d6 0 1: moves",
        reports: [],
    }
    SecondJudgedForBoth {
        name: "second-judged-for-both",
        sentence: "Of two capturers, only the one nearer to the h-file is tested, and the result is used for both.",
        advice: "Test each capturer separately: what leaves one free may pin the other.",
        example: "k7/1b6/8/3PpP2/4K3/8/8/8 w - e6 0 1: moves",
        reports: [],
    }
    NeverJudged {
        name: "never-judged",
        sentence: "No en passant capture is ever tested for legality.",
        advice: "Test the legality of en passant captures as of all other moves.",
        example: "3k4/8/8/K1Pp3r/8/8/8/8 w - d6 0 1: moves",
        reports: [],
    }
    PushCheckOverlooked {
        name: "push-check-overlooked",
        sentence: "The check by the pawn that has moved two squares is overlooked where a FEN is read: pieces other than the king ignore it.",
        advice: "Compute all checkers when a FEN is read, pawns included, with the code that runs after a move.",
        example: "7k/8/8/3Pp3/3K4/8/8/8 w - e6 0 1: moves",
        reports: [],
    }
}

Geometry "geometry" "Pieces capture from squares where no capturer stands." {
    WrapsToHFile {
        name: "wraps-to-h-file",
        sentence: "A victim on the a-file is captured from the h-file, across the edge of the board.",
        advice: "Mask the a-file before the shift that would leave the board on the left.",
        example: "8/8/2k5/8/P7/7p/4K3/8 b - a3 0 1: moves",
        reports: [],
    }
    WrapsToAFile {
        name: "wraps-to-a-file",
        sentence: "A victim on the h-file is captured from the a-file, across the edge of the board.",
        advice: "Mask the h-file before the shift that would leave the board on the right.",
        example: "8/3K4/8/p7/6kP/8/8/8 b - h3 0 1: moves",
        reports: [],
    }
    Cylinder {
        name: "cylinder",
        sentence: "The a- and the h-file count as adjacent: a pawn at the other end of the rank captures.",
        advice: "Compare files, not square numbers modulo the width of the board.",
        example: "8/8/2k5/8/P6p/8/4K3/8 b - a3 0 1: moves",
        reports: [],
    }
    CapturesBackwards {
        name: "captures-backwards",
        sentence: "A pawn beyond the target captures backwards.",
        advice: "Find the capturers with the attack table of the other color from the target, and with no other table.",
        example: "k7/2P5/8/3p4/8/8/8/K7 w - d6 0 1: moves",
        reports: ["kevinAlbs/Chess#6"],
    }
    AnyColorCaptures {
        name: "any-color-captures",
        sentence: "A pawn of either color beside the victim captures, for the side to move.",
        advice: "Test the color of the piece beside the victim.",
        example: "k7/8/8/2pp4/8/8/8/K7 w - d6 0 1: moves",
        reports: [],
    }
    AnyManCaptures {
        name: "any-man-captures",
        sentence: "Any piece of the side to move beside the victim captures like a pawn.",
        advice: "Test that the piece beside the victim is a pawn.",
        example: "k7/8/8/2Np4/8/8/8/K7 w - d6 0 1: moves",
        reports: ["bhlangonijr/chesslib#20"],
    }
}

    } };
}
pub(super) use rows;
