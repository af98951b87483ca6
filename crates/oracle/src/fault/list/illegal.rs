//! The family `illegal`: an illegal capture is generated.

/// Hands the rows of this family on, after those that it is given.
macro_rules! rows {
    ($next:ident $($before:tt)*) => { $next! { $($before)*

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

    } };
}
pub(super) use rows;
